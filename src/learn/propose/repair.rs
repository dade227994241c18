//! Search from what a network proposes: samples first, then changes to what an example that fails
//! depends on. What is not worse is kept. The evaluator judges; nothing is assumed about grammars.

use super::check::{FailuresFirst, Run};
use super::distribution::Distribution;
use super::memory::{Held, Memory};
use crate::budget::Ticker;
use crate::judge::{Example, Failing};
use crate::random::Random;
use std::collections::HashSet;

/// How often a grammar is taken although it is worse.
const FORGIVEN: f64 = 0.02;
/// So many changes in a row that lead to grammars that were tried before end a repair.
const WORN_OUT: usize = 200;
/// Bytes an example: its place in the order of tests, and among those that some grammars fail.
pub(super) const OF_EXAMPLE: usize = 48;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RepairEffort {
    /// Grammars that are drawn before the best of them is repaired.
    pub(crate) samples: u64,
    /// Grammars in all.
    pub(crate) programs: u64,
}

/// A grammar that was run on all examples.
#[derive(Clone, Debug)]
pub(crate) struct CheckedState<State> {
    pub(crate) state: State,
    pub(crate) failing: Failing,
}

impl<State> CheckedState<State> {
    pub(crate) fn is_solution(&self) -> bool {
        self.failing.examples.is_empty()
    }
}

/// A search with a random stream, and a memory of what it has tried.
pub(super) struct RepairSearch<'a, S: Distribution> {
    distribution: &'a S,
    checker: FailuresFirst<'a>,
    random: Random,
    /// No grammar is run twice.
    seen: HashSet<S::Key>,
    held: Held<'a>,
    effort: RepairEffort,
    best: Option<CheckedState<S::State>>,
}

/// Why a step was the last.
struct Over;

impl<'a, S: Distribution> RepairSearch<'a, S> {
    /// `None` if there is no room for it.
    pub(super) fn new(
        distribution: &'a S,
        examples: &'a [Example<'a>],
        words: usize,
        random: Random,
        effort: RepairEffort,
        memory: &'a Memory<'a>,
    ) -> Option<Self> {
        let mut held = memory.hold();
        let has_room = held.add(examples.len() * OF_EXAMPLE);
        let checker = || FailuresFirst::new(examples, S::DOMAIN, words);
        has_room.then(|| Self {
            distribution,
            checker: checker(),
            random,
            seen: HashSet::new(),
            held,
            effort,
            best: None,
        })
    }

    /// Searches until a grammar satisfies every example, or the effort was made. `first` is tried
    /// before anything is drawn.
    pub(super) fn search(
        mut self,
        first: Option<S::State>,
        ticker: &Ticker,
    ) -> (Option<CheckedState<S::State>>, u64) {
        let _ = self.draw(first, ticker).and_then(|()| self.repair(ticker));
        (self.best, self.checker.programs)
    }

    fn draw(&mut self, first: Option<S::State>, ticker: &Ticker) -> Result<(), Over> {
        let mut next = first;
        for _ in 0..self.effort.samples.max(1) {
            let state = next.take().unwrap_or_else(|| self.distribution.sample(&mut self.random));
            let most = self.best.as_ref().map_or(f64::INFINITY, |best| best.failing.price);
            self.try_one(state, most, ticker)?;
        }
        Ok(())
    }

    fn repair(&mut self, ticker: &Ticker) -> Result<(), Over> {
        let Some(mut now) = self.best.clone() else { return Err(Over) };
        let mut repeated = 0;
        while repeated < WORN_OUT {
            let example = *self.random.choose(&now.failing.examples);
            let state = self.distribution.change(&now.state, example, &mut self.random);
            let most = match self.random.chance(FORGIVEN) {
                true => f64::INFINITY,
                false => now.failing.price,
            };
            let before = self.checker.programs;
            if let Some(found) = self.try_one(state, most, ticker)? {
                now = found;
            }
            repeated = if self.checker.programs > before { 0 } else { repeated + 1 };
        }
        Ok(())
    }

    /// Runs a grammar, unless it was run before; gives it if it is not worse than `most`.
    fn try_one(
        &mut self,
        state: S::State,
        most: f64,
        ticker: &Ticker,
    ) -> Result<Option<CheckedState<S::State>>, Over> {
        if self.checker.programs >= self.effort.programs {
            return Err(Over);
        }
        // A state can take longer to make than to test, so it is asked each time. The first is run.
        if self.best.is_some() && ticker.is_over() {
            return Err(Over);
        }
        if !self.seen.insert(self.distribution.key(&state)) {
            return if ticker.is_over() { Err(Over) } else { Ok(None) };
        }
        if !self.held.add(self.distribution.bytes().key) {
            return Err(Over);
        }
        match self.checker.run(&self.distribution.rules(&state), most, ticker) {
            Run::Stopped => Err(Over),
            Run::TooDear => Ok(None),
            Run::Whole(failing) => {
                let found = CheckedState { state, failing };
                let better = |best: &CheckedState<_>| found.failing.price < best.failing.price;
                if self.best.as_ref().is_none_or(better) {
                    self.best = Some(found.clone());
                }
                if found.is_solution() { Err(Over) } else { Ok(Some(found)) }
            }
        }
    }
}
