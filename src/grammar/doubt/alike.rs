//! Which grammars with sections read an input alike, without running them.
//!
//! A rule with a word that an input does not have reads no part of it, nor does one with a section all of whose rules are such,
//! nor one that no such rule leads to. So grammars whose other rules are the same, section by section and in the same order,
//! read it in the same way and give the same. Grammars that were learnt from the same examples mostly differ in rules that are
//! for other sentences.

use crate::arrange::Arrange;
use crate::grammar::Grammar;
use crate::grammar::votes::{ClassMemory, VoterSet};
use crate::language::rule::VariableKind;
use crate::language::vocabulary::Vocabulary;
use crate::length::hash::FastMap;
use crate::run::program::NONE;
use crate::run::program::sections::{Give, SectionCode, Takes};
use std::collections::HashMap;
use std::fmt::Write;

/// Sections of more rules than this are compared as a whole.
const MOST_RULES: usize = 256;

/// What tells grammars apart.
#[derive(Debug, Default)]
pub(super) struct Alike {
    everybody: VoterSet,
    /// Words of rules, as numbers.
    words: FastMap<String, u32>,
    /// By word: rules that can only match where it stands, and those who list it.
    rules_of_word: Vec<(Vec<u32>, VoterSet)>,
    /// Rules that need no word.
    without_word: Vec<u32>,
    rules: Vec<TellingRule>,
    /// By grammar: its rules by the numbers that they have in all grammars, and the other way round.
    known: Vec<Vec<u32>>,
    own: Vec<Vec<u32>>,
    /// By grammar: its sections in the same way.
    sections: Vec<Vec<u32>>,
    own_sections: Vec<Vec<u32>>,
    /// Those that can never be told to be alike.
    apart: Vec<VoterSet>,
}

/// A rule of some grammars.
#[derive(Debug, Default)]
struct TellingRule {
    /// All words that it needs.
    words: Vec<u32>,
    /// The section in which it stands, those that it needs, and all that it leads to.
    section: u32,
    needs: Vec<u32>,
    leads_to: Vec<u32>,
    reads_unlisted: bool,
    voters: VoterSet,
    /// Other rules that stand before it in these grammars, and behind it in others.
    before: Vec<(u32, VoterSet)>,
}

/// A part of a reading, as another grammar of the same class has it.
pub(super) struct Translation<'a> {
    to_known: &'a [u32],
    to_own: &'a [u32],
    sections_to_known: &'a [u32],
    sections_to_own: &'a [u32],
    from: &'a SectionCode,
    to: &'a SectionCode,
}

impl TellingRule {
    fn new(code: &SectionCode, rule: usize, sections: &[u32]) -> TellingRule {
        let rule = &code.rules[rule];
        let mut telling =
            TellingRule { section: sections[rule.section as usize], ..TellingRule::default() };
        for item in &code.items[rule.items.0 as usize..rule.items.1 as usize] {
            telling.reads_unlisted |= item.takes == Takes::Unlisted;
            if let Takes::Section(section) = item.takes {
                let section = sections[section as usize];
                telling.leads_to.push(section);
                if item.variable.kind != VariableKind::Any {
                    telling.needs.push(section);
                }
            }
        }
        telling
    }
}

impl Alike {
    /// What can be told of grammars that all have sections; nothing of others.
    pub(super) fn new(grammars: &[&Grammar]) -> Alike {
        let voters = grammars.len();
        let codes: Option<Vec<(&SectionCode, &Vocabulary)>> = grammars
            .iter()
            .map(|grammar| Some((&**grammar.program().sections.as_ref()?, &**grammar.vocabulary())))
            .collect();
        let unused = VoterSet::BITS.checked_sub(voters as u32);
        let everybody = unused.and_then(|unused| VoterSet::MAX.checked_shr(unused));
        match (codes, everybody) {
            (Some(codes), Some(everybody)) if voters > 1 && voters <= VoterSet::BITS as usize => {
                let alike = Alike { everybody, ..Alike::default() };
                alike.filled(grammars, &codes)
            }
            _ => Alike::default(),
        }
    }

    fn filled(mut self, grammars: &[&Grammar], codes: &[(&SectionCode, &Vocabulary)]) -> Alike {
        self.sections = aligned(grammars, codes);
        let count = self.sections.iter().flatten().max().map_or(0, |most| *most as usize + 1);
        self.own_sections = self.sections.iter().map(|own| inverse(own, count)).collect();
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut words_of: Vec<Vec<String>> = Vec::new();
        let mut of_section: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (voter, (code, vocabulary)) in codes.iter().enumerate() {
            let mut own = Vec::new();
            for rule in 0..code.rules.len() {
                let text = rule_text(code, vocabulary, rule, &self.sections[voter]);
                let number = *numbers.entry(text).or_insert_with(|| {
                    let words = code.rules[rule].words;
                    let words = &code.words[words.0 as usize..words.1 as usize];
                    words_of.push(words.iter().map(|w| vocabulary.text(*w).to_owned()).collect());
                    let section = self.sections[voter][code.rules[rule].section as usize];
                    of_section[section as usize].push(words_of.len() as u32 - 1);
                    self.rules.push(TellingRule::new(code, rule, &self.sections[voter]));
                    words_of.len() as u32 - 1
                });
                self.rules[number as usize].voters |= 1 << voter;
                own.push(number);
            }
            self.known.push(own);
        }
        self.own = self.known.iter().map(|own| inverse(own, self.rules.len())).collect();
        self.find_orders(&of_section);
        // Whole inputs are read by the first section.
        for own in &self.sections {
            let same =
                |(voter, other): (usize, &Vec<u32>)| VoterSet::from(other[0] == own[0]) << voter;
            self.apart
                .push(self.sections.iter().enumerate().map(same).fold(0, |all, one| all | one));
        }
        self.index(&words_of);
        for (voter, (_, vocabulary)) in codes.iter().enumerate() {
            let code = codes[voter].0;
            for word in vocabulary.words().filter(|word| code.lists(*word)) {
                if let Some(number) = self.words.get(vocabulary.text(word)) {
                    self.rules_of_word[*number as usize].1 |= 1 << voter;
                }
            }
        }
        self
    }

    /// Finds rules of a section that do not stand in the same order everywhere.
    fn find_orders(&mut self, of_section: &[Vec<u32>]) {
        let voters = self.own.len();
        for rules in of_section {
            if rules.len() > MOST_RULES {
                self.compare_whole(rules);
                continue;
            }
            for (place, first) in rules.iter().enumerate() {
                for second in &rules[place + 1..] {
                    let (mut before, mut behind) = (0, 0);
                    for voter in 0..voters {
                        let own = &self.own[voter];
                        let (a, b) = (own[*first as usize], own[*second as usize]);
                        let is_both = a != NONE && b != NONE;
                        before |= VoterSet::from(is_both && a < b) << voter;
                        behind |= VoterSet::from(is_both && a > b) << voter;
                    }
                    if before != 0 && behind != 0 {
                        self.rules[*second as usize].before.push((*first, before));
                    }
                }
            }
        }
    }

    /// Sets apart those in which a long section is another one.
    fn compare_whole(&mut self, rules: &[u32]) {
        let of = |own: &Vec<u32>| -> Vec<u32> {
            let mut list: Vec<u32> =
                rules.iter().copied().filter(|rule| own[*rule as usize] != NONE).collect();
            list.arrange_by_key(|rule| own[*rule as usize]);
            list
        };
        let lists: Vec<Vec<u32>> = self.own.iter().map(of).collect();
        for list in &lists {
            let same = lists.iter().enumerate().filter(|(_, other)| *other == list);
            self.apart.push(same.fold(0, |all, (voter, _)| all | 1 << voter));
        }
        rules.iter().for_each(|rule| self.rules[*rule as usize].voters = self.everybody);
    }

    /// Lists the rules by a word that they need.
    fn index(&mut self, words_of: &[Vec<String>]) {
        for (number, words) in words_of.iter().enumerate() {
            for text in words {
                let next = self.words.len() as u32;
                let word = *self.words.entry(text.clone()).or_insert(next);
                self.rules[number].words.push(word);
            }
            self.rules_of_word.resize(self.words.len(), (Vec::new(), 0));
            match self.rules[number].words.first() {
                Some(word) => self.rules_of_word[*word as usize].0.push(number as u32),
                None => self.without_word.push(number as u32),
            }
        }
    }

    /// Divides so many grammars into classes of those that read these words alike.
    pub(super) fn classes(&self, words: &[&str], grammars: usize, memory: &mut ClassMemory) {
        if self.everybody == 0 {
            memory.classes.clear();
            return memory.classes.extend((0..grammars).map(|voter| 1 << voter));
        }
        let ClassMemory { present, candidates, can_read, is_reached, classes } = memory;
        present.clear();
        present.resize(self.words.len(), false);
        candidates.clear();
        candidates.extend_from_slice(&self.without_word);
        classes.clear();
        classes.push(self.everybody);
        self.apart.iter().for_each(|voters| divide(classes, *voters));
        for word in words {
            let Some(number) = self.words.get(*word) else { continue };
            if !std::mem::replace(&mut present[*number as usize], true) {
                candidates.extend_from_slice(&self.rules_of_word[*number as usize].0);
            }
        }
        let rule = |number: &u32| &self.rules[*number as usize];
        candidates.retain(|it| rule(it).words.iter().all(|word| present[*word as usize]));
        // Which sections can read something, and which of these are ever asked.
        let sections = self.own_sections[0].len();
        can_read.clear();
        can_read.resize(sections, false);
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for rule in candidates.iter().map(rule) {
                if !can_read[rule.section as usize]
                    && rule.needs.iter().all(|section| can_read[*section as usize])
                {
                    can_read[rule.section as usize] = true;
                    has_changed = true;
                }
            }
        }
        candidates.retain(|it| rule(it).needs.iter().all(|section| can_read[*section as usize]));
        is_reached.clear();
        is_reached.resize(sections, false);
        self.sections.iter().for_each(|own| is_reached[own[0] as usize] = true);
        has_changed = true;
        while std::mem::take(&mut has_changed) {
            for rule in candidates.iter().map(rule) {
                if !is_reached[rule.section as usize] {
                    continue;
                }
                for section in &rule.leads_to {
                    has_changed |= !std::mem::replace(&mut is_reached[*section as usize], true);
                }
            }
        }
        candidates.retain(|it| is_reached[rule(it).section as usize]);
        candidates.sort_unstable();
        for rule in candidates.iter().map(rule) {
            divide(classes, rule.voters);
            for (first, voters) in &rule.before {
                if candidates.binary_search(first).is_ok() {
                    divide(classes, *voters);
                }
            }
        }
        // Where names are read, it matters which words are listed.
        if candidates.iter().map(rule).any(|rule| rule.reads_unlisted) {
            for number in words.iter().filter_map(|word| self.words.get(*word)) {
                divide(classes, self.rules_of_word[*number as usize].1);
            }
        }
        classes.sort_unstable_by_key(|voters| voters.trailing_zeros());
    }

    /// How a grammar of a class has what another one of it reads.
    pub(super) fn translation<'a>(
        &'a self,
        (from, grammar): (usize, &'a Grammar),
        (to, other): (usize, &'a Grammar),
    ) -> Option<Translation<'a>> {
        if self.everybody == 0 {
            return None;
        }
        Some(Translation {
            to_known: &self.known[from],
            to_own: &self.own[to],
            sections_to_known: &self.sections[from],
            sections_to_own: &self.own_sections[to],
            from: grammar.program().sections.as_ref()?,
            to: other.program().sections.as_ref()?,
        })
    }
}

impl Translation<'_> {
    pub(super) fn rule(&self, rule: u32) -> u32 {
        self.to_own[self.to_known[rule as usize] as usize]
    }

    pub(super) fn section(&self, section: u32) -> u32 {
        self.sections_to_own[self.sections_to_known[section as usize] as usize]
    }

    /// An item of a rule, as an index into the items.
    pub(super) fn item(&self, rule: u32, item: u32) -> u32 {
        let own = self.to.rules[self.rule(rule) as usize];
        own.items.0 + (item - self.from.rules[rule as usize].items.0)
    }
}

/// Divides every class into those who are among some voters and those who are not.
fn divide(classes: &mut Vec<VoterSet>, voters: VoterSet) {
    for place in 0..classes.len() {
        let class = classes[place];
        let (some, others) = (class & voters, class & !voters);
        if some != 0 && others != 0 {
            classes[place] = some;
            classes.push(others);
        }
    }
}

/// Where each number stands in a list; of equal ones the first.
fn inverse(list: &[u32], count: usize) -> Vec<u32> {
    let mut places = vec![NONE; count];
    for (place, number) in list.iter().enumerate().rev() {
        places[*number as usize] = place as u32;
    }
    places
}

/// By grammar and section, which section it is among those of all grammars: by its name, or where that is its own, by its
/// rules.
fn aligned(grammars: &[&Grammar], codes: &[(&SectionCode, &Vocabulary)]) -> Vec<Vec<u32>> {
    const ROUNDS: usize = 4;
    let mut names: HashMap<Option<&str>, u32> = HashMap::new();
    let mut sections: Vec<Vec<u32>> = Vec::new();
    for grammar in grammars {
        let own = grammar.sections().iter().map(|section| {
            let next = names.len() as u32;
            *names.entry(section.name.as_deref()).or_insert(next)
        });
        sections.push(own.collect());
    }
    for _ in 0..ROUNDS {
        let mut by_rules: HashMap<String, u32> = HashMap::new();
        let mut has_changed = false;
        for (voter, (code, vocabulary)) in codes.iter().enumerate() {
            for section in 0..sections[voter].len() {
                let (first, end) = code.sections[section].rules;
                let mut rules: Vec<String> = (first..end)
                    .map(|rule| {
                        let text = rule_text(code, vocabulary, rule as usize, &sections[voter]);
                        text.split_once(' ').map_or(String::new(), |(_, text)| text.to_owned())
                    })
                    .collect();
                rules.arrange();
                let known = *by_rules.entry(rules.join("\n")).or_insert(sections[voter][section]);
                if known != sections[voter][section] && !sections[voter].contains(&known) {
                    sections[voter][section] = known;
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            break;
        }
    }
    sections
}

/// All that a rule says, as a text: equal ones do the same. What stands before the first space is its section.
fn rule_text(code: &SectionCode, vocabulary: &Vocabulary, rule: usize, sections: &[u32]) -> String {
    let rule = &code.rules[rule];
    let info = &code.sections[rule.section as usize];
    let mut text = format!("{} {:?} {:?}", sections[rule.section as usize], info.domain, info.sums);
    for item in &code.items[rule.items.0 as usize..rule.items.1 as usize] {
        let _ = match item.takes {
            Takes::Word(word) => write!(text, " w{}", vocabulary.text(word)),
            Takes::Section(section) => write!(
                text,
                " s{}{:?}{}",
                sections[section as usize],
                item.variable.kind,
                item.section.is_some()
            ),
            other => write!(text, " {other:?}{:?}", item.variable.kind),
        };
    }
    for give in &code.operations[rule.operations.0 as usize..rule.operations.1 as usize] {
        let _ = match give {
            Give::Token(token) => write!(text, " t{}", vocabulary.text(*token)),
            other => write!(text, " {other:?}"),
        };
    }
    text
}
