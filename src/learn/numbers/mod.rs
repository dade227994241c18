//! Number words: from what some words are worth to what all of them do.
//!
//! How a sequence is read depends on what its words are for, never on how much they are worth: so a
//! number that is still unknown can be solved for. A search adds one rule after the other, each so
//! that one more example comes out right, and prefers what is short to say.

mod linear;
mod base;
mod example;
mod evidence;
mod sketch;
mod reading;
mod price;
mod repair;
mod search;
mod improve;
mod generalise;
mod grammar;
mod in_base;
mod learner;
#[cfg(test)]
mod tests;

pub(crate) use example::{NumberExample, NumberWordId};
pub(crate) use learner::NumberWords;

use crate::arrange::Arrange;
use crate::budget::Ticker;
use crate::language::rule::Rule;
use crate::language::vocabulary::Word;
use base::Base;
use in_base::{BaseLesson, Rules};
use sketch::Sketch;

/// What weight rules have that leave out what cannot be relied on, in parts of that of all the rules. Of
/// grammars with such rules for sampled languages (`ci/bases.py`), fewer than half of the answers are right.
const DOUBT: f64 = 0.9;
/// The most queries that are worth being looked at.
pub(crate) const MOST_QUERIES: usize = 200;

/// What was learnt.
#[derive(Debug)]
pub(crate) struct LearntNumbers {
    /// Rules that make all examples right, each with its share of the probability, the most probable
    /// first; or the best so far.
    pub(crate) grammars: Vec<(Vec<Rule>, f64)>,
    /// Rules that do not make all examples right, because they leave out what cannot be relied on; each with its
    /// share. They only vote: so an answer that needs what cannot be relied on has a low share of the votes.
    pub(crate) doubts: Vec<(Vec<Rule>, f64)>,
    /// Those of the first grammar's rules that can be relied on, if that is not all of them.
    pub(crate) sure: Option<Vec<Rule>>,
    /// Sketches that were expanded, and those that were tried on examples.
    pub(crate) nodes: u64,
    pub(crate) tried: u64,
}

/// Learns from examples without contradictions. `words` are by their numbers; queries are inputs that
/// may help to choose between grammars, as far as all their words are in examples. The first rules
/// that were found are offered, before it is looked for better ones. The first ticker ends looking for
/// more, the last one making something of what there is.
pub(crate) fn learn(
    words: &[Word],
    examples: &[NumberExample],
    queries: &[Vec<NumberWordId>],
    most_nodes: u64,
    offer: &mut dyn FnMut(Vec<Rule>),
    (ticker, last): (&Ticker, &Ticker),
) -> LearntNumbers {
    let lesson = BaseLesson { words, examples, queries };
    let mut learnt =
        LearntNumbers { grammars: Vec::new(), doubts: Vec::new(), sure: None, nodes: 0, tried: 0 };
    let mut grammars: Vec<(Rules, f64)> = Vec::new();
    let mut solved = false;
    // Where words alone say it all, nothing has to be round, in whatever base.
    let bases = match Sketch::of_single_words(Base::TEN, examples, words.len()).is_right(examples) {
        true => vec![(Base::TEN, 0.0)],
        false => evidence::bases(examples),
    };
    for (index, (base, price)) in bases.into_iter().enumerate() {
        // Another base is looked at only where there is time, and where something had to be guessed.
        let may_matter = 0 < learnt.nodes && learnt.nodes < most_nodes;
        if index > 0 && (!may_matter || ticker.is_over()) {
            break;
        }
        let in_base = lesson.learn(base, most_nodes - learnt.nodes, offer, (ticker, last));
        learnt.nodes += in_base.nodes;
        learnt.tried += in_base.tried;
        if index > 0 && solved != in_base.solved {
            if solved {
                continue;
            }
            grammars.clear();
        }
        solved = in_base.solved;
        in_base
            .grammars
            .into_iter()
            .for_each(|(rules, more)| add(&mut grammars, rules, price + more));
    }
    grammars.arrange_by(|a, b| a.1.total_cmp(&b.1));
    weigh(&mut grammars);
    learnt.sure = grammars.first().and_then(|(rules, _)| rules.sure.clone());
    for (rules, weight) in grammars {
        learnt.doubts.extend(rules.sure.map(|sure| (sure, DOUBT * weight)));
        learnt.grammars.push((rules.all, weight));
    }
    learnt
}

/// Adds rules with their price; of the same rules, the cheaper price counts.
fn add(grammars: &mut Vec<(Rules, f64)>, rules: Rules, price: f64) {
    match grammars.iter_mut().find(|(known, _)| known.all == rules.all) {
        Some((_, known)) => *known = known.min(price),
        None => grammars.push((rules, price)),
    }
}

/// From prices to shares of the probability.
fn weigh(grammars: &mut [(Rules, f64)]) {
    let Some(cheapest) = grammars.first().map(|(_, price)| *price) else { return };
    grammars.iter_mut().for_each(|(_, price)| *price = (cheapest - *price).exp());
    let sum: f64 = grammars.iter().map(|(_, weight)| weight).sum();
    grammars.iter_mut().for_each(|(_, weight)| *weight /= sum);
}
