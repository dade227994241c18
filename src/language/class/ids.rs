//! The small numbers by which a solver knows the words and the tokens of one task.
//!
//! Words and tokens are numbered apart from each other: word 3 has nothing to do with token 3. So each kind
//! has a type of its own, and the compiler finds where one is taken for the other.

use std::hash::{Hash, Hasher};

/// What words' and tokens' numbers have in common, for tables and sets that are written once for both.
pub(crate) trait SmallId: Copy + Eq {
    fn from_number(number: u8) -> Self;
    fn number(self) -> u8;
}

/// Writes one kind of number. All kinds are one byte each, in memory as well.
macro_rules! small_id {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(transparent)]
        pub(crate) struct $name(pub(crate) u8);

        impl $name {
            /// Its place in lists that go by this number.
            #[inline]
            pub(crate) const fn index(self) -> usize {
                self.0 as usize
            }

            /// What stands at this place in lists that go by this number. There are at most 256 places:
            /// whoever calls has counted.
            #[inline]
            pub(crate) const fn at(index: usize) -> Self {
                Self(index as u8)
            }

            /// The first so many, in their order.
            #[inline]
            pub(crate) fn first(count: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
                (0..count).map(Self::at)
            }
        }

        impl SmallId for $name {
            #[inline]
            fn from_number(number: u8) -> Self {
                Self(number)
            }

            #[inline]
            fn number(self) -> u8 {
                self.0
            }
        }

        impl Hash for $name {
            #[inline]
            fn hash<H: Hasher>(&self, state: &mut H) {
                state.write_u8(self.0);
            }

            #[inline]
            fn hash_slice<H: Hasher>(all: &[Self], state: &mut H) {
                hash_all(all, state);
            }
        }
    };
}

small_id! {
    /// A word of a task, by its number there.
    WordId
}

small_id! {
    /// A token of a task, by its number there.
    TokenId
}

/// Hashes many numbers as bytes are hashed: some at a time. One at a time takes several times as long, and
/// the solver looks up sequences of them all the time.
#[inline]
fn hash_all<Id: SmallId>(all: &[Id], state: &mut impl Hasher) {
    let mut bytes = [0; 32];
    for some in all.chunks(bytes.len()) {
        bytes.iter_mut().zip(some).for_each(|(byte, id)| *byte = id.number());
        state.write(&bytes[..some.len()]);
    }
}

/// The bytes of many numbers, for keys.
pub(crate) fn bytes_of<Id: SmallId>(all: &[Id]) -> Vec<u8> {
    all.iter().map(|id| id.number()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::DefaultHasher;

    #[test]
    fn sequences_of_numbers_are_hashed_as_their_bytes_are() {
        let hash = |hashed: &dyn Fn(&mut DefaultHasher)| {
            let mut hasher = DefaultHasher::new();
            hashed(&mut hasher);
            hasher.finish()
        };
        for length in [0, 1, 31, 32, 33, 64, 200] {
            let words: Vec<WordId> = WordId::first(length).collect();
            let bytes = bytes_of(&words);
            assert_eq!(bytes.len(), length);
            assert_eq!(
                hash(&|hasher| words.hash(hasher)),
                hash(&|hasher| bytes.hash(hasher)),
                "{length} words"
            );
        }
        assert_ne!(
            hash(&|hasher| [WordId(1), WordId(2)].hash(hasher)),
            hash(&|hasher| [WordId(2), WordId(1)].hash(hasher))
        );
    }
}
