//! How much a sketch has to say: the less, the more probable.
//!
//! The unit is about a nat. Only differences matter, and only between sketches for the same task.

use super::base::Base;
use super::example::NumberWordId;
use super::linear::Linear;
use super::reading::Remarks;
use super::sketch::{Sketch, SketchItem, SketchRule};

/// A rule that does not stand where its numbers would put it.
const MOVED: f64 = 1.5;
/// A meaning that another word has as well: another form of the same word. There are fewer
/// multipliers to choose from than values.
const KNOWN: f64 = 0.4;
const KNOWN_VALUE: f64 = 0.7;
/// A word that means something else before or behind others than alone.
const HOMONYM: f64 = 3.0;
/// A factor that is the product of others.
const PRODUCT: f64 = 1.5;
/// A word that only separates: that it is worth nothing would be simpler.
const SEPARATOR: f64 = 0.6;
/// A word that comes before smaller numbers whatever multiplies those.
const PREFIX: f64 = 0.3;
/// Two words that mean something of their own together.
const PAIR: f64 = 1.5;
/// Each word of an example that is learnt by heart, and the example itself.
const BY_HEART: f64 = 2.0;

/// What it costs to say a number: the more digits before the zeros, the more.
pub(super) fn number(base: Base, number: i64) -> f64 {
    1.0 + 0.75 * (base.digits_that_count(number) - 1.0)
}

/// What it costs to say a factor: one expects a power of the base, or a product of others.
fn factor(sketch: &Sketch, factor: i64) -> f64 {
    let power = sketch.base.has_power(factor);
    let factors = || sketch.rules.iter().flat_map(|rule| &rule.factors).map(|f| f.constant);
    let completes = |a: i64| a > 1 && factors().any(|b| a.checked_mul(b) == Some(factor) && b > 1);
    let product = || factors().any(completes);
    if power {
        1.0
    } else if product() {
        PRODUCT
    } else {
        1.0 + 1.5 * sketch.base.digits_that_count(factor)
    }
}

/// From so many digits on, a number is odd: no word of a language is worth as much by itself.
const ODD: f64 = 3.0;

impl Sketch {
    /// The sketch without what it says in odd numbers, if there is such: numbers with three digits or more before
    /// the zeros, which are solved for and then fit one example, whatever the truth is. What was learnt by heart is
    /// kept: it is read in no other input.
    pub(super) fn without_odd_numbers(&self) -> Option<Self> {
        let is_odd = |number: i64| self.base.digits_that_count(number) >= ODD;
        let mut rest = self.clone();
        rest.rules.retain(|rule| rule.factors.is_empty() || !is_odd(rule.size()));
        for word in NumberWordId::first(self.values.len()) {
            let is_given = self.given[word.index()];
            if !is_given && self.value(word).is_some_and(is_odd) {
                rest = rest.without_value(word);
            }
        }
        (rest != *self).then_some(rest)
    }
}

/// A reading that is strange.
const STRANGE: f64 = 1.0;
/// Words of the same two sizes that are added in either order, each time; and words of one size.
const EITHER_ORDER: f64 = 0.5;
const SAME_SIZE: f64 = 0.2;

/// What it costs that readings are not as one expects.
pub(super) fn of_readings(readings: impl Iterator<Item = Remarks>) -> f64 {
    let mut strange = 0;
    let mut sums = [0_u32; 64];
    for remarks in readings {
        strange += remarks.strange;
        let mut bits = remarks.sums;
        while bits != 0 {
            sums[bits.trailing_zeros() as usize] += 1;
            bits &= bits - 1;
        }
    }
    let mut either = 0;
    let mut same = 0;
    for first in 0..8 {
        same += sums[9 * first];
        for second in 0..first {
            either += sums[8 * first + second].min(sums[8 * second + first]);
        }
    }
    STRANGE * f64::from(strange) + EITHER_ORDER * f64::from(either) + SAME_SIZE * f64::from(same)
}

impl Sketch {
    /// How much there is to say to somebody who knows what the examples show of single words.
    pub(super) fn price(&self) -> f64 {
        price(self)
    }
}

fn price(sketch: &Sketch) -> f64 {
    let mut price = MOVED * sketch.moved() as f64;
    for (word, value) in sketch.values.iter().enumerate() {
        let Some(value) = value.filter(|_| !sketch.given[word]) else { continue };
        // A form of a word that examples show alone, or one more word that is worth nothing; that
        // there is a word for zero says nothing of those.
        let counts = |other: usize| other != word && (value == Linear::ZERO) != sketch.given[other];
        let mut others = sketch.values.iter().enumerate();
        let known = others.any(|(other, known)| *known == Some(value) && counts(other));
        price += if known { KNOWN_VALUE } else { number(sketch.base, value.constant) };
    }
    price + (0..sketch.rules.len()).map(|index| of_rule(sketch, index)).sum::<f64>()
}

/// What it costs to say one of the rules.
pub(super) fn of_rule(sketch: &Sketch, index: usize) -> f64 {
    let rule = &sketch.rules[index];
    let others = || sketch.rules.iter().enumerate().filter(|(other, _)| *other != index);
    let size = rule.size();
    let constant = number(sketch.base, rule.constant.constant);
    let alone = |word: NumberWordId| sketch.value(word);
    match rule.left.as_slice() {
        // A word before others, as it is alone: that is how it is if nothing else is known.
        [SketchItem::Word(word), SketchItem::Any] if alone(*word) == Some(size) => 0.0,
        [SketchItem::Word(word), SketchItem::Any] if alone(*word).is_some() => HOMONYM + constant,
        [SketchItem::Word(word), SketchItem::Any] => {
            let same = |other: &SketchRule| other.size() == size && other.words().eq([*word]);
            if others().any(|(_, other)| same(other)) { KNOWN } else { PREFIX + constant }
        }
        // Learnt by heart.
        left if rule.factors.is_empty() => BY_HEART * (left.len() as f64 + 1.0),
        [SketchItem::Word(_), SketchItem::Word(_), SketchItem::Any] => PAIR + constant,
        left => {
            let known = others().any(|(_, other)| other.size() == size && like(&other.left, left));
            let shape = match left {
                [SketchItem::Some, SketchItem::Word(_), SketchItem::Any] => 0.0,
                [SketchItem::Some, ..] => PAIR,
                [SketchItem::Word(_), ..] => 0.5,
                _ => 2.0,
            };
            let homonym = rule.words().any(|word| alone(word).is_some_and(|value| value != size));
            let separator = if rule.separates() { SEPARATOR } else { 0.0 };
            shape
                + separator
                + if rule.constant == Linear::ZERO { 0.0 } else { PAIR + constant }
                + if homonym && size > 1 { HOMONYM } else { 0.0 }
                + if known { KNOWN } else { factor(sketch, size) }
        }
    }
}

/// Whether two left sides differ in nothing but words.
fn like(a: &[SketchItem], b: &[SketchItem]) -> bool {
    let same = |(a, b): (&SketchItem, &SketchItem)| match (a, b) {
        (SketchItem::Word(_), SketchItem::Word(_)) => true,
        _ => a == b,
    };
    a.len() == b.len() && a.iter().zip(b).all(same)
}
