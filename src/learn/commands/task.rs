//! What a learner is given: examples as symbols, and what follows from them
//! before any grammar is learnt.

pub(crate) use super::example::{Brackets, SymbolExample};

use super::align::Links;
use super::cost::Prices;
use super::digits::is_digits;
use super::hash::FastSet;
use super::symbol::{Symbol, Texts, WordSet};
use crate::arrange::Arrange;

pub(crate) struct CommandTask {
    pub(crate) texts: Texts,
    pub(crate) examples: Vec<SymbolExample>,
    /// Words of each example, for a quick look at whom a rule may concern.
    pub(crate) words: Vec<WordSet>,
    /// Bits of each example learnt by heart: the price of not explaining it.
    pub(crate) bits: Vec<f64>,
    pub(crate) links: Links,
    pub(crate) prices: Prices,
    pub(crate) brackets: Brackets,
}

impl CommandTask {
    /// Equal examples count once; the order in which they came is forgotten.
    pub(crate) fn new(texts: Texts, mut examples: Vec<SymbolExample>) -> CommandTask {
        examples.arrange();
        examples.dedup();
        let brackets = Brackets::find(&texts);
        let links = Links::learn(&examples, &texts);
        let kinds = |side: fn(&SymbolExample) -> &Vec<Symbol>| {
            examples.iter().flat_map(side).collect::<FastSet<_>>().len()
        };
        let prices = Prices::new(kinds(|e| &e.input), kinds(|e| &e.output));
        let words = examples.iter().map(|e| WordSet::of(&e.input)).collect();
        let bits =
            examples.iter().map(|e| prices.rule(&links, &brackets, &e.input, &e.output)).collect();
        CommandTask { texts, examples, words, bits, links, prices, brackets }
    }

    pub(crate) fn rule_bits(&self, left: &[Symbol], right: &[Symbol]) -> f64 {
        if left == right && left.len() == 1 && is_digits(self.texts.of(left[0])) {
            return self.prices.integer;
        }
        self.prices.rule(&self.links, &self.brackets, left, right)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A task from lines `words -> tokens`.
    pub(crate) fn task(lines: &[&str]) -> CommandTask {
        let mut texts = Texts::default();
        let examples = lines
            .iter()
            .map(|line| {
                let (left, right) = line.split_once("->").unwrap();
                let mut side = |s: &str| s.split_whitespace().map(|w| texts.intern(w)).collect();
                SymbolExample { input: side(left), output: side(right) }
            })
            .collect();
        CommandTask::new(texts, examples)
    }

    #[test]
    fn balance() {
        let task = task(&["a -> ( b )", "b -> c"]);
        let of = |s: &str| s.split(' ').map(|t| task.texts.find(t).unwrap()).collect::<Vec<_>>();
        assert!(task.brackets.balanced(&of("b ( c )")));
        assert!(!task.brackets.balanced(&of(") b (")));
        assert!(!task.brackets.balanced(&of("( b")));
    }
}
