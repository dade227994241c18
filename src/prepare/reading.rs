//! Words and tokens become numbers: asked again and again whether to go on, and with every byte counted.

use crate::budget::Budget;
use crate::language::Normalisation;
use crate::language::class::{SmallId, TokenId, WordId};
use crate::language::vocabulary::{Vocabulary, Word};
use crate::solution::{MOST_LISTED, Problem, Unsatisfied};
use std::borrow::Cow;
use std::collections::HashSet;

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
pub(crate) struct TextReader<'a> {
    budget: &'a Budget,
    pub(crate) vocabulary: Vocabulary,
    /// Words since it was asked.
    passed: usize,
    /// Bytes that are not noted yet.
    bytes: usize,
    /// The bytes that may still be taken.
    room: usize,
    is_over: bool,
}

impl<'a> TextReader<'a> {
    pub(crate) fn new(budget: &'a Budget) -> Self {
        let is_over = budget.interrupted();
        let room = usize::MAX;
        Self { budget, vocabulary: Vocabulary::new(), passed: 0, bytes: 0, room, is_over }
    }

    /// Whether it was told to stop.
    pub(crate) fn is_over(&mut self) -> bool {
        self.passes(0)
    }

    /// From now on, only half of the memory that is left may be taken, so that there is some to learn by.
    pub(crate) fn leave_half(&mut self) {
        self.room = self.budget.control().memory_left() / 2;
    }

    /// Whether more was to be taken than may be.
    pub(crate) fn is_full(&self) -> bool {
        self.room == 0
    }

    /// Notes bytes that are kept.
    pub(crate) fn keep(&mut self, bytes: usize) {
        self.bytes += bytes;
        self.room = self.room.saturating_sub(bytes);
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
    pub(crate) fn intern(
        &mut self,
        text: &str,
        normalisation: Normalisation,
        to: &mut Vec<Word>,
    ) -> (u32, u32) {
        self.read(text, normalisation, to, |vocabulary, word| {
            let before = vocabulary.len();
            let number = vocabulary.intern(word).expect("split at white space");
            (number, if vocabulary.len() > before { OF_NEW_WORD + word.len() } else { 0 })
        })
    }

    /// Adds the words of a text, or less if it is told to stop, and gives their place. Those that are not in the
    /// vocabulary stay unknown.
    pub(crate) fn find(
        &mut self,
        text: &str,
        normalisation: Normalisation,
        to: &mut Vec<Word>,
    ) -> (u32, u32) {
        self.read(text, normalisation, to, |vocabulary, word| (vocabulary.find(word), 0))
    }

    /// Adds the words of a text, or less if it is told to stop, and gives their place. `number` gives a word's number, and
    /// the bytes that the vocabulary has grown by.
    fn read(
        &mut self,
        text: &str,
        normalisation: Normalisation,
        to: &mut Vec<Word>,
        number: impl Fn(&mut Vocabulary, &str) -> (Word, usize),
    ) -> (u32, u32) {
        let start = to.len() as u32;
        let mut buffer = String::new();
        for word in normalisation.words(text) {
            let word = normalisation.form(word, &mut buffer);
            if self.passes(1 + word.len() / BYTES_LIKE_A_WORD) || self.is_full() {
                break;
            }
            let (number, added) = number(&mut self.vocabulary, word);
            to.push(number);
            self.keep(OF_WORD + added);
        }
        (start, to.len() as u32)
    }
}

/// The most words, and the most tokens, that deduction takes: its sets of them are 256 bits, of which two have a
/// meaning of their own. Other learners take more.
pub(crate) const MOST_SYMBOLS: usize = 254;
/// The longest inputs that are solved from. Longer ones are only checked against.
pub(crate) const LONGEST_INPUT: usize = 100;
/// The longest outputs that are solved from.
pub(crate) const LONGEST_OUTPUT: usize = 200;

/// An example in these numbers.
#[derive(Clone, Debug)]
pub(crate) struct NumberedExample {
    pub(crate) input: Vec<WordId>,
    pub(crate) output: Vec<TokenId>,
}

/// Small numbers for the words, or the tokens, of a task, in the order in which they come: for the solver and the
/// networks' tables.
#[derive(Debug)]
pub(super) struct Numbering<Id> {
    pub(super) words: Vec<Word>,
    /// By a word's place in the vocabulary.
    numbers: Vec<Option<Id>>,
}

impl<Id: SmallId> Numbering<Id> {
    pub(super) fn new() -> Self {
        Self { words: Vec::new(), numbers: Vec::new() }
    }

    /// The number of a word.
    pub(super) fn get(&self, word: Word) -> Option<Id> {
        self.numbers.get(word.index()).copied().flatten()
    }

    /// Whether with all of `words` there are at most so many, and it was not told to stop.
    pub(super) fn room_for(
        &self,
        words: &[Word],
        most: usize,
        reading: &mut TextReader<'_>,
    ) -> bool {
        let is_new = |word: &&Word| !reading.passes(1) && self.get(**word).is_none();
        let new: HashSet<&Word> = words.iter().filter(is_new).collect();
        self.words.len() + new.len() <= most && !reading.is_over()
    }

    /// The numbers of words, as far as it is not told to stop. Those that are new get one.
    pub(super) fn added(&mut self, words: &[Word], reading: &mut TextReader<'_>) -> Vec<Id> {
        let mut numbers = Vec::new();
        for some in words.chunks(64).take_while(|some| !reading.passes(some.len())) {
            self.add(some);
            numbers.extend(self.of(some));
        }
        numbers
    }

    pub(super) fn add(&mut self, words: &[Word]) {
        for word in words {
            if self.get(*word).is_some() {
                continue;
            }
            self.words.push(*word);
            if self.numbers.len() <= word.index() {
                self.numbers.resize(word.index() + 1, None);
            }
            // Past what fits, nothing is solved: the count is looked at before.
            let number = (self.words.len() - 1).min(usize::from(u8::MAX)) as u8;
            self.numbers[word.index()] = Some(Id::from_number(number));
        }
    }

    pub(super) fn of(&self, words: &[Word]) -> Vec<Id> {
        words.iter().map(|word| self.get(*word).expect("it was added")).collect()
    }
}

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

/// Problems of one kind, of which there may be as many as examples: the first are listed, the others counted.
pub(crate) struct CountedProblems {
    count: usize,
    of: &'static str,
}

impl CountedProblems {
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
