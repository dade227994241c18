//! The description length of a whole grammar.

use super::cost::{Prices, log2};
use super::grammar::Draft;
use super::store::Store;

impl Prices {
    /// Bits of a grammar: its rules, and which rule is used where.
    pub(crate) fn grammar(&self, grammar: &Draft, store: &Store) -> f64 {
        let sizes = grammar.sizes();
        let uses = grammar.uses(store);
        let rules: f64 = grammar.rules.iter().map(|r| store.get(r.body).bits).sum();
        let choices: f64 = sizes.iter().zip(&uses).map(|(&size, &uses)| uses * log2(size)).sum();
        let mixed: f64 = grammar.kinds(store)[1..].iter().map(|k| k.extra()).sum();
        rules + self.use_share * choices + self.mixed * mixed
    }
}
