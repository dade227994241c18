//! What a search for grammars needs to know of a network's proposals.

use crate::language::rule::{Domain, Rule};
use crate::random::Random;
use std::hash::Hash;

/// A distribution over grammars, made of choices that can be made again one by one.
pub(crate) trait Distribution: Send + Sync {
    /// All choices: a grammar.
    type State: Clone + Send;
    /// What two states have in common exactly if their grammars are the same.
    type Key: Eq + Hash;

    /// Tokens or numbers.
    const DOMAIN: Domain;

    /// The most likely state.
    fn likeliest(&self) -> Self::State;
    /// A state by its probability.
    fn sample(&self, random: &mut Random) -> Self::State;
    /// A state next to this one, by what may be wrong with an example.
    fn change(&self, state: &Self::State, example: usize, random: &mut Random) -> Self::State;
    /// States next to this one, among which one may be likelier.
    fn neighbours(&self, state: &Self::State) -> impl Iterator<Item = Self::State>;
    /// The negative logarithm of a state's probability.
    fn cost(&self, state: &Self::State) -> f64;
    fn key(&self, state: &Self::State) -> Self::Key;
    /// About the bytes that a key takes, and those of a grammar.
    fn bytes(&self) -> Bytes;
    /// Its grammar.
    fn rules(&self, state: &Self::State) -> Vec<Rule>;
}

/// About the bytes that something takes for as long as it is remembered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes {
    pub(crate) key: usize,
    pub(crate) rules: usize,
}

impl Bytes {
    /// Those of a key of so many bytes, and of so many rules.
    pub(crate) fn new(key: usize, rules: usize) -> Self {
        // What a set and an allocation take beside; left and right side of a short rule.
        Self { key: key + 80, rules: rules * (size_of::<Rule>() + 128) }
    }
}
