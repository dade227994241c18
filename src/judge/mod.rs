//! Judging grammars: by the examples, by each other's votes, and by what they answer.

mod check;
mod found;
mod account;
mod negatives;
mod pinned;
mod slips;
mod voters;
mod arranged;
mod stored;
mod vote;
mod answers;

pub(crate) use account::{Account, Ledger};
pub(crate) use answers::{Room, answer, unanswered};
#[cfg(feature = "neural")]
pub(crate) use check::VOTING;
pub(crate) use check::{Checker, Example, Failing, Ran, Wanted};
pub use found::Found;
pub(crate) use found::{Candidate, Choice};
pub(crate) use negatives::{denied_inputs, obey};
pub(crate) use pinned::{against, keep_pins};
pub(crate) use slips::slips;
pub(crate) use stored::jury;
pub(crate) use vote::{Ballot, agreeing, ballots, judged};
