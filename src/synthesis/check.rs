//! Running candidate grammars on the examples.

use super::budget::Budget;
use super::problem::{Pair, Prepared};
use crate::deduce::Completion;
use crate::evaluate::{Evaluator, Job, Verdict};
use crate::grammar::{Domain, Grammar};
use crate::limits::Limits;

/// Checks grammars against all pairs of a task.
#[derive(Debug)]
pub(super) struct Checker<'a> {
    prepared: &'a Prepared,
    evaluator: Evaluator,
    limits: Limits,
}

impl<'a> Checker<'a> {
    pub(super) fn new(prepared: &'a Prepared) -> Self {
        Self { prepared, evaluator: Evaluator::new(), limits: Limits::default() }
    }

    /// The grammar of a completion, without rules for words that no example shows.
    pub(super) fn grammar(&self, completion: &Completion) -> Grammar {
        self.grammar_of(completion, self.prepared.shown)
    }

    /// The same with a guess for the words that only queries have.
    pub(super) fn guess(&self, completion: &Completion) -> Grammar {
        self.grammar_of(completion, usize::MAX)
    }

    fn grammar_of(&self, completion: &Completion, shown: usize) -> Grammar {
        let rules = completion.rules(&self.prepared.words, &self.prepared.tokens, shown);
        Grammar::new(Domain::Words, rules, self.prepared.vocabulary.clone())
            .expect("rules of the class are well formed")
    }

    /// The first `most` pairs that could be solved from and that the grammar does not satisfy.
    pub(super) fn failing(
        &mut self,
        completion: &Completion,
        most: usize,
        budget: &mut Budget,
    ) -> Vec<usize> {
        let grammar = self.grammar(completion);
        self.failing_among(&grammar, most, budget, |pair| pair.solvable.is_some())
    }

    /// All pairs that the grammar does not satisfy.
    pub(super) fn all_failing(&mut self, grammar: &Grammar, budget: &mut Budget) -> Vec<usize> {
        self.failing_among(grammar, usize::MAX, budget, |_| true)
    }

    fn failing_among(
        &mut self,
        grammar: &Grammar,
        most: usize,
        budget: &mut Budget,
        among: impl Fn(&Pair) -> bool,
    ) -> Vec<usize> {
        budget.programs += 1;
        budget.steps += 1;
        let mut failing = Vec::new();
        let pairs = self.prepared.pairs.iter().enumerate();
        for (index, pair) in pairs.filter(|(_, pair)| among(pair)) {
            let job = Job { program: grammar.program(), input: &pair.input, limits: &self.limits };
            if self.evaluator.check(job, &pair.output) != Verdict::Right {
                failing.push(index);
                if failing.len() >= most {
                    break;
                }
            }
        }
        failing
    }
}
