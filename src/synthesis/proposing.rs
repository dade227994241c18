//! The strategies `neural` and `greedy`: a network proposes grammars, and what fails is repaired.

use super::beside::Workers;
use super::budget::Budget;
use super::check::Checker;
use super::likely::Likely;
use super::numbers::{ballots, is_about_numbers};
use super::problem::{Pair, Prepared};
use super::weigh::{ALTERNATIVES, Decision, inputs};
use crate::control::Phase;
use crate::grammar::Grammar;
use crate::network::{Network, NetworkError};
use crate::propose::words::{Breadth, Reading, WordGraphs};
use crate::propose::{Aim, Example, Memory, More, Search, Space, Wanted, numbers};
use crate::rank::likelihood::Inputs;
use crate::rule::Rule;
use crate::solution::{Problem, Solution, StopReason};
use crate::task::{Strategy, Task};

/// Rules that are looked at for each word: at first, and when those are not enough.
const NARROW: Breadth = Breadth { free: false, width: 32 };
const WIDE: Breadth = Breadth { free: false, width: 128 };
const FREE: Breadth = Breadth { free: true, width: 128 };
const NARROW_NUMBERS: numbers::Breadth = numbers::Breadth { width: 16, likely: 4 };
const WIDE_NUMBERS: numbers::Breadth = numbers::Breadth { width: 128, likely: 8 };
/// The most grammars that vote.
const VOTERS: usize = 100;

/// Searches among what the network proposes, of which `most` grammars are tried.
pub(super) fn solve(
    task: &Task,
    prepared: &Prepared,
    most: u64,
    budget: &mut Budget,
    solution: &mut Solution,
) -> Result<Decision, Problem> {
    let control = budget.control().clone();
    let no_network = |error: &NetworkError| Problem::NoNetwork(error.to_string());
    let network = control.networks().get().map_err(no_network)?;
    // Deduction goes on without proposals that there is no memory for.
    let memory = &Memory::new(&control, task.strategy != Strategy::Hybrid);
    let most = budget.programs.saturating_add(most);
    let proposing = Proposing { task, prepared, most, memory };
    let decision = match is_about_numbers(task) {
        true => proposing.of_numbers(network, budget, solution),
        false => proposing.of_words(network, budget, solution),
    };
    match decision {
        Ok(Some(decision)) => Ok(decision),
        // Either it was told to stop, or there is more than a network reads.
        Ok(None) if budget.over().is_some() => Ok(Decision::default()),
        Ok(None) => Err(Problem::TooMuchToRead),
        Err(error) => Err(no_network(&error)),
    }
}

struct Proposing<'a> {
    task: &'a Task,
    prepared: &'a Prepared,
    /// Grammars that are tried.
    most: u64,
    memory: &'a Memory<'a>,
}

impl Proposing<'_> {
    fn of_words(
        &self,
        network: &Network,
        budget: &mut Budget,
        solution: &mut Solution,
    ) -> Result<Option<Decision>, NetworkError> {
        let over = &budget.onlooker();
        let (encode, decode) = (&*network.words_encode, &*network.words_decode);
        let graphs = WordGraphs { encode, decode, over };
        let mut held = self.memory.hold();
        if !held.add(self.prepared.pairs.len() * size_of::<Example<'_>>()) {
            return Ok(None);
        }
        let examples = self.examples(|pair| Some(Wanted::Tokens(self.prepared.output(pair))));
        let examples = examples.as_slice();
        let (trust, stop) = (!self.task.noise, &mut budget.deadline());
        let Some(reading) = Reading::new(graphs, examples, trust, self.memory, stop)? else {
            return Ok(None);
        };
        let reading = &reading;
        let tables = |breadth| -> More<'_, _> {
            Box::new(move |stop| reading.tables(graphs, examples, breadth, stop))
        };
        let Some(first) = tables(NARROW)(&mut budget.deadline())? else { return Ok(None) };
        let more = vec![tables(WIDE), tables(FREE)];
        self.run(examples, first, more, budget, solution).map(Some)
    }

    fn of_numbers(
        &self,
        network: &Network,
        budget: &mut Budget,
        solution: &mut Solution,
    ) -> Result<Option<Decision>, NetworkError> {
        let mut held = self.memory.hold();
        if !held.add(self.prepared.pairs.len() * size_of::<Example<'_>>()) {
            return Ok(None);
        }
        let examples = self.examples(|pair| self.prepared.number(pair).map(Wanted::Number));
        let examples = examples.as_slice();
        let (over, stop) = (&budget.onlooker(), &mut budget.deadline());
        let encode = &*network.numbers_encode;
        let reading = numbers::Reading::new(encode, examples, over, self.memory, stop)?;
        let Some(reading) = reading else { return Ok(None) };
        let first = reading.tables(examples, NARROW_NUMBERS, &mut budget.deadline());
        let Some(first) = first else { return Ok(None) };
        let wide: More<'_, _> = Box::new(|stop| Ok(reading.tables(examples, WIDE_NUMBERS, stop)));
        self.run(examples, first, vec![wide], budget, solution).map(Some)
    }

    /// The pairs that can be solved from.
    fn examples<'b>(&'b self, wanted: impl Fn(&Pair) -> Option<Wanted<'b>>) -> Vec<Example<'b>> {
        let example = |index: usize| {
            let pair = &self.prepared.pairs[index];
            let input = self.prepared.input(pair);
            Some(Example { input, wanted: wanted(pair)?, price: pair.count as f64 })
        };
        self.prepared.solvable().filter_map(example).collect()
    }

    /// Round after round until a grammar satisfies every example; then the likeliest that does.
    fn run<S: Space>(
        &self,
        examples: &[Example<'_>],
        first: S,
        more: Vec<More<'_, S>>,
        budget: &mut Budget,
        solution: &mut Solution,
    ) -> Result<Decision, NetworkError> {
        let Self { task, prepared, most, memory } = *self;
        let mut checker = Checker::new(prepared, &task.known, budget);
        let aim = Aim { examples, words: prepared.vocabulary.len(), seed: task.seed };
        let mut search = Search::new(aim, memory, first, more);
        let mut counted = 0;
        let mut count = |search: &Search<'_, S>, budget: &mut Budget| {
            budget.steps += search.programs - counted;
            budget.programs += search.programs - counted;
            counted = search.programs;
        };
        let grammar = |rules: Vec<Rule>| {
            Grammar::new(S::DOMAIN, rules, prepared.vocabulary.clone())
                .expect("what is proposed is well formed")
        };
        let stop = loop {
            match task.strategy {
                Strategy::Greedy => search.greedy(&mut budget.deadline()),
                _ => {
                    let left = budget.steps_left().min(most - budget.programs);
                    search.round(left, &mut Workers(budget))?;
                }
            }
            count(&search, budget);
            if let Some(best) = search.best() {
                checker.offer_in_time(grammar(best), budget);
            }
            match budget.over() {
                _ if search.is_solved() => break StopReason::Solved,
                _ if task.strategy == Strategy::Greedy => break StopReason::Exhausted,
                Some(reason) => break reason,
                None if memory.was_refused() => break StopReason::Memory,
                None if budget.programs >= most => break StopReason::Exhausted,
                None => {}
            }
        };
        solution.stop = stop;
        solution.statistics.solving = budget.elapsed();
        if task.strategy == Strategy::Greedy {
            return Ok(Decision::default());
        }
        budget.control().set_phase(Phase::Ranking);
        let inputs =
            prepared.too_many_symbols().map_or_else(|| inputs(prepared), |_| Inputs::new([], 1));
        let mut likely = Likely::new(task, prepared, &inputs);
        let mut judge =
            |rules: &[Rule], by_network| likely.cost(&grammar(rules.to_vec()), by_network, budget);
        let found = search.satisfying(&mut judge, &mut budget.deadline());
        count(&search, budget);
        let found = found.into_iter().take(VOTERS);
        let mut grammars: Vec<(Grammar, f64)> =
            found.map(|one| (grammar(one.rules), one.cost)).collect();
        weigh(&mut grammars);
        if let Some((best, _)) = grammars.first() {
            checker.offer_in_time(best.clone(), budget);
        }
        let ballots = ballots(prepared, &grammars, budget);
        let alternatives = grammars.drain(..).skip(1).take(ALTERNATIVES).collect();
        Ok(Decision { grammar: None, ballots, alternatives })
    }
}

/// From costs, the least first, to shares of the probability.
fn weigh(grammars: &mut [(Grammar, f64)]) {
    let Some(cheapest) = grammars.first().map(|(_, cost)| *cost) else { return };
    grammars.iter_mut().for_each(|(_, cost)| *cost = (cheapest - *cost).exp());
    let sum: f64 = grammars.iter().map(|(_, weight)| weight).sum();
    grammars.iter_mut().for_each(|(_, weight)| *weight /= sum);
}
