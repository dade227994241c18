//! Grammars of numbers: what the network makes of a task.

mod task;
mod answers;
mod tables;

pub(crate) use answers::Breadth;
pub(crate) use tables::Tables;

use super::check::{Example, Wanted};
use super::logits::{Matrix, Outputs};
use crate::network::{Graph, IsOver, NetworkError};
use crate::vocabulary::Word;
use answers::Heads;
use tables::Pair;
use task::Task;

/// A task that the network has read.
pub(crate) struct Reading {
    task: Task,
    heads: Heads,
    /// By two words: the log-odds that they have a rule of their own.
    pair: Matrix,
}

impl Reading {
    /// Has the network read examples; `None` if there is nothing to read, or too much, or if it is
    /// over.
    pub(crate) fn new(
        encode: &dyn Graph,
        examples: &[Example<'_>],
        over: IsOver<'_>,
    ) -> Result<Option<Self>, NetworkError> {
        let numbers: Vec<(&[Word], i64)> = examples
            .iter()
            .filter_map(|example| match example.wanted {
                Wanted::Number(number) => Some((example.input, number)),
                Wanted::Tokens(_) => None,
            })
            .collect();
        let Some(task) = Task::new(&numbers) else { return Ok(None) };
        let words = task.words.len();
        let outputs = Outputs::of("numbers-encode", encode, &task.tensors(), over)?;
        let Some(mut outputs) = outputs else { return Ok(None) };
        let heads = Heads::new(&mut outputs, words)?;
        let pair = outputs.take("pair", words, Some(words))?;
        Ok(Some(Self { task, heads, pair }))
    }

    /// The most likely answers for each word. `None` if it was told to stop.
    pub(crate) fn tables(
        &self,
        examples: &[Example<'_>],
        breadth: Breadth,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Tables> {
        let Self { task, heads, pair } = self;
        let known = task.values.iter().map(Option::is_some).enumerate();
        let of_word = |(word, known)| (!stop()).then(|| heads.answers(word, known, breadth));
        let answers = known.map(of_word).collect::<Option<_>>()?;
        let pairs = task.pairs.iter().map(|&([first, second], number)| Pair {
            words: [task.words[first], task.words[second]],
            number,
            log_odds: f64::from(pair.row(first)[second]),
        });
        let (words, values) = (task.words.clone(), task.values.clone());
        Some(Tables::new(words, values, answers, pairs.collect(), examples))
    }
}
