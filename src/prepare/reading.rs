//! Words and tokens become numbers: asked again and again whether to go on, and with every byte counted.

use crate::budget::Budget;
use crate::language::vocabulary::{Vocabulary, Word};
use crate::solution::Unsatisfied;

/// The bytes that an example takes besides its words, about: its pair, the tables that it is found by, and
/// a place among those that a grammar does not satisfy, once for the best so far and once in the solution.
pub(crate) const OF_EXAMPLE: usize = 160 + 2 * size_of::<Unsatisfied>();
/// The bytes that a query takes, with a ballot of votes on it. Its answer has been counted before.
pub(crate) const OF_QUERY: usize = 152;
/// What a word takes in a list that grows, and once more as the solver's number.
const OF_WORD: usize = 2 * size_of::<Word>() + 1;
/// What the tables take for a word besides its text: the vocabulary, and which number of the solver it has.
const OF_NEW_WORD: usize = 160;
/// After so many words it is asked whether to go on: that is a part of a millisecond.
pub(crate) const WORDS: usize = 1 << 12;
/// A long word is like several: to look at so many bytes takes as long as to look up a word.
const BYTES_LIKE_A_WORD: usize = 64;

/// Reads texts into a vocabulary.
pub(crate) struct Reading<'a> {
    budget: &'a Budget,
    pub(crate) vocabulary: Vocabulary,
    /// Words since it was asked.
    passed: usize,
    /// Bytes that are not noted yet.
    bytes: usize,
    is_over: bool,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(budget: &'a Budget) -> Self {
        let is_over = budget.interrupted();
        Self { budget, vocabulary: Vocabulary::new(), passed: 0, bytes: 0, is_over }
    }

    /// Whether it was told to stop.
    pub(crate) fn is_over(&mut self) -> bool {
        self.passes(0)
    }

    /// Notes bytes that are kept.
    pub(crate) fn keep(&mut self, bytes: usize) {
        self.bytes += bytes;
        // Little by little, but not one by one: several threads look at the sum.
        if self.bytes >= WORDS {
            self.budget.control().keep(std::mem::take(&mut self.bytes));
        }
    }

    /// Whether it is told to stop, now that it will look at so many words.
    pub(crate) fn passes(&mut self, words: usize) -> bool {
        self.passed += words;
        if self.passed >= WORDS && !self.is_over {
            self.passed = 0;
            self.is_over = self.budget.interrupted();
        }
        self.is_over
    }

    /// Adds the words of a text, or less if it is told to stop, and gives their place.
    pub(crate) fn intern(&mut self, text: &str, to: &mut Vec<Word>) -> (u32, u32) {
        let start = to.len() as u32;
        for word in text.split_whitespace() {
            if self.passes(1 + word.len() / BYTES_LIKE_A_WORD) {
                break;
            }
            let before = self.vocabulary.len();
            to.push(self.vocabulary.intern(word).expect("split at white space"));
            let is_new = self.vocabulary.len() > before;
            self.keep(OF_WORD + if is_new { OF_NEW_WORD + word.len() } else { 0 });
        }
        (start, to.len() as u32)
    }

    /// The same for words of which those that are new stay unknown.
    pub(crate) fn find(&mut self, text: &str, to: &mut Vec<Word>) -> (u32, u32) {
        let start = to.len() as u32;
        for word in text.split_whitespace() {
            if self.passes(1 + word.len() / BYTES_LIKE_A_WORD) {
                break;
            }
            to.push(self.vocabulary.find(word));
            self.keep(OF_WORD);
        }
        (start, to.len() as u32)
    }
}
