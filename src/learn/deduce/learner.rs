//! Deduction as a learner.

use super::deduction::{Deduced, Deducing};
use super::leaf::Leaf;
#[cfg(feature = "neural")]
use super::rank::likelihood::Inputs;
use super::unexplained::unexplained_tokens;
#[cfg(feature = "neural")]
use super::weigh::inputs;
use crate::budget::Budget;
use crate::judge::Found;
use crate::learn::{Effort, Ended, Learner};
use crate::prepare::Prepared;
use crate::solution::Problem;

/// Learns grammars of the paper's class.
#[derive(Default)]
pub(crate) struct Deduction {
    /// What came of the last turn, if it cannot come to anything else.
    deduced: Option<Deduced>,
    /// What satisfies some of the examples, if that was looked for.
    most: Option<Vec<Leaf>>,
}

impl Learner for Deduction {
    fn accepts(&self, task: &Prepared<'_>) -> bool {
        !task.is_about_numbers()
    }

    fn learn(
        &mut self,
        task: &Prepared<'_>,
        effort: Effort,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> Ended {
        if let Some(problem) = task.too_many_symbols() {
            if !found.problems.contains(&problem) {
                found.problems.push(problem);
            }
            return Ended::Exhausted;
        }
        let mut deducing = Deducing::new(task, budget, Some(found));
        deducing.most = self.most.take();
        deducing.budget.keep_reserve(true);
        deducing.patience = deducing.budget.steps.saturating_add(effort.steps());
        let mut deduced = self.deduced.take().unwrap_or_else(|| deducing.solve_all());
        let ended = deduced.ended;
        let is_left_open = deduced.leaves.is_empty() || ended == Ended::OutOfPatience;
        if is_left_open && effort != Effort::All {
            self.most = deducing.most;
            self.deduced = Some(deduced).filter(|_| ended != Ended::OutOfPatience);
            return ended;
        }
        deducing.budget.keep_reserve(false);
        if deduced.leaves.is_empty() {
            if deducing.budget.interrupted() {
                // There is nothing to weigh; and to look over many examples in vain takes its time.
                return ended;
            }
            let mut problems = unexplained_tokens(task, &deducing.budget.ticker());
            if ended == Ended::Exhausted {
                problems.push(Problem::OutsideClass);
            }
            deduced.leaves = deducing.solve_most();
            deducing.report(problems);
        }
        deducing.begin_ranking(deduced.leaves.len());
        let choice = deducing.weigh(&deduced);
        found.choice = choice;
        ended
    }
}

impl Deducing<'_, '_> {
    fn report(&mut self, problems: Vec<Problem>) {
        if let Some(found) = &mut self.found {
            found.problems.extend(problems);
        }
    }

    fn begin_ranking(&mut self, leaves: usize) {
        if let Some(found) = &mut self.found {
            found.statistics.leaves = leaves;
            found.begin_ranking(self.budget);
        }
    }
}

/// The inputs by which grammars of the class are weighed; none where the task has too many words for the class.
#[cfg(feature = "neural")]
pub(crate) fn inputs_of(task: &Prepared<'_>) -> Inputs {
    match task.too_many_symbols() {
        None => inputs(task),
        Some(_) => Inputs::new([], 1),
    }
}
