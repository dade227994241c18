//! `blicket_task`.

use crate::boundary;
use crate::error::{Error, blicket_error};
use crate::grammar::blicket_domain;
use crate::handle::{self, Handle};
use crate::status::blicket_status;
use crate::text::blicket_str;
use core::{Domain, Known, Strategy, Task};
use std::time::Duration;

/// How a grammar is looked for. Later versions may add some.
#[allow(non_camel_case_types)]
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blicket_strategy {
    /// The best there is: deduction and, where that does not do, what a network proposes.
    Hybrid = 0,
    /// Deduction alone.
    Deduce = 1,
    /// A network proposes grammars, and what fails is repaired.
    Neural = 2,
    /// The one grammar that the network finds most likely, and no search.
    Greedy = 3,
}

/// One problem: examples to learn a grammar from, queries to be answered by it, and what that may
/// cost.
///
/// Ownership: made by blicket_task_new, freed by blicket_task_free; it keeps copies of its texts.
/// Threads: any number of threads may solve it and read it at once; adding to it and setting
/// something needs it for itself.
#[allow(non_camel_case_types)]
pub struct blicket_task {
    _opaque: [u8; 0],
}

impl Handle for Task {
    type Opaque = blicket_task;
    const KIND: usize = 7;
}

/// A task without examples and queries: strategy BLICKET_STRATEGY_HYBRID, domain
/// BLICKET_DOMAIN_AUTO, seed 0, 30 seconds, no limit on steps, the queries' inputs are used, and no
/// example is taken to be wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_new(
    task: *mut *mut blicket_task,
    error: *mut *mut blicket_error,
) -> blicket_status {
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("task", task, || Ok(Task::new()))) }
}

/// Changes a task in a way that can fail.
///
/// # Safety
/// `task` is NULL or a handle that nobody else uses, and `error` NULL or can be written.
unsafe fn change(
    task: *mut blicket_task,
    error: *mut *mut blicket_error,
    change: impl FnOnce(&mut Task) -> Result<(), Error>,
) -> blicket_status {
    let call = || {
        // SAFETY: the caller's promise.
        let task = unsafe { handle::get_mut::<Task>(task) };
        change(task.map_err(|status| Error::argument("task", status))?)
    };
    // SAFETY: the caller's promise.
    unsafe { boundary::run(error, call) }
}

/// Adds an example: the words of output, which white space separates, are what the words of input
/// mean. Examples and queries are counted from 0, in the order in which they were added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_add_example(
    task: *mut blicket_task,
    input: blicket_str,
    output: blicket_str,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let add = |task: &mut Task| {
        // SAFETY: the header asks for text that can be read during the call.
        let input = unsafe { input.read() }.map_err(|status| Error::argument("input", status))?;
        // SAFETY: likewise.
        let output =
            unsafe { output.read() }.map_err(|status| Error::argument("output", status))?;
        task.add_example(input, output);
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, add) }
}

/// Adds a query: what do the words of input mean?
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_add_query(
    task: *mut blicket_task,
    input: blicket_str,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let add = |task: &mut Task| {
        // SAFETY: the header asks for text that can be read during the call.
        let input = unsafe { input.read() }.map_err(|status| Error::argument("input", status))?;
        task.add_query(input);
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, add) }
}

/// Sets what the outputs are: domain is a blicket_domain. With BLICKET_DOMAIN_AUTO, which is what a
/// task begins with, they are numbers if all of them are whole numbers, and tokens otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set_domain(
    task: *mut blicket_task,
    domain: u32,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        task.domain = match domain {
            d if d == blicket_domain::Words as u32 => Some(Domain::Words),
            d if d == blicket_domain::Numbers as u32 => Some(Domain::Numbers),
            d if d == blicket_domain::Auto as u32 => None,
            _ => return Err(Error::argument("domain", blicket_status::BLICKET_OUT_OF_RANGE)),
        };
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// Sets how a grammar is looked for: strategy is a blicket_strategy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set_strategy(
    task: *mut blicket_task,
    strategy: u32,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        task.strategy = match strategy {
            s if s == blicket_strategy::Hybrid as u32 => Strategy::Hybrid,
            s if s == blicket_strategy::Deduce as u32 => Strategy::Deduce,
            s if s == blicket_strategy::Neural as u32 => Strategy::Neural,
            s if s == blicket_strategy::Greedy as u32 => Strategy::Greedy,
            _ => return Err(Error::argument("strategy", blicket_status::BLICKET_OUT_OF_RANGE)),
        };
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// Sets what random choices follow from. The same task with the same seed gives the same result,
/// unless time ends the search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set_seed(
    task: *mut blicket_task,
    seed: u64,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        task.seed = seed;
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// Sets after how many milliseconds to stop and give the best so far. 0 leaves no time at all;
/// UINT64_MAX sets no limit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set_timeout_ms(
    task: *mut blicket_task,
    timeout_ms: u64,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        task.timeout = Duration::from_millis(timeout_ms);
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// Sets after how many steps to stop and give the best so far: nodes of the search, and grammars run
/// on the examples. Unlike time, it stops at the same point on every machine. Weighing what was found is
/// counted too, but not ended by it. UINT64_MAX sets no limit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set_step_limit(
    task: *mut blicket_task,
    step_limit: u64,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        task.step_limit = step_limit;
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// Sets whether the queries' inputs help to tell grammars apart that the examples leave open. If
/// not, the grammar depends on the examples alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set_use_query_inputs(
    task: *mut blicket_task,
    use_query_inputs: bool,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        task.use_query_inputs = use_query_inputs;
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// Sets whether examples may be wrong. Then those are given up whose outputs take less to write down
/// than it takes a grammar to satisfy them too; a result's problems name them, and they count as not
/// satisfied. A task of numbers is refused then: its result has no grammar, and a problem that says so.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set_noise(
    task: *mut blicket_task,
    noise: bool,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        task.noise = noise;
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// How many examples have been added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_example_count(task: *const blicket_task) -> usize {
    // SAFETY: the header asks for a live handle.
    boundary::read(0, || unsafe { handle::get::<Task>(task) }.map(|task| task.support.len()))
}

/// How many queries have been added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_query_count(task: *const blicket_task) -> usize {
    // SAFETY: the header asks for a live handle.
    boundary::read(0, || unsafe { handle::get::<Task>(task) }.map(|task| task.queries.len()))
}

/// Forgets what was worked out when the task was solved before. A task keeps up to 32 MiB of that, so
/// that one which gets another example is solved again in a fraction of the time: nothing else is
/// changed by it, nor by forgetting. Tasks of running searches are not affected. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_forget(task: *mut blicket_task) {
    boundary::read((), || {
        // SAFETY: the header asks for a live handle that no other thread uses.
        unsafe { handle::get_mut::<Task>(task) }.map(|task| task.known = Known::default())
    });
}

/// Frees a task. NULL is fine. Results that came of it live on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_free(task: *mut blicket_task) {
    // SAFETY: the header asks for a handle that nobody uses any more.
    boundary::read((), || unsafe { handle::free::<Task>(task) });
}
