//! Grammars of words: what the network makes of a task.

mod task;
mod rule;
mod beam;
mod decode;
mod tables;

use crate::budget::Ticker;
pub(crate) use decode::RuleBreadth;
use tables::WordParts;
pub(crate) use tables::WordTables;

use super::distribution::Bytes;
use super::logits::{Matrix, Outputs, log_softmax};
use super::memory::{Held, Memory};
use crate::judge::Example;
use crate::language::class::primitive;
use crate::network::{Graph, IsOver, NetworkError};
use decode::{Decoder, Encoded};
use rule::LeftShape;
use std::sync::Arc;
use task::WordNodes;

/// The two graphs of the contract `words-1`, for one search.
#[derive(Clone, Copy)]
pub(crate) struct WordGraphs<'a> {
    pub(crate) encode: &'a dyn Graph,
    pub(crate) decode: &'a dyn Graph,
    /// Whether what they are asked for is still wanted.
    pub(crate) over: IsOver<'a>,
}

/// A task that the network has read.
pub(crate) struct ReadWords<'a> {
    task: WordNodes,
    encoded: Encoded,
    order: Arc<Matrix>,
    last: [f64; 2],
    memory: &'a Memory<'a>,
    _held: Held<'a>,
}

impl<'a> ReadWords<'a> {
    /// Has the network read examples; `None` if there is nothing to read, or too much of it for the network
    /// or for the memory, or if it was told to stop. Where examples are not to be trusted, no rule is taken from a single one.
    pub(crate) fn new(
        graphs: WordGraphs<'_>,
        examples: &[Example<'_>],
        trust: bool,
        memory: &'a Memory<'a>,
        ticker: &Ticker,
    ) -> Result<Option<Self>, NetworkError> {
        let Some(task) = WordNodes::new(examples, trust, ticker) else { return Ok(None) };
        let mut held = memory.hold();
        if !held.set(task.bytes_to_encode()) {
            return Ok(None);
        }
        let nodes = task.kinds.len();
        let WordGraphs { encode, over, .. } = graphs;
        let outputs = Outputs::of("words-encode", encode, &task.tensors(), over, ticker)?;
        let Some(mut outputs) = outputs else { return Ok(None) };
        let encoded = Encoded {
            nodes: outputs.take("nodes", nodes, None)?,
            state: outputs.take("state", nodes, None)?,
            shape: outputs.take("type", nodes, Some(LeftShape::COUNT))?,
        };
        let order = Arc::new(outputs.take("order", nodes, Some(nodes))?);
        let last: Vec<f64> =
            log_softmax(outputs.take("last", 1, Some(2))?.values.into_iter()).collect();
        let of = [&encoded.nodes, &encoded.state, &encoded.shape, &*order];
        held.set(
            task.bytes() + of.iter().map(|matrix| size_of_val(&matrix.values[..])).sum::<usize>(),
        );
        Ok(Some(Self { task, encoded, order, last: [last[0], last[1]], memory, _held: held }))
    }

    /// The most likely rules of each word. `None` if it was told to stop, or if there is no memory.
    pub(crate) fn tables(
        &self,
        graphs: WordGraphs<'_>,
        examples: &[Example<'_>],
        breadth: RuleBreadth,
        ticker: &Ticker,
    ) -> Result<Option<WordTables<'a>>, NetworkError> {
        let Self { task, encoded, .. } = self;
        let decoder = Decoder { task, graphs, encoded, breadth };
        let mut held = self.memory.hold();
        let Some(candidates) = decoder.candidates(&mut held, ticker)? else { return Ok(None) };
        if !held.add(Bytes::new(0, task.known.len()).rules) {
            return Ok(None);
        }
        let known = task.known.iter().map(|(word, token)| primitive(*word, Some(*token))).collect();
        let parts = WordParts {
            words: task.words.clone(),
            known,
            candidates,
            order: self.order.clone(),
            last: self.last,
        };
        Ok(WordTables::new(parts, examples, held, ticker))
    }
}
