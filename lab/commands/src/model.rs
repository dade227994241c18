//! A learnt grammar that is ready to answer.

use crate::chart::{Chart, Cost, Given, Index, cost_of_bits};
use crate::derivation::Derivation;
use crate::grammar::Grammar;
use crate::numbers::NumberReader;
use crate::open::{Opened, open_up};
use crate::store::Store;
use crate::surprise::Habits;
use crate::task::Task;

pub struct Model {
    /// Rules; those behind `base` have open places in them.
    pub grammar: Grammar,
    pub base: usize,
    pub opened: Opened,
    /// Description length of the rules up to `base`.
    pub bits: f64,
    pub start: usize,
    pub habits: Habits,
    plain: Index,
    with_places: Index,
}

impl Model {
    /// Examples that the grammar does not answer are added by heart.
    pub fn new(
        mut grammar: Grammar,
        start: usize,
        store: &mut Store,
        task: &Task,
        ready: &[&dyn NumberReader],
    ) -> Model {
        let texts = task.texts.len();
        let mut chart = Chart::default();
        let index = by_count(&grammar, store, texts, &[]);
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
        let opened = open_up(&mut grammar, store, task, ready);
        let plain = by_count(
            &Grammar { rules: grammar.rules[..base].to_vec(), sections: grammar.sections },
            store,
            texts,
            &[],
        );
        let with_places = by_count(&grammar, store, texts, &opened.places);
        let mut habits = Habits::default();
        for example in &task.examples {
            chart.parse(&plain, store, &example.input, &[], 3, None);
            let reading =
                chart.at(0, 0, example.input.len()).find(|r| *r.output() == *example.output);
            if let Some(reading) = reading {
                habits.note(
                    &Derivation::of(reading, &grammar, store),
                    &grammar,
                    store,
                    &example.input,
                );
            }
        }
        Model { grammar, base, opened, bits, start, habits, plain, with_places }
    }

    /// Reads a sentence; rules with open places only if asked for.
    pub fn read(
        &self,
        chart: &mut Chart,
        store: &Store,
        words: &[crate::symbol::Symbol],
        given: &[Given],
        places: bool,
    ) {
        let index = if places { &self.with_places } else { &self.plain };
        chart.parse(index, store, words, given, 3, None);
    }
}

/// Rules that examples use more are cheaper; open places dearer than the rule
/// they come from.
fn by_count(grammar: &Grammar, store: &Store, texts: usize, places: &[(usize, Cost)]) -> Index {
    let base = grammar.rules.len() - places.len();
    let mut counts = vec![0u32; grammar.sections];
    grammar.rules[..base].iter().for_each(|r| counts[r.section] += r.count);
    let cost = |i: usize| {
        let rule = &grammar.rules[i];
        cost_of_bits(
            1.0 + 0.5
                * (f64::from(counts[rule.section].max(1)) / f64::from(rule.count.max(1))).log2(),
        )
    };
    Index::new(grammar, store, texts, |i| match i.checked_sub(base) {
        Some(place) => cost(places[place].0) + places[place].1,
        None => cost(i),
    })
}
