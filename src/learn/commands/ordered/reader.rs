//! Reading by order: the first rule of a section that matches is used, its
//! slots greedy from the left, typed parts read; a choice that leaves a part
//! unread is taken back. A table over (section, from, to) keeps it polynomial.
//!
//! This is how the language itself reads. The chart serves learning; what is
//! handed out is judged by this reader.

use super::{Beyond, Ordered};
use crate::length::hash::{FastMap, FastSet};
use crate::length::symbol::Symbol;

/// How one span is read.
#[derive(Clone, Debug)]
enum Node {
    Line { section: u32, line: u32, parts: Vec<u32> },
    Copy { from: usize, to: usize },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SpanState {
    Unknown,
    /// Being read: a rule that would read its own span again does not match.
    Busy,
    Unread,
    Read(u32),
}

/// One attempt to match a line on a span.
struct Attempt {
    section: usize,
    line: usize,
    from: usize,
    to: usize,
    /// Slots so far: (position in the line, start, end, node).
    bound: Vec<(usize, usize, usize, u32)>,
    position: usize,
    at: usize,
    /// A slot that waits for this end to be read.
    waiting: Option<usize>,
}

pub(crate) struct OrderedReader<'a> {
    grammar: &'a Ordered,
    words: &'a [Symbol],
    integer: &'a dyn Fn(Symbol) -> bool,
    new: &'a dyn Fn(Symbol) -> bool,
    table: Vec<SpanState>,
    nodes: Vec<Node>,
    /// (section, line, position, at, to) that led nowhere.
    dead: FastSet<(u32, u32, u32, u32, u32)>,
    present: FastMap<Symbol, ()>,
    steps: u64,
    limit: u64,
}

impl<'a> OrderedReader<'a> {
    /// `new` says which words an open section may copy: those no line lists.
    pub(crate) fn new(
        grammar: &'a Ordered,
        words: &'a [Symbol],
        integer: &'a dyn Fn(Symbol) -> bool,
        new: &'a dyn Fn(Symbol) -> bool,
        limit: u64,
    ) -> OrderedReader<'a> {
        let n = words.len() + 1;
        OrderedReader {
            grammar,
            words,
            integer,
            new,
            table: vec![SpanState::Unknown; grammar.sections.len() * n * n],
            nodes: vec![],
            dead: FastSet::default(),
            present: words.iter().map(|&w| (w, ())).collect(),
            steps: 0,
            limit,
        }
    }

    fn cell(&self, section: usize, from: usize, to: usize) -> usize {
        (section * (self.words.len() + 1) + from) * (self.words.len() + 1) + to
    }

    /// The output of the whole input, if it is read within the limit of steps.
    pub(crate) fn output(&mut self, most: usize) -> Option<Vec<Symbol>> {
        if self.words.is_empty() || self.grammar.sections.is_empty() {
            return None;
        }
        let top = self.read(0, 0, self.words.len())?;
        let mut output = vec![];
        let mut open = vec![(top, 0usize)];
        while let Some((node, position)) = open.pop() {
            match &self.nodes[node as usize] {
                Node::Copy { from, to } => output.extend_from_slice(&self.words[*from..*to]),
                Node::Line { section, line, parts } => {
                    let right = &self.grammar.sections[*section as usize][*line as usize].right;
                    if let Some(token) = right.get(position) {
                        open.push((node, position + 1));
                        match token.as_slot() {
                            Some(k) => open.push((parts[k], 0)),
                            None => output.push(*token),
                        }
                    }
                }
            }
            if output.len() > most {
                return None;
            }
        }
        Some(output)
    }

    /// Which line reads a span, after reading.
    pub(crate) fn line_of(&self, section: usize, from: usize, to: usize) -> Option<usize> {
        match self.table[self.cell(section, from, to)] {
            SpanState::Read(node) => match self.nodes[node as usize] {
                Node::Line { line, .. } => Some(line as usize),
                Node::Copy { .. } => None,
            },
            _ => None,
        }
    }

    /// Reads a span with an own stack: parts wait on it, nothing recurses.
    fn read(&mut self, section: usize, from: usize, to: usize) -> Option<u32> {
        let start = self.cell(section, from, to);
        if self.table[start] == SpanState::Unknown {
            let mut stack = vec![self.attempt(section, 0, from, to)];
            self.table[start] = SpanState::Busy;
            while let Some(mut attempt) = stack.pop() {
                self.steps += 1;
                if self.steps > self.limit {
                    return None;
                }
                match self.step(&mut attempt) {
                    ReadStep::Done(state) => {
                        let cell = self.cell(attempt.section, attempt.from, attempt.to);
                        self.table[cell] = state;
                    }
                    ReadStep::Again => stack.push(attempt),
                    ReadStep::Needs(section, from, to) => {
                        stack.push(attempt);
                        let cell = self.cell(section, from, to);
                        self.table[cell] = SpanState::Busy;
                        stack.push(self.attempt(section, 0, from, to));
                    }
                }
            }
        }
        match self.table[start] {
            SpanState::Read(node) => Some(node),
            _ => None,
        }
    }

    fn attempt(&self, section: usize, line: usize, from: usize, to: usize) -> Attempt {
        Attempt { section, line, from, to, bound: vec![], position: 0, at: from, waiting: None }
    }

    fn step(&mut self, a: &mut Attempt) -> ReadStep {
        let Some(line) = self.grammar.sections[a.section].get(a.line) else {
            return ReadStep::Done(self.beyond(a));
        };
        let left = &line.left;
        if a.position == 0
            && a.waiting.is_none()
            && a.bound.is_empty()
            && !self.possible(left, a.from, a.to)
        {
            a.line += 1;
            return ReadStep::Again;
        }
        if let Some(end) = a.waiting {
            let section = left[a.position].index();
            match self.table[self.cell(section, a.at, end)] {
                SpanState::Unknown => return ReadStep::Needs(section, a.at, end),
                SpanState::Read(node) => {
                    a.waiting = None;
                    a.bound.push((a.position, a.at, end, node));
                    a.position += 1;
                    a.at = end;
                }
                SpanState::Busy | SpanState::Unread => return self.shorter(a, left, end),
            }
        }
        while let Some(symbol) = left.get(a.position) {
            if symbol.is_slot() {
                break;
            }
            if a.at >= a.to || self.words[a.at] != *symbol {
                return self.back(a, left);
            }
            a.position += 1;
            a.at += 1;
        }
        if a.position == left.len() {
            if a.at != a.to {
                return self.back(a, left);
            }
            let parts = a.bound.iter().map(|b| b.3).collect();
            self.nodes.push(Node::Line { section: a.section as u32, line: a.line as u32, parts });
            return ReadStep::Done(SpanState::Read(self.nodes.len() as u32 - 1));
        }
        let rest = left.len() - a.position - 1;
        let key = (a.section as u32, a.line as u32, a.position as u32, a.at as u32, a.to as u32);
        if a.at + 1 + rest > a.to || self.dead.contains(&key) {
            return self.back(a, left);
        }
        let longest = a.to - rest;
        self.try_end(a, left, longest)
    }

    /// Waits for the slot at the position to be read up to `end` or shorter.
    fn try_end(&mut self, a: &mut Attempt, left: &[Symbol], mut end: usize) -> ReadStep {
        let next = left.get(a.position + 1).filter(|s| !s.is_slot());
        let last = a.position + 1 == left.len();
        while end > a.at {
            if last && end != a.to {
                break;
            }
            if next.is_none_or(|w| end < a.to && self.words[end] == *w) {
                a.waiting = Some(end);
                return ReadStep::Again;
            }
            end -= 1;
        }
        self.dead.insert((
            a.section as u32,
            a.line as u32,
            a.position as u32,
            a.at as u32,
            a.to as u32,
        ));
        self.back(a, left)
    }

    fn shorter(&mut self, a: &mut Attempt, left: &[Symbol], end: usize) -> ReadStep {
        a.waiting = None;
        self.try_end(a, left, end - 1)
    }

    /// Takes back the last slot, or goes on to the next line.
    fn back(&mut self, a: &mut Attempt, left: &[Symbol]) -> ReadStep {
        match a.bound.pop() {
            Some((position, at, end, _)) => {
                a.position = position;
                a.at = at;
                self.shorter(a, left, end)
            }
            None => {
                *a = self.attempt(a.section, a.line + 1, a.from, a.to);
                ReadStep::Again
            }
        }
    }

    fn possible(&self, left: &[Symbol], from: usize, to: usize) -> bool {
        let fits = |symbol: Option<&Symbol>, word: Symbol| {
            symbol.is_some_and(|s| s.is_slot() || *s == word)
        };
        left.len() <= to - from
            && fits(left.first(), self.words[from])
            && fits(left.last(), self.words[to - 1])
            && left.iter().all(|s| s.is_slot() || self.present.contains_key(s))
    }

    fn beyond(&mut self, a: &Attempt) -> SpanState {
        let part = &self.words[a.from..a.to];
        let takes = |kind: &Beyond| match kind {
            Beyond::Nothing => false,
            Beyond::Integer => part.len() == 1 && (self.integer)(part[0]),
            Beyond::Words => {
                part.iter().all(|&w| !(self.integer)(w)) && part.iter().any(|&w| (self.new)(w))
            }
        };
        if !self.grammar.beyond[a.section].iter().any(takes) {
            return SpanState::Unread;
        }
        self.nodes.push(Node::Copy { from: a.from, to: a.to });
        SpanState::Read(self.nodes.len() as u32 - 1)
    }
}

enum ReadStep {
    Done(SpanState),
    Again,
    Needs(usize, usize, usize),
}
