//! What a person has said not to be so: inputs that are no sentences, and outputs that are not theirs.

use super::check::VOTING;
use super::found::{Candidate, Choice};
use crate::budget::Ticker;
use crate::grammar::{Evaluation, Grammar};
use crate::prepare::Prepared;

/// Grammars of less than this share of the weight are no alternative: what keeps to a negative example only by being a strange
/// grammar otherwise would answer everything else wrong. The input itself is refused all the same, by name (`stored.rs`).
const LEAST: f64 = 0.02;

/// Takes those out of a choice that give what is said not to be so, as long as others are left; and chooses another one to be
/// returned if it is one of them.
pub(crate) fn obey(choice: &mut Choice, prepared: &Prepared<'_>, ticker: &Ticker) {
    if prepared.task.negatives.is_empty() {
        return;
    }
    let mut evaluation = Evaluation::within(VOTING);
    let mut keeps = |candidate: &Candidate| {
        let grammar = prepared.normal.stored_in(candidate.voter(prepared));
        let mut negatives = prepared.task.negatives.iter();
        ticker.is_over() || !negatives.any(|negative| gives(&grammar, negative, &mut evaluation))
    };
    choice.unlikely.retain(|(one, _)| keeps(one));
    let obedient: Vec<bool> = choice.weighed.iter().map(|(one, _)| keeps(one)).collect();
    let weight = |keeps: bool| -> f64 {
        let pairs = choice.weighed.iter().zip(&obedient);
        pairs.filter(|(_, obeys)| **obeys == keeps).map(|((_, weight), _)| weight).sum()
    };
    if weight(true) < LEAST * (weight(true) + weight(false)) {
        return;
    }
    // A doubt knows its grammars by their places: there the others vote on, without weight.
    for ((_, weight), _) in choice.weighed.iter_mut().zip(&obedient).filter(|(_, keeps)| !**keeps) {
        *weight = 0.0;
    }
    if choice.shown.is_empty() {
        let mut keep = obedient.iter();
        choice.weighed.retain(|_| keep.next() == Some(&true));
    }
    if choice.chosen.as_ref().is_some_and(|chosen| !keeps(chosen)) {
        let heaviest = choice.weighed.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        choice.chosen = heaviest.map(|(candidate, _)| candidate.clone());
        choice.variants = None;
    }
}

/// The inputs of the negative examples that a grammar does not keep to.
pub(crate) fn denied_inputs(prepared: &Prepared<'_>, grammar: &Grammar) -> Vec<String> {
    let mut evaluation = Evaluation::within(VOTING);
    let negatives = prepared.task.negatives.iter();
    let denied = negatives.filter(|negative| gives(grammar, negative, &mut evaluation));
    denied.map(|(input, _)| input.clone()).collect()
}

/// Whether a grammar gives what is said not to be so.
fn gives(
    grammar: &Grammar,
    (input, output): &(String, Option<String>),
    evaluation: &mut Evaluation,
) -> bool {
    grammar.apply_into(input, evaluation);
    match (evaluation.text(), output) {
        (Some(given), Some(output)) => given.split(' ').eq(output.split_whitespace()),
        (given, None) => given.is_some(),
        (None, Some(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Watch};
    use crate::engine::Engine;
    use crate::task::Task;

    /// What is left of a choice among `a -> A`, which is chosen, and `a -> B`, where the former is denied.
    fn left(weights: [f64; 2]) -> (Vec<String>, String) {
        let task = Task::new().with(|task| task.negatives = vec![("a".into(), Some("A".into()))]);
        let control = Engine::new(&Default::default()).unwrap().control(&task);
        let budget = Budget::new(Watch::new(control, None));
        let prepared = Prepared::new(&task, &budget);
        let any = |text| Candidate::Any(Grammar::parse(text).unwrap());
        let weighed = ["a -> A", "a -> B"].map(any).into_iter().zip(weights).collect();
        let mut choice = Choice { weighed, chosen: Some(any("a -> A")), ..Choice::default() };
        obey(&mut choice, &prepared, &budget.ticker());
        let text = |one: &Candidate| one.voter(&prepared).to_string();
        (choice.weighed.iter().map(|(one, _)| text(one)).collect(), text(&choice.chosen.unwrap()))
    }

    #[test]
    fn those_that_give_what_is_denied_neither_vote_nor_are_returned() {
        assert_eq!(left([0.9, 0.1]), (vec!["a -> B\n".to_owned()], "a -> B\n".to_owned()));
    }

    #[test]
    fn what_hardly_weighs_is_no_alternative() {
        let all = vec!["a -> A\n".to_owned(), "a -> B\n".to_owned()];
        assert_eq!(left([0.999, 0.001]), (all, "a -> A\n".to_owned()));
    }
}
