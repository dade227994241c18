//! How numbers are said whose digits stand for words.

use super::number_section::NumberSection;
use super::numbers::SaidNumbers;
use crate::grammar::Section;
use crate::language::rule::{Pattern, Rule, SectionRef};
use crate::language::vocabulary::Word;
use std::collections::BTreeMap;

pub(crate) struct SpokenNumbers {
    /// What reads the words.
    section: Section,
    /// By number in digits: its words in examples.
    ways: BTreeMap<String, Vec<Vec<Word>>>,
    /// Whether examples say some numbers in digits.
    pub(super) digits: bool,
}

impl SpokenNumbers {
    pub(super) fn new(words: &NumberSection, said: SaidNumbers) -> SpokenNumbers {
        let is_digits = |(number, ways): (&String, &Vec<Vec<String>>)| {
            ways.iter().any(|way| way[..] == *std::slice::from_ref(number))
        };
        let digits = said.iter().any(is_digits);
        let vocabulary = words.vocabulary();
        let word = |way: Vec<String>| way.iter().map(|word| vocabulary.find(word)).collect();
        let ways = |ways: Vec<Vec<String>>| ways.into_iter().map(word).collect();
        let ways = said.into_iter().map(|(number, said)| (number, ways(said))).collect();
        SpokenNumbers { section: words.section().clone(), ways, digits }
    }

    /// The words of all numbers of the examples.
    pub(super) fn phrases(&self) -> impl Iterator<Item = &[Word]> {
        self.ways.values().flatten().map(|way| &way[..])
    }

    /// The words that a number was in examples.
    pub(super) fn ways(&self, number: &str) -> Option<&[Vec<Word>]> {
        self.ways.get(number).map(|ways| &ways[..])
    }

    /// Adds the section that reads the words, which rules call `itself`, if one of them does. Sections that do nothing but
    /// hand their words over to it become that section.
    pub(super) fn add_to(&self, sections: &mut Vec<Section>, itself: SectionRef) {
        let SectionRef::Named(own) = itself else { return };
        let place = |item: &Pattern| match item {
            Pattern::Typed(_, SectionRef::Named(at)) => Some(*at as usize),
            _ => None,
        };
        // By section: whether it is this one, in the end.
        let mut is_same: Vec<bool> = vec![false; sections.len()];
        is_same.resize(own as usize + 1, true);
        loop {
            let hands_over = |rule: &Rule| match &rule.left[..] {
                [one] => place(one).is_some_and(|at| is_same[at]),
                _ => false,
            };
            let is_new = |(at, section): &(usize, &Section)| {
                *at > 0
                    && !is_same[*at]
                    && !section.rules.is_empty()
                    && section.rules.iter().all(hands_over)
            };
            let Some((at, _)) = sections.iter().enumerate().find(is_new) else { break };
            is_same[at] = true;
        }
        let mut items = sections.iter().flat_map(|s| &s.rules).flat_map(|rule| &rule.left);
        if !items.any(|item| place(item).is_some_and(|at| is_same[at])) {
            return;
        }
        // The first of them stays, under its name; the others go.
        sections.push(self.section.clone());
        let first = is_same.iter().position(|is_same| *is_same).unwrap_or(own as usize);
        let is_gone = |at: usize| at > first && is_same[at];
        let before = |at: usize| (0..at).filter(|at| !is_gone(*at)).count();
        let places: Vec<usize> =
            (0..sections.len()).map(|at| before(if is_same[at] { first } else { at })).collect();
        let items = sections.iter_mut().flat_map(|s| &mut s.rules).flat_map(|rule| &mut rule.left);
        for item in items {
            if let Pattern::Typed(_, SectionRef::Named(at)) = item {
                *at = places[*at as usize] as u32;
            }
        }
        sections[first] = Section { name: sections[first].name.clone(), ..self.section.clone() };
        let mut at = 0;
        sections.retain(|_| {
            at += 1;
            !is_gone(at - 1)
        });
    }
}
