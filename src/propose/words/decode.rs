//! Each word's most likely rules: its right sides gone through once, the best first.
//!
//! Given the examples, words decode their rules independently of each other. All unfinished right
//! sides of all words are one batch.

use super::WordGraphs;
use super::rule::{CLASS_SHAPES, Item, SHAPES, rule, variables};
use super::task::Task;
use crate::network::{NetworkError, Tensor};
use crate::propose::logits::{Matrix, Outputs, integers, log_softmax};
use crate::rule::Rule;

/// How much less likely than the best a rule may be, as a logarithm.
const FLOOR: f64 = 12.0;
/// The longest right sides.
const LONGEST_RIGHT: usize = 16;
/// Items by their numbers; tokens come after them, by their nodes.
const FIRST: usize = 0;
const SECOND: usize = 1;
const END: usize = 2;
const FIXED: usize = 3;

/// A rule of one word.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) rule: Rule,
    pub(super) shape: usize,
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
pub(crate) struct Breadth {
    /// Whether those outside the paper's class are among them.
    pub(crate) free: bool,
    /// How many are kept for each word.
    pub(crate) width: usize,
}

/// An unfinished right side.
struct Prefix {
    word: usize,
    shape: usize,
    items: Vec<u16>,
    log_probability: f64,
    state: Vec<f32>,
}

pub(super) struct Decoder<'a> {
    pub(super) task: &'a Task,
    pub(super) graphs: WordGraphs<'a>,
    pub(super) encoded: &'a Encoded,
    pub(super) breadth: Breadth,
}

impl Decoder<'_> {
    /// The most likely rules of each word, the best first; `None` if it was told to stop. It is a
    /// beam, so a few may be missed.
    pub(super) fn candidates(
        &self,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Vec<Vec<Candidate>>>, NetworkError> {
        let words = self.task.words.len();
        let mut done: Vec<Vec<Candidate>> = (0..words).map(|_| Vec::new()).collect();
        let mut live = Vec::new();
        for word in 0..words {
            let shapes = if self.breadth.free { SHAPES } else { CLASS_SHAPES };
            let logits = self.encoded.shape.row(word)[..shapes].iter().copied();
            for (shape, log_probability) in log_softmax(logits).enumerate() {
                let state = self.encoded.state.row(word).to_vec();
                live.push(Prefix { word, shape, items: Vec::new(), log_probability, state });
            }
        }
        let kind = self.task.kind();
        while !live.is_empty() {
            if stop() {
                return Ok(None);
            }
            let Some((logits, states)) = self.step(&live, &kind)? else { return Ok(None) };
            let mut longer = Vec::new();
            for (index, prefix) in live.iter().enumerate() {
                self.lengthen(prefix, logits.row(index), states.row(index), &mut done, &mut longer);
            }
            live = prune(longer, &mut done, self.breadth.width);
        }
        Ok(Some(done))
    }

    /// Asks what may come next; `None` if it is over.
    fn step(
        &self,
        live: &[Prefix],
        kind: &Tensor,
    ) -> Result<Option<(Matrix, Matrix)>, NetworkError> {
        let (mut word, mut previous, mut literal) = (Vec::new(), Vec::new(), Vec::new());
        let mut state = Matrix { columns: self.encoded.state.columns, values: Vec::new() };
        for prefix in live {
            let last = prefix.items.last().map(|item| usize::from(*item));
            word.push(prefix.word as i64);
            previous.push(last.map_or(prefix.shape, |item| SHAPES + item.min(END)) as i64);
            literal.push(last.map_or(0, |item| item.saturating_sub(FIXED)) as i64);
            state.values.extend(&prefix.state);
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
        let outputs = Outputs::of("words-decode", decode, &inputs, over)?;
        let Some(mut outputs) = outputs else { return Ok(None) };
        let items = FIXED + self.task.kinds.len();
        let logits = outputs.take("logits", live.len(), Some(items))?;
        let states = outputs.take("next_state", live.len(), Some(self.encoded.state.columns))?;
        Ok(Some((logits, states)))
    }

    /// Lengthens a prefix by every item that may follow; if that is the end, it is done.
    fn lengthen(
        &self,
        prefix: &Prefix,
        logits: &[f32],
        state: &[f32],
        done: &mut [Vec<Candidate>],
        longer: &mut Vec<Prefix>,
    ) {
        let allowed: Vec<usize> =
            (0..logits.len()).filter(|item| self.may_follow(prefix, *item)).collect();
        let values = log_softmax(allowed.iter().map(|item| logits[*item]));
        for (&item, value) in allowed.iter().zip(values) {
            let log_probability = prefix.log_probability + value;
            if item == END {
                done[prefix.word].push(self.candidate(prefix, log_probability));
                continue;
            }
            let mut items = prefix.items.clone();
            items.push(item as u16);
            let state = state.to_vec();
            longer.push(Prefix { items, log_probability, state, ..*prefix });
        }
    }

    fn may_follow(&self, prefix: &Prefix, item: usize) -> bool {
        let (count, items) = (variables(prefix.shape), &prefix.items);
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

    fn candidate(&self, prefix: &Prefix, log_probability: f64) -> Candidate {
        let item = |item: &u16| match usize::from(*item) {
            FIRST => Item::First,
            SECOND => Item::Second,
            item => Item::Token(self.task.tokens[item - FIXED - self.task.words.len()]),
        };
        let items: Vec<Item> = prefix.items.iter().map(item).collect();
        let rule = rule(self.task.words[prefix.word], prefix.shape, &items);
        Candidate { rule, shape: prefix.shape, log_probability }
    }
}

/// Keeps each word's best rules, and its best prefixes if they can still be among those.
fn prune(mut live: Vec<Prefix>, done: &mut [Vec<Candidate>], width: usize) -> Vec<Prefix> {
    let mut floors = Vec::new();
    for candidates in done {
        candidates.sort_by(|a, b| b.log_probability.total_cmp(&a.log_probability));
        candidates.truncate(width);
        let best = candidates.first().map_or(f64::NEG_INFINITY, |best| best.log_probability);
        let last = candidates.get(width - 1).map_or(f64::NEG_INFINITY, |last| last.log_probability);
        floors.push(last.max(best - FLOOR));
    }
    live.sort_by(|a, b| b.log_probability.total_cmp(&a.log_probability));
    let mut counts = vec![0; floors.len()];
    live.retain(|prefix| {
        let kept = counts[prefix.word] < width && prefix.log_probability > floors[prefix.word];
        counts[prefix.word] += usize::from(kept);
        kept
    });
    live
}
