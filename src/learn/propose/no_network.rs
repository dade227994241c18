//! In a build without networks, nothing is proposed.

use crate::budget::Budget;
use crate::judge::Found;
use crate::learn::{Effort, Ended, Learner};
use crate::prepare::Prepared;
use crate::solution::Problem;

/// Would ask networks, if this build had them.
pub(crate) struct Proposals;

/// The same for the most likely grammar alone.
pub(crate) struct Greedy;

fn no_network(effort: Effort, budget: &Budget, found: &mut Found<'_>) -> Ended {
    match budget.control().networks().get() {
        Ok(network) => match *network {},
        Err(error) => {
            let problem = Problem::NoNetwork(error.to_string());
            match effort {
                Effort::Some(_) => found.excuses.push(problem),
                Effort::All => found.problems.push(problem),
            }
        }
    }
    Ended::Exhausted
}

impl Learner for Proposals {
    fn accepts(&self, _: &Prepared<'_>) -> bool {
        true
    }

    fn learn(
        &mut self,
        _: &Prepared<'_>,
        effort: Effort,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> Ended {
        no_network(effort, budget, found)
    }
}

impl Learner for Greedy {
    fn accepts(&self, _: &Prepared<'_>) -> bool {
        true
    }

    fn learn(
        &mut self,
        _: &Prepared<'_>,
        effort: Effort,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> Ended {
        no_network(effort, budget, found)
    }
}
