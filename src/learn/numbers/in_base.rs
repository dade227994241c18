//! What is learnt if a language counts in a certain base.

use super::base::Base;
use super::example::{NumberExample, NumberWordId};
use super::generalise::generalise;
use super::improve::improve;
use super::price;
use super::reading::{Remarks, Unread};
use super::search::{SketchLimits, price_of_solution, search};
use super::sketch::Sketch;
use crate::budget::Ticker;
use crate::language::rule::Rule;
use crate::language::vocabulary::Word;

/// Sketches that are expanded at most before what is left is learnt by heart; and after the first that
/// makes all examples right, before single words are looked at again.
const PACE: SketchLimits = SketchLimits { nodes: 150, further: 20 };
/// What a query costs that cannot be read although all of its words are known.
const UNREADABLE: f64 = 2.0;

/// What is learnt from: words by their numbers, examples, and inputs that may help to choose.
pub(super) struct BaseLesson<'a> {
    pub(super) words: &'a [Word],
    pub(super) examples: &'a [NumberExample],
    pub(super) queries: &'a [Vec<NumberWordId>],
}

/// The rules of a grammar.
#[derive(Debug, PartialEq)]
pub(super) struct Rules {
    pub(super) all: Vec<Rule>,
    /// Those that can be relied on, if that is not all of them.
    pub(super) sure: Option<Vec<Rule>>,
}

/// What was learnt.
pub(super) struct InBase {
    /// Rules with their prices.
    pub(super) grammars: Vec<(Rules, f64)>,
    /// Whether they make all examples right.
    pub(super) solved: bool,
    /// Sketches that were expanded, and those that were tried on examples.
    pub(super) nodes: u64,
    pub(super) tried: u64,
}

impl BaseLesson<'_> {
    /// Looks for grammars whose numbers are round in `base`. The first that is found is offered. The first ticker
    /// ends looking for more, the last one making something of what there is.
    pub(super) fn learn(
        &self,
        base: Base,
        most_nodes: u64,
        offer: &mut dyn FnMut(Vec<Rule>),
        (ticker, last): (&Ticker, &Ticker),
    ) -> InBase {
        let Self { words, examples, queries } = *self;
        let pace = SketchLimits { nodes: PACE.nodes.min(most_nodes), ..PACE };
        let start = Sketch::of_single_words(base, examples, words.len());
        let mut found = search(start, examples, pace, ticker, Some(last));
        if let Some((first, _)) = found.sketches.first() {
            offer(first.rules(words));
        }
        if found.solved {
            improve(&mut found, examples, most_nodes, ticker);
        }
        let mut grammars: Vec<(Rules, f64)> = Vec::new();
        for (sketch, _) in &found.sketches {
            if !grammars.is_empty() && ticker.is_over() {
                break;
            }
            let sketch = match found.solved {
                true => generalise(sketch, examples, queries, ticker),
                false => sketch.clone(),
            };
            let price = price_of_solution(&sketch, examples, last);
            // One that there was no time to price is better than none, and no better than one that has a price.
            let may_go_without = || !found.solved || (grammars.is_empty() && last.is_over());
            let Some(price) = price.or_else(|| may_go_without().then_some(0.0)) else { continue };
            let price = price + price_of_queries(&sketch, queries, last);
            let sure = sketch.without_odd_numbers().filter(|_| found.solved);
            let sure = sure.map(|sketch| sketch.rules(words));
            let rules = Rules { all: sketch.rules(words), sure };
            if grammars.iter().all(|(known, _)| *known != rules) {
                grammars.push((rules, price));
            }
        }
        InBase { grammars, solved: found.solved, nodes: found.nodes, tried: found.tried }
    }
}

fn price_of_queries(sketch: &Sketch, queries: &[Vec<NumberWordId>], ticker: &Ticker) -> f64 {
    let mut readings = Vec::new();
    let mut unreadable = 0;
    for query in queries.iter().take_while(|_| !ticker.is_over()) {
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
