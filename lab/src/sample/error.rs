//! Settings that no episode can meet.

use std::fmt;
use std::ops::RangeInclusive;

/// Why there is no episode.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SampleError {
    /// A range without a number in it.
    EmptyRange {
        /// What was to be counted.
        what: &'static str,
    },
    /// None of something that there has to be.
    None {
        /// Of what.
        what: &'static str,
    },
    /// More words than the meta-grammar has.
    NoSuchWords {
        /// How many were asked for.
        asked: usize,
        /// How many there are.
        words: usize,
    },
    /// Every primitive and every higher-order rule needs a word of its own.
    TooFewWords {
        /// The most primitives.
        primitives: usize,
        /// The most higher-order rules.
        rules: usize,
        /// The words.
        words: usize,
    },
    /// Every primitive needs an output token of its own.
    TooFewTokens {
        /// The most primitives.
        primitives: usize,
        /// The tokens.
        tokens: usize,
    },
    /// More examples than tries to find them.
    TooManyExamples {
        /// Support and queries.
        asked: usize,
        /// The tries that a grammar is given.
        tries: usize,
    },
    /// Inputs and outputs that may be longer than any grammar needs.
    TooLong {
        /// How many words and tokens were asked for.
        asked: usize,
        /// How many there can be.
        most: usize,
    },
    /// A share that is not between 0 and 1.
    Share {
        /// Of what.
        what: &'static str,
        /// The share.
        share: f64,
    },
    /// A probability to go on that is not between 0 and 0.99, with which a right side may not end.
    GoOn(f64),
    /// Grammar after grammar did not give enough examples.
    Rejected {
        /// How many grammars were tried.
        grammars: usize,
        /// How many examples each had to give.
        examples: usize,
        /// The most words of an input and tokens of an output.
        max_length: usize,
    },
    /// Fewer examples than those that are always there: the basic words of a number language.
    TooFewExamples {
        /// How many were asked for.
        asked: usize,
        /// How many there are at least.
        necessary: usize,
    },
    /// More numbers than an episode can have.
    TooManyNumbers {
        /// Support and queries.
        asked: usize,
        /// How many there can be.
        numbers: usize,
    },
    /// A split of SCAN has fewer commands than were asked for.
    TooFewCommands {
        /// In which part of it.
        part: &'static str,
        /// How many were asked for.
        asked: usize,
        /// How many there are.
        commands: usize,
    },
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyRange { what } => {
                write!(f, "the range of {what} is empty: its end is before its start")
            }
            Self::None { what } => write!(f, "there has to be at least one of {what}"),
            Self::NoSuchWords { asked, words } => {
                write!(f, "there are {words} words to draw from, not {asked}")
            }
            Self::TooFewWords { primitives, rules, words } => write!(
                f,
                "{primitives} primitives and {rules} rules need {} words, and there are {words}; \
                 ask for more words or for fewer rules",
                *primitives as u128 + *rules as u128
            ),
            Self::TooFewTokens { primitives, tokens } => write!(
                f,
                "{primitives} primitives need as many output tokens, and there are {tokens}"
            ),
            Self::TooManyExamples { asked, tries } => write!(
                f,
                "{asked} examples (support and queries) are more than the {tries} tries that a \
                 grammar is given to find them"
            ),
            Self::TooLong { asked, most } => write!(
                f,
                "inputs and outputs can have up to {most} words and tokens, and {asked} were asked for"
            ),
            Self::Share { what, share } => {
                write!(f, "the share of {what} has to be from 0 to 1, and it is {share}")
            }
            Self::GoOn(probability) => write!(
                f,
                "the probability that a right side goes on has to be from 0 to 0.99, and it is \
                 {probability}"
            ),
            Self::Rejected { grammars, examples, max_length } => write!(
                f,
                "none of {grammars} grammars gave {examples} examples of at most {max_length} \
                 words and tokens; ask for fewer or longer ones, or for more rules or primitives"
            ),
            Self::TooFewExamples { asked, necessary } => write!(
                f,
                "the basic words alone take up to {necessary} examples, and {asked} were asked for; \
                 ask for {necessary} or more"
            ),
            Self::TooManyNumbers { asked, numbers } => write!(
                f,
                "{asked} different numbers (support and queries) were asked for, and there are \
                 {numbers} to draw from; ask for fewer"
            ),
            Self::TooFewCommands { part, asked, commands } => write!(
                f,
                "the split has {commands} different commands for {part}, and {asked} were asked for"
            ),
        }
    }
}

impl std::error::Error for SampleError {}

/// Refuses a range without a number in it.
pub(super) fn check_range(
    range: &RangeInclusive<usize>,
    what: &'static str,
) -> Result<(), SampleError> {
    if range.is_empty() { Err(SampleError::EmptyRange { what }) } else { Ok(()) }
}

/// Refuses a range of examples that is empty or has 0 in it.
pub(super) fn check_support(support: &RangeInclusive<usize>) -> Result<(), SampleError> {
    check_range(support, "support examples")?;
    match support.start() {
        0 => Err(SampleError::None { what: "the support examples" }),
        _ => Ok(()),
    }
}

/// Refuses a share that is not between 0 and 1.
pub(super) fn check_share(share: f64, what: &'static str) -> Result<(), SampleError> {
    match (0.0..=1.0).contains(&share) {
        true => Ok(()),
        false => Err(SampleError::Share { what, share }),
    }
}
