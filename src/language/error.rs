//! What is wrong with the text of a grammar, and where.

use crate::arrange::Arrange;
use std::fmt;

/// A grammar's text that could not be read: where, what stood there, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What stands there: a word in backquotes, or "the end of the line".
    pub found: String,
    /// What would be right there.
    pub expected: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, found, expected } = self;
        write!(f, "line {line}, column {column}: found {found}, expected {expected}")
    }
}

impl std::error::Error for ParseError {}

/// Everything that is wrong with the text of a grammar, at most one error a line, in order. Displayed
/// as the first of them, and how many more there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseErrors {
    /// The errors; at least one.
    errors: Vec<ParseError>,
}

impl ParseErrors {
    /// The most errors that are kept of one text.
    pub const MOST: usize = 1_000;

    pub(super) fn new(mut errors: Vec<ParseError>) -> Option<Self> {
        errors.arrange_by_key(|error| (error.line, error.column));
        errors.truncate(Self::MOST);
        (!errors.is_empty()).then_some(Self { errors })
    }

    /// The first error.
    pub fn first(&self) -> &ParseError {
        &self.errors[0]
    }

    /// All errors, in the order of the text.
    pub fn all(&self) -> &[ParseError] {
        &self.errors
    }
}

impl fmt::Display for ParseErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first())?;
        match self.errors.len() - 1 {
            0 => Ok(()),
            1 => f.write_str(" (and one more error)"),
            more => write!(f, " (and {more} more errors)"),
        }
    }
}

impl std::error::Error for ParseErrors {}

impl From<ParseErrors> for ParseError {
    fn from(errors: ParseErrors) -> Self {
        errors.first().clone()
    }
}
