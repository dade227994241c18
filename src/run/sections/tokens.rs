//! What outputs by sections are made of.

use crate::language::vocabulary::Word;

/// One token of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A token of the grammar.
    Word(Word),
    /// A word of the input, by its place.
    Input(u32),
    /// A number.
    Number(i64),
}

/// What a part of a derivation is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// It was not asked for, or could not be found out.
    Unknown,
    /// A range of the tokens.
    Tokens(u32, u32),
    Number(i64),
}
