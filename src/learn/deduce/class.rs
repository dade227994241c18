//! What deduction assumes about grammars of the class, beyond their shapes.

use super::set::Set;
use crate::language::class::{RightSide, SHAPES, Shape, TokenId};

/// In a set of values of a primitive: none at all.
pub(super) const NOTHING: Set<TokenId> = Set::of_number(255);
/// The number of a token that no example has, for words that no example has.
pub(super) const NEW_TOKEN: TokenId = TokenId(254);

/// What a word may still be: a bit for each shape, and [`PRIMITIVE`].
pub(super) type Roles = u8;
pub(super) const PRIMITIVE: Roles = 1 << 6;
pub(super) const UNARY: Roles = 0b00_0011;
pub(super) const ANY_ROLE: Roles = 0b111_1111;

impl Shape {
    /// Its bit in a set of roles.
    pub(super) fn bit(self) -> Roles {
        1 << self as u8
    }
}

/// The shapes among `roles`.
pub(super) fn shapes(roles: Roles) -> impl Iterator<Item = Shape> {
    SHAPES.into_iter().filter(move |shape| roles & shape.bit() != 0)
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
        longest_right: RightSide::LONGEST,
        go_on: 0.4,
    };
    /// SCAN's, which contains it.
    pub(crate) const SCAN: Class = Class {
        empty_primitives: true,
        distinct_primitives: true,
        last_rules: JOIN | SWAP,
        longest_right: RightSide::LONGEST,
        go_on: 0.65,
    };
    /// The widest: several words may stand for the same token.
    pub(crate) const WIDE: Class = Class { distinct_primitives: false, ..Class::SCAN };
}
