//! A learnt grammar that satisfies every example, and what it leaves open.

use super::chart::{Chart, Index, cost_of_bits};
use super::grammar::Draft;
use super::open::{Opened, open_up};
use super::store::Store;
use super::task::CommandTask;

pub(crate) struct Model {
    /// Rules; those behind `base` have open places in them.
    pub(crate) grammar: Draft,
    pub(crate) base: usize,
    pub(crate) opened: Opened,
    /// Description length of the rules up to `base`.
    pub(crate) bits: f64,
}

impl Model {
    /// Examples that the grammar does not answer are added by heart.
    pub(crate) fn new(mut grammar: Draft, store: &mut Store, task: &CommandTask) -> Model {
        let mut chart = Chart::default();
        let index = by_count(&grammar, store, task.texts.len());
        let mut missing = vec![];
        for example in &task.examples {
            chart.parse(&index, store, &example.input, &[], 3, None);
            if chart.answer().is_none_or(|a| *a.output() != *example.output) {
                missing.push(store.intern(task, &example.input, &example.output));
            }
        }
        for body in missing {
            grammar.add(0, body, 1);
        }
        let bits = task.prices.grammar(&grammar, store);
        let base = grammar.rules.len();
        let opened = open_up(&mut grammar, store, task);
        Model { grammar, base, opened, bits }
    }
}

/// Rules that examples use more are cheaper.
fn by_count(grammar: &Draft, store: &Store, texts: usize) -> Index {
    let mut counts = vec![0u32; grammar.sections];
    grammar.rules.iter().for_each(|r| counts[r.section] += r.count);
    Index::new(grammar, store, texts, |i| {
        let rule = &grammar.rules[i];
        let share = f64::from(counts[rule.section].max(1)) / f64::from(rule.count.max(1));
        cost_of_bits(1.0 + 0.5 * share.log2())
    })
}
