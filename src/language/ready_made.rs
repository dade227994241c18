//! Ready-made rules that a section names with `%use`: those that come with the library, and those
//! that a host adds.

use super::embedded::EMBEDDED;
use super::nearest::all_nearest;
use super::section::is_name;
use crate::arrange::Arrange;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where `%use NAME` looks for rules: first what a host registered, then the files of its
/// directories, then what comes with the library.
///
/// ```
/// use blicket::{Grammar, ReadyMade};
///
/// let mut ready_made = ReadyMade::new();
/// ready_made.register("digits.en", "%numbers\none -> 1\ntwo -> 2");
/// let grammar = Grammar::parse_with("@go\nstep x1:n -> [x1]\n@n\n%use digits.en", &ready_made)?;
/// assert_eq!(grammar.apply("step two").text(), Some("2"));
/// # Ok::<(), blicket::ParseErrors>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReadyMade {
    texts: BTreeMap<String, String>,
    directories: Vec<PathBuf>,
}

impl ReadyMade {
    /// Only what comes with the library.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds rules under a name: the text of a grammar without named sections, which has the line
    /// `%numbers` first if its rules give numbers.
    pub fn register(&mut self, name: &str, text: &str) {
        self.texts.insert(name.to_owned(), text.to_owned());
    }

    /// Adds a directory, in which the rules called NAME are the file `NAME.txt`.
    pub fn add_directory(&mut self, directory: impl Into<PathBuf>) {
        self.directories.push(directory.into());
    }

    /// The text of the rules called `name`.
    ///
    /// Of what comes with the library, a region that has no rules of its own has those of its
    /// language: `numbers.es_MX` is `numbers.es`.
    pub fn find(&self, name: &str) -> Option<Cow<'_, str>> {
        if !is_name(name) {
            return None;
        }
        if let Some(text) = self.texts.get(name) {
            return Some(Cow::Borrowed(text));
        }
        let read = |directory: &PathBuf| {
            std::fs::read_to_string(directory.join(format!("{name}.txt"))).ok()
        };
        if let Some(text) = self.directories.iter().find_map(read) {
            return Some(Cow::Owned(text));
        }
        embedded(name).map(Cow::Borrowed)
    }

    /// The names that `name` may have been meant to be, the likeliest first, three at most. None without the feature
    /// `suggestions`.
    ///
    /// ```
    /// # #[cfg(feature = "suggestions")]
    /// assert_eq!(blicket::ReadyMade::new().meant("number.en"), ["numbers.en"]);
    /// ```
    pub fn meant(&self, name: &str) -> Vec<String> {
        const MOST: usize = 3;
        let names = self.names();
        let near = all_nearest(name, names.iter().map(String::as_str));
        near.into_iter().take(MOST).map(str::to_owned).collect()
    }

    /// The names of all rules that can be found, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.texts.keys().cloned().collect();
        names.extend(EMBEDDED.iter().map(|(name, _)| (*name).to_owned()));
        for directory in &self.directories {
            let files = std::fs::read_dir(directory).into_iter().flatten().flatten();
            names.extend(files.filter_map(|file| {
                let name = file.file_name().into_string().ok()?;
                name.strip_suffix(".txt").filter(|name| is_name(name)).map(str::to_owned)
            }));
        }
        names.arrange();
        names.dedup();
        names
    }
}

/// What comes with the library under a name, or under the name without its last part behind `_`.
fn embedded(name: &str) -> Option<&'static str> {
    let mut name = name;
    loop {
        if let Ok(index) = EMBEDDED.binary_search_by_key(&name, |entry| entry.0) {
            return Some(EMBEDDED[index].1);
        }
        (name, _) = name.rsplit_once('_')?;
    }
}
