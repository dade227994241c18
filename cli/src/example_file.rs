//! Examples from a file, with the lines that they stand on.

use crate::failure::Failure;
use crate::input::Input;
use blicket_lab::episode::read_support;
use std::path::Path;

/// Examples, and the name that messages give their file.
pub(crate) struct ExampleFile {
    pub(crate) name: String,
    pub(crate) examples: Vec<(String, String)>,
    /// By example, its line, from 1.
    pub(crate) lines: Vec<usize>,
}

impl ExampleFile {
    /// Reads a file, or standard input where it is `-`.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let mut input = Input::open(path)?;
        let text = input.read_all()?;
        let examples = read_support(&text)
            .map_err(|error| Failure::Input(format!("{}, {error}", input.name)))?;
        // Blank lines are no examples; a mark of the encoding at the beginning is no text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let lines = numbered.map(|(index, _)| index + 1).collect();
        Ok(Self { name: input.name, examples, lines })
    }
}
