//! `blicket_synthesize` and `blicket_solve`.

use crate::boundary;
use crate::engine::{Engine, blicket_engine};
use crate::error::{Error, blicket_error};
use crate::handle;
use crate::result::{Solution, blicket_result};
use crate::status::blicket_status;
use crate::task::blicket_task;
use crate::text::{array, blicket_str};
use core::Task;
use std::time::Duration;

/// An example: the words of output are what the words of input mean.
#[allow(non_camel_case_types)]
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blicket_example {
    /// Words, which white space separates.
    pub input: blicket_str,
    /// Tokens, which white space separates.
    pub output: blicket_str,
}

/// # Safety
/// `engine` is NULL or a handle that nobody frees meanwhile.
unsafe fn get<'a>(engine: *const blicket_engine) -> Result<&'a core::Engine, Error> {
    // SAFETY: the caller's promise.
    let engine = unsafe { handle::get::<Engine>(engine) };
    Ok(&engine.map_err(|status| Error::argument("engine", status))?.engine)
}

/// # Safety
/// Both are NULL or handles that nobody frees meanwhile, and nobody changes the task.
pub(crate) unsafe fn engine_and_task<'a>(
    engine: *const blicket_engine,
    task: *const blicket_task,
) -> Result<(&'a core::Engine, &'a Task), Error> {
    // SAFETY: the caller's promise.
    let engine = unsafe { get(engine) }?;
    // SAFETY: likewise.
    let task = unsafe { handle::get::<Task>(task) };
    Ok((engine, task.map_err(|status| Error::argument("task", status))?))
}

/// Learns a grammar from examples and answers queries by it, in one call: support points to
/// n_support examples, queries to n_queries inputs, and either may be NULL if there are none. After
/// timeout_ms milliseconds it gives the best so far; UINT64_MAX sets no limit. Everything else is as
/// blicket_task_new says.
///
/// That no grammar satisfies the examples, or that time was up, is no failure of the call: the
/// result says so, and why.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_synthesize(
    engine: *const blicket_engine,
    support: *const blicket_example,
    n_support: usize,
    queries: *const blicket_str,
    n_queries: usize,
    timeout_ms: u64,
    result: *mut *mut blicket_result,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let make = || {
        // SAFETY: the header asks for a live handle.
        let engine = unsafe { get(engine) }?;
        // SAFETY: the header asks for as many examples.
        let support = unsafe { array(("support", support), ("n_support", n_support)) }?;
        // SAFETY: the header asks for as many queries.
        let queries = unsafe { array(("queries", queries), ("n_queries", n_queries)) }?;
        let mut examples = Vec::with_capacity(support.len());
        for (index, example) in support.iter().enumerate() {
            let named = |part, status| Error::argument(&format!("support[{index}].{part}"), status);
            // SAFETY: the header asks for text that can be read during the call.
            let input = unsafe { example.input.read() }.map_err(|status| named("input", status))?;
            // SAFETY: likewise.
            let output =
                unsafe { example.output.read() }.map_err(|status| named("output", status))?;
            examples.push((input, output));
        }
        let mut inputs = Vec::with_capacity(queries.len());
        for (index, query) in queries.iter().enumerate() {
            // SAFETY: the header asks for text that can be read during the call.
            let query = unsafe { query.read() }
                .map_err(|status| Error::argument(&format!("queries[{index}]"), status))?;
            inputs.push(query);
        }
        let timeout = Duration::from_millis(timeout_ms);
        Ok(Solution::new(engine.synthesize(examples, inputs, timeout)))
    };
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("result", result, make)) }
}

/// Learns a grammar from the examples of a task and answers its queries, with the task's settings. Any number of threads may solve tasks with one
/// engine at once, also the same task.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_solve(
    engine: *const blicket_engine,
    task: *const blicket_task,
    result: *mut *mut blicket_result,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let make = || {
        // SAFETY: the header asks for live handles.
        let (engine, task) = unsafe { engine_and_task(engine, task) }?;
        Ok(Solution::new(engine.solve(task)))
    };
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("result", result, make)) }
}

// An engine and a task are shared between threads: the header says so.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<Engine>();
    shared::<Task>();
};
