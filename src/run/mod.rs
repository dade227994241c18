//! Running rules on words: the compiled program, the matcher, the machine, and the meanings it computes.

pub(crate) mod limits;
pub(crate) mod program;
mod occurrences;
mod matching;
mod meanings;
mod machine;
mod job;
pub(crate) mod sections;
mod evaluator;

pub use evaluator::Evaluator;
pub use job::{Job, Verdict};
pub(crate) use machine::{Trace, Unwatched};
pub(crate) use matching::Span;
pub(crate) use meanings::{Halt, Output, Tokens};
