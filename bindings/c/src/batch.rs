//! `blicket_batch`.

use crate::boundary;
use crate::error::{Error, blicket_error};
use crate::evaluation::{blicket_limit, blicket_outcome};
use crate::grammar::{self, blicket_grammar};
use crate::handle::{self, Handle};
use crate::mirror;
use crate::status::blicket_status;
use crate::text::{array, blicket_str};

/// What a grammar makes of many inputs: their outcomes and texts, all in one place.
///
/// For hosts that have many inputs and want text or numbers for them. It has no tokens one by one, no slots
/// and no steps: blicket_grammar_apply and blicket_grammar_apply_many have those.
///
/// Ownership: made by blicket_grammar_apply_batch, freed by blicket_batch_free; it does not need its grammar
/// any more. Texts that it gives out live until it is freed or used for other inputs. Used again, it keeps
/// its memory. Threads: may be read from any number of threads at once; one thread at a time may apply a
/// grammar into it.
#[allow(non_camel_case_types)]
pub struct blicket_batch {
    _opaque: [u8; 0],
}

impl Handle for core::Batch {
    type Opaque = blicket_batch;
    const KIND: usize = 11;
}

/// Applies the grammar to count inputs, as blicket_grammar_apply does to one.
///
/// batch points to NULL, and is given a new batch, or to a batch from an earlier call, which is used again;
/// inputs may be texts that it gave out. That an input is stuck or reaches a limit is no failure of the call:
/// the batch says so. If the call fails, *batch has not changed, except with BLICKET_PANIC, where it may have.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_apply_batch(
    grammar: *const blicket_grammar,
    inputs: *const blicket_str,
    count: usize,
    batch: *mut *mut blicket_batch,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let call = || {
        // SAFETY: the header asks for a live handle.
        let grammar = unsafe { grammar::get(grammar) }?;
        // SAFETY: the header asks for `count` texts.
        let inputs = unsafe { array(("inputs", inputs), ("count", count)) }?;
        if batch.is_null() {
            return Err(Error::argument("batch", blicket_status::BLICKET_NULL_ARGUMENT));
        }
        // SAFETY: the header asks for texts that nobody changes during the call; where the batch does, they are copied.
        let texts: Result<Vec<&str>, _> =
            inputs.iter().map(|input| unsafe { input.read() }).collect();
        let mut texts = texts.map_err(|status| Error::argument("inputs", status))?;
        // SAFETY: not NULL, and the header asks for a pointer that can be read.
        let reused = unsafe { *batch };
        if reused.is_null() {
            let mut new = core::Batch::within(grammar.limits());
            grammar.grammar().apply_many(texts.iter().copied(), &mut new);
            // SAFETY: not NULL, and the header asks for a pointer that can be written.
            unsafe { *batch = handle::new(new) };
            return Ok(());
        }
        // SAFETY: the header asks for a live handle that nobody else uses.
        let reused = unsafe { handle::get_mut::<core::Batch>(reused) }
            .map_err(|status| Error::argument("batch", status))?;
        let own = reused.memory_of_texts().as_bytes().as_ptr_range();
        let mut copies = Vec::new();
        if texts.iter().any(|text| own.contains(&text.as_ptr())) {
            copies.extend(texts.iter().map(|text| (*text).to_owned()));
            texts = copies.iter().map(String::as_str).collect();
        }
        reused.set_limits(grammar.limits());
        grammar.grammar().apply_many(texts.iter().copied(), reused);
        Ok(())
    };
    // SAFETY: the header asks for a pointer that is NULL or can be written.
    unsafe { boundary::run(error, call) }
}

/// Reads something of a batch; gives `otherwise` for NULL, for handles that are none, and past the last input.
///
/// # Safety
/// `batch` is NULL or a handle that nobody frees or changes meanwhile.
unsafe fn read<T>(
    batch: *const blicket_batch,
    otherwise: T,
    get: impl FnOnce(&core::Batch) -> Option<T>,
) -> T {
    let value = boundary::read(None, || {
        // SAFETY: the caller's promise.
        unsafe { handle::get::<core::Batch>(batch) }.map(get)
    });
    value.unwrap_or(otherwise)
}

/// How many inputs it has results of.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_batch_count(batch: *const blicket_batch) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(batch, 0, |batch| Some(batch.len())) }
}

/// How the evaluation of one input ended, from 0; BLICKET_OUTCOME_STUCK past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_batch_outcome(
    batch: *const blicket_batch,
    index: usize,
) -> blicket_outcome {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read(batch, blicket_outcome::Stuck, |batch| {
            Some(mirror::of(batch.outcome(index)?.number(), blicket_outcome::Stuck))
        })
    }
}

/// The limit that ended the evaluation of one input; BLICKET_LIMIT_NONE if none did.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_batch_limit(
    batch: *const blicket_batch,
    index: usize,
) -> blicket_limit {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read(batch, blicket_limit::None, |batch| {
            Some(mirror::of(batch.outcome(index)?.limit()?.number(), blicket_limit::None))
        })
    }
}

/// The value of one input as text: the tokens with a space between them, or the number in decimal digits.
/// Empty where there is no value; but a value may be empty too, so look at the outcome.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_batch_text(
    batch: *const blicket_batch,
    index: usize,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(batch, blicket_str::EMPTY, |batch| batch.text(index).map(blicket_str::new)) }
}

/// The words of one input that no rule matches, with a space between them; empty where it was not stuck.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_batch_stuck_text(
    batch: *const blicket_batch,
    index: usize,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(batch, blicket_str::EMPTY, |b| Some(blicket_str::new(b.stuck_text(index)))) }
}

/// Writes the value of one input to *number, if it is a number, and returns true; returns false and writes
/// nothing where there is none, or if number is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_batch_number(
    batch: *const blicket_batch,
    index: usize,
    number: *mut i64,
) -> bool {
    // SAFETY: the header asks for a live handle.
    let value = unsafe { read(batch, None, |batch| Some(batch.number(index))) };
    // SAFETY: the header asks for a pointer that is NULL or can be written.
    unsafe { boundary::write(number, value) }
}

/// Frees a batch. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_batch_free(batch: *mut blicket_batch) {
    // SAFETY: the header asks for a handle that nobody uses any more.
    boundary::read((), || unsafe { handle::free::<core::Batch>(batch) });
}

// A batch goes from thread to thread, and many may read it: the header says so.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<core::Batch>();
};
