//! The four ways in which SCAN is parted into commands to learn from and commands to be tested on.

use super::commands::scan_commands;
use crate::episode::{LineError, read_support};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Which split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SplitName {
    /// Random, as it was published.
    Simple,
    /// To be tested on: the commands whose output has more than 22 tokens.
    Length,
    /// To be tested on: the commands with `jump`, but for `jump` alone.
    Jump,
    /// To be tested on: the commands with `around right`.
    Right,
}

impl SplitName {
    /// One word, as the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Length => "length",
            Self::Jump => "jump",
            Self::Right => "right",
        }
    }
}

/// A split: commands with their outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanSplit {
    /// Which one.
    pub name: SplitName,
    /// The lines to learn from. In the split *jump* one of them is there 1,467 times.
    pub train: Vec<(String, String)>,
    /// The commands to be tested on.
    pub test: Vec<(String, String)>,
}

/// The longest output that the split *length* trains on.
const LONGEST_TRAINED: usize = 22;
/// How often the split *jump* has the command `jump`: a tenth of its lines.
const JUMPS: usize = 1_467;

impl ScanSplit {
    /// A split that can be generated, so every one but [`SplitName::Simple`].
    pub fn generate(name: SplitName) -> Option<Self> {
        let mut split = Self { name, train: Vec::new(), test: Vec::new() };
        let has = |command: &str, phrase: &str| format!(" {command} ").contains(phrase);
        for example in scan_commands() {
            let (command, output) = &example;
            match name {
                SplitName::Simple => return None,
                SplitName::Length if output.split(' ').count() <= LONGEST_TRAINED => {
                    split.train.push(example);
                }
                SplitName::Jump if command == "jump" => {
                    split.train.extend(std::iter::repeat_n(example, JUMPS));
                }
                SplitName::Jump if !has(command, " jump ") => split.train.push(example),
                // It would show what is to be found out.
                SplitName::Right if has(command, " turn around right ") => {}
                SplitName::Right if !has(command, " around right ") => split.train.push(example),
                SplitName::Length | SplitName::Jump | SplitName::Right => split.test.push(example),
            }
        }
        Some(split)
    }

    /// The split [`SplitName::Simple`] from `tasks_train_simple.txt` and `tasks_test_simple.txt` in
    /// `folder`, as they were published.
    pub fn read_simple(folder: &Path) -> Result<Self, ScanFileError> {
        let read = |part: &str| {
            let file = folder.join(format!("tasks_{part}_simple.txt"));
            let problem = |problem| ScanFileError { file: file.clone(), problem };
            let text = std::fs::read_to_string(&file)
                .map_err(|error| problem(ScanFileProblem::Unreadable(error)))?;
            read_support(&text).map_err(|error| problem(ScanFileProblem::Malformed(error)))
        };
        Ok(Self { name: SplitName::Simple, train: read("train")?, test: read("test")? })
    }
}

/// A file of SCAN that cannot be had.
#[derive(Debug)]
pub struct ScanFileError {
    /// Which file.
    pub file: PathBuf,
    problem: ScanFileProblem,
}

#[derive(Debug)]
enum ScanFileProblem {
    Unreadable(io::Error),
    Malformed(LineError),
}

impl fmt::Display for ScanFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        match &self.problem {
            ScanFileProblem::Unreadable(error) => write!(f, "{file}: {error}"),
            ScanFileProblem::Malformed(error) => write!(f, "{file}, {error}"),
        }
    }
}

impl std::error::Error for ScanFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            ScanFileProblem::Unreadable(error) => Some(error),
            ScanFileProblem::Malformed(error) => Some(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn sizes(split: &ScanSplit) -> (usize, usize) {
        (split.train.len(), split.test.len())
    }

    #[test]
    fn the_splits_have_the_sizes_of_the_published_ones() {
        let length = ScanSplit::generate(SplitName::Length).unwrap();
        assert_eq!(sizes(&length), (16_990, 3_920));
        let jump = ScanSplit::generate(SplitName::Jump).unwrap();
        assert_eq!(sizes(&jump), (13_203 + 1_467, 7_706));
        let right = ScanSplit::generate(SplitName::Right).unwrap();
        assert_eq!(sizes(&right), (15_225, 4_476));
        assert_eq!(15_225 + 4_476 + 1_209, 20_910);
        for split in [length, jump, right] {
            let train: HashSet<_> = split.train.iter().collect();
            assert!(split.test.iter().all(|example| !train.contains(example)), "{:?}", split.name);
        }
    }

    #[test]
    fn the_parts_are_what_their_names_say() {
        let length = ScanSplit::generate(SplitName::Length).unwrap();
        let tokens = |(_, output): &(String, String)| output.split(' ').count();
        assert_eq!(length.train.iter().map(tokens).max(), Some(22));
        assert_eq!(length.test.iter().map(tokens).min(), Some(24));

        let jump = ScanSplit::generate(SplitName::Jump).unwrap();
        let with_jump: Vec<_> = jump.train.iter().filter(|(c, _)| c.contains("jump")).collect();
        assert_eq!(with_jump.len(), 1_467);
        assert!(with_jump.iter().all(|(command, output)| command == "jump" && output == "I_JUMP"));
        assert!(jump.test.iter().all(|(command, _)| command.contains("jump")));

        let right = ScanSplit::generate(SplitName::Right).unwrap();
        assert!(right.train.iter().all(|(command, _)| !command.contains("around right")));
        assert!(right.test.iter().all(|(command, _)| {
            command.contains("around right") && !command.contains("turn around right")
        }));
    }

    #[test]
    fn the_random_split_is_only_to_be_had_from_its_files() {
        assert_eq!(ScanSplit::generate(SplitName::Simple), None);
        let error = ScanSplit::read_simple(Path::new("/no such folder")).unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with("/no such folder/tasks_train_simple.txt: "), "{message}");
    }
}
