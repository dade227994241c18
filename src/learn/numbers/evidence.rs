//! Which base a language counts in, as far as its examples tell.
//!
//! In the right base, a value has many zeros, and its other digits are what words of the example are worth: of
//! `three W seven` that is 43, base 12 says 3 and 7, base 10 says 4 and 3. So each base is charged for what it
//! takes to write all values down, for somebody who knows the words. No base is special, but for a small price
//! that others have and ten has not, because most languages count in tens: a single example outweighs it.

use super::base::Base;
use super::example::{NumberExample, NumberWordId};
use crate::arrange::Arrange;
use std::collections::HashMap;

/// What it costs to count in another base than ten.
const NOT_TEN: f64 = 2.0;
/// Bases that cost this much more than the best are not looked at: they would have a twentieth of its share.
const DEARER: f64 = 3.0;
/// The most bases that are looked at.
const MOST_BASES: usize = 3;
/// So many examples are enough to tell, the shortest.
const MOST_EXAMPLES: usize = 100;
/// Larger values are passed over: a single one has so many digits that it would outweigh all others.
const LARGEST: i64 = 1_000_000_000;
/// How often a digit is what a word of the example is worth.
const FROM_WORDS: f64 = 0.8;
/// From so many digits of words on, it makes no difference how many there are.
const MOST_DIGITS: usize = 16;

/// The bases that examples may well be in, the best first, with what each costs in addition to the best. There is
/// always one.
pub(super) fn bases(examples: &[NumberExample]) -> Vec<(Base, f64)> {
    let values = KnownValues::new(examples);
    let mut bases: Vec<(Base, f64)> = Vec::new();
    let mut most = f64::INFINITY;
    // Ten first: where it is right, the others soon cost more.
    for base in std::iter::once(Base::TEN).chain(Base::all().filter(|base| *base != Base::TEN)) {
        let price = if base == Base::TEN { 0.0 } else { NOT_TEN };
        if let Some(price) = values.price(base, price, most) {
            most = most.min(price + DEARER);
            bases.push((base, price));
        }
    }
    // Of bases that cost the same, ten, and then the smallest: they are in that order.
    bases.arrange_by(|a, b| a.1.total_cmp(&b.1));
    let cheapest = bases.first().map_or(0.0, |(_, price)| *price);
    bases.iter_mut().for_each(|(_, price)| *price -= cheapest);
    bases.retain(|(_, price)| *price <= DEARER);
    bases.truncate(MOST_BASES);
    if bases.is_empty() { vec![(Base::TEN, 0.0)] } else { bases }
}

/// What examples are worth, and what their words are worth alone.
struct KnownValues {
    examples: Vec<(i64, Vec<i64>)>,
    largest: i64,
}

impl KnownValues {
    fn new(examples: &[NumberExample]) -> Self {
        let mut alone: HashMap<NumberWordId, i64> = HashMap::new();
        for example in examples {
            if let [word] = example.words[..] {
                alone.insert(word, example.value);
            }
        }
        let counts = |example: &&NumberExample| (1..=LARGEST).contains(&example.value);
        let mut shortest: Vec<&NumberExample> = examples.iter().filter(counts).collect();
        shortest.arrange_by_key(|example| example.words.len());
        shortest.truncate(MOST_EXAMPLES);
        let words = |example: &NumberExample| -> Vec<i64> {
            // That a word is worth what it is worth says nothing.
            let words = if example.words.len() > 1 { &example.words[..] } else { &[] };
            words.iter().filter_map(|word| alone.get(word)).copied().filter(|v| *v > 0).collect()
        };
        let examples: Vec<(i64, Vec<i64>)> =
            shortest.into_iter().map(|example| (example.value, words(example))).collect();
        let largest = examples.iter().map(|(value, _)| *value).max().unwrap_or(1);
        Self { examples, largest }
    }

    /// What it costs to write all values in a base, besides `price`; `None` if that is more than `most`.
    fn price(&self, base: Base, price: f64, most: f64) -> Option<f64> {
        let any = 1.0 / (base.number() - 1) as f64;
        // By how many digits the words have: a digit that is one of them, and one that is none.
        let cost_of = |count: usize| match count {
            0 => [-any.ln(); 2],
            _ => {
                let other = (1.0 - FROM_WORDS) * any;
                [other + FROM_WORDS / count as f64, other].map(|share: f64| -share.ln())
            }
        };
        let mut costs = [None; MOST_DIGITS + 1];
        let price_of_length = (base.digits(self.largest).count() as f64).ln();
        let mut price = price;
        let (mut zeros, mut others) = (0_u32, 0_u32);
        let mut known: Vec<i64> = Vec::new();
        for (value, words) in &self.examples {
            known.clear();
            if !words.is_empty() {
                // A multiplier with nothing before it is counted once.
                known.push(1);
            }
            for word in words {
                let digits = base.digits(*word).filter(|digit| *digit > 0);
                for digit in digits.take(MOST_DIGITS) {
                    if known.len() < MOST_DIGITS && !known.contains(&digit) {
                        known.push(digit);
                    }
                }
            }
            let [one_of_them, none_of_them] =
                *costs[known.len()].get_or_insert_with(|| cost_of(known.len()));
            price += price_of_length;
            for digit in base.digits(*value) {
                if digit == 0 {
                    zeros += 1;
                } else {
                    others += 1;
                    price += if known.contains(&digit) { one_of_them } else { none_of_them };
                }
            }
            // The first digit is never zero.
            others -= 1;
            if price > most {
                return None;
            }
        }
        price += price_of_zeros(zeros, others);
        (price <= most).then_some(price)
    }
}

/// What it costs to say which digits are zero, to somebody who does not know how many are: each is foretold from
/// those before it.
fn price_of_zeros(zeros: u32, others: u32) -> f64 {
    let ln_factorial = |n: u32| (2..=n).map(|factor| f64::from(factor).ln()).sum::<f64>();
    ln_factorial(zeros + others + 1) - ln_factorial(zeros) - ln_factorial(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Digits `1` to the base's own, and some longer numbers, in order of their words: each digit, then the
    /// words of the powers from the largest, which are numbers above all digits.
    fn examples(base: i64, numbers: &[i64]) -> Vec<NumberExample> {
        let digit = |digit: i64| NumberWordId::at(digit as usize - 1);
        let power = |power: usize| NumberWordId::at(base as usize - 2 + power);
        let alone = (1..base).map(|value| NumberExample { words: vec![digit(value)], value });
        let longer = numbers.iter().map(|&value| {
            let (mut words, mut rest, mut place) = (Vec::new(), value, 0);
            while rest > 0 {
                if place > 0 && rest % base > 0 {
                    words.insert(0, power(place));
                }
                if rest % base > 0 {
                    words.insert(0, digit(rest % base));
                }
                (rest, place) = (rest / base, place + 1);
            }
            NumberExample { words, value }
        });
        alone.chain(longer).collect()
    }

    #[test]
    fn the_base_is_found_from_a_handful_of_examples() {
        for base in [5, 8, 10, 12, 16, 20, 60] {
            let (b, s, c) = (base, base * base, base * base * base);
            let numbers =
                [3 * b + 2, 4 * b, 2 * s + 3 * b + 4, 3 * s + 1, 4 * c + 2 * s, 2 * c + 3];
            let bases = bases(&examples(base, &numbers));
            assert_eq!(bases[0].0.number(), base, "{bases:?}");
        }
    }

    #[test]
    fn where_examples_do_not_tell_there_are_several() {
        assert_eq!(bases(&[])[0], (Base::TEN, 0.0));
        let digits: Vec<NumberExample> = (1..8)
            .map(|value| NumberExample { words: vec![NumberWordId::at(value as usize)], value })
            .collect();
        let found = bases(&digits);
        assert!(found.len() > 1, "{found:?}");
    }

    #[test]
    fn zeros_cost_what_it_takes_to_place_them() {
        // One of n + 1 numbers of zeros, and then one of the ways to place them.
        assert!((price_of_zeros(0, 4) - 5_f64.ln()).abs() < 1e-9);
        assert!((price_of_zeros(2, 2) - (5_f64 * 6.0).ln()).abs() < 1e-9);
    }
}
