//! Running candidate grammars on the examples.

use super::blocks::Blocks;
use super::budget::Budget;
use super::listed::clipped;
use super::problem::{Pair, Prepared};
use crate::control::Candidate;
use crate::deduce::Completion;
use crate::evaluate::{Evaluator, Job, Verdict};
use crate::evaluation::Evaluation;
use crate::grammar::{Domain, Grammar};
use crate::known::Known;
use crate::limits::{Limit, Limits};
#[cfg(feature = "neural")]
use crate::rule::Rule;
use crate::solution::Unsatisfied;

/// What an evaluation in a search may cost before the search looks around again, which is a moment.
/// Answers that would cost more are none.
pub(super) const A_MOMENT: Limits =
    Limits { steps: 200_000, depth: 1 << 20, output: 100_000, text: 1 << 20 };

/// Checks grammars against all pairs of a task.
#[derive(Debug)]
pub(super) struct Checker<'a> {
    prepared: &'a Prepared,
    blocks: Blocks<'a>,
    evaluator: Evaluator,
}

impl<'a> Checker<'a> {
    pub(super) fn new(prepared: &'a Prepared, known: &'a Known, budget: &Budget) -> Self {
        let blocks = Blocks::new(prepared, known, &mut budget.deadline());
        Self { prepared, blocks, evaluator: Evaluator::new() }
    }

    /// The first `most` pairs that could be solved from and that the grammar does not satisfy; `None`
    /// if the search was over before that was known.
    pub(super) fn failing(
        &mut self,
        completion: &Completion,
        most: usize,
        budget: &mut Budget,
    ) -> Option<Vec<usize>> {
        let grammar = self.prepared.grammar(completion);
        count(budget);
        self.failing_among(&grammar, (most, false), &mut budget.deadline())
    }

    /// Runs a grammar on all examples and makes it a candidate for the best so far. Nothing is known
    /// of it, and nothing offered, if it is told to stop before it was run on all of them.
    pub(super) fn offer(
        &mut self,
        grammar: Grammar,
        budget: &mut Budget,
        stop: &mut dyn FnMut() -> bool,
    ) {
        count(budget);
        self.keep(grammar, budget, stop);
    }

    /// The same with a grammar that has been counted already.
    fn keep(&mut self, grammar: Grammar, budget: &Budget, stop: &mut dyn FnMut() -> bool) {
        let all = self.failing_among(&grammar, (usize::MAX, true), stop);
        let Some(failing) = all else { return };
        let examples = |pair: &usize| self.prepared.pairs[*pair].count;
        if failing.iter().map(examples).sum::<usize>() > budget.control().least_unsatisfied() {
            return;
        }
        let mut instead: Vec<Option<Box<str>>> = Vec::new();
        let mut room = budget.control().room_for_instead();
        let all = room;
        let mut evaluation = Evaluation::new();
        let mut limited = grammar.clone();
        limited.set_limits(A_MOMENT);
        for pair in &failing {
            if stop() {
                return;
            }
            limited.apply_words(self.prepared.input(&self.prepared.pairs[*pair]), &mut evaluation);
            let (text, examples) = (evaluation.text(), self.prepared.pairs[*pair].count);
            let text = text.map(clipped).filter(|text| examples * text.len() <= room);
            // Every example has a text of its own.
            room -= text.as_ref().map_or(0, |text| examples * text.len());
            instead.push(text.map(Into::into));
        }
        let one = |(example, place): (usize, usize)| Unsatisfied {
            example,
            instead: instead[place].as_deref().map(str::to_owned),
        };
        let unsatisfied = self.prepared.examples_of(&failing).map(one).collect();
        budget.control().keep_instead(all - room);
        budget.control().offer(Candidate { grammar, unsatisfied });
    }

    /// The same as far as there is time, and a moment longer if there is none left.
    pub(super) fn offer_in_time(&mut self, grammar: Grammar, budget: &mut Budget) {
        count(budget);
        self.keep_in_time(grammar, budget);
    }

    /// The same with a grammar that has been counted already.
    pub(super) fn keep_in_time(&mut self, grammar: Grammar, budget: &Budget) {
        match budget.interrupted() {
            false => self.keep(grammar, budget, &mut budget.deadline()),
            true => self.keep(grammar, budget, &mut budget.grace()),
        }
    }

    /// The first `most` pairs that the grammar does not satisfy, of all, or of those that can be
    /// solved from.
    fn failing_among(
        &mut self,
        grammar: &Grammar,
        (most, all): (usize, bool),
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<usize>> {
        let mut failing = Vec::new();
        let text = self.blocks.text(grammar);
        let pairs = &self.prepared.pairs;
        let mut start = 0;
        while start < pairs.len() && failing.len() < most {
            let block = self.blocks.beginning_at(start);
            let key = block.map(|(block, _)| self.blocks.key(block, &text, all));
            let end = block.map_or(pairs.len(), |(_, end)| end);
            if key.as_ref().is_some_and(|key| self.blocks.is_satisfied(key)) {
                start = end;
                continue;
            }
            let before = failing.len();
            for index in (start..end).filter(|index| all || pairs[*index].solvable) {
                // A pair takes a microsecond or so, and looking at the clock a part of that.
                if index % 8 == 7 && stop() {
                    return None;
                }
                if !self.is_right(grammar, &pairs[index], stop)? {
                    failing.push(index);
                    if failing.len() >= most {
                        break;
                    }
                }
            }
            if let Some(key) = key.filter(|_| failing.len() == before) {
                self.blocks.note_satisfied(&key);
            }
            start = end;
        }
        Some(failing)
    }

    /// Whether a grammar satisfies a pair; `None` if it was told to stop.
    fn is_right(
        &mut self,
        grammar: &Grammar,
        pair: &Pair,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<bool> {
        let verdict = match self.check(grammar, pair, &A_MOMENT) {
            // It is a very long example: there is time for it, but not unasked.
            Verdict::Limit(Limit::Steps) if stop() => return None,
            Verdict::Limit(Limit::Steps) => self.check(grammar, pair, &Limits::default()),
            verdict => verdict,
        };
        Some(verdict == Verdict::Right)
    }

    fn check(&mut self, grammar: &Grammar, pair: &Pair, limits: &Limits) -> Verdict {
        let job = Job { program: grammar.program(), input: self.prepared.input(pair), limits };
        match grammar.domain() {
            Domain::Words => self.evaluator.check(job, self.prepared.output(pair)),
            Domain::Numbers => match self.prepared.number(pair) {
                Some(number) => self.evaluator.check_number(job, number),
                None => Verdict::Wrong { at: 0 },
            },
        }
    }
}

/// One more grammar is run.
pub(super) fn count(budget: &mut Budget) {
    budget.programs += 1;
    budget.steps += 1;
}

impl Prepared {
    /// The grammar of a completion, without rules for words that no example shows.
    pub(super) fn grammar(&self, completion: &Completion) -> Grammar {
        self.grammar_of(completion, self.shown)
    }

    /// The same with a guess for the words that only queries have.
    pub(super) fn guess(&self, completion: &Completion) -> Grammar {
        self.grammar_of(completion, usize::MAX)
    }

    /// The completion that rules are, if they are of deduction's class.
    #[cfg(feature = "neural")]
    pub(super) fn completion(&self, rules: &[Rule]) -> Option<Completion> {
        if self.too_many_symbols().is_some() {
            return None;
        }
        let [word, token] = self.numberings();
        Completion::of_rules(rules, self.words().len(), word, token)
    }

    fn grammar_of(&self, completion: &Completion, shown: usize) -> Grammar {
        let rules = completion.rules(self.words(), self.tokens(), shown);
        Grammar::new(Domain::Words, rules, self.vocabulary.clone())
            .expect("rules of the class are well formed")
    }
}
