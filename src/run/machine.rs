//! The rewrite machine: a loop over frames that lie in a vector, so that no grammar and no input can
//! overflow the stack of the thread that runs it.
//!
//! Why an evaluation is cheap whatever the grammar: a rule's variables match disjoint parts of its
//! sequence, and each is evaluated at most once per frame, so no part of the input is ever evaluated
//! twice and there are at most two frames a word. Only the output can grow beyond that, and it has
//! its own limit. A rule that evaluates its own sequence again would choose itself for ever, and is
//! stopped there.

use super::matching::{Match, Matcher, Span, StepsLeft, alone};
use super::meanings::{Halt, Interpretation};
use crate::language::vocabulary::Word;
use crate::run::limits::{Limit, Limits};
use crate::run::program::{
    Alone, CountedFrom, Gives, MatchPlace, NONE, Operation, Program, Recall, RuleCode,
};

/// A right side that is being run.
#[derive(Clone, Copy, Debug)]
struct Frame<V> {
    span: Span,
    /// The place of a simple rule's pivot; of other rules, where their places start in the arena.
    pivot: u32,
    /// Where its values start in the arena.
    values: u32,
    /// The next operation, or the one whose variable is being evaluated.
    next: u32,
    so_far: V,
}

impl<V> Frame<V> {
    /// What a place of a simple rule is counted from. Selected, not branched on: which one it is cannot be predicted.
    #[inline(always)]
    fn simple_base(&self, base: CountedFrom) -> u32 {
        let end_or_pivot = if base == CountedFrom::Pivot { self.pivot } else { self.span.end };
        if base == CountedFrom::Start { self.span.start } else { end_or_pivot }
    }
}

/// The memory of an evaluation: the frames that wait for another, the places of the segments of
/// rules that are not simple, and the values of variables that are named again. All three are stacks;
/// the last two keep the length they once needed, and their tops say how much is in use.
#[derive(Debug)]
pub(super) struct Arena<V> {
    waiting: Vec<Frame<V>>,
    places: Vec<u32>,
    places_top: u32,
    values: Vec<V>,
    values_top: u32,
}

impl<V> Default for Arena<V> {
    fn default() -> Self {
        Self {
            waiting: Vec::new(),
            places: Vec::new(),
            places_top: 0,
            values: Vec::new(),
            values_top: 0,
        }
    }
}

/// Told of every sequence that is evaluated, in the order of the right sides.
pub(crate) trait Trace<V> {
    /// `operation` is the one of the parent that names the sequence.
    fn enter(&mut self, depth: usize, operation: Option<u32>, span: Span, rule: u32);
    /// The sequence that was entered last and not left yet has this value.
    fn leave(&mut self, value: V);
}

/// The trace of an evaluation that nobody watches.
pub(crate) struct Unwatched;

impl<V> Trace<V> for Unwatched {
    #[inline(always)]
    fn enter(&mut self, _: usize, _: Option<u32>, _: Span, _: u32) {}
    #[inline(always)]
    fn leave(&mut self, _: V) {}
}

/// One evaluation.
pub(super) struct Machine<'a, I: Interpretation, T> {
    pub(super) program: &'a Program,
    pub(super) input: &'a [Word],
    pub(super) matcher: &'a Matcher,
    pub(super) arena: &'a mut Arena<I::Value>,
    pub(super) meaning: I,
    pub(super) trace: &'a mut T,
    pub(super) limits: &'a Limits,
    /// Whether the input is so long that evaluations could nest deeper than its limits allow.
    pub(super) deep: bool,
    pub(super) budget: StepsLeft,
}

impl<I: Interpretation, T: Trace<I::Value>> Machine<'_, I, T> {
    /// Evaluates the whole input. One loop on purpose: the frame that runs stays in registers.
    #[inline(always)]
    pub(super) fn run(&mut self) -> Result<I::Value, Halt> {
        let Program { operations, recalls, .. } = self.program;
        let (operations, recalls) = (operations.as_slice(), recalls.as_slice());
        self.arena.waiting.clear();
        (self.arena.places_top, self.arena.values_top) = (0, 0);
        let whole = Span { start: 0, end: self.input.len() as u32 };
        // The sequence to start on, and the operation that names it.
        let mut start = (whole, None);
        'sequence: loop {
            let mut frame = self.enter(start)?;
            loop {
                let span = match operations[frame.next as usize] {
                    Operation::OneWord { base, offset } => {
                        let place = frame.simple_base(base).wrapping_add(offset);
                        let span = Span { start: place, end: place + 1 };
                        if let Some(value) = self.constant_word(span, frame.next)? {
                            frame.next += 1;
                            self.meaning.evaluated(&mut frame.so_far, value, 1)?;
                            continue;
                        }
                        span
                    }
                    Operation::Variable(index) => {
                        let recall = &recalls[index as usize];
                        let span = self.span_of(recall, &frame);
                        let value = if span.is_empty() {
                            self.meaning.begin()
                        } else if span == frame.span {
                            return Err(Limit::Depth.into());
                        } else if let Some(value) = self.constant_word(span, frame.next)? {
                            value
                        } else {
                            start = (span, Some(frame.next));
                            self.arena.waiting.push(frame);
                            continue 'sequence;
                        };
                        self.receive(&mut frame, recall, value)?;
                        continue;
                    }
                    Operation::Token(token) => {
                        self.meaning.token(token)?;
                        frame.next += 1;
                        continue;
                    }
                    Operation::Number(index) => {
                        let (number, factor) = self.program.numbers[index as usize];
                        self.meaning.number(&mut frame.so_far, number, factor)?;
                        frame.next += 1;
                        continue;
                    }
                    Operation::Again(index) => {
                        let Recall { slot, factor, .. } = recalls[index as usize];
                        let value = self.arena.values[(frame.values + slot) as usize];
                        self.meaning.again(&mut frame.so_far, value, factor)?;
                        frame.next += 1;
                        continue;
                    }
                    Operation::Repeat(times) => {
                        self.meaning.repeat(&frame.so_far, times)?;
                        frame.next += 1;
                        continue;
                    }
                    Operation::End { plain, simple } => {
                        let value = self.meaning.end(frame.so_far);
                        self.trace.leave(value);
                        if !plain {
                            self.arena.values_top = frame.values;
                            if !simple {
                                self.arena.places_top = frame.pivot;
                            }
                        }
                        let Some(outer) = self.arena.waiting.pop() else {
                            let exhausted = self.budget.exhausted();
                            return if exhausted { Err(Limit::Steps.into()) } else { Ok(value) };
                        };
                        frame = outer;
                        // It waits for a variable, or for one of one word.
                        match operations[frame.next as usize] {
                            Operation::Variable(index) => {
                                self.receive(&mut frame, &recalls[index as usize], value)?;
                            }
                            _ => {
                                frame.next += 1;
                                self.meaning.evaluated(&mut frame.so_far, value, 1)?;
                            }
                        }
                        continue;
                    }
                };
                start = (span, Some(frame.next));
                self.arena.waiting.push(frame);
                continue 'sequence;
            }
        }
    }

    /// A frame for the rule that matches `span`, which `operation` of the last waiting frame names.
    #[inline(always)]
    fn enter(&mut self, (span, operation): (Span, Option<u32>)) -> Result<Frame<I::Value>, Halt> {
        let depth = self.arena.waiting.len();
        if depth >= self.limits.depth as usize {
            return Err(Limit::Depth.into());
        }
        let free = (&mut self.arena.places, self.arena.places_top);
        let found =
            self.matcher.first_match(self.program, self.input, span, free, &mut self.budget);
        let Some(Match { rule, mut pivot }) = found else {
            let exhausted = self.budget.exhausted();
            return Err(if exhausted { Limit::Steps.into() } else { Halt::Stuck(span) });
        };
        self.trace.enter(depth, operation, span, rule);
        let code = &self.program.rules[rule as usize];
        let (next, end) = code.operations;
        // What a frame costs covers what it takes of the arena, which is thereby bounded as well.
        self.budget.spend(u64::from(end - next));
        let so_far = self.meaning.begin();
        let mut values = 0;
        if !code.plain {
            (pivot, values) = self.take_room(code, pivot, so_far)?;
        }
        if self.budget.exhausted() {
            return Err(Limit::Steps.into());
        }
        Ok(Frame { span, pivot, values, next, so_far })
    }

    /// Room in the arena for a frame that needs some: its pivot, and where its values start.
    fn take_room(
        &mut self,
        code: &RuleCode,
        mut pivot: u32,
        value: I::Value,
    ) -> Result<(u32, u32), Limit> {
        if !code.simple {
            pivot = self.arena.places_top;
            let segments = code.segments.1 - code.segments.0;
            self.budget.spend(u64::from(segments));
            if self.budget.exhausted() {
                return Err(Limit::Steps);
            }
            self.arena.places_top += segments;
        }
        let values = self.arena.values_top;
        self.arena.values_top += code.slots;
        if self.arena.values.len() < self.arena.values_top as usize {
            self.arena.values.resize(self.arena.values_top as usize, value);
        }
        Ok((pivot, values))
    }

    /// The value of a single word whose rule gives one constant, which needs no frame.
    #[inline(always)]
    fn constant_word(&mut self, span: Span, operation: u32) -> Result<Option<I::Value>, Halt> {
        // At the deepest level, `enter` says that it is too deep.
        if span.len() != 1
            || self.deep && self.arena.waiting.len() + 1 >= self.limits.depth as usize
        {
            return Ok(None);
        }
        let Alone { rule, gives } = alone(self.program, self.input[span.start as usize]);
        let mut value = self.meaning.begin();
        match gives {
            Gives::Token(token) => self.meaning.token(token)?,
            Gives::Nothing => {}
            Gives::Number(index) => {
                let (number, factor) = self.program.numbers[index as usize];
                self.meaning.number(&mut value, number, factor)?;
            }
            Gives::More => return Ok(None),
        }
        // Whether there are any left is asked at the next frame, or at the end.
        self.budget.spend(2);
        let value = self.meaning.end(value);
        self.trace.enter(self.arena.waiting.len() + 1, Some(operation), span, rule);
        self.trace.leave(value);
        Ok(Some(value))
    }

    /// Takes in the value of the variable that the frame's next operation names.
    #[inline(always)]
    fn receive(
        &mut self,
        frame: &mut Frame<I::Value>,
        recall: &Recall,
        value: I::Value,
    ) -> Result<(), Halt> {
        if recall.slot != NONE {
            self.arena.values[(frame.values + recall.slot) as usize] = value;
        }
        frame.next += 1;
        self.meaning.evaluated(&mut frame.so_far, value, recall.factor)
    }

    /// The words of a variable.
    #[inline(always)]
    fn span_of(&self, recall: &Recall, frame: &Frame<I::Value>) -> Span {
        let place = |MatchPlace { base, segment, offset }: MatchPlace| {
            let base = match base {
                CountedFrom::Segment => self.arena.places[(frame.pivot + segment) as usize],
                _ => frame.simple_base(base),
            };
            base.wrapping_add(offset)
        };
        Span { start: place(recall.start), end: place(recall.end) }
    }
}
