//! What deduction assumes about grammars of the class, beyond their shapes, and the sets of words and tokens that it
//! thinks in.

use crate::language::class::{OperatorShape, RightSide, SHAPES, SmallId, TokenId};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// In a set of values of a primitive: none at all.
pub(super) const NOTHING: Set<TokenId> = Set::of_number(255);
/// The number of a token that no example has, for words that no example has.
pub(super) const NEW_TOKEN: TokenId = TokenId(254);

/// What a word may still be: a bit for each shape, and [`PRIMITIVE`].
pub(super) type Roles = u8;
pub(super) const PRIMITIVE: Roles = 1 << 6;
pub(super) const UNARY: Roles = 0b00_0011;
pub(super) const ANY_ROLE: Roles = 0b111_1111;

impl OperatorShape {
    /// Its bit in a set of roles.
    pub(super) fn bit(self) -> Roles {
        1 << self as u8
    }
}

/// The shapes among `roles`.
pub(super) fn shapes(roles: Roles) -> impl Iterator<Item = OperatorShape> {
    SHAPES.into_iter().filter(move |shape| roles & shape.bit() != 0)
}

/// Which last rules are possible: `u1 x1 -> [u1] [x1]`, `u1 u2 -> [u2] [u1]`, a bit each.
pub(super) type LastRules = u8;
pub(super) const JOIN: LastRules = 1;
pub(super) const SWAP: LastRules = 2;
pub(super) const BOTH_LAST_RULES: LastRules = JOIN | SWAP;

/// The assumptions that differ between the paper's two domains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Assumptions {
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

impl Assumptions {
    /// MiniSCAN's.
    pub(crate) const MINISCAN: Assumptions = Assumptions {
        empty_primitives: false,
        distinct_primitives: true,
        last_rules: JOIN,
        longest_right: RightSide::LONGEST,
        go_on: 0.4,
    };
    /// SCAN's, which contains it.
    pub(crate) const SCAN: Assumptions = Assumptions {
        empty_primitives: true,
        distinct_primitives: true,
        last_rules: JOIN | SWAP,
        longest_right: RightSide::LONGEST,
        go_on: 0.65,
    };
    /// The widest: several words may stand for the same token.
    pub(crate) const WIDE: Assumptions =
        Assumptions { distinct_primitives: false, ..Assumptions::SCAN };
}

const PARTS: usize = 4;

/// A set of words, or of tokens, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Set<Id>([u64; PARTS], PhantomData<Id>);

impl<Id> Set<Id> {
    pub(crate) const EMPTY: Self = Self::of([0; PARTS]);
    pub(crate) const ALL: Self = Self::of([u64::MAX; PARTS]);

    const fn of(parts: [u64; PARTS]) -> Self {
        Self(parts, PhantomData)
    }

    /// The set of the one member with this number. This is [`Set::one`] for constants, which cannot ask a
    /// member for its number.
    pub(super) const fn of_number(number: u8) -> Self {
        let mut parts = [0; PARTS];
        parts[number as usize / 64] = 1 << (number % 64);
        Self::of(parts)
    }
}

impl<Id: SmallId> Set<Id> {
    #[inline]
    pub(crate) fn one(member: Id) -> Self {
        Self::of_number(member.number())
    }

    #[inline]
    pub(crate) fn has(self, member: Id) -> bool {
        let number = member.number();
        self.0[usize::from(number) / 64] >> (number % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether there is a member that the other set has, too.
    #[inline]
    pub(crate) fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether the other set has all members.
    #[inline]
    pub(crate) fn is_within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    #[inline]
    pub(crate) fn len(self) -> u32 {
        self.0.iter().map(|part| part.count_ones()).sum()
    }

    /// Whether there is one member and no other.
    #[inline]
    pub(crate) fn is_single(self) -> bool {
        let [a, b, c, d] = self.0;
        // Mostly there are several, at different places of a part.
        (a | b | c | d).is_power_of_two() && self.only().is_some()
    }

    /// The member, if there is only one.
    #[inline]
    pub(crate) fn only(self) -> Option<Id> {
        let mut only = None;
        for (index, part) in (0u8..).zip(self.0).filter(|(_, part)| *part != 0) {
            if only.is_some() || !part.is_power_of_two() {
                return None;
            }
            only = Some(Id::from_number(64 * index + part.trailing_zeros() as u8));
        }
        only
    }

    /// From the smallest number on.
    #[inline]
    pub(crate) fn members(self) -> impl Iterator<Item = Id> {
        (0u8..).zip(self.0).flat_map(|(index, mut part)| {
            std::iter::from_fn(move || {
                let member = (part != 0).then(|| 64 * index + part.trailing_zeros() as u8);
                part &= part.wrapping_sub(1);
                member.map(Id::from_number)
            })
        })
    }

    /// A number of half as many bits that follows from it, for hashes.
    pub(crate) fn folded(self) -> [u64; 2] {
        let [a, b, c, d] = self.0;
        [a ^ c, b ^ d]
    }
}

impl<Id> Hash for Set<Id> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|part| state.write_u64(*part));
    }
}

impl<Id> Default for Set<Id> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<Id: SmallId> FromIterator<Id> for Set<Id> {
    #[inline]
    fn from_iter<T: IntoIterator<Item = Id>>(members: T) -> Self {
        let mut set = Self::EMPTY;
        for number in members.into_iter().map(Id::number) {
            set.0[usize::from(number) / 64] |= 1 << (number % 64);
        }
        set
    }
}

impl<'a, Id: SmallId + 'a> FromIterator<&'a Id> for Set<Id> {
    #[inline]
    fn from_iter<T: IntoIterator<Item = &'a Id>>(members: T) -> Self {
        members.into_iter().copied().collect()
    }
}

impl<Id> BitAnd for Set<Id> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        let mut both = self;
        both.0.iter_mut().zip(other.0).for_each(|(part, other)| *part &= other);
        both
    }
}

impl<Id> BitOr for Set<Id> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        let mut either = self;
        either.0.iter_mut().zip(other.0).for_each(|(part, other)| *part |= other);
        either
    }
}

impl<Id> Not for Set<Id> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::of(self.0.map(|part| !part))
    }
}

impl<Id: Copy> BitAndAssign for Set<Id> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<Id: Copy> BitOrAssign for Set<Id> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::Set;
    use crate::language::class::WordId;
    use std::collections::BTreeSet;

    #[test]
    fn sets_are_what_sets_are() {
        let numbers =
            |step: usize| (0..=u8::MAX).step_by(step).map(WordId).collect::<BTreeSet<WordId>>();
        for (a, b) in [(3, 5), (1, 64), (63, 127), (255, 2), (128, 256)] {
            let (a, b) = (numbers(a), numbers(b));
            let (x, y): (Set<WordId>, Set<WordId>) = (a.iter().collect(), b.iter().collect());
            let same = |set: Set<WordId>, wanted: BTreeSet<WordId>| {
                assert!(set.members().eq(wanted.iter().copied()));
                assert_eq!(set.len() as usize, wanted.len());
                assert_eq!(set.is_empty(), wanted.is_empty());
                assert!(
                    (0..=u8::MAX).map(WordId).all(|word| set.has(word) == wanted.contains(&word))
                );
                assert_eq!(set.is_single(), wanted.len() == 1);
                assert_eq!(set.only(), wanted.first().copied().filter(|_| wanted.len() == 1));
            };
            same(x, a.clone());
            same(x & y, &a & &b);
            same(x | y, &a | &b);
            same(x & !y, &a - &b);
            assert_eq!(x.meets(y), !a.is_disjoint(&b));
            assert_eq!(x.is_within(y), a.is_subset(&b));
        }
        assert_eq!(!Set::<WordId>::EMPTY, Set::ALL);
        assert_eq!(Set::one(WordId(255)).only(), Some(WordId(255)));
    }
}
