//! What is left of a task's time, steps and memory.

use super::{Control, Ticker, Watch};
use crate::solution::StopReason;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Counts steps, watches the clock, and notices when a search is cancelled.
pub struct Budget {
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

    pub(crate) fn watch(&self) -> &Rc<Watch> {
        &self.watch
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.control().elapsed()
    }

    /// Notes that so many bytes are kept until the search is over.
    pub fn keep_bytes(&self, bytes: usize) {
        self.control().keep(bytes);
    }

    /// One more grammar is run, which is a step.
    pub fn count_program(&mut self) {
        self.programs += 1;
        self.steps += 1;
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
    pub(crate) fn onlooker(&self) -> impl Fn() -> bool + Sync + use<> {
        let (control, until) = (self.control().clone(), self.limits().0);
        move || {
            control.interrupted().is_some() || until.is_some_and(|until| Instant::now() >= until)
        }
    }

    /// When time is up.
    #[cfg(feature = "neural")]
    pub(crate) fn until(&self) -> Option<Instant> {
        self.limits().0
    }

    /// Why it is over, if it is.
    pub fn over(&self) -> Option<StopReason> {
        self.control().set_counts(self.steps, self.programs);
        let interruption = self.interruption();
        let out_of_steps = self.steps >= self.limits().1;
        match interruption {
            None | Some(StopReason::Timeout) if out_of_steps => Some(StopReason::Steps),
            interruption => interruption,
        }
    }

    /// Why it is over for what costs no steps: weighing and voting go on after the last step.
    pub fn interruption(&self) -> Option<StopReason> {
        // First whether, then why: a cancel between the two must not pass for a timeout.
        let over = self.watch.is_over(self.limits().0);
        self.control().interrupted().or(over.then_some(StopReason::Timeout))
    }

    /// Whether it is over for what costs no steps.
    pub fn interrupted(&self) -> bool {
        self.watch.is_over(self.limits().0)
    }

    pub(crate) fn steps_left(&self) -> u64 {
        self.limits().1.saturating_sub(self.steps)
    }

    /// What loops ask that count their steps themselves: time is up, or the search was interrupted.
    pub(crate) fn ticker(&self) -> Ticker {
        Ticker::new(self.watch.clone(), self.limits().0)
    }

    /// What loops ask that cannot be left half done: they may use what is kept back, too.
    pub(crate) fn last_ticker(&self) -> Ticker {
        Ticker::new(self.watch.clone(), self.control().quarters(4))
    }

    /// What a solver asks that reports its nodes, which are steps as well.
    pub(crate) fn solver_ticker(&self) -> Ticker {
        self.ticker().counting_from(self.steps, self.programs)
    }

    /// Over a moment after the search is, so that the best so far can answer.
    pub(crate) fn ticker_with_grace(&self) -> Ticker {
        self.ticker().with_grace(GRACE)
    }
}
