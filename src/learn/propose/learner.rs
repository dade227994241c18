//! The learners of the strategies `neural` and `greedy`: a network proposes grammars, and what fails is
//! repaired.

use super::cost::ProposalCosts;
use super::words::{ReadWords, RuleBreadth, WordGraphs};
use super::{Distribution, Memory, More, ProposalSearch, Target, numbers};
use crate::budget::Budget;
use crate::budget::parallel::OfEngine;
use crate::judge::{Candidate, Choice, Example, Found, Wanted};
use crate::language::rule::{Domain, Rule};
use crate::learn::deduce::inputs_of;
use crate::learn::{Effort, Ended, Learner};
use crate::network::{Network, NetworkError};
use crate::prepare::{Pair, Prepared};
use crate::solution::{Problem, StopReason};

/// Rules that are looked at for each word: at first, and when those are not enough.
const NARROW: RuleBreadth = RuleBreadth { free: false, width: 32 };
const WIDE: RuleBreadth = RuleBreadth { free: false, width: 128 };
const FREE: RuleBreadth = RuleBreadth { free: true, width: 128 };
const NARROW_NUMBERS: numbers::MeaningBreadth = numbers::MeaningBreadth { width: 16, likely: 4 };
const WIDE_NUMBERS: numbers::MeaningBreadth = numbers::MeaningBreadth { width: 128, likely: 8 };
/// The most grammars that vote.
const VOTERS: usize = 100;

/// Asks networks for grammars: either searches among what they propose, or takes the one that they find most
/// likely, without a search.
pub(crate) struct Proposals {
    pub(crate) greedy: bool,
}

impl Learner for Proposals {
    fn accepts(&self, _: &Prepared<'_>) -> bool {
        true
    }

    fn learn(
        &mut self,
        prepared: &Prepared<'_>,
        effort: Effort,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> Ended {
        let greedy = self.greedy;
        if let (Effort::Some(_), Some(reason)) = (effort, budget.over()) {
            return Ended::Stopped(reason);
        }
        let control = budget.control().clone();
        let domain = if prepared.is_about_numbers() { Domain::Numbers } else { Domain::Words };
        let ended = control.networks().get(domain).and_then(|network| {
            // Others go on without proposals that there is no memory for.
            let memory = &Memory::new(&control, effort == Effort::All);
            let most = budget.programs.saturating_add(effort.steps());
            let proposing = Proposing { prepared, most, greedy, memory };
            match domain {
                Domain::Numbers => proposing.of_numbers(network, budget, found),
                Domain::Words => proposing.of_words(network, budget, found),
            }
        });
        let problem = match ended {
            Ok(Some(ended)) => return ended,
            // Either it is over, or there is more than a network reads.
            Ok(None) => match budget.over() {
                Some(reason) => return Ended::Stopped(reason),
                None => Problem::TooMuchToRead,
            },
            Err(error) => Problem::NoNetwork(error.to_string()),
        };
        match (effort, &problem) {
            (Effort::All, _) => found.problems.push(problem),
            (Effort::Some(_), Problem::NoNetwork(_)) => found.excuses.push(problem),
            (Effort::Some(_), _) => {}
        }
        Ended::Exhausted
    }
}

struct Proposing<'a> {
    prepared: &'a Prepared<'a>,
    /// Grammars that are tried.
    most: u64,
    greedy: bool,
    memory: &'a Memory<'a>,
}

impl Proposing<'_> {
    fn of_words(
        &self,
        network: &Network,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> Result<Option<Ended>, NetworkError> {
        let over = &budget.onlooker();
        let (encode, decode) = (&*network.encode, network.decode());
        let graphs = WordGraphs { encode, decode, over };
        let mut held = self.memory.hold();
        if !held.add(self.prepared.pairs.len() * size_of::<Example<'_>>()) {
            return Ok(None);
        }
        let examples = self.examples(|pair| Some(Wanted::Tokens(self.prepared.output(pair))));
        let examples = examples.as_slice();
        let (trust, ticker) = (!self.prepared.task.noise, &budget.ticker());
        let Some(reading) = ReadWords::new(graphs, examples, trust, self.memory, ticker)? else {
            return Ok(None);
        };
        let reading = &reading;
        let tables = |breadth| -> More<'_, _> {
            Box::new(move |ticker| reading.tables(graphs, examples, breadth, ticker))
        };
        let Some(first) = tables(NARROW)(&budget.ticker())? else { return Ok(None) };
        let more = vec![tables(WIDE), tables(FREE)];
        self.run(examples, first, more, budget, found).map(Some)
    }

    fn of_numbers(
        &self,
        network: &Network,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> Result<Option<Ended>, NetworkError> {
        let mut held = self.memory.hold();
        if !held.add(self.prepared.pairs.len() * size_of::<Example<'_>>()) {
            return Ok(None);
        }
        let examples = self.examples(|pair| self.prepared.number(pair).map(Wanted::Number));
        let examples = examples.as_slice();
        let (over, ticker) = (&budget.onlooker(), &budget.ticker());
        let encode = &*network.encode;
        let reading = numbers::ReadNumbers::new(encode, examples, over, self.memory, ticker)?;
        let Some(reading) = reading else { return Ok(None) };
        let first = reading.tables(examples, NARROW_NUMBERS, &budget.ticker());
        let Some(first) = first else { return Ok(None) };
        let wide: More<'_, _> =
            Box::new(|ticker| Ok(reading.tables(examples, WIDE_NUMBERS, ticker)));
        self.run(examples, first, vec![wide], budget, found).map(Some)
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
    fn run<S: Distribution>(
        &self,
        examples: &[Example<'_>],
        first: S,
        more: Vec<More<'_, S>>,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> Result<Ended, NetworkError> {
        let Self { prepared, most, greedy, memory } = *self;
        let target =
            Target { examples, words: prepared.vocabulary.len(), seed: prepared.task.seed };
        let mut search = ProposalSearch::new(target, memory, first, more);
        let mut counted = 0;
        let mut count = |search: &ProposalSearch<'_, S>, budget: &mut Budget| {
            budget.steps += search.programs - counted;
            budget.programs += search.programs - counted;
            counted = search.programs;
        };
        let grammar = |rules: Vec<Rule>| prepared.grammar_from(S::DOMAIN, rules);
        let ended = loop {
            match greedy {
                true => search.greedy(&budget.ticker()),
                false => {
                    let left = budget.steps_left().min(most - budget.programs);
                    search.round(left, &mut OfEngine(budget))?;
                }
            }
            count(&search, budget);
            if let Some(best) = search.best() {
                found.offer_last(grammar(best), budget);
            }
            match budget.over() {
                _ if search.is_solved() => break Ended::Solved,
                _ if greedy => break Ended::Exhausted,
                Some(reason) => break Ended::Stopped(reason),
                None if memory.was_refused() => break Ended::Stopped(StopReason::Memory),
                None if budget.programs >= most => break Ended::OutOfPatience,
                None => {}
            }
        };
        budget.solved = Some(budget.elapsed());
        if greedy {
            return Ok(ended);
        }
        found.begin_ranking(budget);
        let inputs = inputs_of(prepared);
        let mut costs = ProposalCosts::new(prepared, &inputs);
        let mut judge =
            |rules: &[Rule], by_network| costs.cost(&grammar(rules.to_vec()), by_network, budget);
        let satisfying = search.satisfying(&mut judge, &budget.ticker());
        count(&search, budget);
        let satisfying = satisfying.into_iter().take(VOTERS);
        let mut weighed: Vec<(Candidate, f64)> =
            satisfying.map(|one| (Candidate::Any(grammar(one.rules)), one.cost)).collect();
        weigh(&mut weighed);
        let chosen = weighed.first().map(|(best, _)| best.clone());
        if ended == Ended::Solved {
            found.choice = Choice { weighed, chosen, ..Choice::default() };
        }
        Ok(ended)
    }
}

/// From costs, the least first, to shares of the probability.
fn weigh(grammars: &mut [(Candidate, f64)]) {
    let Some(cheapest) = grammars.first().map(|(_, cost)| *cost) else { return };
    grammars.iter_mut().for_each(|(_, cost)| *cost = (cheapest - *cost).exp());
    let sum: f64 = grammars.iter().map(|(_, weight)| weight).sum();
    grammars.iter_mut().for_each(|(_, weight)| *weight /= sum);
}
