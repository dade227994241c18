//! Where each word stands in an input, so that finding the last occurrence of a word between two
//! places of a long input does not scan what lies between.

use super::program::SHORT;
use crate::language::vocabulary::Word;

/// The places of every word in one input.
///
/// Invariant between inputs: `table` is zero everywhere, as it is during a short one. During a long
/// input, `table[w]` is the range of `places` that lists those of `w` in ascending order.
#[derive(Debug, Default)]
pub(super) struct Occurrences {
    table: Vec<u64>,
    places: Vec<u32>,
    short: bool,
}

/// An entry of the table is a count until the word's range has been dealt out, and then
/// `DEALT | start << 32 | end`.
const DEALT: u64 = 1 << 63;
const START: u64 = (1 << 31) - 1;
const END: u64 = (1 << 32) - 1;

impl Occurrences {
    /// Takes in an input over `vocabulary` words; calls `see` with each of its known words, and not
    /// many times with the same one.
    #[inline]
    pub(super) fn load(&mut self, input: &[Word], vocabulary: usize, mut see: impl FnMut(usize)) {
        self.short = input.len() <= SHORT;
        let known = input.iter().enumerate().filter(|(_, word)| word.index() < vocabulary);
        if self.short {
            known.for_each(|(_, word)| see(word.index()));
            return;
        }
        if self.table.len() < vocabulary {
            self.table.resize(vocabulary, 0);
        }
        for (_, word) in known.clone() {
            self.table[word.index()] += 1;
        }
        self.places.clear();
        self.places.resize(input.len(), 0);
        let mut next = 0;
        for (place, word) in known {
            let entry = &mut self.table[word.index()];
            if *entry & DEALT == 0 {
                see(word.index());
                let count = *entry;
                *entry = DEALT | next << 32 | next;
                next += count;
            }
            self.places[(*entry & END) as usize] = place as u32;
            *entry += 1;
        }
    }

    /// Forgets `input`, which was loaded last.
    #[inline]
    pub(super) fn unload(&mut self, input: &[Word]) {
        if !self.short {
            for word in input {
                if let Some(entry) = self.table.get_mut(word.index()) {
                    *entry = 0;
                }
            }
        }
    }

    /// The last place of `word` in `from..to` of `input`, which was loaded last.
    #[inline]
    pub(super) fn last(&self, input: &[Word], word: Word, from: u32, to: u32) -> Option<u32> {
        if self.short {
            let window = input.get(from as usize..to as usize)?;
            return window.iter().rposition(|w| *w == word).map(|place| from + place as u32);
        }
        let entry = self.table[word.index()];
        let places = &self.places[(entry >> 32 & START) as usize..(entry & END) as usize];
        let index = places.partition_point(|&place| place < to);
        let place = *places[..index].last()?;
        (place >= from).then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::vocabulary::Vocabulary;

    /// Against a plain scan, on both sides of the border between short and long inputs.
    #[test]
    fn finds_what_a_scan_finds() {
        let mut vocabulary = Vocabulary::new();
        let words: Vec<Word> =
            (0..5).map(|i| vocabulary.intern(&format!("w{i}")).unwrap()).collect();
        let mut occurrences = Occurrences::default();
        for length in [0, 1, 2, 31, 32, 33, 34, 200] {
            let pick = |place: usize| match place * place % 7 {
                i @ 0..4 => words[i],
                _ => Word::UNKNOWN,
            };
            let input: Vec<Word> = (0..length).map(pick).collect();
            let mut seen = Vec::new();
            occurrences.load(&input, vocabulary.len(), |word| seen.push(word));
            let mut expected: Vec<usize> = (0..5).filter(|i| input.contains(&words[*i])).collect();
            seen.sort_unstable();
            seen.dedup();
            expected.sort_unstable();
            assert_eq!(seen, expected);
            for from in 0..=length {
                for to in 0..=length {
                    for word in &words {
                        let scan = (from..to).rev().find(|place| input[*place] == *word);
                        let found = occurrences.last(&input, *word, from as u32, to as u32);
                        assert_eq!(found, scan.map(|place| place as u32));
                    }
                }
            }
            occurrences.unload(&input);
            assert!(occurrences.table.iter().all(|entry| *entry == 0));
        }
    }
}
