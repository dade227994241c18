//! Judging grammars: by the examples, by each other's votes, and by what they answer.

mod check;
mod found;
mod slips;
mod account;
mod negatives;
mod pinned;
mod voters;
mod arranged;
mod stored;
mod vote;
mod alternatives;
mod answers;

pub(crate) use account::{Account, Ledger};
pub(crate) use alternatives::alternatives;
pub(crate) use answers::{Room, answer, unanswered};
#[cfg(feature = "neural")]
pub(crate) use check::VOTING;
pub(crate) use check::{Checker, Example, Failing, Ran, Wanted};
pub use found::Found;
pub(crate) use found::{Candidate, Choice, FLATNESS};
pub(crate) use negatives::{denied_inputs, obey};
pub(crate) use pinned::{against, keep_pins};
pub(crate) use slips::{is_slip, slips};
pub(crate) use stored::{brackets_of, jury};
pub(crate) use vote::{Ballot, agreeing, ballots, judged};
