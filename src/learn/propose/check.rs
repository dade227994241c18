//! Running proposed grammars on the examples, as far as it takes to know that one is worse.

use crate::arrange::Arrange;
use crate::budget::Ticker;
use crate::judge::{Checker, Example, Failing, Ran};
use crate::language::rule::{Domain, Rule};
use crate::run::program::Program;

/// What proposed grammars are to satisfy, and the seed of the search for them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target<'a> {
    pub(crate) examples: &'a [Example<'a>],
    /// How many words the vocabulary has.
    pub(crate) words: usize,
    pub(crate) seed: u64,
}

/// What became of running a grammar.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Run {
    /// It was run on all examples.
    Whole(Failing),
    /// It had to pay more than it was allowed to.
    TooDear,
    /// It was told to stop.
    Stopped,
}

/// Runs rules on examples: those that failed most often so far come first.
#[derive(Debug)]
pub(crate) struct FailuresFirst<'a> {
    examples: &'a [Example<'a>],
    /// How many words the vocabulary has.
    words: usize,
    /// The grammar that was run last, compiled: its memory serves the next one.
    program: Program,
    order: Vec<usize>,
    failures: Vec<u32>,
    checker: Checker,
    /// The grammars that were run.
    pub(crate) programs: u64,
}

impl<'a> FailuresFirst<'a> {
    pub(crate) fn new(examples: &'a [Example<'a>], domain: Domain, words: usize) -> Self {
        Self {
            examples,
            words,
            program: Program::compile(domain, &[], words),
            order: (0..examples.len()).collect(),
            failures: vec![0; examples.len()],
            checker: Checker::hasty(),
            programs: 0,
        }
    }

    /// Runs a grammar that may pay `most`.
    pub(crate) fn run(&mut self, rules: &[Rule], most: f64, ticker: &Ticker) -> Run {
        self.programs += 1;
        self.program.compile_again(rules, self.words);
        let mut failing = Failing::default();
        let examples = self.order.iter().map(|index| (*index, self.examples[*index]));
        let ran = self.checker.run(&self.program, examples, most, &mut failing, ticker);
        self.note(&failing.examples);
        match ran {
            Ran::Stopped => Run::Stopped,
            Ran::TooDear => Run::TooDear,
            Ran::Whole => {
                failing.examples.arrange();
                Run::Whole(failing)
            }
        }
    }

    /// Brings examples that failed, in the order in which they were run, a place forward where they fail more often
    /// than the one before.
    fn note(&mut self, failed: &[usize]) {
        let mut place = 0;
        for &index in failed {
            place += self.order[place..].iter().position(|other| *other == index).unwrap_or(0);
            self.failures[index] += 1;
            if place > 0 && self.failures[index] > self.failures[self.order[place - 1]] {
                self.order.swap(place - 1, place);
            }
            place += 1;
        }
    }
}
