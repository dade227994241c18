//! How strange a sentence, its reading and its output are beside the examples.
//!
//! Surprise of an outcome in a context: nothing if the examples show it there;
//! otherwise the bits of something new, `log2((n + t) / t)` after n times and
//! t kinds. A feature is the greatest surprise anywhere in the sentence.

use super::query::Query;
use super::seen::Seen;
use crate::length::digits::is_digits;
use crate::length::example::Brackets;
use crate::length::hash::{FastMap, FastSet};
use crate::length::symbol::Symbol;

/// Bits for an outcome in a context that was never seen.
const UNSEEN: f64 = 1.0;

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

    pub(crate) fn surprise(&self, context: u64, outcome: u64) -> f64 {
        if self.seen.contains(&(context, outcome)) {
            return 0.0;
        }
        self.contexts
            .get(&context)
            .map_or(UNSEEN, |&(n, t)| (f64::from(n + t) / f64::from(t)).log2())
    }
}

/// What the examples look like, whatever the grammar.
#[derive(Default)]
pub(crate) struct Usual {
    token_before: Table,
    token_after: Table,
    arguments: Table,
    /// How often a word was seen, and how often last.
    last: FastMap<u64, (u32, u32)>,
}

pub(crate) const EDGE: u64 = u64::MAX;
const COPY: u64 = u64::MAX - 1;

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
        for example in &task.examples {
            for two in outline(&task.brackets, &example.input, &example.output, &|t| {
                is_digits(task.texts.of(t))
            })
            .windows(2)
            {
                usual.token_after.add(two[0], two[1]);
                usual.token_before.add(two[1], two[0]);
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

    /// Surprise of neighbouring output tokens, and of argument counts.
    pub(crate) fn output(&self, task: &Seen, query: &Query, output: &[Symbol]) -> (f64, f64) {
        let outline = outline(&task.brackets, &query.words, output, &|t| query.is_number(t));
        let pair = |two: &[u64]| {
            (self.token_after.surprise(two[0], two[1]) + self.token_before.surprise(two[1], two[0]))
                / 2.0
        };
        let tokens = outline.windows(2).map(pair).fold(0.0, f64::max);
        let counts = arguments(&task.brackets, &query.words, output)
            .iter()
            .map(|&(h, n)| self.arguments.surprise(h, n))
            .fold(0.0, f64::max);
        (tokens, counts)
    }

    /// Bits of a last word that was never last: the more often it was seen,
    /// the more a sentence that ends with it seems cut off.
    pub(crate) fn cut_off(&self, query: &Query) -> f64 {
        let seen = query.words.last().and_then(|w| self.last.get(&(w.index() as u64)));
        seen.map_or(0.0, |&(seen, last)| if last == 0 { f64::from(seen + 1).log2() } else { 0.0 })
    }
}
