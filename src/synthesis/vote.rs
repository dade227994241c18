//! Which grammar, and which answers: all that satisfy the examples are weighed, and vote.

use super::budget::Budget;
use super::check::Checker;
use super::deduction::Deduced;
use super::problem::Prepared;
use crate::deduce::{Completion, Leaf};
use crate::evaluation::{Evaluation, Outcome};
use crate::grammar::Grammar;
use crate::limits::Limits;
use crate::rank::likelihood::Inputs;
use crate::rank::posterior::{Posterior, Weighed};
use crate::sample::Random;
use crate::solution::{Answer, Solution, StopReason};
use crate::task::Task;
use std::collections::HashMap;

/// Grammars drawn from all leaves together, and at least from each.
const SAMPLES: usize = 1000;
const LEAST_SAMPLES: usize = 40;
/// Orders of rules that are tried for the grammar that is returned.
const ORDERS: usize = 24;
/// The most further grammars that a solution lists.
const ALTERNATIVES: usize = 8;
/// The grammars that are run on all examples, where those were too many to solve from.
const MOST_CHECKED: usize = 16;
/// What an evaluation may cost that only votes.
const VOTING: Limits = Limits { steps: 100_000, depth: 10_000, output: 10_000, text: 1 << 20 };
/// The most inputs of examples, and of queries, that take part in weighing.
const MOST_INPUTS: usize = 200;

/// Weighs the grammars of `leaves`; sets the solution's grammar, its alternatives and its answers.
pub(super) fn decide(
    prepared: &Prepared,
    Deduced { leaves, verified, .. }: &Deduced,
    mut random: Random,
    checker: &mut Checker<'_>,
    budget: &mut Budget,
    solution: &mut Solution,
) {
    if leaves.is_empty() {
        return;
    }
    let inputs = inputs(prepared);
    let mut posterior = Posterior::new(&inputs, prepared.tokens.len());
    let mut drawn: Vec<Weighed> = Vec::new();
    let mut tops: Vec<(usize, Completion, f64)> = Vec::new();
    let each = (SAMPLES / leaves.len()).max(LEAST_SAMPLES);
    for (index, leaf) in leaves.iter().enumerate() {
        if index > 0 && budget.over() == Some(StopReason::Timeout) {
            break;
        }
        let (samples, top) = posterior.sample(leaf, each, &mut random, &mut budget.deadline());
        drawn.extend(samples);
        tops.extend(top.map(|(completion, weight)| (index, completion, weight)));
    }
    tops.sort_by(|a, b| b.2.total_cmp(&a.2));
    let mut weighed = distinct(&drawn);
    let Some((leaf, top, _)) = tops.first() else { return };
    let mut completion = top;
    if let Some(verified) = verified {
        // Not all examples were solved from, so a grammar of a leaf need not satisfy all of them.
        weighed.sort_by(|a, b| b.1.total_cmp(&a.1));
        weighed.truncate(MOST_CHECKED);
        weighed.retain(|(completion, _)| checker.failing(completion, 1, budget).is_empty());
        if weighed.is_empty() {
            weighed.push((verified, 1.0));
        }
        if !checker.failing(completion, 1, budget).is_empty() {
            completion = verified;
        }
    }
    let ballots = ballots(prepared, &weighed, checker, budget);
    let winners: Vec<Option<String>> = ballots.iter().map(|ballot| ballot.winner()).collect();
    let grammar = match (verified, prepared.query_inputs.is_empty()) {
        (Some(_), _) => tightened(completion, checker, budget),
        (None, true) => checker.grammar(completion),
        (None, false) => {
            agreeing_order(prepared, &leaves[*leaf], completion, &winners, checker, &mut random)
        }
    };
    solution.answers = answers(prepared, &ballots, &grammar);
    solution.alternatives = alternatives(&weighed, &grammar, checker);
    solution.grammar = Some(grammar);
}

/// The inputs by which grammars are weighed.
fn inputs(prepared: &Prepared) -> Inputs {
    let solvable = prepared.pairs.iter().filter_map(|pair| pair.solvable.as_ref());
    let longest = solvable.clone().map(|example| example.output.len()).max().unwrap_or(1);
    let support = solvable.map(|example| example.input.clone()).take(MOST_INPUTS);
    let queries = prepared.query_inputs.iter().take(MOST_INPUTS).cloned();
    Inputs::new(support.chain(queries), longest)
}

/// The votes on one query.
#[derive(Debug, Default)]
struct Ballot {
    /// Answers with their weights, in the order in which they came.
    answers: Vec<(Option<String>, f64)>,
}

impl Ballot {
    fn add(&mut self, answer: Option<&str>, weight: f64) {
        let known = self.answers.iter_mut().find(|(known, _)| known.as_deref() == answer);
        match known {
            Some(entry) => entry.1 += weight,
            None => self.answers.push((answer.map(str::to_owned), weight)),
        }
    }

    /// The answer with the most weight; that there is none counts only if nobody has one.
    fn winner(&self) -> Option<String> {
        let real = self.answers.iter().filter(|(answer, _)| answer.is_some());
        // Of equal ones, the first.
        let best = real.fold(None, |best: Option<&(Option<String>, f64)>, entry| match best {
            Some(best) if best.1 >= entry.1 => Some(best),
            _ => Some(entry),
        });
        best.and_then(|(answer, _)| answer.clone())
    }

    fn share(&self, answer: &Option<String>) -> f64 {
        let total: f64 = self.answers.iter().map(|(_, weight)| weight).sum();
        let known = self.answers.iter().find(|(known, _)| known == answer);
        let weight = known.map_or(0.0, |(_, weight)| *weight);
        if total > 0.0 { weight / total } else { 0.0 }
    }
}

/// Each of the drawn grammars once, with its share of the weight, in the order in which they were
/// drawn. Where the examples leave little open, that is a few of a thousand.
fn distinct(drawn: &[Weighed]) -> Vec<(&Completion, f64)> {
    let highest = drawn.iter().map(|w| w.log_weight).fold(f64::NEG_INFINITY, f64::max);
    let mut distinct: Vec<(&Completion, f64)> = Vec::new();
    let mut numbers: HashMap<&Completion, usize> = HashMap::new();
    let mut total = 0.0;
    for Weighed { completion, log_weight } in drawn {
        let weight = (log_weight - highest).exp();
        total += weight;
        let number = *numbers.entry(completion).or_insert_with(|| {
            distinct.push((completion, 0.0));
            distinct.len() - 1
        });
        distinct[number].1 += weight;
    }
    distinct.iter_mut().for_each(|(_, weight)| *weight /= total);
    distinct
}

fn ballots(
    prepared: &Prepared,
    weighed: &[(&Completion, f64)],
    checker: &Checker<'_>,
    budget: &Budget,
) -> Vec<Ballot> {
    let mut ballots: Vec<Ballot> = prepared.queries.iter().map(|_| Ballot::default()).collect();
    let mut evaluation = Evaluation::new();
    // The weightiest first: if time is up, the others could not have changed much.
    let mut weighed: Vec<_> = weighed.iter().filter(|(_, weight)| *weight > 1e-9).collect();
    weighed.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (index, (completion, weight)) in weighed.into_iter().enumerate() {
        let mut grammar = checker.guess(completion);
        grammar.set_limits(VOTING);
        for (query, ballot) in prepared.queries.iter().zip(&mut ballots) {
            if index > 0 && budget.over() == Some(StopReason::Timeout) {
                return ballots;
            }
            grammar.apply_words(query, &mut evaluation);
            ballot.add(evaluation.text(), *weight);
        }
    }
    ballots
}

/// The grammar of a completion in the order of its rules that agrees with the most votes.
fn agreeing_order(
    prepared: &Prepared,
    leaf: &Leaf,
    completion: &Completion,
    winners: &[Option<String>],
    checker: &Checker<'_>,
    random: &mut Random,
) -> Grammar {
    let mut evaluation = Evaluation::new();
    let mut agreement = |grammar: &Grammar| {
        let mut agreeing = 0;
        for (query, winner) in prepared.queries.iter().zip(winners) {
            grammar.apply_words(query, &mut evaluation);
            agreeing += usize::from(evaluation.text() == winner.as_deref());
        }
        agreeing
    };
    let mut best = checker.grammar(completion);
    let mut most = agreement(&best);
    for _ in 0..ORDERS {
        if most == winners.len() {
            break;
        }
        let shapes = completion.shapes();
        let Some(order) = leaf.order(&shapes, |ready| random.below(ready)) else { break };
        let grammar = checker.grammar(&Completion { order, ..completion.clone() });
        let agreeing = agreement(&grammar);
        if agreeing > most {
            (best, most) = (grammar, agreeing);
        }
    }
    best
}

/// Where not all examples were solved from: the same grammar with every x made a u that no example
/// needs as an x.
fn tightened(completion: &Completion, checker: &mut Checker<'_>, budget: &mut Budget) -> Grammar {
    let failing = checker.failing(completion, usize::MAX, budget).len();
    let mut best = completion.clone();
    for word in 0..best.roles.len() {
        for narrower in best.narrower(word) {
            if checker.failing(&narrower, failing + 1, budget).len() <= failing {
                best = narrower;
                break;
            }
        }
    }
    checker.grammar(&best)
}

fn answers(prepared: &Prepared, ballots: &[Ballot], grammar: &Grammar) -> Vec<Answer> {
    let mut evaluation = Evaluation::new();
    let answer = |(query, ballot): (&Vec<_>, &Ballot)| {
        grammar.apply_words(query, &mut evaluation);
        let own = evaluation.text().map(str::to_owned);
        // Without ballots (all weights were lost), the grammar speaks for itself.
        let text = ballot.winner().or_else(|| own.clone());
        let stuck = match evaluation.outcome() {
            Outcome::Stuck => evaluation.stuck().map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        let confidence = if text.is_some() { ballot.share(&text) } else { 0.0 };
        Answer { confidence, agrees: own == text, text, stuck }
    };
    prepared.queries.iter().zip(ballots).map(answer).collect()
}

/// Other grammars than the returned one, by their share of the weight.
fn alternatives(
    weighed: &[(&Completion, f64)],
    grammar: &Grammar,
    checker: &Checker<'_>,
) -> Vec<(Grammar, f64)> {
    let mut sorted = weighed.to_vec();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
    let grammars =
        sorted.into_iter().map(|(completion, weight)| (checker.grammar(completion), weight));
    // Those that differ only in words that no example shows are the same.
    let mut listed: Vec<(Grammar, f64)> = Vec::new();
    for (other, weight) in grammars {
        if listed.len() == ALTERNATIVES {
            break;
        }
        if other != *grammar && listed.iter().all(|(listed, _)| *listed != other) {
            listed.push((other, weight));
        }
    }
    listed
}

/// Every query has an answer, if only that there is none; and stuck words are named in the query's
/// own words.
pub(super) fn fill_in_missing(task: &Task, solution: &mut Solution) {
    let missing = task.queries.len().saturating_sub(solution.answers.len());
    let none = Answer { text: None, confidence: 0.0, stuck: Vec::new(), agrees: true };
    solution.answers.extend(std::iter::repeat_n(none, missing));
    let Some(grammar) = &solution.grammar else { return };
    for (query, answer) in task.queries.iter().zip(&mut solution.answers) {
        if !answer.stuck.is_empty() {
            let evaluation = grammar.apply(query);
            answer.stuck = evaluation.stuck().map(str::to_owned).collect();
        }
    }
}
