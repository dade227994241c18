//! Episodes of sampled number grammars.

use super::draw::NumberDraw;
use super::grammar::NumberGrammars;
use crate::episode::Episode;
use crate::sample::corruption::corrupt;
use crate::sample::episodes::text;
use crate::sample::error::{SampleError, check_range, check_share};
use blicket::{Domain, Grammar, Random};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// What the episodes of sampled number grammars are like.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberSettings {
    /// How many examples. Those of 1 to 20 and of every primitive are always among them; the words
    /// of exceptions need not be.
    pub support: RangeInclusive<usize>,
    /// How many queries; none of them is among the examples.
    pub queries: usize,
    /// How the other numbers are drawn.
    pub draw: NumberDraw,
    /// The share of the examples, from 0 to 1, whose output is replaced by that of another example,
    /// so that it is wrong. Queries are always right.
    pub corrupt: f64,
}

/// The most examples that a grammar needs: 1 to 20, 30 to 90, 100 to 900, 1,000, its highest base,
/// and 0.
pub(super) const MOST_NECESSARY: usize = 39;

/// The most numbers of an episode. Draws of so many still find new ones soon.
const MOST_NUMBERS: usize = 10_000;

impl NumberSettings {
    /// Those that the paper trains with: 60 to 100 examples and 10 queries.
    pub fn training() -> Self {
        Self { support: 60..=100, queries: 10, draw: NumberDraw::Training, corrupt: 0.0 }
    }

    fn check(&self) -> Result<(), SampleError> {
        check_range(&self.support, "support examples")?;
        let (asked, necessary) = (*self.support.start(), MOST_NECESSARY);
        if asked < necessary {
            return Err(SampleError::TooFewExamples { asked, necessary });
        }
        let asked = self.support.end().saturating_add(self.queries);
        if asked > MOST_NUMBERS {
            return Err(SampleError::TooManyNumbers { asked, numbers: MOST_NUMBERS });
        }
        check_share(self.corrupt, "wrong examples")
    }
}

/// Samples episodes of number grammars.
///
/// ```
/// use blicket::Grammar;
/// use blicket_lab::sample::{NumberSampler, NumberSettings};
///
/// let episode = NumberSampler::new(NumberSettings::training())?.sample(7);
/// let grammar = Grammar::parse(&episode.grammar.unwrap()).unwrap();
/// for (input, output) in episode.support {
///     assert_eq!(grammar.apply(&input).text(), Some(output.as_str()));
/// }
/// # Ok::<(), blicket_lab::sample::SampleError>(())
/// ```
#[derive(Debug)]
pub struct NumberSampler {
    settings: NumberSettings,
    grammars: NumberGrammars,
}

impl NumberSampler {
    /// A sampler, if the settings make sense.
    pub fn new(settings: NumberSettings) -> Result<Self, SampleError> {
        settings.check()?;
        Ok(Self { settings, grammars: NumberGrammars::new() })
    }

    /// The episode of this seed.
    pub fn sample(&self, seed: u64) -> Episode {
        let random = &mut Random::new(seed);
        let NumberSettings { support, queries, draw, corrupt } = &self.settings;
        let support = random.within(support);
        let drawn = self.grammars.draw(random);
        let mut numbers = drawn.necessary();
        let mut taken: HashSet<i64> = numbers.iter().copied().collect();
        while numbers.len() < support + queries {
            let number = draw.draw(random);
            if taken.insert(number) {
                numbers.push(number);
            }
        }
        let vocabulary = self.grammars.vocabulary();
        let pairs = numbers.into_iter().map(|n| (text(&drawn.spell(n), vocabulary), n.to_string()));
        let grammar = Grammar::new(Domain::Numbers, drawn.rules(), vocabulary.clone())
            .expect("sampled rules are well formed");
        Episode {
            grammar: Some(grammar.to_string()),
            ..episode(format!("numbers-{seed}"), pairs, support, *corrupt, random)
        }
    }
}

/// An episode of pairs, of which the first `support` are its examples and the others its queries.
pub(super) fn episode(
    name: String,
    mut pairs: impl Iterator<Item = (String, String)>,
    support: usize,
    share: f64,
    random: &mut Random,
) -> Episode {
    let mut support: Vec<_> = pairs.by_ref().take(support).collect();
    let queries = pairs.map(|(input, output)| (input, Some(output))).collect();
    random.shuffle(&mut support); // because the necessary ones come first
    // Last, so that an episode is otherwise the same with wrong examples and without.
    corrupt(&mut support, share, random);
    Episode { name, domain: Some(Domain::Numbers), support, queries, grammar: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_what_the_grammar_gives_and_the_necessary_ones_are_there() {
        for draw in [NumberDraw::Training, NumberDraw::Test] {
            let settings = NumberSettings { draw, ..NumberSettings::training() };
            let sampler = NumberSampler::new(settings).unwrap();
            for seed in 0..100 {
                let Episode { name, domain, support, queries, grammar } = sampler.sample(seed);
                assert_eq!((name, domain), (format!("numbers-{seed}"), Some(Domain::Numbers)));
                assert!((60..=100).contains(&support.len()) && queries.len() == 10);
                let shown: HashSet<i64> = support.iter().map(|(_, n)| n.parse().unwrap()).collect();
                assert!((1..=20).all(|number| shown.contains(&number)));
                let grammar = Grammar::parse(&grammar.unwrap()).unwrap();
                let queries = queries.into_iter().map(|(input, output)| (input, output.unwrap()));
                let mut inputs = HashSet::new();
                for (input, output) in support.into_iter().chain(queries) {
                    assert_eq!(grammar.apply(&input).text(), Some(output.as_str()), "{input}");
                    assert!(inputs.insert(input), "an input is there twice");
                }
            }
        }
    }

    const NUMBERS_21: &str = "{\"name\":\"numbers-21\",\"domain\":\"numbers\",\"support\":[[\"dox\",\"0\"],\
        [\"krad teeb krad\",\"11\"],[\"krad teeb zup\",\"14\"]],\
        \"queries\":[[\"huda wif smee dox zup\",\"500004\"],[\"mup teeb smee zup wif\",\
        \"70400\"]],\"grammar\":\"%numbers\\nkrad teeb -> 10\\nkrad wif -> 100\\n\
        krad smee -> 1000\\nkrad dreg -> 1000000\\nkrad -> 1\\nfendle -> 2\\ntiv -> 3\\n\
        zup -> 4\\nvash -> 5\\nhux -> 6\\nmup -> 7\\nnerp -> 8\\nlorn -> 9\\n\
        x1 dreg y1 -> [x1]*1000000 + [y1]\\nx1 smee y1 -> [x1]*1000 + [y1]\\n\
        huda wif y1 -> 100*5 + [y1]\\nx1 wif y1 -> [x1]*100 + [y1]\\n\
        x1 teeb y1 -> [x1]*10 + [y1]\\ndox -> 0\\nu1 x1 -> [u1] + [x1]\\n\"}";

    #[test]
    fn seeds_that_were_written_down_stay_valid() {
        let settings =
            NumberSettings { support: 39..=39, queries: 2, ..NumberSettings::training() };
        let sampler = NumberSampler::new(settings).unwrap();
        let mut episode = sampler.sample(21);
        assert_eq!(sampler.sample(21), episode);
        assert_ne!(sampler.sample(22).support, episode.support);
        episode.support.truncate(3);
        assert_eq!(episode.to_json(), NUMBERS_21);
    }

    #[test]
    fn wrong_examples_change_nothing_else() {
        let settings = NumberSettings { corrupt: 0.2, ..NumberSettings::training() };
        let wrong = NumberSampler::new(settings).unwrap().sample(3);
        let right = NumberSampler::new(NumberSettings::training()).unwrap().sample(3);
        assert_eq!((&wrong.queries, &wrong.grammar), (&right.queries, &right.grammar));
        let differ = wrong.support.iter().zip(&right.support).filter(|(w, r)| w.1 != r.1).count();
        assert_eq!(differ, (right.support.len() as f64 * 0.2).round() as usize);
    }

    #[test]
    fn settings_that_cannot_be_met_are_refused() {
        let refused = |settings| NumberSampler::new(settings).unwrap_err().to_string();
        let usual = NumberSettings::training;
        let message = refused(NumberSettings { support: 30..=60, ..usual() });
        assert!(message.contains("39") && message.contains("30"), "{message}");
        let message = refused(NumberSettings { queries: usize::MAX, ..usual() });
        assert!(message.contains("10000"), "{message}");
        let message = refused(NumberSettings { corrupt: 1.5, ..usual() });
        assert!(message.contains("from 0 to 1, and it is 1.5"), "{message}");
        let message = refused(NumberSettings { support: RangeInclusive::new(70, 60), ..usual() });
        assert!(message.contains("range of support examples is empty"), "{message}");
    }
}
