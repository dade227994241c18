//! Ranking: which of the grammars that satisfy the examples, and which answers.

pub(crate) mod likelihood;
mod weight;
pub(crate) mod posterior;
