//! What holds whatever is learnt.

use super::base::Base;
use super::example::{NumberExample, NumberWordId};
use super::linear::Linear;
use super::repair::repairs;
use super::search::{SketchLimits, search};
use super::sketch::Sketch;
use crate::budget::Ticker;
use crate::grammar::Evaluation;
use crate::grammar::{Domain, Grammar};
use crate::language::vocabulary::{Vocabulary, Word};
use crate::random::Random;
use blicket_lab::sample::{NumberSampler, NumberSettings};
use std::sync::Arc;

/// Examples of a sampled language, and its words.
fn lesson(seed: u64) -> (Vec<NumberExample>, Vec<Word>, Arc<Vocabulary>) {
    let episode = NumberSampler::new(NumberSettings::training()).unwrap().sample(seed);
    let mut vocabulary = Vocabulary::new();
    let mut examples = Vec::new();
    let mut words: Vec<Word> = Vec::new();
    for (input, output) in &episode.support {
        let id = |text: &str| {
            let word = vocabulary.intern(text).unwrap();
            let place = words.iter().position(|known| *known == word).unwrap_or_else(|| {
                words.push(word);
                words.len() - 1
            });
            NumberWordId::at(place)
        };
        let ids = input.split_whitespace().map(id).collect();
        examples.push(NumberExample { words: ids, value: output.parse().unwrap() });
    }
    (examples, words, Arc::new(vocabulary))
}

/// What a sketch reads is what its grammar gives, for examples and for any other words; and where it
/// cannot read, its grammar has no value.
#[test]
fn a_sketch_reads_as_its_grammar_evaluates() {
    let mut random = Random::new(5);
    let mut read = 0;
    for seed in 0..12 {
        let (examples, words, vocabulary) = lesson(seed);
        // Fewer examples leave more open, and sketches are odder.
        let some: Vec<NumberExample> =
            examples.iter().filter(|_| random.below(3) > 0).take(40).cloned().collect();
        let pace = SketchLimits { nodes: 30, further: 10 };
        let start = Sketch::of_single_words(Base::TEN, &some, words.len());
        let found = search(start, &some, pace, &Ticker::never(), None);
        for (sketch, _) in found.sketches.iter().take(6) {
            let rules = sketch.rules(&words);
            let grammar = Grammar::new(Domain::Numbers, rules, vocabulary.clone()).unwrap();
            let mut evaluation = Evaluation::new();
            let mut same = |numbers: &[NumberWordId]| {
                let input: Vec<Word> = numbers.iter().map(|n| words[n.index()]).collect();
                grammar.apply_words(&input, &mut evaluation);
                let value = sketch.read(numbers).ok().map(|value| value.constant);
                assert_eq!(value, evaluation.number(), "{numbers:?} by\n{grammar}");
                value.is_some()
            };
            examples.iter().for_each(|example| _ = same(&example.words));
            for _ in 0..60 {
                let length = 1 + random.below(7);
                let any = |_| NumberWordId::at(random.below(words.len()));
                read += usize::from(same(&(0..length).map(any).collect::<Vec<NumberWordId>>()));
            }
        }
    }
    assert!(read > 500, "{read}");
}

/// Where at most one word of an example is unknown, repairs make it right, or say what a word may be
/// for that is known already; and they change nothing that has none of their words.
#[test]
fn repairs_make_an_example_right_and_leave_others_alone() {
    let mut right = 0;
    for seed in 20..30 {
        let (examples, words, _) = lesson(seed);
        let sketch = Sketch::of_single_words(Base::TEN, &examples, words.len());
        for example in &examples {
            let unknown = example.words.iter().filter(|word| !sketch.knows(**word)).count();
            if unknown > 1 || sketch.read(&example.words) == Ok(Linear::number(example.value)) {
                continue;
            }
            for repair in repairs(&sketch, example, usize::MAX) {
                let value = repair.sketch.read(&example.words);
                right += usize::from(value == Ok(Linear::number(example.value)));
                for other in &examples {
                    if !other.words.iter().any(|word| repair.words.contains(word)) {
                        assert_eq!(repair.sketch.read(&other.words), sketch.read(&other.words));
                    }
                }
            }
        }
    }
    assert!(right > 100, "{right}");
}
