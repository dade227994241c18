//! Number words inside sentences: the examples with digits in their place.

use super::digits::is_digits;
use super::hash::FastSet;
use super::number_section::{NumberSection, number_words};
use super::phrases::{self, NumberPhrases, number};
use super::symbol::{Symbol, Texts};
use super::task::{CommandTask, SymbolExample};
use crate::arrange::Arrange;
use crate::budget::Budget;
use crate::grammar::Evaluation;
use crate::language::vocabulary::{Vocabulary, Word};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The longest phrase that is tried as a number.
const LONGEST: usize = 12;

/// By number in digits: the words that it was in examples, or the digits themselves.
pub(super) type SaidNumbers = BTreeMap<String, Vec<Vec<String>>>;

/// Examples in digits.
pub(super) struct InDigits {
    pub(super) task: CommandTask,
    /// What the digits stand for.
    pub(super) said: SaidNumbers,
    /// What reads that.
    pub(super) words: NumberSection,
}

/// The examples with digits in place of number words, if there are some.
pub(super) fn in_digits(
    task: &CommandTask,
    vocabulary: &Arc<Vocabulary>,
    budget: &mut Budget,
) -> Option<InDigits> {
    let NumberPhrases { pairs, frame } = phrases::find(task, budget)?;
    let word = |word: &Symbol| vocabulary.find(task.texts.of(*word));
    let pairs = pairs.iter().map(|(phrase, value)| (phrase.iter().map(word).collect(), *value));
    let pairs = most_often(pairs.collect());
    let words = number_words(&pairs, vocabulary, budget)?;
    let reader = NumberFinder { task, frame, words };
    let (mut numbers, mut strange) = (0, 0);
    for example in &task.examples {
        if budget.interrupted() {
            return None;
        }
        let (parts, more) = reader.parts(example);
        numbers += parts.iter().filter(|part| part.value.is_some()).count();
        strange += more;
    }
    // Where many words are numbers that no output has, they are something else.
    (strange * 4 <= numbers).then(|| reader.in_digits())
}

/// Each phrase once, with the value that it has most often.
fn most_often(pairs: Vec<(Vec<Word>, i64)>) -> Vec<(Vec<Word>, i64)> {
    let mut times: BTreeMap<Vec<Word>, BTreeMap<i64, usize>> = BTreeMap::new();
    for (phrase, value) in pairs {
        *times.entry(phrase).or_default().entry(value).or_default() += 1;
    }
    let value = |values: BTreeMap<i64, usize>| values.into_iter().max_by_key(|(_, times)| *times);
    let pairs = times.into_iter().filter_map(|(phrase, values)| Some((phrase, value(values)?.0)));
    let mut pairs: Vec<_> = pairs.collect();
    pairs.arrange_by_key(|(phrase, _)| phrase.len());
    pairs
}

/// Some words of a sentence that are a number, or one that is none.
struct NumberPart {
    from: usize,
    to: usize,
    value: Option<i64>,
}

/// Finds number words in sentences.
struct NumberFinder<'a> {
    task: &'a CommandTask,
    /// Words with which no number begins or ends: *a* may be 1, and is not in `a timer`.
    frame: FastSet<Symbol>,
    words: NumberSection,
}

impl NumberFinder<'_> {
    /// A sentence in parts, the longest phrases that are numbers of its output taken for those; and how many phrases
    /// are other numbers.
    fn parts(&self, example: &SymbolExample) -> (Vec<NumberPart>, usize) {
        let text = |symbol: &Symbol| self.task.texts.of(*symbol);
        let vocabulary = self.words.vocabulary();
        let words: Vec<Word> = example.input.iter().map(|s| vocabulary.find(text(s))).collect();
        let wanted: Vec<i64> = example.output.iter().filter_map(|t| number(text(t))).collect();
        let is_frame = |at: usize| self.frame.contains(&example.input[at]);
        let mut evaluation = Evaluation::new();
        let (mut parts, mut strange, mut at) = (vec![], 0, 0);
        while at < words.len() {
            let mut part = NumberPart { from: at, to: at + 1, value: None };
            let mut is_strange = false;
            let longest = if is_frame(at) { at } else { words.len().min(at + LONGEST) };
            for to in (at + 1..=longest).rev().filter(|to| !is_frame(to - 1)) {
                let Some(value) = self.words.value(&words[at..to], &mut evaluation) else {
                    continue;
                };
                if wanted.contains(&value) {
                    part = NumberPart { from: at, to, value: Some(value) };
                    is_strange = false;
                    break;
                }
                is_strange = true;
            }
            strange += usize::from(is_strange);
            at = part.to;
            parts.push(part);
        }
        (parts, strange)
    }

    fn in_digits(self) -> InDigits {
        let mut texts = Texts::default();
        let mut said = SaidNumbers::default();
        let mut examples = vec![];
        for example in &self.task.examples {
            let words: Vec<&str> = example.input.iter().map(|s| self.task.texts.of(*s)).collect();
            let mut input = vec![];
            for part in self.parts(example).0 {
                let phrase = &words[part.from..part.to];
                let written = part.value.map_or_else(|| phrase[0].to_owned(), |v| v.to_string());
                if is_digits(&written) {
                    let phrase: Vec<String> = phrase.iter().map(|&word| word.to_owned()).collect();
                    let known = said.entry(written.clone()).or_default();
                    if !known.contains(&phrase) {
                        known.push(phrase);
                    }
                }
                input.push(texts.intern(&written));
            }
            let token = |token: &Symbol| texts.intern(self.task.texts.of(*token));
            examples
                .push(SymbolExample { input, output: example.output.iter().map(token).collect() });
        }
        InDigits { task: CommandTask::new(texts, examples), said, words: self.words }
    }
}
