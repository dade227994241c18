//! Numbers at random.

use blicket::Random;

/// The places that a number can have: up to 99,999,999.
const PLACES: usize = 8;

/// How the paper draws a number: as a sum of a digit at a place, another at another, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberDraw {
    /// Each place is below the one before it, so numbers are short and have many zeros.
    Training,
    /// Each place is drawn from one fewer than the one before it was drawn from: it may be that
    /// place again, and carry, or a higher one. Numbers are longer.
    Test,
}

impl NumberDraw {
    /// A number from 1 to 99,999,999.
    pub fn draw(self, random: &mut Random) -> i64 {
        loop {
            let number = self.terms(random).sum();
            // No digit at all was drawn; the paper passes such a draw over as well.
            if number > 0 {
                return number;
            }
        }
    }

    /// The digits, each times what its place stands for.
    fn terms(self, random: &mut Random) -> impl Iterator<Item = i64> {
        let mut places = PLACES;
        std::iter::from_fn(move || {
            let place = random.below(places + 1);
            if place == 0 {
                return None;
            }
            places = match self {
                Self::Training => place - 1,
                Self::Test => places - 1,
            };
            Some((random.below(9) as i64 + 1) * 10i64.pow(place as u32 - 1))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The terms of many draws, those without any included.
    fn draws(draw: NumberDraw) -> Vec<Vec<i64>> {
        let random = &mut Random::new(5);
        (0..20_000).map(|_| draw.terms(random).collect()).collect()
    }

    fn place(term: i64) -> u32 {
        term.ilog10()
    }

    #[test]
    fn in_training_places_go_down_and_in_tests_they_repeat_rise_and_carry() {
        let any = |draws: &[Vec<i64>], is_so: fn(i64, i64) -> bool| {
            draws.iter().flat_map(|terms| terms.windows(2)).any(|pair| is_so(pair[0], pair[1]))
        };
        let training = draws(NumberDraw::Training);
        assert!(!any(&training, |first, next| place(next) >= place(first)));
        let test = draws(NumberDraw::Test);
        assert!(any(&test, |first, next| place(next) == place(first)));
        assert!(any(&test, |first, next| place(next) > place(first)));
        assert!(any(&test, |first, next| place(first + next) > place(first).max(place(next))));
    }

    #[test]
    fn places_and_digits_have_the_probabilities_of_the_paper() {
        for draw in [NumberDraw::Training, NumberDraw::Test] {
            let draws = draws(draw);
            let (mut first, mut digits) = ([0i32; PLACES + 1], [0i32; 9]);
            for terms in &draws {
                first[terms.first().map_or(0, |term| place(*term) as usize + 1)] += 1;
                terms.iter().for_each(|t| digits[(t / 10i64.pow(place(*t))) as usize - 1] += 1);
            }
            // Four standard deviations of a count.
            assert!(first.iter().all(|count| (count - 20_000 / 9).abs() < 178), "{first:?}");
            let mean = digits.iter().sum::<i32>() / 9;
            let most = (4.0 * f64::from(mean).sqrt()) as i32;
            assert!(digits.iter().all(|count| (count - mean).abs() < most), "{digits:?}");
        }
        let mean = |draw| draws(draw).iter().map(Vec::len).sum::<usize>() as f64 / 20_000.0;
        // Training: a place is there with probability 1 / (place + 1), whatever is above it: the sum
        // of that over the places. Test: the k-th term needs all terms before it: the sum over k of
        // 8/9 * 7/8 * … = (9 - k) / 9.
        assert!((mean(NumberDraw::Training) - 1.829).abs() < 0.04);
        assert!((mean(NumberDraw::Test) - 4.0).abs() < 0.08);
    }

    #[test]
    fn a_number_has_eight_digits_at_most_and_is_never_zero() {
        for draw in [NumberDraw::Training, NumberDraw::Test] {
            let random = &mut Random::new(6);
            assert!((0..20_000).all(|_| (1..=99_999_999).contains(&draw.draw(random))));
        }
    }
}
