//! What came of a task: the grammar, the answers, what there is to say about both, and all of it as JSON.

mod outcome;
mod problem;
mod question;
mod result;
mod json;

pub use json::{Details, Missed, Report, WeightedGrammar};
pub use outcome::{StopReason, Success};
pub(crate) use problem::MOST_LISTED;
pub use problem::{Problem, ProblemKind};
pub use question::{PossibleAnswer, Question};
pub(crate) use result::ALTERNATIVES;
pub use result::{Answer, Solution, Statistics, Unsatisfied};
