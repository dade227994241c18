//! What is wrong with a task or with its solution: a kind for programs, the data that belongs to it, and a
//! text for a person.

use super::StopReason;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;
use std::slice;

/// Something about a task or its solution that a person can act on. Examples and queries are counted
/// from 0 here, and from 1 in the text that [`Display`](fmt::Display) writes.
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
    /// An example is too long to be learnt from. What is learnt from the others is checked on it.
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
    /// There are more different words or tokens than the learner for such examples takes: 254 for deduction, 65,535
    /// words for number words. Other learners of the strategy try all the same.
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
    /// There is no network to propose grammars, for this reason.
    NoNetwork(String),
    /// There are more words and tokens than a network reads.
    TooMuchToRead,
    /// These examples are taken to be wrong, and were not learnt from.
    GivenUp(Vec<usize>),
    /// These examples of number words have a rule of their own, which serves nothing else.
    ByHeart(Vec<usize>),
    /// An example is probably a slip: it costs a rule of its own, or is the one that is not satisfied, and what the other
    /// examples make of its input differs from its output in one token.
    ProbableSlip {
        /// The example.
        example: usize,
        /// What the other examples make of its input, cut short after 4 KiB.
        meant: String,
    },
    /// Wrong examples were to be found in a task of numbers, which cannot be done.
    NoiseOfNumbers,
    /// An example of a task of numbers wants something that is no number.
    NotANumber {
        /// The example.
        example: usize,
        /// What it wants, cut short after 4 KiB.
        output: String,
    },
    /// There are more problems like those before it. Of each kind that examples have, the first hundred
    /// are listed.
    More {
        /// How many more.
        count: usize,
        /// What there are more of, in the plural.
        of: &'static str,
    },
    /// The grammar's own values for these queries are past the limits of a search, and nothing else was
    /// voted for.
    AnswersPastLimits(Vec<usize>),
    /// Time or memory was up before the grammar had answered these queries.
    NotAnswered(Vec<usize>),
    /// There is no grammar that could answer the queries, for this reason.
    NoGrammar(StopReason),
    /// The grammar reads these inputs of negative examples, or gives the output that is said not to be theirs: no grammar
    /// was found that satisfies the examples and does not.
    NotKept(Vec<String>),
    /// A pinned rule has a part in what the grammar gives for these examples, which want something else.
    PinnedAgainst {
        /// The rule.
        rule: String,
        /// The examples.
        examples: Vec<usize>,
    },
    /// The pinned rules give tokens and the examples want numbers, or the other way round: they were left out.
    PinnedUnusable {
        /// Whether the examples want numbers.
        numbers: bool,
    },
    /// A learner of the laboratory cannot learn from such a task, and says why.
    Unsuited(String),
}

/// The kind of a [`Problem`]: what a program tells problems apart by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// [`Problem::NoExamples`].
    NoExamples,
    /// [`Problem::Contradiction`].
    Contradiction,
    /// [`Problem::EmptyInput`].
    EmptyInput,
    /// [`Problem::TooLong`].
    TooLong,
    /// [`Problem::UnexplainedToken`].
    UnexplainedToken,
    /// [`Problem::TooManySymbols`].
    TooManySymbols,
    /// [`Problem::OutsideClass`].
    OutsideClass,
    /// [`Problem::CallbackFailed`].
    CallbackFailed,
    /// [`Problem::NoNetwork`].
    NoNetwork,
    /// [`Problem::TooMuchToRead`].
    TooMuchToRead,
    /// [`Problem::GivenUp`].
    GivenUp,
    /// [`Problem::ByHeart`].
    ByHeart,
    /// [`Problem::NoiseOfNumbers`].
    NoiseOfNumbers,
    /// [`Problem::NotANumber`].
    NotANumber,
    /// [`Problem::More`].
    More,
    /// [`Problem::AnswersPastLimits`].
    AnswersPastLimits,
    /// [`Problem::NotAnswered`].
    NotAnswered,
    /// [`Problem::NoGrammar`].
    NoGrammar,
    /// [`Problem::ProbableSlip`].
    ProbableSlip,
    /// [`Problem::NotKept`].
    NotKept,
    /// [`Problem::PinnedAgainst`].
    PinnedAgainst,
    /// [`Problem::PinnedUnusable`].
    PinnedUnusable,
    /// [`Problem::Unsuited`].
    Unsuited,
}

// The C header has 0 for "there is no such problem". Numbers from 1000 are the laboratory's, and not in the
// header.
named! { ProblemKind:
    NoExamples = 1 "no_examples",
    Contradiction = 2 "contradiction",
    EmptyInput = 3 "empty_input",
    TooLong = 4 "too_long",
    UnexplainedToken = 5 "unexplained_token",
    TooManySymbols = 6 "too_many_symbols",
    OutsideClass = 7 "outside_class",
    CallbackFailed = 8 "callback_failed",
    NoNetwork = 9 "no_network",
    TooMuchToRead = 10 "too_much_to_read",
    GivenUp = 11 "given_up",
    ByHeart = 12 "by_heart",
    NoiseOfNumbers = 13 "noise_of_numbers",
    NotANumber = 14 "not_a_number",
    More = 15 "more",
    AnswersPastLimits = 16 "answers_past_limits",
    NotAnswered = 17 "not_answered",
    NoGrammar = 18 "no_grammar",
    ProbableSlip = 19 "probable_slip",
    NotKept = 30 "not_kept",
    PinnedAgainst = 31 "pinned_against",
    PinnedUnusable = 32 "pinned_unusable",
    Unsuited = 1000 "unsuited",
}

/// A part of a problem's data.
enum Data<'a> {
    Examples(&'a [usize]),
    Queries(&'a [usize]),
    String(&'a str),
    Strings(&'a [String]),
    Number(usize),
}

impl Problem {
    /// What kind of problem it is.
    pub fn kind(&self) -> ProblemKind {
        match self {
            Self::NoExamples => ProblemKind::NoExamples,
            Self::Contradiction { .. } => ProblemKind::Contradiction,
            Self::EmptyInput(_) => ProblemKind::EmptyInput,
            Self::TooLong { .. } => ProblemKind::TooLong,
            Self::UnexplainedToken { .. } => ProblemKind::UnexplainedToken,
            Self::TooManySymbols { .. } => ProblemKind::TooManySymbols,
            Self::OutsideClass => ProblemKind::OutsideClass,
            Self::CallbackFailed(_) => ProblemKind::CallbackFailed,
            Self::NoNetwork(_) => ProblemKind::NoNetwork,
            Self::TooMuchToRead => ProblemKind::TooMuchToRead,
            Self::GivenUp(_) => ProblemKind::GivenUp,
            Self::ByHeart(_) => ProblemKind::ByHeart,
            Self::NoiseOfNumbers => ProblemKind::NoiseOfNumbers,
            Self::NotANumber { .. } => ProblemKind::NotANumber,
            Self::More { .. } => ProblemKind::More,
            Self::AnswersPastLimits(_) => ProblemKind::AnswersPastLimits,
            Self::NotAnswered(_) => ProblemKind::NotAnswered,
            Self::NoGrammar(_) => ProblemKind::NoGrammar,
            Self::ProbableSlip { .. } => ProblemKind::ProbableSlip,
            Self::NotKept(_) => ProblemKind::NotKept,
            Self::PinnedAgainst { .. } => ProblemKind::PinnedAgainst,
            Self::PinnedUnusable { .. } => ProblemKind::PinnedUnusable,
            Self::Unsuited(_) => ProblemKind::Unsuited,
        }
    }

    /// Its data, by the names that JSON has for it. The order is that of the C header.
    fn data(&self) -> Vec<(&'static str, Data<'_>)> {
        use Data::*;
        match self {
            Self::NoExamples | Self::OutsideClass | Self::TooMuchToRead | Self::NoiseOfNumbers => {
                vec![]
            }
            Self::Contradiction { examples, input, outputs } => vec![
                ("examples", Examples(examples)),
                ("input", String(input)),
                ("outputs", Strings(outputs)),
            ],
            Self::EmptyInput(example) => vec![("examples", Examples(slice::from_ref(example)))],
            Self::TooLong { example, most_words, most_tokens } => vec![
                ("examples", Examples(slice::from_ref(example))),
                ("most_words", Number(*most_words)),
                ("most_tokens", Number(*most_tokens)),
            ],
            Self::UnexplainedToken { token, examples } => {
                vec![("examples", Examples(examples)), ("token", String(token))]
            }
            Self::TooManySymbols { found, most } => {
                vec![("found", Number(*found)), ("most", Number(*most))]
            }
            Self::CallbackFailed(message) => vec![("message", String(message))],
            Self::NoNetwork(reason) => vec![("reason", String(reason))],
            Self::GivenUp(examples) | Self::ByHeart(examples) => {
                vec![("examples", Examples(examples))]
            }
            Self::NotANumber { example, output } => {
                vec![("examples", Examples(slice::from_ref(example))), ("output", String(output))]
            }
            Self::ProbableSlip { example, meant } => {
                vec![("examples", Examples(slice::from_ref(example))), ("meant", String(meant))]
            }
            Self::More { count, of } => vec![("count", Number(*count)), ("of", String(of))],
            Self::AnswersPastLimits(queries) | Self::NotAnswered(queries) => {
                vec![("queries", Queries(queries))]
            }
            Self::NoGrammar(stop) => vec![("stop", String(stop.name()))],
            Self::NotKept(inputs) => vec![("inputs", Strings(inputs))],
            Self::PinnedAgainst { rule, examples } => {
                vec![("examples", Examples(examples)), ("rule", String(rule))]
            }
            Self::PinnedUnusable { numbers } => {
                let wanted = if *numbers { "numbers" } else { "words" };
                vec![("wanted", String(wanted))]
            }
            Self::Unsuited(reason) => vec![("reason", String(reason))],
        }
    }

    /// The examples that it is about, by their indices in the task.
    pub fn examples(&self) -> &[usize] {
        let examples = |(_, data)| if let Data::Examples(of) = data { Some(of) } else { None };
        self.data().into_iter().find_map(examples).unwrap_or_default()
    }

    /// The queries that it is about, by their indices in the task.
    pub fn queries(&self) -> &[usize] {
        let queries = |(_, data)| if let Data::Queries(of) = data { Some(of) } else { None };
        self.data().into_iter().find_map(queries).unwrap_or_default()
    }

    /// Its texts one after the other, in the order of its fields: an input, what examples want for it, a
    /// token, or a reason.
    pub fn strings(&self) -> Vec<&str> {
        let mut strings = Vec::new();
        for (_, data) in self.data() {
            match data {
                Data::String(text) => strings.push(text),
                Data::Strings(texts) => strings.extend(texts.iter().map(String::as_str)),
                Data::Examples(_) | Data::Queries(_) | Data::Number(_) => {}
            }
        }
        strings
    }

    /// Its numbers one after the other, in the order of its fields: how many there are, and how many there
    /// may be.
    pub fn numbers(&self) -> Vec<usize> {
        let number = |(_, data)| if let Data::Number(of) = data { Some(of) } else { None };
        self.data().into_iter().filter_map(number).collect()
    }
}

/// One object: `"kind"` with the name of its kind, `"text"` for a person, and its data.
impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind().name())?;
        map.serialize_entry("text", &self.to_string())?;
        for (name, data) in self.data() {
            match data {
                Data::Examples(indices) | Data::Queries(indices) => {
                    map.serialize_entry(name, indices)?;
                }
                Data::String(text) => map.serialize_entry(name, text)?,
                Data::Strings(texts) => map.serialize_entry(name, texts)?,
                Data::Number(number) => map.serialize_entry(name, &number)?,
            }
        }
        map.end()
    }
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
            Self::NoExamples => f.write_str(
                "there are no examples to learn from: give some, each an input and what it means",
            ),
            Self::Contradiction { examples: [a, b], input, outputs } => {
                let [first, second] = outputs;
                write!(f, "examples {} and {} contradict each other: ", a + 1, b + 1)?;
                write!(f, "{input:?} is {first:?} in one and {second:?} in the other; ")?;
                f.write_str("correct or leave out one of them")
            }
            Self::EmptyInput(example) => {
                write!(f, "example {} has an input without words: give it some, or leave it out", example + 1)
            }
            Self::TooLong { example, most_words, most_tokens } => {
                write!(f, "example {} is only checked, not learnt from: ", example + 1)?;
                write!(f, "it has more than {most_words} words or {most_tokens} tokens; a shorter one shows more")
            }
            Self::UnexplainedToken { token, examples } => {
                let examples = counted(examples);
                write!(f, "the token {token} is in the outputs of examples {examples}, whose inputs have no word in common: ")?;
                f.write_str("if several words mean it, show each of them alone; if not, one of these examples may be wrong")
            }
            Self::TooManySymbols { found, most } => {
                let learner = if *most < 1000 { "deduction" } else { "the learner of number words" };
                write!(f, "{found} different words or tokens are more than the {most} that {learner} takes, ")?;
                f.write_str("so only others were asked; fewer of them in one task would help")
            }
            Self::OutsideClass => f.write_str(
                "deduction found no grammar for all examples: in its grammars each word stands for at most one \
                 token, or arranges what its neighbours mean, as twice does in walk twice; show words alone, \
                 or look for an example that is wrong",
            ),
            Self::CallbackFailed(message) => {
                write!(f, "the progress callback failed, so the search was cancelled: {message}")
            }
            Self::NoNetwork(reason) => write!(f, "no network proposes grammars: {reason}"),
            Self::TooMuchToRead => {
                f.write_str("there are more different words and tokens than a network reads, so none was asked; ")?;
                f.write_str("fewer of them in one task would help")
            }
            Self::GivenUp(examples) => {
                let one = examples.len() == 1;
                let (noun, are) = if one { ("example", "is") } else { ("examples", "are") };
                write!(f, "{noun} {} {are} taken to be wrong, and not learnt from: ", counted(examples))?;
                let them = if one { "it" } else { "them" };
                write!(f, "correct {them}, or solve the task without noise if all examples are right")
            }
            Self::Unsuited(reason) => f.write_str(reason),
            Self::PinnedAgainst { rule, examples } => {
                let noun = if examples.len() == 1 { "example" } else { "examples" };
                let wants = if examples.len() == 1 { "wants" } else { "want" };
                write!(f, "the pinned rule `{rule}` is part of what is given for {noun} {}, which {wants} ", counted(examples))?;
                f.write_str("something else: correct the rule or the example, or let the rule be learnt")
            }
            Self::PinnedUnusable { numbers: true } => f.write_str(
                "the pinned rules were left out: they give tokens, and the examples want numbers; \
                 %numbers in the first line makes them rules of numbers",
            ),
            Self::PinnedUnusable { numbers: false } => f.write_str(
                "the pinned rules were left out: they give numbers, and the examples want tokens; \
                 without %numbers in the first line they give tokens",
            ),
            Self::ByHeart(examples) => {
                let (count, examples) = (examples.len(), counted(examples));
                let are = if count == 1 { "example is" } else { "examples are" };
                write!(f, "{count} {are} learnt by heart, because no rule for single words explains ")?;
                write!(f, "{}: {examples}; look for slips, or show their words in other numbers", if count == 1 { "it" } else { "them" })
            }
            Self::ProbableSlip { example, meant } => {
                write!(f, "example {} is probably a slip, ", example + 1)?;
                write!(f, "because the others make something else of it; probably meant: {meant}")
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
                    StopReason::Timeout => "time was up before there was a grammar; more time may help",
                    StopReason::Steps => "the step limit was reached before there was a grammar; more steps may help",
                    StopReason::Memory => {
                        "the memory limit was reached before there was a grammar; fewer or shorter examples take less"
                    }
                    StopReason::Cancelled => "the search was cancelled before there was a grammar",
                    StopReason::Running => "there is no grammar yet",
                    StopReason::Exhausted | StopReason::Solved => "no grammar was found for the examples",
                })
            }
            Self::NotKept(inputs) => {
                let inputs: Vec<String> = inputs.iter().map(|it| format!("{it:?}")).collect();
                write!(f, "the grammar still gives what negative examples deny, for {}: ", inputs.join(", "))?;
                f.write_str("an example of what is meant instead, or of a similar sentence that is meant, would help")
            }
            Self::More { count, of } => write!(f, "and {count} more {of}"),
            Self::NotANumber { example, output } => {
                write!(f, "example {} wants {output:?}, which is not a whole number ", example + 1)?;
                write!(f, "from 0 to {}, without zeros before it: ", i64::MAX)?;
                f.write_str("write it as one, or do not say that outputs are numbers")
            }
        }
    }
}
