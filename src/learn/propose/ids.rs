//! The small numbers by which proposals know what they are made of.

/// Writes one kind of number.
macro_rules! small_number {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) struct $name(u16);

        impl $name {
            /// Its place in lists that go by this number.
            pub(crate) fn index(self) -> usize {
                usize::from(self.0)
            }

            /// What stands at this place in lists that go by this number. There are few: tasks with more words are not
            /// read.
            pub(crate) fn at(index: usize) -> Self {
                Self(index as u16)
            }

            /// The first so many, in their order.
            pub(crate) fn first(count: usize) -> impl Iterator<Item = Self> {
                (0..count).map(Self::at)
            }
        }
    };
}

small_number! {
    /// A word that the network was asked about, by its number among these.
    AskedWord
}

small_number! {
    /// One of the possibilities of a word: the likeliest is the first.
    Pick
}

small_number! {
    /// Two words that may have a rule of their own, by their number among such pairs.
    PairNumber
}
