//! Applying a grammar to many sentences.

use crate::grammar::Grammar;
use blicket::Batch;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use std::thread;

/// So many sentences are evaluated at a time, so that they and their results stay in the processor's cache.
const PART: usize = 512;
/// So many sentences each of several threads evaluates at a time: threads cost something to start.
const PART_OF_A_THREAD: usize = 16_384;

/// What each sentence of a list gives, as a list; `None` where it has no value, or is `None` itself.
pub(crate) fn apply<'py>(
    py: Python<'py>,
    grammar: &Grammar,
    inputs: &Bound<'py, PyList>,
    threads: usize,
) -> PyResult<Bound<'py, PyList>> {
    // A copy that nobody changes while Python's lock is given back: it holds all texts.
    let inputs = inputs.to_tuple();
    let count = inputs.len();
    let parts = count.div_ceil(PART_OF_A_THREAD).min(threads).max(1);
    let at_a_time = if parts == 1 { PART } else { parts * PART_OF_A_THREAD };
    let mut batches: Vec<Batch> = (0..parts).map(|_| Batch::within(grammar.limits)).collect();
    let mut results: Vec<Option<Bound<'py, PyString>>> = Vec::with_capacity(count);
    let mut recent = Recent::new();
    for start in (0..count).step_by(at_a_time) {
        let strings: Vec<_> = (start..count.min(start + at_a_time))
            .map(|index| string(&inputs, index))
            .collect::<PyResult<_>>()?;
        let texts: Vec<&str> = strings
            .iter()
            .map(|input| input.as_ref().map_or(Ok(""), |input| input.to_str()))
            .collect::<PyResult<_>>()?;
        py.detach(|| evaluate(grammar, &texts, &mut batches));
        let values =
            batches.iter().flat_map(|batch| (0..batch.len()).map(|index| batch.text(index)));
        let values = values.zip(&strings).map(|(text, input)| text.filter(|_| input.is_some()));
        results.extend(values.map(|text| text.map(|text| recent.string(py, text))));
        py.check_signals()?;
    }
    PyList::new(py, results)
}

/// The input of this index; nothing where that is `None`.
fn string<'a, 'py>(
    inputs: &'a Bound<'py, PyTuple>,
    index: usize,
) -> PyResult<Option<Borrowed<'a, 'py, PyString>>> {
    let input = inputs.get_borrowed_item(index)?;
    if input.is_none() {
        return Ok(None);
    }
    input.cast::<PyString>().map(Some).map_err(|_| {
        let kind = input.get_type();
        PyTypeError::new_err(format!("input {index} is a {kind}, expected a str or None"))
    })
}

/// Applies the grammar to all texts, a thread for each batch.
fn evaluate(grammar: &Grammar, texts: &[&str], batches: &mut [Batch]) {
    let part = texts.len().div_ceil(batches.len()).max(1);
    let mut parts = texts.chunks(part);
    if let [batch] = batches {
        grammar.grammar.apply_many(texts.iter().copied(), batch);
        return;
    }
    thread::scope(|scope| {
        for batch in batches {
            let texts = parts.next().unwrap_or_default();
            scope.spawn(|| grammar.grammar.apply_many(texts.iter().copied(), batch));
        }
    });
}

/// Strings that were made a moment ago. Many sentences often have few values: what is the same is made once, which takes
/// less time and memory. Where that is not so, it is given up.
struct Recent<'py> {
    strings: Vec<Option<Bound<'py, PyString>>>,
    asked: usize,
    found: usize,
}

impl<'py> Recent<'py> {
    const PLACES: usize = 4096;

    fn new() -> Self {
        Self { strings: vec![None; Self::PLACES], asked: 0, found: 0 }
    }

    fn string(&mut self, py: Python<'py>, text: &str) -> Bound<'py, PyString> {
        if self.strings.is_empty() {
            return PyString::new(py, text);
        }
        self.asked += 1;
        let place = digest(text.as_bytes()) as usize % Self::PLACES;
        match &self.strings[place] {
            Some(string) if string.to_str().is_ok_and(|known| known == text) => {
                self.found += 1;
                string.clone()
            }
            _ => {
                let string = PyString::new(py, text);
                if self.asked == 2 * Self::PLACES && self.found < Self::PLACES {
                    self.strings.clear();
                } else {
                    self.strings[place] = Some(string.clone());
                }
                string
            }
        }
    }
}

/// A quick hash. Texts that meet by somebody's will cost what they would cost without it.
fn digest(text: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut digest = text.len() as u64;
    let mut chunks = text.chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
        digest = (digest.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    }
    let rest = chunks.remainder().iter().fold(0, |rest, byte| rest << 8 | u64::from(*byte));
    (digest.rotate_left(5) ^ rest).wrapping_mul(FACTOR) >> 40
}
