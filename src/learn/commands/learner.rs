//! A grammar on its way: what it is, what it fails, and whether a change pays.

use super::chart::{Chart, Index};
use super::derivation::{RuleUses, SentencePart};
use super::grammar::Draft;
use super::hash::FastSet;
use super::meter::Meter;
use super::pattern::Patterns;
use super::random::Random;
use super::store::Store;
use super::symbol::WordSet;
use super::task::CommandTask;

pub(crate) struct Drafting<'a> {
    pub(crate) task: &'a CommandTask,
    pub(crate) store: &'a mut Store,
    pub(crate) patterns: &'a mut Patterns,
    pub(crate) meter: Meter<'a>,
    pub(crate) grammar: Draft,
    /// Bits of the examples that the grammar does not answer, and which.
    pub(crate) failed_bits: f64,
    pub(crate) failed: Vec<bool>,
    /// Examples, those first that changes were last given up for: they are the
    /// likeliest to break again.
    order: Vec<u32>,
    pub(crate) random: Random,
    /// How much gains are blurred, so that starts differ.
    pub(crate) noise: f64,
    /// Changes that were tried and did not pay.
    pub(crate) refused: FastSet<u64>,
    /// Rules in which nothing is left to fold.
    pub(crate) settled: FastSet<(usize, u32)>,
    pub(crate) chart: Chart,
}

/// Whom a change may concern: only examples with these words are read again.
pub(crate) enum Concerned<'c> {
    All,
    /// Examples with the words of any of these.
    Any(&'c [WordSet]),
    /// Examples with the words of one of the first and one of the second.
    Both(&'c [WordSet], &'c [WordSet]),
}

impl Concerned<'_> {
    fn is(&self, words: &WordSet) -> bool {
        let any = |sets: &[WordSet]| sets.iter().any(|s| s.within(words));
        match self {
            Concerned::All => true,
            Concerned::Any(sets) => any(sets),
            Concerned::Both(a, b) => any(a) && any(b),
        }
    }
}

impl<'a> Drafting<'a> {
    pub(crate) fn new(
        task: &'a CommandTask,
        store: &'a mut Store,
        patterns: &'a mut Patterns,
        meter: Meter<'a>,
        seed: u64,
    ) -> Drafting<'a> {
        let grammar = Draft::by_heart(task, store);
        Drafting {
            task,
            store,
            patterns,
            meter,
            grammar,
            failed_bits: 0.0,
            failed: vec![false; task.examples.len()],
            order: (0..task.examples.len() as u32).collect(),
            random: Random::new(seed),
            noise: 0.0,
            refused: FastSet::default(),
            settled: FastSet::default(),
            chart: Chart::default(),
        }
    }

    /// Counts work; false when it is time to leave.
    pub(crate) fn tick(&mut self, work: u64) -> bool {
        self.tick_beside(work, 0)
    }

    /// Counts work; so many bytes are taken beside the tables.
    pub(crate) fn tick_beside(&mut self, work: u64, beside: usize) -> bool {
        let tables = self.store.bytes() + self.patterns.bytes() + self.chart.bytes();
        self.meter.hold(tables + beside);
        self.meter.tick(work)
    }

    pub(crate) fn index(&self) -> Index {
        Index::uniform(&self.grammar, self.store, self.task.texts.len())
    }

    pub(crate) fn score(&self) -> f64 {
        self.task.prices.grammar(&self.grammar, self.store) + self.failed_bits
    }

    /// A gain, blurred if this start is to differ from others.
    pub(crate) fn blur(&mut self, gain: f64) -> f64 {
        if self.noise > 0.0 { gain * (1.0 + self.noise * (self.random.unit() - 0.5)) } else { gain }
    }

    /// Reads the concerned examples again. `None` as soon as the failures cost
    /// more than `limit`, or when it is time to stop.
    fn failures(&mut self, concerned: &Concerned, limit: f64) -> Option<(f64, Vec<bool>)> {
        let index = self.index();
        let mut failed = self.failed.clone();
        let mut bits: f64 = 0.0;
        for (i, failed) in failed.iter_mut().enumerate() {
            if concerned.is(&self.task.words[i]) {
                *failed = false;
            } else if *failed {
                bits += self.task.bits[i];
            }
        }
        for place in 0..self.order.len() {
            let i = self.order[place] as usize;
            if !concerned.is(&self.task.words[i]) {
                continue;
            }
            let example = &self.task.examples[i];
            self.chart.parse(&index, self.store, &example.input, &[], 2, None);
            if !self.tick(self.chart.work()) {
                return None;
            }
            if self.chart.answer().is_none_or(|a| *a.output() != *example.output) {
                failed[i] = true;
                bits += self.task.bits[i];
                if bits > limit {
                    self.order[..=place].rotate_right(1);
                    return None;
                }
            }
        }
        Some((bits, failed))
    }

    /// Looks at all examples anew. Out of time, the old failures stand.
    pub(crate) fn refresh(&mut self) {
        self.settled.clear();
        if let Some((bits, failed)) = self.failures(&Concerned::All, f64::MAX) {
            (self.failed_bits, self.failed) = (bits, failed);
        }
    }

    /// Keeps the grammar as it is now if its `gain` is more than the examples
    /// that it newly fails; otherwise goes back to `before`.
    pub(crate) fn keep_or(&mut self, before: Draft, gain: f64, concerned: &Concerned) -> bool {
        match self.failures(concerned, self.failed_bits + gain) {
            Some((bits, failed)) if gain - (bits - self.failed_bits) > 0.0 => {
                (self.failed_bits, self.failed) = (bits, failed);
                true
            }
            _ => {
                self.grammar = before;
                false
            }
        }
    }

    /// A new rule may be of use inside rules that have its words.
    pub(crate) fn unsettle(&mut self, words: &WordSet) {
        for rule in &self.grammar.rules {
            if words.within(&self.store.get(rule.body).words) {
                self.settled.remove(&(rule.section, rule.body));
            }
        }
    }

    /// How each example is read; `None` where it is not.
    pub(crate) fn derivations(&mut self) -> Vec<Option<RuleUses>> {
        let index = self.index();
        let task = self.task;
        let mut all = vec![];
        for example in &task.examples {
            self.chart.parse(&index, self.store, &example.input, &[], 4, None);
            self.tick(self.chart.work());
            let reading =
                self.chart.at(0, 0, example.input.len()).find(|r| *r.output() == *example.output);
            all.push(reading.map(|r| RuleUses::of(r, &self.grammar, self.store)));
        }
        all
    }

    /// Reads the grammar off derivations anew; parts for which `collapse`
    /// holds (example, rule) are written into the rule above them.
    pub(crate) fn rebuild(
        &mut self,
        derivations: &[Option<RuleUses>],
        collapse: &dyn Fn(usize, usize) -> bool,
    ) {
        let task = self.task;
        let mut new = Draft { rules: vec![], sections: self.grammar.sections };
        for (i, derivation) in derivations.iter().enumerate() {
            let Some(derivation) = derivation else {
                let body =
                    self.store.intern(task, &task.examples[i].input, &task.examples[i].output);
                new.add(0, body, 1);
                continue;
            };
            let mut done: Vec<(usize, SentencePart)> = vec![];
            for step in derivation.steps.iter().rev() {
                let super::chart::Reader::Rule(rule) = step.reader else { continue };
                let body = self.grammar.rules[rule].body;
                let mut parts = vec![];
                for _ in 0..self.store.get(body).slots {
                    let Some((kid, phrase)) = done.pop() else { break };
                    if collapse(i, kid) {
                        parts.push(Some(phrase));
                    } else {
                        let id = self.store.intern(task, &phrase.left, &phrase.right);
                        new.add(self.grammar.rules[kid].section, id, 1);
                        parts.push(None);
                    }
                }
                let body = self.store.get(body);
                done.push((rule, SentencePart::fill(&body.left, &body.right, &parts)));
            }
            if let Some((_, phrase)) = done.pop() {
                let id = self.store.intern(task, &phrase.left, &phrase.right);
                new.add(0, id, 1);
            }
        }
        self.grammar = new;
    }

    /// Exact counts and no rule that no example uses.
    pub(crate) fn tidy(&mut self) {
        let derivations = self.derivations();
        self.rebuild(&derivations, &|_, _| false);
        self.grammar.compact(self.task, self.store);
        self.refresh();
        self.refused.clear();
    }

    /// Folds, merges and takes templates until nothing pays; templates with
    /// several gaps come when those with one have nothing left.
    pub(crate) fn improve(&mut self, longest_gap: usize, fold_first: bool) {
        for step in 0.. {
            if step > 0 || fold_first {
                self.fold_all();
            }
            if !self.meter.go_on() || step > 300 {
                break;
            }
            if self.merge_all() {
                continue;
            }
            if !self.take_template(longest_gap) && (longest_gap == 1 || !self.take_gaps()) {
                break;
            }
        }
    }
}
