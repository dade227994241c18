//! Grammars of words: what the network makes of a task.

mod task;
mod rule;
mod decode;
mod tables;

pub(crate) use decode::Breadth;
pub(crate) use tables::Tables;

use super::check::{Example, Wanted};
use super::logits::{Outputs, log_softmax};
use crate::network::{Graph, IsOver, NetworkError};
use crate::rule::Rule;
use crate::vocabulary::Word;
use decode::{Decoder, Encoded};
use rule::{Item, SHAPES, rule};
use task::Task;

/// The two graphs of the contract `words-1`, for one search.
#[derive(Clone, Copy)]
pub(crate) struct WordGraphs<'a> {
    pub(crate) encode: &'a dyn Graph,
    pub(crate) decode: &'a dyn Graph,
    /// Whether what they are asked for is still wanted.
    pub(crate) over: IsOver<'a>,
}

/// A task that the network has read.
pub(crate) struct Reading {
    task: Task,
    encoded: Encoded,
    order: super::logits::Matrix,
    last: [f64; 2],
}

impl Reading {
    /// Has the network read examples; `None` if there is nothing to read, or too much, or if it is
    /// over. Where examples are not to be trusted, no rule is taken from a single one.
    pub(crate) fn new(
        graphs: WordGraphs<'_>,
        examples: &[Example<'_>],
        trust: bool,
    ) -> Result<Option<Self>, NetworkError> {
        let pairs: Vec<(&[Word], &[Word])> = examples
            .iter()
            .filter_map(|example| match example.wanted {
                Wanted::Tokens(tokens) => Some((example.input, tokens)),
                Wanted::Number(_) => None,
            })
            .collect();
        let Some(task) = Task::new(&pairs, trust) else { return Ok(None) };
        let nodes = task.kinds.len();
        let WordGraphs { encode, over, .. } = graphs;
        let outputs = Outputs::of("words-encode", encode, &task.tensors(), over)?;
        let Some(mut outputs) = outputs else { return Ok(None) };
        let encoded = Encoded {
            nodes: outputs.take("nodes", nodes, None)?,
            state: outputs.take("state", nodes, None)?,
            shape: outputs.take("type", nodes, Some(SHAPES))?,
        };
        let order = outputs.take("order", nodes, Some(nodes))?;
        let last: Vec<f64> =
            log_softmax(outputs.take("last", 1, Some(2))?.values.into_iter()).collect();
        Ok(Some(Self { task, encoded, order, last: [last[0], last[1]] }))
    }

    /// The most likely rules of each word. `None` if it was told to stop.
    pub(crate) fn tables(
        &self,
        graphs: WordGraphs<'_>,
        examples: &[Example<'_>],
        breadth: Breadth,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Tables>, NetworkError> {
        let Self { task, encoded, order, last } = self;
        let decoder = Decoder { task, graphs, encoded, breadth };
        let Some(candidates) = decoder.candidates(stop)? else { return Ok(None) };
        let known: Vec<Rule> =
            task.known.iter().map(|(word, token)| rule(*word, 0, &[Item::Token(*token)])).collect();
        let words = task.words.clone();
        Ok(Some(Tables::new(words, known, candidates, order.clone(), *last, examples)))
    }
}
