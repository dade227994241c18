//! One thread of a search: asked again and again whether to go on, and letting others have a turn.

use super::control::{Control, Phase, Progress, lock};
use super::workers::FIRST_TURNS;
use crate::clock::Instant;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// What a host wants to be called with, on the search's own thread.
pub(crate) type Callback = Box<dyn FnMut(&Progress) -> ControlFlow<()> + Send>;

/// For how long a thread keeps its turn while others wait.
const TURN: Duration = Duration::from_millis(4);
/// For how long it keeps one while it is new, and while somebody waits who is.
const SHORT_TURN: Duration = Duration::from_millis(1);
/// How often a callback is called.
const CALLS: Duration = Duration::from_millis(10);

/// A thread of a search. It has a turn among the engine's workers, but for moments, and gives it back
/// when dropped.
pub(crate) struct Watch {
    control: Arc<Control>,
    /// Since when it has had its turn; `None` while it has none.
    turn: Cell<Option<Instant>>,
    /// How many turns it has had.
    turns: Cell<usize>,
    callback: RefCell<Option<Callback>>,
    called: Cell<Instant>,
}

impl Watch {
    /// The search's own thread. It takes its turn when it first asks whether to go on.
    pub(crate) fn new(control: Arc<Control>, callback: Option<Callback>) -> Self {
        let called = Cell::new(Instant::now());
        let (turn, turns) = (Cell::new(None), Cell::new(0));
        Self { control, turn, turns, callback: RefCell::new(callback), called }
    }

    /// A further thread, if the engine has a worker that nobody waits for.
    pub(crate) fn helper(&self) -> Option<HelperTurn> {
        let control = self.control.clone();
        control.workers.take_free().then(|| HelperTurn { control: Some(control) })
    }

    pub(crate) fn control(&self) -> &Arc<Control> {
        &self.control
    }

    /// Whether the search is over, which it is for good once it is past `until`, or interrupted.
    pub(crate) fn is_over(&self, until: Option<Instant>) -> bool {
        if self.control.interrupted().is_some() {
            return true;
        }
        let now = Instant::now();
        let past = until.is_some_and(|until| now >= until);
        let rested = match self.turn.get() {
            None => false,
            Some(since) => {
                let workers = &self.control.workers;
                let is_short = self.is_new() || workers.newcomers_wait();
                let turn = if is_short { SHORT_TURN } else { TURN };
                now - since < turn || !workers.others_wait()
            }
        };
        if past || (rested && now - self.called.get() < CALLS) {
            return past;
        }
        if now - self.called.get() >= CALLS {
            self.called.set(now);
            self.call();
        }
        if !rested {
            self.rest();
        }
        if self.turn.get().is_none() {
            self.take_turn(until);
        }
        self.control.interrupted().is_some() || until.is_some_and(|until| Instant::now() >= until)
    }

    fn take_turn(&self, until: Option<Instant>) {
        let control = &self.control;
        if control.workers.take(&control.signal, self.turns.get(), until, || control.is_cancelled())
        {
            self.turn.set(Some(Instant::now()));
        }
    }

    fn is_new(&self) -> bool {
        self.turns.get() < FIRST_TURNS
    }

    /// Gives the turn back, to whoever waits for it.
    pub(crate) fn rest(&self) {
        if self.turn.take().is_some() {
            self.turns.set(self.turns.get().saturating_add(1));
            self.control.workers.give_back();
        }
    }

    /// Calls the host. Meanwhile the turn is somebody else's: a host may take its time, or solve
    /// another task. A host that panics has cancelled the search.
    pub(crate) fn call(&self) {
        let Ok(mut callback) = self.callback.try_borrow_mut() else { return };
        let Some(call) = callback.as_mut() else { return };
        self.rest();
        let progress = self.control.progress();
        match catch_unwind(AssertUnwindSafe(|| call(&progress))) {
            Ok(ControlFlow::Continue(())) => return,
            Ok(ControlFlow::Break(())) => {}
            Err(panic) => {
                *lock(&self.control.callback_panic) = Some(panic_text(&*panic));
                *callback = None;
            }
        }
        if progress.phase != Phase::Done {
            self.control.cancel();
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.rest();
    }
}

/// A turn for a further thread, on its way to that thread.
pub(crate) struct HelperTurn {
    /// Until it has arrived there.
    control: Option<Arc<Control>>,
}

impl HelperTurn {
    /// On the thread that is to work.
    pub(crate) fn watch(mut self) -> Watch {
        let watch = Watch::new(self.control.take().expect("it arrives once"), None);
        watch.turn.set(Some(Instant::now()));
        watch.turns.set(FIRST_TURNS);
        watch
    }
}

impl Drop for HelperTurn {
    fn drop(&mut self) {
        if let Some(control) = &self.control {
            control.workers.give_back();
        }
    }
}

/// What somebody panicked with.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
