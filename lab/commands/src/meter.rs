//! Work that is counted, so that learning can be stopped anywhere and ends at
//! the same point on every machine; and the random numbers of a search.

/// Counts work. All loops of the learner call [`Meter::tick`] and leave when
/// it says so; what they have built until then is complete and usable.
pub struct Meter<'a> {
    spent: u64,
    limit: u64,
    poll: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
    stopped: bool,
}

/// Work between two looks at the outside world: some microseconds.
const POLL: u64 = 2_000;

impl<'a> Meter<'a> {
    pub fn new(limit: u64, stop: &'a (dyn Fn() -> bool + Sync)) -> Meter<'a> {
        Meter { spent: 0, limit, poll: POLL, stop, stopped: false }
    }

    /// Counts `work` units; false when it is time to leave.
    pub fn tick(&mut self, work: u64) -> bool {
        self.spent = self.spent.saturating_add(work);
        if self.spent >= self.poll && !self.stopped {
            self.poll = self.spent + POLL;
            self.stopped = (self.stop)();
        }
        !self.stopped && self.spent < self.limit
    }

    pub fn go_on(&self) -> bool {
        !self.stopped && self.spent < self.limit
    }

    /// Whether the world outside asked to stop, as opposed to work used up.
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    pub fn spent(&self) -> u64 {
        self.spent
    }

    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }
}

/// Xorshift: small, fast and the same everywhere.
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1);
        if random.0 == 0 {
            random.0 = 1;
        }
        for _ in 0..4 {
            random.unit();
        }
        random
    }

    /// From 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of `0..n`; 0 if there is nothing to choose from.
    pub fn below(&mut self, n: usize) -> usize {
        ((self.unit() * n as f64) as usize).min(n.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_and_stops_hold() {
        let never = || false;
        let mut meter = Meter::new(10, &never);
        assert!(meter.tick(9));
        assert!(!meter.tick(1));
        assert!(!meter.stopped());
        let always = || true;
        let mut meter = Meter::new(u64::MAX, &always);
        assert!(!meter.tick(POLL));
        assert!(meter.stopped());
    }

    #[test]
    fn random_is_repeatable() {
        let (mut a, mut b) = (Random::new(5), Random::new(5));
        assert!((0..100).all(|_| a.unit() == b.unit()));
        assert!((0..100).all(|_| a.below(3) < 3));
    }
}
