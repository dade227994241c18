//! Right sides of higher-order rules by decreasing probability.

/// A right side: how many items, and which of them are the second variable, a bit each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RightSide {
    pub(super) length: u32,
    pub(super) second: u64,
    /// The logarithm of its probability.
    pub(super) score: f64,
}

/// The right sides with so many variables, as far as they have been asked for.
#[derive(Clone, Debug)]
pub(super) struct RightSides {
    variables: u32,
    go_on: f64,
    /// Those that are in order.
    sorted: Vec<RightSide>,
    /// Those that longer ones may still come before.
    pending: Vec<RightSide>,
    /// How many items more than variables the next ones have.
    more: u32,
}

impl RightSides {
    pub(super) fn new(variables: u32, go_on: f64) -> Self {
        Self { variables, go_on, sorted: Vec::new(), pending: Vec::new(), more: 0 }
    }

    /// The right side that so many others come before; `None` if there are not so many.
    pub(super) fn get(&mut self, index: usize) -> Option<RightSide> {
        // The longest would not fit, nor would anything else that takes so long to come to.
        while self.sorted.len() <= index && self.more + self.variables <= 63 {
            if self.more > 0 && self.go_on == 0.0 {
                return None;
            }
            self.extend();
        }
        self.sorted.get(index).copied()
    }

    fn extend(&mut self) {
        let length = self.variables + self.more;
        let seconds = match self.variables {
            1 => 0..=0,
            _ => 1..=(1u64 << length) - 2,
        };
        let right_side = |second: u64| {
            let score = self.score(self.more, second.count_ones());
            RightSide { length, second, score }
        };
        let new: Vec<RightSide> = seconds.map(right_side).collect();
        self.pending.extend(new);
        self.pending.sort_by(|a, b| b.score.total_cmp(&a.score));
        self.more += 1;
        // Of one length, those are most probable that have about as many of both.
        let next = self.score(self.more, (self.variables + self.more) / 2);
        let ready = self.pending.iter().take_while(|side| side.score >= next).count();
        self.sorted.extend(self.pending.drain(..ready));
    }

    /// The logarithm of the probability of a right side with `more` items than variables, `seconds` of
    /// them the second variable. It goes on so often; of the ways to choose the additional items, so many
    /// have this number; and of the orders of all of them it is one.
    fn score(&self, more: u32, seconds: u32) -> f64 {
        let (k, go_on) = (f64::from(more), self.go_on);
        let stops = (1.0 - go_on).ln();
        let goes_on = if more == 0 { 0.0 } else { k * go_on.ln() };
        if self.variables == 1 {
            return stops + goes_on;
        }
        let firsts = f64::from(self.variables + more - seconds);
        // C(k, a) / 2^k / C(k + 2, a + 1)
        let chosen = firsts * f64::from(seconds) / ((k + 1.0) * (k + 2.0));
        stops + goes_on - k * 2f64.ln() + chosen.ln()
    }
}
