//! What came of a search becomes its solution; and what there is while it still runs.

use crate::budget::{Budget, Control, Ticker};
use crate::clock::Instant;
use crate::grammar::doubt::Jury;
use crate::judge::{self, Ballot, Room};
use crate::prepare::Prepared;
use crate::solution::{Problem, Solution, StopReason, Success};
use crate::task::Task;
use std::time::Duration;

/// The best so far and what was voted for become the solution. Gives the votes, now without texts.
pub(super) fn conclude(
    prepared: &Prepared<'_>,
    (mut ballots, jury): (Vec<Ballot>, Option<Jury>),
    stop: StopReason,
    budget: &Budget,
    solution: &mut Solution,
) -> Vec<Ballot> {
    let control = budget.control();
    solution.stop = stop;
    take_best(control, solution);
    // A jury that says what the grammar says is nothing to store.
    let jury = jury.or_else(|| {
        // Whatever is stored without votes keeps to the brackets of the examples all the same.
        let grammar = solution.grammar.as_ref()?;
        Jury::of_brackets(judge::brackets_of(prepared.task).not_kept_by(std::iter::once(grammar)))
    });
    if let Some(jury) = jury {
        solution.grammar =
            solution.grammar.take().map(|grammar| match jury.leaves_open(&grammar) {
                true => grammar.with_jury(jury),
                false => grammar,
            });
    }
    if solution.success == Success::Best && solution.stop == StopReason::Solved {
        // Those that could be solved from are satisfied; others contradict them, or are too long.
        solution.stop = StopReason::Exhausted;
    }
    solution.stop = budget.interruption().unwrap_or(solution.stop);
    let ticker = &budget.ticker_with_grace();
    judge::answer(prepared.task, solution, &mut ballots, Room::within(control), ticker);
    // Last, so that whatever is missing has its reason.
    if let Some(reason) = budget.interruption() {
        solution.stop = reason;
    }
    if solution.grammar.is_none() && solution.stop == StopReason::Exhausted {
        // Even if no grammar satisfies all examples, there is one that satisfies the most.
        solution.stop = budget.over().unwrap_or(StopReason::Exhausted);
    }
    let solving = &mut solution.statistics.solving;
    if solving.is_zero() {
        *solving = budget.elapsed();
    }
    solution.statistics.ranking = budget.elapsed() - *solving;
    ballots
}

/// What every solution of a task starts as.
pub(super) fn nothing(stop: StopReason, task: &Task) -> Solution {
    Solution::nothing(stop, task.enabled().count(), task.queries.len())
}

/// The best so far becomes the solution's grammar.
fn take_best(control: &Control, solution: &mut Solution) {
    let Some(best) = control.best() else { return };
    solution.success = if best.unsatisfied.is_empty() { Success::Solved } else { Success::Best };
    solution.grammar = Some(control.normal().stored_in(best.grammar.clone()));
    solution.unsatisfied.clone_from(&best.unsatisfied);
}

/// For how long the best so far of a search that still runs answers queries: a host may ask for it in
/// every frame that it draws.
const A_LOOK: Duration = Duration::from_millis(5);

/// For how many queries it has answers then: to write down that a million have none would take longer.
pub(crate) const MOST_LOOKED_AT: usize = 10_000;

/// The best so far of a search that still runs. The grammar answers queries alone: nobody has voted.
pub(crate) fn best_so_far(task: &Task, control: &Control) -> Solution {
    let mut solution = nothing(StopReason::Running, task);
    take_best(control, &mut solution);
    let ticker = &Ticker::until(Some(Instant::now() + A_LOOK));
    solution.answers = judge::unanswered(task, MOST_LOOKED_AT);
    judge::answer(task, &mut solution, &mut [], Room::beside(control), ticker);
    if solution.grammar.is_none() && !task.queries.is_empty() {
        solution.problems.push(Problem::NoGrammar(StopReason::Running));
    }
    let progress = control.progress();
    solution.statistics.steps = progress.steps;
    solution.statistics.programs = progress.programs;
    solution.statistics.solving = progress.elapsed;
    solution
}
