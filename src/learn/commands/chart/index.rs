//! Rules as a chart needs them.

use super::{Cost, cost_of_bits};
use crate::learn::commands::grammar::{Draft, unit_of};
use crate::learn::commands::store::Store;
use crate::length::cost::log2;
use crate::length::symbol::Symbol;

/// Rules as a chart needs them: found by the first symbol.
#[derive(Default)]
pub(crate) struct Index {
    pub(super) rules: Vec<Indexed>,
    by_word: Vec<u32>,
    words: Vec<u32>,
    by_slot: Vec<u32>,
    slots: Vec<u32>,
    pub(super) units: Vec<u32>,
    pub(super) sections: usize,
}

pub(super) struct Indexed {
    pub(super) body: u32,
    pub(super) section: u32,
    pub(super) cost: Cost,
}

impl Index {
    /// `cost` prices the use of a rule by its place in the grammar.
    pub(crate) fn new(
        grammar: &Draft,
        store: &Store,
        texts: usize,
        cost: impl Fn(usize) -> Cost,
    ) -> Index {
        let mut index = Index {
            sections: grammar.sections,
            rules: Vec::with_capacity(grammar.rules.len()),
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
                index.by_word[word as usize] += 1;
            } else {
                index.by_slot[body.left[0].index()] += 1;
            }
        }
        for (starts, list) in
            [(&mut index.by_word, &mut index.words), (&mut index.by_slot, &mut index.slots)]
        {
            // Where each list ends, until it is filled from the back, so that rules keep their order.
            let mut all = 0;
            for start in starts.iter_mut() {
                all += *start;
                *start = all;
            }
            list.resize(all as usize, 0);
        }
        for (i, rule) in grammar.rules.iter().enumerate().rev() {
            let body = store.get(rule.body);
            if unit_of(body).is_some() {
                continue;
            }
            let (start, list) = match body.left[0].as_text() {
                Some(word) => (&mut index.by_word[word as usize], &mut index.words),
                None => (&mut index.by_slot[body.left[0].index()], &mut index.slots),
            };
            *start -= 1;
            list[*start as usize] = i as u32;
        }
        index
    }

    /// Costs for learning: each rule of a section is as likely as the others.
    pub(crate) fn uniform(grammar: &Draft, store: &Store, texts: usize) -> Index {
        let sizes = grammar.sizes();
        let cost: Vec<Cost> = sizes.iter().map(|&n| cost_of_bits(log2(n) + 0.3)).collect();
        Index::new(grammar, store, texts, |i| cost[grammar.rules[i].section])
    }

    pub(super) fn starting_with(&self, symbol: Symbol) -> &[u32] {
        let (starts, list) = if symbol.is_slot() {
            (&self.by_slot, &self.slots)
        } else {
            (&self.by_word, &self.words)
        };
        let i = symbol.index();
        if i + 1 >= starts.len() { &[] } else { &list[starts[i] as usize..starts[i + 1] as usize] }
    }
}
