//! `blicket_evaluation`.

use crate::boundary;
use crate::handle::{self, Handle};
use crate::mirror;
use crate::status::blicket_status;
use crate::text::blicket_str;
use core::Limits;
use std::ops::Range;
use std::sync::OnceLock;

/// How an evaluation ended. Later versions may add to these.
#[allow(non_camel_case_types)]
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blicket_outcome {
    /// The evaluation has a value: tokens, or a number.
    Value = 0,
    /// There are words that no rule matches: see blicket_evaluation_stuck_text.
    Stuck = 1,
    /// It would have cost more than the grammar's limits allow: see blicket_evaluation_limit.
    Limit = 2,
    /// It has a value that is not worth acting on, because what the grammar was learnt from leaves open what is
    /// meant: see blicket_evaluation_guess.
    Refused = 3,
}

mirror! { blicket_outcome: Value, Stuck, Limit, Refused }

/// The limit that ended an evaluation. Later versions may add to these.
#[allow(non_camel_case_types)]
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blicket_limit {
    /// None did.
    None = 0,
    /// blicket_limits.steps.
    Steps = 1,
    /// blicket_limits.depth, also where a rule evaluates its own words again without end.
    Depth = 2,
    /// blicket_limits.output_tokens or output_bytes.
    Length = 3,
    /// A number that does not fit in 64 bits.
    Overflow = 4,
}

mirror! { blicket_limit: None, Steps, Depth, Length, Overflow }

/// What a grammar makes of one input.
///
/// Ownership: made by blicket_grammar_apply, freed by blicket_evaluation_free; it does not need its
/// grammar any more. Texts that it gives out live until it is freed or used for another input. Used
/// again, it keeps its memory, so that a host's loop does not allocate; a grammar that leaves
/// something open and has examples to compare answers with does (blicket_grammar_rules_alone). Threads: may be
/// read from any number of threads at once; one thread at a time may apply a grammar into it.
#[allow(non_camel_case_types)]
pub struct blicket_evaluation {
    _opaque: [u8; 0],
}

/// What an evaluation handle holds: the evaluation, and the texts that it gives out.
#[derive(Debug, Default)]
pub(crate) struct Evaluation {
    evaluation: core::Evaluation,
    /// Made when it is asked for: a host's loop that does not ask does not allocate.
    json: OnceLock<String>,
}

impl Handle for Evaluation {
    type Opaque = blicket_evaluation;
    const KIND: usize = 4;
}

impl Evaluation {
    pub(crate) fn evaluation(&self) -> &core::Evaluation {
        &self.evaluation
    }

    /// Evaluates an input, with the memory of the evaluation before.
    pub(crate) fn apply(&mut self, grammar: &core::Grammar, limits: Limits, input: &str) {
        self.evaluation.set_limits(limits);
        grammar.apply_into(input, &mut self.evaluation);
        self.json.take();
    }
}

/// Reads something of an evaluation; gives `otherwise` for NULL and for handles that are none.
///
/// # Safety
/// `evaluation` is NULL or a handle that nobody frees or changes meanwhile.
unsafe fn read<T>(
    evaluation: *const blicket_evaluation,
    otherwise: T,
    get: impl FnOnce(&core::Evaluation) -> Option<T>,
) -> T {
    let value = boundary::read(None, || {
        // SAFETY: the caller's promise.
        unsafe { handle::get::<Evaluation>(evaluation) }.map(|held| get(&held.evaluation))
    });
    value.unwrap_or(otherwise)
}

/// How it ended; BLICKET_OUTCOME_STUCK if evaluation is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_outcome(
    evaluation: *const blicket_evaluation,
) -> blicket_outcome {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read(evaluation, blicket_outcome::Stuck, |evaluation| {
            Some(mirror::of(evaluation.outcome().number(), blicket_outcome::Stuck))
        })
    }
}

/// The value also where the outcome is BLICKET_OUTCOME_REFUSED: the best guess, for a host that asks back. Empty
/// where there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_guess(
    evaluation: *const blicket_evaluation,
) -> blicket_str {
    let get = |evaluation: &core::Evaluation| evaluation.guess().map(blicket_str::new);
    // SAFETY: the header asks for a live handle.
    unsafe { read(evaluation, blicket_str::EMPTY, get) }
}

/// How sure the value or the guess is: the share of the weight of all that could be meant, from 0 to 1. It is 1 by a
/// grammar that leaves nothing open, and 0 where there is no value and no guess.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_confidence(
    evaluation: *const blicket_evaluation,
) -> f64 {
    let get = |evaluation: &core::Evaluation| {
        evaluation.confidence().or_else(|| evaluation.guess().map(|_| 1.0))
    };
    // SAFETY: the header asks for a live handle.
    unsafe { read(evaluation, 0.0, get) }
}

/// The limit that ended it; BLICKET_LIMIT_NONE if none did.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_limit(
    evaluation: *const blicket_evaluation,
) -> blicket_limit {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read(evaluation, blicket_limit::None, |evaluation| {
            let limit = evaluation.outcome().limit()?;
            Some(mirror::of(limit.number(), blicket_limit::None))
        })
    }
}

/// The value as text: the tokens with a space between them, or the number in decimal digits. Empty
/// where there is no value; but a value may be empty too, so look at the outcome.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_text(
    evaluation: *const blicket_evaluation,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(evaluation, blicket_str::EMPTY, |e| e.text().map(blicket_str::new)) }
}

/// How many tokens the value has: 1 for a number, 0 where there is no value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_token_count(
    evaluation: *const blicket_evaluation,
) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(evaluation, 0, |evaluation| Some(evaluation.tokens().len())) }
}

/// One token of the value, from 0; empty past the last. Tokens are never empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_token(
    evaluation: *const blicket_evaluation,
    index: usize,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(evaluation, blicket_str::EMPTY, |e| e.token(index).map(blicket_str::new)) }
}

/// Writes the value of a grammar of numbers to *number and returns true; returns false and writes
/// nothing where there is none, or if number is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_number(
    evaluation: *const blicket_evaluation,
    number: *mut i64,
) -> bool {
    // SAFETY: the header asks for a live handle.
    let value = unsafe { read(evaluation, None, |evaluation| Some(evaluation.number())) };
    // SAFETY: the header asks for a pointer that is NULL or can be written.
    unsafe { boundary::write(number, value) }
}

/// The words that no rule matches, with a space between them; empty where it was not stuck, and
/// where it was stuck on an empty input.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_stuck_text(
    evaluation: *const blicket_evaluation,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(evaluation, blicket_str::EMPTY, |e| Some(blicket_str::new(e.stuck_text()))) }
}

/// How many words it was stuck on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_stuck_count(
    evaluation: *const blicket_evaluation,
) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(evaluation, 0, |evaluation| Some(evaluation.stuck().len())) }
}

/// One of the words that it was stuck on, from 0; empty past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_stuck_word(
    evaluation: *const blicket_evaluation,
    index: usize,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(evaluation, blicket_str::EMPTY, |e| e.stuck_word(index).map(blicket_str::new)) }
}

/// How many steps it took.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_steps(evaluation: *const blicket_evaluation) -> u64 {
    // SAFETY: the header asks for a live handle.
    unsafe { read(evaluation, 0, |evaluation| Some(evaluation.steps())) }
}

/// The evaluation as one JSON object, which is what the command `blicket apply --json` prints but for
/// the input: {"output": text or null, "stuck": [words] or null, "reason": null, or "steps", "depth",
/// "length" or "overflow", "slots": [{"section", "words", "from", "to", "value", "number", "parent"}, ...]},
/// with null where a slot has no value, no number or no parent. Later versions may add fields and reasons.
/// The text is empty if evaluation is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_json(
    evaluation: *const blicket_evaluation,
) -> blicket_str {
    boundary::read(blicket_str::EMPTY, || {
        // SAFETY: the header asks for a live handle.
        let held = unsafe { handle::get::<Evaluation>(evaluation) }?;
        Ok(blicket_str::new(held.json.get_or_init(|| held.evaluation.to_json())))
    })
}

/// Frees an evaluation. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_free(evaluation: *mut blicket_evaluation) {
    // SAFETY: the header asks for a handle that nobody uses any more.
    boundary::read((), || unsafe { handle::free::<Evaluation>(evaluation) });
}

/// The evaluation that `*slot` holds, to be used again, if it holds one.
///
/// # Safety
/// `slot` points to a pointer that is NULL or a live handle that nobody else uses.
pub(crate) unsafe fn reuse<'a>(
    slot: *mut *mut blicket_evaluation,
) -> Result<Option<&'a mut Evaluation>, blicket_status> {
    // SAFETY: the caller's promise.
    let evaluation = unsafe { *slot };
    match evaluation.is_null() {
        true => Ok(None),
        // SAFETY: the caller's promise.
        false => unsafe { handle::get_mut::<Evaluation>(evaluation) }.map(Some),
    }
}

/// Where the texts lie that an evaluation gives out, and that change when it is used again.
pub(crate) fn given_out(held: &Evaluation) -> impl Iterator<Item = Range<*const u8>> + use<> {
    let [words, input, names, values] = held.evaluation.memory_of_texts();
    let json = held.json.get().map_or("", String::as_str);
    let ranges = [words, input, names, values, json].map(|text| text.as_bytes().as_ptr_range());
    ranges.into_iter().filter(|range| !range.is_empty())
}
