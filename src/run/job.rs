//! What an evaluator is asked to do, and what it says about an example.

use super::limits::{Limit, Limits};
use super::meanings::Halt;
use super::program::Program;
use crate::language::vocabulary::Word;

/// What became of checking a grammar on one example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The output is the wanted one.
    Right,
    /// The output differs from the wanted one; the evaluation was not taken further than the first
    /// difference.
    Wrong {
        /// The first token that differs, is missing or is too many. 0 for a number.
        at: u32,
    },
    /// No rule matches some words on the way.
    Stuck,
    /// The evaluation reached a limit.
    Limit(Limit),
}

/// What to run: a program, the input's words as the program's vocabulary has them, and what it may
/// cost.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The compiled grammar.
    pub program: &'a Program,
    /// The input.
    pub input: &'a [Word],
    /// What the evaluation may cost.
    pub limits: &'a Limits,
}

impl From<Halt> for Verdict {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stuck(_) => Self::Stuck,
            Halt::Limit(limit) => Self::Limit(limit),
            Halt::Differs(at) => Self::Wrong { at },
        }
    }
}
