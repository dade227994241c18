//! What grammars make of the examples: which rule fills which slot, and how the parts that a section reads begin and end.
//!
//! Most grammars make the same of them. So what each has seen is kept by what was seen, and not by grammar: whoever is usual
//! is found in one look for all of them.

use super::alike::Alike;
use super::surprise::{EDGE, UNSEEN, bits_of_new};
use crate::grammar::votes::{VoterSet, places};
use crate::grammar::{Grammar, PartReading};
use crate::length::hash::{FastMap, hash_of};

/// A part that is listed, or copied: which one does not matter.
const LISTED: u64 = u64::MAX - 2;
/// Items of a left side are told apart up to so many.
const ITEM_BITS: u32 = 20;

/// Outcomes by context, and who has seen them.
#[derive(Default)]
struct SharedTable {
    seen: FastMap<(u64, u64), VoterSet>,
    contexts: FastMap<u64, Vec<ContextOfVoter>>,
    /// By context: bits of something new there, and for whom they are so many.
    surprises: FastMap<u64, Vec<(VoterSet, f64)>>,
}

/// How often somebody saw a context, and how many outcomes there.
struct ContextOfVoter {
    voter: usize,
    times: u32,
    kinds: u32,
}

#[derive(Default)]
pub(super) struct Habits {
    tree: SharedTable,
    /// By section: first and last words of what it read, and how many words that were.
    first: SharedTable,
    last: SharedTable,
    length: SharedTable,
}

/// How strange a reading is beside those of the examples: for each kind the greatest surprise in it, in bits.
#[derive(Clone, Copy, Default)]
pub(crate) struct Strangeness {
    /// Which rule fills which slot.
    pub(crate) tree: f64,
    /// Words at the beginnings and at the ends of parts.
    pub(crate) begins: f64,
    pub(crate) ends: f64,
    /// How many words were taken where they were copied, and some of them new.
    pub(crate) length: f64,
}

/// A grammar and its reading of an input, with numbers that all grammars share.
#[derive(Clone, Copy)]
pub(super) struct GrammarReading<'a> {
    pub(super) voter: usize,
    pub(super) grammar: &'a Grammar,
    pub(super) alike: &'a Alike,
    pub(super) readings: &'a [PartReading],
}

/// The words of a sentence.
pub(super) struct SentenceWords<'a> {
    pub(super) hashes: &'a [u64],
    /// By word: whether no example shows it, and whether it is a number.
    pub(super) new: &'a [bool],
    pub(super) digits: &'a [bool],
}

impl Strangeness {
    /// Adds another one that counts so much.
    pub(crate) fn add(&mut self, other: Strangeness, weight: f64) {
        self.tree += weight * other.tree;
        self.begins += weight * other.begins;
        self.ends += weight * other.ends;
        self.length += weight * other.length;
    }
}

impl SharedTable {
    fn add(&mut self, voter: usize, context: u64, outcome: u64) {
        let seen = self.seen.entry((context, outcome)).or_default();
        let is_new = *seen >> voter & 1 == 0;
        *seen |= 1 << voter;
        let all = self.contexts.entry(context).or_default();
        match all.iter_mut().find(|one| one.voter == voter) {
            Some(one) => (one.times, one.kinds) = (one.times + 1, one.kinds + u32::from(is_new)),
            None => all.push(ContextOfVoter { voter, times: 1, kinds: 1 }),
        }
    }

    /// Finds out how surprising something new is, once nothing is added any more.
    fn finish(&mut self) {
        for (context, voters) in std::mem::take(&mut self.contexts) {
            let mut surprises: Vec<(VoterSet, f64)> = Vec::new();
            for ContextOfVoter { voter, times, kinds } in voters {
                let bits = bits_of_new(times, kinds);
                match surprises.iter_mut().find(|(_, known)| *known == bits) {
                    Some((voters, _)) => *voters |= 1 << voter,
                    None => surprises.push((1 << voter, bits)),
                }
            }
            self.surprises.insert(context, surprises);
        }
    }

    /// Calls back for all among some who are surprised, with their bits.
    fn surprise(
        &self,
        (context, outcome): (u64, u64),
        among: VoterSet,
        mut note: impl FnMut(usize, f64),
    ) {
        let mut left = among & !self.seen.get(&(context, outcome)).copied().unwrap_or(0);
        if left == 0 {
            return;
        }
        for (voters, bits) in self.surprises.get(&context).into_iter().flatten() {
            places(left & voters).for_each(|voter| note(voter, *bits));
            left &= !voters;
        }
        places(left).for_each(|voter| note(voter, UNSEEN));
    }
}

impl GrammarReading<'_> {
    /// The slot that a part fills, as a number.
    fn slot(&self, reading: &PartReading) -> u64 {
        let around = reading.parent.and_then(|parent| self.readings[parent].rule);
        let code = self.grammar.program().sections.as_ref();
        match (reading.slot, around, code) {
            (Some(slot), Some(rule), Some(code)) => {
                let item = slot - code.rules[rule as usize].items.0;
                self.alike.rule_number(self.voter, rule) << ITEM_BITS | u64::from(item)
            }
            _ => EDGE,
        }
    }

    fn outcome(&self, reading: &PartReading) -> u64 {
        match reading.rule {
            Some(rule) if reading.has_parts || reading.parent.is_none() => {
                self.alike.rule_number(self.voter, rule)
            }
            _ => LISTED,
        }
    }

    fn section(&self, reading: &PartReading) -> Option<u64> {
        reading.section.map(|section| self.alike.section_number(self.voter, section))
    }
}

impl Habits {
    /// Takes in how some grammars read an example, all of them in this way.
    pub(super) fn note(&mut self, reading: &GrammarReading<'_>, words: &[&str]) {
        let voter = reading.voter;
        for part in reading.readings.iter().filter(|part| !part.copies) {
            self.tree.add(voter, reading.slot(part), reading.outcome(part));
            // A form of words that has another form has other words when it is read again.
            let words = words.get(part.words.clone()).unwrap_or_default();
            if let (Some(section), Some(first), Some(last)) =
                (reading.section(part), words.first(), words.last())
            {
                self.first.add(voter, section, hash_of(first));
                self.last.add(voter, section, hash_of(last));
                self.length.add(voter, section, words.len() as u64);
            }
        }
    }

    /// Says that all examples were noted.
    pub(super) fn finish(&mut self) {
        for table in [&mut self.tree, &mut self.first, &mut self.last, &mut self.length] {
            table.finish();
        }
    }

    /// How strange it is to some grammars to read a sentence so, which all of them do: by grammar, where none of these had
    /// anything before.
    pub(super) fn strangeness(
        &self,
        reading: &GrammarReading<'_>,
        among: VoterSet,
        words: &SentenceWords<'_>,
        strange: &mut [Strangeness],
    ) {
        let is_new = |place: usize| words.new[place];
        for part in reading.readings.iter().filter(|part| !part.copies) {
            self.tree.surprise(
                (reading.slot(part), reading.outcome(part)),
                among,
                |voter, bits| {
                    strange[voter].tree = strange[voter].tree.max(bits);
                },
            );
            let Some(section) = reading.section(part).filter(|_| !part.words.is_empty()) else {
                continue;
            };
            // A new word is judged elsewhere, and a number may be any.
            let is_any = |place: usize| is_new(place) || words.digits[place];
            let (first, last) = (part.words.start, part.words.end - 1);
            if !is_any(first) {
                self.first.surprise((section, words.hashes[first]), among, |voter, bits| {
                    strange[voter].begins = strange[voter].begins.max(bits);
                });
            }
            if !is_any(last) {
                self.last.surprise((section, words.hashes[last]), among, |voter, bits| {
                    strange[voter].ends = strange[voter].ends.max(bits);
                });
            }
        }
        for copy in reading.readings.iter().filter(|part| part.copies) {
            let around = copy.parent.map(|parent| &reading.readings[parent]);
            let around = around.filter(|around| around.is_open && around.parent.is_some());
            let around = around.filter(|_| copy.words.clone().any(is_new));
            if let Some((section, words)) =
                around.and_then(|around| Some((reading.section(around)?, around.words.len())))
            {
                self.length.surprise((section, words as u64), among, |voter, bits| {
                    strange[voter].length = strange[voter].length.max(bits);
                });
            }
        }
    }
}
