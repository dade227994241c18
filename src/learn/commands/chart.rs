//! All readings of a sentence by a grammar, cheapest outputs first.
//!
//! Starts are taken from right to left, so that whatever follows a start is
//! complete. From a start every rule is matched once to all of its possible
//! ends. Outputs live in one arena and a chart is used again and again: after
//! the first sentences nothing is allocated.

use super::grammar::{Grammar, unit_of};
use super::hash::hash_of;
use super::store::{Body, Store};
use super::symbol::{Symbol, WordSet};

/// Costs are whole numbers, 256 to a bit: ties are ties on every machine.
pub(crate) type Cost = i32;
pub(crate) const BIT: f64 = 256.0;

pub(crate) fn cost_of_bits(bits: f64) -> Cost {
    (bits * BIT).round() as Cost
}

const NONE: u32 = u32::MAX;
/// Combinations of parts' outputs that one match of a rule may give.
const COMBINATIONS: usize = 12;
/// Slots of one rule that a chart follows.
pub(crate) const MOST_SLOTS: usize = 16;
/// Rounds of rules that hand over to another section.
const UNIT_ROUNDS: usize = 4;

/// Rules as a chart needs them: found by the first symbol.
#[derive(Default)]
pub(crate) struct Index {
    rules: Vec<Indexed>,
    by_word: Vec<u32>,
    words: Vec<u32>,
    by_slot: Vec<u32>,
    slots: Vec<u32>,
    units: Vec<u32>,
    sections: usize,
}

struct Indexed {
    body: u32,
    section: u32,
    cost: Cost,
}

impl Index {
    /// `cost` prices the use of a rule by its place in the grammar.
    pub(crate) fn new(
        grammar: &Grammar,
        store: &Store,
        texts: usize,
        cost: impl Fn(usize) -> Cost,
    ) -> Index {
        let mut index = Index {
            sections: grammar.sections,
            by_word: vec![0; texts + 2],
            by_slot: vec![0; grammar.sections + 2],
            ..Index::default()
        };
        for (i, rule) in grammar.rules.iter().enumerate() {
            let body = store.get(rule.body);
            index.rules.push(Indexed {
                body: rule.body,
                section: rule.section as u32,
                cost: cost(i),
            });
            if unit_of(body).is_some() {
                index.units.push(i as u32);
            } else if let Some(word) = body.left[0].as_text() {
                index.by_word[word as usize + 1] += 1;
            } else {
                index.by_slot[body.left[0].index() + 1] += 1;
            }
        }
        for list in [&mut index.by_word, &mut index.by_slot] {
            for i in 1..list.len() {
                list[i] += list[i - 1];
            }
        }
        index.words = vec![0; *index.by_word.last().unwrap_or(&0) as usize];
        index.slots = vec![0; *index.by_slot.last().unwrap_or(&0) as usize];
        // filled from the back, so that rules keep their order
        let (mut word_end, mut slot_end) = (index.by_word.clone(), index.by_slot.clone());
        for (i, rule) in grammar.rules.iter().enumerate().rev() {
            let body = store.get(rule.body);
            if unit_of(body).is_some() {
                continue;
            }
            let (end, list) = match body.left[0].as_text() {
                Some(word) => (&mut word_end[word as usize + 1], &mut index.words),
                None => (&mut slot_end[body.left[0].index() + 1], &mut index.slots),
            };
            *end -= 1;
            list[*end as usize] = i as u32;
        }
        index
    }

    /// Costs for learning: each rule of a section is as likely as the others.
    pub(crate) fn uniform(grammar: &Grammar, store: &Store, texts: usize) -> Index {
        let sizes = grammar.sizes();
        let cost: Vec<Cost> =
            sizes.iter().map(|&n| cost_of_bits(super::cost::log2(n) + 0.3)).collect();
        Index::new(grammar, store, texts, |i| cost[grammar.rules[i].section])
    }

    fn starting_with(&self, symbol: Symbol) -> &[u32] {
        let (starts, list) = if symbol.is_slot() {
            (&self.by_slot, &self.slots)
        } else {
            (&self.by_word, &self.words)
        };
        let i = symbol.index();
        if i + 1 >= starts.len() { &[] } else { &list[starts[i] as usize..starts[i + 1] as usize] }
    }
}

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

/// Readers in the high bit space of `reader`: given things.
const GIVEN: u32 = 1 << 31;

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
        let mut slot = super::symbol::slots(&sentence[..n]);
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

    fn lookup(&self, section: usize, start: usize, end: usize) -> Option<u32> {
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
    fn wanted(&self, section: usize, start: usize, end: usize, cost: Cost) -> bool {
        self.lookup(section, start, end).is_none_or(|entry| {
            let found = self.entries[entry as usize].found as usize;
            found < self.keep
                || cost < self.alternatives[entry as usize * self.keep + found - 1].cost
        })
    }

    /// Takes the output at the end of the arena, from `from` on, or forgets it.
    #[allow(clippy::too_many_arguments)]
    fn offer(
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

    /// The outputs of a section on a span, cheapest first.
    pub(crate) fn at(
        &self,
        section: usize,
        start: usize,
        end: usize,
    ) -> impl Iterator<Item = Reading<'_>> {
        let entry = if section < self.sections && start <= self.length {
            self.lookup(section, start, end)
        } else {
            None
        };
        let range = entry.map_or(0..0, |e| {
            e as usize * self.keep..e as usize * self.keep + self.entries[e as usize].found as usize
        });
        range.map(|id| Reading { chart: self, id })
    }

    /// All spans that a section reads: (section, start, end).
    pub(crate) fn spans(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        self.entries.iter().map(|e| (e.section as usize, e.start as usize, e.end as usize))
    }

    /// The only cheapest output of the whole sentence, if it is the only one.
    pub(crate) fn answer(&self) -> Option<Reading<'_>> {
        let mut all = self.at(0, 0, self.length);
        let first = all.next()?;
        if all.next().is_some_and(|second| second.cost() <= first.cost()) {
            None
        } else {
            Some(first)
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Reading<'a> {
    chart: &'a Chart,
    id: usize,
}

impl<'a> Reading<'a> {
    pub(crate) fn cost(&self) -> Cost {
        self.chart.alternatives[self.id].cost
    }

    pub(crate) fn output(&self) -> &'a [Symbol] {
        let a = &self.chart.alternatives[self.id];
        &self.chart.outputs[a.from as usize..(a.from + a.len) as usize]
    }

    pub(crate) fn reader(&self) -> Reader {
        let reader = self.chart.alternatives[self.id].reader;
        if reader & GIVEN != 0 {
            Reader::Given((reader & !GIVEN) as usize)
        } else {
            Reader::Rule(reader as usize)
        }
    }

    pub(crate) fn section(&self) -> usize {
        self.chart.entries[self.id / self.chart.keep].section as usize
    }

    pub(crate) fn span(&self) -> (usize, usize) {
        let entry = &self.chart.entries[self.id / self.chart.keep];
        (entry.start as usize, entry.end as usize)
    }

    /// The readings of its parts, in the order of the slots.
    pub(crate) fn parts(
        &self,
        slots: usize,
    ) -> impl DoubleEndedIterator<Item = Reading<'a>> + ExactSizeIterator + use<'a> {
        let from = self.chart.alternatives[self.id].kids as usize;
        let chart = self.chart;
        chart.kids[from..from + slots].iter().map(move |&id| Reading { chart, id: id as usize })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::commands::grammar::Rule;
    use crate::learn::commands::random::Random;
    use crate::learn::commands::task::Task;
    use crate::learn::commands::task::tests::task;

    /// Every output of a section on a span, by plain recursion to a depth.
    fn naive(
        grammar: &Grammar,
        store: &Store,
        words: &[Symbol],
        section: usize,
        depth: usize,
    ) -> Vec<Vec<Symbol>> {
        let mut outputs: Vec<Vec<Symbol>> = vec![];
        if depth == 0 || words.is_empty() {
            return outputs;
        }
        for rule in grammar.rules.iter().filter(|r| r.section == section) {
            let body = store.get(rule.body);
            for parts in splits(grammar, store, &body.left, words, depth) {
                let mut output = vec![];
                for t in &body.right {
                    match t.as_slot() {
                        Some(k) => output.extend(parts[k].clone()),
                        None => output.push(*t),
                    }
                }
                if !outputs.contains(&output) {
                    outputs.push(output);
                }
            }
        }
        outputs
    }

    fn splits(
        grammar: &Grammar,
        store: &Store,
        left: &[Symbol],
        words: &[Symbol],
        depth: usize,
    ) -> Vec<Vec<Vec<Symbol>>> {
        let Some(&first) = left.first() else {
            return if words.is_empty() { vec![vec![]] } else { vec![] };
        };
        let mut all = vec![];
        match first.as_slot() {
            None => {
                if words.first() == Some(&first) {
                    all = splits(grammar, store, &left[1..], &words[1..], depth);
                }
            }
            Some(section) => {
                for end in 1..=words.len() {
                    for part in naive(grammar, store, &words[..end], section, depth - 1) {
                        for mut rest in splits(grammar, store, &left[1..], &words[end..], depth) {
                            rest.insert(0, part.clone());
                            all.push(rest);
                        }
                    }
                }
            }
        }
        all
    }

    fn random_grammar(
        random: &mut Random,
        task: &Task,
        store: &mut Store,
        sections: usize,
    ) -> Grammar {
        let mut grammar = Grammar { rules: vec![], sections };
        for section in 0..sections {
            for _ in 0..1 + random.below(3) {
                let length = 1 + random.below(3);
                let mut left: Vec<Symbol> = (0..length)
                    .map(|_| {
                        if random.unit() < 0.6 {
                            Symbol::text(random.below(3) as u32)
                        } else {
                            Symbol::slot(random.below(sections))
                        }
                    })
                    .collect();
                if left.len() == 1 && left[0].is_slot() {
                    left = vec![Symbol::text(0)];
                }
                let slots = crate::learn::commands::symbol::slots(&left);
                let right: Vec<Symbol> = (0..1 + random.below(3))
                    .map(|_| {
                        if slots > 0 && random.unit() < 0.6 {
                            Symbol::slot(random.below(slots))
                        } else {
                            Symbol::text(3 + random.below(3) as u32)
                        }
                    })
                    .collect();
                let body = store.intern(task, &left, &right);
                if grammar.find(section, body).is_none() {
                    grammar.rules.push(Rule { section, body, count: 1, late: false });
                }
            }
        }
        grammar
    }

    #[test]
    fn finds_what_plain_recursion_finds() {
        let task = task(&["a b c -> x y z"]);
        let mut random = Random::new(3);
        let mut chart = Chart::default();
        let mut read = 0;
        for _ in 0..400 {
            let mut store = Store::default();
            let sections = 1 + random.below(3);
            let grammar = random_grammar(&mut random, &task, &mut store, sections);
            let words: Vec<Symbol> =
                (0..1 + random.below(4)).map(|_| Symbol::text(random.below(3) as u32)).collect();
            let mut want = naive(&grammar, &store, &words, 0, words.len() + 1);
            // the chart keeps the cheapest; ask only where few are possible
            if want.len() > 3 {
                continue;
            }
            let index = Index::uniform(&grammar, &store, task.texts.len());
            chart.parse(&index, &store, &words, &[], 8, None);
            let mut got: Vec<Vec<Symbol>> =
                chart.at(0, 0, words.len()).map(|r| r.output().to_vec()).collect();
            want.sort();
            got.sort();
            assert_eq!(got, want, "{grammar:?} {words:?}");
            read += usize::from(!want.is_empty());
        }
        assert!(read > 20, "{read}");
    }

    #[test]
    fn derivations_give_back_the_sentence() {
        let task =
            task(&["go to red door -> GO red", "go to blue door -> GO blue", "stop -> HALT"]);
        let mut store = Store::default();
        let text = |s: &str| task.texts.find(s).unwrap();
        let mut grammar = Grammar { rules: vec![], sections: 2 };
        for (section, left, right) in [
            (
                0,
                vec![text("go"), text("to"), Symbol::slot(1), text("door")],
                vec![text("GO"), Symbol::slot(0)],
            ),
            (1, vec![text("red")], vec![text("red")]),
        ] {
            let body = store.intern(&task, &left, &right);
            grammar.add(section, body, 1);
        }
        let mut chart = Chart::default();
        let sentence = [text("go"), text("to"), text("red"), text("door")];
        chart.parse(
            &Index::uniform(&grammar, &store, task.texts.len()),
            &store,
            &sentence,
            &[],
            2,
            None,
        );
        let derivation = crate::learn::commands::derivation::Derivation::of(
            chart.answer().unwrap(),
            &grammar,
            &store,
        );
        assert_eq!(
            derivation.steps.iter().map(|s| (s.start, s.end)).collect::<Vec<_>>(),
            vec![(0, 4), (2, 3)]
        );
    }
}
