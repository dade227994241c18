//! A sentence that is asked about: words that examples show, words that they
//! do not, and the numbers in it.

use crate::numbers::{NumberReader, is_digits, with_suffix};
use crate::symbol::{Symbol, Texts};

/// Number phrases longer than this are not looked for.
const LONGEST: usize = 8;

pub struct Query<'a> {
    pub words: Vec<Symbol>,
    texts: &'a Texts,
    new: Vec<String>,
    /// Digits, by position.
    pub digits: Vec<bool>,
    /// The number of a word with a suffix, by position.
    pub suffixed: Vec<Option<Symbol>>,
    /// Number phrases: from, to, value.
    pub phrases: Vec<(usize, usize, Symbol)>,
    /// Words that may be part of a number, by position.
    pub numeric: Vec<bool>,
}

/// Suffixes of numbers that the examples show. Where they show several of one
/// length (`1st`, `2nd`) others of that length are as good.
#[derive(Clone, Default)]
pub struct Suffixes {
    seen: Vec<String>,
}

impl Suffixes {
    pub fn of(texts: &Texts) -> Suffixes {
        let mut seen: Vec<String> = (0..texts.len() as u32)
            .filter_map(|i| with_suffix(texts.of(Symbol::text(i))))
            .map(|s| s.1.to_owned())
            .collect();
        seen.sort();
        seen.dedup();
        Suffixes { seen }
    }

    fn fits(&self, suffix: &str) -> bool {
        self.seen.iter().any(|s| s == suffix)
            || self.seen.iter().filter(|s| s.chars().count() == suffix.chars().count()).count() > 1
    }
}

impl<'a> Query<'a> {
    pub fn new(
        texts: &'a Texts,
        words: &[&str],
        suffixes: &Suffixes,
        ready: &[&dyn NumberReader],
    ) -> Query<'a> {
        let n = words.len();
        let mut query = Query {
            words: vec![],
            texts,
            new: vec![],
            digits: words.iter().map(|w| is_digits(w)).collect(),
            suffixed: vec![None; n],
            phrases: vec![],
            numeric: words.iter().map(|w| ready.iter().any(|r| r.knows(w))).collect(),
        };
        for (i, word) in words.iter().enumerate() {
            let symbol = query.symbol(word);
            query.words.push(symbol);
            if let Some((number, _)) = with_suffix(word).filter(|s| suffixes.fits(s.1)) {
                query.suffixed[i] = Some(query.symbol(number));
                query.numeric[i] = true;
            }
        }
        for i in (0..n).filter(|&i| ready.iter().any(|r| r.knows(words[i]))) {
            for j in i + 1..=n.min(i + LONGEST) {
                if let Some(value) = ready.iter().find_map(|r| r.value(&words[i..j])) {
                    let value = query.symbol(&value.to_string());
                    query.phrases.push((i, j, value));
                }
            }
        }
        query
    }

    /// The symbol of a text, also of one that no example shows.
    pub fn symbol(&mut self, text: &str) -> Symbol {
        if let Some(symbol) = self.texts.find(text) {
            return symbol;
        }
        let place = self.new.iter().position(|t| t == text).unwrap_or_else(|| {
            self.new.push(text.to_owned());
            self.new.len() - 1
        });
        Symbol::text((self.texts.len() + place) as u32)
    }

    pub fn text(&self, symbol: Symbol) -> &str {
        match symbol.index().checked_sub(self.texts.len()) {
            Some(new) => self.new.get(new).map_or("", |s| s),
            None => self.texts.of(symbol),
        }
    }

    pub fn is_new(&self, symbol: Symbol) -> bool {
        symbol.index() >= self.texts.len()
    }

    pub fn is_number(&self, symbol: Symbol) -> bool {
        is_digits(self.text(symbol))
    }

    /// Whether something in it could only be read by a place that is open.
    pub fn needs_open(&self) -> bool {
        self.words.iter().any(|&w| self.is_new(w))
            || self.numeric.contains(&true)
            || self.digits.contains(&true)
    }
}
