//! The solution of a task and its parts.

use super::{Problem, Question, StopReason, Success};
use crate::grammar::Grammar;
use std::time::Duration;

/// An example that a solution's grammar does not satisfy, and what the grammar gives instead.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unsatisfied {
    /// The example, by its index in the task.
    pub example: usize,
    /// What the grammar gives instead, cut short after 4 KiB. It is `None` where the grammar gives
    /// nothing, and where there are so many examples that all these texts would take an eighth of the
    /// memory limit.
    pub instead: Option<String>,
}

/// The answer to a query. [`Answer::default`] is that there is none.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The tokens with a space between them. It is `None` where no grammar has an answer, where the answer is not
    /// worth acting on ([`refused`](Self::refused)), where the answer is past the limits of a search ([`Problem::AnswersPastLimits`]), and where time or memory
    /// was up before ([`Problem::NotAnswered`]): then apply the grammar to the query. Where there is no
    /// grammar either, [`Problem::NoGrammar`] says why.
    pub text: Option<String>,
    /// The best guess where it is not worth acting on: because grammars that satisfy the examples disagree, or because
    /// nothing like it was shown.
    pub refused: Option<String>,
    /// The answer as a number, in a task of numbers.
    pub integer: Option<i64>,
    /// The share of the posterior probability that stands behind the guess, from 0 to 1. It is 0 where
    /// there is no guess, whatever share of the grammars has none. It is also 0 where a search was ended
    /// before grammars had voted, so that the guess is that of the best grammar so far alone, and refused; and where a
    /// look at a search that still runs has no votes to count.
    pub confidence: f64,
    /// The words that the returned grammar is stuck on. It is `None` where the grammar is not stuck, and
    /// has no words where it is stuck on an empty query. If there is a text as well, the text is a guess
    /// at the meaning of words that no example shows.
    pub stuck: Option<Vec<String>>,
    /// Whether the rules of the returned grammar give this guess too. They may not, because all grammars that satisfy
    /// the examples vote on it. Where there is no guess, it is `false`.
    pub agrees: bool,
}

impl Answer {
    /// The best guess, whether it is worth acting on or not. `confidence` says how sure it is.
    pub fn guess(&self) -> Option<&str> {
        self.text.as_deref().or(self.refused.as_deref())
    }
}

/// What it took to solve a task.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Statistics {
    /// What [`Task::step_limit`](crate::Task::step_limit) counts. Where outputs are tokens, that is the
    /// nodes of the search and the grammars that were run on the examples. Where they are numbers, a
    /// step is a sketch of a grammar that was expanded; the grammars that are tried on the way are
    /// [`programs`](Self::programs) and no steps, so that there may be more programs than steps.
    pub steps: u64,
    /// Complete grammars that were run on the examples.
    pub programs: u64,
    /// Leaves of the search: sets of grammars that satisfy the examples.
    pub leaves: usize,
    /// The time until there was a first set of grammars that satisfy the examples.
    pub solving: Duration,
    /// The time after that: for finding others, ranking them, voting on answers, and running the
    /// returned grammar on every example.
    pub ranking: Duration,
}

/// The most further grammars that a solution lists.
pub(crate) const ALTERNATIVES: usize = 8;

/// What came of a task.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// How far the search came.
    pub success: Success,
    /// Why the search stopped there.
    pub stop: StopReason,
    /// The grammar, if there is one.
    pub grammar: Option<Grammar>,
    /// How many examples the task had.
    pub examples: usize,
    /// How many queries the task had.
    pub queries: usize,
    /// The examples that the grammar does not satisfy.
    pub unsatisfied: Vec<Unsatisfied>,
    /// What a person could do about it, where not all is well.
    pub problems: Vec<Problem>,
    /// An answer for each query. The best so far of a search that still runs has answers for the first
    /// 10,000 queries only.
    pub answers: Vec<Answer>,
    /// Further grammars with their share of the posterior probability, the most probable first. If the
    /// task is solved, they satisfy every example too.
    pub alternatives: Vec<(Grammar, f64)>,
    /// What to ask a person next, the question that would decide the most first: as many as
    /// [`Task::questions`](crate::Task::questions) wants. Where it wants some and there are none, nothing is open, as far
    /// as it was looked for in the time that there was.
    pub questions: Vec<Question>,
    /// What it took.
    pub statistics: Statistics,
}

impl Solution {
    /// No grammar and no answers, for a task with this many examples and queries. Every solution starts
    /// as this, and so do those that a host makes up for its tests.
    pub fn nothing(stop: StopReason, examples: usize, queries: usize) -> Self {
        Self {
            success: Success::None,
            stop,
            grammar: None,
            examples,
            queries,
            unsatisfied: Vec::new(),
            problems: Vec::new(),
            answers: Vec::new(),
            alternatives: Vec::new(),
            questions: Vec::new(),
            statistics: Statistics::default(),
        }
    }

    /// How many examples the grammar satisfies; 0 if there is no grammar.
    pub fn satisfied(&self) -> usize {
        match self.success {
            Success::None => 0,
            Success::Solved | Success::Best => self.examples.saturating_sub(self.unsatisfied.len()),
        }
    }
}

impl Unsatisfied {
    /// An example by its index in the task, and what a grammar gives instead.
    pub fn new(example: usize, instead: Option<String>) -> Self {
        Self { example, instead }
    }
}
