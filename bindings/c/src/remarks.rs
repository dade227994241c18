//! `blicket_remarks`: what is probably not meant in the examples of a task.

use crate::boundary;
use crate::engine::{Engine, blicket_engine};
use crate::error::{Error, blicket_error};
use crate::handle::{self, Handle};
use crate::status::blicket_status;
use crate::task::blicket_task;
use crate::text::blicket_str;
use core::{Remark, Task};

/// What is probably not meant in the examples of a task: contradictions, slips of the keyboard, lines that are no
/// examples.
///
/// Ownership: made by blicket_task_lint or blicket_engine_lint, freed by blicket_remarks_free; it does not need its task any more. Threads:
/// may be read from any number of threads at once.
#[allow(non_camel_case_types)]
pub struct blicket_remarks {
    _opaque: [u8; 0],
}

/// What a handle of remarks holds.
#[derive(Debug)]
pub(crate) struct Remarks {
    remarks: Vec<Remark>,
    texts: Vec<String>,
}

impl Handle for Remarks {
    type Opaque = blicket_remarks;
    const KIND: usize = 12;
}

impl Remarks {
    fn new(remarks: Vec<Remark>) -> Self {
        let texts = remarks.iter().map(ToString::to_string).collect();
        Self { remarks, texts }
    }
}

/// Looks for slips in the examples of a task, and learns from them to find those that cost the grammar a rule of their
/// own: kind own_rule, with the output that would need none. It takes as long as learning.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_lint(
    engine: *const blicket_engine,
    task: *const blicket_task,
    remarks: *mut *mut blicket_remarks,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let make = || {
        // SAFETY: the header asks for a live handle.
        let engine = unsafe { handle::get::<Engine>(engine) };
        let engine = engine.map_err(|status| Error::argument("engine", status))?;
        // SAFETY: likewise.
        let task = unsafe { handle::get::<Task>(task) };
        let task = task.map_err(|status| Error::argument("task", status))?;
        Ok(Remarks::new(engine.engine.lint(task)))
    };
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("remarks", remarks, make)) }
}

/// Looks for slips in the examples of a task, without learning from them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_lint(
    task: *const blicket_task,
    remarks: *mut *mut blicket_remarks,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let make = || {
        // SAFETY: the header asks for a live handle.
        let task = unsafe { handle::get::<Task>(task) };
        let task = task.map_err(|status| Error::argument("task", status))?;
        Ok(Remarks::new(task.lint()))
    };
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("remarks", remarks, make)) }
}

/// Reads something of a remark; gives `otherwise` past the last, for NULL and for handles that are none.
///
/// # Safety
/// `remarks` is NULL or a handle that nobody frees meanwhile.
unsafe fn read<T>(
    remarks: *const blicket_remarks,
    otherwise: T,
    get: impl FnOnce(&Remarks) -> Option<T>,
) -> T {
    // SAFETY: the caller's promise.
    let value = boundary::read(None, || unsafe { handle::get::<Remarks>(remarks) }.map(get));
    value.unwrap_or(otherwise)
}

/// How many remarks there are, in the order of the examples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_remarks_count(remarks: *const blicket_remarks) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(remarks, 0, |remarks| Some(remarks.remarks.len())) }
}

/// The text of one of the remarks, from 0, in English, for a person; empty past the last. It counts examples from 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_remarks_text(
    remarks: *const blicket_remarks,
    index: usize,
) -> blicket_str {
    let get = |remarks: &Remarks| remarks.texts.get(index).map(|text| blicket_str::new(text));
    // SAFETY: the header asks for a live handle.
    unsafe { read(remarks, blicket_str::EMPTY, get) }
}

/// What one of the remarks is about; empty past the last. One of contradiction, duplicate, header, brackets, case,
/// one_letter, invisible, lone_word, always_together and, by blicket_engine_lint alone, own_rule; later versions may add some.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_remarks_kind(
    remarks: *const blicket_remarks,
    index: usize,
) -> blicket_str {
    let get = |remarks: &Remarks| Some(blicket_str::new(remarks.remarks.get(index)?.kind.name()));
    // SAFETY: the header asks for a live handle.
    unsafe { read(remarks, blicket_str::EMPTY, get) }
}

/// How bad it is: note (it need not be acted on), warning (a likely slip) or error (examples contradict each
/// other); empty past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_remarks_severity(
    remarks: *const blicket_remarks,
    index: usize,
) -> blicket_str {
    let get =
        |remarks: &Remarks| Some(blicket_str::new(remarks.remarks.get(index)?.severity.name()));
    // SAFETY: the header asks for a live handle.
    unsafe { read(remarks, blicket_str::EMPTY, get) }
}

/// The example that it is about, by its index in the task; SIZE_MAX past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_remarks_example(
    remarks: *const blicket_remarks,
    index: usize,
) -> usize {
    let get = |remarks: &Remarks| Some(remarks.remarks.get(index)?.example);
    // SAFETY: the header asks for a live handle.
    unsafe { read(remarks, usize::MAX, get) }
}

/// Another example that it is compared with, by its index in the task; SIZE_MAX if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_remarks_other_example(
    remarks: *const blicket_remarks,
    index: usize,
) -> usize {
    let get = |remarks: &Remarks| remarks.remarks.get(index)?.other;
    // SAFETY: the header asks for a live handle.
    unsafe { read(remarks, usize::MAX, get) }
}

/// What stands there: a word or a token, or the whole input or output; empty past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_remarks_found(
    remarks: *const blicket_remarks,
    index: usize,
) -> blicket_str {
    let get = |remarks: &Remarks| Some(blicket_str::new(&remarks.remarks.get(index)?.found));
    // SAFETY: the header asks for a live handle.
    unsafe { read(remarks, blicket_str::EMPTY, get) }
}

/// What is probably meant; empty if nothing is suggested.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_remarks_suggestion(
    remarks: *const blicket_remarks,
    index: usize,
) -> blicket_str {
    let get =
        |remarks: &Remarks| remarks.remarks.get(index)?.suggestion.as_deref().map(blicket_str::new);
    // SAFETY: the header asks for a live handle.
    unsafe { read(remarks, blicket_str::EMPTY, get) }
}

/// Frees remarks. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_remarks_free(remarks: *mut blicket_remarks) {
    // SAFETY: the header asks for a handle that nobody uses any more.
    boundary::read((), || unsafe { handle::free::<Remarks>(remarks) });
}
