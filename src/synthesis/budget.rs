//! What is left of a task's time and steps.

use crate::solution::StopReason;
use crate::task::Task;
use std::time::{Duration, Instant};

/// Counts steps and watches the clock.
#[derive(Debug)]
pub(super) struct Budget {
    start: Instant,
    timeout: Duration,
    step_limit: u64,
    /// Whether a part of both is kept back.
    reserve: bool,
    pub(super) steps: u64,
    pub(super) programs: u64,
    /// When there was a first solution.
    pub(super) solved: Option<Duration>,
}

impl Budget {
    pub(super) fn new(task: &Task) -> Self {
        let (timeout, step_limit) = (task.timeout, task.step_limit);
        Self {
            start: Instant::now(),
            timeout,
            step_limit,
            reserve: false,
            steps: 0,
            programs: 0,
            solved: None,
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Keeps back a quarter, so that there is something left for the best so far; or gives it free.
    pub(super) fn keep_reserve(&mut self, reserve: bool) {
        self.reserve = reserve;
    }

    fn limits(&self) -> (Duration, u64) {
        match self.reserve {
            true => (self.timeout * 3 / 4, self.step_limit - self.step_limit / 4),
            false => (self.timeout, self.step_limit),
        }
    }

    /// Why it is over, if it is.
    pub(super) fn over(&self) -> Option<StopReason> {
        let (timeout, step_limit) = self.limits();
        if self.steps >= step_limit {
            Some(StopReason::Steps)
        } else if self.start.elapsed() >= timeout {
            Some(StopReason::Timeout)
        } else {
            None
        }
    }

    pub(super) fn steps_left(&self) -> u64 {
        self.limits().1.saturating_sub(self.steps)
    }

    /// When time is up, for whoever only asks the clock.
    pub(super) fn deadline(&self) -> impl FnMut() -> bool + use<> {
        let (start, timeout) = (self.start, self.limits().0);
        move || start.elapsed() >= timeout
    }
}
