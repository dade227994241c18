//! Which inputs to ask a person about: those whose answers would decide the most.
//!
//! `sentences` makes inputs of what the examples show, or takes those that a task has for questions; the grammars that
//! vote on answers are asked about each (`opinions`); `choice` takes the ones whose answers would tell the grammars apart,
//! one after the other; `reasons` says which examples speak for which answer.

mod sentences;
mod opinions;
mod reasons;
mod choice;

use crate::budget::Budget;
use crate::grammar::doubt::Judged;
use crate::grammar::{Evaluation, Grammar};
use crate::prepare::Prepared;
use crate::solution::Question;
use sentences::Sentences;

/// What would be answered to an input: the best guess with its confidence, and whether it is worth acting on.
pub(crate) type Guessing<'a> = &'a dyn Fn(&str, &mut Evaluation) -> Judged;

/// At most so many questions as the task wants, in the order of their worth. None if nothing is open, as far as it was looked for.
/// The grammars are as they will be stored, each with its weight, the one that leads first.
pub(crate) fn questions(
    prepared: &Prepared<'_>,
    grammars: &[(Grammar, f64)],
    verdict: Option<Guessing<'_>>,
    budget: &Budget,
) -> Vec<Question> {
    let Some((leading, _)) = grammars.first() else { return Vec::new() };
    let ticker = budget.ticker();
    let sentences = match &prepared.task.question_pool[..] {
        [] => Sentences::of_examples(prepared, leading, &ticker),
        pool => Sentences::of_pool(prepared, pool, &ticker),
    };
    let opinions = opinions::ask(sentences, grammars, verdict, &ticker);
    let chosen = choice::most_decisive(opinions, grammars, prepared.task.questions);
    let mut questions = Vec::with_capacity(chosen.len());
    for (opinion, worth) in chosen {
        questions.push(reasons::question(opinion, worth, prepared, grammars, &ticker));
    }
    questions
}
