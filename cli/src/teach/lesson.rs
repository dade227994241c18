//! What has been taught: examples and what was denied, with a way back, and the file that they are kept in.

use crate::failure::Failure;
use crate::replace::replace;
use std::path::PathBuf;

/// All that a person has said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Taught {
    pub(super) examples: Vec<(String, String)>,
    /// Inputs that are no sentences, and outputs that are not those of an input.
    pub(super) negatives: Vec<(String, Option<String>)>,
    /// Examples that are not learnt from for now.
    pub(super) disabled: Vec<(String, String)>,
    /// Lines of the file that say nothing to the library.
    pub(super) comments: Vec<String>,
    /// The text of a grammar with marks behind the rules that are kept.
    pub(super) pinned: Option<String>,
}

impl Taught {
    /// The lines of a file: examples, after a `!` what is not so, and after a `#` what is not learnt from.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        self.comments.iter().for_each(|comment| text.push_str(&format!("# {comment}\n")));
        for (input, output) in &self.examples {
            text.push_str(&format!("{input}\t{output}\n"));
        }
        for (input, output) in &self.negatives {
            text.push_str(&format!("! {input}"));
            if let Some(output) = output {
                text.push_str(&format!("\t{output}"));
            }
            text.push('\n');
        }
        for (input, output) in &self.disabled {
            text.push_str(&format!("# {input}\t{output}\n"));
        }
        text
    }

    /// Adds an example. An input has one meaning: what was said about it before is replaced.
    pub(super) fn add(&mut self, input: String, output: String) {
        self.negatives.retain(|(denied, _)| *denied != input);
        match self.examples.iter_mut().find(|(known, _)| *known == input) {
            Some(example) => example.1 = output,
            None => self.examples.push((input, output)),
        }
    }

    /// Adds that an input is no sentence, or that an output is not the one of an input.
    pub(super) fn deny(&mut self, input: String, output: Option<String>) {
        let is_denied = |(known, of): &(String, String)| {
            *known == input && output.as_ref().is_none_or(|output| output == of)
        };
        self.examples.retain(|example| !is_denied(example));
        if !self.negatives.contains(&(input.clone(), output.clone())) {
            self.negatives.push((input, output));
        }
    }
}

/// What has been taught, and was before.
pub(super) struct Lesson {
    pub(super) taught: Taught,
    before: Vec<Taught>,
    /// Where it is kept.
    file: Option<PathBuf>,
}

impl Lesson {
    pub(super) fn new(taught: Taught, file: Option<PathBuf>) -> Self {
        Self { taught, before: Vec::new(), file }
    }

    /// Changes what has been taught, and keeps it. If it cannot be kept, it is as it was.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut Taught)) -> Result<(), Failure> {
        let before = self.taught.clone();
        change(&mut self.taught);
        if let Err(failure) = self.save() {
            self.taught = before;
            return Err(failure);
        }
        self.before.push(before);
        Ok(())
    }

    /// Takes the last change back. Whether there was one.
    pub(super) fn undo(&mut self) -> Result<bool, Failure> {
        let Some(before) = self.before.pop() else { return Ok(false) };
        let now = std::mem::replace(&mut self.taught, before);
        if let Err(failure) = self.save() {
            self.before.push(std::mem::replace(&mut self.taught, now));
            return Err(failure);
        }
        Ok(true)
    }

    /// Keeps it in its file, if there is one.
    fn save(&self) -> Result<(), Failure> {
        let Some(file) = &self.file else { return Ok(()) };
        replace(file, &self.taught.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_has_one_meaning_and_changes_are_taken_back_one_by_one() {
        let mut lesson = Lesson::new(Taught::default(), None);
        let add = |lesson: &mut Lesson, output: &str| {
            lesson.change(|taught| taught.add("look".to_owned(), output.to_owned())).unwrap();
        };
        add(&mut lesson, "SEE");
        add(&mut lesson, "LOOK");
        assert_eq!(lesson.taught.text(), "look\tLOOK\n");
        lesson.change(|taught| taught.deny("look".to_owned(), None)).unwrap();
        assert_eq!(lesson.taught.text(), "! look\n");
        assert!(lesson.undo().unwrap());
        assert_eq!(lesson.taught.text(), "look\tLOOK\n");
        assert!(lesson.undo().unwrap());
        assert_eq!(lesson.taught.text(), "look\tSEE\n");
        assert!(lesson.undo().unwrap() && !lesson.undo().unwrap());
        assert_eq!(lesson.taught, Taught::default());
    }

    #[test]
    fn an_output_that_is_denied_is_no_example_any_more_and_others_are() {
        let mut taught = Taught::default();
        taught.add("a".to_owned(), "A".to_owned());
        taught.deny("a".to_owned(), Some("B".to_owned()));
        assert_eq!(taught.text(), "a\tA\n! a\tB\n");
        taught.deny("a".to_owned(), Some("A".to_owned()));
        assert_eq!(taught.text(), "! a\tB\n! a\tA\n");
        taught.add("a".to_owned(), "C".to_owned());
        assert_eq!(taught.text(), "a\tC\n");
    }
}
