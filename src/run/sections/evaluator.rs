//! One evaluation by sections, from words to tokens, slots and steps.

use super::reader::{SectionReader, Text};
use super::slots::{RawSlot, Slots};
use super::tokens::{Token, Value};
use super::values::{NodeMachine, SectionStep, ValueMemory};
use crate::language::rule::Domain;
use crate::language::vocabulary::Word;
use crate::run::Span;
use crate::run::job::{Job, Verdict};
use crate::run::limits::{Limit, Limits};
use crate::run::matching::StepsLeft;
use crate::run::meanings::Halt;
use crate::run::program::NONE;
use crate::run::program::sections::{NO_INTEGER, SectionCode, Takes};

/// What is to be told about an evaluation, beside its value.
pub(crate) enum Watched<'a> {
    /// Nothing.
    Value,
    /// The slots.
    Slots,
    /// At most so many steps; how many there were is written beside.
    Steps(&'a mut Vec<SectionStep>, usize, &'a mut usize),
}

/// Evaluates by sections, one input at a time, and keeps its memory.
#[derive(Debug, Default)]
pub(crate) struct SectionEvaluator {
    reader: SectionReader,
    values: ValueMemory,
    slots: Slots,
    integers: Vec<i64>,
    steps: u64,
    /// The node that reads the whole of the last input, or [`NONE`].
    root: u32,
}

/// What read a part of an input.
#[derive(Clone, Debug)]
pub(crate) struct ReadPart {
    /// The part around it, by its place in the list; the whole input has none.
    pub(crate) parent: Option<usize>,
    /// The item of the enclosing rule that took these words, as an index into the code's items.
    pub(crate) item: Option<u32>,
    /// The rule that reads it, as an index into the code's rules; `None` where the item takes words by itself.
    pub(crate) rule: Option<u32>,
    pub(crate) span: Span,
}

impl SectionEvaluator {
    /// How the last input was read: every part that a typed item took, also those whose value nobody asked for, each
    /// after the part around it. Parts of sections of numbers are left whole.
    pub(crate) fn parts(&self, code: &SectionCode) -> Vec<ReadPart> {
        // Every node is read by one part at most, but for those that are words.
        let mut list = Vec::with_capacity(2 * self.reader.nodes.len());
        if self.root == NONE || self.reader.nodes.get(self.root as usize).is_none() {
            return list;
        }
        let mut open = vec![(self.root, None, None)];
        while let Some((index, parent, item)) = open.pop() {
            let node = self.reader.nodes[index as usize];
            let rule = code.rules[node.rule as usize];
            let here = list.len();
            let span = Span { start: node.from, end: node.to };
            list.push(ReadPart { parent, item, rule: Some(node.rule), span });
            if code.sections[rule.section as usize].domain == Domain::Numbers {
                continue;
            }
            let mut start = node.from;
            for (place, item) in (rule.items.0..rule.items.1).enumerate() {
                let part = self.reader.parts[node.parts as usize + place];
                let span = Span { start, end: part.end };
                start = part.end;
                match code.items[item as usize].takes {
                    Takes::Section(_) if part.node != NONE => {
                        open.push((part.node, Some(here), Some(item)));
                    }
                    Takes::Copy | Takes::Unlisted | Takes::Integer => {
                        list.push(ReadPart {
                            parent: Some(here),
                            item: Some(item),
                            rule: None,
                            span,
                        });
                    }
                    _ => {}
                }
            }
        }
        list
    }

    /// From now on notes what sections are asked for, or does not.
    pub(crate) fn note_asked(&mut self, notes: bool) {
        self.reader.notes_asked = notes;
    }

    /// Which sections were asked to read which words of the last input, some more than once, if that was noted.
    pub(crate) fn asked(&self) -> &[(u32, Span)] {
        &self.reader.asked
    }

    /// What they were not asked for because they cannot begin or end with such words.
    pub(crate) fn ruled_out(&self) -> &[(u32, Span)] {
        &self.reader.ruled_out
    }

    /// All that was read of the last input, also what came to nothing in the end: rules, as indices into the code's rules, and
    /// their words.
    pub(crate) fn read(&self) -> impl Iterator<Item = (u32, Span)> {
        self.reader.nodes.iter().map(|node| (node.rule, Span { start: node.from, end: node.to }))
    }

    /// The steps that the last evaluation took.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// All tokens; a value is a range of them.
    pub(crate) fn tokens(&self) -> &[Token] {
        &self.values.tokens
    }

    /// The slots of the last evaluation that was watched for them.
    pub(crate) fn slots(&self) -> &[RawSlot] {
        &self.slots.list
    }

    /// Forgets slots and tokens.
    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        self.values.tokens.clear();
    }

    /// Evaluates the input. `integers` has the number of each word that is written in digits, also of
    /// words that the grammar does not have; without it, only those that it has are known.
    pub(crate) fn run(
        &mut self,
        code: &SectionCode,
        input: &[Word],
        integers: Option<&[i64]>,
        limits: &Limits,
        watched: Watched<'_>,
    ) -> Result<Value, Halt> {
        self.clear();
        let number = |word: &Word| code.integers.get(word.index()).copied().unwrap_or(NO_INTEGER);
        self.integers.clear();
        match integers {
            Some(integers) => self.integers.extend_from_slice(integers),
            None => self.integers.extend(input.iter().map(number)),
        }
        let mut budget = StepsLeft::new(limits.steps);
        self.reader.load(code, input, &mut budget);
        let text = Text { code, input, integers: &self.integers, depth: limits.depth };
        let whole = Span { start: 0, end: input.len() as u32 };
        let read = self.reader.read(text, (0, whole.start, whole.end), &mut budget);
        // Each token but the first has a space before it: with more of them, the text is too long.
        let most = u32::try_from(limits.text).unwrap_or(u32::MAX).saturating_add(1);
        let mut unlisted = 0;
        let (slots, steps, most_steps, all_steps) = match watched {
            Watched::Value => (None, None, 0, &mut unlisted),
            Watched::Slots => (Some(&mut self.slots), None, 0, &mut unlisted),
            Watched::Steps(steps, most, all) => (None, Some(steps), most, all),
        };
        let mut machine = NodeMachine {
            text,
            limits,
            longest: limits.output.min(most),
            reader: &mut self.reader,
            memory: &mut self.values,
            slots,
            steps,
            most_steps,
            steps_taken: 0,
            budget,
        };
        self.root = read.as_ref().copied().unwrap_or(NONE);
        let value = match read {
            Err(limit) => Err(limit.into()),
            Ok(NONE) => Err(Halt::Stuck(whole)),
            Ok(node) => machine.run(node, 0),
        };
        if value.is_ok() {
            machine.longest = machine.longest.saturating_mul(2);
            machine.finish_slots();
        } else if let Some(slots) = &mut machine.slots {
            slots.clear();
        }
        *all_steps = machine.steps_taken;
        self.steps = machine.budget.spent(limits.steps);
        value
    }

    /// Compares what a program of tokens makes of the input with `wanted`.
    pub(crate) fn check(&mut self, code: &SectionCode, job: Job<'_>, wanted: &[Word]) -> Verdict {
        if job.input.len() > i32::MAX as usize {
            return Verdict::Limit(Limit::Length);
        }
        let value = match self.run(code, job.input, None, job.limits, Watched::Value) {
            Ok(value) => value,
            Err(halt) => return halt.into(),
        };
        let Value::Tokens(start, end) = value else { return Verdict::Wrong { at: 0 } };
        let tokens = &self.values.tokens[start as usize..end as usize];
        let same = |token: &Token, wanted: Word| match token {
            Token::Word(word) => *word == wanted,
            Token::Input(place) => wanted != Word::UNKNOWN && job.input[*place as usize] == wanted,
            Token::Number(number) => {
                code.integers.get(wanted.index()).is_some_and(|wanted| wanted == number)
                    && code.canonical(wanted)
            }
        };
        let pairs = tokens.iter().zip(wanted);
        let right = pairs.take_while(|(token, wanted)| same(token, **wanted)).count();
        match right == tokens.len() && right == wanted.len() {
            true => Verdict::Right,
            false => Verdict::Wrong { at: right as u32 },
        }
    }
}
