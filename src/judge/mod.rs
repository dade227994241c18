//! Judging grammars: by the examples, by each other's votes, and by what they answer.

mod blocks;
mod check;
mod candidate;
mod ballot;
mod vote;
mod found;
mod answers;

pub(crate) use answers::{Room, answer, unanswered};
pub(crate) use ballot::Ballot;
pub(crate) use candidate::{Candidate, Choice};
#[cfg(feature = "neural")]
pub(crate) use check::VOTING;
pub use found::Found;
pub(crate) use vote::{agreeing, ballots};
