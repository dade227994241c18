//! What is left of a task's time, steps and memory, and the one question that every loop asks: is it over?

use super::{Control, Watch};
use crate::clock::Instant;
use crate::solution::StopReason;
use std::cell::Cell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Counts steps, watches the clock, and notices when a search is cancelled.
pub struct Budget {
    watch: Rc<Watch>,
    step_limit: u64,
    reserve: Reserve,
    pub(crate) steps: u64,
    pub(crate) programs: u64,
    /// When there was a first solution.
    pub(crate) solved: Option<Duration>,
}

/// What is kept back, so that there is something left for the best so far. Of steps, always a quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reserve {
    /// Nothing.
    Nothing,
    /// A quarter of the time, for what is weighed at length.
    Quarter,
    /// An eighth of the time, no more than a moment, and no more than what comes after it takes.
    AtMost(Duration),
}

/// The most time that is kept back of a search that says how much it needs.
const MOMENT: Duration = Duration::from_millis(250);

/// For how long the best so far may answer queries after a search was ended.
const GRACE: Duration = Duration::from_millis(1);

impl Budget {
    pub(crate) fn new(watch: Watch) -> Self {
        let step_limit = watch.control().step_limit();
        let watch = Rc::new(watch);
        Self { watch, step_limit, reserve: Reserve::Nothing, steps: 0, programs: 0, solved: None }
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

    /// Keeps back a part, or gives it free.
    pub(crate) fn keep_reserve(&mut self, reserve: Reserve) {
        self.reserve = reserve;
    }

    /// When time is up, and after how many steps.
    fn limits(&self) -> (Option<Instant>, u64) {
        let control = self.control();
        match self.reserve {
            Reserve::Nothing => (control.quarters(4), self.step_limit),
            Reserve::Quarter => (control.quarters(3), self.step_limit - self.step_limit / 4),
            Reserve::AtMost(most) => {
                let moment = MOMENT.min(control.timeout() / 8).min(most);
                let until = control.quarters(4).and_then(|until| until.checked_sub(moment));
                (until, self.step_limit - self.step_limit / 4)
            }
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

/// Small pieces of work, such as looking up a word, between two looks at the clock.
const PIECES: usize = 1024;

/// Says whether to go on. Every loop that can take long asks it, and stops when it says so: then time is up,
/// or the search was cancelled, or its memory is used up. Once it is over, it stays over.
#[derive(Clone)]
pub(crate) struct Ticker {
    watch: Option<Rc<Watch>>,
    until: Option<Instant>,
    /// Set by another thread whose result makes this work needless.
    needless: Option<Arc<AtomicBool>>,
    over: Cell<bool>,
    /// Pieces of work since the last look at the clock.
    pieces: Cell<usize>,
    /// For how long it goes on when it would be over otherwise, and until when that is.
    grace: Option<(Duration, Cell<Option<Instant>>)>,
    /// The steps and programs of the search before this work began, for whoever polls the search meanwhile.
    counts: Option<(u64, u64)>,
    #[cfg(test)]
    looks: Cell<u64>,
    #[cfg(test)]
    most_looks: Option<u64>,
}

impl Ticker {
    pub(super) fn new(watch: Rc<Watch>, until: Option<Instant>) -> Self {
        Self { watch: Some(watch), until, ..Self::until(None) }
    }

    /// Over at a point in time, or never.
    pub(crate) fn until(until: Option<Instant>) -> Self {
        Self {
            watch: None,
            until,
            needless: None,
            over: Cell::new(false),
            pieces: Cell::new(0),
            grace: None,
            counts: None,
            #[cfg(test)]
            looks: Cell::new(0),
            #[cfg(test)]
            most_looks: None,
        }
    }

    /// Never over.
    #[cfg(test)]
    pub(crate) fn never() -> Self {
        Self::until(None)
    }

    /// Over when it has been asked so many times.
    #[cfg(test)]
    pub(crate) fn after_looks(looks: u64) -> Self {
        Self { most_looks: Some(looks), ..Self::never() }
    }

    /// How often it has been asked and has looked.
    #[cfg(all(test, feature = "neural"))]
    pub(crate) fn looks(&self) -> u64 {
        self.looks.get()
    }

    /// Over as well when another thread makes this work needless.
    #[cfg(feature = "neural")]
    pub(crate) fn unless(&self, needless: &Arc<AtomicBool>) -> Self {
        Self { needless: Some(needless.clone()), ..self.clone() }
    }

    /// Over so much later.
    pub(super) fn with_grace(self, grace: Duration) -> Self {
        Self { grace: Some((grace, Cell::new(None))), ..self }
    }

    pub(super) fn counting_from(self, steps: u64, programs: u64) -> Self {
        Self { counts: Some((steps, programs)), ..self }
    }

    /// Whether to stop now. It looks at the clock, which takes some ten nanoseconds.
    pub(crate) fn is_over(&self) -> bool {
        if !self.over.get() {
            self.over.set(self.look());
        }
        self.over.get()
    }

    fn look(&self) -> bool {
        #[cfg(test)]
        {
            self.looks.set(self.looks.get() + 1);
            if let Some(most) = self.most_looks {
                return self.looks.get() > most;
            }
        }
        if self.needless.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return true;
        }
        let is_over = match &self.watch {
            Some(watch) => watch.is_over(self.until),
            None => self.until.is_some_and(|until| Instant::now() >= until),
        };
        match &self.grace {
            Some((grace, end)) if is_over => {
                let now = Instant::now();
                let end = end.get().unwrap_or_else(|| {
                    end.set(Some(now + *grace));
                    now + *grace
                });
                now >= end
            }
            _ => is_over,
        }
    }

    /// Whether to stop, after so many more small pieces of work. It looks at the clock now and then.
    pub(crate) fn tick(&self, pieces: usize) -> bool {
        let pieces = self.pieces.get() + pieces;
        if pieces < PIECES {
            self.pieces.set(pieces);
            return false;
        }
        self.pieces.set(0);
        self.is_over()
    }

    /// Tells whoever polls the search that this work has taken so many steps so far.
    pub(crate) fn report(&self, steps: u64) {
        if let (Some((before, programs)), Some(control)) = (self.counts, self.control()) {
            control.set_counts(before + steps, programs);
        }
    }

    /// Lets others have the turn of this thread, until it next asks whether to go on: it only waits for something.
    #[cfg(feature = "neural")]
    pub(crate) fn rest(&self) {
        self.watch.iter().for_each(|watch| watch.rest());
    }

    /// Notes that so many more bytes are kept. More than there is room for ends the search.
    pub(crate) fn keep(&self, bytes: usize) {
        self.control().inspect(|control| control.keep(bytes));
    }

    /// The bytes that may still be kept.
    pub(crate) fn memory_left(&self) -> usize {
        self.control().map_or(usize::MAX, Control::memory_left)
    }

    fn control(&self) -> Option<&Control> {
        self.watch.as_ref().map(|watch| &**watch.control())
    }
}

impl fmt::Debug for Ticker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticker").field("over", &self.over).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, EngineOptions};
    use crate::task::Task;

    #[test]
    fn once_over_it_stays_over() {
        let ticker = Ticker::after_looks(2);
        let looks: Vec<bool> = (0..5).map(|_| ticker.is_over()).collect();
        assert_eq!(looks, [false, false, true, true, true]);
    }

    #[test]
    fn small_pieces_of_work_add_up_to_a_look() {
        let ticker = Ticker::after_looks(0);
        assert!((0..PIECES - 1).all(|_| !ticker.tick(1)));
        assert!(ticker.tick(1));
    }

    /// What ends a search before its time is only what is needed after it.
    #[test]
    fn what_is_kept_back_is_no_more_than_is_needed() {
        let left = |timeout: u64, reserve| {
            let timeout = Duration::from_millis(timeout);
            let task = Task::new().with(|task| task.timeout = timeout);
            let control = Engine::new(&EngineOptions::default()).unwrap().control(&task);
            let end = control.quarters(4).unwrap();
            let mut budget = Budget::new(Watch::new(control, None));
            budget.keep_reserve(reserve);
            (end - budget.limits().0.unwrap()).as_millis()
        };
        let at_most = |milliseconds| Reserve::AtMost(Duration::from_millis(milliseconds));
        assert_eq!((left(30_000, at_most(9_000)), left(80, at_most(9_000))), (250, 10));
        assert_eq!((left(30_000, at_most(0)), left(30_000, at_most(6))), (0, 6));
        assert_eq!((left(400, Reserve::Quarter), left(400, Reserve::Nothing)), (100, 0));
    }
}
