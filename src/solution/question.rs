//! What to ask a person next.

use serde::Serialize;

/// An input whose answer would decide between grammars that the examples leave open.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Question {
    /// What to ask about: words that examples show, or one of the inputs that the task has for questions.
    pub input: String,
    /// What it may mean, the most probable first.
    pub answers: Vec<PossibleAnswer>,
    /// How much its answer would decide, in bits: 1 is a choice between two meanings that are equally likely. Next to nothing where no
    /// example has decided it, but all grammars that weigh much agree.
    pub worth: f64,
}

/// One of the meanings that an input may have.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PossibleAnswer {
    /// The tokens with a space between them; `None` if it may be no sentence of the language.
    pub text: Option<String>,
    /// The share of the weight of all grammars that stands behind it, from 0 to 1.
    pub weight: f64,
    /// Examples that speak for it, by their index in the task: they need a rule that it needs, and that the other answers
    /// do without. The first few.
    pub examples: Vec<usize>,
}
