//! Sorting that is compiled once. The standard library's stable sort is compiled anew for each comparison, seven kilobytes at a
//! time, which was a seventh of the library's code. Here it sorts places, by a comparison that is called, and what is
//! sorted is moved afterwards. Where sorting takes time, the standard library's own is used.

use std::cmp::Ordering;

/// So many are put into their places one after the other.
const FEW: usize = 16;

/// Lists that are put in order. What is equal stays in its order.
pub(crate) trait Arrange<T> {
    fn arrange_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    fn arrange_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.arrange_by(|a, b| key(a).cmp(&key(b)));
    }

    fn arrange(&mut self)
    where
        T: Ord,
    {
        self.arrange_by(T::cmp);
    }

    /// By a key that takes time to make.
    fn arrange_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> Arrange<T> for [T] {
    fn arrange_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let mut compare = |all: &[T], a: usize, b: usize| compare(&all[a], &all[b]);
        if self.len() <= FEW {
            for next in 1..self.len() {
                let mut place = next;
                while place > 0 && compare(self, place, place - 1).is_lt() {
                    self.swap(place, place - 1);
                    place -= 1;
                }
            }
            return;
        }
        let order = order(self.len(), &mut |a, b| compare(self, a, b));
        put(self, order);
    }

    fn arrange_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        let keys: Vec<K> = self.iter().map(key).collect();
        put(self, order(keys.len(), &mut |a, b| keys[a].cmp(&keys[b])));
    }
}

/// Puts into each place what the order says.
fn put<T>(all: &mut [T], mut order: Vec<usize>) {
    // Round after round: each place gets what belongs there, until what stood at the first belongs to the last.
    for first in 0..order.len() {
        let mut place = first;
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == first {
                break;
            }
            all.swap(place, from);
            place = from;
        }
    }
}

/// By place, which of them comes there.
#[inline(never)]
fn order(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn lists_are_sorted_as_the_standard_library_does_it() {
        let mut random = Random::new(1);
        for count in (0..40).chain([100, 1000]) {
            for kinds in [1, 3, 1000] {
                let mut list: Vec<(usize, usize)> =
                    (0..count).map(|place| (random.below(kinds), place)).collect();
                let mut sorted = list.clone();
                list.arrange_by_key(|one| one.0);
                sorted.sort_by_key(|one| one.0);
                assert_eq!(list, sorted);
                list.arrange_by_cached_key(|one| one.1);
                sorted.sort_by_cached_key(|one| one.1);
                assert_eq!(list, sorted);
                list.arrange_by(|a, b| b.1.cmp(&a.1));
                sorted.sort_by_key(|one| std::cmp::Reverse(one.1));
                assert_eq!(list, sorted);
                list.arrange();
                sorted.sort();
                assert_eq!(list, sorted);
            }
        }
    }
}
