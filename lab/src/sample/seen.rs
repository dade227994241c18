//! The sequences of words that were there before.

use blicket::Word;

/// A set of sequences, in memory that is used again for the next set: a hash table over sequences
/// that lie one after the other.
#[derive(Debug)]
pub(super) struct Seen {
    words: Vec<Word>,
    /// Where each sequence ends in `words`.
    ends: Vec<usize>,
    /// One more than a sequence's number, or 0; the length is a power of two.
    slots: Vec<u32>,
}

impl Default for Seen {
    fn default() -> Self {
        Self { words: Vec::new(), ends: Vec::new(), slots: vec![0; 1024] }
    }
}

impl Seen {
    /// Forgets all sequences.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.ends.clear();
        self.slots.fill(0);
    }

    /// How many sequences there are; each has a number below.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The sequence with this number.
    pub(super) fn get(&self, index: usize) -> &[Word] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.words[start..self.ends[index]]
    }

    /// Lets `write` add words at the end of the buffer that it is given, and takes them as a
    /// sequence if it says yes and they are new. The number of the new sequence.
    pub(super) fn insert(&mut self, write: impl FnOnce(&mut Vec<Word>) -> bool) -> Option<usize> {
        let start = self.ends.last().copied().unwrap_or(0);
        if !write(&mut self.words) || !self.claim_slot(start) {
            self.words.truncate(start);
            return None;
        }
        self.ends.push(self.words.len());
        if self.len() * 2 > self.slots.len() {
            self.grow();
        }
        Some(self.len() - 1)
    }

    /// Whether the words from `start` on are new; if so, they have a slot now.
    fn claim_slot(&mut self, start: usize) -> bool {
        let (mask, sequence) = (self.slots.len() - 1, &self.words[start..]);
        let mut slot = hash(sequence) & mask;
        while self.slots[slot] != 0 {
            if self.get(self.slots[slot] as usize - 1) == sequence {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = self.len() as u32 + 1;
        true
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![0; mask + 1];
        for index in 0..self.len() {
            let mut slot = hash(self.get(index)) & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = index as u32 + 1;
        }
        self.slots = slots;
    }
}

/// The words are ours, so nobody can choose them to collide.
fn hash(words: &[Word]) -> usize {
    let mut hash = 0u64;
    for word in words {
        hash =
            (hash.rotate_left(5) ^ (word.index() as u64 + 1)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    (hash >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use blicket::Vocabulary;

    #[test]
    fn a_sequence_is_new_once() {
        let mut vocabulary = Vocabulary::new();
        let words: Vec<Word> =
            (0..60).map(|n| vocabulary.intern(&n.to_string()).unwrap()).collect();
        let mut seen = Seen::default();
        for round in 0..2 {
            seen.clear();
            let mut next = 0;
            for again in 0..2 {
                for (a, b) in words.iter().flat_map(|a| words.iter().map(move |b| (*a, *b))) {
                    let index = seen.insert(|buffer| {
                        buffer.extend([a, b]);
                        true
                    });
                    let expected = if again == 0 { Some(next) } else { None };
                    assert_eq!(index, expected, "round {round}");
                    next += 1;
                }
            }
            assert_eq!((seen.len(), seen.get(61)), (3600, &[words[1], words[1]][..]));
        }
    }

    #[test]
    fn what_is_called_off_leaves_no_trace() {
        let word = Vocabulary::new().intern("dax").unwrap();
        let mut seen = Seen::default();
        let push = |answer| {
            move |buffer: &mut Vec<Word>| {
                buffer.push(word);
                answer
            }
        };
        assert_eq!(seen.insert(push(false)), None);
        assert_eq!(seen.len(), 0);
        assert_eq!(seen.insert(push(true)), Some(0));
        assert_eq!(seen.insert(|_| true), Some(1));
        assert_eq!((seen.get(0), seen.get(1)), (&[word][..], &[][..]));
    }
}
