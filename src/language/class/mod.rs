//! The paper's class of grammars, written once: deduction searches it, networks propose in it, samplers draw
//! from it.
//!
//! A word is a *primitive*, which stands for at most one token, or an *operator*, which has one rule: its
//! word, one or two variables around it, and each variable at least once on the right. The last rule joins
//! or swaps words that no operator takes. This is the class of the paper's MiniSCAN and SCAN.

mod ids;
mod write;
#[cfg(feature = "neural")]
mod read;

pub(crate) use ids::{SmallId, TokenId, WordId, bytes_of};
pub use write::{VARIABLES, higher_order, last_rule, primitive};

use std::sync::LazyLock;

/// The left side of an operator's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(crate) enum OperatorShape {
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

/// The probability that the rule of an operator has one variable and not two.
pub const ONE_VARIABLE: f64 = 0.4;

/// All shapes, in the order of their numbers.
pub(crate) const SHAPES: [OperatorShape; 6] = [
    OperatorShape::UnaryOne,
    OperatorShape::UnarySome,
    OperatorShape::OneOne,
    OperatorShape::OneSome,
    OperatorShape::SomeOne,
    OperatorShape::SomeSome,
];

impl OperatorShape {
    pub(crate) fn is_binary(self) -> bool {
        self as u8 >= OperatorShape::OneOne as u8
    }

    /// How often the meta-grammar draws it.
    pub(crate) fn prior(self) -> f64 {
        // Of one variable, half each; otherwise drawn from u1 u2 x1 x2 without replacement.
        match self {
            OperatorShape::UnaryOne | OperatorShape::UnarySome => ONE_VARIABLE / 2.0,
            OperatorShape::OneOne | OperatorShape::SomeSome => 0.1,
            OperatorShape::OneSome | OperatorShape::SomeOne => 0.2,
        }
    }
}

/// The right side of an operator's rule: which variable comes when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RightSide {
    pub(crate) length: u8,
    /// Bit i is set if item i is the second variable.
    pub(crate) second: u32,
}

impl RightSide {
    /// The longest right sides that are considered.
    pub(crate) const LONGEST: usize = 24;
    pub(crate) const FORWARD: RightSide = RightSide { length: 2, second: 0b10 };
    pub(crate) const BACKWARD: RightSide = RightSide { length: 2, second: 0b01 };

    pub(crate) fn repeat(times: usize) -> Self {
        Self { length: times as u8, second: 0 }
    }

    pub(crate) fn items(self) -> impl Iterator<Item = bool> {
        (0..self.length).map(move |index| self.second >> index & 1 == 1)
    }

    pub(crate) fn count_second(self) -> usize {
        self.second.count_ones() as usize
    }

    /// The probability of all of these together. There may be very many, and few lengths.
    pub(crate) fn mass(orders: &[RightSide], binary: bool, go_on: f64) -> f64 {
        let mut known = [[f64::NAN; RightSide::LONGEST + 1]; RightSide::LONGEST + 1];
        let prior = |order: &RightSide| {
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

const LENGTHS: usize = RightSide::LONGEST + 1;

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

/// The role of one word in a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    /// Stands for nothing, or for a token; a token that is not known yet is [`Role::UNKNOWN`].
    Primitive(Option<TokenId>),
    Operator(OperatorShape, RightSide),
}

impl Role {
    /// The meaning of a primitive of which the examples say nothing.
    pub(crate) const UNKNOWN: TokenId = TokenId(u8::MAX);
}

/// A grammar of the class, by the numbers that a task gives its words and tokens.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClassGrammar {
    /// By word.
    pub(crate) roles: Vec<Role>,
    /// The operators in the order of their rules.
    pub(crate) order: Vec<WordId>,
    /// Whether the last rule is `u1 u2 -> [u2] [u1]`, and not `u1 x1 -> [u1] [x1]`.
    pub(crate) swaps: bool,
}

impl ClassGrammar {
    /// The bytes that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.roles) + self.order.len() + 32
    }

    /// Adds all that it says of inputs with these words to a key, in few bytes. Rules for other words do not match
    /// them, nor a part of them.
    pub(crate) fn add_to_key(&self, words: &[WordId], key: &mut Vec<u8>) {
        let Self { roles, order, swaps } = self;
        key.reserve(1 + words.len() * (size_of::<RightSide>() + 1));
        key.push(u8::from(*swaps));
        for word in words {
            match roles[word.index()] {
                Role::Primitive(None) => key.push(u8::MAX),
                Role::Primitive(Some(token)) => key.extend([u8::MAX - 1, token.number()]),
                Role::Operator(shape, right) => {
                    key.extend([shape as u8, right.length]);
                    key.extend(right.second.to_le_bytes());
                }
            }
        }
        let mut is_asked = [false; 256];
        words.iter().for_each(|word| is_asked[word.index()] = true);
        let asked = order.iter().filter(|word| is_asked[word.index()]);
        key.extend(asked.map(|word| word.number()));
    }

    /// The shapes of its operators, `None` for primitives.
    pub(crate) fn shapes(&self) -> Vec<Option<OperatorShape>> {
        let shape = |role: &Role| match role {
            Role::Primitive(_) => None,
            Role::Operator(shape, _) => Some(*shape),
        };
        self.roles.iter().map(shape).collect()
    }

    /// What it says of the words with a number below `shown`.
    pub(crate) fn among(&self, shown: usize) -> ClassGrammar {
        let shown = shown.min(self.roles.len());
        let order = self.order.iter().copied().filter(|word| word.index() < shown);
        ClassGrammar {
            roles: self.roles[..shown].to_vec(),
            order: order.collect(),
            swaps: self.swaps,
        }
    }

    /// This grammar with an x of this word's rule made a u, in all ways, the narrowest first.
    pub(crate) fn narrower(&self, word: usize) -> Vec<ClassGrammar> {
        let Role::Operator(shape, order) = self.roles[word] else { return Vec::new() };
        let shapes: &[OperatorShape] = match shape {
            OperatorShape::UnarySome => &[OperatorShape::UnaryOne],
            OperatorShape::OneSome | OperatorShape::SomeOne => &[OperatorShape::OneOne],
            OperatorShape::SomeSome => {
                &[OperatorShape::OneOne, OperatorShape::OneSome, OperatorShape::SomeOne]
            }
            OperatorShape::UnaryOne | OperatorShape::OneOne => &[],
        };
        let with = |shape: &OperatorShape| {
            let mut narrower = self.clone();
            narrower.roles[word] = Role::Operator(*shape, order);
            narrower
        };
        shapes.iter().map(with).collect()
    }
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
                    let order = RightSide { length: length as u8, second };
                    sum += order.log_prior(binary, go_on).exp();
                }
            }
            // What is missing are right sides that are longer.
            let longer = if binary { go_on.powi(15) } else { go_on.powi(16) };
            assert!((1.0 - longer - sum).abs() < 1e-9, "{go_on} {binary}: {sum}");
        }
    }
}
