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
    pub(super) everybody: VoterSet,
    /// Words of rules, as numbers.
    pub(super) words: FastMap<String, u32>,
    /// By word: rules that can only match where it stands, and those who list it.
    pub(super) rules_of_word: Vec<(Vec<u32>, VoterSet)>,
    /// Rules that need no word.
    without_word: Vec<u32>,
    pub(super) rules: Vec<TellingRule>,
    /// By grammar: its rules by the numbers that they have in all grammars, and the other way round.
    pub(super) known: Vec<Vec<u32>>,
    pub(super) own: Vec<Vec<u32>>,
    /// By grammar: the numbers that its sections have in all grammars, of which there are so many.
    pub(super) sections: Vec<Vec<u32>>,
    pub(super) section_count: usize,
    /// Those that can never be told to be alike.
    pub(super) apart: Vec<VoterSet>,
}

/// A rule of some grammars.
#[derive(Debug, Default)]
pub(super) struct TellingRule {
    /// All words that it needs.
    words: Vec<u32>,
    /// The section in which it stands, those that it needs, and all that it leads to.
    pub(super) section: u32,
    needs: Vec<u32>,
    leads_to: Vec<u32>,
    pub(super) reads_unlisted: bool,
    pub(super) voters: VoterSet,
    /// Other rules that stand before it in these grammars, and behind it in others.
    pub(super) before: Vec<(u32, VoterSet)>,
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
        self.section_count = count;
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
                        self.rules[*first as usize].before.push((*second, behind));
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

    /// Finds the rules that could read something of these words in any of the grammars.
    pub(super) fn find_candidates(&self, words: &[&str], memory: &mut ClassMemory) {
        if self.everybody == 0 {
            return;
        }
        let ClassMemory { places, candidates, can_read, is_reached, .. } = memory;
        places.clear();
        places.resize(self.words.len(), 0);
        candidates.clear();
        candidates.extend_from_slice(&self.without_word);
        for (place, word) in words.iter().enumerate() {
            let Some(number) = self.words.get(*word) else { continue };
            let stands = &mut places[*number as usize];
            if std::mem::replace(stands, *stands | 1 << place.min(63)) == 0 {
                candidates.extend_from_slice(&self.rules_of_word[*number as usize].0);
            }
        }
        let rule = |number: &u32| &self.rules[*number as usize];
        candidates.retain(|it| rule(it).words.iter().all(|word| places[*word as usize] != 0));
        // Which sections can read something, and which of these are ever asked.
        let sections = self.section_count;
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
    }

    /// Divides so many grammars into classes of those that read these words alike, for which candidates were found.
    pub(super) fn classes(&self, words: &[&str], grammars: usize, memory: &mut ClassMemory) {
        let ClassMemory { candidates, classes, .. } = memory;
        classes.clear();
        if self.everybody == 0 {
            return classes.extend((0..grammars).map(|voter| 1 << voter));
        }
        classes.push(self.everybody);
        self.apart.iter().for_each(|voters| divide(classes, *voters));
        let rule = |number: &u32| &self.rules[*number as usize];
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
    }

    /// A rule, by a number that it has in all grammars; where nothing is known of them, each has numbers of its own.
    pub(super) fn rule_number(&self, voter: usize, rule: u32) -> u64 {
        match self.everybody {
            0 => (voter as u64) << 32 | u64::from(rule),
            _ => self.known[voter][rule as usize].into(),
        }
    }

    /// A section in the same way.
    pub(super) fn section_number(&self, voter: usize, section: u32) -> u64 {
        match self.everybody {
            0 => (voter as u64) << 32 | u64::from(section),
            _ => self.sections[voter][section as usize].into(),
        }
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
            // `:word` and `:words` are both copied, and take other numbers of words.
            other => write!(text, " {other:?}{:?}{}-{}", item.variable.kind, item.least, item.most),
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
