//! Which inputs to ask a person about: those whose answers would decide the most.
//!
//! `sentences` makes inputs of what the examples show, or takes those that a task has for questions; the grammars that
//! vote on answers are asked about each (`opinions`); `choice` takes the ones whose answers would tell the grammars apart,
//! one after the other; `reasons` says which examples speak for which answer.

mod sentences;
mod opinions;
mod reasons;
mod choice;

use crate::budget::{Budget, Ticker};
use crate::grammar::doubt::Judged;
use crate::grammar::{Evaluation, Grammar};
use crate::prepare::Prepared;
use crate::solution::Question;
use opinions::Opinion;
use sentences::Sentences;

/// What would be answered to an input: the best guess with its confidence, and whether it is worth acting on.
pub(crate) type Guessing<'a> = &'a dyn Fn(&str, &mut Evaluation) -> Judged;

/// At most so many questions, in the order of their worth. None if nothing is open, as far as it was looked for.
/// The grammars are as they will be stored, each with its weight, the one that leads first.
pub(crate) fn questions(
    prepared: &Prepared<'_>,
    grammars: &[(Grammar, f64)],
    verdict: Option<Guessing<'_>>,
    (most, unread): (usize, UnreadInputs),
    budget: &Budget,
) -> Vec<Question> {
    let ticker = budget.ticker();
    let mut questions = Vec::new();
    for (opinion, worth) in decisive(prepared, grammars, verdict, (most, unread), &ticker) {
        questions.push(reasons::question(opinion, worth, prepared, grammars, &ticker));
    }
    questions
}

/// [`questions`] where all that weigh much agree: what is then decided by what grammars weigh alone, and not by examples. The weights
/// are flat: the power of them is what grammars weigh, by which answers have their share.
pub(crate) fn unlikely_questions(
    prepared: &Prepared<'_>,
    grammars: &[(Grammar, f64)],
    power: f64,
    wanted: (usize, UnreadInputs),
    budget: &Budget,
) -> Vec<Question> {
    let ticker = budget.ticker();
    let weights: Vec<f64> = grammars.iter().map(|(_, weight)| weight.powf(power)).collect();
    let mut questions = Vec::new();
    for (opinion, worth) in decisive(prepared, grammars, None, wanted, &ticker) {
        let is_read = opinion.read() > 0.0;
        let opinion = opinion.weighed_by(&weights);
        let worth = if is_read { opinion.open() } else { worth };
        questions.push(reasons::question(opinion, worth, prepared, grammars, &ticker));
    }
    questions
}

/// Whether to ask about inputs that no grammar reads, and that should be sentences all the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnreadInputs {
    Asked,
    LeftOut,
}

/// The opinions of grammars whose answers decide the most.
fn decisive(
    prepared: &Prepared<'_>,
    grammars: &[(Grammar, f64)],
    verdict: Option<Guessing<'_>>,
    (most, unread): (usize, UnreadInputs),
    ticker: &Ticker,
) -> Vec<(Opinion, f64)> {
    let Some((leading, _)) = grammars.first() else { return Vec::new() };
    let mut sentences = match &prepared.task.question_pool[..] {
        [] => Sentences::of_examples(prepared, leading, ticker),
        pool => Sentences::of_pool(prepared, pool, ticker),
    };
    if unread == UnreadInputs::LeftOut {
        sentences.expect_nothing();
    }
    let opinions = opinions::ask(sentences, grammars, verdict, ticker);
    choice::most_decisive(opinions, grammars, most)
}
