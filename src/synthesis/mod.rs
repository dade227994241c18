//! From a task to its solution.

mod budget;
mod reading;
mod problem;
mod parallel;
mod blocks;
mod check;
mod deduction;
mod ballot;
mod vote;
mod answers;
mod weigh;
mod numbers;
mod wrong;
#[cfg(feature = "baselines")]
mod baseline;
#[cfg(feature = "neural")]
mod beside;
#[cfg(feature = "neural")]
mod likely;
#[cfg(feature = "neural")]
mod proposing;
#[cfg(not(feature = "neural"))]
#[path = "no_network.rs"]
mod proposing;

use crate::control::{Control, Phase, Watch};
use crate::engine::Engine;
use crate::solution::{Problem, Solution, Statistics, StopReason, Success};
use crate::task::{Strategy, Task};
use answers::{Room, answer};
pub(crate) use budget::Budget;
use deduction::Deduction;
use problem::Prepared;
use std::time::{Duration, Instant};
use weigh::Decision;

/// Steps of deduction before a network is asked, and the grammars that are then tried at most.
const PATIENCE: u64 = 50_000;
const PROPOSALS: u64 = 100_000;

impl Engine {
    /// Learns a grammar from examples, and answers queries by it: [`solve`](Self::solve) with a
    /// task's default settings.
    ///
    /// ```
    /// use blicket::{Engine, EngineOptions};
    /// use std::time::Duration;
    ///
    /// let engine = Engine::new(&EngineOptions::default())?;
    /// let support = [("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED RED")];
    /// let solution = engine.synthesize(support, ["lug fep"], Duration::from_secs(1));
    /// assert_eq!(solution.answers[0].text.as_deref(), Some("BLUE BLUE BLUE"));
    /// # Ok::<(), blicket::DeviceUnavailable>(())
    /// ```
    pub fn synthesize<'a>(
        &self,
        support: impl IntoIterator<Item = (&'a str, &'a str)>,
        queries: impl IntoIterator<Item = &'a str>,
        timeout: Duration,
    ) -> Solution {
        let mut task = Task::new();
        support.into_iter().for_each(|(input, output)| task.add_example(input, output));
        queries.into_iter().for_each(|query| task.add_query(query));
        task.timeout = timeout;
        self.solve(&task)
    }

    /// Solves a task. It always comes back, at the latest a moment after the task's timeout, with the
    /// best that was found by then.
    pub fn solve(&self, task: &Task) -> Solution {
        run(task, &mut Budget::new(Watch::new(self.control(task), None)))
    }
}

/// Solves a task on this thread.
pub(crate) fn run(task: &Task, budget: &mut Budget) -> Solution {
    let mut solution = nothing(StopReason::Exhausted);
    let interrupted = budget.over();
    budget.control().set_phase(Phase::Solving);
    // What is over is not even read.
    let is_read = interrupted.is_none() && !task.support.is_empty();
    let prepared = is_read.then(|| Prepared::new(task, budget));
    if task.support.is_empty() {
        solution.problems.push(Problem::NoExamples);
    }
    match prepared {
        Some(prepared) if !prepared.stopped => {
            solve_prepared(task, prepared, budget, &mut solution);
        }
        unread => {
            solution.problems.extend(unread.into_iter().flat_map(|prepared| prepared.problems));
            solution.stop = budget.over().unwrap_or(StopReason::Exhausted);
            let room = Room::within(budget.control());
            answer(task, &mut solution, Vec::new(), room, &mut || true);
        }
    }
    let message = budget.control().callback_panic();
    solution.problems.extend(message.map(Problem::CallbackFailed));
    solution.statistics.steps = budget.steps;
    solution.statistics.programs = budget.programs;
    budget.control().set_counts(budget.steps, budget.programs);
    solution
}

/// Solves a task that was read.
fn solve_prepared(
    task: &Task,
    mut prepared: Prepared,
    budget: &mut Budget,
    solution: &mut Solution,
) {
    solution.problems.append(&mut prepared.problems);
    let about_numbers = numbers::is_about_numbers(task);
    let noise = task.noise && !about_numbers && !task.strategy.is_baseline();
    if noise && prepared.too_many_symbols().is_none() {
        solution.problems.extend(wrong::set_aside(task, &mut prepared, budget));
    }
    let decision = match task.strategy {
        #[cfg(feature = "baselines")]
        Strategy::Prior | Strategy::Mcmc | Strategy::Enumerate | Strategy::DeepCoder => {
            let solved = baseline::solve(task, &prepared, budget, solution);
            solution.problems.extend(solved.err());
            Decision::default()
        }
        _ if task.noise && about_numbers => {
            solution.problems.push(Problem::NoiseOfNumbers);
            Decision::default()
        }
        Strategy::Neural | Strategy::Greedy => propose(task, &prepared, budget, solution),
        _ if about_numbers => solve_numbers(task, &prepared, budget, solution),
        _ => solve(task, &prepared, budget, solution),
    };
    conclude(task, decision, budget, solution);
    let by_heart = solution.grammar.as_ref().map(|g| prepared.by_heart(g)).unwrap_or_default();
    if !by_heart.is_empty() {
        solution.problems.push(Problem::ByHeart(by_heart));
    }
}

fn nothing(stop: StopReason) -> Solution {
    Solution {
        success: Success::None,
        stop,
        grammar: None,
        unsatisfied: Vec::new(),
        problems: Vec::new(),
        answers: Vec::new(),
        alternatives: Vec::new(),
        statistics: Statistics::default(),
    }
}

/// Solves a task by what a network proposes.
fn propose(
    task: &Task,
    prepared: &Prepared,
    budget: &mut Budget,
    solution: &mut Solution,
) -> Decision {
    let decision = proposing::solve(task, prepared, u64::MAX, budget, solution);
    decision.unwrap_or_else(|problem| {
        solution.problems.push(problem);
        Decision::default()
    })
}

/// The same where deduction's class of grammars ends, or its patience: if there is a network, and if
/// what it proposes satisfies every example.
fn propose_beyond(
    task: &Task,
    prepared: &Prepared,
    budget: &mut Budget,
    solution: &mut Solution,
) -> Option<Decision> {
    if task.strategy != Strategy::Hybrid || budget.over().is_some() {
        return None;
    }
    let decision = proposing::solve(task, prepared, PROPOSALS, budget, solution).ok()?;
    (solution.stop == StopReason::Solved).then_some(decision)
}

/// Solves a task of numbers.
fn solve_numbers(
    task: &Task,
    prepared: &Prepared,
    budget: &mut Budget,
    solution: &mut Solution,
) -> Decision {
    let decision = numbers::solve(task, prepared, budget, solution);
    match solution.stop {
        StopReason::Exhausted => {
            propose_beyond(task, prepared, budget, solution).unwrap_or(decision)
        }
        _ => decision,
    }
}

/// Solves a task of tokens.
fn solve(
    task: &Task,
    prepared: &Prepared,
    budget: &mut Budget,
    solution: &mut Solution,
) -> Decision {
    if let Some(problem) = prepared.too_many_symbols() {
        solution.problems.push(problem);
        return propose_beyond(task, prepared, budget, solution).unwrap_or_default();
    }
    let control = budget.control().clone();
    let mut deduction = Deduction::new(prepared, task, budget);
    deduction.budget.keep_reserve(true);
    if task.strategy == Strategy::Hybrid {
        deduction.patience = deduction.budget.steps + PATIENCE;
    }
    let mut deduced = deduction.solve_all();
    if deduced.leaves.is_empty() || deduced.stop == StopReason::Running {
        if let Some(decision) = propose_beyond(task, prepared, deduction.budget, solution) {
            return decision;
        }
        if deduced.stop == StopReason::Running {
            deduction.patience = u64::MAX;
            deduced = deduction.solve_all();
        }
    }
    deduction.budget.keep_reserve(false);
    if deduced.leaves.is_empty() && deduction.budget.interrupted() {
        // There is nothing to weigh; and to look over many examples in vain takes its time.
        solution.stop = deduced.stop;
        solution.statistics.solving = deduction.budget.elapsed();
        return Decision::default();
    }
    if deduced.leaves.is_empty() {
        let stop = &mut deduction.budget.deadline();
        solution.problems.extend(prepared.unexplained_tokens(stop));
        if deduced.stop == StopReason::Exhausted {
            solution.problems.push(Problem::OutsideClass);
        }
        deduced.leaves = deduction.solve_most();
    }
    let Deduction { mut checker, budget, .. } = deduction;
    solution.stop = deduced.stop;
    solution.statistics.solving = budget.solved.unwrap_or_else(|| budget.elapsed());
    solution.statistics.leaves = deduced.leaves.len();
    control.set_phase(Phase::Ranking);
    let mut decision = weigh::decide(task, prepared, &deduced, &mut checker, budget);
    if let Some(grammar) = decision.grammar.take() {
        checker.offer_in_time(grammar, budget);
    }
    decision
}

/// The best so far and what was decided beside become the solution.
fn conclude(task: &Task, decision: Decision, budget: &Budget, solution: &mut Solution) {
    let control = budget.control();
    solution.alternatives = decision.alternatives;
    take_best(control, solution);
    if solution.success == Success::Best && solution.stop == StopReason::Solved {
        // Those that could be solved from are satisfied; others contradict them, or are too long.
        solution.stop = StopReason::Exhausted;
    }
    let mut grace = None;
    let mut stop = || budget.interrupted() && grace.get_or_insert_with(|| budget.grace())();
    answer(task, solution, decision.ballots, Room::within(control), &mut stop);
    // Last, so that whatever is missing has its reason.
    if let Some(reason) = budget.interruption() {
        solution.stop = reason;
    }
    if solution.grammar.is_none() && solution.stop == StopReason::Exhausted {
        // Even if no grammar satisfies all examples, there is one that satisfies the most.
        solution.stop = budget.over().unwrap_or(StopReason::Exhausted);
    }
    solution.statistics.ranking = budget.elapsed() - solution.statistics.solving;
}

/// The best so far becomes the solution's grammar.
fn take_best(control: &Control, solution: &mut Solution) {
    let Some(best) = control.best() else { return };
    solution.success = if best.unsatisfied.is_empty() { Success::Solved } else { Success::Best };
    solution.grammar = Some(best.grammar.clone());
    solution.unsatisfied.clone_from(&best.unsatisfied);
}

/// For how long the best so far of a search that still runs answers queries: a host may ask for it in
/// every frame that it draws.
const A_LOOK: Duration = Duration::from_millis(5);

/// The best so far of a search that still runs. The grammar answers queries alone: nobody has voted.
pub(crate) fn best_so_far(task: &Task, control: &Control) -> Solution {
    let mut solution = nothing(StopReason::Running);
    take_best(control, &mut solution);
    let start = Instant::now();
    let mut stop = || start.elapsed() >= A_LOOK;
    answer(task, &mut solution, Vec::new(), Room::beside(control), &mut stop);
    let progress = control.progress();
    solution.statistics.steps = progress.steps;
    solution.statistics.programs = progress.programs;
    solution.statistics.solving = progress.elapsed;
    solution
}
