//! Examples as symbols, and the brackets of their outputs.

use super::symbol::{Symbol, Texts};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SymbolExample {
    pub(crate) input: Vec<Symbol>,
    pub(crate) output: Vec<Symbol>,
}

/// Tokens that open and close groups. A hint only: languages without brackets
/// have none, and then every part of an output may stand for itself.
#[derive(Clone, Default, Debug)]
pub(crate) struct Brackets {
    pairs: Vec<(Symbol, Symbol)>,
}

impl Brackets {
    pub(crate) fn find(texts: &Texts) -> Brackets {
        let pair = |(open, close): (&str, &str)| Some((texts.find(open)?, texts.find(close)?));
        Brackets {
            pairs: [("(", ")"), ("[", "]"), ("{", "}")].into_iter().filter_map(pair).collect(),
        }
    }

    pub(crate) fn opens(&self, token: Symbol) -> bool {
        self.pairs.iter().any(|p| p.0 == token)
    }

    pub(crate) fn closes(&self, token: Symbol) -> bool {
        self.pairs.iter().any(|p| p.1 == token)
    }

    pub(crate) fn is_bracket(&self, token: Symbol) -> bool {
        self.opens(token) || self.closes(token)
    }

    pub(crate) fn pairs(&self) -> &[(Symbol, Symbol)] {
        &self.pairs
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Whether every group that begins ends, and none ends that did not begin.
    pub(crate) fn balanced(&self, tokens: &[Symbol]) -> bool {
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
