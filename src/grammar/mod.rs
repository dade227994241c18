//! Interpretation grammars: an ordered list of rewrite rules, as data and as text.

mod notation;
mod parse;
mod print;

pub use crate::rule::{
    Domain, Pattern, Piece, Right, Rule, RuleProblem, Term, Variable, VariableKind,
};
pub use parse::ParseError;

use crate::limits::Limits;
use crate::program::Program;
use crate::vocabulary::Vocabulary;
use std::fmt;
use std::sync::Arc;

/// An ordered list of rewrite rules that turns a sequence of words into tokens or into a number.
///
/// A grammar is immutable apart from its [`Limits`], and can be shared between threads; what one
/// evaluation needs lives in an [`Evaluation`](crate::Evaluation).
///
/// ```
/// use blicket::Grammar;
///
/// let grammar = Grammar::parse(
///     "dax -> RED
///      u1 fep -> [u1] [u1] [u1]",
/// )?;
/// assert_eq!(grammar.apply("dax fep").text(), Some("RED RED RED"));
/// # Ok::<(), blicket::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grammar {
    domain: Domain,
    rules: Vec<Rule>,
    vocabulary: Arc<Vocabulary>,
    program: Program,
    limits: Limits,
}

impl Grammar {
    /// A grammar from rules whose words are in `vocabulary`.
    pub fn new(
        domain: Domain,
        rules: Vec<Rule>,
        vocabulary: Arc<Vocabulary>,
    ) -> Result<Self, InvalidRule> {
        for (index, rule) in rules.iter().enumerate() {
            rule.check(domain, &vocabulary).map_err(|problem| InvalidRule { index, problem })?;
        }
        let program = Program::compile(domain, &rules, vocabulary.len());
        Ok(Self { domain, rules, vocabulary, program, limits: Limits::default() })
    }

    /// Reads a grammar from its text form; [`Display`](fmt::Display) writes it back.
    ///
    /// ```
    /// let error = blicket::Grammar::parse("u1 fep -> [u2]").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 1, column 11: found `[u2]`, expected a variable of the left side: [u1]"
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        parse::parse(text)
    }

    /// Tokens or numbers.
    pub fn domain(&self) -> Domain {
        self.domain
    }

    /// The rules in the order in which they are tried.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The words and tokens that the rules name.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// The text of one rule, as it stands on its line; `None` past the last.
    pub fn rule_text(&self, index: usize) -> Option<String> {
        let rule = self.rules.get(index)?;
        Some(
            print::RuleText { rule, domain: self.domain, vocabulary: &self.vocabulary }.to_string(),
        )
    }

    /// What every evaluation by this grammar may cost.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Sets what every further evaluation may cost.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The rules in the form that the [`Evaluator`](crate::Evaluator) runs.
    pub fn program(&self) -> &Program {
        &self.program
    }
}

impl fmt::Display for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print::print(self, f)
    }
}

impl std::str::FromStr for Grammar {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// Two grammars are equal when they have the same text, whatever numbers their words have.
impl PartialEq for Grammar {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Grammar {}

/// A rule that cannot stand in a grammar, and where it was in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidRule {
    /// Its index, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub problem: RuleProblem,
}

impl fmt::Display for InvalidRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule {}: {}", self.index + 1, self.problem)
    }
}

impl std::error::Error for InvalidRule {}
