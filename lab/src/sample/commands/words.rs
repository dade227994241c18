//! Invented words: every language has its own sounds, and no word twice.

use blicket::Random;
use std::collections::HashSet;

const CONSONANTS: &str = "ptkbdgmnszlrvfhjwc";
const VOWELS: &str = "aeiouyäöü";

/// Makes the words of one language.
pub(super) struct Words {
    consonants: Vec<char>,
    vowels: Vec<char>,
    taken: HashSet<String>,
}

impl Words {
    pub(super) fn new(random: &mut Random) -> Self {
        let mut some = |sounds: &str, least: usize, most: usize| {
            let mut sounds: Vec<char> = sounds.chars().collect();
            random.shuffle(&mut sounds);
            sounds.truncate(random.within(&(least..=most)));
            sounds
        };
        let consonants = some(CONSONANTS, 9, 15);
        Self { consonants, vowels: some(VOWELS, 3, 5), taken: HashSet::new() }
    }

    /// A new word of so many syllables, or of more where all of those are taken.
    pub(super) fn word(&mut self, syllables: usize, random: &mut Random) -> String {
        for more in 0.. {
            let mut word = String::new();
            for _ in 0..syllables + more / 20 {
                word.push(*random.choose(&self.consonants));
                word.push(*random.choose(&self.vowels));
                if random.chance(0.3) {
                    word.push(*random.choose(&self.consonants));
                }
            }
            if self.taken.insert(word.clone()) {
                return word;
            }
        }
        unreachable!("longer words are never all taken")
    }

    /// A word as verbs, nouns and names are.
    pub(super) fn content(&mut self, random: &mut Random) -> String {
        let syllables = *random.choose(&[1, 2, 2, 2, 3]);
        self.word(syllables, random)
    }

    /// A short word, such as an article or a preposition.
    pub(super) fn little(&mut self, random: &mut Random) -> String {
        self.word(1, random)
    }

    /// A word with an ending, as a word of the language: `None` if it is another word already.
    pub(super) fn inflected(&mut self, word: &str, ending: &str) -> Option<String> {
        let word = format!("{word}{ending}");
        self.taken.insert(word.clone()).then_some(word)
    }
}
