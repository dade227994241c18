//! Examples that a grammar has a rule of its own for.

use super::Prepared;
use crate::grammar::{Domain, Grammar};
use crate::language::rule::{Pattern, Rule};
use crate::language::vocabulary::Word;
use std::collections::HashSet;

impl Prepared<'_> {
    /// The examples for which a grammar of numbers has a rule that is the example itself: several words
    /// and no variable. A word alone is not learnt by heart, it is what others are made of.
    pub(crate) fn by_heart(&self, grammar: &Grammar) -> Vec<usize> {
        if grammar.domain() != Domain::Numbers {
            return Vec::new();
        }
        let whole = |rule: &Rule| -> Option<Vec<Word>> {
            let word = |pattern: &Pattern| match pattern {
                Pattern::Word(word) => Some(*word),
                _ => None,
            };
            rule.left.iter().map(word).collect::<Option<Vec<Word>>>().filter(|left| left.len() > 1)
        };
        let lefts: HashSet<Vec<Word>> = grammar.rules().iter().filter_map(whole).collect();
        let is_one = |pair: &usize| lefts.contains(self.input(&self.pairs[*pair]));
        let pairs: Vec<usize> = (0..self.pairs.len()).filter(is_one).collect();
        self.examples_of(&pairs).map(|(example, _)| example).collect()
    }
}
