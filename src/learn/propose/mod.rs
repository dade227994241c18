//! Proposals: a network reads the examples and says which grammars are likely; they are run on the
//! examples, and what fails is repaired. Where examples may be wrong, the shortest description says
//! which.

mod check;
#[cfg(feature = "neural")]
mod ids;
#[cfg(feature = "neural")]
mod memory;
#[cfg(feature = "neural")]
mod per_example;
#[cfg(feature = "neural")]
mod logits;
#[cfg(feature = "neural")]
mod draw;
#[cfg(feature = "neural")]
mod distribution;
#[cfg(feature = "neural")]
pub(crate) mod words;
#[cfg(feature = "neural")]
pub(crate) mod numbers;
#[cfg(feature = "neural")]
mod repair;
#[cfg(feature = "neural")]
mod nearby;
#[cfg(feature = "neural")]
mod search;
#[cfg(feature = "neural")]
mod cost;
#[cfg(feature = "neural")]
mod learner;
#[cfg(not(feature = "neural"))]
#[path = "no_network.rs"]
mod learner;
#[cfg(all(test, feature = "neural"))]
pub(crate) mod tests;

pub(crate) use check::{FailuresFirst, Run, Target};
#[cfg(feature = "neural")]
pub(crate) use distribution::Distribution;
pub(crate) use learner::Proposals;
#[cfg(feature = "neural")]
pub(crate) use memory::Memory;
#[cfg(feature = "neural")]
pub(crate) use search::{More, ProposalSearch};
