//! What a learner chose, with the pinned rules in every grammar of it.

use super::found::{Candidate, Choice, Found};
use crate::arrange::Arrange;
use crate::budget::Budget;
use crate::grammar::Grammar;
use crate::prepare::Prepared;
use crate::solution::{MOST_LISTED, Problem, Unsatisfied};
use crate::task::Pinned;

/// The most grammars that are put together with pinned rules, where no doubt goes by their places: those that weigh less
/// hardly count.
const MOST: usize = 200;

/// Puts the pinned rules into every grammar of a choice. Those that then fail more examples than others do not vote any more.
/// How many pairs the one to be returned fails; `None` if there is none.
pub(crate) fn keep_pins(
    choice: &mut Choice,
    prepared: &Prepared<'_>,
    found: &mut Found<'_>,
    budget: &Budget,
) -> Option<usize> {
    let mut kept = |candidate: &mut Candidate| {
        let (grammar, failing) = found.pinned(candidate.clone().returned(prepared), budget);
        *candidate = Candidate::Any(grammar);
        failing
    };
    choice.variants = None;
    choice.unlikely.clear();
    let chosen = choice.chosen.as_mut().map(&mut kept);
    if choice.shown.is_empty() && choice.doubts.is_empty() {
        choice.weighed.arrange_by(|a, b| b.1.total_cmp(&a.1));
        choice.weighed.truncate(MOST);
    }
    let failing: Vec<usize> = choice.weighed.iter_mut().map(|(one, _)| kept(one)).collect();
    for (candidate, _) in choice.doubts.iter_mut().chain(&mut choice.last_resort) {
        kept(candidate);
    }
    let fewest = failing.iter().copied().min();
    let worse = failing.iter().map(|failing| Some(*failing) > fewest);
    // A doubt knows its grammars by their places: there the others vote on, without weight.
    for ((_, weight), _) in choice.weighed.iter_mut().zip(worse.clone()).filter(|(_, worse)| *worse)
    {
        *weight = 0.0;
    }
    if choice.shown.is_empty() {
        let mut worse = worse;
        choice.weighed.retain(|_| worse.next() == Some(false));
        let total: f64 = choice.weighed.iter().map(|(_, weight)| weight).sum();
        if total > 0.0 {
            choice.weighed.iter_mut().for_each(|(_, weight)| *weight /= total);
        }
    }
    match (chosen, fewest) {
        (Some(chosen), Some(fewest)) if fewest < chosen => {
            let heaviest = choice.weighed.iter().max_by(|a, b| a.1.total_cmp(&b.1));
            choice.chosen = heaviest.map(|(candidate, _)| candidate.clone());
            Some(fewest)
        }
        (chosen, fewest) => chosen.or(fewest),
    }
}

/// What pinned rules have to do with the examples that a grammar fails: by rule, in the order of the text.
pub(crate) fn against(
    pinned: &Pinned,
    grammar: &Grammar,
    support: &[(String, String)],
    unsatisfied: &[Unsatisfied],
) -> Vec<Problem> {
    let rules = pinned.rule_texts();
    let mut examples: Vec<Vec<usize>> = vec![Vec::new(); rules.len()];
    for Unsatisfied { example, .. } in unsatisfied.iter().take(MOST_LISTED) {
        let used = grammar.explain(&support[*example].0).rules;
        for (rule, examples) in rules.iter().zip(&mut examples) {
            if used.values().any(|used| Pinned::is_same(rule, used)) {
                examples.push(*example);
            }
        }
    }
    let of_rules = rules.into_iter().zip(examples).filter(|(_, examples)| !examples.is_empty());
    of_rules.map(|(rule, examples)| Problem::PinnedAgainst { rule, examples }).collect()
}
