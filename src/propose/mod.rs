//! Proposals: a network reads the examples and says which grammars are likely; they are run on the
//! examples, and what fails is repaired.

mod logits;
mod check;
mod draw;
mod space;
mod repair;
mod walk;
mod search;
mod noise;
pub(crate) mod words;
pub(crate) mod numbers;
#[cfg(test)]
mod tests;
