//! How strange a sentence, its reading and its output are beside the examples.
//!
//! Surprise of an outcome in a context: nothing if the examples show it there;
//! otherwise the bits of something new, `log2((n + t) / t)` after n times and
//! t kinds. A feature is the greatest surprise anywhere in the sentence.

use super::query::Query;
use super::seen::Seen;
use crate::arrange::Arrange;
use crate::length::digits::is_digits;
use crate::length::example::Brackets;
use crate::length::hash::{FastMap, FastSet, hash_of};
use crate::length::symbol::Symbol;

/// Bits for an outcome in a context that was never seen.
pub(super) const UNSEEN: f64 = 1.0;

/// Outcomes by context.
#[derive(Default)]
pub(crate) struct Table {
    seen: FastSet<(u64, u64)>,
    contexts: FastMap<u64, (u32, u32)>,
}

impl Table {
    pub(crate) fn add(&mut self, context: u64, outcome: u64) {
        let new = self.seen.insert((context, outcome));
        let (times, kinds) = self.contexts.entry(context).or_default();
        (*times, *kinds) = (*times + 1, *kinds + u32::from(new));
    }

    fn has(&self, context: u64) -> bool {
        self.contexts.contains_key(&context)
    }

    fn shows(&self, context: u64, outcome: u64) -> bool {
        self.seen.contains(&(context, outcome))
    }

    pub(crate) fn surprise(&self, context: u64, outcome: u64) -> f64 {
        if self.shows(context, outcome) {
            return 0.0;
        }
        self.contexts.get(&context).map_or(UNSEEN, |&(n, t)| bits_of_new(n, t))
    }
}

/// Bits for something new in a context that was seen so many times, with so many kinds of outcomes.
pub(super) fn bits_of_new(times: u32, kinds: u32) -> f64 {
    (f64::from(times + kinds) / f64::from(kinds)).log2()
}

/// What the examples look like, whatever the grammar.
#[derive(Default)]
pub(crate) struct Usual {
    token_before: Table,
    token_after: Table,
    arguments: Table,
    word_before: Table,
    word_after: Table,
    /// How long outputs are, of all and by their first token.
    size: Table,
    size_by_head: Table,
    /// By the two tokens before, and by the one: what stood behind them.
    filled: Table,
    filled_behind_one: Table,
    /// Words that stand in the output wherever they stand in an input: names.
    always_copied: FastSet<Symbol>,
    /// Words that are always copied, in their order.
    names: Vec<Symbol>,
    /// How often a word was seen, and how often last.
    last: FastMap<u64, (u32, u32)>,
}

/// How surprising an answer is, in bits.
pub(crate) struct AnswerSurprise {
    /// Tokens beside each other, and numbers of arguments.
    pub(crate) tokens: f64,
    pub(crate) arguments: f64,
    /// Its length: among all, and among those that begin like it.
    pub(crate) size: f64,
    pub(crate) size_by_head: f64,
}

/// Shorter words differ by one letter as a rule.
const LEAST_LETTERS: usize = 4;

/// Whether a word is probably another one that was mistyped: one letter changed, added, left out, or two exchanged. Words
/// with digits are as near to each other as their numbers are.
fn is_slip(typed: &str, meant: &str) -> bool {
    // A letter has up to four bytes.
    if typed.len().abs_diff(meant.len()) > 4 || typed.len().max(meant.len()) < LEAST_LETTERS {
        return false;
    }
    let start = |word: [&str; 2]| {
        let both = word[0].chars().zip(word[1].chars());
        both.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum::<usize>()
    };
    let same = start([typed, meant]);
    let (rest_typed, rest_meant) = (&typed[same..], &meant[same..]);
    let both = rest_typed.chars().rev().zip(rest_meant.chars().rev());
    let end: usize = both.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let middle = |rest: &str| {
        let mut letters = rest[..rest.len() - end].chars();
        [letters.next(), letters.next(), letters.next()]
    };
    let differs_by_one = match (middle(rest_typed), middle(rest_meant)) {
        ([Some(a), Some(b), None], [Some(c), Some(d), None]) => a == d && b == c,
        ([one, None, None], [other, None, None]) => one.is_some() || other.is_some(),
        _ => false,
    };
    let letters =
        |word: &str| word.chars().count() >= LEAST_LETTERS && word.chars().all(char::is_alphabetic);
    differs_by_one && letters(typed) && letters(meant)
}

pub(crate) const EDGE: u64 = u64::MAX;
const COPY: u64 = u64::MAX - 1;
const NUMBER: u64 = u64::MAX - 3;

fn with_edges(side: impl Iterator<Item = u64>) -> Vec<u64> {
    std::iter::once(EDGE).chain(side).chain(std::iter::once(EDGE)).collect()
}

/// Output tokens with copies and numbers as one, runs of them as one.
fn outline(
    brackets: &Brackets,
    words: &[Symbol],
    output: &[Symbol],
    number: &dyn Fn(Symbol) -> bool,
) -> Vec<u64> {
    let class = |&t: &Symbol| {
        if !brackets.is_bracket(t) && (words.contains(&t) || number(t)) {
            COPY
        } else {
            t.index() as u64
        }
    };
    let mut classes = with_edges(output.iter().map(class));
    classes.dedup_by(|a, b| *a == COPY && *b == COPY);
    classes
}

fn word_class(word: Symbol, number: &dyn Fn(Symbol) -> bool, name: &dyn Fn(Symbol) -> bool) -> u64 {
    match (number(word), name(word)) {
        (true, _) => NUMBER,
        (_, true) => COPY,
        _ => word.index() as u64,
    }
}

/// The two tokens before a place of an output, copies and numbers as one.
fn before(
    words: &[Symbol],
    output: &[Symbol],
    place: usize,
    number: &dyn Fn(Symbol) -> bool,
) -> (u64, u64) {
    let class = |back: usize| {
        let token = place.checked_sub(back).map(|i| output[i]);
        token.map_or(EDGE, |t| word_class(t, number, &|t| words.contains(&t)))
    };
    (class(2), class(1))
}

/// Words from edge to edge with numbers and names as one.
fn sentence(
    words: &[Symbol],
    number: &dyn Fn(Symbol) -> bool,
    name: &dyn Fn(Symbol) -> bool,
) -> Vec<u64> {
    let mut classes = with_edges(words.iter().map(|w| word_class(*w, number, name)));
    classes.dedup_by(|a, b| *a == COPY && *b == COPY);
    classes
}

/// Heads of groups in brackets with the number of their arguments.
fn arguments(brackets: &Brackets, words: &[Symbol], output: &[Symbol]) -> Vec<(u64, u64)> {
    let mut found = vec![];
    // head, arguments so far, whether the last one was a copy
    let mut open: Vec<(u64, u64, bool)> = vec![(EDGE, 0, false)];
    let mut before: Option<Symbol> = None;
    for &t in output {
        let top = open.len() - 1;
        if brackets.opens(t) {
            open[top].1 += 1;
            let head = before
                .filter(|b| !brackets.is_bracket(*b))
                .map_or(open[top].0, |b| if words.contains(&b) { COPY } else { b.index() as u64 });
            open.push((head, 0, false));
        } else if brackets.closes(t) {
            if top > 0 {
                let (head, n, _) = open[top];
                found.push((head, n.min(6)));
                open.pop();
            }
            let top = open.len() - 1;
            open[top].2 = false;
        } else {
            let copied = words.contains(&t);
            if !(copied && open[top].2) {
                open[top].1 += 1;
            }
            open[top].2 = copied;
        }
        before = Some(t);
    }
    found
}

impl Usual {
    pub(crate) fn learn(task: &Seen) -> Usual {
        let mut usual = Usual::default();
        let number = |t| is_digits(task.texts.of(t));
        let words = task.examples.iter().flat_map(|example| &example.input);
        usual.always_copied = words.copied().collect();
        for example in &task.examples {
            let hidden = example.input.iter().filter(|w| !example.output.contains(w));
            hidden.for_each(|w| {
                usual.always_copied.remove(w);
            });
        }
        usual.names = usual.always_copied.iter().copied().collect();
        usual.names.arrange();
        for example in &task.examples {
            let outline = outline(&task.brackets, &example.input, &example.output, &number);
            for two in outline.windows(2) {
                usual.token_after.add(two[0], two[1]);
                usual.token_before.add(two[1], two[0]);
            }
            usual.size.add(EDGE, outline.len() as u64);
            usual.size_by_head.add(outline[1], outline.len() as u64);
            let name = |w| usual.always_copied.contains(&w);
            for two in sentence(&example.input, &number, &name).windows(2) {
                usual.word_after.add(two[0], two[1]);
                usual.word_before.add(two[1], two[0]);
            }
            for (i, token) in example.output.iter().enumerate() {
                let (two, one) = before(&example.input, &example.output, i, &number);
                usual.filled.add(hash_of(&(two, one)), token.index() as u64);
                usual.filled_behind_one.add(one, token.index() as u64);
            }
            for (head, n) in arguments(&task.brackets, &example.input, &example.output) {
                usual.arguments.add(head, n);
            }
            for (i, word) in example.input.iter().enumerate() {
                let (seen, last) = usual.last.entry(word.index() as u64).or_default();
                (*seen, *last) = (*seen + 1, *last + u32::from(i + 1 == example.input.len()));
            }
        }
        usual
    }

    /// How surprising an answer is.
    pub(crate) fn output(&self, task: &Seen, query: &Query, output: &[Symbol]) -> AnswerSurprise {
        let outline = outline(&task.brackets, &query.words, output, &|t| query.is_number(t));
        let pair = |two: &[u64]| {
            (self.token_after.surprise(two[0], two[1]) + self.token_before.surprise(two[1], two[0]))
                / 2.0
        };
        let size = outline.len() as u64;
        AnswerSurprise {
            tokens: outline.windows(2).map(pair).fold(0.0, f64::max),
            arguments: arguments(&task.brackets, &query.words, output)
                .iter()
                .map(|&(h, n)| self.arguments.surprise(h, n))
                .fold(0.0, f64::max),
            size: self.size.surprise(EDGE, size),
            size_by_head: self.size_by_head.surprise(outline[1], size),
        }
    }

    /// Surprise of words beside new ones, which count as names.
    pub(crate) fn beside_new(&self, query: &Query) -> f64 {
        let is_number = |w| query.is_number(w);
        let name = |w| query.is_new(w) || self.always_copied.contains(&w);
        let class = |w: Option<Symbol>| w.map_or(EDGE, |w| word_class(w, &is_number, &name));
        let is_new = |w: Option<Symbol>| w.is_some_and(|w| query.is_new(w) && !is_number(w));
        let at = |i: usize| query.words.get(i).copied();
        let pairs = (0..=query.words.len()).map(|i| (i.checked_sub(1).and_then(at), at(i)));
        let beside = pairs.filter(|(a, b)| is_new(*a) || is_new(*b));
        let classes = beside.map(|(a, b)| (class(a), class(b)));
        // A name of several words is one.
        let different = classes.filter(|(a, b)| (*a, *b) != (COPY, COPY));
        let surprise = |(a, b)| self.word_after.surprise(a, b) + self.word_before.surprise(b, a);
        different.map(|pair| surprise(pair) / 2.0).fold(0.0, f64::max)
    }

    /// How rarely something new stood where a new word is copied to.
    pub(crate) fn copied_to(&self, query: &Query, output: &[Symbol]) -> f64 {
        let is_number = |t| query.is_number(t);
        let new = |i: &usize| query.is_new(output[*i]) && !is_number(output[*i]);
        let first = |i: &usize| i.checked_sub(1).is_none_or(|before| !query.is_new(output[before]));
        let surprise = |i: usize| {
            let (two, one) = before(&query.words, output, i, &is_number);
            let context = hash_of(&(two, one));
            match self.filled.has(context) {
                true => self.filled.surprise(context, EDGE),
                false => self.filled_behind_one.surprise(one, EDGE),
            }
        };
        let places = (0..output.len()).filter(new).filter(first);
        places.map(surprise).fold(0.0, f64::max)
    }

    /// Names of the examples from which a word differs by a slip of the keyboard.
    pub(crate) fn names_like<'t>(&self, task: &'t Seen, word: &str) -> Vec<&'t str> {
        let names = self.names.iter().map(|name| task.texts.of(*name));
        names.filter(|name| is_slip(word, name)).collect()
    }

    /// Whether a new word is copied to where an example has a name from which it differs by a slip of the keyboard: nobody
    /// can tell which of the two is meant.
    pub(crate) fn is_misspelt(&self, task: &Seen, query: &Query, output: &[Symbol]) -> bool {
        let is_number = |t| query.is_number(t);
        let mut new = (0..output.len()).filter(|i| query.is_new(output[*i]));
        new.any(|i| {
            let (two, one) = before(&query.words, output, i, &is_number);
            let stood_there = |name: &str| {
                let name = task.texts.find(name).map_or(EDGE, |name| name.index() as u64);
                self.filled.shows(hash_of(&(two, one)), name)
                    || self.filled_behind_one.shows(one, name)
            };
            self.names_like(task, query.text(output[i])).into_iter().any(stood_there)
        })
    }

    /// Bits of a last word that was never last: the more often it was seen,
    /// the more a sentence that ends with it seems cut off.
    pub(crate) fn cut_off(&self, query: &Query) -> f64 {
        let seen = query.words.last().and_then(|w| self.last.get(&(w.index() as u64)));
        seen.map_or(0.0, |&(seen, last)| if last == 0 { f64::from(seen + 1).log2() } else { 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_keyboard_are_told_from_other_names() {
        for (typed, meant) in
            [("lmap", "lamp"), ("lampp", "lamp"), ("quen", "queen"), ("queem", "queen")]
        {
            assert!(is_slip(typed, meant), "{typed} {meant}");
        }
        for (typed, other) in
            [("lamp", "lamp"), ("ada", "ida"), ("b1234", "b1235"), ("mozart", "queen")]
        {
            assert!(!is_slip(typed, other), "{typed} {other}");
        }
    }
}
