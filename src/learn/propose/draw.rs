//! Draws from a few possibilities.

use super::ids::Pick;
use crate::random::Random;

/// Possibilities by number, each with its log-probability. These need not add up to one: what is
/// missing are possibilities that nobody looked at.
#[derive(Debug)]
pub(super) struct Choices {
    /// The probabilities, added up.
    cumulated: Vec<f64>,
}

impl Choices {
    pub(super) fn new(log_probabilities: impl Iterator<Item = f64>) -> Self {
        let mut sum = 0.0;
        let add = |log_probability: f64| {
            sum += log_probability.exp();
            sum
        };
        Self { cumulated: log_probabilities.map(add).collect() }
    }

    /// One of them by its probability.
    pub(super) fn draw(&self, random: &mut Random) -> Pick {
        let unit = random.unit() * self.cumulated.last().copied().unwrap_or(0.0);
        let place = self.cumulated.partition_point(|sum| *sum <= unit);
        Pick::at(place.min(self.cumulated.len().saturating_sub(1)))
    }

    /// One by its probability this often; otherwise all are as likely.
    pub(super) fn draw_boldly(&self, by_probability: f64, random: &mut Random) -> Pick {
        match random.chance(by_probability) {
            true => self.draw(random),
            false => Pick::at(random.below(self.cumulated.len().max(1))),
        }
    }
}

/// One of `items`, or sometimes two, drawn without replacement.
pub(super) fn one_or_two<T: Copy>(items: &[T], one: f64, random: &mut Random) -> Vec<T> {
    let count = if random.chance(one) { 1 } else { 2 };
    let mut items = items.to_vec();
    random.shuffle_first(&mut items, count);
    items.truncate(count);
    items
}

/// Logistic noise: what has to be added to log-odds so that their sign is drawn by them.
pub(super) fn logistic(random: &mut Random) -> f64 {
    let unit = random.unit().clamp(1e-12, 1.0 - 1e-12);
    (unit / (1.0 - unit)).ln()
}
