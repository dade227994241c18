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
}

/// Work between two looks at the outside world: some microseconds.
const POLL: u64 = 2_000;

impl<'a> Meter<'a> {
    pub(crate) fn new(limit: u64, stop: &'a Ticker) -> Meter<'a> {
        Meter { spent: 0, limit, poll: POLL, stop, stopped: false }
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
