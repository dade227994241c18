//! Grammars of numbers: what the network makes of a task.

mod task;
mod answers;
mod tables;

pub(crate) use tables::Tables;

use super::check::{Example, Wanted};
use super::logits::Outputs;
use crate::network::{Graph, NetworkError};
use crate::vocabulary::Word;
use answers::answers;
use tables::Pair;
use task::Task;

/// Has the network read examples; `None` if there is nothing to read, or too much.
pub(crate) fn read(
    encode: &dyn Graph,
    examples: &[Example<'_>],
) -> Result<Option<Tables>, NetworkError> {
    let numbers: Vec<(&[Word], i64)> = examples
        .iter()
        .filter_map(|example| match example.wanted {
            Wanted::Number(number) => Some((example.input, number)),
            Wanted::Tokens(_) => None,
        })
        .collect();
    let Some(task) = Task::new(&numbers) else { return Ok(None) };
    let mut outputs = Outputs::of("numbers-encode", encode, &task.tensors())?;
    let answers = answers(&mut outputs, &task.values)?;
    let log_odds = outputs.take("pair", task.words.len(), Some(task.words.len()))?;
    let pairs = task.pairs.iter().map(|&([first, second], number)| Pair {
        words: [task.words[first], task.words[second]],
        number,
        log_odds: f64::from(log_odds.row(first)[second]),
    });
    let pairs = pairs.collect();
    Ok(Some(Tables::new(task.words, task.values, answers, pairs, examples)))
}
