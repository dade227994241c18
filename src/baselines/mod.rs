//! The search baselines that the paper compares itself with: sampling from the meta-grammar, Markov
//! chain Monte Carlo over its random choices, and enumeration by decreasing probability, also guided by a
//! network that says which tokens a grammar has (DeepCoder). They are here to be measured, behind the
//! feature `baselines`.

mod rules;
mod prior;
mod chain;
mod right_side;
mod bound;
mod enumerate;
#[cfg(test)]
mod tests;

pub(crate) use chain::Chain;
pub(crate) use enumerate::Enumeration;
pub(crate) use prior::Prior;

use crate::sample::MetaGrammar;
use std::collections::BTreeMap;

/// What a baseline is told besides the task.
#[derive(Clone, Debug)]
pub struct BaselineSettings {
    /// Where grammars come from. Its words and tokens are not looked at: those of the task's examples
    /// take their place.
    pub meta: MetaGrammar,
    /// How probable a network finds it that the grammar has a token, by the token as the grammar's text
    /// has it: a word, an output token or a variable such as `u1`. Only
    /// [`Strategy::DeepCoder`](crate::Strategy::DeepCoder) looks at it. Of a token that is missing
    /// nothing is known; and `[u1]` says nothing that `u1` has not said.
    pub odds: BTreeMap<String, f64>,
}

impl Default for BaselineSettings {
    /// The paper's grammars like SCAN's, and no odds.
    fn default() -> Self {
        Self { meta: MetaGrammar::scan(), odds: BTreeMap::new() }
    }
}
