//! Description length: how many bits it takes to write a rule down, and a
//! grammar. Short grammars are the ones a person would have written.

use super::align::Links;
use super::example::Brackets;
use super::symbol::{Symbol, slots};
use std::sync::LazyLock;

/// What symbols cost. A token that a word of the same rule accounts for is
/// nearly free; a word that usually accounts for a token but does not do so
/// here, or a token without its word, is dear: such a rule tears them apart.
#[derive(Clone, Debug)]
pub(crate) struct Prices {
    pub(crate) word: f64,
    pub(crate) token: f64,
    pub(crate) rule: f64,
    pub(crate) slot: f64,
    pub(crate) reference: f64,
    /// Telling references apart where there are several slots.
    pub(crate) which: f64,
    pub(crate) torn: f64,
    pub(crate) open: f64,
    pub(crate) close: f64,
    /// Bits for the use of a rule are counted at a tenth: examples are few,
    /// and what they use is not what users will use.
    pub(crate) use_share: f64,
    /// A second kind of members in one section.
    pub(crate) mixed: f64,
    /// A number that is copied: a section of integers lists none of them.
    pub(crate) integer: f64,
}

impl Prices {
    pub(crate) fn new(words: usize, tokens: usize) -> Prices {
        let bits = |n: usize| (n.max(1) as f64).log2() + 0.5;
        Prices {
            word: bits(words),
            token: bits(tokens),
            rule: 7.0,
            slot: 2.0,
            reference: 1.5,
            which: 1.0,
            torn: 6.0,
            open: 2.0,
            close: 0.3,
            use_share: 0.1,
            mixed: 6.0,
            integer: 1.0,
        }
    }

    pub(crate) fn rule(
        &self,
        links: &Links,
        brackets: &Brackets,
        left: &[Symbol],
        right: &[Symbol],
    ) -> f64 {
        let reference = self.reference + if slots(left) > 1 { self.which } else { 0.0 };
        let mut bits = self.rule;
        for &word in left {
            bits += if word.is_slot() {
                self.slot
            } else {
                self.word
                    + self.torn
                        * f64::from(
                            (links.of_word(word) - links.best_for_word(word, right)).max(0.0),
                        )
            };
        }
        for &token in right {
            bits += if token.is_slot() {
                reference
            } else if brackets.opens(token) {
                self.open
            } else if brackets.closes(token) {
                self.close
            } else {
                let link = links.best_for_token(token, left);
                0.5 + self.token * f64::from(1.0 - link)
                    + self.torn * f64::from((links.of_token(token) - link).max(0.0))
            };
        }
        bits
    }
}

/// Logarithm of a size, 0 for nothing. Sizes are small and asked for often.
pub(crate) fn log2(n: usize) -> f64 {
    static SMALL: LazyLock<[f64; 256]> =
        LazyLock::new(|| std::array::from_fn(|n| (n.max(1) as f64).log2()));
    SMALL.get(n).copied().unwrap_or_else(|| (n as f64).log2())
}
