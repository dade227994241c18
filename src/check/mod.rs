//! What is wrong with a grammar's text, and what is probably not meant: rules that are never used, sections that nothing
//! refers to.

mod cover;
mod lines;
mod rules;
mod sections;

use crate::arrange::Arrange;
use crate::grammar::{Grammar, ReadyMade};
use serde::Serialize;
use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Severity {
    /// Good to know; nothing has to be done.
    Note,
    /// The grammar can be used, but a part of it does nothing.
    Warning,
    /// The text is not a grammar.
    Error,
}

impl Severity {
    /// What it is called where a person reads it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FindingKind {
    /// The text cannot be read.
    ParseError,
    /// A rule has the same left side as an earlier one.
    DuplicateRule,
    /// Earlier rules match whatever a rule matches.
    UnreachableRule,
    /// A rule cannot match, because some section that it needs reads nothing.
    ImpossibleRule,
    /// The first section does not need a section, directly or by way of others.
    UnusedSection,
    /// A section reads no words at all.
    EmptySection,
    /// A rule refers to its own section for all of its words, and so never matches by that.
    EndlessRule,
    /// A section refers to itself at the beginning of a rule.
    LeftRecursion,
    /// There are too many rules to look at all of them.
    NotChecked,
}

/// Something to be said about a line of a grammar's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub kind: FindingKind,
    /// What is found, in words.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = self.severity.name();
        write!(f, "{}:{}: {severity}: {}", self.line, self.column, self.message)
    }
}

/// Everything that is to be said about the text of a grammar, in the order of its lines.
///
/// ```
/// use blicket::{ReadyMade, check_grammar};
///
/// let findings = check_grammar("dax -> RED\ndax -> BLUE", &ReadyMade::new());
/// assert_eq!(findings[0].to_string(), "2:1: warning: never used: line 1 has the same left side; remove one of them");
/// ```
pub fn check_grammar(text: &str, ready_made: &ReadyMade) -> Vec<Finding> {
    let mut findings = match Grammar::parse_with(text, ready_made) {
        Err(errors) => errors.all().iter().map(parse_error).collect(),
        Ok(grammar) => {
            let lines = lines::of(text, &grammar);
            let mut findings = rules::check(&grammar, &lines);
            findings.extend(sections::check(&grammar, &lines));
            findings
        }
    };
    findings.arrange_by_key(|finding| (finding.line, finding.column));
    findings
}

fn parse_error(error: &crate::ParseError) -> Finding {
    let message = format!("found {}, expected {}", error.found, error.expected);
    let (severity, kind) = (Severity::Error, FindingKind::ParseError);
    Finding { line: error.line, column: error.column, severity, kind, message }
}
