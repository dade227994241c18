//! Ways to leave a grammar that no single step improves: parts of it are
//! undone or changed at random, and the steps begin again from there.

use super::derivation::RuleUses;
use super::learner::Drafting;
use super::store::BodyId;
use super::symbol::{Symbol, slots};

/// Share of examples or rules that are undone at a time.
const UNDONE: f64 = 0.3;
/// A word and a token with at least this link are taken for a pair.
const LINKED: f32 = 0.6;

/// Weights of the ways, in the order of [`Learner::leave`].
const FORCE_MERGE: f64 = 0.1;
const MOVE_BRACKETS: f64 = 0.1;
const SEED_SECTION: f64 = 0.1;
const SPLIT_CHAIN: f64 = 0.15;

impl Drafting<'_> {
    /// Changes the grammar; false if the way chosen is not open here.
    pub(crate) fn leave(&mut self) -> bool {
        let chains = self.chain_sections();
        if !chains.is_empty() && self.random.unit() < SPLIT_CHAIN {
            let split = self.split_chain(&chains);
            if split && self.random.unit() < 0.5 {
                self.split_chain(&chains);
            }
            return split;
        }
        if self.random.unit() < SEED_SECTION {
            return self.seed_neighbours();
        }
        if self.random.unit() < MOVE_BRACKETS {
            return self.move_brackets();
        }
        if self.random.unit() < FORCE_MERGE {
            let times = 1 + self.random.below(5) / 2;
            return (0..times).fold(false, |any, _| self.force_merge() || any);
        }
        let derivations = self.derivations();
        self.undo(&derivations);
        true
    }

    /// Writes some parts back into the rules that use them.
    fn undo(&mut self, derivations: &[Option<RuleUses>]) {
        let (rules, sections) = (self.grammar.rules.len(), self.grammar.sections);
        match self.random.below(4) {
            0 if sections > 1 => {
                let section = 1 + self.random.below(sections - 1);
                let gone: Vec<bool> =
                    self.grammar.rules.iter().map(|r| r.section == section).collect();
                self.rebuild(derivations, &|_, rule| gone[rule]);
            }
            1 => {
                let chosen = self.random.below(rules);
                self.rebuild(derivations, &|_, rule| rule == chosen);
            }
            2 => {
                let gone: Vec<bool> =
                    (0..derivations.len()).map(|_| self.random.unit() < UNDONE).collect();
                self.rebuild(derivations, &|example, _| gone[example]);
            }
            _ => {
                let gone: Vec<bool> = (0..rules).map(|_| self.random.unit() < UNDONE).collect();
                self.rebuild(derivations, &|_, rule| gone[rule]);
            }
        }
    }

    /// A section whose uses all stand in brackets takes the brackets into its
    /// own rules; or one whose rules all have brackets gives them away.
    fn move_brackets(&mut self) -> bool {
        if self.task.brackets.is_empty() || self.grammar.sections < 2 {
            return false;
        }
        let pairs = self.task.brackets.pairs();
        let (open, close) = pairs[self.random.below(pairs.len())];
        let section = 1 + self.random.below(self.grammar.sections - 1);
        let (mut inwards, mut outwards, mut uses) = (true, true, 0);
        for rule in &self.grammar.rules {
            let body = self.store.get(rule.body);
            let ours = slot_sections(&body.left);
            for (i, token) in body.right.iter().enumerate() {
                if token.as_slot().is_some_and(|k| ours[k] == section) {
                    uses += 1;
                    inwards &=
                        i > 0 && body.right[i - 1] == open && body.right.get(i + 1) == Some(&close);
                }
            }
            if rule.section == section {
                let n = body.right.len();
                outwards &= n >= 2
                    && body.right[0] == open
                    && body.right[n - 1] == close
                    && self.task.brackets.balanced(&body.right[1..n - 1]);
            }
        }
        if uses == 0 || !(inwards || outwards) {
            return false;
        }
        for i in 0..self.grammar.rules.len() {
            let body = self.store.get(self.grammar.rules[i].body);
            let ours = slot_sections(&body.left);
            let is_ours = |t: Option<&Symbol>| {
                t.and_then(|t| t.as_slot()).is_some_and(|k| ours[k] == section)
            };
            let mut right = vec![];
            let mut at = 0;
            while at < body.right.len() {
                let token = body.right[at];
                if inwards && token == open && is_ours(body.right.get(at + 1)) {
                    right.push(body.right[at + 1]);
                    at += 3;
                    continue;
                }
                if !inwards && is_ours(Some(&token)) {
                    right.extend([open, token, close]);
                } else {
                    right.push(token);
                }
                at += 1;
            }
            if self.grammar.rules[i].section == section {
                if inwards {
                    right.insert(0, open);
                    right.push(close);
                } else {
                    right.remove(0);
                    right.pop();
                }
            }
            let left = body.left.clone();
            self.grammar.rules[i].body = self.store.intern(self.task, &left, &right);
        }
        true
    }

    /// Some words with tokens of their own and a common neighbour are taken
    /// for a section.
    fn seed_neighbours(&mut self) -> bool {
        let mut found: Vec<(Symbol, Symbol, Option<Symbol>, Option<Symbol>)> = vec![];
        for rule in &self.grammar.rules {
            let body = self.store.get(rule.body);
            if body.left.len() < 2 {
                continue;
            }
            for (i, &word) in body.left.iter().enumerate().filter(|(_, w)| !w.is_slot()) {
                let token = body
                    .right
                    .iter()
                    .find(|t| !t.is_slot() && self.task.links.between(word, **t) > LINKED);
                if let Some(&token) = token {
                    found.push((
                        word,
                        token,
                        i.checked_sub(1).map(|j| body.left[j]),
                        body.left.get(i + 1).copied(),
                    ));
                }
            }
        }
        if found.len() < 2 {
            return false;
        }
        let first = found[self.random.below(found.len())];
        let mut others: Vec<(Symbol, Symbol)> = vec![];
        for f in &found {
            if f.0 != first.0 && (f.2 == first.2 || f.3 == first.3) && !others.contains(&(f.0, f.1))
            {
                others.push((f.0, f.1));
            }
        }
        if others.is_empty() {
            return false;
        }
        let mut members = vec![(first.0, first.1)];
        for _ in 0..1 + self.random.below(3) {
            let other = others[self.random.below(others.len())];
            if !members.contains(&other) {
                members.push(other);
            }
        }
        self.add_section(&members);
        true
    }

    /// A section of single words, each with its token, that no rule uses yet.
    pub(crate) fn add_section(&mut self, members: &[(Symbol, Symbol)]) {
        let section = self.grammar.sections;
        self.grammar.sections += 1;
        for &(word, token) in members {
            let body = self.store.intern(self.task, &[word], &[token]);
            self.grammar.add(section, body, 0);
        }
    }

    fn chain_body(&self, section: usize) -> Option<BodyId> {
        let both = [Symbol::slot(section), Symbol::slot(section)];
        self.store.find(&both, &[Symbol::slot(0), Symbol::slot(1)])
    }

    /// Sections that put two of their own one after the other.
    fn chain_sections(&self) -> Vec<usize> {
        (0..self.grammar.sections)
            .filter(|&s| self.chain_body(s).is_some_and(|b| self.grammar.find(s, b).is_some()))
            .collect()
    }

    /// A rule of a section with chains is taken for a chain of two, cut where
    /// it is cheapest.
    fn split_chain(&mut self, chains: &[usize]) -> bool {
        let long = |learner: &Self, i: usize| {
            let body = learner.store.get(learner.grammar.rules[i].body);
            body.left.len() >= 2
                && body.right.len() >= 2
                && !(body.left.len() == 2 && body.slots == 2)
        };
        let rules: Vec<usize> = (0..self.grammar.rules.len())
            .filter(|&i| chains.contains(&self.grammar.rules[i].section) && long(self, i))
            .collect();
        if rules.is_empty() {
            return false;
        }
        let place = rules[self.random.below(rules.len())];
        let rule = self.grammar.rules[place];
        let (left, right) =
            (self.store.get(rule.body).left.clone(), self.store.get(rule.body).right.clone());
        let mut best: Option<(f64, BodyId, BodyId)> = None;
        for i in 1..left.len() {
            let before = slots(&left[..i]);
            for j in 1..right.len() {
                let (first, second) = right.split_at(j);
                let brackets = &self.task.brackets;
                if !brackets.balanced(first)
                    || !brackets.balanced(second)
                    || brackets.opens(second[0])
                {
                    continue;
                }
                let crossed = first.iter().any(|t| t.as_slot().is_some_and(|k| k >= before))
                    || second.iter().any(|t| t.as_slot().is_some_and(|k| k < before));
                let unit = |side: &[Symbol]| side.len() == 1 && side[0].is_slot();
                if crossed || unit(&left[..i]) || unit(&left[i..]) {
                    continue;
                }
                let second: Vec<Symbol> = second
                    .iter()
                    .map(|t| t.as_slot().map_or(*t, |k| Symbol::slot(k - before)))
                    .collect();
                let a = self.store.intern(self.task, &left[..i], first);
                let b = self.store.intern(self.task, &left[i..], &second);
                let price = |learner: &Self, id: BodyId| {
                    if learner.grammar.find(rule.section, id).is_some() {
                        0.0
                    } else {
                        learner.store.get(id).bits
                    }
                };
                let bits = (price(self, a) + price(self, b)) * (1.0 + 0.2 * self.random.unit());
                if best.is_none_or(|b| bits < b.0) {
                    best = Some((bits, a, b));
                }
            }
        }
        let (Some((_, a, b)), Some(chain)) = (best, self.chain_body(rule.section)) else {
            return false;
        };
        self.grammar.rules.remove(place);
        for body in [a, b, chain] {
            self.grammar.add(rule.section, body, rule.count);
        }
        true
    }
}

fn slot_sections(left: &[Symbol]) -> Vec<usize> {
    left.iter().filter_map(|s| s.as_slot()).collect()
}
