//! What one grammar makes of the examples: which rule fills which slot, and what open slots took.

use super::surprise::{EDGE, Table};
use crate::grammar::PartReading;
use crate::length::hash::hash_of;

/// A part that is listed, or copied: which one does not matter.
const LISTED: u64 = u64::MAX - 2;

#[derive(Default)]
pub(crate) struct Habits {
    tree: Table,
    fillers: Table,
}

/// What an open slot took that no example shows.
#[derive(Clone, Copy, Default)]
pub(crate) struct OpenPlaces {
    /// How many different words such a slot had, where it had the fewest.
    pub(crate) kinds: u32,
    /// Whether it is a place inside a rule rather than a section that copies.
    pub(crate) inside: bool,
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
            if reading.parent.is_some() {
                self.fillers.add(slot(reading), hash_of(&words[reading.words.clone()]));
            }
        }
    }

    /// The greatest surprise in how a sentence is read.
    pub(crate) fn surprise(&self, readings: &[PartReading]) -> f64 {
        let own = readings.iter().filter(|reading| !reading.copies);
        own.map(|r| self.tree.surprise(slot(r), Habits::outcome(r))).fold(0.0, f64::max)
    }

    /// What is known of the open slots that took words which `is_new`.
    pub(crate) fn open_places(
        &self,
        readings: &[PartReading],
        is_new: &dyn Fn(usize) -> bool,
    ) -> Option<OpenPlaces> {
        let mut least: Option<OpenPlaces> = None;
        for reading in readings.iter().filter(|r| r.copies && r.words.clone().any(is_new)) {
            // A section that only copies stands for the slot that it fills.
            let around = reading.parent.map(|parent| &readings[parent]);
            let inside = around.is_none_or(|around| !around.is_open || around.parent.is_none());
            let asked = around.filter(|_| !inside).unwrap_or(reading);
            let kinds = self.fillers.kinds(slot(asked));
            least = Some(least.map_or(OpenPlaces { kinds, inside }, |known| OpenPlaces {
                kinds: known.kinds.min(kinds),
                inside: known.inside || inside,
            }));
        }
        least
    }
}
