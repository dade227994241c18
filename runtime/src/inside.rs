//! Who is inside ONNX Runtime, for the sake of two moments that nobody inside can prepare for.
//!
//! **A fork.** In the child, the threads that hold the runtime's locks do not exist, and whoever waits for them waits
//! for ever. So a child that was forked while some made something ready is kept out of that.
//!
//! **The end of the process.** `exit` runs the runtime's destructors while other threads go on. So it first waits until
//! all have left, and from then on nobody is let in.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A process in the upper half, and how many of its threads are inside in the lower. A child that was
/// forked while some were has its parent's number here: one atomic number, so that there is no
/// moment at which a fork would see half of it.
struct Threads(AtomicU64);

/// Whoever makes something ready: loads the library, or makes a session.
static MAKING: Threads = Threads(AtomicU64::new(0));
/// Whoever calls the runtime at all.
static CALLING: Threads = Threads(AtomicU64::new(0));
/// Whether the process ends.
static ENDING: AtomicBool = AtomicBool::new(false);
/// Whether the main thread has ended, perhaps with the process.
static MAIN_THREAD_LEFT: AtomicBool = AtomicBool::new(false);

/// How long the end of the process waits for threads that are inside. What takes longest is to make a session
/// ready, which nothing can interrupt: a part of a second, more on a machine that others use too.
const LONGEST: Duration = Duration::from_secs(10);

/// How long it takes at most from the end of the main thread until the process says that it ends.
const UNTIL_IT_SHOWS: Duration = Duration::from_millis(100);

/// How often it looks.
const LOOKS: Duration = Duration::from_micros(200);

/// A thread that is inside, until it is dropped.
#[derive(Debug)]
pub(crate) struct Calling(());

/// A thread that makes something ready, until it is dropped.
#[derive(Debug)]
pub(crate) struct Making {
    _calling: Calling,
}

/// Why somebody is kept out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeptOut {
    /// This process was forked while another thread of its parent made something ready.
    Forked,
    /// This process ends.
    Ending,
}

/// Whoever calls the runtime is inside for as long as it has anything of it.
pub(crate) fn call() -> Result<Calling, KeptOut> {
    // What a parent's threads were at does not matter here: they do not exist.
    CALLING.change(|inside, process| Some(entered(inside, process).unwrap_or(first(process))));
    let calling = Calling(());
    // Whoever ends the process says so before it looks who is inside, so one of the two sees the other.
    if is_ending() { Err(KeptOut::Ending) } else { Ok(calling) }
}

/// Whoever loads the library or makes a session, also whoever waits for those who do, enters by this.
pub(crate) fn make() -> Result<Making, KeptOut> {
    let making = enter()?;
    if !MAIN_THREAD_LEFT.load(Ordering::SeqCst) {
        return Ok(making);
    }
    // Either the process ends, which shows soon; or the main thread alone has ended, and others work on.
    drop(making);
    thread::sleep(UNTIL_IT_SHOWS);
    enter()
}

fn enter() -> Result<Making, KeptOut> {
    let calling = call()?;
    match MAKING.change(entered) {
        true => Ok(Making { _calling: calling }),
        false => Err(KeptOut::Forked),
    }
}

/// The main thread ends, perhaps with the process: this returns when nobody makes anything ready, or after a while.
pub(crate) fn main_thread_leaves() {
    MAIN_THREAD_LEFT.store(true, Ordering::SeqCst);
    wait_until_out(&MAKING);
}

/// Whether the process ends: then runs are given up.
pub(crate) fn is_ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// The process ends: nobody is let in any more, and this returns when all are out, or after a while.
pub(crate) fn end() {
    ENDING.store(true, Ordering::SeqCst);
    wait_until_out(&CALLING);
}

fn wait_until_out(threads: &Threads) {
    let start = Instant::now();
    while threads.are_there(process::id()) && start.elapsed() < LONGEST {
        thread::sleep(LOOKS);
    }
}

impl Threads {
    /// Changes the number as a function of it and of this process says, if it says anything.
    fn change(&self, change: impl Fn(u64, u32) -> Option<u64>) -> bool {
        let change = |inside| change(inside, process::id());
        self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, change).is_ok()
    }

    fn leave(&self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }

    /// Whether threads of this process are inside.
    fn are_there(&self, process: u32) -> bool {
        let inside = self.0.load(Ordering::SeqCst);
        inside & u64::from(u32::MAX) > 0 && inside >> 32 == u64::from(process)
    }
}

fn entered(inside: u64, process: u32) -> Option<u64> {
    let threads = inside & u64::from(u32::MAX);
    let is_ours = threads == 0 || inside >> 32 == u64::from(process);
    is_ours.then_some(first(process) + threads)
}

fn first(process: u32) -> u64 {
    (u64::from(process) << 32) | 1
}

impl Drop for Calling {
    fn drop(&mut self) {
        CALLING.leave();
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        MAKING.leave();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_kept_out_if_somebody_was_inside_when_it_was_forked() {
        let (parent, child) = (7, 8);
        let one = entered(0, parent).unwrap();
        let two = entered(one, parent).unwrap();
        assert_eq!(two, one + 1);
        assert_eq!((entered(one, child), entered(two, child)), (None, None));
        // All have left: what is there now is nobody's.
        assert!(entered(two - 2, child).is_some());
    }

    #[test]
    fn the_end_waits_for_threads_of_its_own_process_only() {
        let threads = Threads(AtomicU64::new(entered(0, 7).unwrap()));
        assert!(threads.are_there(7));
        assert!(!threads.are_there(8));
        threads.leave();
        assert!(!threads.are_there(7));
    }
}
