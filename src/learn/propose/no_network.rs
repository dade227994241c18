//! In a build without networks, nothing is proposed.

use crate::budget::Budget;
use crate::grammar::Domain;
use crate::judge::Found;
use crate::learn::{Effort, Ended, Learner};
use crate::prepare::Prepared;
use crate::solution::Problem;

/// Would ask networks, if this build had them.
pub(crate) struct Proposals {
    #[expect(dead_code, reason = "there is nothing to be greedy about")]
    pub(crate) greedy: bool,
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
        let problem = match budget.control().networks().get(Domain::Words) {
            Ok(network) => match *network {},
            Err(error) => Problem::NoNetwork(error.to_string()),
        };
        match effort {
            Effort::Some(_) => found.excuses.push(problem),
            Effort::All => found.problems.push(problem),
        }
        Ended::Exhausted
    }
}
