//! From what the examples show to what serves other numbers as well.

use super::example::{NumberExample, NumberWordId};
use super::linear::Linear;
use super::reading::Unread;
use super::search::price_of_solution;
use super::sketch::{Sketch, SketchItem, SketchRule};
use crate::budget::Ticker;

/// Multipliers that may stand without anything before them, and words that come before all that is
/// smaller: what other words of the language do, or what `queries` cannot be read without.
///
/// Nothing of this changes what an example is worth, or it is not done.
pub(super) fn generalise(
    sketch: &Sketch,
    examples: &[NumberExample],
    queries: &[Vec<NumberWordId>],
    ticker: &Ticker,
) -> Sketch {
    let mut more = sketch.clone();
    let mut add = |rule: SketchRule| {
        if !ticker.is_over() {
            add(&mut more, rule, examples, ticker);
        }
    };
    let multipliers: Vec<(NumberWordId, i64)> = sketch.multipliers().collect();
    let smallest = multipliers.iter().map(|(_, base)| *base).min().unwrap_or(i64::MAX);
    for word in NumberWordId::first(sketch.values.len()) {
        let Some(value) = sketch.value(word) else { continue };
        // What multiplies by what it is worth is often written in several ways, and not all of them
        // are seen to multiply.
        let form = multipliers.iter().any(|(other, base)| *other != word && *base == value);
        if form {
            let left = vec![SketchItem::Some, SketchItem::Word(word), SketchItem::Any];
            let factors = vec![Linear::number(value), Linear::ONE];
            add(SketchRule::new(left, factors, Linear::ZERO));
        }
        // A word comes before all that is multiplied by less.
        if form || value / sketch.base.number() >= smallest {
            add(before(word, value));
        }
    }
    let stands_alone = |word: NumberWordId| {
        sketch.value(word).is_some() || sketch.has_rule(&[SketchItem::Word(word), SketchItem::Any])
    };
    let some_do = multipliers.iter().any(|(word, _)| stands_alone(*word));
    for (word, base) in multipliers {
        let needed = |query: &Vec<NumberWordId>| sketch.read(query) == Err(Unread::Word(word));
        if some_do || queries.iter().any(needed) {
            add(before(word, base));
        }
    }
    more
}

/// That `word` before others is worth `value`.
fn before(word: NumberWordId, value: i64) -> SketchRule {
    let left = vec![SketchItem::Word(word), SketchItem::Any];
    SketchRule::new(left, vec![Linear::ONE], Linear::number(value))
}

/// Adds a rule, if there is none for the same words and the examples allow it.
fn add(sketch: &mut Sketch, rule: SketchRule, examples: &[NumberExample], ticker: &Ticker) {
    if sketch.has_rule(&rule.left) {
        return;
    }
    let more = sketch.with_rule(rule);
    if price_of_solution(&more, examples, ticker).is_some() {
        *sketch = more;
    }
}
