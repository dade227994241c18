//! Finding a word's number by its text: what every word of every input goes through.
//!
//! A hash table of its own, because words are short: a text of at most eight bytes is compared as one number, without
//! looking at the text that the vocabulary has.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// The numbers of texts that lie elsewhere, in a list.
#[derive(Clone, Debug)]
pub(super) struct WordIndex {
    /// A power of two of them, more than twice as many as there are texts; or none at first.
    slots: Vec<IndexSlot>,
    /// Random, so that whoever chooses the words of a vocabulary cannot know which of them meet in one slot. The product
    /// of a key by an odd number is universal hashing (Dietzfelbinger and others 1997, "A reliable randomized algorithm
    /// for the closest-pair problem").
    factor: u64,
    /// Random too: where long texts are read as polynomials of degree n / 4, any two differ, but for one such number in
    /// 2^61 a degree.
    variable: u64,
}

#[derive(Clone, Copy, Debug)]
struct IndexSlot {
    key: Key,
    /// The number of the text, or [`EMPTY`].
    number: u32,
}

const EMPTY: u32 = u32::MAX;

/// What a text is compared by. Two texts of at most eight bytes with the same key are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// The bytes of a text of at most eight, the first one lowest.
    pub(super) bits: u64,
    pub(super) length: u32,
}

impl Key {
    #[inline]
    fn new(text: &[u8], variable: u64) -> Self {
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let bits = match (text.first_chunk(), text.last_chunk()) {
            // Four bytes from the front and four from the back overlap where there are fewer than eight.
            (Some(first), Some(last)) if length <= 8 => {
                let last = u64::from(u32::from_le_bytes(*last));
                u64::from(u32::from_le_bytes(*first)) | last << (8 * (length - 4))
            }
            (Some(_), _) => polynomial(text, variable),
            _ => text.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)),
        };
        Self { bits, length }
    }

    fn is_whole_text(self) -> bool {
        self.length <= 8
    }
}

/// The value of a text as a polynomial, modulo a prime: its coefficients are the numbers of four bytes each.
fn polynomial(text: &[u8], variable: u64) -> u64 {
    const PRIME: u64 = (1 << 61) - 1;
    let rest = |number: u128| (number as u64 & PRIME) + (number >> 61) as u64;
    let (chunks, _) = text.as_chunks();
    // The last one overlaps the others, but for texts whose length is a multiple of four, where it comes twice.
    chunks.iter().chain(text.last_chunk()).fold(0, |value, chunk| {
        let sum = value + u64::from(u32::from_le_bytes(*chunk));
        rest(u128::from(rest(u128::from(sum) * u128::from(variable))))
    })
}

impl Default for WordIndex {
    fn default() -> Self {
        let random = RandomState::new();
        let (factor, variable) = (random.hash_one(0), random.hash_one(1));
        Self { slots: Vec::new(), factor: factor | 1, variable: variable >> 3 | 1 }
    }
}

impl WordIndex {
    /// The number of `text` among `texts`.
    #[inline]
    pub(super) fn find(&self, texts: &[Arc<str>], text: &str) -> Option<u32> {
        let key = Key::new(text.as_bytes(), self.variable);
        self.of_key(key, |number| key.is_whole_text() || *texts[number as usize] == *text)
    }

    /// The number of the text of at most eight bytes that has this key.
    #[inline]
    pub(super) fn find_short(&self, key: Key) -> Option<u32> {
        self.of_key(key, |_| true)
    }

    #[inline(always)]
    fn of_key(&self, key: Key, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mut place = self.place(key);
        loop {
            let slot = &self.slots[place];
            if slot.number == EMPTY {
                return None;
            }
            if slot.key == key && is_it(slot.number) {
                return Some(slot.number);
            }
            place = (place + 1) & (self.slots.len() - 1);
        }
    }

    /// Adds the number of one of `texts`, which is not there yet.
    pub(super) fn add(&mut self, texts: &[Arc<str>], number: u32) {
        if 2 * texts.len() >= self.slots.len() {
            let empty = IndexSlot { key: Key { bits: 0, length: 0 }, number: EMPTY };
            let before = std::mem::take(&mut self.slots);
            self.slots = vec![empty; (2 * before.len()).max(16)];
            before.iter().filter(|slot| slot.number != EMPTY).for_each(|slot| self.put(*slot));
        }
        let key = Key::new(texts[number as usize].as_bytes(), self.variable);
        self.put(IndexSlot { key, number });
    }

    fn put(&mut self, slot: IndexSlot) {
        let mut place = self.place(slot.key);
        while self.slots[place].number != EMPTY {
            place = (place + 1) & (self.slots.len() - 1);
        }
        self.slots[place] = slot;
    }

    /// Where a key is looked for first: the highest bits of a product, on which all bits of the key have a say.
    #[inline]
    fn place(&self, key: Key) -> usize {
        let product = (key.bits ^ u64::from(key.length)).wrapping_mul(self.factor);
        (product >> (u64::BITS - self.slots.len().trailing_zeros())) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of all lengths that are alike: in their beginnings, in their ends, or in all but one byte.
    #[test]
    fn every_text_has_its_own_number() {
        let mut texts: Vec<Arc<str>> = Vec::new();
        let mut index = WordIndex::default();
        for length in 1..40 {
            for place in 0..length {
                for letter in ["b", "\0"] {
                    let mut text = "a".repeat(length);
                    text.replace_range(place..place + 1, letter);
                    assert_eq!(index.find(&texts, &text), None, "{text:?}");
                    texts.push(text.as_str().into());
                    index.add(&texts, texts.len() as u32 - 1);
                }
            }
        }
        for (number, text) in texts.iter().enumerate() {
            assert_eq!(index.find(&texts, text), Some(number as u32), "{text:?}");
        }
        assert_eq!(index.find(&texts, "a"), None);
        assert_eq!(index.find(&texts, ""), None);
    }
}
