//! Figures over many episodes. The benchmark includes this file too, so it needs nothing of the
//! command.

/// The share of things that are right, of which each episode has some.
///
/// What one episode asks is right or wrong together, because it comes of one grammar: so episodes
/// are what is independent, and the standard error is that of a ratio of sums over episodes.
#[derive(Debug, Default)]
pub(crate) struct Accuracy {
    /// How many were right, and of how many.
    episodes: Vec<(usize, usize)>,
}

impl Accuracy {
    pub(crate) fn add(&mut self, right: usize, of: usize) {
        if of > 0 {
            self.episodes.push((right, of));
        }
    }

    /// The share of all; `None` without any.
    pub(crate) fn share(&self) -> Option<f64> {
        let (right, of) = self.episodes.iter().fold((0, 0), |sum, e| (sum.0 + e.0, sum.1 + e.1));
        (of > 0).then(|| right as f64 / of as f64)
    }

    /// The share's standard error; `None` without two episodes.
    pub(crate) fn standard_error(&self) -> Option<f64> {
        let share = self.share()?;
        let count = self.episodes.len() as f64;
        let of: usize = self.episodes.iter().map(|episode| episode.1).sum();
        let residual = |&(right, of): &(usize, usize)| right as f64 - share * of as f64;
        let squares: f64 = self.episodes.iter().map(|episode| residual(episode).powi(2)).sum();
        (count > 1.0).then(|| (squares * count / (count - 1.0)).sqrt() / of as f64)
    }
}

/// Whether confidence is the share of right answers: the expected calibration error over ten bins.
#[derive(Debug, Default)]
pub(crate) struct Calibration {
    bins: [Bin; 10],
}

#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    answers: usize,
    right: usize,
    confidence: f64,
}

impl Calibration {
    pub(crate) fn add(&mut self, confidence: f64, right: bool) {
        let last = self.bins.len() - 1;
        let bin = &mut self.bins[((confidence * 10.0) as usize).min(last)];
        bin.answers += 1;
        bin.right += usize::from(right);
        bin.confidence += confidence;
    }

    /// How far confidence is from the share of right answers, on average over all answers; `None`
    /// without any.
    pub(crate) fn error(&self) -> Option<f64> {
        let answers: usize = self.bins.iter().map(|bin| bin.answers).sum();
        let apart: f64 =
            self.bins.iter().map(|bin| (bin.right as f64 - bin.confidence).abs()).sum();
        (answers > 0).then(|| apart / answers as f64)
    }
}

/// The value that this share of all values is below, between two of them if need be.
pub(crate) fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = share * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(below + (above - below) * place.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accuracy(episodes: &[(usize, usize)]) -> Accuracy {
        let mut accuracy = Accuracy::default();
        episodes.iter().for_each(|(right, of)| accuracy.add(*right, *of));
        accuracy
    }

    fn close(a: Option<f64>, b: f64) {
        assert!((a.unwrap() - b).abs() < 1e-12, "{a:?} {b}");
    }

    #[test]
    fn with_equal_episodes_the_standard_error_is_that_of_a_mean() {
        let accuracy = accuracy(&[(10, 10), (5, 10), (0, 0), (9, 10)]);
        close(accuracy.share(), 0.8);
        let variance = (0.2f64.powi(2) + 0.3f64.powi(2) + 0.1f64.powi(2)) / 2.0;
        close(accuracy.standard_error(), (variance / 3.0).sqrt());
    }

    #[test]
    fn an_episode_counts_by_its_size() {
        let uneven = accuracy(&[(1, 1), (0, 3)]);
        close(uneven.share(), 0.25);
        // The residuals are 1 - 0.25 and 0 - 0.75.
        close(uneven.standard_error(), (2.0f64 * 2.0 * 0.75 * 0.75).sqrt() / 4.0);
    }

    #[test]
    fn there_is_no_figure_of_nothing() {
        assert_eq!((accuracy(&[]).share(), accuracy(&[(0, 0)]).share()), (None, None));
        assert_eq!((accuracy(&[(3, 4)]).standard_error(), quantile(&[], 0.5)), (None, None));
        assert_eq!(Calibration::default().error(), None);
    }

    #[test]
    fn calibration_compares_confidence_with_what_is_right() {
        let mut calibration = Calibration::default();
        // Three of four right at 0.75; one bin, however many answers.
        (0..4).for_each(|index| calibration.add(0.75, index > 0));
        close(calibration.error(), 0.0);
        // Two more, sure and wrong: the last bin takes 1 as well.
        (0..2).for_each(|_| calibration.add(1.0, false));
        close(calibration.error(), 2.0 / 6.0);
        calibration.add(0.95, true);
        close(calibration.error(), (2.95 - 1.0) / 7.0);
    }

    #[test]
    fn a_quantile_may_lie_between_two_values() {
        assert_eq!(quantile(&[3.0, 1.0, 2.0], 0.5), Some(2.0));
        assert_eq!(quantile(&[4.0, 1.0], 0.5), Some(2.5));
        assert_eq!(quantile(&[7.0], 0.95), Some(7.0));
        let values: Vec<f64> = (0..=100).map(f64::from).collect();
        assert_eq!(quantile(&values, 0.95), Some(95.0));
    }
}
