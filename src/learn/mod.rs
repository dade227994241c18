//! The learners. A learner takes a prepared task and a budget, and offers grammars; what is the same for all
//! learners (checking, keeping the best so far, counting) is in [`Found`]. A strategy is a row of the table in
//! `schedule`: which learners have a turn, one after the other, and how much each may try.

pub(crate) mod deduce;
pub(crate) mod numbers;
pub(crate) mod commands;
pub(crate) mod propose;
pub(crate) mod noise;
pub(crate) mod schedule;

use crate::budget::Budget;
use crate::judge::Found;
use crate::prepare::Prepared;
use crate::solution::StopReason;

/// A way to find grammars that satisfy the examples of a task.
pub trait Learner {
    /// Whether it can learn from such a task at all. One that cannot is passed over.
    fn accepts(&self, task: &Prepared<'_>) -> bool;

    /// Looks for grammars, and hands them to `found`. It may have several turns at the same task.
    fn learn(
        &mut self,
        task: &Prepared<'_>,
        effort: Effort,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> Ended;
}

/// How much a learner may try in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So many steps; then others have a turn. What does not satisfy every example is not wanted.
    Some(u64),
    /// All that is left. If not every example can be satisfied, then as many as possible.
    All,
}

impl Effort {
    /// The steps that it is.
    pub fn steps(self) -> u64 {
        match self {
            Self::Some(steps) => steps,
            Self::All => u64::MAX,
        }
    }
}

/// How a turn of a learner ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A grammar satisfies every example that can be satisfied.
    Solved,
    /// There is no other grammar that this learner could find.
    Exhausted,
    /// It has tried as much as it was to. It might find something if it had more.
    OutOfPatience,
    /// It was ended: by time, steps, memory, or a cancel.
    Stopped(StopReason),
}
