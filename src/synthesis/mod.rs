//! From a task to its solution.

mod budget;
mod problem;
mod check;
mod deduction;
mod vote;

use crate::engine::Engine;
use crate::rule::Domain;
use crate::sample::Random;
use crate::solution::{Problem, Solution, Statistics, StopReason, Success, Unsatisfied};
use crate::task::Task;
use budget::Budget;
use check::Checker;
use deduction::Deduction;
use problem::Prepared;
use std::time::Duration;

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

    /// Solves a task. It always comes back, at the latest a little after the task's timeout, with
    /// the best that was found by then.
    pub fn solve(&self, task: &Task) -> Solution {
        solve_task(task)
    }
}

fn solve_task(task: &Task) -> Solution {
    let mut budget = Budget::new(task);
    let prepared = Prepared::new(task);
    let mut solution = Solution {
        success: Success::None,
        stop: StopReason::Exhausted,
        grammar: None,
        unsatisfied: Vec::new(),
        problems: prepared.problems.clone(),
        answers: Vec::new(),
        alternatives: Vec::new(),
        statistics: Statistics::default(),
    };
    if task.support.is_empty() {
        solution.problems.push(Problem::NoExamples);
    }
    if task.domain == Some(Domain::Numbers) {
        solution.problems.push(Problem::NumbersNotSupported);
    } else if prepared.is_solvable() && !task.support.is_empty() {
        solve(task, &prepared, &mut budget, &mut solution);
    }
    vote::fill_in_missing(task, &mut solution);
    solution.statistics.steps = budget.steps;
    solution.statistics.programs = budget.programs;
    solution
}

fn solve(task: &Task, prepared: &Prepared, budget: &mut Budget, solution: &mut Solution) {
    let mut checker = Checker::new(prepared);
    let mut deduction = Deduction { prepared, budget, random: Random::new(task.seed) };
    deduction.budget.keep_reserve(true);
    let mut deduced = deduction.solve_all(&mut checker);
    deduction.budget.keep_reserve(false);
    if deduced.leaves.is_empty() {
        solution.problems.extend(prepared.unexplained_tokens());
        if deduced.stop == StopReason::Exhausted {
            solution.problems.push(Problem::OutsideClass);
        }
        deduced.leaves = deduction.solve_most();
    }
    solution.stop = deduced.stop;
    let random = deduction.random.clone();
    solution.statistics.solving = budget.solved.unwrap_or_else(|| budget.elapsed());
    solution.statistics.leaves = deduced.leaves.len();
    vote::decide(prepared, &deduced, random, &mut checker, budget, solution);
    if let Some(grammar) = &solution.grammar {
        let failing = checker.all_failing(grammar, budget);
        solution.success = if failing.is_empty() { Success::Solved } else { Success::Best };
        if !failing.is_empty() && solution.stop == StopReason::Solved {
            // Those that could be solved from are satisfied; others contradict them, or are too long.
            solution.stop = StopReason::Exhausted;
        }
        for index in failing {
            let pair = &prepared.pairs[index];
            for &example in &pair.examples {
                let evaluation = grammar.apply(&task.support[example].0);
                let instead = evaluation.text().map(str::to_owned);
                solution.unsatisfied.push(Unsatisfied { example, instead });
            }
        }
        solution.unsatisfied.sort_by_key(|unsatisfied| unsatisfied.example);
    }
    solution.statistics.ranking = budget.elapsed() - solution.statistics.solving;
}
