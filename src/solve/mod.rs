//! From a task to its solution, on one page: read, set wrong examples aside, learn, vote, conclude.

mod turns;
mod pinned;
mod questions;
mod vote;
mod conclude;
mod remarks;

#[cfg(test)]
pub(crate) use conclude::MOST_LOOKED_AT;
pub(crate) use conclude::best_so_far;

use crate::budget::{Budget, Phase};
use crate::judge::{self, Ballot, Found};
use crate::learn::noise;
use crate::learn::schedule::Schedule;
use crate::pin::PinnedTask;
use crate::prepare::Prepared;
use crate::solution::{Problem, Solution, StopReason};
use crate::task::{Normal, Task};
use conclude::{conclude, nothing};
use pinned::WithPins;
use turns::learn;
use vote::vote;

/// What a search leaves behind. To let go of it takes a while where there are many examples, which nobody
/// has to wait for.
#[derive(Default)]
pub(crate) struct Remains<'t> {
    _prepared: Option<Prepared<'t>>,
    _ballots: Vec<Ballot>,
}

/// Solves a task on this thread, by the learners of a schedule.
pub(crate) fn run<'t>(
    task: &'t Task,
    schedule: Schedule,
    budget: &mut Budget,
) -> (Solution, Remains<'t>) {
    let mut solution = nothing(StopReason::Exhausted, task);
    let mut remains = Remains::default();
    let interrupted = budget.over();
    budget.control().set_phase(Phase::Solving);
    // First, because there is one for each query in any case; and that takes its time if there are many.
    solution.answers = judge::unanswered(task, usize::MAX);
    budget.control().keep(size_of_val(&*solution.answers));
    // Whether everything was read.
    let mut is_whole = false;
    if task.enabled().next().is_none() && task.pinned.is_none() {
        solution.problems.push(Problem::NoExamples);
    } else if interrupted.is_none() {
        let (problem, pinned) = pinned::usable(task);
        solution.problems.extend(problem);
        match pinned {
            None => {
                (remains, is_whole) = read_and_solve(task, None, schedule, budget, &mut solution);
            }
            Some(pinned) => {
                let with = PinnedTask::new(task, pinned, Normal::of(task).of_inputs());
                let pins = Some((pinned, &with));
                (_, is_whole) = read_and_solve(&with.task, pins, schedule, budget, &mut solution);
            }
        }
    }
    if !is_whole {
        solution.stop = budget.over().unwrap_or(StopReason::Exhausted);
    }
    // Where all was ruled out, there mostly is a problem that says more.
    let is_said = solution.stop == StopReason::Exhausted && !solution.problems.is_empty();
    let mut answers = solution.answers.iter();
    if solution.grammar.is_none() && !is_said && answers.any(|answer| answer.text.is_none()) {
        solution.problems.push(Problem::NoGrammar(solution.stop));
    }
    let message = budget.control().callback_panic();
    solution.problems.extend(message.map(Problem::CallbackFailed));
    solution.statistics.steps = budget.steps;
    solution.statistics.programs = budget.programs;
    budget.control().set_counts(budget.steps, budget.programs);
    (solution, remains)
}

/// Reads a task and solves it. Whether all of it was read.
fn read_and_solve<'t>(
    task: &'t Task,
    pinned: WithPins<'t>,
    schedule: Schedule,
    budget: &mut Budget,
    solution: &mut Solution,
) -> (Remains<'t>, bool) {
    let mut prepared = Prepared::new(task, budget);
    budget.control().set_normal(prepared.normal);
    solution.problems.append(&mut prepared.problems);
    let mut ballots = Vec::new();
    if let Some((_, with)) = pinned {
        prepared.own = with.own;
    }
    if !prepared.stopped {
        ballots = solve(&mut prepared, pinned, schedule, budget, solution);
    }
    let is_whole = !prepared.stopped;
    (Remains { _prepared: Some(prepared), _ballots: ballots }, is_whole)
}

/// Solves a task that was read; gives the votes that it is done with.
fn solve(
    prepared: &mut Prepared<'_>,
    pinned: WithPins<'_>,
    schedule: Schedule,
    budget: &mut Budget,
    solution: &mut Solution,
) -> Vec<Ballot> {
    if prepared.task.noise {
        if prepared.is_about_numbers() {
            solution.problems.push(Problem::NoiseOfNumbers);
            return conclude(prepared, (Vec::new(), None), StopReason::Exhausted, budget, solution);
        }
        if prepared.too_many_symbols().is_none() {
            solution.problems.extend(noise::set_aside(prepared, budget));
        }
    }
    let pins = pinned.map(|(pinned, with)| (with, pinned::pins(prepared, pinned)));
    let (stop, mut found) = match &pins {
        Some((with, pins)) => {
            let (stop, reports) = pinned::learn(prepared, with, pins, schedule, budget);
            (stop, reports.found(prepared, pins, budget))
        }
        None => {
            let mut found = Found::new(prepared, None, budget);
            (learn(prepared, schedule, budget, &mut found), found)
        }
    };
    let prepared = &*prepared;
    budget.control().set_phase(Phase::Ranking);
    let mut choice = std::mem::take(&mut found.choice);
    judge::obey(&mut choice, prepared, &budget.ticker());
    let votes = vote(prepared, choice, budget, &mut found, solution);
    solution.problems.append(&mut found.problems);
    solution.statistics = found.statistics;
    let ballots = conclude(prepared, votes, stop, budget, solution);
    remarks::add(prepared, found.excuses, pinned, budget, solution);
    ballots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Watch;
    use crate::engine::Engine;
    use crate::solution::Success;
    use crate::task::Strategy;

    /// What a search says of itself right before it is done.
    fn last_phase(support: &[(&str, &str)]) -> Phase {
        let mut task = Task::new();
        support.iter().for_each(|(input, output)| task.add_example(*input, *output));
        let control = Engine::new(&Default::default()).unwrap().control(&task);
        let mut budget = Budget::new(Watch::new(control.clone(), None));
        let (solution, _) = run(&task, Schedule::of(Strategy::Deduce), &mut budget);
        assert_eq!(solution.success, Success::Solved);
        control.progress().phase
    }

    #[test]
    fn every_search_ranks_what_it_found_before_it_is_done() {
        assert_eq!(last_phase(&[("dax", "RED"), ("dax fep", "RED RED")]), Phase::Ranking);
        assert_eq!(last_phase(&[("one", "1"), ("ten", "10"), ("ten one", "11")]), Phase::Ranking);
    }
}
