//! What may follow the first words of an input: for a player whose sentence is not read, and for
//! completing what is being typed.
//!
//! Earley's algorithm. A state is a place in a rule that began at some word; from the states after
//! so many words follow those after one more. It does not ask which reading would be used, so it
//! costs more than reading, and is used only where a person waits.

use crate::language::rule::SectionRef;
use crate::language::vocabulary::Word;
use crate::run::program::sections::{Item, NO_INTEGER, SectionCode, Takes};
use std::collections::{BTreeSet, HashSet};

/// A place in a rule that began at word `origin`: before the item that is `done` items from its first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    rule: u32,
    done: u32,
    origin: u32,
    /// Whether that item has taken words already, and may take more.
    inside: bool,
}

/// What may come after some words.
#[derive(Debug, Default)]
pub(crate) struct Follows {
    /// How many words there are before it.
    pub(crate) reached: usize,
    /// Whether these words are a sentence as they stand.
    pub(crate) complete: bool,
    pub(crate) words: BTreeSet<Word>,
    pub(crate) sections: BTreeSet<SectionRef>,
    /// Whether any word may come.
    pub(crate) any: bool,
    /// Whether it took too long to find out everything.
    pub(crate) cut: bool,
}

struct Search<'a> {
    code: &'a SectionCode,
    /// The states after each number of words.
    states: Vec<Vec<State>>,
    seen: HashSet<State>,
    asked: HashSet<u32>,
    left: u64,
}

/// What may come where `input` stops being the beginning of a sentence, or at its end; by at most so
/// many steps.
pub(crate) fn follows(code: &SectionCode, input: &[Word], integers: &[i64], steps: u64) -> Follows {
    let mut search = Search {
        code,
        states: vec![Vec::new()],
        seen: HashSet::new(),
        asked: HashSet::new(),
        left: steps,
    };
    search.predict(0, 0);
    search.close(0);
    for (place, word) in input.iter().enumerate() {
        search.scan(place, *word, integers[place]);
        search.close(place + 1);
        if search.states[place + 1].is_empty() {
            break;
        }
    }
    search.finish()
}

impl Search<'_> {
    fn item(&self, state: &State) -> Option<&Item> {
        let (first, end) = self.code.rules[state.rule as usize].items;
        let index = first + state.done;
        (index < end).then(|| &self.code.items[index as usize])
    }

    fn add(&mut self, place: usize, state: State) {
        if self.left > 0 && self.seen.insert(state) {
            self.left -= 1;
            self.states[place].push(state);
        }
    }

    /// Adds the beginnings of a section's rules.
    fn predict(&mut self, place: usize, section: u32) {
        if self.asked.insert(section) {
            let (first, end) = self.code.sections[section as usize].rules;
            for rule in first..end {
                self.add(place, State { rule, done: 0, origin: place as u32, inside: false });
            }
        }
    }

    /// Adds everything that follows without another word.
    fn close(&mut self, place: usize) {
        let mut index = 0;
        while index < self.states[place].len() {
            let state = self.states[place][index];
            index += 1;
            let Some(item) = self.item(&state).copied() else {
                self.complete(place, state);
                continue;
            };
            if item.least == 0 || state.inside {
                self.add(place, State { done: state.done + 1, inside: false, ..state });
            }
            if let (Some(section), false) = (self.asks(&state, &item), state.inside) {
                self.predict(place, section);
            }
        }
    }

    /// The section that reads an item. What an untyped variable takes is evaluated by its own section
    /// where the right side asks for that, so what may be typed there is what that section reads.
    fn asks(&self, state: &State, item: &Item) -> Option<u32> {
        let rule = &self.code.rules[state.rule as usize];
        match item.takes {
            Takes::Section(section) => Some(section),
            Takes::Untyped if self.code.evaluates(rule, state.done) => Some(rule.section),
            _ => None,
        }
    }

    /// A rule has ended: goes on with those that asked for its section where it began.
    fn complete(&mut self, place: usize, ended: State) {
        let section = self.code.rules[ended.rule as usize].section;
        let origin = ended.origin as usize;
        if origin == place {
            return; // a section reads at least one word
        }
        for index in 0..self.states[origin].len() {
            let state = self.states[origin][index];
            let Some(item) = self.item(&state).copied() else { continue };
            let length = (place - origin) as u32;
            if !state.inside && self.asks(&state, &item) == Some(section) && length <= item.most {
                self.add(place, State { done: state.done + 1, ..state });
            }
            self.left = self.left.saturating_sub(1);
        }
    }

    /// Adds the states after one more word.
    fn scan(&mut self, place: usize, word: Word, integer: i64) {
        self.seen.clear();
        self.asked.clear();
        self.states.push(Vec::new());
        for index in 0..self.states[place].len() {
            let state = self.states[place][index];
            let Some(item) = self.item(&state).copied() else { continue };
            let takes = match item.takes {
                Takes::Word(wanted) => wanted == word,
                Takes::Integer => integer != NO_INTEGER,
                _ => self.asks(&state, &item).is_none(),
            };
            if takes {
                let inside = item.most > 1;
                let done = state.done + u32::from(!inside);
                self.add(place + 1, State { done, inside, ..state });
            }
        }
    }

    /// What may come at the last place that has states.
    fn finish(self) -> Follows {
        let reached = self.states.iter().rposition(|states| !states.is_empty()).unwrap_or(0);
        let mut follows = Follows { reached, cut: self.left == 0, ..Follows::default() };
        for state in &self.states[reached] {
            let rule = &self.code.rules[state.rule as usize];
            let Some(item) = self.item(state) else {
                follows.complete |= state.origin == 0 && rule.section == 0;
                continue;
            };
            match item.takes {
                Takes::Word(word) => drop(follows.words.insert(word)),
                Takes::Section(section) if !state.inside => {
                    follows.sections.insert(SectionRef::Named(section));
                }
                Takes::Integer => drop(follows.sections.insert(SectionRef::Integer)),
                _ => follows.any |= self.asks(state, item).is_none(),
            }
        }
        follows
    }
}
