//! Lint by learning: examples that learning takes for slips are remarks like others.

use crate::arrange::Arrange;
use crate::engine::Engine;
use crate::lint::{Remark, lint_examples};
use crate::solution::Problem;
use crate::task::Task;

impl Task {
    /// What [`lint_examples`] says about its examples, but for those that are disabled. Nothing is learnt.
    pub fn lint(&self) -> Vec<Remark> {
        let is_enabled = |index: &usize| !self.disabled.contains(index);
        let places: Vec<usize> = (0..self.support.len()).filter(is_enabled).collect();
        let enabled: Vec<(String, String)> = self.enabled().cloned().collect();
        let mut remarks = lint_examples(&enabled);
        for remark in &mut remarks {
            remark.example = places[remark.example];
            remark.other = remark.other.map(|other| places[other]);
        }
        remarks
    }
}

impl Engine {
    /// Everything that is to be said about the examples of a task, in their order: what [`Task::lint`] says and, by
    /// learning, examples that cost the grammar a rule of their own, with the output that would need none. It takes as long
    /// as learning.
    pub fn lint(&self, task: &Task) -> Vec<Remark> {
        let mut remarks = task.lint();
        let is_explained = |example: usize| {
            let mut own = remarks.iter().filter(|remark| remark.example == example);
            own.any(|remark| remark.suggestion.is_some())
        };
        let mut slips = self.slips(task);
        slips.retain(|slip| !is_explained(slip.example));
        remarks.append(&mut slips);
        remarks.arrange_by_key(|remark| (remark.example, remark.place, remark.kind.number()));
        remarks
    }

    /// Learning says which examples are slips.
    fn slips(&self, task: &Task) -> Vec<Remark> {
        let solution = self.solve(&Task { queries: Vec::new(), questions: 0, ..task.clone() });
        let remark = |problem: Problem| match problem {
            Problem::ProbableSlip { example, meant } => {
                Some(Remark::of_own_rule(example, task.support[example].1.trim(), &meant))
            }
            _ => None,
        };
        solution.problems.into_iter().filter_map(remark).collect()
    }
}
