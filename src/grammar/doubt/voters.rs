//! Grammars that vote on a query, and what is to be said to it.

use super::alike::Alike;
use super::evidence::{Evidence, Judgement};
use super::habits::{Habits, Strangeness};
use super::query::Query;
use super::seen::Seen;
use super::shape::{Fit, Shape};
use super::surprise::Usual;
use crate::grammar::votes::{VoterSet, places};
use crate::grammar::{Evaluation, Grammar, PartReading};
use crate::length::digits::is_digits;
use crate::length::hash::hash_of;
use crate::length::symbol::Symbol;
use std::borrow::Cow;

/// Share of those that read a query which the answer needs.
const SHARE: f64 = 0.6;

/// What is known of the examples and of how grammars read them.
pub(crate) struct Doubt {
    seen: Seen,
    shape: Shape,
    usual: Usual,
    /// Of those that vote, and of those that are a last resort.
    panels: [Panel; 2],
}

/// Grammars that vote, as far as it is known how they read.
#[derive(Default)]
struct Panel {
    /// By grammar.
    habits: Vec<Habits>,
    alike: Alike,
}

/// The words of a query.
struct QueryWords<'a> {
    texts: &'a [&'a str],
    /// By word: whether no example shows it, and its hash.
    new: Vec<bool>,
    hashes: Vec<u64>,
}

/// What is to be said to a query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judged {
    /// The best guess, if there is one.
    pub(crate) text: Option<String>,
    /// Whether it is worth acting on.
    pub(crate) sure: bool,
    pub(crate) confidence: f64,
    /// Whether it has the shape of the examples' outputs.
    pub(super) fits: bool,
    /// The first grammar that gives it, by its place among all.
    pub(crate) place: Option<usize>,
    /// Whether the evaluation is still the one of this grammar.
    pub(super) is_there: bool,
    /// What was weighed, for whoever fits the weights.
    #[cfg(feature = "evidence")]
    pub(super) evidence: Option<Evidence>,
}

#[derive(Default)]
struct Vote {
    /// The first grammar that gives it.
    place: usize,
    output: Vec<String>,
    /// Its tokens, copies in the form in which grammars have words.
    symbols: Vec<String>,
    /// Who gives it.
    voters: VoterSet,
    weight: f64,
    /// Sums over the grammars that give it, by weight.
    strangeness: Strangeness,
    fit: Fit,
    /// The words as the first of these grammars reads them.
    words: Vec<(Cow<'static, str>, bool)>,
}

impl Doubt {
    /// From examples (words and tokens) and grammars that satisfy them, the best one first. `None` if it was told to stop.
    pub(crate) fn learn<'t>(
        examples: &[(Vec<&'t str>, Vec<&'t str>)],
        grammars: &[Vec<&Grammar>; 2],
        mut is_over: impl FnMut() -> bool,
    ) -> Option<Doubt> {
        let mut evaluation = Evaluation::new();
        let mut pairs = Vec::new();
        let mut panels =
            grammars.each_ref().map(|some| Panel { habits: Vec::new(), alike: Alike::new(some) });
        for (place, (panel, grammar)) in panels_of(grammars).enumerate() {
            let mut own = Habits::default();
            for (words, tokens) in examples {
                if is_over() {
                    return None;
                }
                grammar.apply_into(&words.join(" "), &mut evaluation);
                own.note(&evaluation.readings(grammar), words);
                if place == 0 {
                    let words = as_read(words, &evaluation).into_iter().map(|(word, _)| word);
                    pairs.push((words.collect(), tokens.clone()));
                }
            }
            panels[panel].habits.push(own);
        }
        let seen = Seen::new(pairs.into_iter());
        let (shape, usual) = (Shape::learn(&seen), Usual::learn(&seen));
        Some(Doubt { seen, shape, usual, panels })
    }

    /// The names that a new word may stand for; a known word stands for itself.
    pub(super) fn names_like(&self, word: &str) -> Vec<&str> {
        match self.seen.texts.find(word) {
            Some(_) => vec![],
            None => self.usual.names_like(&self.seen, word),
        }
    }

    /// What grammars, each with its weight, have to say to a query; or others, if none of them reads it. They are those
    /// that the doubt was made with, in their order. The query comes also with its words in their form.
    pub(crate) fn judge(
        &self,
        grammars: [&[(Grammar, f64)]; 2],
        (query, normal): (&str, &str),
        evaluation: &mut Evaluation,
    ) -> Judged {
        let texts: Vec<&str> = normal.split(' ').filter(|word| !word.is_empty()).collect();
        let is_new = |word: &&str| self.seen.texts.find(word).is_none() && !is_digits(word);
        let words = QueryWords {
            texts: &texts,
            new: texts.iter().map(is_new).collect(),
            hashes: texts.iter().map(hash_of).collect(),
        };
        let judged = self.judge_by(grammars[0], 0, query, &words, evaluation);
        // An answer of the usual shape goes before others, whoever gives it.
        if let Some(judged) = judged.as_ref().filter(|judged| judged.fits) {
            #[cfg(feature = "evidence")]
            report(query, judged);
            return judged.clone();
        }
        let others = grammars[0].len();
        let last = self
            .judge_by(grammars[1], 1, query, &words, evaluation)
            .map(|judged| Judged { place: judged.place.map(|place| others + place), ..judged });
        let fitting = last.as_ref().is_some_and(|last| last.fits);
        let first = judged.map(|judged| Judged { is_there: false, ..judged });
        let judged = if fitting { last } else { first.or(last) }.unwrap_or_default();
        #[cfg(feature = "evidence")]
        report(query, &judged);
        judged
    }

    /// `None` if none of the grammars reads the query.
    fn judge_by(
        &self,
        grammars: &[(Grammar, f64)],
        panel: usize,
        query: &str,
        words: &QueryWords<'_>,
        evaluation: &mut Evaluation,
    ) -> Option<Judged> {
        let Panel { habits, alike } = &self.panels[panel];
        let (first, _) = grammars.first()?;
        let mut memory = std::mem::take(&mut evaluation.classes);
        alike.classes(words.texts, grammars.len(), &mut memory);
        let mut votes: Vec<Vote> = Vec::new();
        let mut strange = vec![Strangeness::default(); grammars.len()];
        let is_new = |place: usize| words.new[place];
        evaluation.read(first, query);
        let mut last = 0;
        for &class in &memory.classes {
            let index = class.trailing_zeros() as usize;
            let (grammar, _) = &grammars[index];
            evaluation.run_again(grammar);
            last = index;
            if evaluation.text().is_none() {
                continue;
            }
            if has_idle_end(grammar, words.texts, evaluation) {
                continue;
            }
            let readings = evaluation.readings(grammar);
            if is_torn(&readings, &is_new) {
                continue;
            }
            let read = as_read(words.texts, evaluation);
            let same = |vote: &Vote| evaluation.tokens().eq(vote.output.iter());
            let known = votes.iter().position(same);
            let is_same = known.is_some_and(|place| votes[place].words == read);
            let place = match known {
                Some(place) if is_same => place,
                _ => {
                    let mut query = Query::new(&self.seen.texts, &read);
                    // Copies show what was typed; a name is the same in any form.
                    let mut buffer = String::new();
                    let normalisation = grammar.normalisation();
                    let mut symbol = |token: &str| match self.seen.texts.find(token) {
                        Some(symbol) => symbol,
                        None => query.symbol(normalisation.form(token, &mut buffer)),
                    };
                    let output: Vec<Symbol> = evaluation.tokens().map(&mut symbol).collect();
                    let fit = self.shape.fit(&self.seen, &query, &output);
                    if fit.is_impossible {
                        continue;
                    }
                    known.unwrap_or_else(|| {
                        let own = |(w, n): &(Cow<'_, str>, bool)| (Cow::Owned(w.to_string()), *n);
                        votes.push(Vote {
                            place: index,
                            output: evaluation.tokens().map(str::to_owned).collect(),
                            symbols: output.iter().map(|t| query.text(*t).to_owned()).collect(),
                            words: read.iter().map(own).collect(),
                            fit,
                            ..Vote::default()
                        });
                        votes.len() - 1
                    })
                }
            };
            votes[place].voters |= class;
            for voter in places(class) {
                let way = alike.translation((index, grammar), (voter, &grammars[voter].0));
                let way = way.filter(|_| voter != index);
                strange[voter] = habits[voter].strangeness(
                    &readings,
                    way.as_ref(),
                    (words.texts, &words.hashes),
                    &is_new,
                );
            }
        }
        evaluation.classes = memory;
        for vote in &mut votes {
            for voter in places(vote.voters) {
                let weight = grammars[voter].1;
                vote.weight += weight;
                vote.strangeness.add(strange[voter], weight);
            }
        }
        // Those of an unusual shape are heard only if there are no others.
        let any_fits = votes.iter().any(|vote| vote.fit.is_usual());
        votes.retain(|vote| vote.fit.is_usual() == any_fits);
        let reading = votes.iter().map(|vote| vote.weight).sum();
        votes.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let all = grammars.iter().map(|(_, weight)| weight).sum();
        let judged = votes.first().map(|first| self.decide(first, reading, all, panel == 1));
        judged.map(|judged| Judged { is_there: judged.place == Some(last), ..judged })
    }

    fn decide(&self, first: &Vote, reading: f64, all: f64, last_resort: bool) -> Judged {
        let mut query = Query::new(&self.seen.texts, &first.words);
        let output: Vec<Symbol> = first.symbols.iter().map(|token| query.symbol(token)).collect();
        let (tokens, arguments) = self.usual.output(&self.seen, &query, &output);
        let (size, size_by_head) = self.usual.size(&self.seen, &query, &output);
        let known = query.words.iter().map(|&w| !query.is_new(w));
        let strange = |sum: f64| sum / first.weight;
        let evidence = Evidence {
            new_words: query
                .words
                .iter()
                .filter(|&&w| query.is_new(w) && !query.is_number(w))
                .count(),
            nothing_known: known.zip(&query.numeric).all(|(known, &number)| !known && !number),
            cover: -(first.weight / all).log2(),
            share: -(first.weight / reading).log2(),
            tree: strange(first.strangeness.tree),
            begins: strange(first.strangeness.begins),
            ends: strange(first.strangeness.ends),
            length: strange(first.strangeness.length),
            tokens,
            arguments,
            cut_off: self.usual.cut_off(&query),
            beside_new: self.usual.beside_new(&query),
            size,
            size_by_head,
            copied_to: self.usual.copied_to(&query, &output),
            odd_shape: first.fit.odd_shape,
            odd_copy: first.fit.odd_copy,
            last_resort,
        };
        let verdict = Judgement::of(&evidence);
        let misspelt = self.usual.is_misspelt(&self.seen, &query, &output);
        Judged {
            text: Some(first.output.join(" ")),
            sure: first.weight >= SHARE * reading && !verdict.refuse && !misspelt,
            confidence: verdict.confidence,
            fits: first.fit.is_usual(),
            place: Some(first.place),
            is_there: false,
            #[cfg(feature = "evidence")]
            evidence: Some(evidence),
        }
    }
}

/// All grammars, each with its panel.
fn panels_of<'g>(grammars: &[Vec<&'g Grammar>; 2]) -> impl Iterator<Item = (usize, &'g Grammar)> {
    let some = |panel: usize| grammars[panel].iter().map(move |grammar| (panel, *grammar));
    some(0).chain(some(1))
}

/// Writes what was weighed, a line of JSON for an answer: `ci/refusals.py` fits the weights to it.
#[cfg(feature = "evidence")]
#[expect(clippy::print_stderr, reason = "a build for fitting, which no host has")]
fn report(query: &str, judged: &Judged) {
    let Some(evidence) = judged.evidence else { return };
    let named: std::collections::BTreeMap<&str, f64> =
        super::weights::NAMES.into_iter().zip(evidence.features()).collect();
    let line = serde_json::json!({
        "query": query, "answer": judged.text, "sure": judged.sure,
        "nothing_known": evidence.nothing_known, "features": named,
    });
    eprintln!("{line}");
}

/// Whether two open slots took words side by side that no example shows: nothing says where one name ends and the other
/// begins.
fn is_torn(readings: &[PartReading], is_new: &dyn Fn(usize) -> bool) -> bool {
    let names = || readings.iter().filter(|r| r.copies && r.words.clone().any(is_new));
    names().any(|one| names().any(|other| one.words.end == other.words.start))
}

/// Whether a number of several words is the same without its first or its last one: then it was cut off (*two hundred
/// and*), or a word before it is none of its own.
fn has_idle_end(grammar: &Grammar, words: &[&str], evaluation: &Evaluation) -> bool {
    let numbers = evaluation.slots().filter(|slot| slot.number().is_some());
    let ranges = numbers.map(|slot| slot.words()).filter(|range| range.len() > 1);
    let ends: Vec<usize> = ranges.flat_map(|range| [range.start, range.end - 1]).collect();
    if ends.is_empty() {
        return false;
    }
    let mut other = Evaluation::new();
    ends.into_iter().filter(|end| *end < words.len()).any(|end| {
        let rest = [&words[..end], &words[end + 1..]].concat().join(" ");
        grammar.apply_into(&rest, &mut other);
        other.text().is_some() && other.tokens().eq(evaluation.tokens())
    })
}

/// The words of an input as they were read: where a section of numbers read some, the number in digits, which is noted
/// beside it.
fn as_read<'t>(words: &[&'t str], evaluation: &Evaluation) -> Vec<(Cow<'t, str>, bool)> {
    let mut read: Vec<(Cow<'t, str>, bool)> = Vec::new();
    let mut at = 0;
    for slot in evaluation.slots() {
        let (Some(number), range) = (slot.number(), slot.words()) else { continue };
        if range.start < at || range.end > words.len() || slot.section() == "integer" {
            continue;
        }
        read.extend(words[at..range.start].iter().map(|word| (Cow::Borrowed(*word), false)));
        read.push((Cow::Owned(number.to_string()), true));
        at = range.end;
    }
    read.extend(words[at..].iter().map(|word| (Cow::Borrowed(*word), false)));
    read
}
