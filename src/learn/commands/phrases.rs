//! Which words of sentences say numbers.
//!
//! Some words are taken for the frame of a sentence; what stands between them are phrases, which are the numbers of the
//! output in their order. The frames and phrases that are short to say are those that sentences share.

use super::digits::is_digits;
use super::hash::{FastMap, FastSet};
use super::symbol::Symbol;
use super::task::{Example, Task};
use crate::budget::Budget;

/// What it costs to say one more frame, phrase or sentence, in words; and that a phrase has one more value.
const ONE_MORE: usize = 1;
const AMBIGUOUS: usize = 6;

/// A side of a sentence without its numbers.
type Side = Vec<Option<Symbol>>;

/// A sentence with numbers in its output that its input does not show.
struct Sentence<'a> {
    example: &'a Example,
    numbers: Vec<i64>,
}

/// What a token is worth that is a whole number.
pub(super) fn number(text: &str) -> Option<i64> {
    text.parse().ok().filter(|number| *number >= 0)
}

/// The phrases that are numbers with their values, as often as they are said; `None` if less than half of the examples
/// have numbers in the output that the input does not show.
pub(super) fn find(task: &Task, budget: &mut Budget) -> Option<Vec<(Vec<Symbol>, i64)>> {
    let sentences: Vec<Sentence<'_>> = task
        .examples
        .iter()
        .map(|example| {
            let hidden = example.output.iter().filter(|token| !example.input.contains(token));
            let numbers = hidden.filter_map(|token| number(task.texts.of(*token))).collect();
            Sentence { example, numbers }
        })
        .collect();
    if sentences.iter().filter(|s| s.numbers.iter().any(|n| *n > 0)).count() * 2 < sentences.len() {
        return None;
    }
    let mut words: Vec<Symbol> = task.examples.iter().flat_map(|e| &e.input).copied().collect();
    words.sort_unstable();
    words.dedup();
    let is_shown = |word: &Symbol| is_digits(task.texts.of(*word));
    let mut frame: FastSet<Symbol> = words.iter().copied().filter(is_shown).collect();
    words.retain(|word| !is_shown(word));
    let mut best = length(&sentences, &frame, task);
    loop {
        let mut change = None;
        for &word in &words {
            if budget.over().is_some() {
                return None;
            }
            budget.steps += 1;
            toggle(&mut frame, word);
            let length = length(&sentences, &frame, task);
            toggle(&mut frame, word);
            if length < best {
                best = length;
                change = Some(word);
            }
        }
        match change {
            Some(word) => toggle(&mut frame, word),
            None => break,
        }
    }
    let pairs = |sentence: &Sentence<'_>| {
        let pairs = sentence.pairs(&frame)?;
        Some(pairs.into_iter().map(|(phrase, value)| (phrase.to_vec(), value)).collect::<Vec<_>>())
    };
    Some(sentences.iter().filter_map(pairs).flatten().collect())
}

fn toggle(frame: &mut FastSet<Symbol>, word: Symbol) {
    if !frame.remove(&word) {
        frame.insert(word);
    }
}

impl<'a> Sentence<'a> {
    /// The phrases between the words of the frame with their values; `None` if they are not those of this sentence.
    fn pairs(&self, frame: &FastSet<Symbol>) -> Option<Vec<(&'a [Symbol], i64)>> {
        let between = self.example.input.split(|word| frame.contains(word));
        let phrases: Vec<&[Symbol]> = between.filter(|phrase| !phrase.is_empty()).collect();
        let said: usize = phrases.iter().map(|phrase| phrase.len()).sum();
        // Tokens that are no numbers are not said by numbers.
        let has_frame = said < self.example.input.len();
        let needs_frame = self.numbers.len() < self.example.output.len();
        let fits = phrases.len() == self.numbers.len() && (has_frame || !needs_frame);
        fits.then(|| phrases.into_iter().zip(self.numbers.iter().copied()).collect())
    }
}

/// In words and tokens, what it takes to say the frames, the phrases with their values, and the sentences that are
/// none of both.
fn length(sentences: &[Sentence<'_>], frame: &FastSet<Symbol>, task: &Task) -> usize {
    let mut length = 0;
    let mut values: FastMap<&[Symbol], Vec<i64>> = FastMap::default();
    let mut frames: FastSet<(Side, Side)> = FastSet::default();
    for sentence in sentences {
        let example = sentence.example;
        let Some(pairs) = sentence.pairs(frame) else {
            length += ONE_MORE + example.input.len() + example.output.len();
            continue;
        };
        for (phrase, value) in pairs {
            let known = values.entry(phrase).or_default();
            if !known.contains(&value) {
                length += ONE_MORE + phrase.len() + if known.is_empty() { 0 } else { AMBIGUOUS };
                known.push(value);
            }
        }
        let mut input: Side =
            example.input.iter().map(|word| Some(*word).filter(|w| frame.contains(w))).collect();
        input.dedup_by(|a, b| a.is_none() && b.is_none());
        let is_hidden = |token: &Symbol| {
            !example.input.contains(token) && number(task.texts.of(*token)).is_some()
        };
        let output = example.output.iter().map(|t| Some(*t).filter(|t| !is_hidden(t))).collect();
        let size = ONE_MORE + input.len() + example.output.len();
        if frames.insert((input, output)) {
            length += size;
        }
    }
    length
}
