//! A sentence that is asked about: words that examples show, words that they
//! do not, and the numbers in it.

use crate::length::digits::is_digits;
use crate::length::symbol::{Symbol, Texts};
use std::borrow::Cow;

pub(crate) struct Query<'a> {
    pub(crate) words: Vec<Symbol>,
    texts: &'a Texts,
    new: Vec<String>,
    /// Digits, by position.
    pub(crate) digits: Vec<bool>,
    /// Words that were read as a number, by position.
    pub(crate) numeric: Vec<bool>,
}

impl<'a> Query<'a> {
    /// Words, and which of them stand for words that were read as a number.
    pub(crate) fn new(texts: &'a Texts, words: &[(Cow<'_, str>, bool)]) -> Query<'a> {
        let mut query = Query {
            words: vec![],
            texts,
            new: vec![],
            digits: words.iter().map(|(word, _)| is_digits(word)).collect(),
            numeric: words.iter().map(|(_, numeric)| *numeric).collect(),
        };
        for (word, _) in words {
            let symbol = query.symbol(word);
            query.words.push(symbol);
        }
        query
    }

    /// Words none of which was read as a number; it is known which of them are written in digits.
    pub(crate) fn of_words(texts: &'a Texts, words: &[&str], digits: &[bool]) -> Query<'a> {
        let (digits, numeric) = (digits.to_vec(), vec![false; words.len()]);
        let mut query = Query { words: vec![], texts, new: vec![], digits, numeric };
        query.words = words.iter().map(|word| query.symbol(word)).collect();
        query
    }

    /// The symbol of a text, also of one that no example shows.
    pub(crate) fn symbol(&mut self, text: &str) -> Symbol {
        if let Some(symbol) = self.texts.find(text) {
            return symbol;
        }
        let place = self.new.iter().position(|t| t == text).unwrap_or_else(|| {
            self.new.push(text.to_owned());
            self.new.len() - 1
        });
        Symbol::text((self.texts.len() + place) as u32)
    }

    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        match symbol.index().checked_sub(self.texts.len()) {
            Some(new) => self.new.get(new).map_or("", |s| s),
            None => self.texts.of(symbol),
        }
    }

    pub(crate) fn is_new(&self, symbol: Symbol) -> bool {
        symbol.index() >= self.texts.len()
    }

    pub(crate) fn is_number(&self, symbol: Symbol) -> bool {
        is_digits(self.text(symbol))
    }
}
