//! The one question that every loop asks: is it over?

use super::{Control, Watch};
use std::cell::Cell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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
}
