//! Solving with pinned rules, which are put into all that learners find.

use super::turns;
use crate::budget::Budget;
use crate::grammar::Domain;
use crate::judge::{self, Choice, Found};
use crate::learn::schedule::Schedule;
use crate::pin::{PinnedTask, Pins};
use crate::prepare::{Prepared, is_about_numbers};
use crate::solution::{Problem, Statistics, StopReason};
use crate::task::{Pinned, Task};

/// Pinned rules, and a task with what they say as examples.
pub(super) type WithPins<'t> = Option<(&'t Pinned, &'t PinnedTask)>;

/// The pinned rules of a task, if they give what its examples want; and that they do not.
pub(super) fn usable(task: &Task) -> (Option<Problem>, Option<&Pinned>) {
    let Some(pinned) = &task.pinned else { return (None, None) };
    let has_examples = task.enabled().next().is_some();
    let numbers = is_about_numbers(task);
    let fits = numbers == (pinned.grammar().domain() == Domain::Numbers);
    match fits || !has_examples {
        true => (None, Some(pinned)),
        false => (Some(Problem::PinnedUnusable { numbers }), None),
    }
}

/// The pinned rules as `Found` puts them into all that is found.
pub(super) fn pins(prepared: &Prepared<'_>, pinned: &Pinned) -> Pins {
    let shown = prepared.own_words();
    let normal = prepared.normal.of_inputs();
    Pins::new(pinned, &prepared.vocabulary, normal, |word| shown.contains(&word))
}

/// What learners have found and said.
pub(super) struct Reports {
    choice: Choice,
    problems: Vec<Problem>,
    excuses: Vec<Problem>,
    statistics: Statistics,
}

impl Reports {
    fn of(found: Found<'_>) -> Self {
        let Found { choice, problems, excuses, statistics, .. } = found;
        Self { choice, problems, excuses, statistics }
    }

    /// As if it had just been found in a task, of which more may be left out now than then.
    pub(super) fn found<'a>(
        self,
        prepared: &'a Prepared<'a>,
        pins: &'a Pins,
        budget: &Budget,
    ) -> Found<'a> {
        let mut found = Found::new(prepared, Some(pins), budget);
        let Self { choice, problems, excuses, statistics } = self;
        (found.choice, found.problems) = (choice, problems);
        (found.excuses, found.statistics) = (excuses, statistics);
        found
    }
}

/// Learns beside pinned rules, which are put into all that is found. If that fails examples, once more from what the pinned
/// rules leave of them.
pub(super) fn learn(
    prepared: &mut Prepared<'_>,
    with: &PinnedTask,
    pins: &Pins,
    schedule: Schedule,
    budget: &mut Budget,
) -> (StopReason, Reports) {
    let again = schedule.is_of_strategy.then(|| Schedule::of(prepared.task.strategy));
    prepared.leave_out(&with.phrases);
    prepared.leave_out(&with.contradicted);
    let first = learn_once(prepared, pins, schedule, budget);
    let Some(schedule) = again.filter(|_| first.0 > 0) else { return first.1 };
    prepared.leave_out(&with.explained);
    let then = learn_once(prepared, pins, schedule, budget);
    if then.0 < first.0 { then.1 } else { first.1 }
}

/// One try, with how many pairs it fails.
fn learn_once(
    prepared: &Prepared<'_>,
    pins: &Pins,
    schedule: Schedule,
    budget: &mut Budget,
) -> (usize, (StopReason, Reports)) {
    let mut found = Found::new(prepared, Some(pins), budget);
    // They may be all that there is to say.
    found.offer(prepared.grammar_from(pins.domain(), Vec::new()), budget);
    let stop = match prepared.solvable().next() {
        Some(_) => turns::learn(prepared, schedule, budget, &mut found),
        None => StopReason::Solved,
    };
    let mut choice = std::mem::take(&mut found.choice);
    let failing = judge::keep_pins(&mut choice, prepared, &mut found, budget);
    found.choice = choice;
    let failing = failing.unwrap_or_else(|| budget.control().least_unsatisfied());
    (failing, (stop, Reports::of(found)))
}
