//! What may follow the first words of an input: for a player whose sentence is not read, and for
//! completing what is being typed.
//!
//! Earley's algorithm. A state is a place in a rule that began at some word; from the states after
//! so many words follow those after one more. It does not ask which reading would be used, so it
//! costs more than reading, and is used only where a person waits.
//!
//! The states after some words are a column. Columns are kept, so that several sentences with the same
//! beginning share its columns: a beginning is a path, the columns before each of its words and after
//! the last.

use crate::language::rule::SectionRef;
use crate::language::vocabulary::Word;
use crate::run::program::sections::{NO_INTEGER, SectionCode, SectionItem, Takes, UNBOUNDED};
use std::collections::{BTreeSet, HashSet};

/// A place in a rule that began at word `origin`: before the item that is `done` items from its first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct EarleyState {
    rule: u32,
    done: u32,
    origin: u32,
    /// Whether that item has taken words already, and may take more.
    inside: bool,
    /// Whether the rule was asked for one word only.
    one: bool,
}

/// A column of a chart.
pub(crate) type Column = u32;

/// What may come after some words.
#[derive(Debug, Default)]
pub(crate) struct Follows {
    /// Whether these words are a sentence as they stand.
    pub(crate) complete: bool,
    pub(crate) words: BTreeSet<Word>,
    pub(crate) sections: BTreeSet<SectionRef>,
    /// Whether any word may come.
    pub(crate) any: bool,
}

pub(crate) struct EarleyChart<'a> {
    code: &'a SectionCode,
    columns: Vec<Vec<EarleyState>>,
    /// The states and the sections of the column that is being made, and what ended in it; sections are asked for one word
    /// only, or for any number.
    seen: HashSet<EarleyState>,
    asked: HashSet<(u32, bool)>,
    ended: HashSet<(u32, bool, u32)>,
    left: u64,
}

impl<'a> EarleyChart<'a> {
    /// The column before the first word.
    pub(crate) const FIRST: Column = 0;

    /// A chart that has the first column; it may take so many steps in all.
    pub(crate) fn new(code: &'a SectionCode, steps: u64) -> Self {
        let mut chart = Self {
            code,
            columns: vec![Vec::new()],
            seen: HashSet::new(),
            asked: HashSet::new(),
            ended: HashSet::new(),
            left: steps,
        };
        chart.predict(0, 0, false);
        chart.close(&[Self::FIRST]);
        chart
    }

    /// Whether the steps are used up, so that what is missing may be possible all the same.
    pub(crate) fn cut(&self) -> bool {
        self.left == 0
    }

    /// Counts steps that somebody else took.
    pub(crate) fn spend(&mut self, steps: u64) {
        self.left = self.left.saturating_sub(steps);
    }

    /// The column after one more word; none if no sentence begins like that.
    pub(crate) fn extend(&mut self, path: &[Column], word: Word, integer: i64) -> Option<Column> {
        self.seen.clear();
        self.asked.clear();
        self.ended.clear();
        let (before, column) = (*path.last()? as usize, self.columns.len());
        self.columns.push(Vec::new());
        for index in 0..self.columns[before].len() {
            let state = self.columns[before][index];
            let Some(item) = self.item(&state).copied() else { continue };
            let takes = match item.takes {
                Takes::Word(wanted) => wanted == word,
                Takes::Integer => integer != NO_INTEGER,
                Takes::Unlisted => integer == NO_INTEGER && !self.code.lists(word),
                _ => self.asks(&state, &item).is_none(),
            };
            if takes {
                let inside = item.most > 1;
                let done = state.done + u32::from(!inside);
                self.add(EarleyState { done, inside, ..state }, path.len());
            }
        }
        if self.columns[column].is_empty() {
            self.columns.pop();
            return None;
        }
        let path: Vec<Column> = path.iter().copied().chain([column as Column]).collect();
        self.spend(path.len() as u64);
        self.close(&path);
        Some(column as Column)
    }

    /// What may come after a column.
    pub(crate) fn follows(&self, column: Column) -> Follows {
        let mut follows = Follows::default();
        for state in &self.columns[column as usize] {
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
                Takes::Unlisted => drop(follows.sections.insert(SectionRef::Unlisted)),
                _ => follows.any |= self.asks(state, item).is_none(),
            }
        }
        follows
    }

    fn item(&self, state: &EarleyState) -> Option<&SectionItem> {
        let (first, end) = self.code.rules[state.rule as usize].items;
        let index = first + state.done;
        (index < end).then(|| &self.code.items[index as usize])
    }

    /// Adds a state to the last column, which is behind so many words, if it can become the whole of its rule.
    fn add(&mut self, mut state: EarleyState, place: usize) {
        let rule = &self.code.rules[state.rule as usize];
        let needs = match self.item(&state) {
            Some(item) if state.inside => item.rest_least,
            Some(item) => item.least.saturating_add(item.rest_least),
            None => 0,
        };
        let taken = place as u32 - state.origin;
        if rule.least == UNBOUNDED || (state.one && taken.saturating_add(needs) > 1) {
            return;
        }
        if state.one && taken == 1 {
            state = EarleyState { done: rule.items.1 - rule.items.0, inside: false, ..state };
        }
        if self.left > 0 && self.seen.insert(state) {
            self.left -= 1;
            self.columns.last_mut().expect("there is a first column").push(state);
        }
    }

    /// Adds the beginnings of a section's rules.
    fn predict(&mut self, place: usize, section: u32, one: bool) {
        if self.asked.insert((section, one)) {
            let (first, end) = self.code.sections[section as usize].rules;
            for rule in first..end {
                self.add(
                    EarleyState { rule, done: 0, origin: place as u32, inside: false, one },
                    place,
                );
            }
        }
    }

    /// Adds everything to the last column of a path that follows without another word.
    fn close(&mut self, path: &[Column]) {
        let (place, column) = (path.len() - 1, path[path.len() - 1] as usize);
        let mut index = 0;
        while index < self.columns[column].len() {
            let state = self.columns[column][index];
            index += 1;
            let Some(item) = self.item(&state).copied() else {
                self.complete(path, state);
                continue;
            };
            if item.least == 0 || state.inside {
                self.add(EarleyState { done: state.done + 1, inside: false, ..state }, place);
            }
            if let (Some(section), false) = (self.asks(&state, &item), state.inside) {
                self.predict(place, section, state.one || item.most == 1);
            }
        }
    }

    /// The section that reads an item. What an untyped variable takes is evaluated by its own section
    /// where the right side asks for that, so what may be typed there is what that section reads.
    fn asks(&self, state: &EarleyState, item: &SectionItem) -> Option<u32> {
        let rule = &self.code.rules[state.rule as usize];
        match item.takes {
            Takes::Section(section) => Some(section),
            Takes::Untyped if self.code.evaluates(rule, state.done) => Some(rule.section),
            _ => None,
        }
    }

    /// A rule has ended: goes on with those that asked for its section where it began.
    fn complete(&mut self, path: &[Column], ended: EarleyState) {
        let section = self.code.rules[ended.rule as usize].section;
        let (origin, place) = (ended.origin as usize, path.len() - 1);
        // A section reads at least one word. All its rules that end here do the same.
        if origin == place || !self.ended.insert((section, ended.one, ended.origin)) {
            return;
        }
        let column = path[origin] as usize;
        for index in 0..self.columns[column].len() {
            let state = self.columns[column][index];
            let Some(item) = self.item(&state).copied() else { continue };
            let one = state.one || item.most == 1;
            if !state.inside && one == ended.one && self.asks(&state, &item) == Some(section) {
                self.add(EarleyState { done: state.done + 1, ..state }, place);
            }
        }
        self.spend(self.columns[column].len() as u64 / 8);
    }
}
