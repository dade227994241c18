//! What is learnt from.

/// A word of a task of numbers, by its number there. The solver for other tasks numbers words apart from
/// this: it takes fewer of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(crate) struct NumberWordId(u16);

impl NumberWordId {
    /// The most words that have such numbers.
    pub(crate) const MOST: usize = u16::MAX as usize;

    /// Its place in lists that go by word.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The word at this place in lists that go by word. Numbers begin again past [`Self::MOST`], so tasks with
    /// more words are not learnt from.
    #[inline]
    pub(crate) const fn at(index: usize) -> Self {
        Self(index as u16)
    }

    /// The first so many words, in their order.
    #[inline]
    pub(crate) fn first(count: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count).map(Self::at)
    }
}

/// An example: words and what they are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NumberExample {
    pub(crate) words: Vec<NumberWordId>,
    pub(crate) value: i64,
}
