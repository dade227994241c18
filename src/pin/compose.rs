//! A learnt grammar and the pinned rules become one grammar.

use super::shape::{has_variables, shape};
use crate::arrange::Arrange;
use crate::grammar::{Domain, Grammar, NamesOfSections};
use crate::language::Normalisation;
use crate::language::rule::{Pattern, Piece, Right, Rule, SectionRef};
use crate::language::section::Section;
use crate::language::vocabulary::{Vocabulary, Word};
use crate::task::Pinned;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most places that are tried for one rule.
const MOST_PLACES: usize = 64;

/// The pinned rules of a task, in its words.
#[derive(Debug)]
pub(crate) struct Pins {
    sections: Vec<PinnedSection>,
    vocabulary: Arc<Vocabulary>,
    names: NamesOfSections,
    /// Words that pinned rules name and no example has: what was learnt of them was learnt from the pinned rules.
    theirs: BTreeSet<Word>,
}

#[derive(Debug)]
struct PinnedSection {
    section: Section,
    /// By rule: whether it is pinned. The others say where the pinned ones stand.
    pinned: Vec<bool>,
}

/// A pinned rule that has no counterpart in a learnt grammar, and goes into this section of it.
struct Unplaced {
    target: usize,
    rule: Rule,
    /// The shapes of the rules before it in the pinned text, the nearest first; and of those behind it.
    before: Vec<Vec<String>>,
    behind: Vec<Vec<String>>,
}

impl Pins {
    /// The pinned rules of a task whose words are in `vocabulary`, and whose inputs are read in a normal form.
    pub(crate) fn new(
        pinned: &Pinned,
        vocabulary: &Vocabulary,
        normal: Normalisation,
        is_shown: impl Fn(Word) -> bool,
    ) -> Self {
        let mut vocabulary = vocabulary.clone();
        let grammar = pinned.grammar().clone().with_normalisation(normal);
        let own = grammar.vocabulary().clone();
        let mut sections = Vec::new();
        for (place, section) in grammar.sections().iter().enumerate() {
            let mut section = section.clone();
            let used = section.uses.iter_mut().flat_map(|one| &mut one.rules);
            for rule in section.rules.iter_mut().chain(used) {
                reword(rule, &own, &mut vocabulary);
            }
            let pinned = (0..section.rules.len()).map(|rule| pinned.is_pinned(place, rule));
            sections.push(PinnedSection { pinned: pinned.collect(), section });
        }
        let names = NamesOfSections::of(&grammar);
        let rules =
            sections.iter().flat_map(|it: &PinnedSection| it.section.rules.iter().zip(&it.pinned));
        let theirs = rules.filter(|(_, pinned)| **pinned).flat_map(|(rule, _)| words_of(rule));
        let theirs = theirs.filter(|word| !is_shown(*word)).collect();
        Self { sections, vocabulary: Arc::new(vocabulary), names, theirs }
    }

    /// Tokens or numbers: what the rules give.
    pub(crate) fn domain(&self) -> Domain {
        self.sections[0].section.domain
    }

    /// A learnt grammar with the pinned rules in it. Where it has a rule of the same shape, the pinned one takes its
    /// place; the others stand where their neighbours in the pinned text do, or where `failing` counts the fewest
    /// examples. `None` if the two cannot be one grammar: one gives numbers, and the other tokens.
    pub(crate) fn kept_in(
        &self,
        learnt: &Grammar,
        mut failing: impl FnMut(&Grammar) -> usize,
    ) -> Option<Grammar> {
        let learnt = self.names.like(learnt.clone());
        let mut vocabulary = Vocabulary::clone(&self.vocabulary);
        let mut sections = learnt.sections().to_vec();
        for section in &mut sections {
            let used = section.uses.iter_mut().flat_map(|one| &mut one.rules);
            for rule in section.rules.iter_mut().chain(used) {
                reword(rule, learnt.vocabulary(), &mut vocabulary);
            }
            if section.uses.is_empty() {
                section.rules.retain(|rule| !words_of(rule).any(|it| self.theirs.contains(&it)));
            }
        }
        let vocabulary = Arc::new(vocabulary);
        let targets = self.targets(&mut sections)?;
        let mut unplaced = Vec::new();
        for (place, pinned) in self.sections.iter().enumerate() {
            let Some(target) = targets[place] else { continue };
            unplaced.extend(pinned.put_into(target, &mut sections, &targets, &vocabulary));
        }
        let made = |sections: &[Section]| {
            let grammar = Grammar::with_sections(sections.to_vec(), vocabulary.clone()).ok()?;
            Some(grammar.with_normalisation(learnt.normalisation()))
        };
        // First every rule where its neighbours stand: mostly that is right.
        let mut placed = sections.clone();
        for one in &unplaced {
            let rules = &mut placed[one.target].rules;
            rules.insert(one.usual_place(rules, &vocabulary), one.rule.clone());
        }
        let usual = made(&placed)?;
        let fewest = failing(&usual);
        if fewest == 0 || unplaced.is_empty() {
            return Some(usual);
        }
        let (mut best, mut fewest) = (usual, fewest);
        let mut so_far = sections;
        for (index, one) in unplaced.iter().enumerate() {
            let usual = one.usual_place(&so_far[one.target].rules, &vocabulary);
            let count = so_far[one.target].rules.len();
            let mut places: Vec<usize> = (0..=count).collect();
            places.arrange_by_key(|place| place.abs_diff(usual));
            places.truncate(MOST_PLACES);
            let mut chosen = usual;
            for place in places {
                let mut tried = so_far.clone();
                tried[one.target].rules.insert(place, one.rule.clone());
                for later in &unplaced[index + 1..] {
                    let rules = &mut tried[later.target].rules;
                    rules.insert(later.usual_place(rules, &vocabulary), later.rule.clone());
                }
                let Some(grammar) = made(&tried) else { continue };
                let count = failing(&grammar);
                if count < fewest {
                    (best, fewest, chosen) = (grammar, count, place);
                }
            }
            so_far[one.target].rules.insert(chosen, one.rule.clone());
            if fewest == 0 {
                break;
            }
        }
        Some(best)
    }

    /// By pinned section: the section of the learnt grammar that its rules go into. Those that it does not have and that are
    /// needed are added. `None` if that cannot be.
    fn targets(&self, sections: &mut Vec<Section>) -> Option<Vec<Option<usize>>> {
        let first = &self.sections[0].section;
        if sections[0].domain != first.domain && !first.rules.is_empty() {
            if !sections[0].rules.is_empty() {
                return None;
            }
            sections[0].domain = first.domain;
        }
        if sections[0].name.is_none() {
            sections[0].name.clone_from(&first.name);
        }
        let needed = self.needed();
        let mut targets = vec![Some(0)];
        for (place, pinned) in self.sections.iter().enumerate().skip(1) {
            let known = sections.iter().skip(1).position(|section| {
                section.name == pinned.section.name && section.domain == pinned.section.domain
            });
            targets.push(match known {
                Some(known) => Some(known + 1),
                None if needed.contains(&place) => {
                    let empty = Section { rules: Vec::new(), ..pinned.section.clone() };
                    sections.push(Section { uses: Vec::new(), ..empty });
                    Some(sections.len() - 1)
                }
                None => None,
            });
        }
        Some(targets)
    }

    /// The sections that have a pinned rule, and those that these name.
    fn needed(&self) -> BTreeSet<usize> {
        let is_pinned = |place: &usize| self.sections[*place].pinned.iter().any(|pinned| *pinned);
        let mut needed: BTreeSet<usize> = (0..self.sections.len()).filter(is_pinned).collect();
        let mut open: Vec<usize> = needed.iter().copied().collect();
        while let Some(place) = open.pop() {
            let PinnedSection { section, pinned } = &self.sections[place];
            let whole = !is_pinned(&place);
            let rules = section.rules.iter().zip(pinned).filter(|(_, pinned)| whole || **pinned);
            for item in rules.flat_map(|(rule, _)| &rule.left) {
                if let Pattern::Typed(_, SectionRef::Named(named)) = item
                    && needed.insert(*named as usize)
                {
                    open.push(*named as usize);
                }
            }
        }
        needed
    }
}

impl PinnedSection {
    /// Puts the pinned rules in the place of those of the same shape, and gives the others. A section that the learnt
    /// grammar does not have gets all rules, pinned or not.
    fn put_into(
        &self,
        target: usize,
        sections: &mut [Section],
        targets: &[Option<usize>],
        vocabulary: &Vocabulary,
    ) -> Vec<Unplaced> {
        let rule = |rule: &Rule| renumbered(rule, targets);
        let section = &mut sections[target];
        if target > 0 && section.rules.is_empty() && section.uses.is_empty() {
            section.rules = self.section.rules.iter().map(rule).collect();
            section.uses.clone_from(&self.section.uses);
            return Vec::new();
        }
        let own: Vec<Vec<String>> =
            self.section.rules.iter().map(|rule| shape(rule, vocabulary)).collect();
        let mut unplaced = Vec::new();
        for (place, one) in self.section.rules.iter().enumerate() {
            if !self.pinned[place] {
                continue;
            }
            let known =
                section.rules.iter().position(|known| shape(known, vocabulary) == own[place]);
            match known {
                Some(known) => section.rules[known] = rule(one),
                None => unplaced.push(Unplaced {
                    target,
                    rule: rule(one),
                    before: own[..place].iter().rev().cloned().collect(),
                    behind: own[place + 1..].to_vec(),
                }),
            }
        }
        unplaced
    }
}

impl Unplaced {
    /// Behind the rule that stands before it in the pinned text; or before the one behind it. Where the grammar has neither,
    /// before the rules with variables, and if it has none itself, before all.
    fn usual_place(&self, rules: &[Rule], vocabulary: &Vocabulary) -> usize {
        let find =
            |wanted: &Vec<String>| rules.iter().position(|rule| shape(rule, vocabulary) == *wanted);
        if let Some(place) = self.before.iter().find_map(find) {
            return place + 1;
        }
        if let Some(place) = self.behind.iter().find_map(find) {
            return place;
        }
        match has_variables(&self.rule) {
            true => rules.iter().position(has_variables).unwrap_or(rules.len()),
            false => 0,
        }
    }
}

/// The words of a left side.
fn words_of(rule: &Rule) -> impl Iterator<Item = Word> + '_ {
    rule.left.iter().filter_map(|item| match item {
        Pattern::Word(word) => Some(*word),
        _ => None,
    })
}

/// A rule with the numbers that its words have in another vocabulary.
pub(super) fn reword(rule: &mut Rule, from: &Vocabulary, to: &mut Vocabulary) {
    let mut reworded = |word: &mut Word| {
        *word = to.intern(from.text(*word)).expect("it is a word already");
    };
    for item in &mut rule.left {
        if let Pattern::Word(word) = item {
            reworded(word);
        }
    }
    if let Right::Tokens(pieces) = &mut rule.right {
        for piece in pieces {
            if let Piece::Token(word) = piece {
                reworded(word);
            }
        }
    }
}

/// A rule with the numbers that its sections have in another grammar.
fn renumbered(rule: &Rule, targets: &[Option<usize>]) -> Rule {
    let mut rule = rule.clone();
    for item in &mut rule.left {
        if let Pattern::Typed(_, SectionRef::Named(named)) = item
            && let Some(Some(target)) = targets.get(*named as usize)
        {
            *named = *target as u32;
        }
    }
    rule
}
