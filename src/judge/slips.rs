//! Slips: examples that are probably wrong in one token, which the grammar leaves out or explains by a rule of their own.

use super::check::VOTING;
use crate::arrange::Arrange;
use crate::budget::Budget;
use crate::grammar::{Evaluation, Grammar, Pattern, Rule};
use crate::language::vocabulary::Word;
use crate::prepare::{Prepared, clipped};
use crate::solution::{Problem, Unsatisfied};

/// Of more examples or rules than this, none is called a slip: every rule is left out once.
const MOST_EXAMPLES: usize = 400;
const MOST_RULES: usize = 400;
/// One example in so many may be a slip; where more are not as the grammar says, it is the grammar that is wrong.
const ONE_IN: usize = 10;

/// Examples that a grammar does not satisfy, or satisfies by a rule that serves nothing else, where what it makes of the
/// input otherwise differs from the output in one token.
pub(crate) fn slips(
    prepared: &Prepared<'_>,
    grammar: &Grammar,
    unsatisfied: &[Unsatisfied],
    budget: &Budget,
) -> Vec<Problem> {
    let examples = prepared.pairs.len();
    if prepared.is_about_numbers() || examples > MOST_EXAMPLES || grammar.rule_count() > MOST_RULES
    {
        return Vec::new();
    }
    let most = examples.div_ceil(ONE_IN);
    let mut found: Vec<(usize, String)> = Vec::new();
    if unsatisfied.len() <= most {
        // Of examples that contradict each other, nobody knows which is meant.
        let is_open = |one: &&Unsatisfied| prepared.is_open(one.example, false);
        for Unsatisfied { example, instead, .. } in unsatisfied.iter().filter(is_open) {
            let wanted = &prepared.task.support[*example].1;
            found.extend(
                instead.clone().filter(|it| is_slip_in(wanted, it)).map(|it| (*example, it)),
            );
        }
    }
    if unsatisfied.is_empty() {
        found.extend(served_alone(prepared, grammar, budget));
    }
    found.arrange();
    found.dedup_by_key(|(example, _)| *example);
    let is_believed = found.len() <= most;
    let problem = |(example, meant): (usize, String)| Problem::ProbableSlip {
        example,
        meant: clipped(&meant).into_owned(),
    };
    found.into_iter().filter(|_| is_believed).map(problem).collect()
}

/// Whether an output becomes another one by one token that is exchanged, left out or put in, or by two neighbours that
/// change places.
pub(crate) fn is_slip(output: &[&str], meant: &[&str]) -> bool {
    let same = output.iter().zip(meant).take_while(|(a, b)| a == b).count();
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

/// [`is_slip`] of texts.
pub(crate) fn is_slip_in(output: &str, meant: &str) -> bool {
    let (output, meant) = (output.split_whitespace(), meant.split_whitespace());
    is_slip(&output.collect::<Vec<_>>(), &meant.collect::<Vec<_>>())
}

/// Examples that a rule serves alone: without it, the other rules say almost the same.
fn served_alone(
    prepared: &Prepared<'_>,
    grammar: &Grammar,
    budget: &Budget,
) -> Vec<(usize, String)> {
    let mut evaluation = Evaluation::within(VOTING);
    let mut found = Vec::new();
    for (section, of) in grammar.sections().iter().enumerate() {
        for rule in 0..of.rules.len() {
            if budget.interrupted() {
                return Vec::new();
            }
            let words = fixed_words(&of.rules[rule]);
            let may_match = |input: &[Word]| words.iter().all(|word| input.contains(word));
            let mut touched = prepared.pairs.iter().filter(|pair| may_match(prepared.input(pair)));
            if words.is_empty() || touched.clone().count() > MOST_EXAMPLES / 4 {
                continue;
            }
            let mut sections = grammar.sections().to_vec();
            sections[section].rules.remove(rule);
            let Ok(without) = Grammar::with_sections(sections, grammar.vocabulary().clone()) else {
                continue;
            };
            let mut served = touched.by_ref().filter_map(|pair| {
                without.apply_words(prepared.input(pair), &mut evaluation);
                let wanted = &prepared.task.support[pair.first].1;
                let is_same = evaluation
                    .text()
                    .is_some_and(|text| text.split_whitespace().eq(wanted.split_whitespace()));
                (!is_same).then(|| (pair.first, evaluation.text().map(str::to_owned), wanted))
            });
            if let (Some((example, Some(text), wanted)), None) = (served.next(), served.next())
                && is_slip_in(wanted, &text)
            {
                found.push((example, text));
            }
        }
    }
    found
}

/// The words that stand in every form of a rule's left side.
fn fixed_words(rule: &Rule) -> Vec<Word> {
    let mut depth = 0_usize;
    let mut words = Vec::new();
    for item in &rule.left {
        match item {
            Pattern::Word(word) if depth == 0 => words.push(*word),
            Pattern::Group(crate::grammar::Mark::Open) => depth += 1,
            Pattern::Group(crate::grammar::Mark::Close | crate::grammar::Mark::CloseOptional) => {
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
    }
    words
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
            assert!(is_slip_in(output, meant), "{output} {meant}");
        }
        for (output, meant) in [("A B", "A B"), ("A B C", "C B A"), ("A", "B C"), ("", "A B")] {
            assert!(!is_slip_in(output, meant), "{output} {meant}");
        }
    }
}
