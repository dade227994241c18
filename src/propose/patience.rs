//! Looks at the clock now and then, in loops over all that a host has given.

/// Work between two looks: words that are looked up, or the like.
const LOOKS: usize = 1024;

/// Asks whether to stop, but not every time.
pub(super) struct Patience<'a> {
    stop: &'a mut dyn FnMut() -> bool,
    work: usize,
}

impl<'a> Patience<'a> {
    pub(super) fn new(stop: &'a mut dyn FnMut() -> bool) -> Self {
        Self { stop, work: 0 }
    }

    /// Whether to stop, after so much more work.
    pub(super) fn is_over(&mut self, work: usize) -> bool {
        self.work += work;
        if self.work < LOOKS {
            return false;
        }
        self.work = 0;
        (self.stop)()
    }
}
