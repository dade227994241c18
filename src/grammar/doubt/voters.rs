//! Grammars that vote on a query, and what is to be said to it.

use super::alike::Alike;
use super::evidence::{Evidence, Judgement};
use super::followers::Followers;
use super::habits::{GrammarReading, Habits, SentenceWords, Strangeness};
use super::query::Query;
use super::seen::Seen;
use super::shape::{Fit, Shape};
use super::surprise::{AnswerSurprise, Usual};
use crate::grammar::votes::{VoterSet, places};
use crate::grammar::{Domain, Evaluation, Grammar, Outcome, PartReading};
use crate::length::digits::is_digits;
use crate::length::hash::hash_of;
use crate::length::symbol::Symbol;
use std::borrow::Cow;
use std::ops::Range;

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
    habits: Habits,
    alike: Alike,
    followers: Followers,
}

/// The words of a query.
struct QueryWords<'a> {
    texts: &'a [&'a str],
    /// By word: whether no example shows it, whether it is a number, and its hash.
    new: Vec<bool>,
    digits: Vec<bool>,
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

struct Vote<'a> {
    /// The first grammar that gives it.
    place: usize,
    text: String,
    /// The query as the first of these grammars reads it, and the tokens, copies in the form in which grammars have words.
    query: Query<'a>,
    output: Vec<Symbol>,
    /// Who gives it.
    voters: VoterSet,
    weight: f64,
    /// Sums over the grammars that give it, by weight.
    strangeness: Strangeness,
    fit: Fit,
    /// The words as the first of these grammars reads them, if they are not those of the query.
    words: Option<Vec<(Cow<'a, str>, bool)>>,
}

impl Doubt {
    /// From examples (words and tokens) and grammars that satisfy them, the best one first. `None` if it was told to stop.
    pub(crate) fn learn<'t>(
        examples: &[(Vec<&'t str>, Vec<&'t str>)],
        grammars: &[Vec<&Grammar>; 2],
        is_over: impl FnMut() -> bool,
    ) -> Option<Doubt> {
        Self::learn_of(examples, grammars, Alike::new, is_over)
    }

    /// Learns like [`learn`](Self::learn); `alike` says what is known of grammars that have much in common.
    pub(super) fn learn_of<'t>(
        examples: &[(Vec<&'t str>, Vec<&'t str>)],
        grammars: &[Vec<&Grammar>; 2],
        alike: fn(&[&Grammar]) -> Alike,
        mut is_over: impl FnMut() -> bool,
    ) -> Option<Doubt> {
        let mut evaluation = Evaluation::new();
        let mut pairs = Vec::new();
        let mut panels = [Panel::default(), Panel::default()];
        let mut is_first = true;
        for (panel, grammars) in panels.iter_mut().zip(grammars) {
            panel.alike = alike(grammars);
            panel.followers = Followers::new(&panel.alike, grammars);
            for (voter, grammar) in grammars.iter().enumerate() {
                for (words, tokens) in examples {
                    if is_over() {
                        return None;
                    }
                    grammar.apply_into(&words.join(" "), &mut evaluation);
                    let (alike, readings) = (&panel.alike, &evaluation.readings(grammar)[..]);
                    let reading = GrammarReading { voter, grammar, alike, readings };
                    panel.habits.note(&reading, words);
                    if is_first {
                        let words = as_read(words, &evaluation).unwrap_or_else(|| {
                            words.iter().map(|w| (Cow::Borrowed(*w), false)).collect()
                        });
                        pairs.push((
                            words.into_iter().map(|(word, _)| word).collect(),
                            tokens.clone(),
                        ));
                    }
                }
                is_first = false;
            }
            panel.habits.finish();
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
            digits: texts.iter().map(|word| is_digits(word)).collect(),
            hashes: texts.iter().map(hash_of).collect(),
        };
        let judged = self.judge_by(grammars[0], 0, query, &words, evaluation);
        // An answer of the usual shape goes before others, whoever gives it.
        let (fitting, judged): (Option<Judged>, _) = match judged {
            Some(judged) if judged.fits => (Some(judged), None),
            judged => (None, judged),
        };
        if let Some(judged) = fitting {
            #[cfg(feature = "evidence")]
            report(query, &judged);
            return judged;
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
        let Panel { habits, alike, followers } = &self.panels[panel];
        let (first, _) = grammars.first()?;
        let mut memory = std::mem::take(&mut evaluation.classes);
        alike.find_candidates(words.texts, &mut memory);
        let mut spare = evaluation.spare.take();
        let sentence =
            SentenceWords { hashes: &words.hashes, new: &words.new, digits: &words.digits };
        let mut votes: Vec<Vote<'_>> = Vec::new();
        let mut strange = vec![Strangeness::default(); grammars.len()];
        let is_new = |place: usize| words.new[place];
        evaluation.read(first, query);
        // The first one that gives an answer keeps the evaluation: it mostly wins.
        let mut keeps = None;
        let mut left = VoterSet::MAX >> (VoterSet::BITS as usize - grammars.len());
        left = followers.may_read(alike, (words.texts, left), evaluation, &mut memory);
        let mut has_classes = false;
        while let Some(index) = places(left).next() {
            let (grammar, _) = &grammars[index];
            let current = match keeps {
                None => &mut *evaluation,
                Some(_) => {
                    let spare = spare.get_or_insert_default();
                    spare.read_as(evaluation);
                    &mut **spare
                }
            };
            // Who only votes needs no slots, but for those that are numbers.
            current.run_noted(grammar, keeps.is_none() || reads_numbers(grammar));
            let is_limited = matches!(current.outcome(), Outcome::Limit(_));
            let voter = (index, grammar);
            let agreeing = match is_limited || reads_long_numbers(current) {
                true => None,
                false => followers.of(alike, voter, (words.texts, left), current, &mut memory),
            };
            let agreeing = agreeing.unwrap_or_else(|| {
                if !std::mem::replace(&mut has_classes, true) {
                    alike.classes(words.texts, grammars.len(), &mut memory);
                }
                let class = memory.classes.iter().find(|class| *class >> index & 1 == 1);
                class.map_or(1 << index, |class| class & left)
            });
            left &= !agreeing;
            if current.text().is_none() || has_idle_end(grammar, words.texts, current) {
                continue;
            }
            let readings = &current.readings(grammar)[..];
            if is_torn(readings, &is_new) {
                continue;
            }
            let read = as_read(words.texts, current);
            let known = votes.iter().position(|vote| current.text() == Some(&vote.text));
            let is_same = known.is_some_and(|place| votes[place].words == read);
            let place = match known {
                Some(place) if is_same => place,
                _ => {
                    let mut query = match &read {
                        Some(read) => Query::new(&self.seen.texts, read),
                        None => Query::of_words(&self.seen.texts, words.texts, &words.digits),
                    };
                    // Copies show what was typed; a name is the same in any form.
                    let mut buffer = String::new();
                    let normalisation = grammar.normalisation();
                    let mut symbol = |token: &str| match self.seen.texts.find(token) {
                        Some(symbol) => symbol,
                        None => query.symbol(normalisation.form(token, &mut buffer)),
                    };
                    let output: Vec<Symbol> = current.tokens().map(&mut symbol).collect();
                    let fit = self.shape.fit(&self.seen, &query, &output);
                    if fit.is_impossible {
                        continue;
                    }
                    known.unwrap_or_else(|| {
                        votes.push(Vote {
                            place: index,
                            text: current.text().unwrap_or_default().to_owned(),
                            query,
                            output,
                            voters: 0,
                            weight: 0.0,
                            strangeness: Strangeness::default(),
                            words: read,
                            fit,
                        });
                        votes.len() - 1
                    })
                }
            };
            votes[place].voters |= agreeing;
            let reading = GrammarReading { voter: index, grammar, alike, readings };
            habits.strangeness(&reading, agreeing, &sentence, &mut strange);
            keeps = keeps.or(Some(index));
        }
        evaluation.classes = memory;
        evaluation.spare = spare;
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
        judged.map(|judged| Judged { is_there: judged.place == keeps, ..judged })
    }

    fn decide(&self, first: &Vote<'_>, reading: f64, all: f64, last_resort: bool) -> Judged {
        let Vote { query, output, .. } = first;
        let AnswerSurprise { tokens, arguments, size, size_by_head } =
            self.usual.output(&self.seen, query, output);
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
            cut_off: self.usual.cut_off(query),
            beside_new: self.usual.beside_new(query),
            size,
            size_by_head,
            copied_to: self.usual.copied_to(query, output),
            odd_shape: first.fit.odd_shape,
            odd_copy: first.fit.odd_copy,
            last_resort,
        };
        let verdict = Judgement::of(&evidence);
        let misspelt = self.usual.is_misspelt(&self.seen, query, output);
        Judged {
            text: Some(first.text.clone()),
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

/// Whether it has sections of numbers.
fn reads_numbers(grammar: &Grammar) -> bool {
    grammar.sections().iter().any(|section| section.domain == Domain::Numbers)
}

/// The words of slots that are numbers of several words.
fn long_numbers(evaluation: &Evaluation) -> impl Iterator<Item = Range<usize>> {
    let numbers = evaluation.slots().filter(|slot| slot.number().is_some());
    numbers.map(|slot| slot.words()).filter(|range| range.len() > 1)
}

/// Whether there are such: then others are run on parts of the input as well.
fn reads_long_numbers(evaluation: &Evaluation) -> bool {
    long_numbers(evaluation).next().is_some()
}

/// Whether a number of several words is the same without its first or its last one: then it was cut off (*two hundred
/// and*), or a word before it is none of its own.
fn has_idle_end(grammar: &Grammar, words: &[&str], evaluation: &Evaluation) -> bool {
    let ends: Vec<usize> =
        long_numbers(evaluation).flat_map(|range| [range.start, range.end - 1]).collect();
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
/// beside it. `None` if there is no such number.
fn as_read<'t>(words: &[&'t str], evaluation: &Evaluation) -> Option<Vec<(Cow<'t, str>, bool)>> {
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
    if read.is_empty() {
        return None;
    }
    read.extend(words[at..].iter().map(|word| (Cow::Borrowed(*word), false)));
    Some(read)
}
