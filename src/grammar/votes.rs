//! The different answers of grammars that vote, in memory that is used again.

use crate::language::vocabulary::Word;

/// Sets of voters: a bit each, by their places.
pub(super) type VoterSet = u64;

/// Answers, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Votes {
    texts: String,
    list: Vec<VotedAnswer>,
    /// The input: in normal form, and as words of the grammars.
    pub(super) input: String,
    pub(super) words: Vec<Word>,
    /// Brackets of an answer that are open, while it is looked at.
    pub(super) open: Vec<char>,
}

/// One answer, and who gives it.
#[derive(Clone, Copy, Debug)]
struct VotedAnswer {
    /// Where its text ends, which begins where the one before ends.
    end: usize,
    number: Option<i64>,
    voters: VoterSet,
}

impl Votes {
    pub(super) fn clear(&mut self) {
        self.texts.clear();
        self.list.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds the votes of some for an answer.
    pub(super) fn add(&mut self, text: &str, number: Option<i64>, voters: VoterSet) {
        let known = (0..self.list.len()).find(|answer| self.text(*answer) == text);
        match known {
            Some(answer) => self.list[answer].voters |= voters,
            None => {
                self.texts.push_str(text);
                self.list.push(VotedAnswer { end: self.texts.len(), number, voters });
            }
        }
    }

    pub(super) fn text(&self, answer: usize) -> &str {
        let start = if answer == 0 { 0 } else { self.list[answer - 1].end };
        &self.texts[start..self.list[answer].end]
    }

    pub(super) fn number(&self, answer: usize) -> Option<i64> {
        self.list[answer].number
    }

    pub(super) fn voters(&self, answer: usize) -> VoterSet {
        self.list[answer].voters
    }
}

/// The places of the voters of a set, the first one first.
pub(super) fn places(mut voters: VoterSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (voters != 0).then(|| voters.trailing_zeros() as usize)?;
        voters &= voters - 1;
        Some(place)
    })
}

/// The memory of whoever divides voters into classes that read an input alike.
#[derive(Debug, Default)]
pub(super) struct ClassMemory {
    /// By word of the grammars: where the input has it, a bit each, the last one for all further places.
    pub(super) places: Vec<u64>,
    /// Rules that could read a part of it.
    pub(super) candidates: Vec<u32>,
    /// By section: whether it could read some part, and whether it is ever asked to.
    pub(super) can_read: Vec<bool>,
    pub(super) is_reached: Vec<bool>,
    pub(super) classes: Vec<VoterSet>,
    /// By section, as far as it is known: places before words that it can begin with, and behind words that it can end with.
    pub(super) edges: Vec<Option<(u64, u64)>>,
    /// By place of the input: its word among those of the grammars.
    pub(super) numbers: Vec<Option<u32>>,
    /// By section, and by section and place: where it was asked to begin, and where to end.
    pub(super) asked_from: Vec<u64>,
    pub(super) asked: Vec<u64>,
}
