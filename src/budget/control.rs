//! What a search shares with whoever started it: whether to go on, how far it is, the best so far.

use super::workers::Workers;
use crate::clock::{self, Instant};
use crate::grammar::Grammar;
use crate::network::Networks;
use crate::solution::{StopReason, Unsatisfied};
use crate::sync::{AtomicBool, AtomicU64, AtomicUsize, Condvar, Mutex, Ordering};
use crate::sync::{MutexGuard, lock_unless_forked, whole};
use crate::task::{Normal, Task};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// What a search is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// It waits for one of the engine's workers.
    Waiting,
    /// It looks for grammars that satisfy the examples.
    Solving,
    /// It weighs those grammars, and they vote on the answers.
    Ranking,
    /// It is over.
    Done,
}

named! { Phase:
    Waiting = 0 "waiting",
    Solving = 1 "solving",
    Ranking = 2 "ranking",
    Done = 3 "done",
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// What it is at.
    pub phase: Phase,
    /// Since it was started, until it was over.
    pub elapsed: Duration,
    /// Steps so far, as [`Task::step_limit`] counts them.
    pub steps: u64,
    /// Complete grammars that were run on the examples so far.
    pub programs: u64,
    /// How many examples the task has.
    pub examples: usize,
    /// How many of them the best grammar so far satisfies; `None` as long as there is no grammar.
    pub satisfied: Option<usize>,
}

impl Progress {
    /// How far a search of a task with this many examples is before it begins.
    pub fn new(examples: usize) -> Self {
        let (elapsed, steps, programs) = (Duration::ZERO, 0, 0);
        Self { phase: Phase::Waiting, elapsed, steps, programs, examples, satisfied: None }
    }
}

/// A grammar that was run on every example.
#[derive(Clone, Debug)]
pub(crate) struct Best {
    pub(crate) grammar: Grammar,
    /// The examples that it does not satisfy, in their order.
    pub(crate) unsatisfied: Vec<Unsatisfied>,
}

/// The part of a search that several threads look at.
#[derive(Debug)]
pub(crate) struct Control {
    pub(super) workers: Arc<Workers>,
    networks: Arc<Networks>,
    /// By which its threads wait for a turn.
    pub(super) signal: Arc<Condvar>,
    start: Instant,
    timeout: Duration,
    step_limit: u64,
    memory_limit: usize,
    examples: usize,
    cancelled: AtomicBool,
    /// A number of [`Phase::ALL`].
    phase: AtomicUsize,
    steps: AtomicU64,
    programs: AtomicU64,
    /// The bytes that are kept for longer than a moment.
    kept: AtomicUsize,
    best: Mutex<Option<Arc<Best>>>,
    /// The most bytes that texts of the best so far have taken.
    most_instead: AtomicUsize,
    /// What was done to inputs before learning, once that is known.
    normal: OnceLock<Normal>,
    /// In microseconds, when it was over.
    took: AtomicU64,
    pub(super) callback_panic: Mutex<Option<String>>,
    /// The one that it was made in.
    process: u32,
}

impl Control {
    pub(crate) fn new(
        workers: Arc<Workers>,
        networks: Arc<Networks>,
        memory_limit: usize,
        task: &Task,
    ) -> Arc<Self> {
        Arc::new(Self {
            workers,
            networks,
            signal: Arc::new(Condvar::new()),
            start: Instant::now(),
            timeout: task.timeout,
            step_limit: task.step_limit,
            memory_limit,
            examples: task.enabled().count(),
            cancelled: AtomicBool::new(false),
            phase: AtomicUsize::new(Phase::Waiting as usize),
            steps: AtomicU64::new(0),
            programs: AtomicU64::new(0),
            kept: AtomicUsize::new(0),
            best: Mutex::new(None),
            most_instead: AtomicUsize::new(0),
            normal: OnceLock::new(),
            took: AtomicU64::new(0),
            callback_panic: Mutex::new(None),
            process: clock::process(),
        })
    }

    /// The networks of the engine.
    pub(crate) fn networks(&self) -> &Networks {
        &self.networks
    }

    /// Asks the search to end, and wakes those of its threads that wait for their turn.
    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Release);
        if !self.is_of_another_process() {
            self.workers.wake(&self.signal);
        }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The point in time after so many quarters of the timeout, if the clock goes that far.
    pub(crate) fn quarters(&self, quarters: u32) -> Option<Instant> {
        let whole = if quarters == 4 { Some(self.timeout) } else { None };
        let part = whole.or_else(|| (self.timeout / 4).checked_mul(quarters))?;
        self.start.checked_add(part)
    }

    pub(crate) fn timeout(&self) -> Duration {
        self.timeout
    }

    pub(crate) fn step_limit(&self) -> u64 {
        self.step_limit
    }

    /// The reason other than time and steps for which it is over, if there is one.
    pub(crate) fn interrupted(&self) -> Option<StopReason> {
        if self.is_cancelled() {
            Some(StopReason::Cancelled)
        } else if self.kept.load(Ordering::Relaxed) > self.memory_limit {
            Some(StopReason::Memory)
        } else {
            None
        }
    }

    /// Notes that so many bytes are kept until the search is over.
    pub(crate) fn keep(&self, bytes: usize) {
        self.kept.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Notes that so many bytes are kept if there is room for them; gives whether there is.
    #[cfg(feature = "neural")]
    pub(crate) fn try_keep(&self, bytes: usize) -> bool {
        let more = |kept: usize| kept.checked_add(bytes).filter(|kept| *kept <= self.memory_limit);
        self.kept.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    /// Notes that so many of these are free again. Once it was too much, it stays that: a search that
    /// is over does not go on, and has its reason.
    pub(crate) fn release(&self, bytes: usize) {
        let less = |kept: usize| (kept <= self.memory_limit).then(|| kept.saturating_sub(bytes));
        let _ = self.kept.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }

    /// The bytes that may still be kept.
    pub(crate) fn memory_left(&self) -> usize {
        self.memory_limit.saturating_sub(self.kept.load(Ordering::Relaxed))
    }

    pub(crate) fn set_phase(&self, phase: Phase) {
        if phase == Phase::Done {
            let took = u64::try_from(self.elapsed().as_micros()).unwrap_or(u64::MAX);
            self.took.store(took, Ordering::Release);
        }
        self.phase.store(phase as usize, Ordering::Release);
    }

    pub(crate) fn set_counts(&self, steps: u64, programs: u64) {
        self.steps.store(steps, Ordering::Relaxed);
        self.programs.store(programs, Ordering::Relaxed);
    }

    pub(crate) fn progress(&self) -> Progress {
        let phase = Phase::ALL[self.phase.load(Ordering::Acquire)];
        let satisfied = |best: Arc<Best>| self.examples - best.unsatisfied.len();
        Progress {
            phase,
            elapsed: match phase {
                Phase::Done => Duration::from_micros(self.took.load(Ordering::Acquire)),
                _ => self.elapsed(),
            },
            steps: self.steps.load(Ordering::Relaxed),
            programs: self.programs.load(Ordering::Relaxed),
            examples: self.examples,
            satisfied: self.best().map(satisfied),
        }
    }

    /// Notes what was done to the words of inputs, before there is anything to be given out.
    pub(crate) fn set_normal(&self, normal: Normal) {
        let _ = self.normal.set(normal);
    }

    /// What was done to the words of inputs.
    pub(crate) fn normal(&self) -> Normal {
        self.normal.get().copied().unwrap_or_default()
    }

    /// The best so far. In a forked process there may be none to be had.
    pub(crate) fn best(&self) -> Option<Arc<Best>> {
        self.lock(&self.best)?.clone()
    }

    /// Whether this is a process that was forked since the search began. Its end never comes here.
    pub(crate) fn is_of_another_process(&self) -> bool {
        self.process != clock::process()
    }

    /// What is behind a lock that the search has, too; in a forked process not if it was locked.
    pub(crate) fn lock<'a, T>(&self, mutex: &'a Mutex<T>) -> Option<MutexGuard<'a, T>> {
        lock_unless_forked(mutex, self.process)
    }

    /// How many examples the best so far leaves unsatisfied.
    pub(crate) fn least_unsatisfied(&self) -> usize {
        lock(&self.best).as_ref().map_or(usize::MAX, |best| best.unsatisfied.len())
    }

    /// The bytes that the texts of a candidate may take: a part of what is left, so that to explain what
    /// is wrong never ends a search. The solution has them again.
    pub(crate) fn room_for_instead(&self) -> usize {
        self.most_instead.load(Ordering::Relaxed).max(self.memory_left() / 8)
    }

    /// Notes how many bytes the texts of a candidate take. Those of the one before are let go of.
    pub(crate) fn keep_instead(&self, bytes: usize) {
        let most = self.most_instead.fetch_max(bytes, Ordering::Relaxed);
        self.keep(2 * bytes.saturating_sub(most));
    }

    /// Makes a candidate the best so far, unless another satisfies more examples.
    pub(crate) fn offer(&self, candidate: Best) {
        let mut best = lock(&self.best);
        let better = |best: &Arc<Best>| best.unsatisfied.len() < candidate.unsatisfied.len();
        if !best.as_ref().is_some_and(better) {
            *best = Some(Arc::new(candidate));
        }
    }

    /// Makes this the best so far, whatever was.
    pub(crate) fn insist_on(&self, candidate: Best) {
        *lock(&self.best) = Some(Arc::new(candidate));
    }

    /// What the host's callback panicked with, if it did.
    pub(crate) fn callback_panic(&self) -> Option<String> {
        lock(&self.callback_panic).clone()
    }
}

/// What is behind these locks is replaced as a whole, so a panic cannot have left it half-done.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> crate::sync::MutexGuard<'_, T> {
    whole(mutex.lock())
}
