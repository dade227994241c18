//! Work that is counted, so that learning can be stopped anywhere and ends at
//! the same point on every machine.

use crate::budget::Ticker;

/// Counts work. All loops of the learner call [`Meter::tick`] and leave when
/// it says so; what they have built until then is complete and usable.
pub(crate) struct Meter<'a> {
    spent: u64,
    limit: u64,
    poll: u64,
    stop: &'a Ticker,
    stopped: bool,
    /// The bytes that were told of.
    held: usize,
}

/// Work between two looks at the outside world: some microseconds.
const POLL: u64 = 2_000;
/// Bytes that are told of at once.
const PART: usize = 64 << 10;

impl<'a> Meter<'a> {
    pub(crate) fn new(limit: u64, stop: &'a Ticker) -> Meter<'a> {
        Meter { spent: 0, limit, poll: POLL, stop, stopped: false, held: 0 }
    }

    /// Counts `work` units; false when it is time to leave.
    pub(crate) fn tick(&mut self, work: u64) -> bool {
        self.spent = self.spent.saturating_add(work);
        if self.spent >= self.poll && !self.stopped {
            self.poll = self.spent + POLL;
            self.stopped = self.stop.is_over();
        }
        !self.stopped && self.spent < self.limit
    }

    /// From tables that take so many bytes already, which were told of.
    pub(crate) fn holding(self, bytes: usize) -> Meter<'a> {
        Meter { held: bytes, ..self }
    }

    /// Tells of what the tables take now. More than the search may take ends it.
    pub(crate) fn hold(&mut self, bytes: usize) {
        if bytes > self.held + PART {
            self.stop.keep(bytes - self.held);
            self.held = bytes;
            self.stopped = self.stopped || self.stop.is_over();
        }
    }

    /// The bytes that the tables may take.
    pub(crate) fn most_bytes(&self) -> usize {
        self.held.saturating_add(self.stop.memory_left())
    }

    /// Looks whether the search is over, whatever was counted; false when it is.
    pub(crate) fn look(&mut self) -> bool {
        self.stopped = self.stopped || self.stop.is_over();
        !self.stopped
    }

    pub(crate) fn go_on(&self) -> bool {
        !self.stopped && self.spent < self.limit
    }

    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_and_stops_hold() {
        let never = Ticker::never();
        let mut meter = Meter::new(10, &never);
        assert!(meter.tick(9));
        assert!(!meter.tick(1));
        let always = Ticker::after_looks(0);
        let mut meter = Meter::new(u64::MAX, &always);
        assert!(!meter.tick(POLL));
        assert!(!meter.go_on());
    }
}
