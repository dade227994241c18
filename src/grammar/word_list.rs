//! Words in one text, as results give them out.

use crate::language::vocabulary::{Vocabulary, Word};
use crate::run::limits::{Limit, Limits};
use crate::run::sections::Token;
use crate::run::{Halt, Output, Span, Tokens};
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
        push_digits(&mut self.text, number);
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
        let start = if words.start == 0 { 0 } else { self.ends[words.start - 1].saturating_add(1) };
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

/// Writes a number, without the formatting of Rust, which takes as long as a small evaluation.
fn push_digits(text: &mut String, number: i64) {
    // The smallest number has 19 digits.
    let mut digits = [b'0'; 20];
    let mut first = digits.len() - 1;
    let mut rest = number.unsigned_abs();
    while rest > 9 {
        digits[first] += (rest % 10) as u8;
        rest /= 10;
        first -= 1;
    }
    digits[first] += rest as u8;
    if number < 0 {
        text.push('-');
    }
    text.extend(digits[first..].iter().map(|digit| char::from(*digit)));
}

/// Tokens that are written as they come, up to a number of them. What is there already is copied as text, with the spaces
/// in it.
///
/// What takes long is done by the list, and called with values: so that a machine that writes can stay in registers.
pub(super) struct Writing<'a> {
    words: &'a mut WordList,
    vocabulary: &'a Vocabulary,
    most_tokens: u32,
    most_bytes: usize,
}

impl<'a> Writing<'a> {
    pub(super) fn new(
        words: &'a mut WordList,
        vocabulary: &'a Vocabulary,
        limits: &Limits,
    ) -> Self {
        words.clear();
        Self { words, vocabulary, most_tokens: limits.tokens(), most_bytes: limits.text }
    }
}

impl Output for Writing<'_> {
    #[inline(always)]
    fn len(&self) -> u32 {
        self.words.ends.len() as u32
    }

    #[inline(always)]
    fn push(&mut self, token: Word) -> Result<(), Halt> {
        if self.len() >= self.most_tokens {
            return Err(Limit::Length.into());
        }
        self.words.push_within(self.vocabulary.text(token), self.most_bytes);
        Ok(())
    }

    #[inline(always)]
    fn copy(&mut self, (start, end): Tokens) -> Result<(), Halt> {
        if end - start > self.most_tokens - self.len() {
            return Err(Limit::Length.into());
        }
        self.words.copy_within(start as usize..end as usize, self.most_bytes);
        Ok(())
    }
}

/// What [`Writing`] does. Text beyond a number of bytes is left out, and only where it would end is kept: the evaluation
/// goes on, because it may still find that there is no value at all.
impl WordList {
    fn push_within(&mut self, word: &str, most_bytes: usize) {
        let end = self.next_start().saturating_add(word.len());
        if end <= most_bytes {
            self.push(word);
        } else {
            self.ends.push(end);
        }
    }

    fn copy_within(&mut self, words: Range<usize>, most_bytes: usize) {
        if words.is_empty() {
            return;
        }
        let from = if words.start == 0 { 0 } else { self.ends[words.start - 1].saturating_add(1) };
        let to = self.ends[words.end - 1];
        let further = self.next_start() - from;
        if to.saturating_add(further) <= most_bytes {
            self.text.push(' ');
            self.text.extend_from_within(from..to);
        }
        let copied = self.ends.len();
        self.ends.extend_from_within(words);
        self.ends[copied..].iter_mut().for_each(|end| *end = end.saturating_add(further));
    }

    /// Where the text of the next word begins.
    fn next_start(&self) -> usize {
        self.ends.last().map_or(0, |end| end.saturating_add(1))
    }

    /// Whether no text has been left out.
    pub(super) fn is_whole(&self) -> bool {
        self.ends.last().is_none_or(|end| *end == self.text.len())
    }
}
