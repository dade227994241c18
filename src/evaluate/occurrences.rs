//! Where each word stands in an input, so that finding the last occurrence of a word between two
//! places does not scan what lies between.

use crate::vocabulary::Word;

/// Inputs of at most this many words have a bit for each place.
const SHORT: usize = u64::BITS as usize;

/// The places of every word in one input.
///
/// Invariant between inputs: `table` is zero everywhere. During a short input, `table[w]` is the
/// set of the places of `w`; during a long one, it is the range of `places` that lists them in
/// ascending order, as `start << 32 | end`.
#[derive(Debug, Default)]
pub(super) struct Occurrences {
    table: Vec<u64>,
    places: Vec<u32>,
    short: bool,
}

impl Occurrences {
    /// Takes in an input over `vocabulary` words; calls `see` with each of its known words, and
    /// whether it is seen for the first time.
    pub(super) fn load(
        &mut self,
        input: &[Word],
        vocabulary: usize,
        mut see: impl FnMut(usize, bool),
    ) {
        if self.table.len() < vocabulary {
            self.table.resize(vocabulary, 0);
        }
        self.short = input.len() <= SHORT;
        let known = input.iter().enumerate().filter(|(_, word)| word.index() < vocabulary);
        if self.short {
            for (place, word) in known {
                let places = &mut self.table[word.index()];
                see(word.index(), *places == 0);
                *places |= 1 << place;
            }
            return;
        }
        for (_, word) in known.clone() {
            self.table[word.index()] += 1;
        }
        self.places.clear();
        self.places.resize(input.len(), 0);
        let mut next = 0;
        for (place, word) in known {
            let entry = &mut self.table[word.index()];
            // A count, until the word's range has been given out: `DEALT` marks that it was.
            see(word.index(), *entry & DEALT == 0);
            if *entry & DEALT == 0 {
                let count = *entry;
                *entry = DEALT | next << 32 | next;
                next += count;
            }
            self.places[(*entry & END) as usize] = place as u32;
            *entry += 1;
        }
    }

    /// Forgets `input`, which was loaded last.
    pub(super) fn unload(&mut self, input: &[Word]) {
        for word in input {
            if let Some(entry) = self.table.get_mut(word.index()) {
                *entry = 0;
            }
        }
    }

    /// The last place of `word` in `from..to`.
    #[inline]
    pub(super) fn last(&self, word: Word, from: u32, to: u32) -> Option<u32> {
        let entry = self.table[word.index()];
        if entry == 0 || from >= to {
            return None;
        }
        if self.short {
            // `to` is from 1 to 64 here, so the shift is in range.
            let before = entry & (u64::MAX >> (SHORT as u32 - to));
            let place = u64::BITS.checked_sub(before.leading_zeros() + 1)?;
            return (place >= from).then_some(place);
        }
        let places = &self.places[(entry >> 32 & START) as usize..(entry & END) as usize];
        let index = places.partition_point(|&place| place < to);
        let place = *places[..index].last()?;
        (place >= from).then_some(place)
    }
}

/// Marks an entry of a long input that holds a range and no longer a count.
const DEALT: u64 = 1 << 63;
const START: u64 = (1 << 31) - 1;
const END: u64 = (1 << 32) - 1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Vocabulary;

    /// Against a plain scan, on both sides of the border between short and long inputs.
    #[test]
    fn finds_what_a_scan_finds() {
        let mut vocabulary = Vocabulary::new();
        let words: Vec<Word> =
            (0..5).map(|i| vocabulary.intern(&format!("w{i}")).unwrap()).collect();
        let mut occurrences = Occurrences::default();
        for length in [0, 1, 2, 63, 64, 65, 66, 200] {
            let pick = |place: usize| match place * place % 7 {
                i @ 0..4 => words[i],
                _ => Word::UNKNOWN,
            };
            let input: Vec<Word> = (0..length).map(pick).collect();
            let mut seen = Vec::new();
            occurrences.load(&input, vocabulary.len(), |word, first_time| {
                if first_time {
                    seen.push(word);
                }
            });
            let mut expected: Vec<usize> = (0..5).filter(|i| input.contains(&words[*i])).collect();
            seen.sort_unstable();
            expected.sort_unstable();
            assert_eq!(seen, expected);
            for from in 0..=length {
                for to in 0..=length {
                    for word in &words {
                        let scan = (from..to).rev().find(|place| input[*place] == *word);
                        let found = occurrences.last(*word, from as u32, to as u32);
                        assert_eq!(found, scan.map(|place| place as u32));
                    }
                }
            }
            occurrences.unload(&input);
            assert!(occurrences.table.iter().all(|entry| *entry == 0));
        }
    }
}
