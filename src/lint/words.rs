//! Which words stand where; words that stand in one example only, and words that are never seen apart.

use super::{Remark, RemarkKind, Side};
use crate::check::Severity;
use std::collections::BTreeMap;

/// Where a word or token was seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeenAt {
    /// In how many examples.
    pub(super) examples: usize,
    /// How many times.
    times: usize,
    /// The first example that has it, and its place there.
    pub(super) first: (usize, usize),
    /// The last example that has it.
    last: usize,
}

/// By word or token of one side: where it was seen.
pub(super) fn seen(examples: &[(String, String)], side: Side) -> BTreeMap<&str, SeenAt> {
    let mut seen: BTreeMap<&str, SeenAt> = BTreeMap::new();
    for (example, pair) in examples.iter().enumerate() {
        for (place, word) in side.of(pair).split_whitespace().enumerate() {
            let new = SeenAt { examples: 0, times: 0, first: (example, place), last: usize::MAX };
            let word = seen.entry(word).or_insert(new);
            word.times += 1;
            word.examples += usize::from(word.last != example);
            word.last = example;
        }
    }
    seen
}

/// How many times two words stand side by side, and where first: the example and the place.
type Neighbours = (usize, (usize, usize));

pub(super) fn check(examples: &[(String, String)]) -> Vec<Remark> {
    let seen = seen(examples, Side::Input);
    let note = |kind, (example, place), found: String| Remark {
        kind,
        severity: Severity::Note,
        example,
        other: None,
        side: Side::Input,
        place: Some(place),
        found,
        suggestion: None,
    };
    let lone = seen.iter().filter(|(_, seen)| seen.examples == 1);
    // Where there is one example, every word stands in it alone, and nobody needs to be told.
    let lone = lone.filter(|_| examples.len() > 1);
    let mut remarks: Vec<Remark> = lone
        .map(|(word, seen)| note(RemarkKind::LoneWord, seen.first, (*word).to_owned()))
        .collect();
    let mut together: BTreeMap<(&str, &str), Neighbours> = BTreeMap::new();
    for (example, (input, _)) in examples.iter().enumerate() {
        let pairs = input.split_whitespace().zip(input.split_whitespace().skip(1));
        for (place, pair) in pairs.enumerate() {
            together.entry(pair).or_insert((0, (example, place))).0 += 1;
        }
    }
    for ((a, b), (times, first)) in together {
        let is_all = |word| seen[word].times == times && seen[word].examples > 1;
        if a != b && is_all(a) && is_all(b) {
            remarks.push(note(RemarkKind::AlwaysTogether, first, format!("{a} {b}")));
        }
    }
    remarks
}
