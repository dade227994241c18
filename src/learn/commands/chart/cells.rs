//! What is known of a span: the outputs of every section that reads it, the cheapest first.

use super::{Alternative, Chart, Cost, Entry, NONE};
use crate::length::hash::hash_of;

impl Chart {
    pub(super) fn lookup(&self, section: usize, start: usize, end: usize) -> Option<u32> {
        let mut entry = self.by_section[start * self.sections + section];
        while entry != NONE {
            if self.entries[entry as usize].end as usize == end {
                return Some(entry);
            }
            entry = self.entries[entry as usize].next_of_section;
        }
        None
    }

    /// Whether an output at this cost could be kept: spares building it.
    pub(super) fn wanted(&self, section: usize, start: usize, end: usize, cost: Cost) -> bool {
        self.lookup(section, start, end).is_none_or(|entry| {
            let found = self.entries[entry as usize].found as usize;
            found < self.keep
                || cost < self.alternatives[entry as usize * self.keep + found - 1].cost
        })
    }

    /// Takes the output at the end of the arena, from `from` on, or forgets it.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn offer(
        &mut self,
        section: usize,
        start: usize,
        end: usize,
        cost: Cost,
        from: u32,
        reader: u32,
        kids: &[u32],
    ) -> bool {
        let output = &self.outputs[from as usize..];
        let (len, hash) = (output.len() as u32, hash_of(output));
        let entry = match self.lookup(section, start, end) {
            Some(entry) => entry as usize,
            None => {
                let head = start * self.sections + section;
                let entry = self.entries.len() as u32;
                self.entries.push(Entry {
                    section: section as u32,
                    start: start as u16,
                    end: end as u16,
                    found: 0,
                    next_of_section: self.by_section[head],
                    next_of_end: self.by_end[end],
                });
                self.by_section[head] = entry;
                self.by_end[end] = entry;
                let empty = Alternative { cost: 0, from: 0, len: 0, hash: 0, reader: 0, kids: 0 };
                self.alternatives.resize(self.alternatives.len() + self.keep, empty);
                entry as usize
            }
        };
        let found = self.entries[entry].found as usize;
        let slice = &mut self.alternatives[entry * self.keep..(entry + 1) * self.keep];
        let same = slice[..found].iter().position(|a| {
            a.hash == hash
                && a.len == len
                && self.outputs[a.from as usize..(a.from + len) as usize]
                    == self.outputs[from as usize..]
        });
        let mut place = match same {
            Some(i) if slice[i].cost <= cost => {
                self.outputs.truncate(from as usize);
                return false;
            }
            Some(i) => i,
            None if found < self.keep => {
                self.entries[entry].found += 1;
                found
            }
            None if cost >= slice[found - 1].cost => {
                self.outputs.truncate(from as usize);
                return false;
            }
            None => found - 1,
        };
        slice[place] = Alternative { cost, from, len, hash, reader, kids: self.kids.len() as u32 };
        self.kids.extend_from_slice(kids);
        while place > 0 && slice[place - 1].cost > slice[place].cost {
            slice.swap(place - 1, place);
            place -= 1;
        }
        true
    }
}
