//! Further grammars that satisfy every example, near one that does: which of them is the likeliest,
//! and how they vote.

use super::check::{FailuresFirst, Run, Target};
use super::distribution::Distribution;
use super::memory::{Held, Memory};
use super::repair::OF_EXAMPLE;
use crate::arrange::Arrange;
use crate::budget::Ticker;
use crate::language::rule::Rule;
use crate::random::Random;
use std::collections::HashMap;

/// Grammars that are tried on the way.
const STEPS: usize = 500;
/// So many in a row that were tried before end the nearby.
const WORN_OUT: usize = 300;

/// A grammar that satisfies every example, with the negative logarithm of its probability.
#[derive(Clone, Debug)]
pub(crate) struct Satisfying {
    pub(crate) rules: Vec<Rule>,
    pub(crate) cost: f64,
}

/// Says what a grammar costs that satisfies every example, from its rules and what it costs by the
/// network.
pub(crate) type Judge<'a> = &'a mut dyn FnMut(&[Rule], f64) -> f64;

struct Nearby<'a, S: Distribution> {
    distribution: &'a S,
    judge: Judge<'a>,
    checker: FailuresFirst<'a>,
    /// What was tried: its cost if it satisfies every example, and where it is in `found`.
    tried: HashMap<S::Key, Option<f64>>,
    found: Vec<Satisfying>,
    held: Held<'a>,
}

/// Climbs from a state that satisfies every example to the likeliest one around it, then walks about
/// there. Gives the grammars that it met, the likeliest first, and how many it tried.
pub(super) fn search_nearby<S: Distribution>(
    distribution: &S,
    start: &S::State,
    Target { examples, words, .. }: Target<'_>,
    judge: Judge<'_>,
    random: &mut Random,
    memory: &Memory<'_>,
    ticker: &Ticker,
) -> (Vec<Satisfying>, u64) {
    let mut held = memory.hold();
    if !held.add(examples.len() * OF_EXAMPLE) {
        return (Vec::new(), 0);
    }
    let checker = FailuresFirst::new(examples, S::DOMAIN, words);
    let mut nearby =
        Nearby { distribution, judge, checker, tried: HashMap::new(), found: Vec::new(), held };
    let mut now = (start.clone(), nearby.take(start, distribution.rules(start)));
    let top = nearby.climb(&mut now, ticker);
    if top {
        nearby.wander(now, examples.len(), random, ticker);
    }
    nearby.found.arrange_by(|a, b| a.cost.total_cmp(&b.cost));
    (nearby.found, nearby.checker.programs)
}

impl<S: Distribution> Nearby<'_, S> {
    /// To a more likely state, as long as there is one. False if it was told to stop.
    fn climb(&mut self, now: &mut (S::State, f64), ticker: &Ticker) -> bool {
        let distribution = self.distribution;
        'higher: loop {
            let state = now.0.clone();
            for other in distribution.neighbours(&state) {
                match self.cost(&other, ticker) {
                    None => return false,
                    Some(Some(cost)) if cost < now.1 => {
                        *now = (other, cost);
                        continue 'higher;
                    }
                    Some(_) => {}
                }
            }
            return true;
        }
    }

    /// From state to state, as often to each as it is likely (Metropolis).
    fn wander(
        &mut self,
        mut now: (S::State, f64),
        examples: usize,
        random: &mut Random,
        ticker: &Ticker,
    ) {
        let (mut steps, mut repeated) = (0, 0);
        while steps < STEPS && repeated < WORN_OUT && examples > 0 {
            let other = self.distribution.change(&now.0, random.below(examples), random);
            let before = self.checker.programs;
            let Some(cost) = self.cost(&other, ticker) else { return };
            let new = self.checker.programs > before;
            steps += usize::from(new);
            repeated = if new { 0 } else { repeated + 1 };
            if let Some(cost) = cost
                && random.unit() < (now.1 - cost).exp()
            {
                now = (other, cost);
            }
        }
    }

    /// The cost of a state, if it satisfies every example. `None` if it was told to stop.
    fn cost(&mut self, state: &S::State, ticker: &Ticker) -> Option<Option<f64>> {
        if ticker.is_over() {
            return None;
        }
        let key = self.distribution.key(state);
        if let Some(known) = self.tried.get(&key) {
            return Some(*known);
        }
        if !self.held.add(self.distribution.bytes().key) {
            return None;
        }
        let rules = self.distribution.rules(state);
        let cost = match self.checker.run(&rules, 0.0, ticker) {
            Run::Stopped => return None,
            Run::TooDear => None,
            Run::Whole(_) if !self.held.add(self.distribution.bytes().rules) => return None,
            Run::Whole(_) => return Some(Some(self.take(state, rules))),
        };
        self.tried.insert(key, cost);
        Some(cost)
    }

    /// Takes a state that satisfies every example; its cost.
    fn take(&mut self, state: &S::State, rules: Vec<Rule>) -> f64 {
        let cost = (self.judge)(&rules, self.distribution.cost(state));
        self.tried.insert(self.distribution.key(state), Some(cost));
        self.found.push(Satisfying { rules, cost });
        cost
    }
}
