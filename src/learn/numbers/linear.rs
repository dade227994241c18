//! Numbers with at most one unknown in them.

/// `constant + slope * t`, where `t` is the one number of a sketch that is to be solved for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Linear {
    pub(super) constant: i64,
    pub(super) slope: i64,
}

impl Linear {
    pub(super) const ZERO: Self = Self::number(0);
    pub(super) const ONE: Self = Self::number(1);
    /// The unknown itself.
    pub(super) const UNKNOWN: Self = Self { constant: 0, slope: 1 };

    pub(super) const fn number(constant: i64) -> Self {
        Self { constant, slope: 0 }
    }

    /// The sum, unless it overflows.
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let constant = self.constant.checked_add(other.constant)?;
        Some(Self { constant, slope: self.slope.checked_add(other.slope)? })
    }

    /// The product, unless it overflows or is no longer linear.
    pub(super) fn times(self, other: Self) -> Option<Self> {
        if self.slope != 0 && other.slope != 0 {
            return None;
        }
        let constant = self.constant.checked_mul(other.constant)?;
        let left = self.slope.checked_mul(other.constant)?;
        let right = other.slope.checked_mul(self.constant)?;
        Some(Self { constant, slope: left.checked_add(right)? })
    }

    /// The number `t` that makes this `value`, if there is exactly one and it is not negative.
    pub(super) fn solve(self, value: i64) -> Option<i64> {
        let rest = value.checked_sub(self.constant)?;
        let solved = rest.checked_div(self.slope)?;
        (rest.checked_rem(self.slope)? == 0 && solved >= 0).then_some(solved)
    }

    /// What it is if the unknown is `t`; `None` if that overflows.
    pub(super) fn with(self, t: i64) -> Option<Self> {
        let constant = self.slope.checked_mul(t)?.checked_add(self.constant)?;
        Some(Self::number(constant))
    }
}
