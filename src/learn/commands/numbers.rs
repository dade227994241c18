//! Numbers in sentences: the seam to a learner of number words and to
//! ready-made readers, and where the phrases are.

use super::chart::Reader;
use super::derivation::RuleUses;
use super::learner::Learner;
use super::meter::Meter;
use super::pattern::Patterns;
use super::store::Store;
use super::symbol::{Symbol, Texts};
use super::task::{Example, Task};
use crate::budget::Ticker;

/// Reads a phrase of number words.
pub(crate) trait NumberReader: Send + Sync {
    fn value(&self, words: &[&str]) -> Option<i64>;
    /// Whether the word may be part of a number at all.
    fn knows(&self, word: &str) -> bool;
}

/// Learns to read number words: from phrases with their values, and from whole
/// sentences with the numbers in their outputs, which may fix words that no
/// phrase shows. `None` if the pairs are not those of a number language.
pub(crate) trait NumberLearner: Send + Sync {
    fn learn(
        &self,
        pairs: &[(Vec<&str>, i64)],
        sentences: &[(Vec<&str>, Vec<i64>)],
    ) -> Option<Box<dyn NumberReader>>;
}

/// What a host offers for numbers; nothing is fine.
#[derive(Clone, Copy, Default)]
pub(crate) struct NumberTools<'a> {
    pub(crate) learner: Option<&'a dyn NumberLearner>,
    pub(crate) ready: &'a [&'a dyn NumberReader],
}

/// The longest phrase that is tried as a number.
const LONGEST: usize = 12;

/// A part of a sentence: a word as it is, or a phrase that is a number.
pub(crate) enum Piece<'a> {
    Word(&'a str),
    Number(i64),
}

/// Takes the number phrases of a sentence for numbers, longest first, where
/// `accept` agrees. Also how many readings were not accepted.
pub(crate) fn pieces<'a>(
    reader: &dyn NumberReader,
    words: &[&'a str],
    accept: impl Fn(i64) -> bool,
) -> (Vec<Piece<'a>>, usize) {
    let (mut pieces, mut refused, mut at) = (vec![], 0, 0);
    while at < words.len() {
        let mut hit = None;
        let mut missed = false;
        for end in (at + 1..=words.len().min(at + LONGEST)).rev() {
            if let Some(value) = reader.value(&words[at..end]) {
                if accept(value) {
                    hit = Some((end, value));
                    break;
                }
                missed = true;
            }
        }
        refused += usize::from(missed && hit.is_none());
        match hit {
            Some((end, value)) => {
                pieces.push(Piece::Number(value));
                at = end;
            }
            None => {
                pieces.push(Piece::Word(words[at]));
                at += 1;
            }
        }
    }
    (pieces, refused)
}

/// Looks for number words: where most examples have a number in the output
/// that the input does not show, first grammars say which phrases they are.
pub(crate) fn find_reader(
    task: &Task,
    tools: &NumberTools,
    seed: u64,
    stop: &Ticker,
) -> Option<Box<dyn NumberReader>> {
    let number_learner = tools.learner?;
    let texts = &task.texts;
    let number = |t: Symbol| texts.of(t).parse::<i64>().ok();
    let hidden = |e: &&Example| {
        e.output.iter().any(|&t| !e.input.contains(&t) && number(t).is_some_and(|v| v > 0))
    };
    if task.examples.iter().filter(hidden).count() * 2 < task.examples.len() {
        return None;
    }
    let sentences: Vec<(Vec<&str>, Vec<i64>)> = task
        .examples
        .iter()
        .map(|e| {
            (
                e.input.iter().map(|&w| texts.of(w)).collect(),
                e.output
                    .iter()
                    .filter(|t| !e.input.contains(t))
                    .filter_map(|&t| number(t))
                    .collect(),
            )
        })
        .collect();
    let mut best: Option<(usize, Box<dyn NumberReader>)> = None;
    let (mut store, mut patterns) = (Store::default(), Patterns::default());
    for start in 0..2 {
        let mut learner =
            Learner::new(task, &mut store, &mut patterns, Meter::new(u64::MAX, stop), seed);
        learner.begin_plainly(start);
        let mut pairs = vec![];
        for (i, derivation) in learner.derivations().into_iter().enumerate() {
            if let Some(derivation) = derivation {
                number_phrases(&learner, &task.examples[i], &derivation, &mut pairs);
            }
        }
        let pairs: Vec<(Vec<&str>, i64)> = pairs
            .iter()
            .map(|(words, v)| (words.iter().map(|&w| texts.of(w)).collect(), *v))
            .collect();
        let Some(reader) = number_learner.learn(&pairs, &sentences) else { continue };
        let (mut good, mut bad) = (0, 0);
        for ((words, _), example) in sentences.iter().zip(&task.examples) {
            let (pieces, refused) =
                pieces(&*reader, words, |v| example.output.iter().any(|&t| number(t) == Some(v)));
            good += pieces.iter().filter(|p| matches!(p, Piece::Number(_))).count();
            bad += refused;
        }
        if bad * 20 <= good && best.as_ref().is_none_or(|b| good > b.0) {
            best = Some((good, reader));
        }
    }
    best.map(|b| b.1)
}

/// The widest parts of a derivation whose output is one number.
fn number_phrases(
    learner: &Learner,
    example: &Example,
    derivation: &RuleUses,
    pairs: &mut Vec<(Vec<Symbol>, i64)>,
) {
    let mut outputs: Vec<Vec<Symbol>> = vec![vec![]; derivation.steps.len()];
    let mut kids: Vec<Vec<usize>> = vec![vec![]; derivation.steps.len()];
    for i in (0..derivation.steps.len()).rev() {
        let step = &derivation.steps[i];
        if let Reader::Rule(rule) = step.reader {
            for &token in &learner.store.get(learner.grammar.rules[rule].body).right {
                match token.as_slot() {
                    Some(k) => {
                        let kid = kids[i].iter().copied().find(|&c| derivation.steps[c].slot == k);
                        let part = kid.map(|c| outputs[c].clone()).unwrap_or_default();
                        outputs[i].extend(part);
                    }
                    None => outputs[i].push(token),
                }
            }
        }
        if step.parent < i {
            kids[step.parent].push(i);
        }
    }
    let mut done = 0;
    for (step, output) in derivation.steps.iter().zip(&outputs) {
        let words = &example.input[step.start..step.end];
        if step.start < done || output.len() != 1 || words == output.as_slice() {
            continue;
        }
        if let Ok(value) = learner.task.texts.of(output[0]).parse::<i64>() {
            pairs.push((words.to_vec(), value));
            done = step.end;
        }
    }
}

/// The examples with digits in place of number phrases.
pub(crate) fn with_digits(task: &Task, reader: &dyn NumberReader) -> Task {
    let mut texts = Texts::default();
    let mut examples = vec![];
    for example in &task.examples {
        let words: Vec<&str> = example.input.iter().map(|&w| task.texts.of(w)).collect();
        let (pieces, _) = pieces(reader, &words, |v| {
            example.output.iter().any(|&t| task.texts.of(t).parse() == Ok(v))
        });
        let input = pieces
            .iter()
            .map(|p| match p {
                Piece::Word(w) => texts.intern(w),
                Piece::Number(v) => texts.intern(&v.to_string()),
            })
            .collect();
        let output = example.output.iter().map(|&t| texts.intern(task.texts.of(t))).collect();
        examples.push(Example { input, output });
    }
    Task::new(texts, examples)
}
