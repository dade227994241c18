//! Templates with several gaps: two rules that differ in two to four places at
//! once, each place with a meaning of its own or none. One gap would have to
//! span all of them, and what stands between would be learnt by heart.

use super::cost::log2;
use super::hash::{FastMap, FastSet, hash_of};
use super::learner::{Concerned, Drafting};
use super::shared::Gaps;
use super::store::BodyId;
use super::symbol::{Symbol, WordSet};
use crate::arrange::Arrange;

/// Pairs of rules that are tried before a step gives up.
const TRIES: usize = 6;

struct GapChoice {
    gain: f64,
    rules: [usize; 2],
    sections: Vec<usize>,
}

impl Drafting<'_> {
    /// Takes two rules together that differ in several places, if it pays.
    pub(crate) fn take_gaps(&mut self) -> bool {
        let mut gaps = std::mem::take(&mut self.patterns.gaps);
        let mut choices = self.gap_choices(&mut gaps);
        choices.arrange_by(|a, b| b.gain.total_cmp(&a.gain));
        choices.truncate(TRIES);
        let taken =
            choices.iter().any(|choice| self.meter.go_on() && self.apply_gaps(&mut gaps, choice));
        self.patterns.gaps = gaps;
        taken
    }

    fn gap_choices(&mut self, gaps: &mut Gaps) -> Vec<GapChoice> {
        let sizes = self.grammar.sizes();
        let kinds = self.grammar.kinds(self.store);
        let mut sections_of: FastMap<BodyId, Vec<usize>> = FastMap::default();
        for rule in &self.grammar.rules {
            sections_of.entry(rule.body).or_default().push(rule.section);
        }
        let share = self.task.prices.use_share;
        let mut choices = vec![];
        let n = self.grammar.rules.len();
        for i in 0..n {
            for j in i + 1..n {
                let (a, b) = (self.grammar.rules[i], self.grammar.rules[j]);
                if a.section != b.section || a.late || b.late {
                    continue;
                }
                if !self.tick_beside(1, gaps.bytes()) {
                    return choices;
                }
                let Some(shared) = gaps.of_pair(self.task, self.store, a.body, b.body) else {
                    continue;
                };
                let (mut sections, mut new, mut fresh) = (vec![], 0.0, self.grammar.sections);
                let count = f64::from(a.count + b.count);
                for members in &shared.members {
                    let mut options = vec![fresh];
                    for member in members {
                        let body = self.store.get(*member);
                        let unit = if body.left.len() == 1 && body.right.len() <= 1 {
                            body.left[0].as_slot()
                        } else {
                            None
                        };
                        options.extend(unit);
                        options.extend(sections_of.get(member).into_iter().flatten());
                    }
                    let price = |section: usize| {
                        let before = kinds.get(section).copied().unwrap_or_default();
                        let (mut bits, mut after, mut size) =
                            (0.0, before, sizes.get(section).copied().unwrap_or(0));
                        for member in members {
                            let body = self.store.get(*member);
                            let there = *body.left == [Symbol::slot(section)]
                                || sections_of.get(member).is_some_and(|s| s.contains(&section));
                            if !there {
                                bits += body.bits;
                                after = after.with(body.kind);
                                size += 1;
                            }
                        }
                        if section > 0 {
                            bits += self.task.prices.mixed * (after.extra() - before.extra());
                        }
                        bits + share * count * log2(size)
                    };
                    let Some((section, bits)) =
                        options.iter().map(|&s| (s, price(s))).min_by(|x, y| x.1.total_cmp(&y.1))
                    else {
                        continue;
                    };
                    if section == fresh {
                        fresh += 1;
                    }
                    new += bits;
                    sections.push(section);
                }
                let old = self.store.get(a.body).bits + self.store.get(b.body).bits;
                if old <= new + self.task.prices.rule {
                    continue;
                }
                let (left, right) = shared.template(&sections);
                let gain = old - new - self.task.rule_bits(&left, &right);
                let gain = self.blur(gain);
                let key = hash_of(&(a.section, a.body, b.body, &sections, "gaps"));
                if gain > 0.0 && !self.refused.contains(&key) {
                    choices.push(GapChoice { gain, rules: [i, j], sections });
                }
            }
        }
        choices
    }

    fn apply_gaps(&mut self, gaps: &mut Gaps, choice: &GapChoice) -> bool {
        let [a, b] = choice.rules.map(|i| self.grammar.rules[i]);
        let Some(shared) = gaps.of_pair(self.task, self.store, a.body, b.body) else {
            return false;
        };
        let (left, right) = shared.template(&choice.sections);
        let members = shared.members.clone();
        let template = self.store.intern(self.task, &left, &right);
        let before = self.grammar.clone();
        let gone: FastSet<usize> = choice.rules.into_iter().collect();
        let mut place = 0;
        self.grammar.rules.retain(|_| {
            place += 1;
            !gone.contains(&(place - 1))
        });
        let most = choice.sections.iter().max().copied().unwrap_or(0);
        self.grammar.sections = self.grammar.sections.max(most + 1);
        self.grammar.add(a.section, template, a.count + b.count);
        let mut concerned: Vec<WordSet> = vec![self.store.get(template).words];
        for (ids, &section) in members.iter().zip(&choice.sections) {
            for (id, count) in ids.iter().zip([a.count, b.count]) {
                let body = self.store.get(*id);
                if *body.left != [Symbol::slot(section)] && self.grammar.add(section, *id, count) {
                    concerned.push(body.words);
                }
            }
        }
        if !self.keep_or(before, choice.gain, &Concerned::Any(&concerned)) {
            let key = hash_of(&(a.section, a.body, b.body, &choice.sections, "gaps"));
            self.refused.insert(key);
            return false;
        }
        concerned.iter().for_each(|words| self.unsettle(words));
        true
    }
}
