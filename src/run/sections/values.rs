//! What a derivation is worth: its tokens or its number.
//!
//! A loop over frames that lie in a vector. A frame runs the right side of one node, from left to
//! right, so the tokens of every part of the derivation lie side by side.

use super::reader::{ReadNode, SectionReader, Text};
use super::slots::{RawSlot, Slots};
use super::tokens::{Token, Value};
use crate::language::rule::Domain;
use crate::run::Span;
use crate::run::limits::{Limit, Limits};
use crate::run::matching::StepsLeft;
use crate::run::meanings::Halt;
use crate::run::program::NONE;
use crate::run::program::sections::{Give, SectionItem, Takes};

/// One rule applied to one part of the input, for those who want to be told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SectionStep {
    pub(crate) depth: u32,
    /// The item of the enclosing rule that took these words, as an index into the code's items.
    pub(crate) item: Option<u32>,
    pub(crate) rule: u32,
    pub(crate) span: Span,
    pub(crate) value: Value,
}

/// The right side of a node that is being run.
#[derive(Clone, Copy, Debug)]
struct NodeFrame {
    node: u32,
    /// The next operation, counted from the rule's first.
    next: u32,
    /// Where the values of its items start.
    values: u32,
    /// Where its tokens start.
    start: u32,
    sum: i64,
    /// Where its slots start, and how many slots it lies in.
    slots: u32,
    slot_depth: u32,
    /// Its step in the trace, or [`NONE`].
    step: u32,
}

/// The memory of an evaluation: kept from one input to the next.
#[derive(Debug, Default)]
pub(super) struct ValueMemory {
    pub(super) tokens: Vec<Token>,
    frames: Vec<NodeFrame>,
    values: Vec<Value>,
}

/// One evaluation of nodes.
pub(super) struct NodeMachine<'a> {
    pub(super) text: Text<'a>,
    pub(super) limits: &'a Limits,
    /// The most tokens that there may be.
    pub(super) longest: u32,
    pub(super) reader: &'a mut SectionReader,
    pub(super) memory: &'a mut ValueMemory,
    pub(super) slots: Option<&'a mut Slots>,
    pub(super) steps: Option<&'a mut Vec<SectionStep>>,
    /// How many steps are listed at most.
    pub(super) most_steps: usize,
    pub(super) steps_taken: usize,
    pub(super) budget: StepsLeft,
}

impl NodeMachine<'_> {
    /// Evaluates a node. Its tokens are added to those that are there.
    pub(super) fn run(&mut self, node: u32, slot_depth: u32) -> Result<Value, Halt> {
        self.memory.frames.clear();
        self.memory.values.clear();
        self.enter(node, slot_depth, None)?;
        loop {
            let mut frame = *self.memory.frames.last().expect("a frame runs");
            let node = self.reader.nodes[frame.node as usize];
            let rule = self.text.code.rules[node.rule as usize];
            let operation = rule.operations.0 + frame.next;
            if operation == rule.operations.1 {
                let value = self.end(&frame, &node)?;
                self.memory.frames.pop();
                self.memory.values.truncate(frame.values as usize);
                let Some(asker) = self.memory.frames.last().copied() else { return Ok(value) };
                self.receive(asker, value)?;
                continue;
            }
            self.spend(1)?;
            let give = self.text.code.operations[operation as usize];
            match give {
                Give::Token(word) => self.push(Token::Word(word))?,
                Give::Number(number, factor) => add(&mut frame.sum, number, factor)?,
                Give::Copy(item) => {
                    let (from, to) = self.part(&node, item);
                    self.copy_words(from, to)?;
                }
                Give::Value(item, factor) => match self.known(&frame, &node, item)? {
                    Some(value) => self.give(&mut frame, value, factor, true)?,
                    None => continue,
                },
            }
            frame.next += 1;
            *self.memory.frames.last_mut().expect("a frame runs") = frame;
        }
    }

    fn enter(&mut self, node: u32, slot_depth: u32, item: Option<u32>) -> Result<(), Halt> {
        let depth = self.memory.frames.len() as u32;
        if depth >= self.limits.depth {
            return Err(Limit::Depth.into());
        }
        let ReadNode { rule, from, to, parts, .. } = self.reader.nodes[node as usize];
        let code = &self.text.code.rules[rule as usize];
        let items = code.items.1 - code.items.0;
        self.spend(2 + u64::from(items))?;
        let step = self.trace(SectionStep {
            depth,
            item,
            rule,
            span: Span { start: from, end: to },
            value: Value::Unknown,
        });
        let mut first_slot = NONE;
        if let Some(slots) = &mut self.slots
            && code.typed > 0
        {
            first_slot = slots.list.len() as u32;
            let mut start = from;
            for index in 0..items {
                let end = self.reader.parts[(parts + index) as usize].end;
                if let Some(section) = self.text.code.items[(code.items.0 + index) as usize].section
                {
                    let (value, depth) = (Value::Unknown, slot_depth);
                    slots.list.push(RawSlot { section, from: start, to: end, depth, value });
                }
                start = end;
            }
        }
        let values = self.memory.values.len() as u32;
        self.memory.values.resize((values + items) as usize, Value::Unknown);
        self.memory.frames.push(NodeFrame {
            node,
            next: 0,
            values,
            start: self.memory.tokens.len() as u32,
            sum: 0,
            slots: first_slot,
            slot_depth,
            step,
        });
        Ok(())
    }

    fn trace(&mut self, step: SectionStep) -> u32 {
        let Some(steps) = &mut self.steps else { return NONE };
        self.steps_taken += 1;
        if steps.len() >= self.most_steps {
            return NONE;
        }
        steps.push(step);
        steps.len() as u32 - 1
    }

    /// The words of an item.
    fn part(&self, node: &ReadNode, item: u32) -> (u32, u32) {
        let end = |item: u32| self.reader.parts[(node.parts + item) as usize].end;
        (if item == 0 { node.from } else { end(item - 1) }, end(item))
    }

    fn item(&self, node: &ReadNode, item: u32) -> &SectionItem {
        let first = self.text.code.rules[node.rule as usize].items.0;
        &self.text.code.items[(first + item) as usize]
    }

    /// The value of an item, if it needs no frame; otherwise there is a frame for it now.
    fn known(
        &mut self,
        frame: &NodeFrame,
        node: &ReadNode,
        index: u32,
    ) -> Result<Option<Value>, Halt> {
        let kept = self.memory.values[(frame.values + index) as usize];
        if kept != Value::Unknown {
            return Ok(Some(kept));
        }
        let (from, to) = self.part(node, index);
        let item = *self.item(node, index);
        let code = self.text.code.rules[node.rule as usize];
        let domain = self.text.code.sections[code.section as usize].domain;
        let value = match item.takes {
            _ if from == to => match domain {
                Domain::Words => self.here(),
                Domain::Numbers => Value::Number(0),
            },
            Takes::Integer => Value::Number(self.text.integers[from as usize]),
            Takes::Copy | Takes::Unlisted | Takes::Word(_) => {
                let start = self.memory.tokens.len() as u32;
                self.copy_words(from, to)?;
                let value = Value::Tokens(start, self.memory.tokens.len() as u32);
                self.keep(frame, &item, index, value);
                // The words are in the output now; given again, they would be there twice.
                self.memory.frames.last_mut().expect("a frame runs").next += 1;
                return Ok(None);
            }
            Takes::Section(_) => {
                let child = self.reader.parts[(node.parts + index) as usize].node;
                // Parts of a sum are read by their section, too, but are no slots.
                let depth = frame.slot_depth + u32::from(item.section.is_some());
                self.enter(child, depth, Some(code.items.0 + index))?;
                return Ok(None);
            }
            Takes::Untyped => {
                if (from, to) == (node.from, node.to) {
                    return Err(Limit::Depth.into());
                }
                let goal = (code.section, from, to);
                let child = self.reader.read(self.text, goal, &mut self.budget)?;
                if child == NONE {
                    return Err(Halt::Stuck(Span { start: from, end: to }));
                }
                self.enter(child, frame.slot_depth, Some(code.items.0 + index))?;
                return Ok(None);
            }
        };
        self.keep(frame, &item, index, value);
        Ok(Some(value))
    }

    /// Keeps the value of an item for the next time, and for its slot.
    fn keep(&mut self, frame: &NodeFrame, item: &SectionItem, index: u32, value: Value) {
        self.memory.values[(frame.values + index) as usize] = value;
        if frame.slots != NONE
            && item.section.is_some()
            && let Some(slots) = &mut self.slots
        {
            slots.list[(frame.slots + item.ordinal) as usize].value = value;
        }
    }

    /// The empty range of tokens.
    fn here(&self) -> Value {
        let end = self.memory.tokens.len() as u32;
        Value::Tokens(end, end)
    }

    /// Takes in the value of the item that the frame's next operation names.
    fn receive(&mut self, mut frame: NodeFrame, value: Value) -> Result<(), Halt> {
        let node = self.reader.nodes[frame.node as usize];
        let rule = self.text.code.rules[node.rule as usize];
        let operation = self.text.code.operations[(rule.operations.0 + frame.next) as usize];
        let Give::Value(index, factor) = operation else {
            unreachable!("a frame waits for the value of an item")
        };
        let item = *self.item(&node, index);
        self.keep(&frame, &item, index, value);
        self.give(&mut frame, value, factor, false)?;
        frame.next += 1;
        *self.memory.frames.last_mut().expect("the frame that waits is the last") = frame;
        Ok(())
    }

    /// Adds a value to what a frame gives; `again` if its tokens are not at the end of the output.
    fn give(
        &mut self,
        frame: &mut NodeFrame,
        value: Value,
        factor: i64,
        again: bool,
    ) -> Result<(), Halt> {
        let node = self.reader.nodes[frame.node as usize];
        let section = self.text.code.rules[node.rule as usize].section;
        match (self.text.code.sections[section as usize].domain, value) {
            (Domain::Words, Value::Tokens(start, end)) if again => self.copy_tokens(start, end),
            (Domain::Words, Value::Number(number)) => self.push(Token::Number(number)),
            (Domain::Numbers, Value::Number(number)) => add(&mut frame.sum, number, factor),
            _ => Ok(()),
        }
    }

    /// What a frame whose right side has been run is worth.
    fn end(&mut self, frame: &NodeFrame, node: &ReadNode) -> Result<Value, Halt> {
        let rule = self.text.code.rules[node.rule as usize];
        let value = match self.text.code.sections[rule.section as usize].domain {
            Domain::Words => Value::Tokens(frame.start, self.memory.tokens.len() as u32),
            Domain::Numbers => Value::Number(frame.sum),
        };
        if frame.step != NONE
            && let Some(steps) = &mut self.steps
        {
            steps[frame.step as usize].value = value;
        }
        if frame.slots != NONE
            && let Some(slots) = &mut self.slots
        {
            slots.postpone(self.text, self.reader, frame.slots, node);
        }
        Ok(value)
    }

    fn push(&mut self, token: Token) -> Result<(), Halt> {
        if self.memory.tokens.len() >= self.longest as usize {
            return Err(Limit::Length.into());
        }
        self.memory.tokens.push(token);
        Ok(())
    }

    pub(super) fn copy_words(&mut self, from: u32, to: u32) -> Result<(), Halt> {
        self.room_for(to - from)?;
        self.memory.tokens.extend((from..to).map(Token::Input));
        Ok(())
    }

    fn copy_tokens(&mut self, start: u32, end: u32) -> Result<(), Halt> {
        self.room_for(end - start)?;
        self.memory.tokens.extend_from_within(start as usize..end as usize);
        Ok(())
    }

    fn room_for(&mut self, tokens: u32) -> Result<(), Halt> {
        self.spend(u64::from(tokens) / 64)?;
        match self.memory.tokens.len() + tokens as usize > self.longest as usize {
            true => Err(Limit::Length.into()),
            false => Ok(()),
        }
    }

    fn spend(&mut self, steps: u64) -> Result<(), Halt> {
        self.budget.spend(steps);
        if self.budget.exhausted() { Err(Limit::Steps.into()) } else { Ok(()) }
    }
}

fn add(sum: &mut i64, number: i64, factor: i64) -> Result<(), Halt> {
    let product = number.checked_mul(factor);
    *sum = product.and_then(|product| sum.checked_add(product)).ok_or(Limit::Overflow)?;
    Ok(())
}
