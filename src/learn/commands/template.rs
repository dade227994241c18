//! Templates: rules of a section that agree around a gap become one rule with
//! a slot, and what stood in the gap becomes rules of the slot's section.

use super::cost::log2;
use super::hash::FastMap;
use super::learner::{Concerned, Drafting};
use super::store::BodyId;
use super::symbol::{Symbol, WordSet};
use crate::arrange::Arrange;

/// Templates that are tried before a step gives up.
const TRIES: usize = 10;

/// Rules of one section that fit one pattern, and what they have in its gap.
struct GapTemplate {
    section: usize,
    pattern: u32,
    members: Vec<(u32, BodyId)>,
}

/// What a candidate takes, about: most have two or three members.
const OF_CANDIDATE: usize = size_of::<GapTemplate>() + 48;
/// Patterns that are kept may take this part of the memory: they can be found again.
const FOR_PATTERNS: usize = 4;

/// Candidates between two looks at the clock: they are counted when all are weighed.
const LOOKS: usize = 256;

struct TemplateChoice {
    gain: f64,
    candidate: usize,
    section: usize,
}

impl Drafting<'_> {
    /// Takes the template that gains most, if any does.
    pub(crate) fn take_template(&mut self, longest_gap: usize) -> bool {
        let candidates = self.candidates(longest_gap);
        let mut choices = self.choices(&candidates);
        choices.arrange_by(|a, b| b.gain.total_cmp(&a.gain));
        choices.truncate(TRIES);
        for choice in choices {
            if self.apply(&candidates[choice.candidate], choice.section, choice.gain) {
                return true;
            }
            if !self.meter.go_on() {
                return false;
            }
        }
        false
    }

    fn candidates(&mut self, longest_gap: usize) -> Vec<GapTemplate> {
        let mut by_section: Vec<Vec<u32>> = vec![vec![]; self.grammar.sections];
        for (i, rule) in self.grammar.rules.iter().enumerate() {
            if !rule.late {
                by_section[rule.section].push(i as u32);
            }
        }
        self.patterns.trim(self.meter.most_bytes() / FOR_PATTERNS);
        let mut candidates: Vec<GapTemplate> = vec![];
        // which candidate a pattern is, and which rules it has, as bits
        let mut number: Vec<u32> = vec![];
        let mut has: Vec<u64> = vec![];
        let width = self.grammar.rules.len().div_ceil(64);
        for (section, rules) in by_section.iter().enumerate() {
            let first = candidates.len();
            number.clear();
            for (x, &i) in rules.iter().enumerate() {
                for &j in &rules[x + 1..] {
                    let (a, b) =
                        (self.grammar.rules[i as usize].body, self.grammar.rules[j as usize].body);
                    let most_bytes = self.meter.most_bytes();
                    let range = self.patterns.of_pair(self.task, self.store, a, b, most_bytes);
                    let beside = candidates.len() * OF_CANDIDATE + size_of_val(&has[..]);
                    if !self.tick_beside(1 + range.len() as u64 / 4, beside) {
                        return candidates;
                    }
                    for entry in range {
                        let common = self.patterns.entry(entry);
                        if common.widest_left as usize > longest_gap
                            || common.widest_right as usize > longest_gap.saturating_mul(2)
                        {
                            continue;
                        }
                        let pattern = common.pattern as usize;
                        if pattern >= number.len() {
                            number.resize(pattern + 1, 0);
                        }
                        if number[pattern] as usize <= first {
                            candidates.push(GapTemplate {
                                section,
                                pattern: common.pattern,
                                members: vec![],
                            });
                            number[pattern] = candidates.len() as u32;
                            has.resize(candidates.len() * width, 0);
                        }
                        let candidate = number[pattern] as usize - 1;
                        for (rule, member) in [(i, common.members[0]), (j, common.members[1])] {
                            let bits = &mut has[candidate * width + rule as usize / 64];
                            if *bits >> (rule % 64) & 1 == 0 {
                                *bits |= 1 << (rule % 64);
                                candidates[candidate].members.push((rule, member));
                            }
                        }
                    }
                }
            }
        }
        candidates
    }

    /// For each candidate the sections that its slot may have, with a gain.
    fn choices(&mut self, candidates: &[GapTemplate]) -> Vec<TemplateChoice> {
        let sizes = self.grammar.sizes();
        let uses = self.grammar.uses(self.store);
        let mut sections_of: FastMap<BodyId, Vec<usize>> = FastMap::default();
        for rule in &self.grammar.rules {
            sections_of.entry(rule.body).or_default().push(rule.section);
        }
        let section_kinds = self.grammar.kinds(self.store);
        let share = self.task.prices.use_share;
        let fresh = self.grammar.sections;
        let mut choices = vec![];
        for (number, candidate) in candidates.iter().enumerate() {
            if number % LOOKS == LOOKS - 1 && !self.meter.look() {
                break;
            }
            let rules = &self.grammar.rules;
            let old: f64 = candidate
                .members
                .iter()
                .map(|m| self.store.get(rules[m.0 as usize].body).bits)
                .sum();
            let count: f64 =
                candidate.members.iter().map(|m| f64::from(rules[m.0 as usize].count)).sum();
            let mut kinds: Vec<BodyId> = vec![];
            let mut options = vec![fresh];
            for &(_, member) in &candidate.members {
                if kinds.contains(&member) {
                    continue;
                }
                kinds.push(member);
                let body = self.store.get(member);
                let unit = if body.left.len() == 1 && body.right.len() <= 1 {
                    body.left[0].as_slot()
                } else {
                    None
                };
                for &section in unit.iter().chain(sections_of.get(&member).into_iter().flatten()) {
                    if !options.contains(&section) {
                        options.push(section);
                    }
                }
            }
            let referenced = kinds.iter().any(|&m| !self.store.get(m).right.is_empty());
            let template_bits = self.patterns.bits(self.task, candidate.pattern, referenced);
            if old <= template_bits {
                continue;
            }
            for &section in &options {
                let mut new = template_bits;
                let mut added = 0;
                let before = section_kinds.get(section).copied().unwrap_or_default();
                let mut after = before;
                for &member in &kinds {
                    let body = self.store.get(member);
                    let there = *body.left == [Symbol::slot(section)]
                        || sections_of.get(&member).is_some_and(|s| s.contains(&section));
                    if !there {
                        new += body.bits;
                        added += 1;
                        after = after.with(body.kind);
                    }
                }
                if section > 0 {
                    new += self.task.prices.mixed * (after.extra() - before.extra());
                }
                let own = sizes[candidate.section];
                let own_after = own - candidate.members.len() + 1;
                let choices_bits = if section == candidate.section {
                    let after = own_after + added;
                    uses[section] * (log2(after) - log2(own)) + count * log2(after)
                } else {
                    let (size, used) =
                        if section == fresh { (0, 0.0) } else { (sizes[section], uses[section]) };
                    uses[candidate.section] * (log2(own_after) - log2(own))
                        + used * (log2(size + added) - log2(size))
                        + count * log2(size + added)
                };
                let gain = self.blur(old - new - share * choices_bits);
                if gain > 0.0 {
                    choices.push(TemplateChoice { gain, candidate: number, section });
                }
            }
        }
        self.tick(candidates.len() as u64);
        choices
    }

    fn apply(&mut self, candidate: &GapTemplate, section: usize, gain: f64) -> bool {
        let before = self.grammar.clone();
        let referenced =
            candidate.members.iter().any(|&(_, m)| !self.store.get(m).right.is_empty());
        let (left, right) = self.patterns.get(candidate.pattern).template(section, referenced);
        let template = self.store.intern(self.task, &left, &right);
        if section == self.grammar.sections {
            self.grammar.sections += 1;
        }
        let members: Vec<(BodyId, u32)> = candidate
            .members
            .iter()
            .map(|&(rule, member)| (member, self.grammar.rules[rule as usize].count))
            .collect();
        let mut gone = vec![false; self.grammar.rules.len()];
        candidate.members.iter().for_each(|m| gone[m.0 as usize] = true);
        let mut place = 0;
        self.grammar.rules.retain(|_| {
            place += 1;
            !gone[place - 1]
        });
        let mut concerned: Vec<WordSet> = vec![self.store.get(template).words];
        self.grammar.add(candidate.section, template, members.iter().map(|m| m.1).sum());
        for &(member, count) in &members {
            let body = self.store.get(member);
            if *body.left == [Symbol::slot(section)] {
                continue;
            }
            if self.grammar.add(section, member, count) {
                concerned.push(body.words);
            }
        }
        if !self.keep_or(before, gain, &Concerned::Any(&concerned)) {
            return false;
        }
        concerned.iter().for_each(|words| self.unsettle(words));
        true
    }
}
