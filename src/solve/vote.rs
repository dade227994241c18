//! Which grammar is returned, and what those that are weighed make of the queries.

use super::questions::ask;
use crate::budget::Budget;
use crate::grammar::doubt::Jury;
use crate::judge::{self, Ballot, Choice, Found};
use crate::prepare::Prepared;
use crate::solution::{Solution, Unsatisfied};

/// Offers the grammar that is to be returned, and lets the weighed ones vote on the queries: by the jury that is stored
/// with it, or all of them where the task says that they are weighed by the queries, too.
pub(super) fn vote(
    prepared: &Prepared<'_>,
    Choice { mut weighed, doubts, unlikely, chosen, variants, last_resort, shown, insists }: Choice,
    budget: &mut Budget,
    found: &mut Found<'_>,
    solution: &mut Solution,
) -> (Vec<Ballot>, Option<Jury>) {
    let listed = weighed.len();
    weighed.extend(doubts);
    // What is said not to be so is refused by the jury.
    let all_vote =
        prepared.task.use_query_inputs && shown.is_empty() && prepared.task.negatives.is_empty();
    let mut ballots = match all_vote {
        true => judge::ballots(prepared, &weighed, budget),
        false => Vec::new(),
    };
    if let Some(chosen) = chosen {
        let mut grammar = chosen.returned(prepared);
        if let Some(mut variants) = variants {
            grammar = judge::agreeing(prepared, grammar, &mut variants, &ballots, budget);
        }
        match insists {
            true => found.insist_on(grammar, budget),
            false => found.offer_last(grammar, budget),
        }
    }
    let best = budget.control().best();
    // Nobody could satisfy examples that contradict others.
    let is_about_numbers = prepared.is_about_numbers();
    let is_open = |one: &&Unsatisfied| prepared.is_open(one.example, is_about_numbers);
    let failed = best.as_ref().map_or(0, |it| it.unsatisfied.iter().filter(is_open).count());
    let unsatisfied = failed as f64 / prepared.task.enabled().count().max(1) as f64;
    let returned = best.as_ref().map(|it| prepared.normal.stored_in(it.grammar.clone()));
    let jury = returned.as_ref().and_then(|returned| {
        judge::jury(prepared, returned, &weighed, &last_resort, shown, unsatisfied, budget)
    });
    if !all_vote {
        ballots = match (&returned, &jury) {
            (Some(returned), Some(jury)) => judge::judged(prepared, returned, jury, budget),
            _ => judge::ballots(prepared, &weighed, budget),
        };
    }
    if prepared.task.questions > 0 {
        let judges = returned.as_ref().zip(jury.as_ref());
        solution.questions = ask(prepared, &weighed, &unlikely, judges, budget);
    }
    weighed.truncate(listed);
    if let Some(best) = best {
        let others = judge::alternatives(weighed, &best.grammar, prepared, budget).into_iter();
        let stored = |(other, weight)| (prepared.normal.stored_in(other), weight);
        solution.alternatives = others.map(stored).collect();
    }
    (ballots, jury)
}
