//! A list of numbers for each example, in two blocks of memory instead of one an example.

use super::memory::Held;
use crate::arrange::Arrange;
use crate::budget::Ticker;
use crate::language::vocabulary::Word;

/// By example, a list of numbers.
#[derive(Debug)]
pub(super) struct PerExample<Id> {
    /// Where each one ends.
    ends: Vec<usize>,
    numbers: Vec<Id>,
}

impl<Id: Ord> PerExample<Id> {
    /// The numbers that `find` gives for any so many words of an input that stand together: ordered, each
    /// once. `None` if it was told to stop, or if there is no memory.
    pub(super) fn new<'a>(
        inputs: impl Iterator<Item = &'a [Word]> + Clone,
        together: usize,
        find: impl Fn(&[Word]) -> Option<Id>,
        held: &mut Held<'_>,
        ticker: &Ticker,
    ) -> Option<Self> {
        let (count, words) =
            inputs.clone().fold((0, 0), |(count, words), input| (count + 1, words + input.len()));
        if !held.add(count * size_of::<usize>() + 2 * words * size_of::<Id>()) {
            return None;
        }
        let mut lists = Self { ends: Vec::with_capacity(count), numbers: Vec::new() };
        let mut list = Vec::new();
        for input in inputs {
            for window in input.windows(together) {
                if ticker.tick(1) {
                    return None;
                }
                list.extend(find(window));
            }
            list.arrange();
            list.dedup();
            lists.numbers.append(&mut list);
            lists.ends.push(lists.numbers.len());
        }
        Some(lists)
    }

    pub(super) fn of(&self, example: usize) -> &[Id] {
        let start = example.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.numbers[start..self.ends[example]]
    }
}
