//! What came of a task.

use crate::grammar::Grammar;
use std::fmt;
use std::time::Duration;

/// How far it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Success {
    /// The grammar satisfies every example: it was run on each of them.
    Solved,
    /// The grammar satisfies some of them, and is the best that was found.
    Best,
    /// There is no grammar.
    None,
}

impl Success {
    /// One word, as the command line's JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Best => "best",
            Self::None => "none",
        }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// Every example is satisfied.
    Solved,
    /// No grammar of the class satisfies all examples: all were ruled out, or some examples contradict
    /// others or are too long to be learnt from.
    Exhausted,
    /// Time was up.
    Timeout,
    /// The step limit was reached.
    Steps,
    /// The memory limit was reached.
    Memory,
    /// It was cancelled, by its host or by its host's callback.
    Cancelled,
    /// It has not ended: this is the best so far of a search that still runs.
    Running,
}

impl StopReason {
    /// One word, as the command line's JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Exhausted => "exhausted",
            Self::Timeout => "timeout",
            Self::Steps => "steps",
            Self::Memory => "memory",
            Self::Cancelled => "cancelled",
            Self::Running => "running",
        }
    }
}

/// What a grammar gives where an example wants something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsatisfied {
    /// The example, by its index in the task.
    pub example: usize,
    /// What the grammar gives instead, cut short after 4 KiB; `None` where it gives nothing, or where
    /// there are so many examples that all these texts would take an eighth of the memory limit.
    pub instead: Option<String>,
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The tokens with a space between them; `None` where no grammar has an answer, where it is
    /// past the limits of a search ([`Problem::AnswersPastLimits`]), or where time or memory was
    /// up before ([`Problem::NotAnswered`]): then apply the grammar to the query. Where there is no
    /// grammar either, [`Problem::NoGrammar`] says why.
    pub text: Option<String>,
    /// The same as a number, in a task of numbers.
    pub integer: Option<i64>,
    /// The share of the posterior probability that stands behind it; 0 where a search ended before
    /// grammars had voted, and the best so far answers alone.
    pub confidence: f64,
    /// The words that the returned grammar is stuck on; `None` where it is not, and no words where it
    /// is stuck on an empty query. Where there is a text besides, it is a guess at what words mean
    /// that no example shows.
    pub stuck: Option<Vec<String>>,
    /// Whether the returned grammar gives this answer too. It may not, because the answer is voted
    /// for by all grammars that satisfy the examples. Where there is no answer, it is `false`.
    pub agrees: bool,
}

/// What it took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Nodes of the search and grammars run: what the step limit counts.
    pub steps: u64,
    /// Complete grammars that were run on the examples.
    pub programs: u64,
    /// Leaves of the search: sets of grammars that satisfy the examples.
    pub leaves: usize,
    /// Until the first set of grammars that satisfy the examples.
    pub solving: Duration,
    /// After that: for finding others, ranking them, voting on answers, and running the returned one
    /// on every example.
    pub ranking: Duration,
}

/// What came of a task.
#[derive(Clone, Debug)]
pub struct Solution {
    /// How far it came.
    pub success: Success,
    /// Why it stopped there.
    pub stop: StopReason,
    /// The grammar, if there is one.
    pub grammar: Option<Grammar>,
    /// The examples that it does not satisfy.
    pub unsatisfied: Vec<Unsatisfied>,
    /// What a person could do about it, where not all is well.
    pub problems: Vec<Problem>,
    /// An answer for each query; in the best so far of a search that still runs, for each of the first
    /// 10,000.
    pub answers: Vec<Answer>,
    /// Further grammars with their share of the posterior probability, the most probable first. If the
    /// task is solved, they satisfy every example too.
    pub alternatives: Vec<(Grammar, f64)>,
    /// What it took.
    pub statistics: Statistics,
}

/// Why examples cannot be satisfied, as a person can act on it. Examples are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// There are no examples.
    NoExamples,
    /// Two examples have the same input and different outputs.
    Contradiction {
        /// The examples.
        examples: [usize; 2],
        /// Their input, cut short after 4 KiB.
        input: String,
        /// What each of them wants for it, cut short likewise.
        outputs: [String; 2],
    },
    /// An example has an input without words.
    EmptyInput(usize),
    /// An example is too long to be learnt from; what is learnt from the others is checked on it.
    TooLong {
        /// The example.
        example: usize,
        /// The most words of an input that is learnt from.
        most_words: usize,
        /// The most tokens of an output that is learnt from.
        most_tokens: usize,
    },
    /// No one word is in all the inputs whose outputs have this token.
    UnexplainedToken {
        /// The token, cut short after 4 KiB.
        token: String,
        /// Some examples that have it and no word in common.
        examples: Vec<usize>,
    },
    /// More words or tokens than deduction takes.
    TooManySymbols {
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// All grammars of the class that deduction searches have been ruled out.
    OutsideClass,
    /// The host's callback panicked or threw an exception, which has cancelled the search.
    CallbackFailed(String),
    /// No network proposes grammars.
    NoNetwork(String),
    /// There are more words and tokens than a network reads.
    TooMuchToRead,
    /// These examples are taken to be wrong, and were not learnt from.
    GivenUp(Vec<usize>),
    /// These examples of number words have a rule of their own, which serves nothing else.
    ByHeart(Vec<usize>),
    /// Wrong examples were to be found in a task of numbers, which cannot be done.
    NoiseOfNumbers,
    /// An example of a task of numbers wants something else.
    NotANumber {
        /// The example.
        example: usize,
        /// What it wants, cut short after 4 KiB.
        output: String,
    },
    /// There are more problems like those before: of each kind that examples have, the first hundred
    /// are listed.
    More {
        /// How many more.
        count: usize,
        /// What there are more of, in the plural.
        of: &'static str,
    },
    /// The grammar's own values for these queries are past the limits of a search, and nothing else was
    /// voted for. Queries are counted from 0.
    AnswersPastLimits(Vec<usize>),
    /// Time or memory was up before the grammar had answered these queries. They are counted from 0.
    NotAnswered(Vec<usize>),
    /// There is no grammar that could answer the queries, for this reason.
    NoGrammar(StopReason),
    /// The meta-grammar of a baseline has no grammar for this task.
    #[cfg(feature = "baselines")]
    NoPrior(&'static str),
}

/// The most problems of a kind that are listed, and the most examples that one of them names: a person
/// reads no more, and there may be as many as there are examples.
pub(crate) const MOST_LISTED: usize = 100;

/// Examples or queries as a person counts them, the first `most` by their numbers.
fn first(most: usize, all: &[usize]) -> String {
    let (listed, others) = all.split_at(all.len().min(most));
    let listed: Vec<String> = listed.iter().map(|index| (index + 1).to_string()).collect();
    let others = match others.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    listed.join(", ") + &others
}

fn counted(examples: &[usize]) -> String {
    first(MOST_LISTED, examples)
}

fn some(queries: &[usize]) -> String {
    let noun = if queries.len() == 1 { "query" } else { "queries" };
    format!("{noun} {}", first(10, queries))
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoExamples => f.write_str("there are no examples to learn from"),
            Self::Contradiction { examples: [a, b], input, outputs } => {
                let [first, second] = outputs;
                write!(f, "examples {} and {} contradict each other: ", a + 1, b + 1)?;
                write!(f, "{input:?} is {first:?} in one and {second:?} in the other")
            }
            Self::EmptyInput(example) => {
                write!(f, "example {} has an input without words", example + 1)
            }
            Self::TooLong { example, most_words, most_tokens } => {
                write!(f, "example {} is only checked, not learnt from: ", example + 1)?;
                write!(f, "it has more than {most_words} words or {most_tokens} tokens")
            }
            Self::UnexplainedToken { token, examples } => {
                let examples = counted(examples);
                write!(f, "no single word accounts for the token {token}: examples {examples} have it, and ")?;
                f.write_str("no word in common")
            }
            Self::TooManySymbols { found, most } => {
                write!(f, "{found} different words or tokens are more than the {most} that ")?;
                f.write_str("deduction takes")
            }
            Self::OutsideClass => f.write_str(
                "no grammar satisfies all examples in which every word stands for at most one token, \
                 or has one rule with a variable before it and at most one behind it, and at most 24 \
                 items on its right",
            ),
            Self::CallbackFailed(message) => {
                write!(f, "the progress callback failed, so the search was cancelled: {message}")
            }
            Self::NoNetwork(reason) => write!(f, "no network proposes grammars: {reason}"),
            Self::TooMuchToRead => {
                f.write_str("there are more different words and tokens than a network reads")
            }
            Self::GivenUp(examples) => {
                write!(f, "taken to be wrong, and not learnt from: examples {}", counted(examples))
            }
            #[cfg(feature = "baselines")]
            Self::NoPrior(reason) => {
                write!(f, "the paper's baselines have no grammars for this task: {reason}")
            }
            Self::ByHeart(examples) => {
                let (count, examples) = (examples.len(), counted(examples));
                write!(f, "{count} learnt by heart, because no rule for single words explains them: ")?;
                write!(f, "examples {examples}")
            }
            Self::NoiseOfNumbers => f.write_str(
                "wrong examples cannot be found among number words, because any number can be learnt by \
                 heart: solve the task without noise, and see which examples were",
            ),
            Self::AnswersPastLimits(queries) => {
                write!(f, "{}: the answer is longer than a search goes along with, ", some(queries))?;
                f.write_str("which is 100,000 tokens or 1 MiB, or does not fit in 64 bits: ")?;
                f.write_str("apply the grammar to the query, which says more")
            }
            Self::NotAnswered(queries) => {
                write!(f, "{}: not answered within the time and memory for it: ", some(queries))?;
                f.write_str("apply the grammar to the query")
            }
            Self::NoGrammar(reason) => {
                f.write_str("queries have no answers: ")?;
                f.write_str(match reason {
                    StopReason::Timeout => "time was up before there was a grammar",
                    StopReason::Steps => "the step limit was reached before there was a grammar",
                    StopReason::Memory => "the memory limit was reached before there was a grammar",
                    StopReason::Cancelled => "the search was cancelled before there was a grammar",
                    StopReason::Running => "there is no grammar yet",
                    StopReason::Exhausted | StopReason::Solved => "there is no grammar",
                })
            }
            Self::More { count, of } => write!(f, "and {count} more {of}"),
            Self::NotANumber { example, output } => {
                write!(f, "example {} wants {output:?}, which is not a whole number ", example + 1)?;
                write!(f, "from 0 to {}, without zeros before it", i64::MAX)
            }
        }
    }
}
