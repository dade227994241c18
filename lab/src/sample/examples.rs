//! Examples of a grammar: inputs at random, with what the grammar makes of them.

use super::inputs::InputSampler;
use super::seen::Seen;
use blicket::{Domain, Evaluator, Grammar, Job, Limits, Random, Word};

/// How many inputs are drawn for one grammar. One that has not given enough examples by then is
/// rejected, as in the paper.
pub const TRIES: usize = 300;

/// Draws examples of one grammar at a time; its memory is used again for the next.
#[derive(Debug, Default)]
pub struct ExampleSampler {
    inputs: InputSampler,
    evaluator: Evaluator,
    /// All inputs that were drawn. One that was no good is not evaluated again.
    seen: Seen,
    output: Vec<Word>,
    /// Of each example, its input's number in `seen` and where its output ends in `outputs`.
    examples: Vec<(usize, usize)>,
    outputs: Vec<Word>,
}

/// Examples with different inputs, in the words of their grammar's vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct Examples<'a> {
    sampler: &'a ExampleSampler,
}

impl ExampleSampler {
    /// A sampler that has not allocated anything yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Draws `count` examples of a grammar of tokens from the context-free grammar of its left
    /// sides: their inputs differ and have at most `max_length` words, their outputs have at most
    /// as many tokens and at least one, and short ones tend to come first. Nothing if [`TRIES`]
    /// inputs do not give as many.
    pub fn draw(
        &mut self,
        grammar: &Grammar,
        count: usize,
        max_length: usize,
        random: &mut Random,
    ) -> Option<Examples<'_>> {
        self.seen.clear();
        self.examples.clear();
        self.outputs.clear();
        self.inputs.load(grammar.rules());
        if grammar.domain() != Domain::Words || !self.inputs.has_sentences() {
            return None;
        }
        let output = u32::try_from(max_length).unwrap_or(u32::MAX);
        let limits = &Limits::default().with(|limits| limits.output = output);
        for tries_left in (0..TRIES).rev() {
            if self.examples.len() == count {
                break;
            }
            let inputs = &mut self.inputs;
            let index = self.seen.insert(|words| inputs.draw(max_length, words, random));
            if let Some(index) = index {
                let job = Job { program: grammar.program(), input: self.seen.get(index), limits };
                let has_value = self.evaluator.collect(job, &mut self.output);
                if has_value && !self.output.is_empty() {
                    self.outputs.extend_from_slice(&self.output);
                    self.examples.push((index, self.outputs.len()));
                }
            }
            if self.examples.len() + tries_left < count {
                return None; // it cannot be done any more
            }
        }
        (self.examples.len() == count).then_some(Examples { sampler: self })
    }
}

impl<'a> Examples<'a> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.sampler.examples.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The input and the output of one of them.
    pub fn get(&self, index: usize) -> (&'a [Word], &'a [Word]) {
        let ExampleSampler { seen, examples, outputs, .. } = self.sampler;
        let (input, end) = examples[index];
        let start = if index == 0 { 0 } else { examples[index - 1].1 };
        (seen.get(input), &outputs[start..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_values_of_the_right_length_become_examples() {
        // `nil` is empty, `u1 bad` is stuck on `bad`, and `a many a` is too long.
        let text = "a -> A
                    nil ->
                    u1 u2 -> [u2] [u1]
                    u1 bad -> [u1]
                    u1 then u2 -> [u1] [u2]
                    u1 many u2 -> [u1] [u1] [u1] [u1]";
        let grammar = Grammar::parse(text).unwrap();
        let mut sampler = ExampleSampler::new();
        let examples = sampler.draw(&grammar, 7, 3, &mut Random::new(1)).unwrap();
        let text = |words: &[Word]| {
            let texts: Vec<&str> = words.iter().map(|w| grammar.vocabulary().text(*w)).collect();
            texts.join(" ")
        };
        let mut pairs: Vec<_> = (0..examples.len())
            .map(|index| examples.get(index))
            .map(|(input, output)| (text(input), text(output)))
            .collect();
        pairs.sort();
        let expected = [
            ("a", "A"),
            ("a a", "A A"),
            ("a nil", "A"),
            ("a then a", "A A"),
            ("a then nil", "A"),
            ("nil a", "A"),
            ("nil then a", "A"),
        ];
        let expected = expected.map(|(input, output)| (input.to_owned(), output.to_owned()));
        assert_eq!(pairs, expected);
    }

    #[test]
    fn a_grammar_that_does_not_give_enough_is_rejected() {
        let grammar = Grammar::parse("a -> A\nb -> B\nu1 u2 -> [u2] [u1]").unwrap();
        let mut sampler = ExampleSampler::new();
        let random = &mut Random::new(1);
        assert_eq!(sampler.draw(&grammar, 6, 6, random).map(|examples| examples.len()), Some(6));
        assert!(sampler.draw(&grammar, 7, 6, random).is_none());
        assert_eq!(sampler.draw(&grammar, 0, 6, random).map(|e| e.is_empty()), Some(true));
        for without in ["%numbers\none -> 1", "u1 u2 -> [u2] [u1]", ""] {
            let grammar = Grammar::parse(without).unwrap();
            assert!(sampler.draw(&grammar, 1, 6, random).is_none(), "{without}");
        }
    }
}
