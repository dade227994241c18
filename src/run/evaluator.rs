//! Running a program on words: the arena that evaluations share, and the modes they run in.

use super::job::{Job, Verdict};
use super::limits::Limit;
use super::machine::{Arena, Machine, Trace, Unwatched};
use super::matching::{Matcher, StepsLeft};
use super::meanings::{Collect, Compare, Halt, Interpretation, Output, Sum, Tokens};
use super::sections::{SectionEvaluator, Value, Watched};
use crate::language::rule::Domain;
use crate::language::vocabulary::Word;

/// Inputs longer than this are refused, so that places in them fit in 31 bits.
const LONGEST_INPUT: usize = i32::MAX as usize;

/// Runs programs, one evaluation at a time. Its memory is kept from one evaluation to the next, so
/// that after warm-up none of them allocates.
#[derive(Debug, Default)]
pub struct Evaluator {
    matcher: Matcher,
    tokens: Arena<Tokens>,
    numbers: Arena<i64>,
    steps: u64,
    /// For grammars with sections; it is made when the first one comes.
    sections: Option<Box<SectionEvaluator>>,
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
        if let Some(code) = &job.program.sections {
            let sections = self.sections.get_or_insert_default();
            let verdict = sections.check(code, job, wanted);
            self.steps = sections.steps();
            return verdict;
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
        let number = match &job.program.sections {
            Some(_) => self.by_sections(job, None, Watched::Value),
            None => self.number(job, &mut Unwatched).map(Value::Number),
        };
        match number {
            Ok(Value::Number(number)) if number == wanted => Verdict::Right,
            Ok(_) => Verdict::Wrong { at: 0 },
            Err(halt) => halt.into(),
        }
    }

    /// Runs a program of tokens; the output replaces what is in `output`. Says whether there is one: a program
    /// of numbers, one that is stuck or one that reaches a limit has none. For the laboratory, whose samplers
    /// run millions of inputs and need no text of what they give.
    #[doc(hidden)]
    pub fn collect(&mut self, job: Job<'_>, output: &mut Vec<Word>) -> bool {
        job.program.domain == Domain::Words && self.tokens(job, output, &mut Unwatched).is_ok()
    }

    /// Runs a program with sections. `integers` has the number of each word of the input that is
    /// written in digits; without it, only words that the program has are known to be numbers.
    pub(crate) fn by_sections(
        &mut self,
        job: Job<'_>,
        integers: Option<&[i64]>,
        watched: Watched<'_>,
    ) -> Result<Value, Halt> {
        let Job { program, input, limits } = job;
        let Some(code) = &program.sections else { return Ok(Value::Unknown) };
        if input.len() > LONGEST_INPUT {
            return Err(Limit::Length.into());
        }
        let sections = self.sections.get_or_insert_default();
        let value = sections.run(code, input, integers, limits, watched);
        self.steps = sections.steps();
        value
    }

    /// From now on notes what sections are asked for, or does not.
    pub(crate) fn note_asked(&mut self, notes: bool) {
        self.sections.get_or_insert_default().note_asked(notes);
    }

    /// What the last evaluation with sections left: tokens and slots.
    pub(crate) fn sections(&self) -> Option<&SectionEvaluator> {
        self.sections.as_deref()
    }

    /// Runs a program of tokens; the output replaces what is in `output`.
    pub(crate) fn tokens(
        &mut self,
        job: Job<'_>,
        output: &mut Vec<Word>,
        trace: &mut impl Trace<Tokens>,
    ) -> Result<Tokens, Halt> {
        output.clear();
        let limit = job.limits.tokens();
        self.run_tokens(job, Collect { tokens: output, limit }, trace)
    }

    /// Runs a program of tokens, which go to `output` as they come.
    pub(crate) fn write(
        &mut self,
        job: Job<'_>,
        output: impl Output,
        trace: &mut impl Trace<Tokens>,
    ) -> Result<(), Halt> {
        self.run_tokens(job, output, trace).map(|_| ())
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
    let budget = StepsLeft::new(limits.steps);
    let deep = input.len() >= limits.depth as usize;
    let mut machine =
        Machine { program, input, matcher, arena, meaning, trace, limits, deep, budget };
    let result = machine.run();
    *steps = machine.budget.spent(limits.steps);
    matcher.unload(input);
    result
}
