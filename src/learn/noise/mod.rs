//! Wrong examples: those that are given up are set aside, and the others are solved as usual.

mod description;
#[cfg(all(test, feature = "neural"))]
mod tests;

use crate::budget::Budget;
use crate::judge::{Example, Wanted};
use crate::language::rule::Rule;
use crate::learn::deduce::{Care, Deducing};
use crate::learn::propose::Target;
use crate::prepare::Prepared;
use crate::random::Random;
use crate::solution::Problem;
use description::{Noise, given_up, price};

/// The most pairs among which wrong ones are looked for. Where there are more, others are judged by
/// the grammar that describes these.
const AT_ONCE: usize = 150;
/// The pairs after which it is asked whether to go on.
const LOOKS: usize = 1 << 12;

/// Finds the pairs that are to be given up, and sets them aside.
pub(crate) fn set_aside(prepared: &mut Prepared<'_>, budget: &mut Budget) -> Option<Problem> {
    let given_up = find(prepared, budget)?;
    let wrong: Vec<usize> = prepared.examples_of(&given_up).map(|(example, _)| example).collect();
    prepared.learn_from_all_but(&given_up);
    (!wrong.is_empty()).then_some(Problem::GivenUp(wrong))
}

/// The pairs that the shortest description gives up; `None` if none was found in time.
fn find(prepared: &Prepared<'_>, budget: &mut Budget) -> Option<Vec<usize>> {
    let mut pairs: Vec<usize> = prepared.fitting().collect();
    if pairs.len() > AT_ONCE {
        Random::new(prepared.task.seed).shuffle_first(&mut pairs, AT_ONCE);
    }
    let tokens = prepared.tokens().len();
    let example = |pair: &usize| {
        let pair = &prepared.pairs[*pair];
        let (input, output) = (prepared.input(pair), prepared.output(pair));
        let price = pair.count as f64 * price(output.len(), tokens, prepared.pairs.len());
        Example { input, wanted: Wanted::Tokens(output), price }
    };
    let some: Vec<Example<'_>> = pairs.iter().take(AT_ONCE).map(example).collect();
    let words = prepared.vocabulary.len();
    let ticker = &budget.ticker();
    let mut noise = Noise::new(Target { examples: &some, words, seed: prepared.task.seed }, ticker);
    let mut deducing = Deducing::new(prepared, budget, None);
    let mut deduce = |set: &[usize], care: Care| -> Option<Vec<Rule>> {
        let set: Vec<usize> = set.iter().map(|index| pairs[*index]).collect();
        deducing.rules(&set, care)
    };
    noise.search(&mut deduce, ticker);
    budget.programs += noise.programs();
    budget.steps += noise.programs();
    let best = noise.best?;
    let in_time = |(index, pair)| (index % LOOKS > 0 || !ticker.is_over()).then(|| example(pair));
    let all: Option<Vec<Example<'_>>> = pairs.iter().enumerate().map(in_time).collect();
    let given_up = given_up(&all?, words, &best.rules, ticker)?;
    Some(given_up.into_iter().map(|index| pairs[index]).collect())
}
