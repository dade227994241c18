//! Episodes of sampled grammars.

use super::corruption::corrupt;
use super::error::{SampleError, check_share, check_support};
use super::examples::{ExampleSampler, TRIES};
use super::meta_grammar::{GrammarSampler, MetaGrammar};
use crate::episode::Episode;
use blicket::{Domain, Grammar, Random, Vocabulary, Word};
use std::ops::RangeInclusive;

/// What the episodes of sampled grammars are like.
#[derive(Clone, Debug, PartialEq)]
pub struct EpisodeSettings {
    /// How many examples.
    pub support: RangeInclusive<usize>,
    /// How many queries; none of them is among the examples.
    pub queries: usize,
    /// The most words of an input, and the most tokens of an output; 10000 at most.
    pub max_length: usize,
    /// The share of the examples, from 0 to 1, whose output is replaced by that of another example,
    /// so that it is wrong. Queries are always right.
    pub corrupt: f64,
}

/// How many grammars are tried for one episode: far more than any setting takes that can be met.
const GRAMMARS: usize = 10_000;

/// Where many rules join words, what is drawn hardly ever ends by itself.
const LONGEST: usize = 10_000;

impl EpisodeSettings {
    fn check(&self) -> Result<(), SampleError> {
        check_support(&self.support)?;
        let asked = self.support.end().saturating_add(self.queries);
        if asked > TRIES {
            return Err(SampleError::TooManyExamples { asked, tries: TRIES });
        }
        if self.max_length > LONGEST {
            return Err(SampleError::TooLong { asked: self.max_length, most: LONGEST });
        }
        check_share(self.corrupt, "wrong examples")
    }
}

/// Samples episodes of one meta-grammar.
#[derive(Debug)]
pub struct EpisodeSampler {
    settings: EpisodeSettings,
    grammars: GrammarSampler,
    examples: ExampleSampler,
}

impl EpisodeSampler {
    /// A sampler, if the settings make sense.
    pub fn new(meta: MetaGrammar, settings: EpisodeSettings) -> Result<Self, SampleError> {
        settings.check()?;
        let grammars = GrammarSampler::new(meta)?;
        Ok(Self { settings, grammars, examples: ExampleSampler::new() })
    }

    /// The episode of this seed. How many primitives, rules and examples it has is drawn first;
    /// then grammars of that size are drawn until one gives examples enough.
    pub fn sample(&mut self, seed: u64) -> Result<Episode, SampleError> {
        let random = &mut Random::new(seed);
        let meta = self.grammars.meta();
        let (primitives, rules) = (random.within(&meta.primitives), random.within(&meta.rules));
        let support = random.within(&self.settings.support);
        let name = format!("{}-{seed}", meta.name);
        let EpisodeSettings { queries, max_length, corrupt: share, .. } = self.settings;
        let count = support + queries;
        for _ in 0..GRAMMARS {
            let rules = self.grammars.rules(primitives, rules, random);
            let vocabulary = self.grammars.vocabulary();
            let grammar = Grammar::new(Domain::Words, rules, vocabulary.clone())
                .expect("sampled rules are well formed");
            let Some(examples) = self.examples.draw(&grammar, count, max_length, random) else {
                continue;
            };
            let mut order: Vec<usize> = (0..count).collect();
            random.shuffle(&mut order); // because short examples come first
            let mut pairs = order.iter().map(|&index| {
                let (input, output) = examples.get(index);
                (text(input, vocabulary), text(output, vocabulary))
            });
            let mut support: Vec<_> = pairs.by_ref().take(support).collect();
            let queries = pairs.map(|(input, output)| (input, Some(output))).collect();
            // Last, so that an episode is otherwise the same with wrong examples and without.
            corrupt(&mut support, share, random);
            let (domain, grammar) = (Some(Domain::Words), Some(grammar.to_string()));
            return Ok(Episode { name, domain, support, queries, grammar });
        }
        Err(SampleError::Rejected { grammars: GRAMMARS, examples: count, max_length })
    }
}

/// Words with a space between them.
pub(super) fn text(words: &[Word], vocabulary: &Vocabulary) -> String {
    let length = words.iter().map(|word| vocabulary.text(*word).len() + 1).sum();
    let mut text = String::with_capacity(length);
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        text.push_str(vocabulary.text(*word));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn samplers() -> [EpisodeSampler; 2] {
        [
            EpisodeSampler::new(MetaGrammar::miniscan(), EpisodeSettings::miniscan()).unwrap(),
            EpisodeSampler::new(MetaGrammar::scan(), EpisodeSettings::scan()).unwrap(),
        ]
    }

    #[test]
    fn every_example_is_what_the_grammar_gives_and_within_its_limits() {
        for mut sampler in samplers() {
            let (meta, settings) = (sampler.grammars.meta().clone(), sampler.settings.clone());
            for seed in 0..300 {
                let Episode { name, domain, support, queries, grammar } =
                    sampler.sample(seed).unwrap();
                assert_eq!((name, domain), (format!("{}-{seed}", meta.name), Some(Domain::Words)));
                assert!(settings.support.contains(&support.len()));
                assert_eq!(queries.len(), settings.queries);
                let grammar = Grammar::parse(&grammar.unwrap()).unwrap();
                let primitives = grammar.rules().iter().filter(|r| r.left.len() == 1).count();
                assert!(meta.primitives.contains(&primitives));
                assert!(meta.rules.contains(&(grammar.rules().len() - 1 - primitives)));
                let mut inputs = HashSet::new();
                let queries = queries.into_iter().map(|(input, output)| (input, output.unwrap()));
                for (input, output) in support.into_iter().chain(queries) {
                    assert_eq!(grammar.apply(&input).text(), Some(output.as_str()), "{input}");
                    assert!(!output.is_empty());
                    let longest = input.split(' ').count().max(output.split(' ').count());
                    assert!(longest <= settings.max_length);
                    assert!(inputs.insert(input), "an input is there twice");
                }
            }
        }
    }

    #[test]
    fn how_much_there_is_of_everything_is_drawn_before_grammars_are_rejected() {
        let settings = EpisodeSettings { support: 10..=12, ..EpisodeSettings::miniscan() };
        let mut sampler = EpisodeSampler::new(MetaGrammar::miniscan(), settings).unwrap();
        let (mut by_rules, mut by_support) = ([0; 3], [0; 3]);
        for seed in 0..3_000 {
            let episode = sampler.sample(seed).unwrap();
            // All but the primitives have a variable on the right.
            let grammar = episode.grammar.unwrap();
            let rules = grammar.lines().filter(|rule| rule.contains("-> [")).count();
            by_rules[rules - 3] += 1;
            by_support[episode.support.len() - 10] += 1;
        }
        // Four standard deviations of a count are 103.
        for count in by_rules.into_iter().chain(by_support) {
            assert!((count - 1_000i32).abs() < 103, "{by_rules:?} {by_support:?}");
        }
    }

    #[test]
    fn a_seed_gives_the_same_episode_whatever_was_sampled_before() {
        for mut sampler in samplers() {
            let first: Vec<Episode> = (0..20).map(|seed| sampler.sample(seed).unwrap()).collect();
            let again = (0..20).rev().map(|seed| sampler.sample(seed).unwrap());
            assert!(again.eq(first.iter().rev().cloned()));
            let different: HashSet<_> = first.iter().map(|e| e.grammar.clone()).collect();
            assert_eq!(different.len(), 20);
        }
    }

    const MINISCAN_7: &str = "{\"name\":\"miniscan-7\",\"domain\":\"words\",\
        \"support\":[[\"kiki dax dax\",\"GREEN\"],[\"gazzer\",\"YELLOW\"],[\"tufa\",\"BLUE\"]],\
        \"queries\":[[\"kiki tufa zup kiki\",\"GREEN GREEN BLUE\"]],\
        \"grammar\":\"gazzer -> YELLOW\\ntufa -> BLUE\\nkiki -> GREEN\\nx2 zup u1 -> [u1] [x2]\\n\
        x1 dax -> [x1]\\nu1 x1 -> [u1] [x1]\\n\"}";
    const SCAN_7: &str = "{\"name\":\"scan-7\",\"domain\":\"words\",\
        \"support\":[[\"left right\",\"LOOK LOOK\"],[\"around turn\",\"WALK WALK\"],\
        [\"twice right\",\"GREEN GREEN\"]],\"queries\":[[\"look right\",\"RED RED\"]],\
        \"grammar\":\"twice -> GREEN\\naround -> WALK\\nleft -> LOOK\\nwalk -> RUN\\nlook -> RED\\n\
        u2 right -> [u2] [u2]\\nu2 thrice x2 -> [x2] [u2] [x2] [u2] [u2]\\nu1 turn -> [u1] [u1]\\n\
        u1 x1 -> [u1] [x1]\\n\"}";

    #[test]
    fn seeds_that_were_written_down_stay_valid() {
        let settings =
            EpisodeSettings { support: 3..=3, queries: 1, ..EpisodeSettings::miniscan() };
        let mut sampler = EpisodeSampler::new(MetaGrammar::miniscan(), settings).unwrap();
        assert_eq!(sampler.sample(7).unwrap().to_json(), MINISCAN_7);
        let settings = EpisodeSettings { support: 3..=3, queries: 1, ..EpisodeSettings::scan() };
        let mut sampler = EpisodeSampler::new(MetaGrammar::scan(), settings).unwrap();
        assert_eq!(sampler.sample(7).unwrap().to_json(), SCAN_7);
    }

    #[test]
    fn wrong_examples_change_nothing_else() {
        let settings = EpisodeSettings { corrupt: 0.2, ..EpisodeSettings::miniscan() };
        let mut wrong = EpisodeSampler::new(MetaGrammar::miniscan(), settings).unwrap();
        let [mut right, _] = samplers();
        for seed in 0..50 {
            let (wrong, right) = (wrong.sample(seed).unwrap(), right.sample(seed).unwrap());
            assert_eq!((&wrong.queries, &wrong.grammar), (&right.queries, &right.grammar));
            let pairs = wrong.support.iter().zip(&right.support);
            assert!(pairs.clone().all(|(wrong, right)| wrong.0 == right.0));
            assert_eq!(pairs.filter(|(wrong, right)| wrong.1 != right.1).count(), 6);
        }
    }

    #[test]
    fn settings_that_cannot_be_met_are_refused_in_time() {
        let refused = |settings: EpisodeSettings| {
            let sampler = EpisodeSampler::new(MetaGrammar::miniscan(), settings);
            sampler.and_then(|mut sampler| sampler.sample(1)).unwrap_err().to_string()
        };
        let usual = EpisodeSettings::miniscan;
        let message = refused(EpisodeSettings { support: 295..=295, ..usual() });
        assert!(message.starts_with("305 examples"), "{message}");
        let message = refused(EpisodeSettings { support: 0..=3, ..usual() });
        assert!(message.contains("at least one"), "{message}");
        let message = refused(EpisodeSettings { corrupt: 1.5, ..usual() });
        assert!(message.contains("from 0 to 1, and it is 1.5"), "{message}");
        let message = refused(EpisodeSettings { max_length: usize::MAX, ..usual() });
        assert!(message.contains("up to 10000 words and tokens"), "{message}");
        let message = refused(EpisodeSettings { max_length: 1, ..usual() });
        assert!(message.contains("gave 40 examples of at most 1 words"), "{message}");
    }
}
