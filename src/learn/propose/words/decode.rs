//! Each word's most likely rules: its right sides gone through once, the best first.
//!
//! Given the examples, words decode their rules independently of each other. The unfinished right
//! sides of all words are asked for together.

use super::WordGraphs;
use super::beam::{Beams, Done, Longer};
use super::rule::{LeftShape, RightItem, rule};
use super::task::WordNodes;
use crate::budget::Ticker;
use crate::language::rule::{Pattern, Piece, Rule};
use crate::learn::propose::ids::AskedWord;
use crate::learn::propose::logits::{Matrix, Outputs, integers, log_softmax};
use crate::learn::propose::memory::Held;
use crate::network::{NetworkError, Tensor};

/// The longest right sides.
const LONGEST_RIGHT: usize = 16;
/// Right sides that the network is asked for at once. Ordinary tasks never have more.
const BATCH: usize = 4096;
/// What the network computes with for each of these, in numbers as wide as its state.
const INSIDE: usize = 12;
/// Items by their numbers; tokens come after them, by their nodes.
const FIRST: usize = 0;
const SECOND: usize = 1;
const END: usize = 2;
const FIXED: usize = 3;

/// A rule of one word.
#[derive(Clone, Debug)]
pub(super) struct WordRule {
    pub(super) rule: Rule,
    pub(super) shape: LeftShape,
    pub(super) log_probability: f64,
}

/// What `encode` has made of a task.
pub(super) struct Encoded {
    pub(super) nodes: Matrix,
    pub(super) state: Matrix,
    pub(super) shape: Matrix,
}

/// How many rules are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleBreadth {
    /// Whether those outside the paper's class are among them.
    pub(crate) free: bool,
    /// How many are kept for each word.
    pub(crate) width: usize,
}

/// An unfinished right side.
struct Prefix {
    word: AskedWord,
    shape: LeftShape,
    items: Vec<u16>,
    log_probability: f64,
    /// The row of its state. Those that come of the same one share it.
    state: usize,
}

pub(super) struct Decoder<'a> {
    pub(super) task: &'a WordNodes,
    pub(super) graphs: WordGraphs<'a>,
    pub(super) encoded: &'a Encoded,
    pub(super) breadth: RuleBreadth,
}

impl Decoder<'_> {
    /// The most likely rules of each word, the best first; `None` if it was told to stop, or if there is no
    /// memory. It is a beam, so a few may be missed. What `held` counts in the end are these rules.
    pub(super) fn candidates(
        &self,
        held: &mut Held<'_>,
        ticker: &Ticker,
    ) -> Result<Option<Vec<Vec<WordRule>>>, NetworkError> {
        let Self { encoded, task, breadth, .. } = self;
        let mut beams = Beams::new(task.words.len(), breadth.width);
        let mut states = encoded.state.clone();
        let mut live = self.beginnings();
        let kind = task.kind();
        while !live.is_empty() {
            if !held.set(self.bytes(&states, live.len())) {
                return Ok(None);
            }
            let mut next = Matrix { columns: states.columns, values: Vec::new() };
            next.values.reserve_exact(live.len() * states.columns);
            for (number, batch) in live.chunks(BATCH).enumerate() {
                if ticker.is_over() {
                    return Ok(None);
                }
                let asked = self.step(batch, &states, &kind, ticker)?;
                let Some((logits, after)) = asked else { return Ok(None) };
                next.values.extend(after.values);
                for (index, prefix) in batch.iter().enumerate() {
                    if ticker.is_over() {
                        return Ok(None);
                    }
                    let parent = (number * BATCH + index) as u32;
                    self.lengthen(prefix, parent, logits.row(index), &mut beams);
                }
            }
            live = beams.step().into_iter().map(|(_, longer)| longer.of(&live)).collect();
            states = next;
        }
        let done = beams.done();
        Ok(held.add(bytes_of_rules(&done)).then(|| self.rules(&done, held)))
    }

    /// Nothing but left sides.
    fn beginnings(&self) -> Vec<Prefix> {
        let mut live = Vec::new();
        for word in AskedWord::first(self.task.words.len()) {
            let shapes = if self.breadth.free { LeftShape::COUNT } else { LeftShape::OF_CLASS };
            let logits = self.encoded.shape.row(word.index())[..shapes].iter().copied();
            for (shape, log_probability) in LeftShape::all().zip(log_softmax(logits)) {
                live.push(Prefix {
                    word,
                    shape,
                    items: Vec::new(),
                    log_probability,
                    state: word.index(),
                });
            }
        }
        live
    }

    /// The bytes that a step takes: what is there before and after it, and a batch of the network.
    fn bytes(&self, states: &Matrix, live: usize) -> usize {
        let (columns, words) = (states.columns, self.task.words.len());
        let state = columns * size_of::<f32>();
        let prefix = size_of::<Prefix>() + LONGEST_RIGHT * size_of::<u16>();
        let most = live.max(words * self.breadth.width);
        let logits = 2 * (FIXED + self.task.kinds.len()) * size_of::<f32>();
        states.values.len() * size_of::<f32>()
            + live * (state + prefix)
            + most * prefix
            + words * Beams::bytes(self.breadth.width, LONGEST_RIGHT)
            + live.min(BATCH) * (logits + INSIDE * state)
    }

    /// Asks what may come next; `None` if it is over.
    fn step(
        &self,
        live: &[Prefix],
        states: &Matrix,
        kind: &Tensor,
        ticker: &Ticker,
    ) -> Result<Option<(Matrix, Matrix)>, NetworkError> {
        let (mut word, mut previous, mut literal) = (Vec::new(), Vec::new(), Vec::new());
        let mut state = Matrix { columns: states.columns, values: Vec::new() };
        for prefix in live {
            let last = prefix.items.last().map(|item| usize::from(*item));
            word.push(prefix.word.index() as i64);
            previous
                .push(last.map_or(prefix.shape.number(), |item| LeftShape::COUNT + item.min(END))
                    as i64);
            literal.push(last.map_or(0, |item| item.saturating_sub(FIXED)) as i64);
            state.values.extend(states.row(prefix.state));
        }
        let inputs = [
            ("nodes", self.encoded.nodes.clone().tensor()),
            ("kind", kind.clone()),
            ("word", integers(None, word)),
            ("previous", integers(None, previous)),
            ("literal", integers(None, literal)),
            ("state", state.tensor()),
        ];
        let WordGraphs { decode, over, .. } = self.graphs;
        let outputs = Outputs::of("words-decode", decode, &inputs, over, ticker)?;
        let Some(mut outputs) = outputs else { return Ok(None) };
        let items = FIXED + self.task.kinds.len();
        let logits = outputs.take("logits", live.len(), Some(items))?;
        let states = outputs.take("next_state", live.len(), Some(states.columns))?;
        Ok(Some((logits, states)))
    }

    /// Lengthens a prefix by every item that may follow; if that is the end, it is done.
    fn lengthen(&self, prefix: &Prefix, parent: u32, logits: &[f32], beams: &mut Beams) {
        let Prefix { word, shape, ref items, .. } = *prefix;
        let allowed: Vec<usize> =
            (0..logits.len()).filter(|item| self.may_follow(prefix, *item)).collect();
        let values = log_softmax(allowed.iter().map(|item| logits[*item]));
        for (&item, value) in allowed.iter().zip(values) {
            let log_probability = prefix.log_probability + value;
            if item == END {
                beams.finish(word, Done { shape, items: items.clone(), log_probability });
            } else {
                beams.lengthen(word, Longer { log_probability, parent, item: item as u16 });
            }
        }
    }

    fn may_follow(&self, prefix: &Prefix, item: usize) -> bool {
        let (count, items) = (prefix.shape.variables(), &prefix.items);
        let room = items.len() < LONGEST_RIGHT;
        match item {
            FIRST => room && count > 0,
            SECOND => room && count > 1,
            END => {
                self.breadth.free || (0..count).all(|variable| items.contains(&(variable as u16)))
            }
            _ if item < FIXED + self.task.words.len() => false,
            _ => room && (self.breadth.free || (count == 0 && items.is_empty())),
        }
    }

    /// The rules, instead of what they are made of.
    fn rules(&self, done: &[Vec<Done>], held: &mut Held<'_>) -> Vec<Vec<WordRule>> {
        let of_word = |(word, done): (AskedWord, &Vec<Done>)| {
            done.iter().map(|done| self.candidate(word, done)).collect()
        };
        let rules = AskedWord::first(done.len()).zip(done).map(of_word).collect();
        held.set(bytes_of_rules(done));
        rules
    }

    fn candidate(&self, word: AskedWord, done: &Done) -> WordRule {
        let item = |item: &u16| match usize::from(*item) {
            FIRST => RightItem::First,
            SECOND => RightItem::Second,
            item => RightItem::Token(self.task.tokens[item - FIXED - self.task.words.len()]),
        };
        let items: Vec<RightItem> = done.items.iter().map(item).collect();
        let rule = rule(self.task.words[word.index()], done.shape, &items);
        WordRule { rule, shape: done.shape, log_probability: done.log_probability }
    }
}

impl Longer {
    /// What it is of these.
    fn of(self, live: &[Prefix]) -> Prefix {
        let parent = &live[self.parent as usize];
        let mut items = Vec::with_capacity(parent.items.len() + 1);
        items.extend(&parent.items);
        items.push(self.item);
        let (log_probability, state) = (self.log_probability, self.parent as usize);
        Prefix { word: parent.word, shape: parent.shape, items, log_probability, state }
    }
}

/// About the bytes that rules take.
fn bytes_of_rules(done: &[Vec<Done>]) -> usize {
    let of_rule = |done: &Done| {
        size_of::<WordRule>()
            + 3 * size_of::<Pattern>()
            + done.items.len() * size_of::<Piece>()
            + 40
    };
    done.iter().flatten().map(of_rule).sum()
}
