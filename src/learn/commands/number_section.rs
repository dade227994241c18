//! From phrases and what they are worth to a section that reads them: a ready-made one, or one that is learnt.

use super::hash::FastSet;
use crate::arrange::Arrange;
use crate::budget::Budget;
use crate::grammar::{Domain, Evaluation, Grammar, ReadyMade, Section, Sums};
use crate::language::rule::{Pattern, Right, Rule, Term};
use crate::language::vocabulary::{Vocabulary, Word};
use crate::learn::numbers::{self, NumberWordId};
use std::sync::Arc;

/// What the section of number words is called.
pub(super) const NUMBER_WORDS: &str = "number_words";

/// The most steps of the learner of numbers.
const STEPS: u64 = 300;
/// So many phrases of several words, of which the first and the last are worth something, show that words make numbers
/// together.
const COMPOSED: usize = 4;
/// So many phrases are learnt from first: of many at once, fewer are understood.
const FIRST: [usize; 3] = [12, 24, 48];
/// So many phrases have to be those of ready-made rules.
const READY: usize = 4;

/// Phrases with their values.
pub(super) type PhraseValues = [(Vec<Word>, i64)];

/// A section that reads number words, with the vocabulary of its words.
pub(super) struct NumberSection {
    grammar: Grammar,
    words: FastSet<Word>,
}

impl NumberSection {
    fn new(section: Section, vocabulary: &Arc<Vocabulary>) -> Option<NumberSection> {
        let left = section.all_rules().flat_map(|rule| &rule.left);
        let word = |pattern: &Pattern| match pattern {
            Pattern::Word(word) => Some(*word),
            _ => None,
        };
        let words = left.filter_map(word).collect();
        let grammar = Grammar::with_sections(vec![section], vocabulary.clone()).ok()?;
        Some(NumberSection { grammar, words })
    }

    pub(super) fn section(&self) -> &Section {
        &self.grammar.sections()[0]
    }

    /// The words of the task and those of the section.
    pub(super) fn vocabulary(&self) -> &Arc<Vocabulary> {
        self.grammar.vocabulary()
    }

    pub(super) fn value(&self, phrase: &[Word], evaluation: &mut Evaluation) -> Option<i64> {
        if !phrase.iter().all(|word| self.words.contains(word)) {
            return None;
        }
        self.grammar.apply_words(phrase, evaluation);
        evaluation.number()
    }

    /// How many phrases come to their values.
    fn right(&self, pairs: &PhraseValues) -> usize {
        let mut evaluation = Evaluation::new();
        let is_right =
            |pair: &&(Vec<Word>, i64)| self.value(&pair.0, &mut evaluation) == Some(pair.1);
        pairs.iter().filter(is_right).count()
    }

    /// How many phrases come to their values, and to others without their first or their last word.
    fn composed(&self, pairs: &PhraseValues) -> usize {
        let mut evaluation = Evaluation::new();
        let mut is_composed = |(phrase, value): &(Vec<Word>, i64)| {
            let mut is_worth =
                |phrase: &[Word]| self.value(phrase, &mut evaluation) == Some(*value);
            phrase.len() > 1
                && is_worth(phrase)
                && !is_worth(&phrase[1..])
                && !is_worth(&phrase[..phrase.len() - 1])
        };
        pairs.iter().filter(|pair| is_composed(pair)).count()
    }

    /// The phrases without those that begin or end with a word that no other phrase has and that is worth nothing there:
    /// *one dollar* among *two*, *thirty one*.
    fn without_strangers(&self, pairs: &PhraseValues) -> Vec<(Vec<Word>, i64)> {
        let mut evaluation = Evaluation::new();
        let is_stranger =
            |word: &Word| pairs.iter().filter(|(phrase, _)| phrase.contains(word)).nth(1).is_none();
        let mut has_stranger = |(phrase, value): &(Vec<Word>, i64)| {
            let ends = [phrase.split_first(), phrase.split_last()];
            ends.into_iter().flatten().any(|(word, rest)| {
                is_stranger(word) && self.value(rest, &mut evaluation) == Some(*value)
            })
        };
        pairs.iter().filter(|pair| !has_stranger(pair)).cloned().collect()
    }

    /// The section with those rules only that can be relied on. What cannot says nothing of other numbers: phrases that
    /// need it are known by heart.
    fn as_far_as_sure(&self, sure: NumberSection, pairs: &PhraseValues) -> Option<NumberSection> {
        let mut evaluation = Evaluation::new();
        let mut needs_more = |(phrase, value): &(Vec<Word>, i64)| {
            let mut is_right =
                |words: &NumberSection| words.value(phrase, &mut evaluation) == Some(*value);
            is_right(self) && !is_right(&sure)
        };
        let by_heart = pairs.iter().filter(|pair| needs_more(pair)).map(|(phrase, value)| Rule {
            left: phrase.iter().map(|word| Pattern::Word(*word)).collect(),
            right: Right::Sum(vec![Term::Number(*value, None)]),
        });
        let rules = by_heart.chain(sure.section().rules.iter().cloned()).collect();
        NumberSection::new(Section { rules, ..sure.section().clone() }, self.vocabulary())
    }
}

/// A section for phrases, if they are those of a language of numbers.
pub(super) fn number_words(
    pairs: &PhraseValues,
    vocabulary: &Arc<Vocabulary>,
    budget: &mut Budget,
) -> Option<NumberSection> {
    if let Some(ready) = ready_made(pairs, vocabulary, budget) {
        return Some(ready);
    }
    let words = learnt(pairs, vocabulary, budget)?;
    let plain = words.without_strangers(pairs);
    if plain.len() < pairs.len() { learnt(&plain, vocabulary, budget) } else { Some(words) }
}

/// The first ready-made rules that read all phrases, but for those with words that no such rules have.
fn ready_made(
    pairs: &PhraseValues,
    vocabulary: &Arc<Vocabulary>,
    budget: &mut Budget,
) -> Option<NumberSection> {
    let ready_made = ReadyMade::new();
    for name in ready_made.names() {
        if budget.over().is_some() {
            return None;
        }
        budget.steps += 1;
        let text = ready_made.find(&name)?;
        let known: FastSet<&str> = text.split_whitespace().collect();
        let is_known = |word: &Word| known.contains(vocabulary.text(*word));
        let of_these: Vec<(Vec<Word>, i64)> =
            pairs.iter().filter(|(phrase, _)| phrase.iter().all(is_known)).cloned().collect();
        if of_these.len() < READY || of_these.len() * 10 < pairs.len() * 9 {
            continue;
        }
        let Some(words) = used(&name, &ready_made, vocabulary) else { continue };
        if words.right(&of_these) == of_these.len() {
            return Some(words);
        }
    }
    None
}

/// A section that uses ready-made rules for numbers.
fn used(name: &str, ready_made: &ReadyMade, vocabulary: &Vocabulary) -> Option<NumberSection> {
    let text = format!("@{NUMBER_WORDS}\n%use {name}");
    let grammar = Grammar::parse_with(&text, ready_made).ok()?;
    let mut section = grammar.sections()[0].clone();
    if section.domain != Domain::Numbers {
        return None;
    }
    let mut vocabulary = vocabulary.clone();
    for item in section.uses.iter_mut().flat_map(|one| &mut one.rules).flat_map(|r| &mut r.left) {
        if let Pattern::Word(word) = item {
            *word = vocabulary.intern(grammar.vocabulary().text(*word)).ok()?;
        }
    }
    NumberSection::new(section, &Arc::new(vocabulary))
}

/// Learns what phrases are worth, from short ones first. `None` if they are not those of a language of numbers.
fn learnt(
    pairs: &PhraseValues,
    vocabulary: &Arc<Vocabulary>,
    budget: &mut Budget,
) -> Option<NumberSection> {
    if pairs.iter().filter(|(phrase, _)| phrase.len() > 1).count() < COMPOSED {
        return None;
    }
    let mut by_length: Vec<(Vec<Word>, i64)> = pairs.to_vec();
    by_length.arrange_by_key(|(phrase, _)| phrase.len());
    let mut best: Option<(usize, NumberSection, Option<Vec<Rule>>)> = None;
    for count in FIRST.into_iter().filter(|count| *count < pairs.len()).chain([pairs.len()]) {
        let Some((rules, sure)) = rules(&by_length[..count], budget) else { continue };
        let words = strictest(rules, pairs, vocabulary)?;
        let right = words.right(pairs);
        if best.as_ref().is_none_or(|(most, ..)| right > *most) {
            best = Some((right, words, sure));
        }
        if right == pairs.len() {
            break;
        }
    }
    let (right, words, sure) = best?;
    if right * 10 < pairs.len() * 8 || words.composed(pairs) < COMPOSED {
        return None;
    }
    match sure {
        Some(sure) => words.as_far_as_sure(strictest(sure, pairs, vocabulary)?, pairs),
        None => Some(words),
    }
}

/// Rules for what phrases are worth; and those of them that can be relied on, if that is not all.
fn rules(pairs: &PhraseValues, budget: &mut Budget) -> Option<(Vec<Rule>, Option<Vec<Rule>>)> {
    let mut words: Vec<Word> = pairs.iter().flat_map(|(phrase, _)| phrase).copied().collect();
    words.arrange();
    words.dedup();
    if words.len() > NumberWordId::MOST || budget.over().is_some() {
        return None;
    }
    let place = |word: &Word| words.binary_search(word).map(NumberWordId::at).ok();
    let examples: Vec<numbers::NumberExample> = pairs
        .iter()
        .filter_map(|(phrase, value)| {
            let words = phrase.iter().map(place).collect::<Option<Vec<_>>>()?;
            Some(numbers::NumberExample { words, value: *value })
        })
        .collect();
    let steps = budget.steps_left().min(STEPS);
    let tickers = (&budget.ticker(), &budget.last_ticker());
    let learnt = numbers::learn(&words, &examples, &[], steps, &mut |_| (), tickers);
    budget.steps += learnt.nodes;
    budget.programs += learnt.tried;
    let (rules, _) = learnt.grammars.into_iter().next()?;
    Some((rules, learnt.sure))
}

/// Rules with the strictest account of which sums are well formed that reads what the examples show.
fn strictest(
    rules: Vec<Rule>,
    pairs: &PhraseValues,
    vocabulary: &Arc<Vocabulary>,
) -> Option<NumberSection> {
    let sums = |either, twenties| Sums { either, twenties, any: false };
    let strict = [sums(false, false), sums(false, true), sums(true, false), sums(true, true)];
    let any = Sums { any: true, ..Sums::default() };
    let mut most: Option<(usize, NumberSection)> = None;
    for sums in strict.into_iter().chain([any]) {
        let name = Some(NUMBER_WORDS.into());
        let section =
            Section { name, sums: Some(sums), ..Section::unnamed(Domain::Numbers, rules.clone()) };
        let words = NumberSection::new(section, vocabulary)?;
        let right = words.right(pairs);
        if most.as_ref().is_none_or(|(most, _)| right > *most) {
            most = Some((right, words));
        }
    }
    most.map(|(_, words)| words)
}
