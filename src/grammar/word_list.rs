//! Words in one text, as results give them out.

use crate::language::vocabulary::{Vocabulary, Word};
use crate::run::limits::Limit;
use crate::run::sections::Token;
use crate::run::{Halt, Span};
use std::fmt::Write;
use std::ops::Range;

/// Words in one text with a space between them, and where each ends.
#[derive(Debug, Default)]
pub(super) struct WordList {
    pub(super) text: String,
    ends: Vec<usize>,
}

impl WordList {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    pub(super) fn push(&mut self, word: &str) {
        if !self.ends.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(word);
        self.ends.push(self.text.len());
    }

    /// Adds a number in decimal digits.
    pub(super) fn push_number(&mut self, number: i64) {
        if !self.ends.is_empty() {
            self.text.push(' ');
        }
        write!(self.text, "{number}").expect("writing to a string does not fail");
        self.ends.push(self.text.len());
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Several words with a space between them.
    pub(super) fn part(&self, words: Range<usize>) -> &str {
        if words.is_empty() || words.end > self.ends.len() {
            return "";
        }
        let start = if words.start == 0 { 0 } else { self.ends[words.start - 1] + 1 };
        &self.text[start..self.ends[words.end - 1]]
    }

    pub(super) fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1] + 1 };
        Some(&self.text[start..end])
    }

    /// All words, or none if they are not `wanted`.
    pub(super) fn iter(&self, wanted: bool) -> impl ExactSizeIterator<Item = &str> {
        let count = if wanted { self.ends.len() } else { 0 };
        (0..count).map(|index| self.get(index).expect("the index is below the count"))
    }

    /// Refuses before it writes: a few long tokens, repeated, could fill the memory.
    pub(super) fn set_tokens(
        &mut self,
        tokens: &[Word],
        vocabulary: &Vocabulary,
        limit: usize,
    ) -> Result<(), Halt> {
        let bytes: usize = tokens.iter().map(|token| vocabulary.text(*token).len() + 1).sum();
        if bytes > limit.saturating_add(1) {
            return Err(Limit::Length.into());
        }
        tokens.iter().for_each(|token| self.push(vocabulary.text(*token)));
        Ok(())
    }

    /// Adds tokens by sections, if their text stays within `limit` bytes.
    pub(super) fn add_section_tokens(
        &mut self,
        tokens: &[Token],
        vocabulary: &Vocabulary,
        input: &WordList,
        limit: usize,
    ) -> Result<(), Halt> {
        let text = |token: &Token| match token {
            Token::Word(word) => vocabulary.text(*word),
            Token::Input(place) => input.get(*place as usize).unwrap_or(""),
            Token::Number(_) => "0",
        };
        let bytes: usize = tokens.iter().map(|token| text(token).len() + 1).sum();
        if bytes > limit.saturating_add(1) {
            return Err(Limit::Length.into());
        }
        let before = self.text.len();
        for token in tokens {
            match token {
                Token::Number(number) => self.push_number(*number),
                token => self.push(text(token)),
            }
        }
        match self.text.len() - before > limit.saturating_add(1) {
            true => Err(Limit::Length.into()),
            false => Ok(()),
        }
    }

    pub(super) fn set_number(&mut self, number: i64) {
        self.push_number(number);
    }

    /// Adds the words of an input that lie in `span`.
    pub(super) fn set_part<'a>(&mut self, input: impl Iterator<Item = &'a str>, span: Span) {
        let words = input.skip(span.range().start).take(span.range().len());
        words.for_each(|word| self.push(word));
    }
}
