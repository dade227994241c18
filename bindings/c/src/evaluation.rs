//! `blicket_evaluation`.

use crate::boundary;
use crate::handle::{self, Handle};
use crate::status::blicket_status;
use crate::text::blicket_str;
use core::{Evaluation, Limit, Outcome};
use std::ops::Range;

/// How an evaluation ended.
#[allow(non_camel_case_types)]
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blicket_outcome {
    /// It has a value: tokens, or a number.
    Value = 0,
    /// No rule matches some words on the way: see blicket_evaluation_stuck_text.
    Stuck = 1,
    /// It would have cost more than the grammar's limits allow: see blicket_evaluation_limit.
    Limit = 2,
}

/// The limit that ended an evaluation.
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

/// What a grammar makes of one input.
///
/// Ownership: made by blicket_grammar_apply, freed by blicket_evaluation_free; it does not need its
/// grammar any more. Texts that it gives out live until it is freed or used for another input. Used
/// again, it keeps its memory, so that a host's loop does not allocate. Threads: may be read from any
/// number of threads at once; one thread at a time may apply a grammar into it.
#[allow(non_camel_case_types)]
pub struct blicket_evaluation {
    _opaque: [u8; 0],
}

impl Handle for Evaluation {
    type Opaque = blicket_evaluation;
    const KIND: usize = 4;
}

/// Reads something of an evaluation; gives `otherwise` for NULL and for handles that are none.
///
/// # Safety
/// `evaluation` is NULL or a handle that nobody frees or changes meanwhile.
unsafe fn read<T>(
    evaluation: *const blicket_evaluation,
    otherwise: T,
    get: impl FnOnce(&Evaluation) -> Option<T>,
) -> T {
    let value = boundary::read(None, || {
        // SAFETY: the caller's promise.
        unsafe { handle::get::<Evaluation>(evaluation) }.map(get)
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
            Some(match evaluation.outcome() {
                Outcome::Value => blicket_outcome::Value,
                Outcome::Stuck => blicket_outcome::Stuck,
                Outcome::Limit(_) => blicket_outcome::Limit,
            })
        })
    }
}

/// The limit that ended it; BLICKET_LIMIT_NONE if none did.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_limit(
    evaluation: *const blicket_evaluation,
) -> blicket_limit {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read(evaluation, blicket_limit::None, |evaluation| match evaluation.outcome() {
            Outcome::Value | Outcome::Stuck => None,
            Outcome::Limit(Limit::Steps) => Some(blicket_limit::Steps),
            Outcome::Limit(Limit::Depth) => Some(blicket_limit::Depth),
            Outcome::Limit(Limit::Length) => Some(blicket_limit::Length),
            Outcome::Limit(Limit::Overflow) => Some(blicket_limit::Overflow),
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

/// Where the text lies that an evaluation gives out, and that changes when it is used again.
pub(crate) fn given_out(evaluation: &Evaluation) -> Option<Range<*const u8>> {
    let text = evaluation.text().unwrap_or(evaluation.stuck_text());
    (!text.is_empty()).then_some(text.as_bytes().as_ptr_range())
}
