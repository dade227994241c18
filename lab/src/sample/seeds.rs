//! The seeds of many episodes, from the one seed of a run.

use blicket::Random;

/// The seeds of the episodes that are asked for with one seed: that seed itself, then others that
/// come of it, so that the episodes of two runs are different ones however close their seeds are.
pub fn episode_seeds(first: u64) -> impl Iterator<Item = u64> {
    // Apart from the numbers that the first episode is made of.
    let mut random = Random::new(first ^ 0x65_7069_736f_6465);
    std::iter::once(first).chain(std::iter::repeat_with(move || random.bits()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_of_a_run_stay_as_they_are() {
        let seeds: Vec<u64> = episode_seeds(7).take(3).collect();
        assert_eq!(seeds, [7, 14_099_823_495_708_645_785, 5_700_017_065_629_787_172]);
    }

    #[test]
    fn runs_with_close_seeds_share_no_episode() {
        let mut seeds: Vec<u64> = (0..100).flat_map(|seed| episode_seeds(seed).take(100)).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 10_000);
    }
}
