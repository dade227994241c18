//! All readings of a sentence by a grammar, cheapest outputs first.
//!
//! Starts are taken from right to left, so that whatever follows a start is
//! complete. From a start every rule is matched once to all of its possible
//! ends. Outputs live in one arena and a chart is used again and again: after
//! the first sentences nothing is allocated.

mod index;
mod cells;
mod parse;
mod reading;
#[cfg(test)]
mod tests;

pub(crate) use index::Index;
pub(crate) use reading::Reading;

use super::symbol::Symbol;

/// Costs are whole numbers, 256 to a bit: ties are ties on every machine.
pub(crate) type Cost = i32;
pub(crate) const BIT: f64 = 256.0;

pub(crate) fn cost_of_bits(bits: f64) -> Cost {
    (bits * BIT).round() as Cost
}

const NONE: u32 = u32::MAX;
/// Slots of one rule that a chart follows.
pub(crate) const MOST_SLOTS: usize = 16;

/// Something read before parsing starts: an open name, a number.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) section: usize,
    pub(crate) output: Vec<Symbol>,
    pub(crate) cost: Cost,
}

/// What reads a part: a rule, or something that was there before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reader {
    Rule(usize),
    /// A slot of the sentence itself, or the n-th thing given.
    Given(usize),
}

/// One output of a section on a span.
#[derive(Clone, Copy)]
struct Alternative {
    cost: Cost,
    from: u32,
    len: u32,
    hash: u64,
    reader: u32,
    kids: u32,
}

#[derive(Clone, Copy)]
struct Entry {
    section: u32,
    start: u16,
    end: u16,
    found: u8,
    next_of_section: u32,
    next_of_end: u32,
}

/// All readings of one sentence. Used again for the next, it keeps its memory.
#[derive(Default)]
pub(crate) struct Chart {
    length: usize,
    sections: usize,
    keep: usize,
    by_section: Vec<u32>,
    by_end: Vec<u32>,
    entries: Vec<Entry>,
    alternatives: Vec<Alternative>,
    outputs: Vec<Symbol>,
    kids: Vec<u32>,
    parts: Vec<u32>,
    work: u64,
}

impl Chart {
    /// The bytes that it keeps, about.
    pub(crate) fn bytes(&self) -> usize {
        let entries = self.entries.capacity() * size_of::<Entry>();
        let alternatives = self.alternatives.capacity() * size_of::<Alternative>();
        let numbers = self.by_section.capacity() + self.kids.capacity() + self.outputs.capacity();
        entries + alternatives + numbers * size_of::<u32>()
    }
}

/// Readers in the high bit space of `reader`: given things.
const GIVEN: u32 = 1 << 31;
