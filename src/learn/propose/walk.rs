//! Further grammars that satisfy every example, near one that does: which of them is the likeliest,
//! and how they vote.

use super::aim::Aim;
use super::check::{FailuresFirst, Run};
use super::memory::{Held, Memory};
use super::repair::OF_EXAMPLE;
use super::space::Space;
use crate::budget::Ticker;
use crate::language::rule::Rule;
use crate::random::Random;
use std::collections::HashMap;

/// Grammars that are tried on the way.
const STEPS: usize = 500;
/// So many in a row that were tried before end the walk.
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

struct Walk<'a, S: Space> {
    space: &'a S,
    judge: Judge<'a>,
    checker: FailuresFirst<'a>,
    /// What was tried: its cost if it satisfies every example, and where it is in `found`.
    tried: HashMap<S::Key, Option<f64>>,
    found: Vec<Satisfying>,
    held: Held<'a>,
}

/// Climbs from a state that satisfies every example to the likeliest one around it, then walks about
/// there. Gives the grammars that it met, the likeliest first, and how many it tried.
pub(super) fn walk<S: Space>(
    space: &S,
    start: &S::State,
    Aim { examples, words, .. }: Aim<'_>,
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
    let mut walk = Walk { space, judge, checker, tried: HashMap::new(), found: Vec::new(), held };
    let mut now = (start.clone(), walk.take(start, space.rules(start)));
    let top = walk.climb(&mut now, ticker);
    if top {
        walk.wander(now, examples.len(), random, ticker);
    }
    walk.found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    (walk.found, walk.checker.programs)
}

impl<S: Space> Walk<'_, S> {
    /// To a more likely state, as long as there is one. False if it was told to stop.
    fn climb(&mut self, now: &mut (S::State, f64), ticker: &Ticker) -> bool {
        let space = self.space;
        'higher: loop {
            let state = now.0.clone();
            for other in space.neighbours(&state) {
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
            let other = self.space.change(&now.0, random.below(examples), random);
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
        let key = self.space.key(state);
        if let Some(known) = self.tried.get(&key) {
            return Some(*known);
        }
        if !self.held.add(self.space.bytes().key) {
            return None;
        }
        let rules = self.space.rules(state);
        let cost = match self.checker.run(&rules, 0.0, ticker) {
            Run::Stopped => return None,
            Run::TooDear => None,
            Run::Whole(_) if !self.held.add(self.space.bytes().rules) => return None,
            Run::Whole(_) => return Some(Some(self.take(state, rules))),
        };
        self.tried.insert(key, cost);
        Some(cost)
    }

    /// Takes a state that satisfies every example; its cost.
    fn take(&mut self, state: &S::State, rules: Vec<Rule>) -> f64 {
        let cost = (self.judge)(&rules, self.space.cost(state));
        self.tried.insert(self.space.key(state), Some(cost));
        self.found.push(Satisfying { rules, cost });
        cost
    }
}
