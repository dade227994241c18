//! In a build without networks, nothing is proposed.

use super::budget::Budget;
use super::problem::Prepared;
use super::weigh::Decision;
use crate::solution::{Problem, Solution};
use crate::task::Task;

/// Says so.
pub(super) fn solve(
    _: &Task,
    _: &Prepared,
    _: u64,
    budget: &mut Budget,
    _: &mut Solution,
) -> Result<Decision, Problem> {
    match budget.control().networks().get() {
        Ok(network) => match *network {},
        Err(error) => Err(Problem::NoNetwork(error.to_string())),
    }
}
