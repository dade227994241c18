//! Command languages of the kind that people write, at random: intents with slots, synonyms, optional words, values of several
//! words or with endings, numbers, open names, chains and nesting, in five ways to write what is meant; with examples as a person
//! teaches them, and queries that these determine, that have new names or numbers, or that are to be refused.
//!
//! No word and no rule is of a real language: all words are invented, another sound of them in every language.

mod words;
mod language;
mod style;
mod values;
mod intents;
mod sentence;
mod teach;
mod strange;

use super::corruption::corrupt;
use super::error::{SampleError, check_share, check_support};
use crate::episode::Episode;
use blicket::{Domain, Random};
use sentence::Said;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use teach::{Sentence, Speaker};

/// What queries are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandQueries {
    /// All that they need is shown.
    Determined,
    /// So it is, but for names or numbers that no example has.
    Open,
    /// Not of what was taught: what is right is to refuse them.
    Out,
}

/// What the episodes of command languages are like.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandSettings {
    /// How many examples.
    pub support: RangeInclusive<usize>,
    /// How many queries; none of them is among the examples.
    pub queries: usize,
    /// What they are like.
    pub asked: CommandQueries,
    /// The share of the examples, from 0 to 1, whose output is replaced by that of another example.
    pub corrupt: f64,
}

impl Default for CommandSettings {
    fn default() -> Self {
        Self { support: 20..=60, queries: 20, asked: CommandQueries::Determined, corrupt: 0.0 }
    }
}

/// How many languages are tried for one episode.
const LANGUAGES: usize = 400;

/// The most examples that a small part of a language is taught by.
const FEW: usize = 30;

/// Samples episodes of command languages.
#[derive(Debug)]
pub struct CommandSampler {
    settings: CommandSettings,
}

impl CommandSampler {
    /// A sampler, if the settings make sense.
    pub fn new(settings: CommandSettings) -> Result<Self, SampleError> {
        check_support(&settings.support)?;
        check_share(settings.corrupt, "wrong examples")?;
        let asked = settings.support.end().saturating_add(settings.queries);
        match asked > MOST {
            true => Err(SampleError::TooManyExamples { asked, tries: MOST }),
            false => Ok(Self { settings }),
        }
    }

    /// The episode of this seed. How many examples it has is drawn first; then languages are drawn until one has examples and
    /// queries enough.
    pub fn sample(&self, seed: u64) -> Result<Episode, SampleError> {
        let random = &mut Random::new(seed);
        let count = random.within(&self.settings.support);
        let share = if count <= FEW { 0.55 } else { 0.85 };
        for _ in 0..LANGUAGES {
            let language = intents::language(share, random);
            let mut speaker = Speaker::new(&language);
            let Some((support, queries)) = self.taught(&mut speaker, count, random) else {
                continue;
            };
            let pair = |one: Sentence| (one.input, one.output);
            let mut support: Vec<_> = support.into_iter().map(pair).collect();
            corrupt(&mut support, self.settings.corrupt, random);
            return Ok(Episode {
                name: format!("commands-{seed}"),
                domain: Some(Domain::Words),
                support,
                queries,
                grammar: Some(language.text(false)),
            });
        }
        let queries = self.settings.queries;
        Err(SampleError::Rejected {
            grammars: LANGUAGES,
            examples: count + queries,
            max_length: 18,
        })
    }

    /// Examples of a language, and queries; none if it is too small for them.
    fn taught(
        &self,
        speaker: &mut Speaker<'_>,
        count: usize,
        random: &mut Random,
    ) -> Option<(Vec<Sentence>, Vec<Query>)> {
        let mut said = HashSet::new();
        let (support, shown) = teach::support(speaker, count, &mut said, random)?;
        let wanted = self.settings.queries;
        let language = speaker.language;
        let part = match self.settings.asked {
            CommandQueries::Out => {
                let strange =
                    strange::strange(speaker, (&support, &shown), wanted, &mut said, random)?;
                return Some((support, strange.into_iter().map(|input| (input, None)).collect()));
            }
            CommandQueries::Open => Said::Fresh,
            CommandQueries::Determined => Said::Taught,
        };
        let mut sentences = speaker.say(part, 20 * wanted, &mut said, random);
        sentences.retain(|one| {
            let has_new = one.words.iter().any(|word| !shown.words.contains(word));
            shown.determine(&one.tree, language) && has_new == (part == Said::Fresh)
        });
        let queries = evenly(sentences, wanted)?;
        Some((support, queries.into_iter().map(|one| (one.input, Some(one.output))).collect()))
    }
}

/// An input, and what it means if it is not to be refused.
type Query = (String, Option<String>);

/// More examples than any of these languages has different sentences for.
const MOST: usize = 1_000;

/// So many of the sentences, with all kinds of them in turn.
fn evenly(sentences: Vec<Sentence>, count: usize) -> Option<Vec<Sentence>> {
    let mut piles: std::collections::BTreeMap<(usize, usize), Vec<Sentence>> = Default::default();
    for sentence in sentences {
        piles.entry(sentence.tree.kind()).or_default().push(sentence);
    }
    let mut chosen = Vec::new();
    while chosen.len() < count {
        let before = chosen.len();
        chosen.extend(piles.values_mut().filter_map(Vec::pop));
        if chosen.len() == before {
            return None;
        }
    }
    chosen.truncate(count);
    Some(chosen)
}

#[cfg(test)]
mod tests;
