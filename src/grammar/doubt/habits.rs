//! What one grammar makes of the examples: which rule fills which slot, and how the parts that a section reads begin
//! and end.

use super::alike::Translation;
use super::surprise::{EDGE, Table};
use crate::grammar::PartReading;
use crate::length::digits::is_digits;
use crate::length::hash::hash_of;

/// A part that is listed, or copied: which one does not matter.
const LISTED: u64 = u64::MAX - 2;

#[derive(Default)]
pub(crate) struct Habits {
    tree: Table,
    /// By section: first and last words of what it read, and how many words that were.
    first: Table,
    last: Table,
    length: Table,
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

impl Strangeness {
    /// Adds another one that counts so much.
    pub(crate) fn add(&mut self, other: Strangeness, weight: f64) {
        self.tree += weight * other.tree;
        self.begins += weight * other.begins;
        self.ends += weight * other.ends;
        self.length += weight * other.length;
    }

    fn at_least(&mut self, other: Strangeness) {
        self.tree = self.tree.max(other.tree);
        self.begins = self.begins.max(other.begins);
        self.ends = self.ends.max(other.ends);
        self.length = self.length.max(other.length);
    }
}

/// The slot that a reading fills, as a number.
fn slot(reading: &PartReading) -> u64 {
    reading.slot.map_or(EDGE, u64::from)
}

impl Habits {
    fn outcome(reading: &PartReading) -> u64 {
        match reading.rule {
            Some(rule) if reading.has_parts || reading.parent.is_none() => rule.into(),
            _ => LISTED,
        }
    }

    /// Takes in how an example is read.
    pub(crate) fn note(&mut self, readings: &[PartReading], words: &[&str]) {
        for reading in readings.iter().filter(|reading| !reading.copies) {
            self.tree.add(slot(reading), Habits::outcome(reading));
            // A form of words that has another form has other words when it is read again.
            let part = words.get(reading.words.clone()).unwrap_or_default();
            if let (Some(section), Some(first), Some(last)) =
                (reading.section.map(u64::from), part.first(), part.last())
            {
                self.first.add(section, hash_of(first));
                self.last.add(section, hash_of(last));
                self.length.add(section, part.len() as u64);
            }
        }
    }

    /// How strange it is to read a sentence so, whose words come with their hashes; `is_new` says which of them no example
    /// shows. Where another grammar read it in the same way, `way` says what that means here.
    pub(crate) fn strangeness(
        &self,
        readings: &[PartReading],
        way: Option<&Translation<'_>>,
        (words, hashes): (&[&str], &[u64]),
        is_new: &dyn Fn(usize) -> bool,
    ) -> Strangeness {
        let own = |reading: &PartReading| match way {
            None => reading.clone(),
            Some(way) => {
                let around = reading.parent.and_then(|parent| readings[parent].rule);
                let slot = reading.slot.zip(around).map(|(slot, rule)| way.item(rule, slot));
                PartReading {
                    slot: slot.or(reading.slot),
                    rule: reading.rule.map(|rule| way.rule(rule)),
                    section: reading.section.map(|section| way.section(section)),
                    ..reading.clone()
                }
            }
        };
        let mut most = Strangeness::default();
        for reading in readings.iter().filter(|reading| !reading.copies) {
            let reading = &own(reading);
            let mut own = Strangeness {
                tree: self.tree.surprise(slot(reading), Habits::outcome(reading)),
                ..Strangeness::default()
            };
            if let (Some(section), false) =
                (reading.section.map(u64::from), reading.words.is_empty())
            {
                // A new word is judged elsewhere, and a number may be any.
                let edge =
                    |table: &Table, place: usize| match is_new(place) || is_digits(words[place]) {
                        true => 0.0,
                        false => table.surprise(section, hashes[place]),
                    };
                own.begins = edge(&self.first, reading.words.start);
                own.ends = edge(&self.last, reading.words.end - 1);
            }
            most.at_least(own);
        }
        for copy in readings.iter().filter(|r| r.copies && r.words.clone().any(is_new)) {
            let around = copy.parent.map(|parent| &readings[parent]);
            let around = around.filter(|around| around.is_open && around.parent.is_some());
            let around = around.map(own);
            if let Some((section, words)) = around.and_then(|a| Some((a.section?, a.words.len()))) {
                let length = self.length.surprise(section.into(), words as u64);
                most.at_least(Strangeness { length, ..Strangeness::default() });
            }
        }
        most
    }
}
