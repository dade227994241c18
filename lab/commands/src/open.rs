//! Sections that are open: they copy what no example shows. Which ones are is
//! read off their members; what may stand in a sentence is offered to a chart
//! before it reads.

use crate::chart::{Cost, Given, cost_of_bits};
use crate::grammar::Grammar;
use crate::hash::FastSet;
use crate::numbers::{NumberReader, is_digits, with_suffix};
use crate::query::Query;
use crate::store::{Body, Store};
use crate::symbol::{Symbol, Texts, slots};
use crate::task::Task;

/// What a section takes that it does not list.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Openness {
    /// Unknown words, copied.
    pub names: bool,
    /// Digits, copied.
    pub digits: bool,
    /// Number words, read.
    pub number_words: bool,
    /// Digits with a suffix, which is dropped.
    pub suffixed: bool,
}

/// Sections for places inside rules where a word was copied: one of each kind.
const NAMES: usize = 0;
const DIGITS: usize = 1;
const NUMBER_WORDS: usize = 2;
const SUFFIXED: usize = 3;
const KINDS: usize = 4;

/// A place inside a rule that copied once: less sure than a section.
const PLACE_FOR_NAME: f64 = 9.0;
const PLACE_FOR_NUMBER: f64 = 3.0;
/// Bits of an unseen filler, and of each known word inside a name.
const FILLER: f64 = 4.0;
const KNOWN_WORD: f64 = 4.0;
const NEW_WORD: f64 = 0.5;
const READ_NUMBER: f64 = 3.0;
/// The longest name.
const LONGEST: usize = 4;

pub struct Opened {
    pub open: Vec<Openness>,
    /// Words that were part of longer copies: known, and yet part of names.
    pub name_words: FastSet<Symbol>,
    /// Rules added at the end, each with the rule it comes from and its price.
    pub places: Vec<(usize, Cost)>,
}

struct Kinds<'a> {
    texts: &'a Texts,
    ready: &'a [&'a dyn NumberReader],
}

impl Kinds<'_> {
    fn digits(&self, side: &[Symbol]) -> bool {
        side.len() == 1 && is_digits(self.texts.of(side[0]))
    }

    fn value(&self, side: &[Symbol]) -> Option<Symbol> {
        if side.is_empty() || side.iter().any(|s| s.is_slot()) {
            return None;
        }
        let words: Vec<&str> = side.iter().map(|&s| self.texts.of(s)).collect();
        let value = self.ready.iter().find_map(|r| r.value(&words))?;
        self.texts.find(&value.to_string())
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
            number_words: one(&|side| self.value(side)),
            suffixed: one(&|side| self.suffixed(side)),
        }
    }
}

/// Finds open sections, and adds rules with open places at the end.
pub fn open_up(
    grammar: &mut Grammar,
    store: &mut Store,
    task: &Task,
    ready: &[&dyn NumberReader],
) -> Opened {
    let kinds = Kinds { texts: &task.texts, ready };
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
        Openness { number_words: true, ..Openness::default() },
        Openness { suffixed: true, ..Openness::default() },
    ]);
    let mut opened = Opened { open, name_words: FastSet::default(), places: vec![] };
    for rule in 0..grammar.rules.len() {
        let (left, right) = {
            let body = store.get(grammar.rules[rule].body);
            (body.left.clone(), body.right.clone())
        };
        let mut add = |grammar: &mut Grammar, left: Vec<Symbol>, right: Vec<Symbol>, price: f64| {
            let body = store.intern(task, &left, &right);
            let section = grammar.rules[rule].section;
            grammar.rules.push(crate::grammar::Rule { section, body, count: 1, late: false });
            opened.places.push((rule, cost_of_bits(price)));
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
                let (kind, price) =
                    if number { (DIGITS, PLACE_FOR_NUMBER) } else { (NAMES, PLACE_FOR_NAME) };
                let (l, r) = with_slot(&left, &right, at, length, segment, first + kind, true);
                add(grammar, l, r, price);
            }
            at += length;
        }
        if left.len() == 1 && right.len() == 1 {
            continue;
        }
        for i in 0..left.len() {
            if let Some(value) = kinds.suffixed(&left[i..=i]).filter(|v| right.contains(v)) {
                let (l, r) = with_slot(&left, &right, i, 1, &[value], first + SUFFIXED, false);
                add(grammar, l, r, PLACE_FOR_NUMBER);
            }
            for j in (i + 1..=left.len()).rev() {
                if let Some(value) = kinds.value(&left[i..j]).filter(|v| right.contains(v)) {
                    let (l, r) =
                        with_slot(&left, &right, i, j - i, &[value], first + NUMBER_WORDS, false);
                    add(grammar, l, r, PLACE_FOR_NUMBER);
                    break;
                }
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

impl Opened {
    /// What of a query open sections may take.
    pub fn fillers(&self, query: &Query) -> Vec<Given> {
        let n = query.words.len();
        let mut given = vec![];
        let mut offer = |start: usize,
                         end: usize,
                         output: &[Symbol],
                         bits: f64,
                         takes: &dyn Fn(&Openness) -> bool| {
            for (section, _) in self.open.iter().enumerate().filter(|(_, o)| takes(o)) {
                given.push(Given {
                    start,
                    end,
                    section,
                    output: output.to_vec(),
                    cost: cost_of_bits(bits),
                });
            }
        };
        for i in 0..n {
            let word = query.words[i];
            if query.digits[i] {
                let bits = if query.is_new(word) { FILLER + NEW_WORD } else { FILLER };
                offer(i, i + 1, &[word], bits, &|o| o.digits);
                continue;
            }
            if let Some(number) = query.suffixed[i] {
                offer(i, i + 1, &[number], FILLER, &|o| o.suffixed);
                continue;
            }
            for j in i + 1..=n.min(i + LONGEST) {
                let part = &query.words[i..j];
                let new = part.iter().filter(|&&w| query.is_new(w)).count();
                let known = part.len() - new;
                let fine = new > 0
                    && known <= new
                    && !query.digits[i..j].contains(&true)
                    && part.iter().all(|w| query.is_new(*w) || self.name_words.contains(w));
                if fine {
                    offer(
                        i,
                        j,
                        part,
                        FILLER + KNOWN_WORD * known as f64 + NEW_WORD * new as f64,
                        &|o| o.names,
                    );
                }
            }
        }
        for &(i, j, value) in &query.phrases {
            offer(i, j, &[value], READ_NUMBER, &|o| o.number_words);
        }
        given
    }
}
