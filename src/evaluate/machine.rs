//! The rewrite machine: a loop over frames that lie in a vector, so that no grammar and no input can
//! overflow the stack of the thread that runs it.
//!
//! Why an evaluation is cheap whatever the grammar: a rule's variables match disjoint parts of its
//! sequence, and each is evaluated at most once per frame, so no part of the input is ever evaluated
//! twice and there are at most two frames a word. Only the output can grow beyond that, and it has
//! its own limit. A rule that evaluates its own sequence again would choose itself for ever, and is
//! stopped there.

use super::interpretation::{Halt, Interpretation};
use super::matching::{Budget, Matcher, Span};
use crate::limits::{Limit, Limits};
use crate::program::{NONE, Operation, Program, Recall};
use crate::vocabulary::Word;

/// A right side that is being run.
#[derive(Clone, Copy, Debug)]
struct Frame<V> {
    span: Span,
    /// The next operation, or the one whose variable is being evaluated in the frame above.
    next: u32,
    end: u32,
    /// Where the places of its rule's segments start, and the slots of its repeated variables.
    places: u32,
    slots: u32,
    so_far: V,
}

/// The arena of an evaluation: frames, the places of their segments, and the values that repeated
/// variables use again. Each is a stack, and a frame's part of it goes when the frame goes.
#[derive(Debug)]
pub(super) struct Arena<V> {
    frames: Vec<Frame<V>>,
    places: Vec<u32>,
    slots: Vec<V>,
}

impl<V> Default for Arena<V> {
    fn default() -> Self {
        Self { frames: Vec::new(), places: Vec::new(), slots: Vec::new() }
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
    #[inline]
    fn enter(&mut self, _: usize, _: Option<u32>, _: Span, _: u32) {}
    #[inline]
    fn leave(&mut self, _: V) {}
}

/// What the machine does next.
enum Next<V> {
    Evaluate(Span),
    Return(V),
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
    pub(super) budget: Budget,
}

impl<I: Interpretation, T: Trace<I::Value>> Machine<'_, I, T> {
    /// Evaluates the whole input.
    pub(super) fn run(&mut self) -> Result<I::Value, Halt> {
        self.arena.frames.clear();
        self.arena.places.clear();
        self.arena.slots.clear();
        let mut next = Next::Evaluate(Span { start: 0, end: self.input.len() as u32 });
        loop {
            next = match next {
                Next::Evaluate(span) => self.evaluate(span)?,
                Next::Return(value) if self.arena.frames.is_empty() => return Ok(value),
                Next::Return(value) => self.receive(value)?,
            }
        }
    }

    /// Starts on a sequence: finds its rule and runs the right side as far as it goes.
    #[inline]
    fn evaluate(&mut self, span: Span) -> Result<Next<I::Value>, Halt> {
        let depth = self.arena.frames.len();
        if depth >= self.limits.depth as usize {
            return Err(Limit::Depth.into());
        }
        let places = self.arena.places.len();
        let budget = &mut self.budget;
        let found = self.matcher.first_match(
            self.program,
            self.input,
            span,
            &mut self.arena.places,
            budget,
        )?;
        let rule = found.ok_or(Halt::Stuck(span))?;
        let parent = self.arena.frames.last();
        self.trace.enter(depth, parent.map(|frame| frame.next), span, rule);
        let code = &self.program.rules[rule as usize];
        let (first, end) = code.operations;
        self.budget.spend(u64::from(end - first) + (self.arena.places.len() - places) as u64)?;
        let mut so_far = self.meaning.begin();
        if code.constant {
            self.arena.places.truncate(places);
            for operation in &self.program.operations[first as usize..end as usize] {
                self.constant(*operation, &mut so_far)?;
            }
            let value = self.meaning.end(so_far);
            self.trace.leave(value);
            return Ok(Next::Return(value));
        }
        let slots = self.arena.slots.len();
        self.arena.slots.resize(slots + code.slots as usize, so_far);
        let (places, slots) = (places as u32, slots as u32);
        self.arena.frames.push(Frame { span, next: first, end, places, slots, so_far });
        self.proceed()
    }

    /// Runs the frame on top until it needs a value or is done.
    #[inline]
    fn proceed(&mut self) -> Result<Next<I::Value>, Halt> {
        let mut frame = *self.arena.frames.last().expect("only called with a frame");
        while frame.next < frame.end {
            match self.program.operations[frame.next as usize] {
                Operation::Variable(recall) if recall.again => {
                    let value = self.arena.slots[(frame.slots + recall.slot) as usize];
                    self.meaning.again(&mut frame.so_far, value, recall.factor)?;
                }
                Operation::Variable(recall) => {
                    let span = self.span_of(&recall, frame.places);
                    if !span.is_empty() {
                        if span == frame.span {
                            return Err(Limit::Depth.into());
                        }
                        *self.arena.frames.last_mut().expect("it was there above") = frame;
                        return Ok(Next::Evaluate(span));
                    }
                    self.keep(&recall, &frame, self.meaning.begin());
                }
                constant => self.constant(constant, &mut frame.so_far)?,
            }
            frame.next += 1;
        }
        self.arena.frames.pop();
        self.arena.places.truncate(frame.places as usize);
        self.arena.slots.truncate(frame.slots as usize);
        let value = self.meaning.end(frame.so_far);
        self.trace.leave(value);
        Ok(Next::Return(value))
    }

    /// Hands the frame on top the value that it waits for, and runs it on.
    #[inline]
    fn receive(&mut self, value: I::Value) -> Result<Next<I::Value>, Halt> {
        let mut frame = *self.arena.frames.last().expect("only called with a frame");
        let Operation::Variable(recall) = self.program.operations[frame.next as usize] else {
            unreachable!("only variables are waited for")
        };
        self.keep(&recall, &frame, value);
        self.meaning.evaluated(&mut frame.so_far, value, recall.factor)?;
        frame.next += 1;
        *self.arena.frames.last_mut().expect("it was there above") = frame;
        self.proceed()
    }

    #[inline]
    fn constant(&mut self, operation: Operation, so_far: &mut I::Value) -> Result<(), Halt> {
        match operation {
            Operation::Token(token) => self.meaning.token(token),
            Operation::Number(number, factor) => self.meaning.number(so_far, number, factor),
            Operation::Variable(_) => unreachable!("a constant right side names no variable"),
        }
    }

    /// Keeps a value for the next time that its variable is named, if there is one.
    #[inline]
    fn keep(&mut self, recall: &Recall, frame: &Frame<I::Value>, value: I::Value) {
        if recall.slot != NONE {
            self.arena.slots[(frame.slots + recall.slot) as usize] = value;
        }
    }

    /// The words of a variable in the frame whose places start at `base`.
    #[inline]
    fn span_of(&self, recall: &Recall, base: u32) -> Span {
        let place = |(segment, offset)| self.arena.places[(base + segment) as usize] + offset;
        Span { start: place(recall.start), end: place(recall.end) }
    }
}
