//! Running a program on words: the arena that evaluations share, and the modes they run in.

mod interpretation;
mod machine;
mod matching;
mod occurrences;

pub(crate) use interpretation::{Halt, Tokens};
pub(crate) use machine::{Trace, Unwatched};
pub(crate) use matching::Span;

use crate::limits::{Limit, Limits};
use crate::program::Program;
use crate::rule::Domain;
use crate::vocabulary::Word;
use interpretation::{Collect, Compare, Interpretation, Sum};
use machine::{Arena, Machine};
use matching::{Budget, Matcher};

/// Inputs longer than this are refused, so that places in them fit in 31 bits.
const LONGEST_INPUT: usize = i32::MAX as usize;

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

/// Runs programs, one evaluation at a time. Its memory is kept from one evaluation to the next, so
/// that after warm-up none of them allocates.
#[derive(Debug, Default)]
pub struct Evaluator {
    matcher: Matcher,
    tokens: Arena<Tokens>,
    numbers: Arena<i64>,
    steps: u64,
}

impl Evaluator {
    /// An evaluator that has not allocated anything yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The steps that the last evaluation took.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Compares what a program of tokens makes of the input with `wanted`, token by token. This is
    /// what a search calls for every grammar and example. A program of numbers is wrong.
    pub fn check(&mut self, job: Job<'_>, wanted: &[Word]) -> Verdict {
        if job.program.domain != Domain::Words {
            return Verdict::Wrong { at: 0 };
        }
        match self.run_tokens(job, Compare { wanted, so_far: 0 }, &mut Unwatched) {
            Ok((_, end)) if end as usize == wanted.len() => Verdict::Right,
            Ok((_, end)) => Verdict::Wrong { at: end },
            Err(halt) => halt.into(),
        }
    }

    /// Compares what a program of numbers makes of the input with `wanted`. One of tokens is wrong.
    pub fn check_number(&mut self, job: Job<'_>, wanted: i64) -> Verdict {
        if job.program.domain != Domain::Numbers {
            return Verdict::Wrong { at: 0 };
        }
        match self.number(job, &mut Unwatched) {
            Ok(number) if number == wanted => Verdict::Right,
            Ok(_) => Verdict::Wrong { at: 0 },
            Err(halt) => halt.into(),
        }
    }

    /// Runs a program of tokens; the output replaces what is in `output`.
    pub(crate) fn tokens(
        &mut self,
        job: Job<'_>,
        output: &mut Vec<Word>,
        trace: &mut impl Trace<Tokens>,
    ) -> Result<Tokens, Halt> {
        output.clear();
        // Each token but the first has a space before it: with more of them, the text is too long already.
        let most = u32::try_from(job.limits.text).unwrap_or(u32::MAX).saturating_add(1);
        let limit = job.limits.output.min(most);
        self.run_tokens(job, Collect { tokens: output, limit }, trace)
    }

    /// Runs a program of numbers.
    pub(crate) fn number(
        &mut self,
        job: Job<'_>,
        trace: &mut impl Trace<i64>,
    ) -> Result<i64, Halt> {
        run(job, &mut self.matcher, &mut self.numbers, Sum, trace, &mut self.steps)
    }

    fn run_tokens<O: Interpretation<Value = Tokens>>(
        &mut self,
        job: Job<'_>,
        output: O,
        trace: &mut impl Trace<Tokens>,
    ) -> Result<Tokens, Halt> {
        run(job, &mut self.matcher, &mut self.tokens, output, trace, &mut self.steps)
    }
}

fn run<I: Interpretation>(
    Job { program, input, limits }: Job<'_>,
    matcher: &mut Matcher,
    arena: &mut Arena<I::Value>,
    meaning: I,
    trace: &mut impl Trace<I::Value>,
    steps: &mut u64,
) -> Result<I::Value, Halt> {
    if input.len() > LONGEST_INPUT {
        return Err(Limit::Length.into());
    }
    matcher.load(program, input);
    let budget = Budget::new(limits.steps);
    let mut machine = Machine { program, input, matcher, arena, meaning, trace, limits, budget };
    let result = machine.run();
    *steps = machine.budget.spent(limits.steps);
    matcher.unload(input);
    result
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
