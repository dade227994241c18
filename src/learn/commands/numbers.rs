//! Number words inside sentences: where they are, what they are worth, and the examples with digits in their place.

use super::digits::is_digits;
use super::hash::FastSet;
use super::phrases::{self, number};
use super::symbol::{Symbol, Texts};
use super::task::{Example, Task};
use crate::budget::Budget;
use crate::grammar::{Domain, Evaluation, Grammar, Section, Sums};
use crate::language::rule::Pattern;
use crate::language::vocabulary::{Vocabulary, Word};
use crate::learn::numbers::{self, NumberWordId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the section of number words is called.
pub(super) const NUMBER_WORDS: &str = "number_words";

/// The longest phrase that is tried as a number.
const LONGEST: usize = 12;
/// The most steps of the learner of numbers.
const STEPS: u64 = 20_000;
/// So many phrases of several words show that words make numbers together.
const COMPOSED: usize = 4;

/// Number words that were learnt, as a section of a grammar.
pub(super) struct NumberWords {
    grammar: Grammar,
    words: FastSet<Word>,
}

impl NumberWords {
    fn new(section: Section, vocabulary: &Arc<Vocabulary>) -> Option<NumberWords> {
        let left = section.rules.iter().flat_map(|rule| &rule.left);
        let word = |pattern: &Pattern| match pattern {
            Pattern::Word(word) => Some(*word),
            _ => None,
        };
        let words = left.filter_map(word).collect();
        let grammar = Grammar::with_sections(vec![section], vocabulary.clone()).ok()?;
        Some(NumberWords { grammar, words })
    }

    pub(super) fn into_section(self) -> Section {
        self.grammar.sections()[0].clone()
    }

    fn value(&self, phrase: &[Word], evaluation: &mut Evaluation) -> Option<i64> {
        if !phrase.iter().all(|word| self.words.contains(word)) {
            return None;
        }
        self.grammar.apply_words(phrase, evaluation);
        evaluation.number()
    }

    /// The phrases without those that begin or end with a word that no other phrase has and that is worth nothing there:
    /// *one dollar* among *two*, *thirty one*.
    fn without_strangers(&self, pairs: &[(Vec<Word>, i64)]) -> Vec<(Vec<Word>, i64)> {
        let mut evaluation = Evaluation::new();
        let is_stranger =
            |word: &Word| pairs.iter().filter(|(phrase, _)| phrase.contains(word)).nth(1).is_none();
        let mut has_stranger = |(phrase, value): &(Vec<Word>, i64)| {
            let ends = [phrase.split_first(), phrase.split_last()];
            ends.into_iter().flatten().any(|(word, rest)| {
                is_stranger(word) && self.value(rest, &mut evaluation) == Some(*value)
            })
        };
        pairs.iter().filter(|pair| !has_stranger(pair)).cloned().collect()
    }

    /// A sentence in parts, the longest phrases that are numbers of its output taken for those; and how many phrases
    /// are other numbers.
    fn parts(&self, task: &Task, example: &Example) -> (Vec<Part>, usize) {
        let text = |symbol: &Symbol| task.texts.of(*symbol);
        let vocabulary = self.grammar.vocabulary();
        let words: Vec<Word> = example.input.iter().map(|s| vocabulary.find(text(s))).collect();
        let wanted: Vec<i64> = example.output.iter().filter_map(|t| number(text(t))).collect();
        let mut evaluation = Evaluation::new();
        let (mut parts, mut strange, mut at) = (vec![], 0, 0);
        while at < words.len() {
            let mut part = Part { from: at, to: at + 1, value: None };
            let mut is_strange = false;
            for to in (at + 1..=words.len().min(at + LONGEST)).rev() {
                let Some(value) = self.value(&words[at..to], &mut evaluation) else { continue };
                if wanted.contains(&value) {
                    part = Part { from: at, to, value: Some(value) };
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

    /// The examples with digits in place of number words, and the phrases that each number was.
    pub(super) fn with_digits(&self, task: &Task) -> (Task, Phrases) {
        let mut texts = Texts::default();
        let mut phrases = Phrases::default();
        let mut examples = vec![];
        for example in &task.examples {
            let words: Vec<&str> = example.input.iter().map(|s| task.texts.of(*s)).collect();
            let mut input = vec![];
            for part in self.parts(task, example).0 {
                let said = &words[part.from..part.to];
                let written = part.value.map_or_else(|| said[0].to_owned(), |v| v.to_string());
                if is_digits(&written) {
                    let said: Vec<String> = said.iter().map(|&word| word.to_owned()).collect();
                    let known = phrases.entry(written.clone()).or_default();
                    if !known.contains(&said) {
                        known.push(said);
                    }
                }
                input.push(texts.intern(&written));
            }
            let output = example.output.iter().map(|t| texts.intern(task.texts.of(*t))).collect();
            examples.push(Example { input, output });
        }
        (Task::new(texts, examples), phrases)
    }
}

/// By number in digits: the words that it was in examples, or the digits themselves.
pub(super) type Phrases = BTreeMap<String, Vec<Vec<String>>>;

/// Some words of a sentence that are a number, or one that is none.
struct Part {
    from: usize,
    to: usize,
    value: Option<i64>,
}

/// The number words of sentences, if there are some.
pub(super) fn find(
    task: &Task,
    vocabulary: &Arc<Vocabulary>,
    budget: &mut Budget,
) -> Option<NumberWords> {
    let pairs = phrases::find(task, budget)?;
    let word = |word: &Symbol| vocabulary.find(task.texts.of(*word));
    let pairs = pairs.iter().map(|(phrase, value)| (phrase.iter().map(word).collect(), *value));
    let pairs = most_often(pairs.collect());
    let mut words = learn(&pairs, vocabulary, budget)?;
    let plain = words.without_strangers(&pairs);
    if plain.len() < pairs.len() {
        words = learn(&plain, vocabulary, budget)?;
    }
    let (mut good, mut strange) = (0, 0);
    for example in &task.examples {
        if budget.interrupted() {
            return None;
        }
        let (parts, more) = words.parts(task, example);
        good += parts.iter().filter(|part| part.value.is_some()).count();
        strange += more;
    }
    (strange * 20 <= good).then_some(words)
}

/// Learns what phrases are worth. `None` if they are not those of a language of numbers.
fn learn(
    pairs: &[(Vec<Word>, i64)],
    vocabulary: &Arc<Vocabulary>,
    budget: &mut Budget,
) -> Option<NumberWords> {
    if pairs.iter().filter(|(phrase, _)| phrase.len() > 1).count() < COMPOSED {
        return None;
    }
    let mut words: Vec<Word> = pairs.iter().flat_map(|(phrase, _)| phrase).copied().collect();
    words.sort_unstable();
    words.dedup();
    if words.len() > NumberWordId::MOST {
        return None;
    }
    let place = |word: &Word| words.binary_search(word).map(NumberWordId::at).ok();
    let examples: Vec<numbers::Example> = pairs
        .iter()
        .filter_map(|(phrase, value)| {
            let words = phrase.iter().map(place).collect::<Option<Vec<_>>>()?;
            Some(numbers::Example { words, value: *value })
        })
        .collect();
    let steps = budget.steps_left().min(STEPS);
    let tickers = (&budget.ticker(), &budget.last_ticker());
    let learnt = numbers::learn(&words, &examples, &[], steps, &mut |_| (), tickers);
    budget.steps += learnt.nodes;
    budget.programs += learnt.tried;
    let (rules, _) = learnt.grammars.into_iter().next()?;
    // The strictest account of which sums are well formed that reads what the examples show.
    let sums = |either, twenties| Sums { either, twenties, any: false };
    let strict = [sums(false, false), sums(false, true), sums(true, false), sums(true, true)];
    let any = Sums { any: true, ..Sums::default() };
    let mut most: Option<(usize, NumberWords)> = None;
    for sums in strict.into_iter().chain([any]) {
        let name = Some(NUMBER_WORDS.into());
        let rules = rules.clone();
        let section =
            Section { name, sums: Some(sums), ..Section::unnamed(Domain::Numbers, rules) };
        let words = NumberWords::new(section, vocabulary)?;
        let mut evaluation = Evaluation::new();
        let is_right =
            |pair: &&(Vec<Word>, i64)| words.value(&pair.0, &mut evaluation) == Some(pair.1);
        let right = pairs.iter().filter(is_right).count();
        if most.as_ref().is_none_or(|(most, _)| right > *most) {
            most = Some((right, words));
        }
    }
    most.filter(|(right, _)| right * 10 >= pairs.len() * 8).map(|(_, words)| words)
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
    pairs.sort_by_key(|(phrase, _)| phrase.len());
    pairs
}
