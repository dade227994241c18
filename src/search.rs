//! A search that runs in the background, and the handle by which it is watched and ended.

use crate::again;
use crate::budget::{Budget, Callback, Control, Phase, Progress, Watch};
use crate::clock::Instant;
use crate::engine::Engine;
use crate::language::class;
use crate::learn::schedule::Schedule;
use crate::solution::{Problem, Solution};
use crate::solve;
use crate::sync::{AtomicBool, Condvar, Mutex, MutexGuard, Ordering, whole};
use crate::task::Task;
use std::cell::Cell;
use std::fmt;
use std::mem;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A task that is being solved in the background. Everything here can be called from any thread, also
/// from several at once. Dropping it cancels the search and waits for its end, which takes a moment.
/// In a process that was forked meanwhile it goes no further, and is not waited for.
///
/// ```
/// use blicket::{Engine, EngineOptions, Task};
/// use std::time::Duration;
///
/// let mut task = Task::new();
/// for (input, output) in [("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED RED")] {
///     task.add_example(input, output);
/// }
/// task.add_query("lug fep");
/// let search = Engine::new(&EngineOptions::default())?.start(task)?;
/// while !search.wait_for(Duration::from_millis(16)) {
///     // Draw a frame; search.poll() says how far it is.
/// }
/// assert_eq!(search.result().answers[0].text.as_deref(), Some("BLUE BLUE BLUE"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Search {
    shared: Arc<SearchState>,
    /// Until it is dropped. A process that was forked meanwhile has no such thread.
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct SearchState {
    control: Arc<Control>,
    task: Task,
    /// Whether the handle was dropped by the callback, which then must not be called again.
    left_alone: AtomicBool,
    end: Mutex<End>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct End {
    /// What came of it, once it is over: or what it panicked with.
    result: Option<Result<Solution, String>>,
    /// Whether the callback has returned from its last call. Who waits, waits for that: what the callback
    /// threw is to be there by then.
    was_told: bool,
}

/// The operating system has no thread to spare.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ThreadUnavailable {
    /// In the words of the operating system.
    pub reason: String,
}

impl fmt::Display for ThreadUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no thread could be started for a search: {}; ", self.reason)?;
        f.write_str("end another search first, or raise the limit of threads")
    }
}

impl std::error::Error for ThreadUnavailable {}

thread_local! {
    /// The search whose thread this is. To ask the standard library which thread this is would leave
    /// something behind on every thread of a host that ever asks.
    static OWN: Cell<*const SearchState> = const { Cell::new(ptr::null()) };
}

/// More than deep recursions of the solver need: one level a word of an example.
const STACK: usize = 512 << 10;

impl Engine {
    /// Starts to solve a task in the background. Any number of searches may run at once; they share
    /// the engine's workers fairly. What is found is the same as by [`solve`](Self::solve).
    pub fn start(&self, task: Task) -> Result<Search, ThreadUnavailable> {
        self.start_search(task, None, None)
    }

    /// Starts to solve a task in the background, with a callback, which is called every 10 milliseconds or so while
    /// the search works, and a last time when it is [`Phase::Done`]: one call at a time, on the search's own thread.
    /// [`ControlFlow::Break`] cancels the search, and so does a panic, which the solution's problems
    /// then tell of.
    pub fn start_with(
        &self,
        task: Task,
        callback: impl FnMut(&Progress) -> ControlFlow<()> + Send + 'static,
    ) -> Result<Search, ThreadUnavailable> {
        self.start_search(task, Some(Box::new(callback)), None)
    }

    /// Starts to solve a task by the learners of a schedule of one's own, which is made on the search's thread.
    #[doc(hidden)]
    pub fn start_by(
        &self,
        task: Task,
        schedule: impl FnOnce() -> Schedule + Send + 'static,
    ) -> Result<Search, ThreadUnavailable> {
        self.start_search(task, None, Some(Box::new(schedule)))
    }

    /// Without a schedule, by that of the task's strategy.
    fn start_search(
        &self,
        task: Task,
        callback: Option<Callback>,
        schedule: Option<Box<dyn FnOnce() -> Schedule + Send>>,
    ) -> Result<Search, ThreadUnavailable> {
        class::list();
        let shared = Arc::new(SearchState {
            control: self.control(&task),
            task,
            left_alone: AtomicBool::new(false),
            end: Mutex::default(),
            ended: Condvar::new(),
        });
        let run = {
            let shared = shared.clone();
            move || shared.run(callback, schedule.map(|make| make()))
        };
        let builder = thread::Builder::new().name("blicket-search".to_owned()).stack_size(STACK);
        let thread = builder.spawn(run);
        let thread = thread.map_err(|error| ThreadUnavailable { reason: error.to_string() })?;
        Ok(Search { shared, thread: Some(thread) })
    }
}

impl SearchState {
    fn run(&self, callback: Option<Callback>, schedule: Option<Schedule>) {
        OWN.set(self);
        let watch = Watch::new(self.control.clone(), callback);
        let mut budget = Budget::new(watch);
        let end = catch_unwind(AssertUnwindSafe(|| match schedule {
            None => again::solve(&self.task, &mut budget),
            Some(schedule) => solve::run(&self.task, schedule, &mut budget),
        }));
        budget.watch().rest();
        // What remains of it is let go of when everybody knows that it is over.
        let (end, _remains) = match end {
            Ok((solution, remains)) => (Ok(solution), Some(remains)),
            Err(panic) => (Err(crate::budget::panic_text(&*panic)), None),
        };
        self.end().result = Some(end);
        self.control.set_phase(Phase::Done);
        if !self.left_alone.load(Ordering::Acquire) {
            let before = self.control.callback_panic();
            budget.watch().call();
            self.tell_of(self.control.callback_panic().filter(|_| before.is_none()));
        }
        self.end().was_told = true;
        self.ended.notify_all();
    }

    /// Adds what the last call of the callback panicked with, which the search itself could not know.
    fn tell_of(&self, panic: Option<String>) {
        if let (Some(message), Some(Ok(solution))) = (panic, &mut self.end().result) {
            solution.problems.push(Problem::CallbackFailed(message));
        }
    }

    fn end(&self) -> MutexGuard<'_, End> {
        whole(self.end.lock())
    }
}

impl Search {
    /// How far it is. This takes no time to speak of.
    pub fn poll(&self) -> Progress {
        self.shared.control.progress()
    }

    /// Whether it is over. The callback may still be in its last call.
    pub fn is_done(&self) -> bool {
        self.end().is_some_and(|end| end.result.is_some())
    }

    /// Waits until it is over and the callback has returned from its last call, and gives whether it is
    /// over: in the search's own callback, where that would take for ever, it does not wait.
    pub fn wait(&self) -> bool {
        self.wait_until(None)
    }

    /// Waits like [`wait`](Self::wait), for so long at most, and gives whether the search is over.
    pub fn wait_for(&self, time: Duration) -> bool {
        self.wait_until(Instant::now().checked_add(time))
    }

    fn wait_until(&self, until: Option<Instant>) -> bool {
        if self.is_own_thread() || self.shared.control.is_of_another_process() {
            return self.is_done();
        }
        let mut end = self.shared.end();
        while !end.was_told {
            let Some(until) = until else {
                end = whole(self.shared.ended.wait(end));
                continue;
            };
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            end = whole(self.shared.ended.wait_timeout(end, left)).0;
        }
        end.was_told
    }

    /// Ends it, with the best so far, within a moment. It does not wait for that.
    pub fn cancel(&self) {
        self.shared.control.cancel();
    }

    /// What came of it, or the best so far if it is not over: then the stop reason is
    /// [`Running`](crate::StopReason::Running), and the grammar alone answers the queries, as far as
    /// that takes a few milliseconds and no more memory than the search has left: at most the first
    /// 10,000, and none of more than 64 KiB.
    ///
    /// # Panics
    /// If the search has panicked, which is a defect of blicket.
    pub fn result(&self) -> Solution {
        match self.end().as_ref().and_then(|end| end.result.as_ref()) {
            Some(Ok(solution)) => return solution.clone(),
            Some(Err(message)) => panic!("{message}"),
            None => {}
        }
        solve::best_so_far(&self.shared.task, &self.shared.control)
    }

    /// The task that is being solved.
    pub fn task(&self) -> &Task {
        &self.shared.task
    }

    fn is_own_thread(&self) -> bool {
        OWN.get() == Arc::as_ptr(&self.shared)
    }

    /// Its end as a host sees it; in a forked process there may be none to be had.
    fn end(&self) -> Option<MutexGuard<'_, End>> {
        self.shared.control.lock(&self.shared.end)
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        if self.shared.control.is_of_another_process() {
            // There is no thread to wait for, nor anything that could be said to it.
            mem::forget(self.thread.take());
            return;
        }
        self.cancel();
        if self.is_own_thread() {
            // Its callback drops it: the thread ends by itself, a moment later.
            self.shared.left_alone.store(true, Ordering::Release);
        } else if let Some(thread) = self.thread.take() {
            // What it could panic with has been caught.
            let _ = thread.join();
        }
    }
}
