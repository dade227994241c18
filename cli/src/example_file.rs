//! Examples from a file, with the lines that they stand on.

use crate::failure::Failure;
use crate::input::Input;
use blicket::{RemarkKind, lint_examples};
use blicket_lab::episode::{LineError, read_support};
use std::path::Path;

/// By example, the line of its file. Texts of the library count examples, a person counts lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines(pub(crate) Vec<usize>);

/// The most lines that are named at once.
const MOST_NAMED: usize = 5;

impl Lines {
    /// The lines of some examples, in parentheses behind a space; nothing where each is the example's own number.
    pub(crate) fn of(&self, examples: &[usize]) -> String {
        let lines: Vec<usize> = examples.iter().filter_map(|it| self.0.get(*it).copied()).collect();
        if lines.iter().zip(examples).all(|(line, example)| *line == example + 1) {
            return String::new();
        }
        let named: Vec<String> = lines.iter().take(MOST_NAMED).map(usize::to_string).collect();
        let noun = if lines.len() == 1 { "line" } else { "lines" };
        let listed = match &named[..] {
            [one, other] => format!("{one} and {other}"),
            all => all.join(", "),
        };
        let more = if lines.len() > MOST_NAMED { ", …" } else { "" };
        format!(" ({noun} {listed}{more})")
    }
}

/// Examples, and the name that messages give their file.
pub(crate) struct ExampleFile {
    pub(crate) name: String,
    pub(crate) examples: Vec<(String, String)>,
    /// What is not so: inputs that are no sentences, and outputs that are not those of an input. Their lines begin with `! `.
    pub(crate) negatives: Vec<(String, Option<String>)>,
    /// Examples that are disabled: their lines begin with `# `.
    pub(crate) disabled: Vec<(String, String)>,
    /// Other lines that begin with `# `.
    pub(crate) comments: Vec<String>,
    /// By example, its line, from 1.
    pub(crate) lines: Lines,
    /// By negative example, the line that it stands on.
    pub(crate) lines_of_negatives: Vec<usize>,
}

impl ExampleFile {
    /// Reads a file, or standard input where it is `-`.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let mut input = Input::open(path)?;
        let text = input.read_all()?;
        Self::parse(input.name, &text)
    }

    /// Reads the text of a file of this name.
    pub(crate) fn parse(name: String, text: &str) -> Result<Self, Failure> {
        // A mark of the encoding at the beginning is no text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (mut negatives, mut disabled, mut comments) = (Vec::new(), Vec::new(), Vec::new());
        // Where there is no example, there is a blank line, so that lines have the numbers that they have in the file.
        let mut examples = String::new();
        let mut lines_of_negatives = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if let Some(negative) = line.strip_prefix("! ") {
                negatives.push(denied(negative));
                lines_of_negatives.push(index + 1);
            } else if let Some(comment) = line.strip_prefix("# ") {
                match denied(comment) {
                    (input, Some(output)) => disabled.push((input, output)),
                    (comment, None) => comments.push(comment),
                }
            } else if line.trim() != "#" {
                examples.push_str(line);
            }
            examples.push('\n');
        }
        let numbered = examples.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let lines = Lines(numbered.map(|(index, _)| index + 1).collect());
        let examples =
            read_support(&examples).map_err(|error| Failure::Input(explained(&name, &error)))?;
        Ok(Self { name, examples, negatives, disabled, comments, lines, lines_of_negatives })
    }

    /// What is to be told about a first line that seems to be the heading of a table. It is learnt from all the same: nobody
    /// but who wrote it knows.
    pub(crate) fn heading(&self) -> Option<String> {
        let (first, others) = self.examples.split_first()?;
        // Enough of the others to tell: one that has the same output, or any.
        let other = others.iter().find(|(_, output)| *output == first.1).or(others.first())?;
        let remarks = lint_examples(&[first.clone(), other.clone()]);
        let heading = remarks.iter().find(|remark| remark.kind == RemarkKind::Header)?;
        Some(format!(
            "{}, line {}: {:?} seems to be the heading of a table, and is learnt as an example: remove the line, or begin it \
             with `# `",
            self.name, self.lines.0[0], heading.found
        ))
    }
}

/// What is wrong, with commands that can be typed as they are.
fn explained(name: &str, error: &LineError) -> String {
    let text = format!("{name}, {error}");
    let is_plain = |c: char| c.is_alphanumeric() || "_-./+".contains(c);
    match name.chars().all(is_plain) {
        true => text.replace(" FILE > NEW.tsv", &format!(" {name} > NEW.tsv")),
        false => text,
    }
}

/// An input that is no sentence, or with a TAB and an output that is not its own.
fn denied(line: &str) -> (String, Option<String>) {
    match line.split_once('\t') {
        Some((input, output)) => (input.trim().to_owned(), Some(output.trim().to_owned())),
        None => (line.trim().to_owned(), None),
    }
}
