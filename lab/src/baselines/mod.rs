//! The search baselines that the paper compares itself with: sampling from the meta-grammar, Markov
//! chain Monte Carlo over its random choices, and enumeration by decreasing probability, also guided by a
//! network that says which tokens a grammar has (DeepCoder). They are here to be measured.

mod prior;
mod chain;
mod right_side;
mod bound;
mod enumerate;
mod learner;
#[cfg(test)]
mod tests;

pub use learner::{Baseline, BaselineSettings};

use chain::Chain;
use enumerate::Enumeration;
use prior::Prior;
