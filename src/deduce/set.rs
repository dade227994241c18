//! Sets of words or of tokens, by their numbers.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

const PARTS: usize = 4;

/// A set of numbers, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Set([u64; PARTS]);

impl Set {
    pub(crate) const EMPTY: Self = Self([0; PARTS]);
    pub(crate) const ALL: Self = Self([u64::MAX; PARTS]);

    pub(crate) const fn one(member: u8) -> Self {
        let mut set = Self::EMPTY;
        set.0[member as usize / 64] = 1 << (member % 64);
        set
    }

    pub(crate) const fn has(self, member: u8) -> bool {
        self.0[member as usize / 64] >> (member % 64) & 1 != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether there is a member that the other set has, too.
    pub(crate) fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether the other set has all members.
    pub(crate) fn is_within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    pub(crate) fn len(self) -> u32 {
        self.0.iter().map(|part| part.count_ones()).sum()
    }

    /// The member, if there is only one.
    pub(crate) fn only(self) -> Option<u8> {
        let mut only = None;
        for (index, part) in (0u8..).zip(self.0).filter(|(_, part)| *part != 0) {
            if only.is_some() || !part.is_power_of_two() {
                return None;
            }
            only = Some(64 * index + part.trailing_zeros() as u8);
        }
        only
    }

    /// From the smallest on.
    pub(crate) fn members(self) -> impl Iterator<Item = u8> {
        (0u8..).zip(self.0).flat_map(|(index, mut part)| {
            std::iter::from_fn(move || {
                let member = part.trailing_zeros() as u8;
                part &= part.wrapping_sub(1);
                (member < 64).then(|| 64 * index + member)
            })
        })
    }

    /// A number of half as many bits that follows from it, for hashes.
    pub(crate) fn folded(self) -> [u64; 2] {
        let [a, b, c, d] = self.0;
        [a ^ c, b ^ d]
    }
}

impl FromIterator<u8> for Set {
    fn from_iter<T: IntoIterator<Item = u8>>(members: T) -> Self {
        let mut set = Self::EMPTY;
        members.into_iter().for_each(|member| set.0[member as usize / 64] |= 1 << (member % 64));
        set
    }
}

impl<'a> FromIterator<&'a u8> for Set {
    fn from_iter<T: IntoIterator<Item = &'a u8>>(members: T) -> Self {
        members.into_iter().copied().collect()
    }
}

impl BitAnd for Set {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|part| self.0[part] & other.0[part]))
    }
}

impl BitOr for Set {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|part| self.0[part] | other.0[part]))
    }
}

impl Not for Set {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|part| !part))
    }
}

impl BitAndAssign for Set {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Set {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::Set;
    use std::collections::BTreeSet;

    #[test]
    fn sets_are_what_sets_are() {
        let numbers = |step: usize| (0..=u8::MAX).step_by(step).collect::<BTreeSet<u8>>();
        for (a, b) in [(3, 5), (1, 64), (63, 127), (255, 2), (128, 256)] {
            let (a, b) = (numbers(a), numbers(b));
            let (x, y): (Set, Set) = (a.iter().collect(), b.iter().collect());
            let same = |set: Set, wanted: BTreeSet<u8>| {
                assert!(set.members().eq(wanted.iter().copied()));
                assert_eq!(set.len() as usize, wanted.len());
                assert_eq!(set.is_empty(), wanted.is_empty());
                assert!((0..=u8::MAX).all(|number| set.has(number) == wanted.contains(&number)));
                assert_eq!(set.only(), wanted.first().copied().filter(|_| wanted.len() == 1));
            };
            same(x, a.clone());
            same(x & y, &a & &b);
            same(x | y, &a | &b);
            same(x & !y, &a - &b);
            assert_eq!(x.meets(y), !a.is_disjoint(&b));
            assert_eq!(x.is_within(y), a.is_subset(&b));
        }
        assert_eq!(!Set::EMPTY, Set::ALL);
        assert_eq!(Set::one(255).only(), Some(255));
    }
}
