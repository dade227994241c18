//! Running proposed grammars on the examples, as far as it takes to know that one is worse.

use crate::budget::Ticker;
use crate::language::rule::{Domain, Rule};
use crate::language::vocabulary::Word;
use crate::run::limits::Limits;
use crate::run::program::Program;
use crate::run::{Evaluator, Job, Verdict};

/// What an evaluation may cost. Wrong grammars are as long at it as they like.
const LIMITS: Limits = Limits { steps: 200_000, depth: 1 << 20, output: 100_000, text: 1 << 20 };
/// Evaluations between two looks at the clock, of inputs of a few words; and so many words are as much as
/// one.
const LOOKS: usize = 16;
const WORDS: usize = 16;

/// What an example wants.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted<'a> {
    Tokens(&'a [Word]),
    #[cfg_attr(not(feature = "neural"), expect(dead_code, reason = "only networks propose those"))]
    Number(i64),
}

/// An example, or several that are the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Example<'a> {
    pub(crate) input: &'a [Word],
    pub(crate) wanted: Wanted<'a>,
    /// What a grammar pays that does not satisfy it.
    pub(crate) price: f64,
}

/// What became of running a grammar.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Run {
    /// On all examples.
    Whole(Failing),
    /// Until it had to pay more than it was allowed to.
    TooDear,
    /// Until it was told to stop.
    Stopped,
}

/// The examples that a grammar does not satisfy, and what it pays for them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Failing {
    pub(crate) examples: Vec<usize>,
    pub(crate) price: f64,
}

/// Runs grammars on examples: those that failed most often so far come first.
#[derive(Debug)]
pub(crate) struct Checker<'a> {
    examples: &'a [Example<'a>],
    domain: Domain,
    /// How many words the vocabulary has.
    words: usize,
    order: Vec<usize>,
    failures: Vec<u32>,
    evaluator: Evaluator,
    /// Evaluations since the last look at the clock.
    unwatched: usize,
    /// The grammars that were run.
    pub(crate) programs: u64,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(examples: &'a [Example<'a>], domain: Domain, words: usize) -> Self {
        Self {
            examples,
            domain,
            words,
            order: (0..examples.len()).collect(),
            failures: vec![0; examples.len()],
            evaluator: Evaluator::new(),
            unwatched: 0,
            programs: 0,
        }
    }

    /// Runs a grammar that may pay `most`.
    pub(crate) fn run(&mut self, rules: &[Rule], most: f64, ticker: &Ticker) -> Run {
        self.programs += 1;
        let program = Program::compile(self.domain, rules, self.words);
        let mut failing = Failing::default();
        for place in 0..self.order.len() {
            let index = self.order[place];
            self.unwatched += 1 + self.examples[index].input.len() / WORDS;
            if self.unwatched >= LOOKS {
                self.unwatched = 0;
                if ticker.is_over() {
                    return Run::Stopped;
                }
            }
            if self.is_right(&program, &self.examples[index]) {
                continue;
            }
            failing.examples.push(index);
            failing.price += self.examples[index].price;
            self.failures[index] += 1;
            if place > 0 && self.failures[index] > self.failures[self.order[place - 1]] {
                self.order.swap(place - 1, place);
            }
            if failing.price > most {
                return Run::TooDear;
            }
        }
        failing.examples.sort_unstable();
        Run::Whole(failing)
    }

    fn is_right(&mut self, program: &Program, example: &Example<'_>) -> bool {
        let job = Job { program, input: example.input, limits: &LIMITS };
        let verdict = match example.wanted {
            Wanted::Tokens(tokens) => self.evaluator.check(job, tokens),
            Wanted::Number(number) => self.evaluator.check_number(job, number),
        };
        verdict == Verdict::Right
    }
}
