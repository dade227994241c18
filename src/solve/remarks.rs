//! What a person should know of a solution.

use super::pinned::WithPins;
use crate::budget::Budget;
use crate::judge;
use crate::prepare::Prepared;
use crate::solution::{Problem, Solution, Unsatisfied};

/// Adds to a solution what is still to be said of it, now that it has its grammar and answers.
pub(super) fn add(
    prepared: &Prepared<'_>,
    mut excuses: Vec<Problem>,
    pinned: WithPins<'_>,
    budget: &mut Budget,
    solution: &mut Solution,
) {
    let is_about_numbers = prepared.is_about_numbers();
    // Nor could anybody else satisfy examples that contradict others.
    let mut left = solution.unsatisfied.iter();
    let is_open = |one: &Unsatisfied| prepared.is_open(one.example, is_about_numbers);
    if solution.grammar.is_none() || left.any(is_open) {
        solution.problems.append(&mut excuses);
    }
    if let Some(grammar) = &solution.grammar {
        let inputs = judge::denied_inputs(prepared, grammar);
        solution.problems.extend((!inputs.is_empty()).then_some(Problem::NotKept(inputs)));
        if let Some((pinned, _)) = pinned {
            let support = &prepared.task.support;
            let problems = judge::against(pinned, grammar, support, &solution.unsatisfied);
            solution.problems.extend(problems);
        }
        let by_heart = prepared.by_heart(grammar);
        solution.problems.extend((!by_heart.is_empty()).then_some(Problem::ByHeart(by_heart)));
    }
    if let Some(best) = budget.control().best() {
        let slips = judge::slips(prepared, &best.grammar, &solution.unsatisfied, budget);
        solution.problems.extend(slips);
    }
}
