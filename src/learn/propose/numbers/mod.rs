//! Grammars of numbers: what the network makes of a task.

mod task;
mod answers;
mod tables;

pub(crate) use answers::MeaningBreadth;
pub(crate) use tables::NumberTables;

use super::ids::AskedWord;
use super::logits::{Matrix, Outputs};
use super::memory::{Held, Memory};
use crate::budget::Ticker;
use crate::judge::Example;
use crate::network::{Graph, IsOver, NetworkError};
use answers::{Heads, WordMeaning};
use tables::{NumberParts, WordPair};
use task::NumberNodes;

/// A task that the network has read.
pub(crate) struct ReadNumbers<'a> {
    task: NumberNodes,
    heads: Heads,
    /// By two words: the log-odds that they have a rule of their own.
    pair: Matrix,
    memory: &'a Memory<'a>,
    _held: Held<'a>,
}

impl<'a> ReadNumbers<'a> {
    /// Has the network read examples; `None` if there is nothing to read, or too much of it for the network
    /// or for the memory, or if it was told to stop.
    pub(crate) fn new(
        encode: &dyn Graph,
        examples: &[Example<'_>],
        over: IsOver<'_>,
        memory: &'a Memory<'a>,
        ticker: &Ticker,
    ) -> Result<Option<Self>, NetworkError> {
        let Some(task) = NumberNodes::new(examples, ticker) else { return Ok(None) };
        let mut held = memory.hold();
        if !held.set(task.bytes_to_encode()) {
            return Ok(None);
        }
        let words = task.words.len();
        let outputs = Outputs::of("numbers-encode", encode, &task.tensors(), over, ticker)?;
        let Some(mut outputs) = outputs else { return Ok(None) };
        let heads = Heads::new(&mut outputs, words)?;
        let pair = outputs.take("pair", words, Some(words))?;
        held.set(task.bytes() + heads.bytes() + size_of_val(&pair.values[..]));
        Ok(Some(Self { task, heads, pair, memory, _held: held }))
    }

    /// The most likely answers for each word. `None` if it was told to stop, or if there is no memory.
    pub(crate) fn tables(
        &self,
        examples: &[Example<'_>],
        breadth: MeaningBreadth,
        ticker: &Ticker,
    ) -> Option<NumberTables<'a>> {
        let Self { task, heads, pair, .. } = self;
        let mut held = self.memory.hold();
        let of_word = breadth.width * (size_of::<WordMeaning>() + size_of::<f64>());
        if !held.add(task.words.len() * of_word + task.pairs.len() * size_of::<WordPair>()) {
            return None;
        }
        let known = AskedWord::first(task.words.len()).zip(task.values.iter().map(Option::is_some));
        let of_word =
            |(word, known)| (!ticker.is_over()).then(|| heads.answers(word, known, breadth));
        let answers = known.map(of_word).collect::<Option<_>>()?;
        let pairs = task.pairs.iter().map(|&([first, second], number)| WordPair {
            words: [task.words[first], task.words[second]],
            number,
            log_odds: f64::from(pair.row(first)[second]),
        });
        let (words, values) = (task.words.clone(), task.values.clone());
        let parts = NumberParts { words, values, answers, pairs: pairs.collect() };
        NumberTables::new(parts, examples, held, ticker)
    }
}
