//! A grammar in order, and how it reads: the first rule of a section that matches is used.

mod reader;
#[cfg(test)]
mod tests;

pub(crate) use reader::OrderedReader;

use super::symbol::Symbol;

/// A rule as it is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) left: Vec<Symbol>,
    pub(crate) right: Vec<Symbol>,
}

/// What a section takes beyond its lines, after them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Beyond {
    #[default]
    Nothing,
    /// `x1:integer -> {x1}`
    Integer,
    /// `x1:unlisted -> {x1}`
    Words,
}

/// Sections of lines in order; the first section reads whole inputs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ordered {
    pub(crate) sections: Vec<Vec<Line>>,
    pub(crate) beyond: Vec<Vec<Beyond>>,
}
