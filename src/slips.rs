//! Lint by learning: an example that costs the grammar a rule of its own, where without it another output, nearly the same,
//! would follow from the others.

use crate::engine::Engine;
use crate::lint::{Remark, lint_examples};
use crate::task::Task;
use std::collections::HashMap;

/// The most examples that are left out, one after the other, to see what the others say of them.
const MOST_TRIED: usize = 8;
/// The most examples that are looked through.
const MOST_LOOKED_AT: usize = 1_000;
/// How sure what follows from the others has to be.
const SURE: f64 = 0.9;

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
    /// as learning several times.
    pub fn lint(&self, task: &Task) -> Vec<Remark> {
        let mut remarks = task.lint();
        let is_explained = |example: usize| {
            let mut own = remarks.iter().filter(|remark| remark.example == example);
            own.any(|remark| remark.suggestion.is_some())
        };
        let mut slips = self.slips(task);
        slips.retain(|slip| !is_explained(slip.example));
        remarks.append(&mut slips);
        remarks.sort_by_key(|remark| (remark.example, remark.place, remark.kind.number()));
        remarks
    }

    fn slips(&self, task: &Task) -> Vec<Remark> {
        let alone = Task { queries: Vec::new(), questions: 0, ..task.clone() };
        let solution = self.solve(&alone);
        let Some(grammar) = &solution.grammar else { return Vec::new() };
        let rules = grammar.rule_count();
        // By rule, how many examples need it; and by example, which rules it needs.
        let mut needed: HashMap<u32, usize> = HashMap::new();
        let mut needs: Vec<(usize, Vec<u32>)> = Vec::new();
        let unsatisfied: Vec<usize> = solution.unsatisfied.iter().map(|one| one.example).collect();
        for (index, (input, _)) in task.support.iter().enumerate().take(MOST_LOOKED_AT) {
            if task.disabled.contains(&index) || unsatisfied.contains(&index) {
                continue;
            }
            let used: Vec<u32> = grammar.explain(input).rules.into_keys().collect();
            used.iter().for_each(|rule| *needed.entry(*rule).or_default() += 1);
            needs.push((index, used));
        }
        let is_suspect = |(_, used): &&(usize, Vec<u32>)| used.iter().any(|rule| needed[rule] == 1);
        let suspects = needs.iter().filter(is_suspect).map(|(index, _)| *index);
        let mut remarks = Vec::new();
        for index in suspects.take(MOST_TRIED) {
            let (input, output) = &task.support[index];
            let mut others = alone.clone();
            others.disabled.insert(index);
            others.queries.push(input.clone());
            let solution = self.solve(&others);
            let Some(shorter) = &solution.grammar else { continue };
            let Some(answer) = solution.answers.first() else { continue };
            let is_sure = solution.unsatisfied.is_empty() && answer.confidence >= SURE;
            let meant = answer.text.as_deref().filter(|_| is_sure && shorter.rule_count() < rules);
            if let Some(meant) = meant.filter(|meant| is_slip(output, meant)) {
                remarks.push(Remark::of_own_rule(index, output.trim(), meant));
            }
        }
        remarks
    }
}

/// Whether an output becomes another one by one token that is exchanged, left out or put in, or by two neighbours that
/// change places.
fn is_slip(output: &str, meant: &str) -> bool {
    let output: Vec<&str> = output.split_whitespace().collect();
    let meant: Vec<&str> = meant.split_whitespace().collect();
    let same = output.iter().zip(&meant).take_while(|(a, b)| a == b).count();
    let (one, other) = (&output[same..], &meant[same..]);
    let swapped = match (one, other) {
        ([a, b, rest @ ..], [c, d, others @ ..]) => (a, b, rest) == (d, c, others),
        _ => false,
    };
    let exchanged = !one.is_empty() && !other.is_empty() && one[1..] == other[1..];
    let too_many = !one.is_empty() && one[1..] == *other;
    let too_few = !other.is_empty() && *one == other[1..];
    !(one.is_empty() && other.is_empty()) && (exchanged || swapped || too_many || too_few)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_token_makes_a_slip() {
        for (output, meant) in [
            ("TURN ON lamp", "TURN OFF lamp"),
            ("TURN lamp", "TURN ON lamp"),
            ("TURN ON ON lamp", "TURN ON lamp"),
            ("ON TURN lamp", "TURN ON lamp"),
            ("", "A"),
        ] {
            assert!(is_slip(output, meant), "{output} {meant}");
        }
        for (output, meant) in [("A B", "A B"), ("A B C", "C B A"), ("A", "B C"), ("", "A B")] {
            assert!(!is_slip(output, meant), "{output} {meant}");
        }
    }
}
