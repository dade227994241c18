//! Words in one text, as results give them out.

use crate::language::vocabulary::{Vocabulary, Word};
use crate::run::limits::{Limit, Limits};
use crate::run::sections::Token;
use crate::run::{Halt, Output, Span, Tokens};
use crate::sync::{Mutex, whole};
use std::ops::Range;

/// Words in one text with a space between them, and where each ends.
#[derive(Debug, Default)]
pub(super) struct WordList {
    pub(super) text: String,
    ends: Vec<usize>,
    /// Where each ends in a text that was written as a whole, found out when somebody asks for one of them.
    found_ends: Mutex<Vec<usize>>,
    /// Whether that is so.
    whole: bool,
}

impl WordList {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        if self.whole {
            self.whole = false;
            whole(self.found_ends.get_mut()).clear();
        }
    }

    /// Becomes the same words as those of another one, which were pushed.
    pub(super) fn copy_from(&mut self, other: &WordList) {
        self.clear();
        self.text.push_str(&other.text);
        self.ends.extend_from_slice(&other.ends);
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
        self.with_ends(<[usize]>::len)
    }

    /// Several words with a space between them.
    pub(super) fn part(&self, words: Range<usize>) -> &str {
        let range = self.with_ends(|ends| {
            let last = *ends.get(words.end.checked_sub(1)?)?;
            let first = if words.start == 0 { 0 } else { *ends.get(words.start - 1)? + 1 };
            (first <= last).then_some(first..last)
        });
        range.map_or("", |range| &self.text[range])
    }

    pub(super) fn get(&self, index: usize) -> Option<&str> {
        (index < self.len()).then(|| self.part(index..index + 1))
    }

    /// All words, or none if they are not `wanted`.
    pub(super) fn iter(&self, wanted: bool) -> impl ExactSizeIterator<Item = &str> {
        let count = if wanted { self.len() } else { 0 };
        let mut words = self.text.split(' ');
        (0..count).map(move |_| words.next().expect("there are so many"))
    }

    /// Does something with the ends of all words.
    fn with_ends<T>(&self, work: impl FnOnce(&[usize]) -> T) -> T {
        if !self.whole {
            return work(&self.ends);
        }
        let mut ends = whole(self.found_ends.lock());
        if ends.is_empty() && !self.text.is_empty() {
            let spaces = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b' ');
            ends.extend(spaces.map(|(place, _)| place).chain([self.text.len()]));
        }
        work(&ends)
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

    /// Takes over words in one text, with a space between them.
    pub(super) fn set_whole(&mut self, text: &str) {
        self.clear();
        self.whole = true;
        self.text.push_str(text);
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

/// Tokens that are written as they come, each with a space behind it. Parts of the output are known by the bytes of their
/// text here, and are copied as text.
///
/// What takes long is done by the text, and called with values: so that a machine that writes can stay in registers.
pub(super) struct Writing<'a> {
    text: &'a mut String,
    vocabulary: &'a Vocabulary,
    most_bytes: u32,
}

impl<'a> Writing<'a> {
    /// It is said to be too long when it may be: if a token had only one byte, it could be too many of them.
    pub(super) fn new(
        words: &'a mut WordList,
        vocabulary: &'a Vocabulary,
        limits: &Limits,
    ) -> Self {
        words.clear();
        words.whole = true;
        Self { text: &mut words.text, vocabulary, most_bytes: limits.tokens() }
    }

    #[inline(always)]
    fn within_limit(&self, more: u32) -> Result<(), Halt> {
        match self.len().checked_add(more).is_some_and(|bytes| bytes <= self.most_bytes) {
            true => Ok(()),
            false => Err(Limit::Length.into()),
        }
    }
}

impl Output for Writing<'_> {
    #[inline(always)]
    fn len(&self) -> u32 {
        self.text.len() as u32
    }

    #[inline(always)]
    fn push(&mut self, token: Word) -> Result<(), Halt> {
        push_token(self.text, self.vocabulary.text(token));
        self.within_limit(0)
    }

    #[inline(always)]
    fn copy(&mut self, (start, end): Tokens, times: u32) -> Result<(), Halt> {
        self.within_limit((end - start).saturating_mul(times))?;
        copy_tokens(self.text, start as usize..end as usize, times);
        Ok(())
    }
}

fn push_token(text: &mut String, token: &str) {
    text.push_str(token);
    text.push(' ');
}

fn copy_tokens(text: &mut String, range: Range<usize>, times: u32) {
    for _ in 0..times {
        text.extend_from_within(range.clone());
    }
}

impl WordList {
    /// Takes what [`Writing`] has written, but the space behind the last token.
    pub(super) fn written(&mut self) {
        self.text.pop();
    }
}
