//! Wrong examples: those that are given up are set aside, and the others are solved as usual.

use super::budget::Budget;
use super::deduction::Deduction;
use super::problem::Prepared;
use crate::propose::noise::{Care, Noise, given_up, price};
use crate::propose::{Aim, Example, Wanted};
use crate::rule::Rule;
use crate::sample::Random;
use crate::solution::Problem;
use crate::task::Task;

/// The most pairs among which wrong ones are looked for. Where there are more, others are judged by
/// the grammar that describes these.
const AT_ONCE: usize = 150;
/// The pairs after which it is asked whether to go on.
const LOOKS: usize = 1 << 12;

/// Finds the pairs that are to be given up, and sets them aside.
pub(super) fn set_aside(
    task: &Task,
    prepared: &mut Prepared,
    budget: &mut Budget,
) -> Option<Problem> {
    let given_up = find(task, prepared, budget)?;
    let wrong: Vec<usize> = prepared.examples_of(&given_up).map(|(example, _)| example).collect();
    prepared.learn_from_all_but(&given_up);
    (!wrong.is_empty()).then_some(Problem::GivenUp(wrong))
}

/// The pairs that the shortest description gives up; `None` if none was found in time.
fn find(task: &Task, prepared: &Prepared, budget: &mut Budget) -> Option<Vec<usize>> {
    let mut pairs: Vec<usize> = prepared.fitting().collect();
    if pairs.len() > AT_ONCE {
        Random::new(task.seed).shuffle_first(&mut pairs, AT_ONCE);
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
    let mut stop = budget.deadline();
    let mut noise = Noise::new(Aim { examples: &some, words, seed: task.seed }, &mut stop);
    let mut deduction = Deduction::new(prepared, task, budget);
    let mut deduce = |set: &[usize], care: Care| -> Option<Vec<Rule>> {
        let set: Vec<usize> = set.iter().map(|index| pairs[*index]).collect();
        deduction.rules(&set, care)
    };
    noise.search(&mut deduce, &mut stop);
    budget.programs += noise.programs();
    budget.steps += noise.programs();
    let best = noise.best?;
    let in_time = |(index, pair)| (index % LOOKS > 0 || !stop()).then(|| example(pair));
    let all: Option<Vec<Example<'_>>> = pairs.iter().enumerate().map(in_time).collect();
    let given_up = given_up(&all?, words, &best.rules, &mut stop)?;
    Some(given_up.into_iter().map(|index| pairs[index]).collect())
}
