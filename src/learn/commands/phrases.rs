//! Which words of sentences say numbers.
//!
//! Some words are taken for the frame of a sentence; what stands between them are phrases, which are the numbers of the
//! output in their order. The frames and phrases that are short to say are those that sentences share.

use super::digits::is_digits;
use super::hash::{FastMap, FastSet};
use super::symbol::Symbol;
use super::task::{CommandTask, SymbolExample};
use crate::arrange::Arrange;
use crate::budget::Budget;

/// What it costs to say one more frame, phrase or sentence, in words; and that a phrase has one more value.
const ONE_MORE: usize = 1;
const AMBIGUOUS: usize = 6;
/// So many different numbers have to be said in words before it is asked how they are.
const NUMBERS: usize = 4;

/// A side of a sentence without its numbers.
type SideWithGaps = Vec<Option<Symbol>>;

/// What stands in sentences: phrases that are numbers, as often as they are said, and the words that are none of them.
pub(super) struct NumberPhrases {
    pub(super) pairs: Vec<(Vec<Symbol>, i64)>,
    pub(super) frame: FastSet<Symbol>,
}

/// A sentence with numbers in its output that its input does not show.
struct NumberSentence<'a> {
    example: &'a SymbolExample,
    numbers: Vec<i64>,
    /// Its output without these numbers.
    output: SideWithGaps,
}

/// What a token is worth that is a whole number.
pub(super) fn number(text: &str) -> Option<i64> {
    text.parse().ok().filter(|number| *number >= 0)
}

/// The phrases of sentences; `None` if hardly any output has numbers that its input does not show.
pub(super) fn find(task: &CommandTask, budget: &mut Budget) -> Option<NumberPhrases> {
    let sentences = with_hidden_numbers(task);
    let values: FastSet<i64> = sentences.iter().flat_map(|s| s.numbers.iter().copied()).collect();
    if values.len() < NUMBERS {
        return None;
    }
    let words_of = |examples: &mut dyn Iterator<Item = &SymbolExample>| {
        let mut words: Vec<Symbol> = examples.flat_map(|e| &e.input).copied().collect();
        words.arrange();
        words.dedup();
        words
    };
    let mut words = words_of(&mut sentences.iter().map(|s| s.example));
    let is_shown = |word: &Symbol| is_digits(task.texts.of(*word));
    let shown: FastSet<Symbol> = words.iter().copied().filter(is_shown).collect();
    words.retain(|word| !is_shown(word));
    // Sentences without such numbers have hardly any words for them.
    let says_numbers = |e: &&SymbolExample| sentences.iter().any(|s| std::ptr::eq(s.example, *e));
    let plain = words_of(&mut task.examples.iter().filter(|e| !says_numbers(e)));
    let mut starts = vec![shown.clone()];
    if !plain.is_empty() {
        starts.push(shown.iter().chain(&plain).copied().collect());
    }
    let mut best: Option<(usize, FastSet<Symbol>)> = None;
    for mut frame in starts {
        let length = shorten(&sentences, &words, &mut frame, budget)?;
        if best.as_ref().is_none_or(|(least, _)| length < *least) {
            best = Some((length, frame));
        }
    }
    let (_, frame) = best?;
    let pairs = |sentence: &NumberSentence<'_>| {
        let pairs = sentence.pairs(&frame)?;
        Some(pairs.into_iter().map(|(phrase, value)| (phrase.to_vec(), value)).collect::<Vec<_>>())
    };
    let pairs = sentences.iter().filter_map(pairs).flatten().collect();
    Some(NumberPhrases { pairs, frame })
}

/// The sentences whose outputs have numbers that their inputs do not show. What at least half of them have is no
/// number that words say.
fn with_hidden_numbers(task: &CommandTask) -> Vec<NumberSentence<'_>> {
    let hidden = |example: &SymbolExample, token: &Symbol| {
        number(task.texts.of(*token)).filter(|_| !example.input.contains(token))
    };
    let mut times: FastMap<i64, usize> = FastMap::default();
    let mut all = 0;
    for example in &task.examples {
        let mut numbers: Vec<i64> =
            example.output.iter().filter_map(|t| hidden(example, t)).collect();
        all += usize::from(!numbers.is_empty());
        numbers.arrange();
        numbers.dedup();
        numbers.into_iter().for_each(|n| *times.entry(n).or_default() += 1);
    }
    let said = |example: &SymbolExample, token: &Symbol| {
        hidden(example, token).filter(|n| times.get(n).is_some_and(|times| times * 2 < all))
    };
    let sentence = |example| NumberSentence {
        example,
        numbers: example.output.iter().filter_map(|t| said(example, t)).collect(),
        output: example
            .output
            .iter()
            .map(|t| Some(*t).filter(|t| said(example, t).is_none()))
            .collect(),
    };
    let sentences = task.examples.iter().map(sentence);
    sentences.filter(|sentence| !sentence.numbers.is_empty()).collect()
}

/// Takes words into the frame or out of it as long as that makes it shorter to say what there is; how long it is then.
/// `None` if it was told to stop.
fn shorten(
    sentences: &[NumberSentence<'_>],
    words: &[Symbol],
    frame: &mut FastSet<Symbol>,
    budget: &mut Budget,
) -> Option<usize> {
    let mut best = length(sentences, frame);
    loop {
        let mut shorter: Vec<(usize, Symbol)> = vec![];
        for &word in words {
            if budget.over().is_some() {
                return None;
            }
            budget.steps += 1;
            toggle(frame, word);
            let length = length(sentences, frame);
            toggle(frame, word);
            if length < best {
                shorter.push((length, word));
            }
        }
        if shorter.is_empty() {
            return Some(best);
        }
        // The best one first, and others as far as they still are of use.
        shorter.arrange();
        for (_, word) in shorter {
            toggle(frame, word);
            let length = length(sentences, frame);
            if length < best {
                best = length;
            } else {
                toggle(frame, word);
            }
        }
    }
}

fn toggle(frame: &mut FastSet<Symbol>, word: Symbol) {
    if !frame.remove(&word) {
        frame.insert(word);
    }
}

impl<'a> NumberSentence<'a> {
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
fn length(sentences: &[NumberSentence<'_>], frame: &FastSet<Symbol>) -> usize {
    let mut length = 0;
    let mut values: FastMap<&[Symbol], Vec<i64>> = FastMap::default();
    let mut frames: FastSet<(SideWithGaps, &SideWithGaps)> = FastSet::default();
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
        let mut input: SideWithGaps =
            example.input.iter().map(|word| Some(*word).filter(|w| frame.contains(w))).collect();
        input.dedup_by(|a, b| a.is_none() && b.is_none());
        let size = ONE_MORE + input.len() + example.output.len();
        if frames.insert((input, &sentence.output)) {
            length += size;
        }
    }
    length
}
