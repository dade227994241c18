//! Problems of examples, of which there may be as many as examples: the first of each kind are listed, with
//! texts that are cut short.

use crate::solution::{MOST_LISTED, Problem};
use std::borrow::Cow;

/// The bytes of a text that a person is told of, who reads no more.
const LONGEST: usize = 4096;

/// A text, cut short if it is long.
pub(crate) fn clipped(text: &str) -> Cow<'_, str> {
    match text.len() <= LONGEST {
        true => Cow::Borrowed(text),
        false => {
            let end = (0..=LONGEST).rev().find(|end| text.is_char_boundary(*end));
            Cow::Owned(format!("{} …", &text[..end.unwrap_or(0)]))
        }
    }
}

/// How many problems of one kind there are.
pub(crate) struct Kind {
    count: usize,
    of: &'static str,
}

impl Kind {
    /// Named in the plural.
    pub(crate) fn new(of: &'static str) -> Self {
        Self { count: 0, of }
    }

    /// Counts one more, and gives what it is if it is one of the first.
    pub(crate) fn one(&mut self, problem: impl FnOnce() -> Problem) -> Option<Problem> {
        self.count += 1;
        (self.count <= MOST_LISTED).then(problem)
    }

    /// That there are others, if there are.
    pub(crate) fn others(&self) -> Option<Problem> {
        let count = self.count.saturating_sub(MOST_LISTED);
        (count > 0).then_some(Problem::More { count, of: self.of })
    }
}
