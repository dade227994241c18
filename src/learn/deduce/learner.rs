//! Deduction as a learner: it solves, and then weighs the grammars that satisfy the examples, leaf by leaf.

use super::deduction::{Deduced, Deducing, Most};
use super::draws::Draws;
use super::likelihood::Inputs;
use super::posterior::{Posterior, Sampled};
use super::unexplained::unexplained_tokens;
use crate::arrange::Arrange;
use crate::budget::{Budget, Reserve, parallel};
use crate::judge::{Candidate, Choice, Found};
use crate::language::class::ClassGrammar;
use crate::learn::{Effort, Ended, Learner};
use crate::length::hash::FastMap;
use crate::prepare::{MOST_INPUTS, Prepared};
use crate::random::Random;
use crate::solution::{ALTERNATIVES, Problem};

/// Learns grammars of the paper's class.
#[derive(Default)]
pub(crate) struct Deduction {
    /// What came of the last turn, if it cannot come to anything else.
    deduced: Option<Deduced>,
    /// What satisfies some of the examples, if that was looked for.
    most: Option<Most>,
}

/// Steps of the first turn for satisfying most examples, where not all can be.
const FIRST_MOST: u64 = 500;

impl Learner for Deduction {
    fn accepts(&self, task: &Prepared<'_>) -> bool {
        !task.is_about_numbers()
    }

    fn learn(
        &mut self,
        task: &Prepared<'_>,
        effort: Effort,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> Ended {
        if let Some(problem) = task.too_many_symbols() {
            if !found.excuses.contains(&problem) {
                found.excuses.push(problem);
            }
            return Ended::Exhausted;
        }
        let mut deducing = Deducing::new(task, budget, Some(found));
        deducing.most = self.most.take();
        deducing.budget.keep_reserve(Reserve::Quarter);
        deducing.patience = deducing.budget.steps.saturating_add(effort.steps());
        let mut deduced = self.deduced.take().unwrap_or_else(|| deducing.solve_all());
        let ended = deduced.ended;
        let is_left_open = deduced.leaves.is_empty() || ended == Ended::OutOfPatience;
        if is_left_open && effort != Effort::All {
            let mut choice = Choice::default();
            if ended == Ended::Exhausted {
                // That is known soon, and all but a few may be satisfied: the others may be wrong. What is kept back is for this.
                deducing.budget.keep_reserve(Reserve::Nothing);
                deducing.patience = deducing.patience.min(deducing.budget.steps + FIRST_MOST);
                if let Some(most) = deducing.solve_most().filter(|most| most.are_all_but_few) {
                    choice = deducing.weigh(&Deduced { leaves: most.leaves, ..deduced.clone() });
                    choice.insists = true;
                }
                deducing.budget.keep_reserve(Reserve::Quarter);
            }
            self.most = deducing.most;
            found.choice = choice;
            self.deduced = Some(deduced).filter(|_| ended != Ended::OutOfPatience);
            return ended;
        }
        deducing.budget.keep_reserve(Reserve::Nothing);
        if deduced.leaves.is_empty() {
            if deducing.budget.interrupted() {
                // There is nothing to weigh; and to look over many examples in vain takes its time.
                return ended;
            }
            let mut problems = unexplained_tokens(task, &deducing.budget.ticker());
            if ended == Ended::Exhausted {
                problems.push(Problem::OutsideClass);
            }
            let most = deducing.solve_most();
            deduced.leaves = most.map(|most| most.leaves).unwrap_or_default();
            deducing.report(problems);
        }
        deducing.begin_ranking(deduced.leaves.len());
        let choice = deducing.weigh(&deduced);
        found.choice = choice;
        ended
    }
}

impl Deducing<'_, '_> {
    /// Why there is no grammar of the class: of interest only if nobody else finds one.
    fn report(&mut self, problems: Vec<Problem>) {
        if let Some(found) = &mut self.found {
            found.excuses.extend(problems);
        }
    }

    fn begin_ranking(&mut self, leaves: usize) {
        if let Some(found) = &mut self.found {
            found.statistics.leaves = leaves;
            found.begin_ranking(self.budget);
        }
    }
}

/// The inputs by which grammars of the class are weighed; none where the task has too many words for the class.
#[cfg(feature = "neural")]
pub(crate) fn inputs_of(task: &Prepared<'_>) -> Inputs {
    match task.too_many_symbols() {
        None => inputs(task),
        Some(_) => Inputs::new([], 1),
    }
}

/// Grammars drawn from all leaves together, and at least from each.
const SAMPLES: usize = 1000;
const LEAST_SAMPLES: usize = 40;
/// Leaves whose best grammar weighs less than that of another by this factor, as a logarithm, are not drawn from: votes
/// that weigh as little change nothing. Mostly that is all but a few.
const FAR: f64 = 20.0;
/// The grammars that are run on all examples, where those were too many to solve from.
const MOST_CHECKED: usize = 16;

impl Deducing<'_, '_> {
    /// Weighs the grammars of leaves: which is the one to return, and which vote with what weight.
    pub(super) fn weigh(&mut self, Deduced { leaves, verified, .. }: &Deduced) -> Choice {
        if leaves.is_empty() {
            return Choice::default();
        }
        let prepared = self.prepared;
        let seed = prepared.task.seed;
        let inputs = inputs(prepared);
        let posterior = Posterior::new(&inputs, prepared.tokens().len(), &prepared.task.memo);
        let each = (SAMPLES / leaves.len()).max(LEAST_SAMPLES);
        // Where not all examples were solved from, most of them would fail some.
        let asks = prepared.task.questions > 0 && verified.is_none();
        let flat = if asks { each } else { 0 };
        let control = self.budget.control().clone();
        let glances = match leaves.len() {
            1 => vec![None],
            _ => {
                parallel::map(self.budget, leaves, |_, leaf, ticker| posterior.glance(leaf, ticker))
            }
        };
        let glances: Vec<f64> =
            glances.into_iter().map(|glance| glance.flatten().unwrap_or(f64::NAN)).collect();
        let highest = glances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // A random stream for each leaf, so that it does not matter who draws from it, and when: and by
        // what is in it, so that the same leaf of a task with another example is drawn from likewise.
        let sampled = parallel::map(self.budget, leaves, |index, leaf, ticker| {
            if glances[index] < highest - FAR {
                return Sampled::default();
            }
            let mut random = Random::stream(seed, leaf.fingerprint());
            let sampled = posterior.sample(leaf, (each, flat), &mut random, ticker);
            let grammars = [&sampled.drawn, &sampled.flat].map(|draws| &draws.grammars);
            control.keep(grammars.into_iter().flatten().map(ClassGrammar::bytes).sum());
            sampled
        });
        let (mut drawn, mut flat): (Vec<Draws>, Vec<Draws>) = (Vec::new(), Vec::new());
        let mut tops: Vec<(usize, ClassGrammar, f64)> = Vec::new();
        for (index, sampled) in sampled.into_iter().enumerate() {
            let Some(sampled) = sampled else { continue };
            drawn.push(sampled.drawn);
            flat.push(sampled.flat);
            tops.extend(sampled.top.map(|(of_class, weight)| (index, of_class, weight)));
        }
        // The first of those with the most weight.
        tops.arrange_by(|a, b| b.2.total_cmp(&a.2));
        let Some((leaf, mut top, _)) = tops.into_iter().next() else { return Choice::default() };
        let mut weighed = distinct(drawn);
        if let Some(verified) = verified {
            // Not all examples were solved from, so a grammar of a leaf need not satisfy all of them.
            let known = self.failing(verified, usize::MAX).unwrap_or_default();
            let mut fails = |it: &ClassGrammar| {
                let failing = self.failing_beside((verified, &known), it, 1);
                failing.is_none_or(|failing| !failing.is_empty())
            };
            weighed.arrange_by(|a, b| b.1.total_cmp(&a.1));
            weighed.truncate(MOST_CHECKED);
            // Without queries and questions nobody votes: then as many are enough as can be listed beside the one that is returned.
            let is_asked = !prepared.task.queries.is_empty() || prepared.task.questions > 0;
            let most = if is_asked { MOST_CHECKED } else { ALTERNATIVES + 1 };
            let mut kept = 0;
            weighed.retain(|(of_class, _)| {
                let is_kept = kept < most && !fails(of_class);
                kept += usize::from(is_kept);
                is_kept
            });
            if weighed.is_empty() {
                weighed.push((verified.clone(), 1.0));
            }
            if fails(&top) {
                top = verified.clone();
            }
            top = self.tightened(top);
        }
        let has_variants = verified.is_none() && !prepared.query_inputs.is_empty();
        let variants = has_variants.then(|| {
            let (leaf, shapes, of_class) = (leaves[leaf].clone(), top.shapes(), top.clone());
            let mut random = Random::stream(seed, u64::MAX);
            let variant = move || {
                let order = leaf.order(&shapes, |ready| random.below(ready))?;
                Some(Candidate::OfClass(ClassGrammar { order, ..of_class.clone() }))
            };
            Box::new(variant) as Box<dyn FnMut() -> Option<Candidate>>
        });
        let weighed = weighed.into_iter().map(|(it, weight)| (Candidate::OfClass(it), weight));
        let unlikely = distinct(flat).into_iter();
        let unlikely = unlikely.map(|(it, weight)| (Candidate::OfClass(it), weight)).collect();
        Choice {
            weighed: weighed.collect(),
            unlikely,
            chosen: Some(Candidate::OfClass(top)),
            variants,
            ..Choice::default()
        }
    }

    /// Where not all examples were solved from: the same grammar with every x made a u that no example
    /// needs as an x.
    fn tightened(&mut self, of_class: ClassGrammar) -> ClassGrammar {
        let Some(failing) = self.failing(&of_class, usize::MAX) else { return of_class };
        let mut best = of_class.clone();
        for word in 0..best.roles.len() {
            for narrower in best.narrower(word) {
                let now = self.failing_beside((&of_class, &failing), &narrower, failing.len() + 1);
                if now.is_some_and(|now| now.len() <= failing.len()) {
                    best = narrower;
                    break;
                }
            }
        }
        best
    }
}

/// The inputs by which grammars are weighed.
pub(super) fn inputs(prepared: &Prepared<'_>) -> Inputs {
    let solvable = prepared.pairs.iter().filter(|pair| pair.solvable);
    let longest = solvable.clone().map(|pair| prepared.output(pair).len()).max().unwrap_or(1);
    let support = solvable.map(|pair| prepared.numbers(pair)).take(MOST_INPUTS);
    let queries = prepared.query_inputs.iter().cloned();
    Inputs::new(support.chain(queries), longest)
}

/// Each of the drawn grammars once, with its share of the weight, in the order in which they were
/// drawn.
fn distinct(drawn: Vec<Draws>) -> Vec<(ClassGrammar, f64)> {
    let weights = drawn.iter().flat_map(|draws| &draws.drawn).map(|(_, log_weight)| *log_weight);
    let highest = weights.fold(f64::NEG_INFINITY, f64::max);
    let mut distinct: Vec<(ClassGrammar, f64)> = Vec::new();
    let mut places: FastMap<ClassGrammar, usize> = FastMap::default();
    let mut total = 0.0;
    for Draws { grammars, drawn } in drawn {
        let place = |of_class: ClassGrammar| {
            *places.entry(of_class).or_insert_with_key(|of_class| {
                distinct.push((of_class.clone(), 0.0));
                distinct.len() - 1
            })
        };
        let places: Vec<usize> = grammars.into_iter().map(place).collect();
        for (grammar, log_weight) in drawn {
            let weight = (log_weight - highest).exp();
            total += weight;
            distinct[places[grammar]].1 += weight;
        }
    }
    distinct.iter_mut().for_each(|(_, weight)| *weight /= total);
    distinct
}
