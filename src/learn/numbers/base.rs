//! The base that a language counts in, and what is round in it.

/// Powers of a base up to this one are tried as multipliers of unknown words.
const LARGEST_GUESS: i64 = 1_000_000_000;

/// A number from 3 on whose powers words multiply by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Base(i64);

impl Base {
    pub(super) const TEN: Self = Self(10);

    /// All bases that are looked at, from three to a gross. In base two, the only digit says nothing.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (3..=144).map(Self)
    }

    pub(super) const fn number(self) -> i64 {
        self.0
    }

    /// The digits of a number that is not negative, the last one first.
    pub(super) fn digits(self, number: i64) -> impl Iterator<Item = i64> {
        let mut rest = number;
        std::iter::from_fn(move || {
            let digit = (rest > 0).then_some(rest % self.0);
            rest /= self.0;
            digit
        })
    }

    /// A number without the zeros at its end.
    pub(super) fn without_zeros(self, number: i64) -> i64 {
        // To divide by a number that the compiler knows takes a fraction of the time, and most languages count in
        // tens.
        if self == Self::TEN { without_zeros(10, number) } else { without_zeros(self.0, number) }
    }

    /// How many digits a number has before the zeros at its end, at least one.
    pub(super) fn digits_that_count(self, number: i64) -> f64 {
        f64::from(self.logarithm(self.without_zeros(number)).unwrap_or(0) + 1)
    }

    /// The logarithm of a number above zero, rounded down.
    pub(super) fn logarithm(self, number: i64) -> Option<u32> {
        // Nearly all of what is read is in tens, for which there is a faster way.
        if self == Self::TEN { number.checked_ilog10() } else { number.checked_ilog(self.0) }
    }

    /// Whether a number above zero is the base to the power of something.
    pub(super) fn has_power(self, number: i64) -> bool {
        number > 0 && self.without_zeros(number) == 1
    }

    /// The powers of the base that are tried as multipliers.
    pub(super) fn powers(self) -> impl Iterator<Item = i64> {
        let next = move |power: &i64| power.checked_mul(self.0);
        std::iter::successors(Some(self.0), next).take_while(|power| *power <= LARGEST_GUESS)
    }
}

#[inline(always)]
fn without_zeros(base: i64, number: i64) -> i64 {
    let mut rest = number;
    while rest >= base && rest % base == 0 {
        rest /= base;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_round_depends_on_the_base() {
        let (ten, dozen) = (Base::TEN, Base(12));
        assert_eq!((ten.digits_that_count(1200), dozen.digits_that_count(1200)), (2.0, 2.0));
        assert_eq!((ten.digits_that_count(1728), dozen.digits_that_count(1728)), (4.0, 1.0));
        assert_eq!((ten.digits_that_count(0), dozen.digits_that_count(0)), (1.0, 1.0));
        assert!(ten.has_power(1000) && !ten.has_power(2000) && !ten.has_power(0));
        assert!(dozen.has_power(144) && dozen.has_power(1) && !dozen.has_power(100));
        assert_eq!(dozen.digits(1728 + 5 * 12).collect::<Vec<_>>(), [0, 5, 0, 1]);
        assert_eq!(ten.powers().collect::<Vec<_>>().len(), 9);
        assert_eq!(Base(60).powers().last(), Some(777_600_000));
    }
}
