//! What a grammar reads, in the notations of others: so that a speech recogniser or a language model
//! can be held to the sentences that the grammar has a meaning for.
//!
//! Only left sides count here. They are a context-free grammar ([`phrases`]), which derives every
//! sentence that the grammar reads. It derives no others where all variables are typed. An untyped
//! variable commits to the first rule that fits, which a context-free grammar cannot say: there it
//! may derive sentences that the grammar is stuck on.

mod phrases;
mod left_recursion;
mod unrolled;
mod jsgf;
mod gbnf;
mod hassil;

use crate::grammar::Grammar;
use std::fmt;

/// A notation that a grammar can be exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notation {
    /// The Java Speech Grammar Format, which speech recognisers read.
    Jsgf,
    /// The grammars of llama.cpp, which hold a language model to a form.
    Gbnf,
    /// The sentence templates of Home Assistant, as YAML.
    Hassil,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 3] = [Self::Jsgf, Self::Gbnf, Self::Hassil];

    /// What the command line calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Jsgf => "jsgf",
            Self::Gbnf => "gbnf",
            Self::Hassil => "hassil",
        }
    }
}

/// Why a grammar cannot be exported.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExportError {
    /// It reads no sentence at all.
    ReadsNothing,
    /// Its form in the other notation would have more than this many symbols.
    TooLarge(usize),
    /// The other notation has no way to write this word.
    Unwritable(String),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReadsNothing => {
                f.write_str(
                    "the grammar reads no sentence, so there is nothing to export: `blicket check` says why",
                )
            }
            Self::TooLarge(most) => write!(
                f,
                "the exported grammar would have more than {most} symbols: write it with fewer rules that begin with a \
                 variable, or with fewer alternatives"
            ),
            Self::Unwritable(word) => {
                write!(
                    f,
                    "the word {word:?} cannot be written in that notation: leave it out, or spell it otherwise"
                )
            }
        }
    }
}

impl std::error::Error for ExportError {}

impl Grammar {
    /// The sentences that the first section reads, in another notation.
    ///
    /// ```
    /// use blicket::{Grammar, Notation};
    ///
    /// let grammar = Grammar::parse("@go\nturn on the? x1:lamp -> ON [x1]\n@lamp\nred lamp -> 1").unwrap();
    /// let jsgf = grammar.export(Notation::Jsgf)?;
    /// assert!(jsgf.contains("public <go> ="));
    /// # Ok::<(), blicket::ExportError>(())
    /// ```
    pub fn export(&self, notation: Notation) -> Result<String, ExportError> {
        let phrases = phrases::of(self)?;
        match notation {
            Notation::Jsgf => jsgf::print(left_recursion::removed(phrases)?),
            Notation::Gbnf => gbnf::print(&left_recursion::removed(phrases)?),
            Notation::Hassil => hassil::print(&unrolled::to_depth(&phrases, unrolled::DEPTH)?),
        }
    }
}
