//! A clock that the host gives, where there is no other.

use std::ops::{Add, Sub};
use std::sync::OnceLock;
use std::time::Duration;

static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Says what time it is: how long it has been since some moment, which is always the same. Without it time stands
/// still, and only steps end a search. The first clock stays: whether it was this one is given back.
pub fn set_clock(clock: fn() -> Duration) -> bool {
    CLOCK.set(clock).is_ok()
}

/// There is one process, and it is never forked.
pub(crate) fn process() -> u32 {
    1
}

/// A moment, with as much of the standard library's as is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Instant(Duration);

impl Instant {
    pub(crate) fn now() -> Self {
        Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
    }

    pub(crate) fn elapsed(&self) -> Duration {
        Self::now().saturating_duration_since(*self)
    }

    /// Nothing, if the other is later: a host's clock may go back.
    pub(crate) fn saturating_duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    pub(crate) fn checked_sub(&self, time: Duration) -> Option<Self> {
        self.0.checked_sub(time).map(Self)
    }

    pub(crate) fn checked_add(&self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.saturating_duration_since(earlier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    static MILLISECONDS: AtomicU64 = AtomicU64::new(7);

    #[test]
    fn time_stands_still_until_there_is_a_clock_and_never_goes_back() {
        assert_eq!(Instant::now(), Instant::now() + Duration::ZERO);
        assert!(set_clock(|| Duration::from_millis(MILLISECONDS.load(Ordering::Relaxed))));
        assert!(!set_clock(|| Duration::ZERO));
        let start = Instant::now();
        MILLISECONDS.store(12, Ordering::Relaxed);
        assert_eq!(start.elapsed(), Duration::from_millis(5));
        assert!(start.checked_add(Duration::MAX).is_none());
        assert_eq!(start.checked_sub(Duration::MAX), None);
        assert!(start < Instant::now());
        MILLISECONDS.store(3, Ordering::Relaxed);
        assert_eq!(start.elapsed(), Duration::ZERO);
        assert_eq!(Instant::now() - start, Duration::ZERO);
        assert_eq!(process(), process());
    }
}
