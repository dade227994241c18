//! The paper's search baselines: grammar after grammar is run on the examples, until one satisfies them all.

use super::budget::Budget;
use super::check::{A_MOMENT, Checker, count};
use super::numbers::is_about_numbers;
use super::problem::Prepared;
use crate::baselines::{Chain, Enumeration, Prior};
use crate::evaluate::{Evaluator, Job, Verdict};
use crate::grammar::{Domain, Grammar};
use crate::program::Program;
use crate::rule::Rule;
use crate::sample::Random;
use crate::solution::{Problem, Solution, StopReason};
use crate::task::{Strategy, Task};
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Break, Continue};

/// Examples that an enumerated grammar is run on first, drawn anew for each. If it satisfies none of them,
/// it is not run on the others.
const FIRST: usize = 4;
/// What the likelihood of a grammar is that satisfies no example. The paper observes a distance of 0 from
/// the uniform distribution up to 1 / share^4, where share is that of the examples that are satisfied: so
/// the likelihood is share^4; and it takes 10^16 for the distance where the share is 0.
const HOPELESS: f64 = 1e-16;

/// Searches as the task's strategy does, until a grammar satisfies every example or the budget is spent.
pub(super) fn solve(
    task: &Task,
    prepared: &Prepared,
    budget: &mut Budget,
    solution: &mut Solution,
) -> Result<(), Problem> {
    if is_about_numbers(task) {
        return Err(Problem::NoPrior("its outputs are numbers, and theirs are tokens"));
    }
    let mut random = Random::new(task.seed);
    let (mut words, mut tokens) =
        (prepared.words()[..prepared.shown].to_vec(), prepared.tokens().to_vec());
    // Grammars that are as probable as each other are enumerated in the order of their words.
    random.shuffle(&mut words);
    random.shuffle(&mut tokens);
    let Some(prior) = Prior::new(&task.baseline.meta, words, tokens) else {
        return Err(Problem::NoPrior("the meta-grammar needs more words or tokens than it has"));
    };
    let mut trial = Trial {
        prepared,
        checker: Checker::new(prepared, &task.known, budget),
        budget,
        evaluator: Evaluator::new(),
        order: (0..prepared.pairs.len()).collect(),
        first: None,
        best: None,
    };
    let stop = match task.strategy {
        Strategy::Prior => sample(&prior, random, &mut trial),
        Strategy::Mcmc => walk(&prior, random, &mut trial),
        Strategy::DeepCoder => enumerate(&prior, &task.baseline.odds, random, &mut trial),
        _ => enumerate(&prior, &BTreeMap::new(), random, &mut trial),
    };
    solution.stop = stop.break_value().unwrap_or(StopReason::Exhausted);
    solution.statistics.solving = budget.elapsed();
    Ok(())
}

fn sample(prior: &Prior, mut random: Random, trial: &mut Trial<'_>) -> ControlFlow<StopReason> {
    loop {
        trial.run(&prior.sample(&mut random))?;
    }
}

fn walk(prior: &Prior, random: Random, trial: &mut Trial<'_>) -> ControlFlow<StopReason> {
    let mut chain = Chain::new(prior, random);
    loop {
        chain.step(|rules| match trial.run(rules)? {
            0.0 => Continue(HOPELESS),
            share => Continue(share.powi(4)),
        })?;
    }
}

fn enumerate(
    prior: &Prior,
    odds: &BTreeMap<String, f64>,
    random: Random,
    trial: &mut Trial<'_>,
) -> ControlFlow<StopReason> {
    trial.first = Some(random);
    let mut all = Enumeration::new(prior, odds, &trial.prepared.vocabulary);
    let mut kept = 0;
    while let Some((rules, _)) = all.next() {
        trial.run(&rules)?;
        let bytes = all.bytes();
        trial.budget.control().keep(bytes.saturating_sub(kept));
        kept = kept.max(bytes);
    }
    Continue(())
}

/// Runs grammars on a task's examples, and keeps the best.
struct Trial<'a> {
    prepared: &'a Prepared,
    checker: Checker<'a>,
    budget: &'a mut Budget,
    evaluator: Evaluator,
    /// The pairs, those to be run first in front.
    order: Vec<usize>,
    /// What draws these, if some are run first.
    first: Option<Random>,
    /// How many examples the best grammar so far satisfies.
    best: Option<usize>,
}

impl Trial<'_> {
    /// The share of the examples that a grammar satisfies; or why the search is over.
    fn run(&mut self, rules: &[Rule]) -> ControlFlow<StopReason, f64> {
        if let Some(reason) = self.budget.over() {
            return Break(reason);
        }
        count(self.budget);
        let Some(satisfied) = self.satisfied(rules) else {
            return Break(self.budget.interruption().unwrap_or(StopReason::Timeout));
        };
        if self.best.is_none_or(|best| satisfied > best) {
            self.best = Some(satisfied);
            let vocabulary = self.prepared.vocabulary.clone();
            let grammar = Grammar::new(Domain::Words, rules.to_vec(), vocabulary)
                .expect("rules of a meta-grammar are well formed");
            self.checker.keep_in_time(grammar, self.budget);
            if self.budget.control().least_unsatisfied() == 0 {
                return Break(StopReason::Solved);
            }
        }
        let examples: usize = self.prepared.pairs.iter().map(|pair| pair.count).sum();
        Continue(satisfied as f64 / examples as f64)
    }

    /// How many examples a grammar satisfies; `None` if the search is over before that is known.
    fn satisfied(&mut self, rules: &[Rule]) -> Option<usize> {
        let pairs = &self.prepared.pairs;
        let words = self.prepared.vocabulary.len();
        let program = Program::compile(Domain::Words, rules, words);
        let first = self.first.as_mut().map_or(0, |random| {
            random.shuffle_first(&mut self.order, FIRST);
            FIRST.min(pairs.len())
        });
        let mut satisfied = 0;
        for (place, index) in self.order.iter().enumerate() {
            if place == first && place > 0 && satisfied == 0 {
                break;
            }
            if place % 8 == 7 && self.budget.interrupted() {
                return None;
            }
            let pair = &pairs[*index];
            let job =
                Job { program: &program, input: self.prepared.input(pair), limits: &A_MOMENT };
            if self.evaluator.check(job, self.prepared.output(pair)) == Verdict::Right {
                satisfied += pair.count;
            }
        }
        Some(satisfied)
    }
}
