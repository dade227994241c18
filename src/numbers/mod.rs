//! Number words: from what some words are worth to what all of them do.
//!
//! How a sequence is read depends on what its words are for, never on how much they are worth: so a
//! number that is still unknown can be solved for. A search adds one rule after the other, each so
//! that one more example comes out right, and prefers what is short to say.

mod linear;
mod sketch;
mod price;
mod reading;
mod repair;
mod search;
mod improve;
mod generalise;
mod grammar;
#[cfg(test)]
mod tests;

pub(crate) use repair::Example;
pub(crate) use sketch::Number;

use crate::rule::Rule;
use crate::vocabulary::Word;
use reading::{Remarks, Unread};
use search::{Pace, price_of_solution, search};
use sketch::Sketch;

/// Sketches that are expanded at most before what is left is learnt by heart; and after the first that
/// makes all examples right, before single words are looked at again.
const PACE: Pace = Pace { nodes: 150, further: 20 };
/// What a query costs that cannot be read although all of its words are known.
const UNREADABLE: f64 = 2.0;
/// The most queries that are worth being looked at.
pub(crate) const MOST_QUERIES: usize = 200;

/// What was learnt.
#[derive(Debug)]
pub(crate) struct Learnt {
    /// Rules that make all examples right, each with its share of the probability, the most probable
    /// first; or the best so far.
    pub(crate) grammars: Vec<(Vec<Rule>, f64)>,
    /// Sketches that were expanded, and those that were tried on examples.
    pub(crate) nodes: u64,
    pub(crate) tried: u64,
}

/// Who says when to stop.
pub(crate) struct Stops<'a> {
    /// Looking for more.
    pub(crate) stop: &'a mut dyn FnMut() -> bool,
    /// Making something of what there is.
    pub(crate) last: &'a mut dyn FnMut() -> bool,
}

/// Learns from examples without contradictions. `words` are by their numbers; queries are inputs that
/// may help to choose between grammars, as far as all their words are in examples. The first rules
/// that were found are offered, before it is looked for better ones.
pub(crate) fn learn(
    words: &[Word],
    examples: &[Example],
    queries: &[Vec<Number>],
    most_nodes: u64,
    offer: &mut dyn FnMut(Vec<Rule>),
    Stops { stop, last }: Stops<'_>,
) -> Learnt {
    let pace = Pace { nodes: PACE.nodes.min(most_nodes), ..PACE };
    let start = Sketch::of_single_words(examples, words.len());
    let mut found = search(start, examples, pace, stop, Some(&mut *last));
    if let Some((first, _)) = found.sketches.first() {
        offer(first.rules(words));
    }
    if found.solved {
        improve::improve(&mut found, examples, most_nodes, stop);
    }
    let mut grammars: Vec<(Vec<Rule>, f64)> = Vec::new();
    for (sketch, _) in &found.sketches {
        if !grammars.is_empty() && stop() {
            break;
        }
        let sketch = match found.solved {
            true => generalise::generalise(sketch, examples, queries, stop),
            false => sketch.clone(),
        };
        let price = price_of_solution(&sketch, examples, last);
        // One that there was no time to price is better than none, and no better than one that has a price.
        let mut may_go_without = || !found.solved || (grammars.is_empty() && last());
        let Some(price) = price.or_else(|| may_go_without().then_some(0.0)) else { continue };
        let price = price + price_of_queries(&sketch, queries, last);
        let rules = sketch.rules(words);
        if grammars.iter().all(|(known, _)| *known != rules) {
            grammars.push((rules, price));
        }
    }
    grammars.sort_by(|a, b| a.1.total_cmp(&b.1));
    weigh(&mut grammars);
    Learnt { grammars, nodes: found.nodes, tried: found.tried }
}

/// From prices to shares of the probability.
fn weigh(grammars: &mut [(Vec<Rule>, f64)]) {
    let Some(cheapest) = grammars.first().map(|(_, price)| *price) else { return };
    grammars.iter_mut().for_each(|(_, price)| *price = (cheapest - *price).exp());
    let sum: f64 = grammars.iter().map(|(_, weight)| weight).sum();
    grammars.iter_mut().for_each(|(_, weight)| *weight /= sum);
}

fn price_of_queries(
    sketch: &Sketch,
    queries: &[Vec<Number>],
    stop: &mut dyn FnMut() -> bool,
) -> f64 {
    let mut readings = Vec::new();
    let mut unreadable = 0;
    for query in queries.iter().take_while(|_| !stop()) {
        let mut remarks = Remarks::default();
        match sketch.read_with(query, &mut remarks) {
            Ok(_) => readings.push(remarks),
            Err(Unread::Word(_)) => unreadable += 1,
            // That a number is too large says nothing of the words.
            Err(Unread::Number) => {}
        }
    }
    UNREADABLE * f64::from(unreadable) + price::of_readings(readings.into_iter())
}
