//! Merging two sections into one: pays where they share rules, or where rules
//! around them become the same.

use super::cost::log2;
use super::grammar::{Draft, rename};
use super::hash::hash_of;
use super::learner::{Concerned, Drafting};
use super::store::{BodyId, Kind};
use super::symbol::{Symbol, WordSet};
use crate::arrange::Arrange;

/// Spread of the choice among forced merges, in bits.
const TEMPERATURE: f64 = 5.0;

struct MergePlaces {
    in_section: Vec<Vec<usize>>,
    with_slot: Vec<Vec<usize>>,
    /// By rule: rules that could become the same have the same.
    outlines: Vec<u64>,
}

impl Drafting<'_> {
    pub(crate) fn merge_all(&mut self) -> bool {
        let mut any = false;
        while self.merge_best() {
            any = true;
        }
        any
    }

    fn merged(&mut self, a: usize, b: usize) -> Draft {
        let mut grammar = Draft { rules: vec![], sections: self.grammar.sections };
        for i in 0..self.grammar.rules.len() {
            let rule = self.grammar.rules[i];
            let section = if rule.section == b { a } else { rule.section };
            let body = match rename(self.store.get(rule.body), |s| if s == b { a } else { s }) {
                Some(left) => {
                    let right = self.store.get(rule.body).right.clone();
                    self.store.intern(self.task, &left, &right)
                }
                None => rule.body,
            };
            if *self.store.get(body).left == [Symbol::slot(section)] {
                continue;
            }
            if grammar.add(section, body, rule.count)
                && let Some(last) = grammar.rules.last_mut()
            {
                last.late = rule.late;
            }
        }
        grammar
    }

    /// All pairs of sections with what merging them would gain, best first.
    fn pairs(&mut self, all: bool) -> Vec<(f64, usize, usize)> {
        let sizes = self.grammar.sizes();
        let uses = self.grammar.uses(self.store);
        let mut places = MergePlaces {
            in_section: vec![vec![]; sizes.len()],
            with_slot: vec![vec![]; sizes.len()],
            outlines: Vec::with_capacity(self.grammar.rules.len()),
        };
        for (i, rule) in self.grammar.rules.iter().enumerate() {
            places.in_section[rule.section].push(i);
            places.outlines.push(self.store.get(rule.body).outline);
            for section in self.store.get(rule.body).left.iter().filter_map(|s| s.as_slot()) {
                if places.with_slot[section].last() != Some(&i) {
                    places.with_slot[section].push(i);
                }
            }
        }
        let kinds = self.grammar.kinds(self.store);
        let mut pairs = vec![];
        for a in 0..sizes.len() {
            for b in a + 1..sizes.len() {
                if sizes[a] == 0 || sizes[b] == 0 {
                    continue;
                }
                let gain = self.merge_gain(a, b, &sizes, &uses, &places, &kinds);
                let gain = self.blur(gain);
                if all || gain > 0.0 {
                    pairs.push((gain, a, b));
                }
            }
        }
        self.tick((sizes.len() * sizes.len()) as u64);
        pairs.arrange_by(|x, y| y.0.total_cmp(&x.0));
        pairs
    }

    fn same_after(&self, x: BodyId, y: BodyId, a: usize, b: usize) -> bool {
        if x == y {
            return true;
        }
        let (x, y) = (self.store.get(x), self.store.get(y));
        let section = |s: Symbol| if s == Symbol::slot(b) { Symbol::slot(a) } else { s };
        x.slots == y.slots
            && x.left.len() == y.left.len()
            && x.words == y.words
            && x.right == y.right
            && x.left.iter().zip(&y.left).all(|(&p, &q)| section(p) == section(q))
    }

    fn merge_gain(
        &self,
        a: usize,
        b: usize,
        sizes: &[usize],
        uses: &[f64],
        places: &MergePlaces,
        kinds: &[Kind],
    ) -> f64 {
        let rules = &self.grammar.rules;
        let bits = |i: usize| self.store.get(rules[i].body).bits;
        let only = |i: usize, section: usize| {
            *self.store.get(rules[i].body).left == [Symbol::slot(section)]
        };
        let same_after = |i: usize, j: usize| {
            places.outlines[i] == places.outlines[j]
                && self.same_after(rules[i].body, rules[j].body, a, b)
        };
        let (mut saved, mut dropped) = (0.0, 0);
        for &i in &places.in_section[b] {
            if only(i, a) || places.in_section[a].iter().any(|&j| same_after(i, j)) {
                saved += bits(i);
                dropped += 1;
            }
        }
        for &i in &places.in_section[a] {
            if only(i, b) {
                saved += bits(i);
                dropped += 1;
            }
        }
        let mut around = 0.0;
        for &i in &places.with_slot[b] {
            let section = rules[i].section;
            let twin = places.with_slot[a]
                .iter()
                .find(|&&j| j != i && rules[j].section == section && same_after(i, j));
            if let Some(&j) = twin
                && !(i < j && places.with_slot[a].contains(&i))
            {
                saved += bits(i);
                if section != a && section != b {
                    around += uses[section]
                        * (log2(sizes[section]) - log2(sizes[section].saturating_sub(1)));
                }
            }
        }
        let size = (sizes[a] + sizes[b]).saturating_sub(dropped).max(1);
        let choices =
            (uses[a] + uses[b]) * log2(size) - uses[a] * log2(sizes[a]) - uses[b] * log2(sizes[b]);
        let mixed = if a == 0 {
            0.0
        } else {
            kinds[a].with(kinds[b]).extra() - kinds[a].extra() - kinds[b].extra()
        };
        saved + self.task.prices.use_share * (around - choices) - self.task.prices.mixed * mixed
    }

    fn merge_best(&mut self) -> bool {
        for (gain, a, b) in self.pairs(false) {
            let members = |s: usize| {
                self.grammar
                    .rules
                    .iter()
                    .filter(|r| r.section == s)
                    .map(|r| r.body)
                    .collect::<Vec<_>>()
            };
            let key = hash_of(&(members(a), members(b), "merge"));
            if self.refused.contains(&key) {
                continue;
            }
            let words = |test: &dyn Fn(usize, BodyId) -> bool| -> Vec<WordSet> {
                self.grammar
                    .rules
                    .iter()
                    .filter(|r| test(r.section, r.body))
                    .map(|r| self.store.get(r.body).words)
                    .collect()
            };
            let has = |body: BodyId, s: usize| self.store.get(body).left.contains(&Symbol::slot(s));
            let around = words(&|_, body| has(body, a) || has(body, b));
            let inside = words(&|section, _| section == a || section == b);
            let merged = self.merged(a, b);
            let before = std::mem::replace(&mut self.grammar, merged);
            let concerned = if a == 0 { Concerned::All } else { Concerned::Both(&around, &inside) };
            if self.keep_or(before, gain, &concerned) {
                self.settled.clear();
                return true;
            }
            self.refused.insert(key);
            if !self.meter.go_on() {
                return false;
            }
        }
        false
    }

    /// Merges two sections whether it pays or not, the better ones more often.
    pub(crate) fn force_merge(&mut self) -> bool {
        let pairs = self.pairs(true);
        let Some(best) = pairs.first().map(|p| p.0) else { return false };
        let weights: Vec<f64> = pairs.iter().map(|p| ((p.0 - best) / TEMPERATURE).exp()).collect();
        let mut left = self.random.unit() * weights.iter().sum::<f64>();
        let mut chosen = 0;
        while chosen + 1 < weights.len() && left > weights[chosen] {
            left -= weights[chosen];
            chosen += 1;
        }
        self.grammar = self.merged(pairs[chosen].1, pairs[chosen].2);
        true
    }
}
