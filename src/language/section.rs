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
    /// Which sums are well formed, if only those are read: `%sums`.
    pub sums: Option<Sums>,
    /// The rules that are written in it, in their order.
    pub rules: Vec<Rule>,
    /// The ready-made rules that it uses.
    pub uses: Vec<Use>,
}

/// `%sums`: which sums of number words are well formed. Of two parts that stand side by side, the second is smaller
/// than the unit of the first: *twenty seven*, but not *seven four* or *seven twenty*. The unit of 300 is 100. And what is multiplied is smaller than what it is
/// multiplied with: *twelve hundred*, but not *two thousand hundred*.
///
/// In a section that says so, the parts of a rule are read by the section, like those of typed variables, so that a choice
/// is taken back where they cannot be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Sums {
    /// Whether the first may be smaller than the unit of the second instead: *sieben und zwanzig*.
    pub either: bool,
    /// Whether 20 is a unit, too: *soixante dix sept*.
    pub twenties: bool,
    /// Whether all sums are well formed, so that parts only have to be read.
    pub any: bool,
}

impl Sums {
    /// Whether two parts of a sum can stand side by side in this order.
    pub(crate) fn allow(self, first: i64, second: i64) -> bool {
        let below = |part: i64, other: i64| part < self.unit(other);
        // Nothing beside something is no sum; some languages say zero between two parts.
        let alone = first <= 0 || second <= 0;
        self.any || alone || below(second, first) || (self.either && below(first, second))
    }

    /// Whether a number can be multiplied by another one.
    pub(crate) fn allow_product(self, number: i64, factor: i64) -> bool {
        self.any || factor <= 1 || number < factor
    }

    fn unit(self, number: i64) -> i64 {
        let mut unit = 1;
        // No number has a unit above 10^18, and ten times that is no number any more.
        while unit < number && unit < 1_000_000_000_000_000_000 && number % (unit * 10) == 0 {
            unit *= 10;
        }
        if self.twenties && number % 20 == 0 { unit.max(20) } else { unit }
    }

    /// What stands behind `%sums`.
    pub(super) fn name(self) -> &'static str {
        match (self.either, self.twenties) {
            _ if self.any => "any",
            (false, false) => "descending",
            (false, true) => "descending twenties",
            (true, false) => "either",
            (true, true) => "either twenties",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        let all = [(false, false), (false, true), (true, false), (true, true)];
        let all = all.map(|(either, twenties)| Self { either, twenties, any: false });
        let any = Self { any: true, ..Self::default() };
        all.into_iter().chain([any]).find(|sums| sums.name() == name)
    }
}

/// `%use NAME`: ready-made rules that stand in a section without being written there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// What they are called.
    pub name: Arc<str>,
    /// They stand before the section's rule of this index, or after the last one.
    pub before: usize,
    /// Which sums they say are well formed; that holds for the whole section.
    pub sums: Option<Sums>,
    /// The rules.
    pub rules: Vec<Rule>,
}

impl Section {
    /// A section without a name.
    pub fn unnamed(domain: Domain, rules: Vec<Rule>) -> Self {
        Self { name: None, domain, sums: None, rules, uses: Vec::new() }
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
