//! The slots of an evaluation: which section read which words, and what they mean.

use super::reader::{NO_NODE, ReadNode, SectionReader, Text};
use super::tokens::Value;
use crate::language::rule::SectionRef;
use crate::run::program::sections::Takes;
use std::cmp::Reverse;

/// A typed variable of a derivation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawSlot {
    pub(crate) section: SectionRef,
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// How many slots it lies in.
    pub(crate) depth: u32,
    pub(crate) value: Value,
}

/// Slots in the order in which they were found, and those whose value no right side asked for.
#[derive(Debug, Default)]
pub(super) struct Slots {
    pub(super) list: Vec<RawSlot>,
    /// Slots whose value has to be found yet, each with the node that reads it.
    postponed: Vec<(u32, u32)>,
}

impl Slots {
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.postponed.clear();
    }

    /// Remembers the slots of a node, which start at `first`, whose value is not known. They cannot be
    /// evaluated now, because their tokens would come to lie among those of the output.
    pub(super) fn postpone(
        &mut self,
        text: Text<'_>,
        reader: &SectionReader,
        first: u32,
        node: &ReadNode,
    ) {
        let rule = text.code.rules[node.rule as usize];
        for (index, item) in (rule.items.0..rule.items.1).enumerate() {
            let item = &text.code.items[item as usize];
            if item.section.is_none() {
                continue;
            }
            let slot = first + item.ordinal;
            let RawSlot { from, to, value, .. } = self.list[slot as usize];
            if value != Value::Unknown || from == to {
                continue;
            }
            match item.takes {
                Takes::Integer => {
                    let number = text.integers[from as usize];
                    self.list[slot as usize].value = Value::Number(number);
                }
                Takes::Section(_) => {
                    let child = reader.parts[node.parts as usize + index].node;
                    self.postponed.push((slot, child));
                }
                // The words are their own value, and are found where the output is at its end.
                _ => self.postponed.push((slot, NO_NODE)),
            }
        }
    }

    /// The next slot that was postponed.
    pub(super) fn next_postponed(&mut self) -> Option<(u32, u32)> {
        self.postponed.pop()
    }

    /// Puts the slots into the order of the words, each before those that lie in it, and drops those
    /// that have no words.
    pub(super) fn sort(&mut self) {
        self.list.retain(|slot| slot.from < slot.to);
        self.list.sort_unstable_by_key(|slot| (slot.from, Reverse(slot.to), slot.depth));
    }
}
