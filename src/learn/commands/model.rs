//! A learnt grammar that satisfies every example, and what it leaves open.

use super::chart::{Chart, Index, Reader, cost_of_bits};
use super::derivation::RuleUses;
use super::grammar::Draft;
use super::open::{Opened, open_up};
use super::store::Store;
use super::task::CommandTask;
use crate::arrange::Arrange;

pub(crate) struct Model {
    /// Rules; those behind `base` have open places in them.
    pub(crate) grammar: Draft,
    pub(crate) base: usize,
    pub(crate) opened: Opened,
    /// Description length of the rules up to `base`.
    pub(crate) bits: f64,
    /// Examples that a rule serves alone, those first for which most bits are spent.
    pub(crate) alone: Vec<usize>,
}

impl Model {
    /// Examples that the grammar does not answer are added by heart.
    pub(crate) fn new(mut grammar: Draft, store: &mut Store, task: &CommandTask) -> Model {
        let mut chart = Chart::default();
        let index = by_count(&grammar, store, task.texts.len());
        let mut missing = vec![];
        // By example, the bits of rules that serve it alone.
        let mut alone = vec![0.0; task.examples.len()];
        // By rule, how many examples it serves, and the last of them.
        let mut served = vec![(0, 0); grammar.rules.len()];
        for (number, example) in task.examples.iter().enumerate() {
            chart.parse(&index, store, &example.input, &[], 3, None);
            let answer = chart.answer().filter(|answer| *answer.output() == *example.output);
            let Some(answer) = answer else {
                missing.push(store.intern(task, &example.input, &example.output));
                alone[number] = task.bits[number];
                continue;
            };
            for step in RuleUses::of(answer, &grammar, store).steps {
                if let Reader::Rule(rule) = step.reader
                    && (served[rule].0 == 0 || served[rule].1 != number)
                {
                    served[rule] = (served[rule].0 + 1, number);
                }
            }
        }
        for (rule, (times, number)) in grammar.rules.iter().zip(&served) {
            if *times == 1 {
                alone[*number] += store.get(rule.body).bits;
            }
        }
        let mut by_bits: Vec<usize> =
            (0..alone.len()).filter(|number| alone[*number] > 0.0).collect();
        by_bits.arrange_by(|a, b| alone[*b].total_cmp(&alone[*a]));
        for body in missing {
            grammar.add(0, body, 1);
        }
        let bits = task.prices.grammar(&grammar, store);
        let base = grammar.rules.len();
        let opened = open_up(&mut grammar, store, task);
        Model { grammar, base, opened, bits, alone: by_bits }
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
