//! Episodes of SCAN: some of a split's training lines, and some of its test commands.

use super::commands::SCAN_GRAMMAR;
use super::selection::{Selection, Selector};
use super::split::ScanSplit;
use crate::episode::Episode;
use crate::sample::corruption::corrupt;
use crate::sample::error::{SampleError, check_share, check_support};
use blicket::{Domain, Grammar, Random};
use std::ops::RangeInclusive;

/// Samples episodes of one split of SCAN.
///
/// ```
/// use blicket_lab::sample::{ScanSplit, Selection, SplitName, SplitSampler};
///
/// let split = ScanSplit::generate(SplitName::Length).unwrap();
/// let sampler = SplitSampler::new(split, Selection::Uniform, 100..=100, Some(500), 0.0)?;
/// let episode = sampler.sample(7);
/// assert_eq!(episode.name, "scan-length-uniform-7");
/// assert_eq!((episode.support.len(), episode.queries.len()), (100, 500));
/// # Ok::<(), blicket_lab::sample::SampleError>(())
/// ```
#[derive(Debug)]
pub struct SplitSampler {
    split: ScanSplit,
    selection: Selection,
    selector: Selector,
    support: RangeInclusive<usize>,
    queries: usize,
    corrupt: f64,
    /// As it prints, without the comment of its file.
    grammar: String,
}

impl SplitSampler {
    /// A sampler of episodes with so many examples, so many different queries (`None`: all test
    /// commands, in their order), and this share of wrong examples.
    pub fn new(
        split: ScanSplit,
        selection: Selection,
        support: RangeInclusive<usize>,
        queries: Option<usize>,
        corrupt: f64,
    ) -> Result<Self, SampleError> {
        check_support(&support)?;
        let selector = Selector::new(selection, &split.train);
        let queries = queries.unwrap_or(split.test.len());
        for (part, asked, commands) in [
            ("support", *support.end(), selector.commands()),
            ("queries", queries, split.test.len()),
        ] {
            if asked > commands {
                return Err(SampleError::TooFewCommands { part, asked, commands });
            }
        }
        check_share(corrupt, "wrong examples")?;
        let grammar = Grammar::parse(SCAN_GRAMMAR).expect("the grammar of SCAN is well formed");
        let grammar = grammar.to_string();
        Ok(Self { split, selection, selector, support, queries, corrupt, grammar })
    }

    /// The episode of this seed.
    pub fn sample(&self, seed: u64) -> Episode {
        let random = &mut Random::new(seed);
        let ScanSplit { name, train, test } = &self.split;
        let count = random.within(&self.support);
        let lines = self.selector.select(count, random);
        let mut support: Vec<_> = lines.into_iter().map(|line| train[line].clone()).collect();
        let mut order: Vec<usize> = (0..test.len()).collect();
        if self.queries < test.len() {
            random.shuffle_first(&mut order, self.queries);
        }
        let query = |&index: &usize| {
            let (input, output) = test[index].clone();
            (input, Some(output))
        };
        let queries = order[..self.queries].iter().map(query).collect();
        // Last, so that an episode is otherwise the same with wrong examples and without.
        corrupt(&mut support, self.corrupt, random);
        Episode {
            name: format!("scan-{}-{}-{seed}", name.name(), self.selection.name()),
            domain: Some(Domain::Words),
            support,
            queries,
            grammar: Some(self.grammar.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::SplitName;
    use std::collections::HashSet;

    fn sampler(name: SplitName, selection: Selection, queries: Option<usize>) -> SplitSampler {
        let split = ScanSplit::generate(name).unwrap();
        SplitSampler::new(split, selection, 50..=100, queries, 0.0).unwrap()
    }

    #[test]
    fn support_is_from_the_training_part_and_queries_are_from_the_test_part() {
        for name in [SplitName::Length, SplitName::Jump, SplitName::Right] {
            let split = ScanSplit::generate(name).unwrap();
            let train: HashSet<_> = split.train.into_iter().collect();
            let test: HashSet<_> = split.test.into_iter().collect();
            for selection in [Selection::Uniform, Selection::Paper] {
                let sampler = sampler(name, selection, Some(200));
                for seed in 0..5 {
                    let episode = sampler.sample(seed);
                    assert!(episode.support.iter().all(|example| train.contains(example)));
                    let queries: HashSet<_> =
                        episode.queries.into_iter().map(|(i, o)| (i, o.unwrap())).collect();
                    assert_eq!(queries.len(), 200);
                    assert!(queries.is_subset(&test));
                }
            }
        }
    }

    #[test]
    fn all_queries_are_the_test_part_itself() {
        let sampler = sampler(SplitName::Length, Selection::Uniform, None);
        let queries = sampler.sample(1).queries;
        assert_eq!(queries.len(), 3_920);
        assert!(queries.iter().zip(&sampler.split.test).all(|(query, test)| query.0 == test.0));
    }

    #[test]
    fn a_seed_gives_the_same_episode_and_another_seed_another() {
        let sampler = sampler(SplitName::Right, Selection::Paper, Some(10));
        assert_eq!(sampler.sample(3), sampler.sample(3));
        assert_ne!(sampler.sample(3).support, sampler.sample(4).support);
        assert_eq!(sampler.sample(3).name, "scan-right-paper-3");
        assert_eq!(sampler.sample(3).queries[0].0, "turn opposite left after run around right");
        assert_eq!(sampler.sample(3).support[0].0, "run opposite left");
    }

    #[test]
    fn what_a_split_does_not_have_is_refused() {
        let new = |support, queries| {
            let split = ScanSplit::generate(SplitName::Jump).unwrap();
            let sampler = SplitSampler::new(split, Selection::Uniform, support, queries, 0.0);
            sampler.map(|_| ()).unwrap_err().to_string()
        };
        assert!(new(20_000..=20_000, None).contains("13204 different commands for support"));
        assert!(new(100..=100, Some(8_000)).contains("7706 different commands for queries"));
        assert!(new(0..=100, None).contains("at least one"));
    }
}
