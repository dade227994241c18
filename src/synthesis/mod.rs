//! From a task to its solution.

mod budget;
mod reading;
mod listed;
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
use crate::solution::{Problem, Solution, Statistics, StopReason, Success, Unsatisfied};
use crate::task::{Strategy, Task};
use answers::{Room, answer, unanswered};
use ballot::Ballot;
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
        run(task, &mut Budget::new(Watch::new(self.control(task), None))).0
    }
}

/// What a search leaves behind. To let go of it takes a while where there are many examples, which nobody
/// has to wait for.
#[derive(Default)]
pub(crate) struct Remains {
    prepared: Option<Prepared>,
    ballots: Vec<Ballot>,
}

/// Solves a task on this thread.
pub(crate) fn run(task: &Task, budget: &mut Budget) -> (Solution, Remains) {
    let mut solution = nothing(StopReason::Exhausted);
    let mut remains = Remains::default();
    let interrupted = budget.over();
    budget.control().set_phase(Phase::Solving);
    // First, because there is one for each query in any case; and that takes its time if there are many.
    solution.answers = unanswered(task, usize::MAX);
    budget.control().keep(size_of_val(&*solution.answers));
    // What is over is not even read.
    let is_read = interrupted.is_none() && !task.support.is_empty();
    remains.prepared = is_read.then(|| Prepared::new(task, budget));
    if task.support.is_empty() {
        solution.problems.push(Problem::NoExamples);
    }
    if let Some(prepared) = &mut remains.prepared {
        solution.problems.append(&mut prepared.problems);
    }
    match &mut remains.prepared {
        Some(prepared) if !prepared.stopped => {
            remains.ballots = solve_prepared(task, prepared, budget, &mut solution);
        }
        _ => solution.stop = budget.over().unwrap_or(StopReason::Exhausted),
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

/// Solves a task that was read; gives the votes that it is done with.
fn solve_prepared(
    task: &Task,
    prepared: &mut Prepared,
    budget: &mut Budget,
    solution: &mut Solution,
) -> Vec<Ballot> {
    let about_numbers = numbers::is_about_numbers(task);
    let noise = task.noise && !about_numbers && !task.strategy.is_baseline();
    if noise && prepared.too_many_symbols().is_none() {
        solution.problems.extend(wrong::set_aside(task, prepared, budget));
    }
    let mut no_network = None;
    let decision = match task.strategy {
        #[cfg(feature = "baselines")]
        Strategy::Prior | Strategy::Mcmc | Strategy::Enumerate | Strategy::DeepCoder => {
            let solved = baseline::solve(task, prepared, budget, solution);
            solution.problems.extend(solved.err());
            Decision::default()
        }
        _ if task.noise && about_numbers => {
            solution.problems.push(Problem::NoiseOfNumbers);
            Decision::default()
        }
        Strategy::Neural | Strategy::Greedy => propose(task, prepared, budget, solution),
        _ if about_numbers => solve_numbers(task, prepared, budget, solution, &mut no_network),
        _ => solve(task, prepared, budget, solution, &mut no_network),
    };
    let ballots = conclude(task, decision, budget, solution);
    // Nor could a network satisfy examples that contradict others.
    let mut left = solution.unsatisfied.iter();
    let is_open = |one: &Unsatisfied| prepared.is_open(one.example, about_numbers);
    if solution.grammar.is_none() || left.any(is_open) {
        solution.problems.extend(no_network);
    }
    let by_heart = solution.grammar.as_ref().map(|g| prepared.by_heart(g)).unwrap_or_default();
    if !by_heart.is_empty() {
        solution.problems.push(Problem::ByHeart(by_heart));
    }
    ballots
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
/// what it proposes satisfies every example. That there is none is a problem only if the task is not
/// solved without.
fn propose_beyond(
    task: &Task,
    prepared: &Prepared,
    budget: &mut Budget,
    solution: &mut Solution,
    no_network: &mut Option<Problem>,
) -> Option<Decision> {
    if task.strategy != Strategy::Hybrid || budget.over().is_some() {
        return None;
    }
    match proposing::solve(task, prepared, PROPOSALS, budget, solution) {
        Ok(decision) => (solution.stop == StopReason::Solved).then_some(decision),
        Err(problem) => {
            *no_network = Some(problem).filter(|it| matches!(it, Problem::NoNetwork(_)));
            None
        }
    }
}

/// Solves a task of numbers.
fn solve_numbers(
    task: &Task,
    prepared: &Prepared,
    budget: &mut Budget,
    solution: &mut Solution,
    no_network: &mut Option<Problem>,
) -> Decision {
    let decision = numbers::solve(task, prepared, budget, solution);
    let stop = solution.stop;
    if stop == StopReason::Solved {
        return decision;
    }
    // Also in what was kept back of time and steps.
    let proposed = propose_beyond(task, prepared, budget, solution, no_network);
    if proposed.is_none() && solution.stop == StopReason::Exhausted {
        solution.stop = stop;
    }
    proposed.unwrap_or(decision)
}

/// Solves a task of tokens.
fn solve(
    task: &Task,
    prepared: &Prepared,
    budget: &mut Budget,
    solution: &mut Solution,
    no_network: &mut Option<Problem>,
) -> Decision {
    if let Some(problem) = prepared.too_many_symbols() {
        solution.problems.push(problem);
        return propose_beyond(task, prepared, budget, solution, no_network).unwrap_or_default();
    }
    let control = budget.control().clone();
    let mut deduction = Deduction::new(prepared, task, budget);
    deduction.budget.keep_reserve(true);
    if task.strategy == Strategy::Hybrid {
        deduction.patience = deduction.budget.steps + PATIENCE;
    }
    let mut deduced = deduction.solve_all();
    if deduced.leaves.is_empty() || deduced.stop == StopReason::Running {
        let budget = &mut *deduction.budget;
        if let Some(decision) = propose_beyond(task, prepared, budget, solution, no_network) {
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

/// The best so far and what was decided beside become the solution. Gives the votes, now without texts.
fn conclude(
    task: &Task,
    decision: Decision,
    budget: &Budget,
    solution: &mut Solution,
) -> Vec<Ballot> {
    let mut ballots = decision.ballots;
    let control = budget.control();
    solution.alternatives = decision.alternatives;
    take_best(control, solution);
    if solution.success == Success::Best && solution.stop == StopReason::Solved {
        // Those that could be solved from are satisfied; others contradict them, or are too long.
        solution.stop = StopReason::Exhausted;
    }
    let mut grace = None;
    let mut stop = || budget.interrupted() && grace.get_or_insert_with(|| budget.grace())();
    answer(task, solution, &mut ballots, Room::within(control), &mut stop);
    // Last, so that whatever is missing has its reason.
    if let Some(reason) = budget.interruption() {
        solution.stop = reason;
    }
    if solution.grammar.is_none() && solution.stop == StopReason::Exhausted {
        // Even if no grammar satisfies all examples, there is one that satisfies the most.
        solution.stop = budget.over().unwrap_or(StopReason::Exhausted);
    }
    solution.statistics.ranking = budget.elapsed() - solution.statistics.solving;
    ballots
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
/// For how many queries it has answers then: to write down that a million have none would take longer.
const MOST_LOOKED_AT: usize = 10_000;

/// The best so far of a search that still runs. The grammar answers queries alone: nobody has voted.
pub(crate) fn best_so_far(task: &Task, control: &Control) -> Solution {
    let mut solution = nothing(StopReason::Running);
    take_best(control, &mut solution);
    let start = Instant::now();
    let mut stop = || start.elapsed() >= A_LOOK;
    solution.answers = unanswered(task, MOST_LOOKED_AT);
    answer(task, &mut solution, &mut [], Room::beside(control), &mut stop);
    if solution.grammar.is_none() && !task.queries.is_empty() {
        solution.problems.push(Problem::NoGrammar(StopReason::Running));
    }
    let progress = control.progress();
    solution.statistics.steps = progress.steps;
    solution.statistics.programs = progress.programs;
    solution.statistics.solving = progress.elapsed;
    solution
}
