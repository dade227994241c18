//! What one evaluation may cost, and the reasons that end one early.

use std::fmt;

/// Bounds on one evaluation. Whatever the grammar and the input, an evaluation within these bounds
/// takes time in proportion to [`steps`](Self::steps) and to the length of its input and output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// A step is a rule tried on a sequence (or 64 rules that the input's words rule out), a word of
    /// the input compared with items of left sides, or an item of a right side run.
    pub steps: u64,
    /// How deep evaluations may nest; no evaluation nests deeper than its input is long.
    pub depth: u32,
    /// How many tokens an output may have.
    pub output: u32,
    /// How many bytes the text of an output may have.
    pub text: usize,
}

impl Default for Limits {
    /// [`Limits::DEFAULT`].
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Limits {
    /// Ten million steps (a fraction of a second), a million levels, a million tokens, 16 MiB.
    pub const DEFAULT: Self =
        Self { steps: 10_000_000, depth: 1 << 20, output: 1 << 20, text: 16 << 20 };

    /// These limits with some of them changed: `Limits::DEFAULT.with(|limits| limits.steps = 1000)`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// How many tokens an output can have. Each but the first has a space before it in the text: with more of them
    /// than that has bytes, it is too long as well.
    pub(crate) fn tokens(&self) -> u32 {
        let most = u32::try_from(self.text).unwrap_or(u32::MAX).saturating_add(1);
        self.output.min(most)
    }
}

/// The bound that ended an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::steps`].
    Steps,
    /// [`Limits::depth`], also when a rule evaluates its own sequence again, which would never end.
    Depth,
    /// [`Limits::output`] or [`Limits::text`].
    Length,
    /// A number that does not fit in 64 bits.
    Overflow,
}

// The C header has 0 for "no limit ended it".
named! { Limit:
    Steps = 1 "steps",
    Depth = 2 "depth",
    Length = 3 "length",
    Overflow = 4 "overflow",
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Steps => "the evaluation took more steps than its limit",
            Self::Depth => "the evaluation nests deeper than its limit, or without end: does a rule evaluate all of its own words again?",
            Self::Length => "the output is longer than its limit",
            Self::Overflow => "the number does not fit in 64 bits",
        })
    }
}
