//! The search of the strategy `neural`: round after round of repair, until a grammar satisfies every
//! example. Which grammar it finds follows from the task and the seed, however many threads there are.

use super::check::Target;
use super::distribution::Distribution;
use super::memory::Memory;
use super::nearby::{Judge, Satisfying, search_nearby};
use super::repair::{CheckedState, RepairEffort, RepairSearch};
use crate::budget::Ticker;
use crate::budget::parallel::Beside;
use crate::language::rule::Rule;
use crate::network::NetworkError;
use crate::random::Random;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Grammars that are drawn before repair begins.
const SAMPLES: u64 = 64;
/// Grammars of the first repair, which is enough for most tasks, and of the second. Later ones have
/// twice as many as the one before, up to a limit, because what is tried is remembered.
const FIRST_PROGRAMS: u64 = 500;
const SECOND_PROGRAMS: u64 = 2_000;
const MOST_DOUBLINGS: u32 = 5;

/// Further tables, for when those at hand are not enough; `None` if it was told to stop.
pub(crate) type More<'a, S> =
    Box<dyn FnOnce(&Ticker) -> Result<Option<S>, NetworkError> + Send + 'a>;

/// A search of one task.
pub(crate) struct ProposalSearch<'a, S: Distribution> {
    target: Target<'a>,
    memory: &'a Memory<'a>,
    distributions: Vec<S>,
    /// In the order in which they will be wanted.
    more: VecDeque<More<'a, S>>,
    /// The distribution and the state of the best grammar so far.
    best: Option<(usize, CheckedState<S::State>)>,
    round: u32,
    /// The grammars that were run on the examples.
    pub(crate) programs: u64,
}

/// The best of a repair, and how many grammars it has tried.
type Repaired<S> = (Option<CheckedState<<S as Distribution>::State>>, u64);

/// What a thread comes back with.
enum RepairEnd<S: Distribution> {
    Repaired(Repaired<S>),
    Read(Result<Option<S>, NetworkError>),
}

fn effort(programs: u64) -> RepairEffort {
    RepairEffort { samples: SAMPLES, programs }
}

impl Target<'_> {
    /// A repair with its own number, which its random stream follows from. The first begins with the
    /// most likely grammar.
    fn repair<S: Distribution>(
        &self,
        distribution: &S,
        number: u64,
        effort: RepairEffort,
        memory: &Memory<'_>,
        ticker: &Ticker,
    ) -> Repaired<S> {
        let random = Random::stream(self.seed, number);
        let repair =
            RepairSearch::new(distribution, self.examples, self.words, random, effort, memory);
        let Some(repair) = repair else { return (None, 0) };
        let first = (number == 0).then(|| distribution.likeliest());
        repair.search(first, ticker)
    }
}

impl<'a, S: Distribution> ProposalSearch<'a, S> {
    pub(crate) fn new(
        target: Target<'a>,
        memory: &'a Memory<'a>,
        first: S,
        more: Vec<More<'a, S>>,
    ) -> Self {
        let (distributions, more) = (vec![first], more.into());
        Self { target, memory, distributions, more, best: None, round: 0, programs: 0 }
    }

    /// The most likely grammar, and no search.
    pub(crate) fn greedy(&mut self, ticker: &Ticker) {
        let effort = RepairEffort { samples: 1, programs: 1 };
        let found = self.target.repair(&self.distributions[0], 0, effort, self.memory, ticker);
        self.take(0, found);
    }

    /// The rules of the best grammar so far.
    pub(crate) fn best(&self) -> Option<Vec<Rule>> {
        let (distribution, found) = self.best.as_ref()?;
        Some(self.distributions[*distribution].rules(&found.state))
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.best.as_ref().is_some_and(|(_, found)| found.is_solution())
    }

    /// One more round, of `programs` grammars at most. The first is short, and not worth a second
    /// thread.
    pub(crate) fn round(
        &mut self,
        programs: u64,
        beside: &mut impl Beside,
    ) -> Result<(), NetworkError> {
        let Some(round) = self.round.checked_sub(1) else {
            self.round = 1;
            let effort = effort(FIRST_PROGRAMS.min(programs));
            let found = beside.alone(|ticker| {
                self.target.repair(&self.distributions[0], 0, effort, self.memory, ticker)
            });
            self.take(0, found);
            return Ok(());
        };
        self.round += 1;
        let wanted = SECOND_PROGRAMS << round.min(MOST_DOUBLINGS);
        let effort = effort(wanted.min(programs.div_ceil(2)));
        let more = self.more.pop_front();
        let (target, memory, distributions) = (self.target, self.memory, &self.distributions);
        // In turn: while there are new ones, the newest.
        let [one, other] = [round, round + 1].map(|turn| turn as usize % distributions.len());
        let number = 2 * u64::from(self.round);
        let solved = Arc::new(AtomicBool::new(false));
        let (first, second) = beside.both(
            |ticker| {
                let first = target.repair(&distributions[one], number, effort, memory, ticker);
                let found = first.0.as_ref().is_some_and(CheckedState::is_solution);
                solved.store(found, Ordering::Relaxed);
                first
            },
            |ticker| {
                // If the first has a solution, the second does not count.
                let ticker = &ticker.unless(&solved);
                match more {
                    _ if ticker.is_over() => RepairEnd::Repaired((None, 0)),
                    Some(more) => RepairEnd::Read(more(ticker)),
                    None => {
                        let (distribution, number) = (&distributions[other], number + 1);
                        RepairEnd::Repaired(target.repair(
                            distribution,
                            number,
                            effort,
                            memory,
                            ticker,
                        ))
                    }
                }
            },
        );
        self.take(one, first);
        match second {
            _ if self.is_solved() => {}
            RepairEnd::Repaired(found) => self.take(other, found),
            RepairEnd::Read(tables) => self.distributions.extend(tables?),
        }
        Ok(())
    }

    /// Grammars that satisfy every example, the likeliest by `judge` first, once there is one.
    pub(crate) fn satisfying(&mut self, judge: Judge<'_>, ticker: &Ticker) -> Vec<Satisfying> {
        let Some((distribution, found)) = self.best.as_ref().filter(|_| self.is_solved()) else {
            return Vec::new();
        };
        let mut random = Random::stream(self.target.seed, u64::MAX);
        let (distribution, state) = (&self.distributions[*distribution], &found.state);
        let (found, programs) = search_nearby(
            distribution,
            state,
            self.target,
            judge,
            &mut random,
            self.memory,
            ticker,
        );
        self.programs += programs;
        found
    }

    fn take(&mut self, distribution: usize, (found, programs): Repaired<S>) {
        self.programs += programs;
        let Some(found) = found else { return };
        let better =
            |(_, best): &(usize, CheckedState<S::State>)| found.failing.price < best.failing.price;
        if self.best.as_ref().is_none_or(better) {
            self.best = Some((distribution, found));
        }
    }
}
