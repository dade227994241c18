//! A task that was solved before is not searched for again: what came of it is kept with what is known of it.

use crate::budget::{Best, Budget};
use crate::learn::schedule::Schedule;
use crate::solution::{Answer, Problem, Solution, StopReason};
use crate::solve::{self, Remains};
use crate::task::{Normal, Task, TaskOption};
use std::sync::Arc;

/// What came of a task.
struct Kept {
    solution: Solution,
    best: Arc<Best>,
    normal: Normal,
}

/// The most bytes of a solution that is kept, about: there may be a hundred of them.
const MOST_BYTES: usize = 1 << 16;

/// Solves a task by its strategy, unless it was solved before.
pub(crate) fn solve<'t>(task: &'t Task, budget: &mut Budget) -> (Solution, Remains<'t>) {
    let key = if budget.over().is_none() { key(task, budget) } else { None };
    if let Some(key) = &key
        && let Some(solution) = known(task, key, budget)
    {
        return (solution, Remains::default());
    }
    let (solution, remains) = solve::run(task, Schedule::of(task.strategy), budget);
    if let Some(key) = key {
        keep(task, &key, &solution, budget);
    }
    (solution, remains)
}

/// All that a solution follows from, in few bytes: the task, what a search may take, and the networks that there are.
/// `None` if the search is over before all of a large task was read.
fn key(task: &Task, budget: &Budget) -> Option<Vec<u8>> {
    // All fields by name, so that nobody adds one that is forgotten here. Some are among the options.
    let Task {
        support,
        disabled: _,
        pinned: _,
        queries,
        negatives,
        questions,
        question_pool,
        memo,
        domain: _,
        strategy: _,
        seed: _,
        timeout: _,
        step_limit: _,
        use_query_inputs: _,
        noise: _,
        normalisation: _,
    } = task;
    let (mut digest, ticker) = (memo.digest(), budget.ticker());
    for (input, output) in support {
        digest.add(input.as_bytes());
        digest.add(output.as_bytes());
        if ticker.tick(1) {
            return None;
        }
    }
    for list in [queries, question_pool] {
        for text in list {
            digest.add(text.as_bytes());
            if ticker.tick(1) {
                return None;
            }
        }
        digest.add(&list.len().to_le_bytes());
    }
    for (input, output) in negatives {
        digest.add(input.as_bytes());
        digest.add(output.as_deref().unwrap_or_default().as_bytes());
        digest.add(&[u8::from(output.is_some())]);
    }
    let counts = [support.len(), negatives.len(), *questions];
    counts.iter().for_each(|count| digest.add(&count.to_le_bytes()));
    for option in TaskOption::ALL.iter().filter(|option| **option != TaskOption::TimeoutMs) {
        digest.add(task.get(option.name()).unwrap_or_default().as_bytes());
    }
    digest.add(&budget.control().memory_left().to_le_bytes());
    digest.add(budget.control().networks().name().as_bytes());
    Some([b's'].into_iter().chain(digest.bytes()).collect())
}

/// The solution of a task that was solved before, as if it had just been found.
fn known(task: &Task, key: &[u8], budget: &mut Budget) -> Option<Solution> {
    let kept = task.memo.thing::<Kept>(key)?;
    let control = budget.control();
    control.set_normal(kept.normal);
    control.insist_on(Best::clone(&kept.best));
    let mut solution = kept.solution.clone();
    let statistics = &mut solution.statistics;
    (statistics.solving, statistics.ranking) = (budget.elapsed(), Default::default());
    (budget.steps, budget.programs) = (statistics.steps, statistics.programs);
    budget.control().set_counts(budget.steps, budget.programs);
    Some(solution)
}

/// Whether a problem is one of the task, which has it whenever it is solved.
fn is_of_task(problem: &Problem) -> bool {
    matches!(
        problem,
        Problem::Contradiction { .. }
            | Problem::EmptyInput(_)
            | Problem::TooLong { .. }
            | Problem::ByHeart(_)
            | Problem::More { .. }
    )
}

/// Keeps a solution, if the search came to its end and nothing was amiss but in the task.
fn keep(task: &Task, key: &[u8], solution: &Solution, budget: &Budget) {
    let is_whole = solution.stop == StopReason::Solved && solution.problems.iter().all(is_of_task);
    if !is_whole || budget.interrupted() || bytes(solution) > MOST_BYTES {
        return;
    }
    let Some(best) = budget.control().best() else { return };
    let (solution, normal) = (solution.clone(), budget.control().normal());
    task.memo.keep_thing(key, Arc::new(Kept { solution, best, normal }));
}

/// What a solution takes, about.
fn bytes(solution: &Solution) -> usize {
    let answers = solution.answers.iter();
    let texts = |it: &Answer| {
        it.text.iter().chain(it.stuck.iter().flatten()).map(String::len).sum::<usize>()
    };
    let answers = answers.map(|it| size_of_val(it) + texts(it));
    let rules = solution.grammar.iter().chain(solution.alternatives.iter().map(|(it, _)| it));
    answers.sum::<usize>() + rules.map(|grammar| 200 * grammar.rules().len()).sum::<usize>()
}
