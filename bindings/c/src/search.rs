//! `blicket_search`.

use crate::boundary;
use crate::engine::blicket_engine;
use crate::error::{Error, blicket_error};
use crate::handle::{self, Handle};
use crate::mirror;
use crate::result::{Solution, blicket_result};
use crate::status::blicket_status;
use crate::synthesis;
use crate::task::blicket_task;
use core::{Phase, Progress, Search};
use std::ffi::c_void;
use std::ops::ControlFlow;
use std::time::Duration;

/// What a search is doing. Later versions may add to these.
#[allow(non_camel_case_types)]
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blicket_phase {
    /// It waits for one of the engine's workers.
    Waiting = 0,
    /// It looks for grammars that satisfy the examples.
    Solving = 1,
    /// It weighs those grammars, and they vote on the answers.
    Ranking = 2,
    /// It is over.
    Done = 3,
}

mirror! { blicket_phase: Waiting, Solving, Ranking, Done }

/// What a callback returns.
///
/// cbindgen:rename-all=None
/// cbindgen:prefix-with-name=false
#[allow(non_camel_case_types)]
#[allow(dead_code, reason = "hosts return it, as a number")]
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blicket_flow {
    /// Go on.
    BLICKET_CONTINUE = 0,
    /// Cancel the search.
    BLICKET_STOP = 1,
}

/// How far a search is.
#[allow(non_camel_case_types)]
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blicket_progress {
    /// What it is at.
    pub phase: blicket_phase,
    /// Whether there is a grammar yet.
    pub has_grammar: bool,
    /// How many examples the best grammar so far satisfies; 0 if there is none.
    pub satisfied: usize,
    /// How many examples the task has.
    pub examples: usize,
    /// Steps so far, as blicket_task_set_step_limit counts them.
    pub steps: u64,
    /// Complete grammars that were run on the examples so far.
    pub programs: u64,
    /// Seconds since it was started, until it was over.
    pub seconds: f64,
}

impl From<Progress> for blicket_progress {
    fn from(progress: Progress) -> Self {
        Self {
            phase: mirror::of(progress.phase.number(), blicket_phase::Solving),
            has_grammar: progress.satisfied.is_some(),
            satisfied: progress.satisfied.unwrap_or(0),
            examples: progress.examples,
            steps: progress.steps,
            programs: progress.programs,
            seconds: progress.elapsed.as_secs_f64(),
        }
    }
}

/// A function of the host that a search calls: every ten milliseconds or so while it works, and a
/// last time when its phase is BLICKET_PHASE_DONE and its result can be had. It returns
/// BLICKET_CONTINUE, or BLICKET_STOP to cancel the search; from the last call that has no effect.
///
/// It runs on the search's own thread, one call at a time, and while it runs other searches have the
/// worker: so it may take its time. The progress is only there during the call. It may call
/// everything in this header, also with its own search: blicket_search_poll, _cancel and _result as
/// from any thread; blicket_search_wait, which would wait for ever, returns at once there; and
/// blicket_search_free frees the search without waiting for its thread, which ends by itself after
/// the callback has returned and does not call it again. It must not jump out, nor throw an exception:
/// that ends the process, with a word on standard error. The callback of blicket.hpp may throw.
//
// By the ABI that unwinds, so that an exception which comes out all the same has a defined end.
#[allow(non_camel_case_types)]
pub type blicket_callback = Option<
    unsafe extern "C-unwind" fn(progress: *const blicket_progress, user_data: *mut c_void) -> u32,
>;

/// A task that is being solved in the background, on a thread of its own. All searches of an engine
/// share its workers fairly, so that any number may run at once.
///
/// Ownership: made by blicket_search_start, freed by blicket_search_free, at any time. It needs
/// neither its task nor its engine any more: both may be freed, and the task changed, while it runs.
/// Threads: every function that takes a const search may be called from any number of threads at
/// once.
#[allow(non_camel_case_types)]
pub struct blicket_search {
    _opaque: [u8; 0],
}

impl Handle for Search {
    type Opaque = blicket_search;
    const KIND: usize = 9;
}

/// What a host wants to get back with every call.
struct UserData(*mut c_void);

// SAFETY: blicket does nothing with it but give it back, from the search's thread: the header says so.
unsafe impl Send for UserData {}

impl UserData {
    /// By a method, so that a closure takes all of it along, and not the bare pointer.
    fn get(&self) -> *mut c_void {
        self.0
    }
}

/// Starts to solve a task in the background: what comes of it is what blicket_solve gives. The
/// callback may be NULL; user_data is given to it as it is, and has to be good until the search was
/// freed. The callback may be called before this function has returned.
///
/// Fails with BLICKET_THREAD_UNAVAILABLE if the operating system has no thread to spare.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_search_start(
    engine: *const blicket_engine,
    task: *const blicket_task,
    callback: blicket_callback,
    user_data: *mut c_void,
    search: *mut *mut blicket_search,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let make = || {
        // SAFETY: the header asks for live handles.
        let (engine, task) = unsafe { synthesis::engine_and_task(engine, task) }?;
        let Some(callback) = callback else { return Ok(engine.start(task.clone())?) };
        let user_data = UserData(user_data);
        let call = move |progress: &Progress| {
            let progress = blicket_progress::from(*progress);
            // SAFETY: the header asks for a function that can be called with these.
            let flow = unsafe { callback(&progress, user_data.get()) };
            match flow == blicket_flow::BLICKET_CONTINUE as u32 {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        Ok(engine.start_with(task.clone(), call)?)
    };
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("search", search, make)) }
}

/// Writes how far the search is to *progress, unless that is NULL, and returns whether it is over. It does not
/// wait, so that a host may call it in every frame. If search is NULL it writes nothing and returns true.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_search_poll(
    search: *const blicket_search,
    progress: *mut blicket_progress,
) -> bool {
    boundary::read(true, || {
        // SAFETY: the header asks for a live handle.
        let search = unsafe { handle::get::<Search>(search) }?;
        let now = search.poll();
        // SAFETY: the header asks for a pointer that is NULL or can be written.
        unsafe { boundary::write(progress, Some(now.into())) };
        Ok(now.phase == Phase::Done)
    })
}

/// Waits until it is over and its callback has returned from the last call, for timeout_ms
/// milliseconds at most, without limit for UINT64_MAX; returns whether it is over. In the callback
/// itself it does not wait. Without a search it returns true at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_search_wait(
    search: *const blicket_search,
    timeout_ms: u64,
) -> bool {
    boundary::read(true, || {
        // SAFETY: the header asks for a live handle.
        let search = unsafe { handle::get::<Search>(search) }?;
        Ok(match timeout_ms {
            u64::MAX => search.wait(),
            timeout_ms => search.wait_for(Duration::from_millis(timeout_ms)),
        })
    })
}

/// Ends it with the best so far, within a few milliseconds, and does not wait for that. NULL is fine,
/// and so is a search that is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_search_cancel(search: *const blicket_search) {
    // SAFETY: the header asks for a live handle.
    boundary::read((), || unsafe { handle::get::<Search>(search) }.map(Search::cancel));
}

/// What came of it; or the best so far, if it is not over. Then the stop reason is
/// BLICKET_STOP_REASON_RUNNING, there are no alternatives, and the best grammar so far alone answers
/// the queries, with confidence 0, for a few milliseconds: the first 10,000 at most, and none of more than
/// 64 KiB; queries that are left are among the problems.
/// The result is the caller's to free, and does not change while the search goes on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_search_result(
    search: *const blicket_search,
    result: *mut *mut blicket_result,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let make = || {
        // SAFETY: the header asks for a live handle.
        let search = unsafe { handle::get::<Search>(search) }
            .map_err(|status| Error::argument("search", status))?;
        Ok(Solution::new(search.result()))
    };
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("result", result, make)) }
}

/// Frees a search. One that still runs is cancelled first, and its thread waited for, which takes a
/// few milliseconds: afterwards its callback is not called any more, and user_data is not used. NULL
/// is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_search_free(search: *mut blicket_search) {
    // SAFETY: the header asks for a handle that nobody uses any more.
    boundary::read((), || unsafe { handle::free::<Search>(search) });
}

// A search is shared between threads: the header says so.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<Search>();
};
