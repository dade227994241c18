//! Which grammar: those that satisfy the examples are weighed, leaf by leaf.

use super::ballot::Ballot;
use super::budget::Budget;
use super::check::Checker;
use super::deduction::Deduced;
use super::parallel;
use super::problem::{MOST_INPUTS, Prepared};
use super::vote::{agreeing_order, ballots};
use crate::deduce::Completion;
use crate::grammar::Grammar;
use crate::rank::likelihood::Inputs;
use crate::rank::posterior::{Posterior, Weighed};
use crate::sample::Random;
use crate::task::Task;
use std::collections::{HashMap, HashSet};

/// Grammars drawn from all leaves together, and at least from each.
const SAMPLES: usize = 1000;
const LEAST_SAMPLES: usize = 40;
/// The most further grammars that a solution lists.
pub(super) const ALTERNATIVES: usize = 8;
/// The grammars that are run on all examples, where those were too many to solve from.
const MOST_CHECKED: usize = 16;

/// What came of weighing.
#[derive(Debug, Default)]
pub(super) struct Decision {
    pub(super) grammar: Option<Grammar>,
    /// The votes on each query.
    pub(super) ballots: Vec<Ballot>,
    pub(super) alternatives: Vec<(Grammar, f64)>,
}

/// Weighs the grammars of leaves: which is the one to return, and how they all vote.
pub(super) fn decide(
    task: &Task,
    prepared: &Prepared,
    Deduced { leaves, verified, .. }: &Deduced,
    checker: &mut Checker<'_>,
    budget: &mut Budget,
) -> Decision {
    if leaves.is_empty() {
        return Decision::default();
    }
    let inputs = inputs(prepared);
    let posterior = Posterior::new(&inputs, prepared.tokens().len(), &task.known);
    let each = (SAMPLES / leaves.len()).max(LEAST_SAMPLES);
    let control = budget.control().clone();
    // A random stream for each leaf, so that it does not matter who draws from it, and when: and by
    // what is in it, so that the same leaf of a task with another example is drawn from likewise.
    let sampled = parallel::map(budget, leaves, |_, leaf, stop| {
        let mut random = stream(task.seed, leaf.fingerprint());
        let (samples, top) = posterior.sample(leaf, each, &mut random, stop);
        control.keep(samples.iter().map(|weighed| weighed.completion.bytes()).sum());
        (samples, top)
    });
    let mut drawn: Vec<Weighed> = Vec::new();
    let mut tops: Vec<(usize, Completion, f64)> = Vec::new();
    for (index, sampled) in sampled.into_iter().enumerate() {
        let Some((samples, top)) = sampled else { continue };
        drawn.extend(samples);
        tops.extend(top.map(|(completion, weight)| (index, completion, weight)));
    }
    tops.sort_by(|a, b| b.2.total_cmp(&a.2));
    let Some((leaf, top, _)) = tops.first() else { return Decision::default() };
    let mut weighed = distinct(&drawn);
    let mut completion = top;
    if let Some(verified) = verified {
        // Not all examples were solved from, so a grammar of a leaf need not satisfy all of them.
        let mut fails =
            |c: &Completion| checker.failing(c, 1, budget).is_none_or(|f| !f.is_empty());
        weighed.sort_by(|a, b| b.1.total_cmp(&a.1));
        weighed.truncate(MOST_CHECKED);
        weighed.retain(|(completion, _)| !fails(completion));
        if weighed.is_empty() {
            weighed.push((verified, 1.0));
        }
        if fails(completion) {
            completion = verified;
        }
    }
    let ballots = ballots(task, prepared, &weighed, budget);
    let grammar = match (verified, prepared.query_inputs.is_empty()) {
        (Some(_), _) => tightened(completion, prepared, checker, budget),
        (None, true) => prepared.grammar(completion),
        (None, false) => {
            let mut random = stream(task.seed, u64::MAX);
            let leaf = &leaves[*leaf];
            agreeing_order(prepared, leaf, completion, &ballots, &mut random, budget)
        }
    };
    let alternatives = alternatives(&weighed, &grammar, prepared, budget);
    Decision { grammar: Some(grammar), ballots, alternatives }
}

/// Random numbers that have nothing to do with those of another stream.
fn stream(seed: u64, number: u64) -> Random {
    Random::new(Random::new(seed).bits() ^ Random::new(!number).bits())
}

/// The inputs by which grammars are weighed.
pub(super) fn inputs(prepared: &Prepared) -> Inputs {
    let solvable = prepared.pairs.iter().filter(|pair| pair.solvable);
    let longest = solvable.clone().map(|pair| prepared.output(pair).len()).max().unwrap_or(1);
    let support = solvable.map(|pair| prepared.numbers(pair)).take(MOST_INPUTS);
    let queries = prepared.query_inputs.iter().cloned();
    Inputs::new(support.chain(queries), longest)
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

/// Where not all examples were solved from: the same grammar with every x made a u that no example
/// needs as an x.
fn tightened(
    completion: &Completion,
    prepared: &Prepared,
    checker: &mut Checker<'_>,
    budget: &mut Budget,
) -> Grammar {
    let mut best = completion.clone();
    let Some(failing) = checker.failing(completion, usize::MAX, budget) else {
        return prepared.grammar(&best);
    };
    for word in 0..best.roles.len() {
        for narrower in best.narrower(word) {
            let now = checker.failing(&narrower, failing.len() + 1, budget);
            if now.is_some_and(|now| now.len() <= failing.len()) {
                best = narrower;
                break;
            }
        }
    }
    prepared.grammar(&best)
}

/// Other grammars than the returned one, by their share of the weight.
fn alternatives(
    weighed: &[(&Completion, f64)],
    grammar: &Grammar,
    prepared: &Prepared,
    budget: &Budget,
) -> Vec<(Grammar, f64)> {
    let mut sorted = weighed.to_vec();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
    // Those that differ only in words that no example shows are the same.
    let mut listed: Vec<(Grammar, f64)> = Vec::new();
    let mut known = HashSet::new();
    for (completion, weight) in sorted {
        if listed.len() == ALTERNATIVES || budget.interrupted() {
            break;
        }
        if !known.insert(completion.among(prepared.shown)) {
            continue;
        }
        let other = prepared.grammar(completion);
        if other != *grammar && listed.iter().all(|(listed, _)| *listed != other) {
            listed.push((other, weight));
        }
    }
    listed
}
