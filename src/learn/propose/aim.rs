//! What is searched for, and the random numbers of a search.

use crate::judge::Example;
use crate::random::Random;

/// What is searched for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim<'a> {
    pub(crate) examples: &'a [Example<'a>],
    /// How many words the vocabulary has.
    pub(crate) words: usize,
    pub(crate) seed: u64,
}

/// Random numbers that have nothing to do with those of another stream.
pub(crate) fn stream(seed: u64, number: u64) -> Random {
    Random::new(Random::new(seed).bits() ^ Random::new(!number).bits())
}
