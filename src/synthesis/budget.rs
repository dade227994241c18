//! What is left of a task's time, steps and memory.

use crate::control::{Control, Watch};
use crate::solution::StopReason;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Counts steps, watches the clock, and notices when a search is cancelled.
pub(crate) struct Budget {
    watch: Rc<Watch>,
    step_limit: u64,
    /// Whether a part of time and steps is kept back.
    reserve: bool,
    pub(crate) steps: u64,
    pub(crate) programs: u64,
    /// When there was a first solution.
    pub(crate) solved: Option<Duration>,
}

/// For how long the best so far may answer queries after a search was ended.
const GRACE: Duration = Duration::from_millis(1);

impl Budget {
    pub(crate) fn new(watch: Watch) -> Self {
        let step_limit = watch.control().step_limit();
        let watch = Rc::new(watch);
        Self { watch, step_limit, reserve: false, steps: 0, programs: 0, solved: None }
    }

    pub(crate) fn control(&self) -> &Arc<Control> {
        self.watch.control()
    }

    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.control().elapsed()
    }

    /// Keeps back a quarter, so that there is something left for the best so far; or gives it free.
    pub(crate) fn keep_reserve(&mut self, reserve: bool) {
        self.reserve = reserve;
    }

    /// When time is up, and after how many steps.
    fn limits(&self) -> (Option<Instant>, u64) {
        match self.reserve {
            true => (self.control().quarters(3), self.step_limit - self.step_limit / 4),
            false => (self.control().quarters(4), self.step_limit),
        }
    }

    /// Whether time is up or the search interrupted, for a thread that has no turn and does no work.
    #[cfg(feature = "neural")]
    pub(super) fn onlooker(&self) -> impl Fn() -> bool + Sync + use<> {
        let (control, until) = (self.control().clone(), self.limits().0);
        move || {
            control.interrupted().is_some() || until.is_some_and(|until| Instant::now() >= until)
        }
    }

    /// When time is up.
    #[cfg(feature = "neural")]
    pub(super) fn until(&self) -> Option<Instant> {
        self.limits().0
    }

    /// Why it is over, if it is.
    pub(crate) fn over(&self) -> Option<StopReason> {
        self.control().set_counts(self.steps, self.programs);
        let interruption = self.interruption();
        let out_of_steps = self.steps >= self.limits().1;
        match interruption {
            None | Some(StopReason::Timeout) if out_of_steps => Some(StopReason::Steps),
            interruption => interruption,
        }
    }

    /// Why it is over for what costs no steps: weighing and voting go on after the last step.
    pub(crate) fn interruption(&self) -> Option<StopReason> {
        // First whether, then why: a cancel between the two must not pass for a timeout.
        let over = self.watch.is_over(self.limits().0);
        self.control().interrupted().or(over.then_some(StopReason::Timeout))
    }

    pub(crate) fn interrupted(&self) -> bool {
        self.watch.is_over(self.limits().0)
    }

    pub(crate) fn steps_left(&self) -> u64 {
        self.limits().1.saturating_sub(self.steps)
    }

    /// When to stop, for whoever counts steps himself: time is up, or the search was cancelled.
    pub(crate) fn deadline(&self) -> impl Fn() -> bool + use<> {
        let (watch, until) = (self.watch.clone(), self.limits().0);
        move || watch.is_over(until)
    }

    /// The same with what is kept back, for what cannot be left half done.
    pub(super) fn last_deadline(&self) -> impl Fn() -> bool + use<> {
        let (watch, until) = (self.watch.clone(), self.control().quarters(4));
        move || watch.is_over(until)
    }

    /// When to stop for a solver, whose nodes so far are steps as well.
    pub(super) fn solver_deadline(&self) -> impl FnMut(u64) -> bool + use<> {
        let (watch, until) = (self.watch.clone(), self.limits().0);
        let (steps, programs) = (self.steps, self.programs);
        move |nodes| {
            watch.control().set_counts(steps + nodes, programs);
            watch.is_over(until)
        }
    }

    /// When not even the best so far is to answer any more.
    pub(super) fn grace(&self) -> impl FnMut() -> bool + use<> {
        let until = self.control().quarters(4).map_or_else(Instant::now, |u| u.min(Instant::now()));
        move || Instant::now() >= until + GRACE
    }
}
