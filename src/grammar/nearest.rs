//! The sentences that are nearest to an input that is not read.
//!
//! A search over the beginnings of sentences, the cheapest first. From each, the next word of the input is
//! kept, replaced by a word that may come there, or left out, or such a word is put before it or cut off its
//! front. So only beginnings that can become a sentence are looked at, wherever sections begin and end. The chart says what
//! may come; whether the whole is read, and not only possible, is then asked of the evaluator.

use super::{Evaluation, Grammar, Outcome};
use crate::arrange::Arrange;
use crate::language::nearest::letters_changed;
use crate::language::vocabulary::Word;
use crate::run::limits::Limits;
use crate::run::program::sections::{SectionCode, integer};
use crate::run::sections::{Column, EarleyChart};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// How many words may be replaced, added or left out.
const MOST_EDITS: u8 = 2;
/// How many states and comparisons of words the search may take.
const STEPS: u64 = 1_000_000;
/// What evaluating a candidate may cost, and all of them together; each counts as a hundred steps at least.
const MOST_STEPS: u64 = 200_000;
const ALL_STEPS: u64 = 2_000_000;
const LEAST_STEPS: u64 = 100;

/// A sentence that is near to an input that is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Suggestion {
    /// The sentence.
    pub text: String,
    /// What it costs: a point for each letter or space that is changed, added, taken away or swapped with the
    /// next. For a word that is exchanged for one unlike it, the letters of both count, and one point for a word in which only
    /// capital letters or the punctuation around it are others than the grammar's.
    pub cost: usize,
}

/// A word of an input.
pub(super) struct Typed<'a> {
    /// As it was typed.
    pub(super) text: &'a str,
    /// In the form in which the grammar may have it.
    pub(super) form: String,
    /// Whether the grammar knows only that form of it, and would not have found it itself.
    pub(super) respelled: bool,
}

pub(super) struct Nearest<'a> {
    grammar: &'a Grammar,
    chart: EarleyChart<'a>,
    words: &'a [Typed<'a>],
    beginnings: Vec<Beginning>,
    /// What is to be tried next, the cheapest first, then what is further in the input, then the oldest.
    queue: BinaryHeap<Reverse<(usize, usize, usize, Extension)>>,
    pushed: usize,
    most_cost: usize,
}

/// The beginning of a sentence that is made from a beginning of the input.
struct Beginning {
    /// The columns before each of its words and after the last.
    path: Vec<Column>,
    sentence: Vec<Source>,
    /// How many words of the input are behind it.
    place: usize,
    /// How many bytes of the next word are behind it as well, where it was cut in two.
    cut: usize,
    cost: usize,
    /// How many letters of words that the grammar names were typed.
    known: usize,
    edits: u8,
}

/// Where a word of a sentence comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    /// This word of the input.
    Input(usize),
    /// The end of a word of the input, from this byte.
    End(usize, usize),
    Grammar(Word),
}

/// One way to go on from a beginning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Extension {
    beginning: usize,
    edit: Edit,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Edit {
    Keep,
    Replace(Word),
    Insert(Word),
    /// The next word begins with this one; the space between them was forgotten.
    CutOff(Word),
    LeaveOut,
}

impl<'a> Nearest<'a> {
    pub(super) fn new(grammar: &'a Grammar, code: &'a SectionCode, words: &'a [Typed<'a>]) -> Self {
        let letters: usize = words.iter().map(|word| letters(&word.form)).sum();
        let start = Beginning {
            path: vec![EarleyChart::FIRST],
            sentence: Vec::new(),
            place: 0,
            cut: 0,
            cost: 0,
            known: 0,
            edits: 0,
        };
        Self {
            grammar,
            chart: EarleyChart::new(code, STEPS),
            words,
            beginnings: vec![start],
            queue: BinaryHeap::new(),
            pushed: 0,
            most_cost: letters,
        }
    }

    /// The nearest sentences, the cheapest first, at most so many.
    pub(super) fn find(mut self, most: usize, limits: Limits) -> Vec<Suggestion> {
        let input = self.words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
        let mut evaluation = Evaluation::within(limits.with(|limits| {
            limits.steps = limits.steps.min(MOST_STEPS);
            limits.depth = limits.depth.min(Limits::DEFAULT.depth);
        }));
        let mut found: Vec<(Suggestion, f64)> = Vec::new();
        let mut checked: HashSet<String> = HashSet::new();
        let mut steps = 0;
        self.go_on_from(0);
        while let Some(Reverse((cost, _, _, step))) = self.queue.pop() {
            let enough = found.len() >= most && found.iter().all(|(one, _)| one.cost < cost);
            // Beside a sentence that is near, one that is far is no help.
            let enough = enough || found.first().is_some_and(|(one, _)| cost > 2 * one.cost + 1);
            if enough || steps >= ALL_STEPS || self.chart.cut() {
                break;
            }
            let Some(index) = self.take(step, cost) else { continue };
            // Where less is known than changed, something else was meant.
            if self.go_on_from(index) && cost <= self.beginnings[index].known {
                let text = self.text(&self.beginnings[index].sentence);
                if !checked.insert(text.clone()) {
                    continue;
                }
                self.grammar.apply_into(&text, &mut evaluation);
                steps += evaluation.steps().max(LEAST_STEPS);
                if evaluation.outcome() == Outcome::Value {
                    let likeness = likeness(&input, &text);
                    found.push((Suggestion { text, cost }, likeness));
                }
            }
        }
        found.arrange_by(|(one, like), (other, alike)| {
            let by_cost = one.cost.cmp(&other.cost);
            by_cost.then(alike.total_cmp(like)).then_with(|| one.text.cmp(&other.text))
        });
        found.into_iter().map(|(suggestion, _)| suggestion).take(most).collect()
    }

    /// Queues every way to go on from a beginning; gives whether it is a sentence with nothing left over.
    fn go_on_from(&mut self, index: usize) -> bool {
        let Beginning { place, cut, cost, edits, .. } = self.beginnings[index];
        let column = *self.beginnings[index].path.last().expect("a path has a first column");
        let next = self.words.get(place).map(|word| &word.form[cut..]);
        if let Some(word) = self.words.get(place) {
            self.push(cost + usize::from(word.respelled), place + 1, index, Edit::Keep);
        }
        let follows = self.chart.follows(column);
        if edits == MOST_EDITS || !cfg!(feature = "suggestions") {
            return next.is_none() && follows.complete;
        }
        let left = self.most_cost.saturating_sub(cost);
        self.chart.spend(4 * follows.words.len() as u64);
        for word in follows.words {
            let text = self.grammar.vocabulary().text(word);
            let length = letters(text);
            if length < left {
                self.push(cost + length + 1, place, index, Edit::Insert(word));
            }
            let Some(next) = next.filter(|next| *next != text) else { continue };
            if let Some(price) = price_of_replacing(next, text, left) {
                self.push(cost + price, place + 1, index, Edit::Replace(word));
            }
            if next.starts_with(text) && left > 0 {
                self.push(cost + 1, place, index, Edit::CutOff(word));
            }
        }
        if let Some(next) = next
            && letters(next) < left
        {
            self.push(cost + letters(next) + 1, place + 1, index, Edit::LeaveOut);
        }
        next.is_none() && follows.complete
    }

    fn push(&mut self, cost: usize, place: usize, beginning: usize, edit: Edit) {
        self.pushed += 1;
        let order = (cost, usize::MAX - place, self.pushed, Extension { beginning, edit });
        self.queue.push(Reverse(order));
    }

    /// The beginning to which a step leads, if sentences begin like that.
    fn take(&mut self, step: Extension, cost: usize) -> Option<usize> {
        let from = &self.beginnings[step.beginning];
        let (mut path, mut sentence) = (from.path.clone(), from.sentence.clone());
        let (mut place, mut cut) = (from.place, from.cut);
        let edits = from.edits + u8::from(step.edit != Edit::Keep);
        let added = match step.edit {
            Edit::Keep => {
                let word = &self.words[place].form[cut..];
                let source = if cut == 0 { Source::Input(place) } else { Source::End(place, cut) };
                Some((self.grammar.vocabulary().find(word), word, source))
            }
            Edit::Replace(word) | Edit::Insert(word) | Edit::CutOff(word) => {
                Some((word, self.grammar.vocabulary().text(word), Source::Grammar(word)))
            }
            Edit::LeaveOut => None,
        };
        let mut known = from.known;
        if let Some((word, text, source)) = added {
            let spared = letters(text).saturating_sub(cost - from.cost);
            known += if word == Word::UNKNOWN { 0 } else { spared };
            path.push(self.chart.extend(&path, word, integer(text))?);
            sentence.push(source);
        }
        match step.edit {
            Edit::Keep | Edit::Replace(_) | Edit::LeaveOut => (place, cut) = (place + 1, 0),
            Edit::CutOff(word) => cut += self.grammar.vocabulary().text(word).len(),
            Edit::Insert(_) => {}
        }
        self.beginnings.push(Beginning { path, sentence, place, cut, cost, known, edits });
        Some(self.beginnings.len() - 1)
    }

    fn text(&self, sentence: &[Source]) -> String {
        let word = |source: &Source| match *source {
            Source::Input(place) if self.words[place].respelled => self.words[place].form.as_str(),
            Source::Input(place) => self.words[place].text,
            Source::End(place, cut) => &self.words[place].form[cut..],
            Source::Grammar(word) => self.grammar.vocabulary().text(word),
        };
        sentence.iter().map(word).collect::<Vec<_>>().join(" ")
    }
}

fn letters(word: &str) -> usize {
    word.chars().count()
}

/// What it costs to write another word instead, if that is at most so much.
fn price_of_replacing(word: &str, other: &str, most: usize) -> Option<usize> {
    let (length, other_length) = (letters(word), letters(other));
    // Most words are too short or too long to be looked at letter by letter.
    if length.abs_diff(other_length) > most {
        return None;
    }
    let changed = letters_changed(word, other)?;
    let alike = changed * 2 <= length.max(other_length);
    Some(if alike { changed } else { length + other_length }).filter(|price| *price <= most)
}

/// Which of two sentences with as many letters changed is nearer: beginnings count more, as in typing.
fn likeness(one: &str, other: &str) -> f64 {
    #[cfg(feature = "suggestions")]
    return strsim::jaro_winkler(one, other);
    #[cfg(not(feature = "suggestions"))]
    return f64::from(u8::from(one == other));
}
