//! Reading a sentence.

use super::index::{Index, Indexed};
use super::{Chart, Cost, Entry, GIVEN, Given, MOST_SLOTS, NONE};
use crate::learn::commands::store::{Body, Store};
use crate::length::symbol::{Symbol, WordSet, slots};

/// Combinations of parts' outputs that one match of a rule may give.
const COMBINATIONS: usize = 12;
/// Rounds of rules that hand over to another section.
const UNIT_ROUNDS: usize = 4;

impl Chart {
    /// Reads `sentence`, which may have slots in it, each read by its own
    /// section. At most `keep` outputs of a section and a span are kept.
    /// Rule `skip` is left out. The result is asked for with [`Chart::at`].
    pub(crate) fn parse(
        &mut self,
        index: &Index,
        store: &Store,
        sentence: &[Symbol],
        given: &[Given],
        keep: usize,
        skip: Option<usize>,
    ) {
        let n = sentence.len().min(u16::MAX as usize - 1);
        self.length = n;
        self.sections = index.sections;
        self.keep = keep;
        self.by_section.clear();
        self.by_section.resize((n + 1) * index.sections.max(1), NONE);
        self.entries.clear();
        self.alternatives.clear();
        self.outputs.clear();
        self.kids.clear();
        self.work = n as u64;
        let words = WordSet::of(sentence);
        let skip = skip.map_or(NONE, |s| s as u32);
        let mut slot = slots(&sentence[..n]);
        for start in (0..n).rev() {
            self.by_end.clear();
            self.by_end.resize(n + 1, NONE);
            if let Some(section) = sentence[start].as_slot() {
                slot -= 1;
                self.outputs.push(Symbol::slot(slot));
                let from = self.outputs.len() as u32 - 1;
                self.offer(section, start, start + 1, 0, from, GIVEN | slot as u32, &[]);
            }
            for (i, thing) in
                given.iter().enumerate().filter(|(_, g)| g.start == start && g.end <= n)
            {
                let from = self.outputs.len() as u32;
                self.outputs.extend_from_slice(&thing.output);
                self.offer(
                    thing.section,
                    start,
                    thing.end,
                    thing.cost,
                    from,
                    GIVEN | i as u32,
                    &[],
                );
            }
            for &rule in index.starting_with(sentence[start]) {
                if rule != skip && !sentence[start].is_slot() {
                    self.begin(index, store, sentence, &words, rule, start, start + 1, NONE);
                }
            }
            for end in start + 1..=n {
                self.hand_over(index, store, start, end, skip);
                let mut entry = self.by_end[end];
                while entry != NONE {
                    let section = self.entries[entry as usize].section as usize;
                    for &rule in index.starting_with(Symbol::slot(section)) {
                        if rule != skip {
                            self.begin(index, store, sentence, &words, rule, start, end, entry);
                        }
                    }
                    entry = self.entries[entry as usize].next_of_end;
                }
            }
        }
    }

    /// Work done by the last parse, for the meter.
    pub(crate) fn work(&self) -> u64 {
        self.work + self.alternatives.len() as u64 / 2
    }

    #[allow(clippy::too_many_arguments)]
    fn begin(
        &mut self,
        index: &Index,
        store: &Store,
        sentence: &[Symbol],
        words: &WordSet,
        rule: u32,
        start: usize,
        at: usize,
        first: u32,
    ) {
        let body = store.get(index.rules[rule as usize].body);
        self.work += 1;
        if !body.words.within(words)
            || start + body.left.len() > self.length
            || body.slots > MOST_SLOTS
        {
            return;
        }
        let mut parts = std::mem::take(&mut self.parts);
        parts.clear();
        if first != NONE {
            parts.push(first);
        }
        self.advance(index, rule, body, sentence, 1, start, at, &mut parts);
        self.parts = parts;
    }

    /// Matches the rest of a rule; goes deeper once for every slot, of which a
    /// rule has few.
    #[allow(clippy::too_many_arguments)]
    fn advance(
        &mut self,
        index: &Index,
        rule: u32,
        body: &Body,
        sentence: &[Symbol],
        mut position: usize,
        start: usize,
        mut at: usize,
        parts: &mut Vec<u32>,
    ) {
        loop {
            if position == body.left.len() {
                self.complete(index, rule, body, start, at, parts);
                return;
            }
            if at + body.left.len() - position > self.length {
                return;
            }
            let symbol = body.left[position];
            let Some(section) = symbol.as_slot() else {
                if sentence[at] != symbol {
                    return;
                }
                position += 1;
                at += 1;
                continue;
            };
            let next = body.left.get(position + 1).copied().filter(|s| !s.is_slot());
            let mut entry = self.by_section[at * self.sections + section];
            while entry != NONE {
                let Entry { end, next_of_section, .. } = self.entries[entry as usize];
                let end = end as usize;
                if next.is_none_or(|word| end < self.length && sentence[end] == word) {
                    self.work += 1;
                    parts.push(entry);
                    self.advance(index, rule, body, sentence, position + 1, start, end, parts);
                    parts.pop();
                }
                entry = next_of_section;
            }
            return;
        }
    }

    /// A whole match: every combination of the parts' outputs is an output.
    fn complete(
        &mut self,
        index: &Index,
        rule: u32,
        body: &Body,
        start: usize,
        end: usize,
        parts: &[u32],
    ) {
        let Indexed { section, cost, .. } = index.rules[rule as usize];
        let mut chosen = [0u8; MOST_SLOTS];
        for _ in 0..COMBINATIONS {
            let picked = |k: usize| parts[k] as usize * self.keep + chosen[k] as usize;
            let cost =
                cost + (0..parts.len()).map(|k| self.alternatives[picked(k)].cost).sum::<Cost>();
            let mut kids = [0u32; MOST_SLOTS];
            (0..parts.len()).for_each(|k| kids[k] = picked(k) as u32);
            if self.wanted(section as usize, start, end, cost) {
                let from = self.outputs.len() as u32;
                for &token in &body.right {
                    match token.as_slot() {
                        Some(k) => {
                            let kid = self.alternatives[kids[k] as usize];
                            self.outputs.extend_from_within(
                                kid.from as usize..(kid.from + kid.len) as usize,
                            );
                        }
                        None => self.outputs.push(token),
                    }
                }
                self.offer(section as usize, start, end, cost, from, rule, &kids[..parts.len()]);
            }
            let mut k = 0;
            loop {
                if k == parts.len() {
                    return;
                }
                chosen[k] += 1;
                if chosen[k] < self.entries[parts[k] as usize].found {
                    break;
                }
                chosen[k] = 0;
                k += 1;
            }
        }
    }

    /// Rules whose left side is one slot, on one span, until nothing changes.
    fn hand_over(&mut self, index: &Index, store: &Store, start: usize, end: usize, skip: u32) {
        if index.units.is_empty() || self.by_end[end] == NONE {
            return;
        }
        for _ in 0..UNIT_ROUNDS {
            let mut changed = false;
            for &rule in &index.units {
                let Indexed { body, section, cost } = index.rules[rule as usize];
                let body = store.get(body);
                let from = body.left[0].index();
                if rule == skip || from == section as usize {
                    continue;
                }
                let Some(entry) = self.lookup(from, start, end) else { continue };
                for k in 0..self.entries[entry as usize].found as usize {
                    let kid = entry as usize * self.keep + k;
                    let alternative = self.alternatives[kid];
                    let at = self.outputs.len() as u32;
                    for &token in &body.right {
                        if token.is_slot() {
                            self.outputs.extend_from_within(
                                alternative.from as usize
                                    ..(alternative.from + alternative.len) as usize,
                            );
                        } else {
                            self.outputs.push(token);
                        }
                    }
                    changed |= self.offer(
                        section as usize,
                        start,
                        end,
                        alternative.cost + cost,
                        at,
                        rule,
                        &[kid as u32],
                    );
                }
            }
            if !changed {
                break;
            }
        }
    }
}
