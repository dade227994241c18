//! Lightweight Metropolis-Hastings (Wingate, Stuhlmüller and Goodman, 2011): a grammar is changed in one of
//! the random choices that it was made by, and the others are kept by their addresses.

use super::prior::{Address, Choices, Prior};
use blicket::Random;
use blicket::Rule;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The choices that a grammar was made by: numbers, or 1 for what is so and 0 for what is not.
type Trace = BTreeMap<Address, usize>;

/// A Markov chain whose stationary distribution is the prior times the likelihood.
pub(crate) struct Chain<'a> {
    prior: &'a Prior,
    random: Random,
    /// The current grammar's choices and its likelihood; `None` before the first step.
    current: Option<(Trace, f64)>,
}

impl<'a> Chain<'a> {
    pub(crate) fn new(prior: &'a Prior, random: Random) -> Self {
        Self { prior, random, current: None }
    }

    /// Proposes a grammar, and moves to it or stays. The first is drawn from the prior.
    ///
    /// The chance to move is the ratio of prior, likelihood and proposals there and back. A choice is
    /// proposed with the probability that the prior gives it: the one that is drawn anew, and each fresh one
    /// that comes with it, cancel against their part of the prior on the way there, and so does, on the way
    /// back, what they replace. All others have the same probability in both grammars, because that depends
    /// on their address alone. What stays is the likelihood, and that the choice to draw anew was one of as
    /// many as there are.
    pub(crate) fn step<B>(
        &mut self,
        mut likelihood: impl FnMut(&[Rule]) -> ControlFlow<B, f64>,
    ) -> ControlFlow<B> {
        let nothing = Trace::new();
        let old = self.current.as_ref().map_or(&nothing, |(trace, _)| trace);
        let redrawn = match old.len() {
            0 => None,
            choices => old.keys().nth(self.random.below(choices)).copied(),
        };
        let mut replay = Replay { old, redrawn, new: Trace::new(), random: &mut self.random };
        let rules = self.prior.draw(&mut replay);
        let new = replay.new;
        let proposed = likelihood(&rules)?;
        let moves = self.current.as_ref().is_none_or(|(old, current)| {
            let choices = old.len() as f64 / new.len() as f64;
            self.random.unit() < proposed / current * choices
        });
        if moves {
            self.current = Some((new, proposed));
        }
        ControlFlow::Continue(())
    }

    /// The current grammar.
    #[cfg(test)]
    pub(super) fn rules(&mut self) -> Vec<Rule> {
        let nothing = Trace::new();
        let old = self.current.as_ref().map_or(&nothing, |(trace, _)| trace);
        let random = &mut self.random;
        self.prior.draw(&mut Replay { old, redrawn: None, new: Trace::new(), random })
    }
}

/// Makes the old choices again, and fresh ones where there are none.
struct Replay<'a> {
    old: &'a Trace,
    /// The one that is made anew.
    redrawn: Option<Address>,
    new: Trace,
    random: &'a mut Random,
}

impl Replay<'_> {
    fn choose(&mut self, address: Address, fresh: impl FnOnce(&mut Random) -> usize) -> usize {
        let kept = self.old.get(&address).filter(|_| self.redrawn != Some(address));
        let choice = kept.copied().unwrap_or_else(|| fresh(self.random));
        self.new.insert(address, choice);
        choice
    }
}

impl Choices for Replay<'_> {
    fn below(&mut self, address: Address, options: usize) -> usize {
        match options {
            // There is nothing to draw anew.
            1 => 0,
            _ => self.choose(address, |random| random.below(options)),
        }
    }

    fn chance(&mut self, address: Address, probability: f64) -> bool {
        self.choose(address, |random| usize::from(random.chance(probability))) == 1
    }
}
