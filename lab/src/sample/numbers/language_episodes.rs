//! Episodes of a real language, drawn from the numbers that its file has.

use super::draw::NumberDraw;
use super::episodes::episode;
use super::language::NumberLanguage;
use crate::episode::Episode;
use crate::sample::error::{SampleError, check_share, check_support};
use blicket::Random;
use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;

/// The compositional examples of the paper's tests.
const COMPOSITIONAL: usize = 30;
/// The numbers of an episode of the paper's tests, and the fewest queries where examples alone are
/// as many.
const NUMBERS: usize = 110;
const FEWEST_QUERIES: usize = 10;

/// How often a number is drawn that the file has nothing like before any other is taken.
const TRIES: usize = 100;

/// What the episodes of a language are like.
#[derive(Clone, Debug, PartialEq)]
pub struct LanguageSettings {
    /// The numbers that are always among the examples, as far as the file has them.
    pub necessary: Vec<i64>,
    /// How many examples, with those; `None` for 30 more than those, as in the paper.
    pub support: Option<RangeInclusive<usize>>,
    /// How many queries, none of them among the examples; `None` for as many as make 110 with the
    /// examples, as in the paper, or 10 if that is more.
    pub queries: Option<usize>,
    /// How the other numbers are drawn.
    pub draw: NumberDraw,
    /// The share of the examples, from 0 to 1, whose output is replaced by that of another example,
    /// so that it is wrong. Queries are always right.
    pub corrupt: f64,
}

impl LanguageSettings {
    /// Those of the paper's tests, for a language with these basic words.
    pub fn paper(necessary: Vec<i64>) -> Self {
        let draw = NumberDraw::Test;
        Self { necessary, support: None, queries: None, draw, corrupt: 0.0 }
    }
}

/// Samples episodes of a language.
///
/// A draw gives a number, but a file has only some thousands of them. A draw that it does not have
/// is replaced by a line that looks like it: a number with as many digits, as many of them not zero,
/// or at least as many digits. Where the file is made of such draws, as those of this repository are,
/// lines come as often as numbers like them are drawn.
#[derive(Debug)]
pub struct LanguageSampler {
    language: NumberLanguage,
    lines: Lines,
    settings: LanguageSettings,
    support: RangeInclusive<usize>,
    queries: usize,
}

impl LanguageSampler {
    /// A sampler, if the settings make sense and the file has numbers enough.
    pub fn new(
        language: NumberLanguage,
        mut settings: LanguageSettings,
    ) -> Result<Self, SampleError> {
        let mut seen = HashSet::new();
        settings.necessary.retain(|n| language.words(*n).is_some() && seen.insert(*n));
        let necessary = settings.necessary.len();
        let usual = necessary + COMPOSITIONAL;
        let support = settings.support.clone().unwrap_or(usual..=usual);
        check_support(&support)?;
        if *support.start() < necessary {
            return Err(SampleError::TooFewExamples { asked: *support.start(), necessary });
        }
        let usual = NUMBERS.saturating_sub(*support.end()).max(FEWEST_QUERIES);
        let queries = settings.queries.unwrap_or(usual);
        let (asked, numbers) = (support.end().saturating_add(queries), language.numbers().len());
        if asked > numbers {
            return Err(SampleError::TooManyNumbers { asked, numbers });
        }
        check_share(settings.corrupt, "wrong examples")?;
        let lines = Lines::new(language.numbers());
        Ok(Self { language, lines, settings, support, queries })
    }

    /// The episode of this seed.
    pub fn sample(&self, seed: u64) -> Episode {
        let random = &mut Random::new(seed);
        let support = random.within(&self.support);
        let mut numbers = self.settings.necessary.clone();
        let mut taken: HashSet<i64> = numbers.iter().copied().collect();
        while numbers.len() < support + self.queries {
            let number = self.lines.draw(self.settings.draw, &taken, random);
            numbers.push(number);
            taken.insert(number);
        }
        let pair = |number: i64| {
            let words = self.language.words(number).expect("only its own numbers are drawn");
            (words.to_owned(), number.to_string())
        };
        let name = format!("numbers-{}-{seed}", self.language.name());
        episode(name, numbers.into_iter().map(pair), support, self.settings.corrupt, random)
    }
}

/// How many digits a number has, and how many of them are not zero.
type Shape = (usize, usize);

fn shape(number: i64) -> Shape {
    let digits = number.to_string();
    (digits.len(), digits.bytes().filter(|digit| *digit != b'0').count())
}

/// The numbers of a file, as they look.
#[derive(Debug)]
struct Lines {
    by_shape: BTreeMap<Shape, Vec<i64>>,
}

impl Lines {
    fn new(numbers: impl Iterator<Item = i64>) -> Self {
        let mut by_shape: BTreeMap<Shape, Vec<i64>> = BTreeMap::new();
        numbers.for_each(|number| by_shape.entry(shape(number)).or_default().push(number));
        Self { by_shape }
    }

    /// A number that is not taken yet, of which there has to be one.
    fn draw(&self, draw: NumberDraw, taken: &HashSet<i64>, random: &mut Random) -> i64 {
        for _ in 0..TRIES {
            let number = draw.draw(random);
            let shape = shape(number);
            let alike = self.by_shape.get(&shape).map_or(&[][..], Vec::as_slice);
            if alike.binary_search(&number).is_ok() {
                if taken.contains(&number) {
                    continue; // like the paper, which draws again
                }
                return number;
            }
            let as_long = self.by_shape.range((shape.0, 0)..(shape.0 + 1, 0));
            let as_long = as_long.flat_map(|(_, numbers)| numbers);
            let found =
                one_of(alike.iter(), taken, random).or_else(|| one_of(as_long, taken, random));
            if let Some(number) = found {
                return number;
            }
        }
        let all = self.by_shape.values().flatten();
        one_of(all, taken, random).expect("an episode has fewer numbers than the file")
    }
}

/// One of the numbers that are not taken.
fn one_of<'a>(
    numbers: impl Iterator<Item = &'a i64>,
    taken: &HashSet<i64>,
    random: &mut Random,
) -> Option<i64> {
    let free: Vec<i64> = numbers.filter(|number| !taken.contains(number)).copied().collect();
    (!free.is_empty()).then(|| *random.choose(&free))
}

#[cfg(test)]
mod tests {
    use super::super::necessary::necessary_numbers;
    use super::*;
    use blicket::Domain;
    use std::fs;
    use std::path::Path;

    const FRENCH: &str = include_str!("../../../../data/numbers/fr.tsv");

    fn language(text: &str) -> NumberLanguage {
        NumberLanguage::parse("fr", text).unwrap()
    }

    fn sampler(change: impl FnOnce(&mut LanguageSettings)) -> Result<LanguageSampler, SampleError> {
        let mut settings = LanguageSettings::paper(necessary_numbers("fr"));
        change(&mut settings);
        LanguageSampler::new(language(FRENCH), settings)
    }

    fn numbers(episode: &Episode) -> Vec<i64> {
        let queries = episode.queries.iter().filter_map(|(_, output)| output.as_ref());
        let outputs = episode.support.iter().map(|(_, output)| output).chain(queries);
        outputs.map(|output| output.parse().unwrap()).collect()
    }

    #[test]
    fn an_episode_has_the_basic_words_thirty_examples_and_the_rest_of_110_as_queries() {
        let (sampler, file) = (sampler(|_| {}).unwrap(), language(FRENCH));
        for seed in 0..50 {
            let episode = sampler.sample(seed);
            assert_eq!(episode.name, format!("numbers-fr-{seed}"));
            assert_eq!((episode.support.len(), episode.queries.len()), (61, 49));
            assert_eq!((episode.domain, &episode.grammar), (Some(Domain::Numbers), &None));
            let queries = episode.queries.iter().map(|(input, output)| (input, output.as_ref()));
            let support = episode.support.iter().map(|(input, output)| (input, Some(output)));
            for (input, output) in support.chain(queries) {
                assert_eq!(file.words(output.unwrap().parse().unwrap()), Some(input.as_str()));
            }
            let numbers = numbers(&episode);
            assert!(necessary_numbers("fr").iter().all(|number| numbers[..61].contains(number)));
            assert_eq!(numbers.iter().collect::<HashSet<_>>().len(), 110);
        }
        assert_eq!(sampler.sample(3), sampler.sample(3));
        assert_ne!(sampler.sample(3).support, sampler.sample(4).support);
    }

    #[test]
    fn every_language_of_the_repository_has_its_basic_words_and_numbers_to_draw() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/numbers");
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let files: Vec<_> = entries.filter(|path| path.is_file()).collect();
        assert_eq!(files.len(), 9 + 5 + 14);
        for path in files {
            let name = path.file_stem().unwrap().to_str().unwrap();
            let language =
                NumberLanguage::parse(name, &fs::read_to_string(&path).unwrap()).unwrap();
            let necessary = necessary_numbers(name.split('.').next().unwrap());
            assert!(necessary.iter().all(|n| language.words(*n).is_some()), "{name}");
            let settings = LanguageSettings {
                support: Some(200..=200),
                queries: Some(500),
                ..LanguageSettings::paper(necessary)
            };
            let sampler = LanguageSampler::new(language, settings).unwrap();
            assert!(numbers(&sampler.sample(1)).iter().all(|n| (0..=99_999_999).contains(n)));
        }
    }

    #[test]
    fn numbers_look_as_if_they_were_drawn() {
        let sampler = sampler(|settings| settings.necessary.clear()).unwrap();
        let mut shapes: BTreeMap<Shape, [usize; 2]> = BTreeMap::new();
        let random = &mut Random::new(8);
        for seed in 0..200 {
            for number in numbers(&sampler.sample(seed)) {
                shapes.entry(shape(number)).or_default()[0] += 1;
            }
            // No number is there twice in an episode, and small ones would be.
            let mut drawn = HashSet::new();
            while drawn.len() < 110 {
                drawn.insert(NumberDraw::Test.draw(random));
            }
            drawn.iter().for_each(|number| shapes.entry(shape(*number)).or_default()[1] += 1);
        }
        for (shape, [lines, drawn]) in shapes {
            let apart = (lines as f64 - drawn as f64).abs();
            // Five standard deviations of a difference; the few long numbers of some shapes run out.
            assert!(
                apart < 5.0 * ((lines + drawn + 1) as f64).sqrt() + 0.2 * drawn as f64,
                "{shape:?}: {lines}, {drawn}"
            );
        }
    }

    #[test]
    fn a_small_file_gives_all_it_has() {
        let text: String = (0..40).map(|n| format!("{}\tw{n}\n", n * 1_001)).collect();
        let settings = LanguageSettings {
            support: Some(30..=30),
            queries: Some(10),
            ..LanguageSettings::paper(vec![0, 1_001, 1_001, 7])
        };
        let sampler = LanguageSampler::new(language(&text), settings).unwrap();
        let mut numbers = numbers(&sampler.sample(1));
        numbers.sort_unstable();
        assert_eq!(numbers, (0..40).map(|n| n * 1_001).collect::<Vec<i64>>());
    }

    #[test]
    fn what_the_file_does_not_have_is_refused() {
        let refused = |change: fn(&mut LanguageSettings)| sampler(change).unwrap_err().to_string();
        let message = refused(|settings| settings.queries = Some(4_000));
        assert!(message.starts_with("4061 different numbers (support and queries)"), "{message}");
        assert!(message.contains("there are 4000"), "{message}");
        let message = refused(|settings| settings.support = Some(30..=100));
        assert!(message.contains("up to 31 examples, and 30 were asked for"), "{message}");
        let message = refused(|settings| settings.corrupt = -1.0);
        assert!(message.contains("from 0 to 1"), "{message}");
        let settings = LanguageSettings { support: Some(0..=0), ..LanguageSettings::paper(vec![]) };
        let message = LanguageSampler::new(language("1\tun"), settings).unwrap_err().to_string();
        assert!(message.contains("at least one"), "{message}");
    }
}
