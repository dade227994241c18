//! What a learner is given: examples as symbols, and what follows from them
//! before any grammar is learnt.

use crate::align::Links;
use crate::cost::Prices;
use crate::hash::FastSet;
use crate::symbol::{Symbol, Texts, WordSet};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Example {
    pub input: Vec<Symbol>,
    pub output: Vec<Symbol>,
}

/// Tokens that open and close groups. A hint only: languages without brackets
/// have none, and then every part of an output may stand for itself.
#[derive(Clone, Default, Debug)]
pub struct Brackets {
    pairs: Vec<(Symbol, Symbol)>,
}

impl Brackets {
    pub fn find(texts: &Texts) -> Brackets {
        let pair = |(open, close): (&str, &str)| Some((texts.find(open)?, texts.find(close)?));
        Brackets {
            pairs: [("(", ")"), ("[", "]"), ("{", "}")].into_iter().filter_map(pair).collect(),
        }
    }

    pub fn opens(&self, token: Symbol) -> bool {
        self.pairs.iter().any(|p| p.0 == token)
    }

    pub fn closes(&self, token: Symbol) -> bool {
        self.pairs.iter().any(|p| p.1 == token)
    }

    pub fn is_bracket(&self, token: Symbol) -> bool {
        self.opens(token) || self.closes(token)
    }

    pub fn pairs(&self) -> &[(Symbol, Symbol)] {
        &self.pairs
    }

    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Whether every group that begins ends, and none ends that did not begin.
    pub fn balanced(&self, tokens: &[Symbol]) -> bool {
        if self.pairs.is_empty() {
            return true;
        }
        let mut depth = 0i32;
        for &t in tokens {
            if self.opens(t) {
                depth += 1;
            } else if self.closes(t) {
                depth -= 1;
                if depth < 0 {
                    return false;
                }
            }
        }
        depth == 0
    }
}

pub struct Task {
    pub texts: Texts,
    pub examples: Vec<Example>,
    /// Words of each example, for a quick look at whom a rule may concern.
    pub words: Vec<WordSet>,
    /// Bits of each example learnt by heart: the price of not explaining it.
    pub bits: Vec<f64>,
    pub links: Links,
    pub prices: Prices,
    pub brackets: Brackets,
}

impl Task {
    /// Equal examples count once; the order in which they came is forgotten.
    pub fn new(texts: Texts, mut examples: Vec<Example>) -> Task {
        examples.sort();
        examples.dedup();
        let brackets = Brackets::find(&texts);
        let links = Links::learn(&examples, &texts);
        let kinds = |side: fn(&Example) -> &Vec<Symbol>| {
            examples.iter().flat_map(side).collect::<FastSet<_>>().len()
        };
        let prices = Prices::new(kinds(|e| &e.input), kinds(|e| &e.output));
        let words = examples.iter().map(|e| WordSet::of(&e.input)).collect();
        let bits =
            examples.iter().map(|e| prices.rule(&links, &brackets, &e.input, &e.output)).collect();
        Task { texts, examples, words, bits, links, prices, brackets }
    }

    pub fn rule_bits(&self, left: &[Symbol], right: &[Symbol]) -> f64 {
        if left == right && left.len() == 1 && crate::numbers::is_digits(self.texts.of(left[0])) {
            return self.prices.integer;
        }
        self.prices.rule(&self.links, &self.brackets, left, right)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A task from lines `words -> tokens`.
    pub fn task(lines: &[&str]) -> Task {
        let mut texts = Texts::default();
        let examples = lines
            .iter()
            .map(|line| {
                let (left, right) = line.split_once("->").unwrap();
                let mut side = |s: &str| s.split_whitespace().map(|w| texts.intern(w)).collect();
                Example { input: side(left), output: side(right) }
            })
            .collect();
        Task::new(texts, examples)
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
