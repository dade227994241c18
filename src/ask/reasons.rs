//! Which examples speak for which answer.

use super::opinions::Opinion;
use crate::arrange::Arrange;
use crate::budget::Ticker;
use crate::grammar::Grammar;
use crate::prepare::Prepared;
use crate::solution::{PossibleAnswer, Question};
use std::collections::BTreeSet;

/// A person needs no longer list of examples.
const MOST_EXAMPLES: usize = 3;
/// The most answers that a question lists.
const MOST_ANSWERS: usize = 5;
/// The most examples that are looked through.
const LOOKED_THROUGH: usize = 200;

/// An opinion as a question, with the examples that speak for each answer.
pub(super) fn question(
    opinion: Opinion,
    worth: f64,
    prepared: &Prepared<'_>,
    grammars: &[(Grammar, f64)],
    ticker: &Ticker,
) -> Question {
    // Of the grammars that give an answer, the weightiest comes first.
    let speakers: Vec<Option<&Grammar>> = (0..opinion.answers.len())
        .map(|answer| {
            let place = opinion.by_grammar.iter().position(|given| *given == answer)?;
            Some(&grammars[place].0)
        })
        .collect();
    let rules: Vec<BTreeSet<String>> = speakers
        .iter()
        .map(|speaker| speaker.map_or_else(BTreeSet::new, |grammar| used(grammar, &opinion.input)))
        .collect();
    let mut answers: Vec<PossibleAnswer> = Vec::new();
    for (place, (text, weight)) in opinion.answers.iter().enumerate() {
        let others = rules.iter().enumerate().filter(|(other, _)| *other != place);
        let of_others: BTreeSet<&String> = others.flat_map(|(_, rules)| rules).collect();
        let own: BTreeSet<&String> =
            rules[place].iter().filter(|rule| !of_others.contains(rule)).collect();
        let speaker = speakers[place].filter(|_| text.is_some() && !own.is_empty());
        let examples =
            speaker.map_or_else(Vec::new, |grammar| speaking(grammar, &own, prepared, ticker));
        answers.push(PossibleAnswer { text: text.clone(), weight: *weight, examples });
    }
    answers.arrange_by(|a, b| b.weight.total_cmp(&a.weight));
    answers.truncate(MOST_ANSWERS);
    Question { input: opinion.input, answers, worth }
}

/// The rules that a grammar needs for an input, as texts.
fn used(grammar: &Grammar, input: &str) -> BTreeSet<String> {
    grammar.explain(input).rules.into_values().collect()
}

/// The first examples that need one of these rules.
fn speaking(
    grammar: &Grammar,
    rules: &BTreeSet<&String>,
    prepared: &Prepared<'_>,
    ticker: &Ticker,
) -> Vec<usize> {
    let mut examples = Vec::new();
    for (example, (input, _)) in prepared.task.support.iter().enumerate().take(LOOKED_THROUGH) {
        if prepared.task.disabled.contains(&example) {
            continue;
        }
        if examples.len() == MOST_EXAMPLES || ticker.is_over() {
            break;
        }
        if used(grammar, input).iter().any(|rule| rules.contains(rule)) {
            examples.push(example);
        }
    }
    examples
}
