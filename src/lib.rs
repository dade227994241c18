#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod derivation;
mod evaluate;
mod evaluation;
pub mod grammar;
pub mod limits;
mod program;
pub mod vocabulary;

pub use derivation::{Derivation, Step};
pub use evaluate::{Evaluator, Job, Verdict};
pub use evaluation::{Evaluation, Outcome};
pub use grammar::{Domain, Grammar, InvalidRule, ParseError, Rule};
pub use limits::{Limit, Limits};
pub use program::Program;
pub use vocabulary::{Vocabulary, Word};

/// The version of the C ABI that this library speaks. It changes when a program that was compiled
/// against an older header could no longer run.
pub const ABI_VERSION: u32 = 1;
