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
    /// The places of the first and the last of its members, and how many there are.
    first: u32,
    last: u32,
    count: u32,
}

/// All of them. Their members are in one list, because there are very many, mostly with two each.
#[derive(Default)]
struct GapTemplates {
    list: Vec<GapTemplate>,
    members: Vec<TemplateMember>,
}

#[derive(Clone, Copy)]
struct TemplateMember {
    rule: u32,
    in_gap: BodyId,
    /// The place of the next one of the same template.
    next: u32,
}

impl GapTemplates {
    fn add(&mut self, candidate: usize, rule: u32, in_gap: BodyId) {
        let place = self.members.len() as u32;
        self.members.push(TemplateMember { rule, in_gap, next: place });
        let template = &mut self.list[candidate];
        match template.count {
            0 => template.first = place,
            _ => self.members[template.last as usize].next = place,
        }
        template.last = place;
        template.count += 1;
    }

    /// The members of one, in the order in which they were added.
    fn members(&self, template: &GapTemplate) -> impl Iterator<Item = (u32, BodyId)> {
        let mut next = template.first;
        (0..template.count).map(move |_| {
            let member = self.members[next as usize];
            next = member.next;
            (member.rule, member.in_gap)
        })
    }
}

/// What a candidate takes, about: most have two or three members.
const OF_CANDIDATE: usize = size_of::<GapTemplate>() + 3 * size_of::<TemplateMember>();
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
            if self.apply(&candidates, &choice) {
                return true;
            }
            if !self.meter.go_on() {
                return false;
            }
        }
        false
    }

    fn candidates(&mut self, longest_gap: usize) -> GapTemplates {
        let mut by_section: Vec<Vec<u32>> = vec![vec![]; self.grammar.sections];
        for (i, rule) in self.grammar.rules.iter().enumerate() {
            if !rule.late {
                by_section[rule.section].push(i as u32);
            }
        }
        self.patterns.trim(self.meter.most_bytes() / FOR_PATTERNS);
        let mut candidates = GapTemplates::default();
        // which candidate a pattern is, and which rules it has, as bits
        let mut number: Vec<u32> = vec![];
        let mut has: Vec<u64> = vec![];
        let width = self.grammar.rules.len().div_ceil(64);
        for (section, rules) in by_section.iter().enumerate() {
            let first = candidates.list.len();
            number.clear();
            for (x, &i) in rules.iter().enumerate() {
                for &j in &rules[x + 1..] {
                    let (a, b) =
                        (self.grammar.rules[i as usize].body, self.grammar.rules[j as usize].body);
                    let most_bytes = self.meter.most_bytes();
                    let range = self.patterns.of_pair(self.task, self.store, a, b, most_bytes);
                    let beside = candidates.list.len() * OF_CANDIDATE + size_of_val(&has[..]);
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
                            candidates.list.push(GapTemplate {
                                section,
                                pattern: common.pattern,
                                first: 0,
                                last: 0,
                                count: 0,
                            });
                            number[pattern] = candidates.list.len() as u32;
                            has.resize(candidates.list.len() * width, 0);
                        }
                        let candidate = number[pattern] as usize - 1;
                        for (rule, member) in [(i, common.members[0]), (j, common.members[1])] {
                            let bits = &mut has[candidate * width + rule as usize / 64];
                            if *bits >> (rule % 64) & 1 == 0 {
                                *bits |= 1 << (rule % 64);
                                candidates.add(candidate, rule, member);
                            }
                        }
                    }
                }
            }
        }
        candidates
    }

    /// For each candidate the sections that its slot may have, with a gain.
    fn choices(&mut self, candidates: &GapTemplates) -> Vec<TemplateChoice> {
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
        let (mut kinds, mut options): (Vec<BodyId>, Vec<usize>) = (vec![], vec![]);
        for (number, candidate) in candidates.list.iter().enumerate() {
            if number % LOOKS == LOOKS - 1 && !self.meter.look() {
                break;
            }
            let rules = &self.grammar.rules;
            let of_rule = |member: (u32, BodyId)| &rules[member.0 as usize];
            let members = || candidates.members(candidate);
            let old: f64 = members().map(|it| self.store.get(of_rule(it).body).bits).sum();
            let count: f64 = members().map(|it| f64::from(of_rule(it).count)).sum();
            kinds.clear();
            options.clear();
            options.push(fresh);
            for (_, member) in members() {
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
                let own_after = own - candidate.count as usize + 1;
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
        self.tick(candidates.list.len() as u64);
        choices
    }

    fn apply(&mut self, candidates: &GapTemplates, choice: &TemplateChoice) -> bool {
        let &TemplateChoice { gain, candidate, section } = choice;
        let candidate = &candidates.list[candidate];
        let before = self.grammar.clone();
        let mut in_gaps = candidates.members(candidate).map(|(_, in_gap)| in_gap);
        let referenced = in_gaps.any(|in_gap| !self.store.get(in_gap).right.is_empty());
        let (left, right) = self.patterns.get(candidate.pattern).template(section, referenced);
        let template = self.store.intern(self.task, &left, &right);
        if section == self.grammar.sections {
            self.grammar.sections += 1;
        }
        let members: Vec<(BodyId, u32)> = candidates
            .members(candidate)
            .map(|(rule, member)| (member, self.grammar.rules[rule as usize].count))
            .collect();
        let mut gone = vec![false; self.grammar.rules.len()];
        candidates.members(candidate).for_each(|(rule, _)| gone[rule as usize] = true);
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
