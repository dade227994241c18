//! Which rules are about the same thing.

use crate::language::rule::{Pattern, Rule};
use crate::language::vocabulary::Vocabulary;

/// A left side without what its variables are called, how many words they match and what reads them: of two rules of the
/// same shape, one stands in for the other.
pub(super) fn shape(rule: &Rule, vocabulary: &Vocabulary) -> Vec<String> {
    let item = |item: &Pattern| match item {
        Pattern::Word(word) => format!("={}", vocabulary.text(*word)),
        Pattern::Variable(_) | Pattern::Typed(..) => "x".to_owned(),
        Pattern::Group(mark) => format!("{mark:?}"),
    };
    rule.left.iter().map(item).collect()
}

/// Whether a rule has a variable.
pub(super) fn has_variables(rule: &Rule) -> bool {
    rule.variables().next().is_some()
}
