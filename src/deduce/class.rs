//! The class of grammars that deduction searches, with all of its assumptions in one place.
//!
//! A word is a *primitive*, which stands for at most one token, or an *operator*, which has one rule:
//! its word, one or two variables around it, and each variable at least once on the right. The last
//! rule joins words that no operator takes. This is the class of the paper's MiniSCAN and SCAN.

use super::set::Set;
use std::sync::LazyLock;

/// The most words, and the most tokens, that a task of this class may have. The last two members of a
/// set of tokens have a meaning of their own.
pub(crate) const MOST_SYMBOLS: usize = 254;
/// In a set of values of a primitive: none at all.
pub(super) const NOTHING: Set = Set::one(255);
/// The number of a token that no example has, for words that no example has.
pub(super) const NEW_TOKEN: u8 = 254;

/// The longest inputs that are solved from. Longer ones are only checked against.
pub(crate) const LONGEST_INPUT: usize = 100;
/// The longest outputs that are solved from.
pub(crate) const LONGEST_OUTPUT: usize = 200;

/// The left side of an operator's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(crate) enum Shape {
    /// `u w`
    UnaryOne = 0,
    /// `x w`
    UnarySome = 1,
    /// `u w u`
    OneOne = 2,
    /// `u w x`
    OneSome = 3,
    /// `x w u`
    SomeOne = 4,
    /// `x w x`
    SomeSome = 5,
}

/// All shapes, in the order of their numbers.
pub(super) const SHAPES: [Shape; 6] = [
    Shape::UnaryOne,
    Shape::UnarySome,
    Shape::OneOne,
    Shape::OneSome,
    Shape::SomeOne,
    Shape::SomeSome,
];

impl Shape {
    pub(super) fn bit(self) -> Roles {
        1 << self as u8
    }

    pub(crate) fn is_binary(self) -> bool {
        self as u8 >= Shape::OneOne as u8
    }

    /// How often the meta-grammar draws it.
    pub(crate) fn prior(self) -> f64 {
        // `v w` with 0.4, half each; `v w v'` otherwise, drawn from u1 u2 x1 x2 without replacement.
        match self {
            Shape::UnaryOne | Shape::UnarySome => 0.2,
            Shape::OneOne | Shape::SomeSome => 0.1,
            Shape::OneSome | Shape::SomeOne => 0.2,
        }
    }
}

/// What a word may still be: a bit for each shape, and [`PRIMITIVE`].
pub(super) type Roles = u8;
pub(super) const PRIMITIVE: Roles = 1 << 6;
pub(super) const UNARY: Roles = 0b00_0011;
pub(super) const ANY_ROLE: Roles = 0b111_1111;

/// The shapes among `roles`.
pub(super) fn shapes(roles: Roles) -> impl Iterator<Item = Shape> {
    SHAPES.into_iter().filter(move |shape| roles & shape.bit() != 0)
}

/// The right side of an operator's rule: which variable comes when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Order {
    pub(crate) length: u8,
    /// Bit i is set if item i is the second variable.
    pub(crate) second: u32,
}

impl Order {
    /// The longest right sides that are considered.
    pub(super) const LONGEST: usize = 24;
    pub(crate) const FORWARD: Order = Order { length: 2, second: 0b10 };
    pub(crate) const BACKWARD: Order = Order { length: 2, second: 0b01 };

    pub(super) fn repeat(times: usize) -> Self {
        Self { length: times as u8, second: 0 }
    }

    pub(crate) fn items(self) -> impl Iterator<Item = bool> {
        (0..self.length).map(move |index| self.second >> index & 1 == 1)
    }

    pub(crate) fn count_second(self) -> usize {
        self.second.count_ones() as usize
    }

    /// The probability of all of these together. There may be very many, and few lengths.
    pub(crate) fn mass(orders: &[Order], binary: bool, go_on: f64) -> f64 {
        let mut known = [[f64::NAN; Order::LONGEST + 1]; Order::LONGEST + 1];
        let prior = |order: &Order| {
            let known = &mut known[order.length as usize][order.count_second()];
            if known.is_nan() {
                *known = order.log_prior(binary, go_on).exp();
            }
            *known
        };
        orders.iter().map(prior).sum()
    }

    /// Its logarithmic probability under the meta-grammar: every variable once, then more while a
    /// draw is below `go_on`, then shuffled.
    pub(crate) fn log_prior(self, binary: bool, go_on: f64) -> f64 {
        let length = i32::from(self.length);
        let stop = (1.0 - go_on).ln();
        if !binary {
            return stop + f64::from(length - 1) * go_on.ln();
        }
        let second = self.count_second() as i32;
        let first = length - second;
        let more = length - 2;
        stop + f64::from(more) * (go_on / 2.0).ln() + log_choose(more, first - 1)
            - log_choose(length, first)
    }
}

const LENGTHS: usize = Order::LONGEST + 1;

/// Listed, because there may be very many right sides to weigh.
static LOG_CHOOSE: LazyLock<[[f64; LENGTHS]; LENGTHS]> = LazyLock::new(|| {
    let one = |n: usize, k: usize| {
        (0..k.min(n)).map(|i| ((n - i) as f64).ln() - ((i + 1) as f64).ln()).sum()
    };
    std::array::from_fn(|n| std::array::from_fn(|k| one(n, k)))
});

/// Makes the list before there are searches: a process that forks while a search's thread makes it would have
/// a child that waits for it for ever.
pub(crate) fn list() {
    LazyLock::force(&LOG_CHOOSE);
}

fn log_choose(n: i32, k: i32) -> f64 {
    LOG_CHOOSE[n as usize][k as usize]
}

/// Which last rules are possible: `u1 x1 -> [u1] [x1]`, `u1 u2 -> [u2] [u1]`, a bit each.
pub(super) type LastRules = u8;
pub(super) const JOIN: LastRules = 1;
pub(super) const SWAP: LastRules = 2;
pub(super) const BOTH_LAST_RULES: LastRules = JOIN | SWAP;

/// The assumptions that differ between the paper's two domains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Class {
    /// Whether a primitive may stand for nothing.
    pub(super) empty_primitives: bool,
    /// Whether no two primitives stand for the same token.
    pub(super) distinct_primitives: bool,
    pub(super) last_rules: LastRules,
    /// The longest right side.
    pub(super) longest_right: usize,
    /// The probability that a right side goes on.
    pub(crate) go_on: f64,
}

impl Class {
    /// MiniSCAN's.
    pub(crate) const MINISCAN: Class = Class {
        empty_primitives: false,
        distinct_primitives: true,
        last_rules: JOIN,
        longest_right: Order::LONGEST,
        go_on: 0.4,
    };
    /// SCAN's, which contains it.
    pub(crate) const SCAN: Class = Class {
        empty_primitives: true,
        distinct_primitives: true,
        last_rules: JOIN | SWAP,
        longest_right: Order::LONGEST,
        go_on: 0.65,
    };
    /// The widest: several words may stand for the same token.
    pub(crate) const WIDE: Class = Class { distinct_primitives: false, ..Class::SCAN };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probabilities of all right sides add up to one.
    #[test]
    fn right_sides_are_a_distribution() {
        for (go_on, binary) in [(0.4, false), (0.65, false), (0.4, true), (0.65, true)] {
            let mut sum = 0.0;
            for length in 1..=16u32 {
                let all = if binary { 1u32 << length } else { 1 };
                for second in 0..all {
                    let one_sided = second == 0 || second == all - 1;
                    if binary && (length < 2 || one_sided) {
                        continue;
                    }
                    let order = Order { length: length as u8, second };
                    sum += order.log_prior(binary, go_on).exp();
                }
            }
            // What is missing are right sides that are longer.
            let longer = if binary { go_on.powi(15) } else { go_on.powi(16) };
            assert!((1.0 - longer - sum).abs() < 1e-9, "{go_on} {binary}: {sum}");
        }
    }
}
