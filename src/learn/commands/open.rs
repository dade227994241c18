//! Sections that are open: they copy what no example shows. Which ones are is
//! read off their members.

use super::digits::{is_digits, with_suffix};
use super::grammar::Draft;
use super::hash::FastSet;
use super::store::{Body, Store};
use super::symbol::{Symbol, Texts, slots};
use super::task::CommandTask;

/// What a section takes that it does not list.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Openness {
    /// Unknown words, copied.
    pub(crate) names: bool,
    /// Digits, copied.
    pub(crate) digits: bool,
    /// Digits with a suffix, which is dropped.
    pub(crate) suffixed: bool,
}

/// Sections for places inside rules where a word was copied: one of each kind.
pub(crate) const NAMES: usize = 0;
pub(crate) const DIGITS: usize = 1;
pub(crate) const SUFFIXED: usize = 2;
const KINDS: usize = 3;

pub(crate) struct Opened {
    pub(crate) open: Vec<Openness>,
    /// Words that were part of longer copies: known, and yet part of names.
    pub(crate) name_words: FastSet<Symbol>,
    /// How many rules were added at the end.
    pub(crate) places: usize,
    /// The first of the sections for places inside rules.
    pub(crate) first: usize,
}

struct Kinds<'a> {
    texts: &'a Texts,
}

impl Kinds<'_> {
    fn digits(&self, side: &[Symbol]) -> bool {
        side.len() == 1 && is_digits(self.texts.of(side[0]))
    }

    fn suffixed(&self, side: &[Symbol]) -> Option<Symbol> {
        if side.len() != 1 {
            return None;
        }
        self.texts.find(with_suffix(self.texts.of(side[0]))?.0)
    }

    fn of_section(&self, members: &[&Body]) -> Openness {
        let copied = members.iter().filter(|b| b.left == b.right).count();
        let numbers = members.iter().filter(|b| b.left == b.right && self.digits(&b.left)).count();
        let one = |f: &dyn Fn(&[Symbol]) -> Option<Symbol>| {
            members.iter().any(|b| b.right.len() == 1 && f(&b.left) == Some(b.right[0]))
        };
        Openness {
            names: copied - numbers >= 2 && copied * 10 >= members.len() * 8,
            digits: numbers >= 1,
            suffixed: one(&|side| self.suffixed(side)),
        }
    }
}

/// Finds open sections, and adds rules with open places at the end.
pub(crate) fn open_up(grammar: &mut Draft, store: &mut Store, task: &CommandTask) -> Opened {
    let kinds = Kinds { texts: &task.texts };
    let mut open: Vec<Openness> = (0..grammar.sections)
        .map(|section| {
            let members: Vec<&Body> = grammar
                .rules
                .iter()
                .filter(|r| r.section == section)
                .map(|r| store.get(r.body))
                .filter(|b| b.slots == 0)
                .collect();
            kinds.of_section(&members)
        })
        .collect();
    let first = grammar.sections;
    grammar.sections += KINDS;
    open.extend([
        Openness { names: true, ..Openness::default() },
        Openness { digits: true, ..Openness::default() },
        Openness { suffixed: true, ..Openness::default() },
    ]);
    let mut opened = Opened { open, name_words: FastSet::default(), places: 0, first };
    for rule in 0..grammar.rules.len() {
        let (left, right) = {
            let body = store.get(grammar.rules[rule].body);
            (body.left.clone(), body.right.clone())
        };
        let mut add = |grammar: &mut Draft, left: Vec<Symbol>, right: Vec<Symbol>| {
            let body = store.intern(task, &left, &right);
            let section = grammar.rules[rule].section;
            grammar.rules.push(super::grammar::DraftRule { section, body, count: 1, late: false });
            opened.places += 1;
        };
        let mut at = 0;
        while at < left.len() {
            let length = longest_copy(&left, &right, at);
            if length == 0 {
                at += 1;
                continue;
            }
            let segment = &left[at..at + length];
            if length > 1 {
                opened.name_words.extend(segment.iter().copied());
            }
            let number = kinds.digits(segment);
            let here = opened.open[grammar.rules[rule].section];
            let whole = length == left.len() && right.len() == left.len();
            if !(whole && if number { here.digits } else { here.names }) {
                let kind = if number { DIGITS } else { NAMES };
                let (l, r) = with_slot(&left, &right, at, length, segment, first + kind, true);
                add(grammar, l, r);
            }
            at += length;
        }
        if left.len() == 1 && right.len() == 1 {
            continue;
        }
        for i in 0..left.len() {
            if let Some(value) = kinds.suffixed(&left[i..=i]).filter(|v| right.contains(v)) {
                let (l, r) = with_slot(&left, &right, i, 1, &[value], first + SUFFIXED, false);
                add(grammar, l, r);
            }
        }
    }
    opened
}

/// How many words from here on stand on the right side as well, in a row.
fn longest_copy(left: &[Symbol], right: &[Symbol], at: usize) -> usize {
    let run = |o: usize| {
        left[at..].iter().zip(&right[o..]).take_while(|(a, b)| a == b && !a.is_slot()).count()
    };
    (0..right.len()).map(run).max().unwrap_or(0)
}

/// A rule with a slot for some words, and references where their meaning was.
fn with_slot(
    left: &[Symbol],
    right: &[Symbol],
    at: usize,
    length: usize,
    meaning: &[Symbol],
    section: usize,
    everywhere: bool,
) -> (Vec<Symbol>, Vec<Symbol>) {
    let before = slots(&left[..at]);
    let mut new_left = left[..at].to_vec();
    new_left.push(Symbol::slot(section));
    new_left.extend_from_slice(&left[at + length..]);
    let (mut new_right, mut i, mut done) = (vec![], 0, false);
    while i < right.len() {
        if right[i..].starts_with(meaning) && (everywhere || !done) {
            new_right.push(Symbol::slot(before));
            i += meaning.len();
            done = true;
            continue;
        }
        new_right.push(
            right[i]
                .as_slot()
                .map_or(right[i], |k| if k >= before { Symbol::slot(k + 1) } else { right[i] }),
        );
        i += 1;
    }
    (new_left, new_right)
}
