//! Words and output tokens, interned: everything after this module works on numbers.

use super::word_index::{Key, WordIndex};
use std::fmt;
use std::sync::Arc;

/// A word or an output token, as an index into the [`Vocabulary`] that gave it out.
///
/// Words and tokens share one space of indices, because an example may well have the same text on
/// both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(u32);

impl Word {
    /// Stands for every word of an input that a vocabulary does not have.
    ///
    /// No rule can name such a word, so none needs an identity of its own: only variables match it,
    /// and a report names it by its position in the input.
    pub const UNKNOWN: Word = Word(u32::MAX);

    /// This word's place in its vocabulary.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The text of every word, and the word of every text.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    texts: Vec<Arc<str>>,
    index: WordIndex,
}

impl Vocabulary {
    /// A vocabulary without words.
    pub fn new() -> Self {
        Self::default()
    }

    /// The word for `text`, added if it is new. Words are what white space separates, so a text
    /// that is empty or has white space in it is refused: no input could ever contain it.
    pub fn intern(&mut self, text: &str) -> Result<Word, NotAWord> {
        let known = self.find(text);
        if known != Word::UNKNOWN {
            return Ok(known);
        }
        if text.is_empty() || text.contains(char::is_whitespace) {
            return Err(NotAWord(text.to_owned()));
        }
        let word = Word(self.texts.len() as u32);
        assert!(word != Word::UNKNOWN, "a vocabulary of 2^32 words does not fit in memory");
        self.texts.push(text.into());
        self.index.add(&self.texts, word.0);
        Ok(word)
    }

    /// The word for `text`, or [`Word::UNKNOWN`].
    pub fn find(&self, text: &str) -> Word {
        self.index.find(&self.texts, text).map_or(Word::UNKNOWN, Word)
    }

    /// The word for a text of at most eight bytes, which are those of a number, the first one lowest.
    #[inline]
    pub(super) fn find_short(&self, bits: u64, length: u32) -> Word {
        self.index.find_short(Key { bits, length }).map_or(Word::UNKNOWN, Word)
    }

    /// What is written for `word`; the empty text for one that this vocabulary does not have.
    pub fn text(&self, word: Word) -> &str {
        self.texts.get(word.index()).map_or("", |text| text)
    }

    /// All words, in the order in which they came.
    pub fn words(&self) -> impl ExactSizeIterator<Item = Word> + '_ {
        (0..self.texts.len()).map(|index| Word(index as u32))
    }

    /// How many words there are; every word's index is below it.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// A text that cannot be a word, because it is empty or has white space in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAWord(pub String);

impl fmt::Display for NotAWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a word: a word is not empty and has no spaces in it", self.0)
    }
}

impl std::error::Error for NotAWord {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_one_word_and_a_word_one_text() {
        let mut vocabulary = Vocabulary::new();
        let dax = vocabulary.intern("dax").unwrap();
        let wif = vocabulary.intern("wif").unwrap();
        assert_eq!(vocabulary.intern("dax"), Ok(dax));
        assert_ne!(dax, wif);
        assert_eq!((vocabulary.text(dax), vocabulary.text(wif)), ("dax", "wif"));
        assert_eq!(vocabulary.find("wif"), wif);
        assert_eq!(vocabulary.find("lug"), Word::UNKNOWN);
        assert_eq!(vocabulary.text(Word::UNKNOWN), "");
        assert_eq!(vocabulary.len(), 2);
    }

    #[test]
    fn what_no_input_can_contain_is_not_a_word() {
        let mut vocabulary = Vocabulary::new();
        for text in ["", " ", "a b", "a\u{3000}b", "a\n"] {
            assert_eq!(vocabulary.intern(text), Err(NotAWord(text.to_owned())));
        }
        assert!(vocabulary.is_empty());
    }
}
