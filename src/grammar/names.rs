//! What sections of grammars that vote are called: like those of the returned grammar that have the same rules, so that
//! what is written down of them is only what differs.

use super::Grammar;
use crate::arrange::Arrange;
use std::sync::Arc;

/// The sections of a grammar.
#[derive(Debug)]
pub(crate) struct NamesOfSections {
    /// Names, and rules without the names of sections in them.
    sections: Vec<(Option<Arc<str>>, Vec<String>)>,
}

impl NamesOfSections {
    pub(crate) fn of(grammar: &Grammar) -> NamesOfSections {
        let mut texts =
            (0..).map_while(|index| grammar.rule_text(index)).map(|text| outline(&text));
        let sections = grammar.sections().iter();
        let rules = |count| texts.by_ref().take(count).collect();
        let counted = sections.map(|section| (section.name.clone(), section.rule_count()));
        let mut rules = rules;
        NamesOfSections { sections: counted.map(|(name, count)| (name, rules(count))).collect() }
    }

    /// Adds the sections of another grammar whose names are new.
    pub(crate) fn note(&mut self, grammar: &Grammar) {
        for (name, rules) in NamesOfSections::of(grammar).sections {
            if self.sections.iter().all(|(known, _)| *known != name) {
                self.sections.push((name, rules));
            }
        }
    }

    /// Calls the sections of a grammar like these, where they have rules in common.
    pub(crate) fn like(&self, grammar: Grammar) -> Grammar {
        if grammar.sections().len() < 2 {
            return grammar;
        }
        let own = NamesOfSections::of(&grammar).sections;
        let mut alike: Vec<(usize, usize, usize)> = Vec::new();
        for (place, (_, rules)) in own.iter().enumerate().skip(1) {
            for (other, (_, others)) in self.sections.iter().enumerate().skip(1) {
                let common = rules.iter().filter(|rule| others.contains(rule)).count();
                alike.push((common, place, other));
            }
        }
        alike.retain(|(common, ..)| *common > 0);
        // Those with the most in common first; of equal ones the first.
        alike.arrange_by_key(|(common, place, other)| (usize::MAX - common, *place, *other));
        let mut names: Vec<Option<Arc<str>>> = vec![None; own.len()];
        let mut taken = vec![false; self.sections.len()];
        for (_, place, other) in alike {
            if names[place].is_none() && !taken[other] {
                names[place].clone_from(&self.sections[other].0);
                taken[other] = true;
            }
        }
        let mut sections = grammar.sections().to_vec();
        for place in 1..sections.len() {
            if names[place].is_none() {
                names[place] = sections[place].name.clone().map(|name| self.free(&name, &names));
            }
            sections[place].name.clone_from(&names[place]);
        }
        let normalisation = grammar.normalisation();
        match Grammar::with_sections(sections, grammar.vocabulary().clone()) {
            Ok(renamed) => renamed.with_normalisation(normalisation),
            Err(_) => grammar,
        }
    }

    /// A name that no other section has.
    fn free(&self, name: &Arc<str>, names: &[Option<Arc<str>>]) -> Arc<str> {
        let is_taken = |name: &str| {
            let others = self.sections.iter().map(|(name, _)| name).chain(names);
            others.flatten().any(|other| **other == *name)
        };
        if !is_taken(name) {
            return name.clone();
        }
        let others = (2..).map(|number| format!("{name}_{number}"));
        others.into_iter().find(|name| !is_taken(name)).map_or_else(|| name.clone(), Into::into)
    }
}

/// A rule without the names of sections, and with the words of a group in one order.
fn outline(rule: &str) -> String {
    let word = |word: &str| match word.split_once(':') {
        Some((variable, _)) if variable.starts_with('x') => variable.to_owned(),
        _ => match word.strip_prefix('(').and_then(|word| word.strip_suffix(')')) {
            Some(group) => {
                let mut words: Vec<&str> = group.split('|').collect();
                words.arrange();
                format!("({})", words.join("|"))
            }
            None => word.to_owned(),
        },
    };
    rule.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
