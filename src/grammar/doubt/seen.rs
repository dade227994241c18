//! What the examples show, whatever grammar is learnt from them.

use crate::length::align::Links;
use crate::length::example::{Brackets, SymbolExample};
use crate::length::symbol::Texts;

/// Examples as symbols; numbers that a grammar reads from words stand in digits.
pub(crate) struct Seen {
    pub(crate) texts: Texts,
    pub(crate) examples: Vec<SymbolExample>,
    pub(crate) links: Links,
    pub(crate) brackets: Brackets,
}

impl Seen {
    pub(crate) fn new<'t>(
        pairs: impl Iterator<Item = (Vec<std::borrow::Cow<'t, str>>, Vec<&'t str>)>,
    ) -> Seen {
        let mut texts = Texts::default();
        let mut examples: Vec<SymbolExample> = pairs
            .map(|(input, output)| SymbolExample {
                input: input.iter().map(|word| texts.intern(word)).collect(),
                output: output.iter().map(|token| texts.intern(token)).collect(),
            })
            .collect();
        examples.sort();
        examples.dedup();
        let brackets = Brackets::find(&texts);
        let links = Links::learn(&examples, &texts);
        Seen { texts, examples, links, brackets }
    }
}
