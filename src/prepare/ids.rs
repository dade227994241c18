//! Small numbers for the words and tokens of a task, as the solver and the networks' tables use them.

use super::reading::Reading;
use crate::language::class::{SmallId, TokenId, WordId};
use crate::language::vocabulary::Word;
use std::collections::{HashMap, HashSet};

/// The most words, and the most tokens, that have such numbers: sets of them are 256 bits, of which two have
/// a meaning of their own.
pub(crate) const MOST_SYMBOLS: usize = 254;
/// The longest inputs that are solved from. Longer ones are only checked against.
pub(crate) const LONGEST_INPUT: usize = 100;
/// The longest outputs that are solved from.
pub(crate) const LONGEST_OUTPUT: usize = 200;

/// An example in these numbers.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    pub(crate) input: Vec<WordId>,
    pub(crate) output: Vec<TokenId>,
}

/// Numbers words, or tokens, in the order in which they come.
#[derive(Debug)]
pub(super) struct Numbering<Id> {
    pub(super) words: Vec<Word>,
    pub(super) numbers: HashMap<Word, Id>,
}

impl<Id: SmallId> Numbering<Id> {
    pub(super) fn new() -> Self {
        Self { words: Vec::new(), numbers: HashMap::new() }
    }

    /// Whether with all of `words` there are at most so many, and it was not told to stop.
    pub(super) fn room_for(&self, words: &[Word], most: usize, reading: &mut Reading<'_>) -> bool {
        let is_new = |word: &&Word| !reading.passes(1) && !self.numbers.contains_key(word);
        let new: HashSet<&Word> = words.iter().filter(is_new).collect();
        self.words.len() + new.len() <= most && !reading.is_over()
    }

    /// The numbers of words, as far as it is not told to stop. Those that are new get one.
    pub(super) fn added(&mut self, words: &[Word], reading: &mut Reading<'_>) -> Vec<Id> {
        let mut numbers = Vec::new();
        for some in words.chunks(64).take_while(|some| !reading.passes(some.len())) {
            self.add(some);
            numbers.extend(some.iter().map(|word| self.numbers[word]));
        }
        numbers
    }

    pub(super) fn add(&mut self, words: &[Word]) {
        for word in words {
            self.numbers.entry(*word).or_insert_with(|| {
                self.words.push(*word);
                // Past what fits, nothing is solved: the count is looked at before.
                Id::from_number((self.words.len() - 1).min(usize::from(u8::MAX)) as u8)
            });
        }
    }

    pub(super) fn of(&self, words: &[Word]) -> Vec<Id> {
        words.iter().map(|word| self.numbers[word]).collect()
    }
}
