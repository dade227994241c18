//! Folding: where a part of a rule's left side is read by a section, and its
//! meaning stands on the right side, a slot takes the place of both. Rules
//! that others already derive are dropped. This is what finds recursion,
//! shared names and words that mean nothing.

use super::chart::{BIT, Index};
use super::grammar::Draft;
use super::hash::hash_of;
use super::learner::{Concerned, Drafting};
use super::store::BodyId;
use super::symbol::{Symbol, WordSet, slots};
use crate::arrange::Arrange;

/// Outputs of a part that are looked at.
const OUTPUTS: usize = 3;

impl Drafting<'_> {
    /// Folds every rule, the last ones first, until nothing pays.
    pub(crate) fn fold_all(&mut self) {
        loop {
            let mut changed = false;
            let mut index = self.index();
            let mut place = self.grammar.rules.len();
            while place > 0 {
                place -= 1;
                if place >= self.grammar.rules.len() {
                    continue;
                }
                let rule = self.grammar.rules[place];
                if self.settled.contains(&(rule.section, rule.body)) {
                    continue;
                }
                if self.fold(place, &index) {
                    changed = true;
                    index = self.index();
                } else {
                    self.settled.insert((rule.section, rule.body));
                }
                if !self.meter.go_on() {
                    return;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn fold(&mut self, place: usize, index: &Index) -> bool {
        let rule = self.grammar.rules[place];
        let left = self.store.get(rule.body).left.clone();
        if left.len() == 1 && !self.could_be_derived(place) {
            return false;
        }
        let mut chart = std::mem::take(&mut self.chart);
        chart.parse(index, self.store, &left, &[], OUTPUTS, Some(place));
        self.tick(chart.work());
        let folded = self.drop_derived(place, &chart) || self.fold_best(place, &chart);
        self.chart = chart;
        folded
    }

    /// A single word can only be folded if another rule reads it as well.
    fn could_be_derived(&self, place: usize) -> bool {
        let section = self.grammar.rules[place].section;
        self.grammar.rules.iter().enumerate().any(|(i, r)| {
            i != place
                && r.section == section
                && self.store.get(r.body).left.len() == 1
                && self.store.get(r.body).slots == 1
        })
    }

    fn drop_derived(&mut self, place: usize, chart: &super::chart::Chart) -> bool {
        let rule = self.grammar.rules[place];
        let body = self.store.get(rule.body);
        let (bits, words, length) = (body.bits, body.words, body.left.len());
        let Some(reading) = chart.at(rule.section, 0, length).next() else { return false };
        if *reading.output() != *body.right {
            return false;
        }
        let own = super::cost::log2(
            self.grammar.rules.iter().filter(|r| r.section == rule.section).count(),
        );
        let dearer = (f64::from(reading.cost()) / BIT - own).max(0.0);
        let gain = bits - self.task.prices.use_share * f64::from(rule.count) * dearer;
        let key = hash_of(&(rule.section, rule.body, "drop"));
        if gain <= 0.0 || self.refused.contains(&key) {
            return false;
        }
        let before = self.grammar.clone();
        self.grammar.rules.remove(place);
        let kept = self.keep_with_scratch(before, gain, &[words]);
        if !kept {
            self.refused.insert(key);
        }
        kept
    }

    fn keep_with_scratch(&mut self, before: Draft, gain: f64, words: &[WordSet]) -> bool {
        self.keep_or(before, gain, &Concerned::Any(words))
    }

    fn fold_best(&mut self, place: usize, chart: &super::chart::Chart) -> bool {
        let rule = self.grammar.rules[place];
        let mut options = self.options(place, chart);
        while let Some((gain, body)) = best_of(&mut options) {
            let key = hash_of(&(rule.section, rule.body, body));
            if self.refused.contains(&key) {
                continue;
            }
            let before = self.grammar.clone();
            self.grammar.rules.remove(place);
            let new = self.grammar.add(rule.section, body, rule.count);
            let words = self.store.get(body).words;
            if self.keep_with_scratch(before, gain, &[words]) {
                if new
                    && rule.late
                    && let Some(last) = self.grammar.rules.last_mut()
                {
                    last.late = true;
                }
                self.unsettle(&words);
                return true;
            }
            self.refused.insert(key);
            if !self.meter.go_on() {
                return false;
            }
        }
        false
    }

    /// All ways to fold a rule that promise a gain.
    fn options(&mut self, place: usize, chart: &super::chart::Chart) -> Vec<(f64, BodyId)> {
        let rule = self.grammar.rules[place];
        let body = self.store.get(rule.body);
        let (left, right, bits) = (body.left.clone(), body.right.clone(), body.bits);
        let n = left.len();
        let mut spans: Vec<(usize, usize, usize)> = chart
            .spans()
            .filter(|&(_, i, j)| (i, j) != (0, n) && !(j == i + 1 && left[i].is_slot()))
            .collect();
        spans.arrange_by_key(|&(section, i, j)| (i, j, section));
        let mut options: Vec<(f64, BodyId)> = vec![];
        for (section, i, j) in spans {
            let mut first = None;
            for reading in chart.at(section, i, j) {
                if first.is_some_and(|f| reading.cost() > f) {
                    break;
                }
                first = Some(reading.cost());
                let part = Part {
                    left: &left,
                    right: &right,
                    start: i,
                    end: j,
                    section,
                    output: reading.output(),
                };
                let (new_left, variants) = part.variants(|l, r| {
                    self.store
                        .find(l, r)
                        .is_some_and(|b| self.grammar.find(rule.section, b).is_some())
                });
                for new_right in variants {
                    if super::symbol::slots(&new_left) > 12 {
                        continue;
                    }
                    let new = self.store.intern(self.task, &new_left, &new_right);
                    let new_bits = self.store.get(new).bits;
                    let mut gain = bits
                        - new_bits
                        - self.task.prices.use_share
                            * f64::from(rule.count)
                            * f64::from(reading.cost())
                            / BIT;
                    if self.grammar.find(rule.section, new).is_some() {
                        gain += new_bits;
                    }
                    let gain = self.blur(gain);
                    if gain > 0.0 {
                        options.push((gain, new));
                    }
                }
            }
        }
        options
    }
}

/// Takes the greatest gain; the first of equals.
fn best_of(options: &mut Vec<(f64, BodyId)>) -> Option<(f64, BodyId)> {
    let mut best = 0;
    for i in 1..options.len() {
        if options[i].0 > options[best].0 {
            best = i;
        }
    }
    if options.is_empty() { None } else { Some(options.remove(best)) }
}

/// A part of a rule that a section reads with an output.
struct Part<'a> {
    left: &'a [Symbol],
    right: &'a [Symbol],
    start: usize,
    end: usize,
    section: usize,
    output: &'a [Symbol],
}

impl Part<'_> {
    /// The left side with a slot in place of the part, and the right sides
    /// that may go with it: one place, or all places, of the part's output.
    fn variants(
        &self,
        known: impl Fn(&[Symbol], &[Symbol]) -> bool,
    ) -> (Vec<Symbol>, Vec<Vec<Symbol>>) {
        let mut left = self.left[..self.start].to_vec();
        left.push(Symbol::slot(self.section));
        left.extend_from_slice(&self.left[self.end..]);
        let mut variants = vec![];
        if self.output.is_empty() {
            variants.extend(self.with_reference_at(&[]));
            return (left, variants);
        }
        let places = self.places();
        if places.is_empty() {
            return (left, variants);
        }
        // of equal parts, the first on the left takes the first on the right
        let part = &self.left[self.start..self.end];
        let equal = |range: &[Symbol]| range.windows(part.len()).filter(|w| *w == part).count();
        let (before, after) = (equal(&self.left[..self.start]), equal(&self.left[self.end..]));
        for (i, &place) in places.iter().enumerate() {
            let usual = i == before.min(places.len() - 1);
            if let Some(right) = self.with_reference_at(&[place]) {
                // elsewhere only where the rule is there already
                if usual || known(&left, &right) {
                    variants.push(right);
                }
            }
        }
        if places.len() > 1 && before + after == 0 {
            variants.extend(self.with_reference_at(&places));
        }
        (left, variants)
    }

    fn places(&self) -> Vec<usize> {
        let (mut places, mut at) = (vec![], 0);
        while at + self.output.len() <= self.right.len() {
            if self.right[at..at + self.output.len()] == *self.output {
                places.push(at);
                at += self.output.len();
            } else {
                at += 1;
            }
        }
        places
    }

    /// The right side with the new slot at some places; `None` if a slot inside
    /// the part would be needed elsewhere.
    fn with_reference_at(&self, places: &[usize]) -> Option<Vec<Symbol>> {
        let before = slots(&self.left[..self.start]);
        let inside = slots(&self.left[self.start..self.end]);
        let mut right = vec![];
        let mut at = 0;
        while at < self.right.len() {
            if places.contains(&at) {
                right.push(Symbol::slot(before));
                at += self.output.len();
                continue;
            }
            right.push(match self.right[at].as_slot() {
                Some(k) if k >= before + inside => Symbol::slot(k + 1 - inside),
                Some(k) if k >= before => return None,
                _ => self.right[at],
            });
            at += 1;
        }
        Some(right)
    }
}
