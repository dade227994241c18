//! The turns of learners: who is asked, and whose grammars are kept.

use crate::budget::{Budget, Reserve};
use crate::judge::{Account, Found, Ledger};
use crate::learn::schedule::{Challenger, Schedule};
use crate::learn::{Effort, Ended};
use crate::prepare::Prepared;
use crate::solution::StopReason;

/// Gives learners their turns, until one has solved the task. Why it ended. A solution that is no short account of the
/// examples is kept while others are tried: the shortest account wins, whose turn ever it was.
pub(super) fn learn(
    prepared: &Prepared<'_>,
    Schedule { mut learners, turns, challengers, .. }: Schedule,
    budget: &mut Budget,
    found: &mut Found<'_>,
) -> StopReason {
    let mut stop = StopReason::Exhausted;
    let mut shortest = Shortest { prepared, ledger: None, kept: None };
    for (index, effort) in turns {
        let learner = match shortest.leaves_a_turn_to(index, &challengers) {
            true => learners.get(index),
            false => continue,
        };
        if !learner.accepts(prepared) {
            continue;
        }
        let reported = (found.problems.len(), found.excuses.len());
        let failing = budget.control().least_unsatisfied();
        let before = std::mem::take(&mut found.choice);
        found.to_beat = shortest.account().map(Account::to_beat);
        let ended = learner.learn(prepared, effort, budget, found);
        let is_better = budget.control().least_unsatisfied() < failing;
        if found.choice.is_empty() || (ended != Ended::Solved && !is_better && !before.is_empty()) {
            // Who satisfies no more examples than those before has nothing to say.
            found.choice = before;
        }
        match ended {
            Ended::Solved if shortest.account().is_none() => {
                let is_challenged = challengers.iter().any(|one| one.whom == index);
                if !is_challenged || found.says_little(prepared, budget) {
                    return StopReason::Solved;
                }
            }
            Ended::Stopped(reason) => stop = reason,
            // Whoever had all that is left has the last word.
            Ended::Exhausted if effort == Effort::All => stop = StopReason::Exhausted,
            Ended::Solved | Ended::Exhausted | Ended::OutOfPatience => {}
        }
        let is_account = ended == Ended::Solved
            || found.choice.insists
            || (shortest.account().is_some() && effort == Effort::All);
        if is_account && !found.choice.is_empty() && !shortest.take(index, ended, found, budget) {
            // What it could not do is no problem of the solution that is kept.
            found.problems.truncate(reported.0);
            found.excuses.truncate(reported.1);
        }
        let has_something = !found.choice.is_empty() || shortest.account().is_some();
        if has_something && budget.over().is_some() {
            break;
        }
    }
    budget.keep_reserve(Reserve::Nothing);
    match shortest.kept.map(|kept| found.choose(kept.0)) {
        None | Some(StopReason::Exhausted) => stop,
        Some(of_account) => of_account,
    }
}

/// The shortest account of the examples so far.
struct Shortest<'a> {
    prepared: &'a Prepared<'a>,
    ledger: Option<Ledger<'a>>,
    /// With the learner whose it is. Boxed, so that nothing is read ahead of whether there is one: that would be harmless, but
    /// tools that look for uninitialised memory tell.
    kept: Option<Box<(Account, usize)>>,
}

impl Shortest<'_> {
    fn account(&self) -> Option<&Account> {
        self.kept.as_deref().map(|(account, _)| account)
    }

    /// Whether a learner is still asked: always before there is an account, and then only where it is not short.
    fn leaves_a_turn_to(&self, learner: usize, challengers: &[Challenger]) -> bool {
        let Some((account, solver)) = self.kept.as_deref() else { return true };
        let asked = |one: &&Challenger| (one.who, one.whom) == (learner, *solver);
        challengers.iter().filter(asked).any(|one| {
            let above = if account.fails() { one.above_with_slips } else { one.above };
            account.share() > above
        })
    }

    /// Keeps what a learner chose, if it is the shortest account. Whether it is.
    fn take(
        &mut self,
        learner: usize,
        ended: Ended,
        found: &mut Found<'_>,
        budget: &mut Budget,
    ) -> bool {
        let ledger = self.ledger.get_or_insert_with(|| Ledger::new(self.prepared));
        let stop = match ended {
            Ended::Solved => StopReason::Solved,
            Ended::Stopped(reason) => reason,
            Ended::Exhausted | Ended::OutOfPatience => StopReason::Exhausted,
        };
        let account = found.account(ledger, stop, budget);
        let is_shortest = self.account().is_none_or(|kept| account.is_shorter_than(kept));
        if is_shortest {
            self.kept = Some(Box::new((account, learner)));
        }
        is_shortest
    }
}
