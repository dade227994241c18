//! Sections: named lists of rules, each of tokens or of numbers.

use super::rule::{Domain, Rule};
use std::sync::Arc;

/// A part of a grammar that reads words of one kind: a room, a lamp, a level, a whole command.
///
/// A grammar without sections is one section without a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What typed variables call it. Only the first section of a grammar may have no name.
    pub name: Option<Arc<str>>,
    /// What its rules give. The value of a section of numbers is one token, its decimal digits, where
    /// a section of tokens uses it.
    pub domain: Domain,
    /// The rules that are written in it, in their order.
    pub rules: Vec<Rule>,
    /// The ready-made rules that it uses.
    pub uses: Vec<Use>,
}

/// `%use NAME`: ready-made rules that stand in a section without being written there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// What they are called.
    pub name: Arc<str>,
    /// They stand before the section's rule of this index, or after the last one.
    pub before: usize,
    /// The rules.
    pub rules: Vec<Rule>,
}

impl Section {
    /// A section without a name.
    pub fn unnamed(domain: Domain, rules: Vec<Rule>) -> Self {
        Self { name: None, domain, rules, uses: Vec::new() }
    }

    /// All rules in the order in which they are tried, ready-made ones included.
    pub fn all_rules(&self) -> impl Iterator<Item = &Rule> {
        let mut uses = self.uses.iter().peekable();
        let mut written = self.rules.iter().enumerate().peekable();
        let mut used: &[Rule] = &[];
        std::iter::from_fn(move || {
            loop {
                if let Some((first, rest)) = used.split_first() {
                    used = rest;
                    return Some(first);
                }
                let next = written.peek().map_or(usize::MAX, |(index, _)| *index);
                match uses.next_if(|one| one.before <= next) {
                    Some(one) => used = &one.rules,
                    None => return written.next().map(|(_, rule)| rule),
                }
            }
        })
    }

    /// How many rules there are, ready-made ones included.
    pub fn rule_count(&self) -> usize {
        self.rules.len() + self.uses.iter().map(|one| one.rules.len()).sum::<usize>()
    }
}

/// Whether `text` can name a section or ready-made rules: letters, digits, `_`, `-` and `.`, a letter
/// or `_` first. Such a name needs no quotes anywhere, and can be the name of a file.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
}
