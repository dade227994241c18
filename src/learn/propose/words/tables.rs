//! Grammars of words as draws from tables: a rule for each word, an order, a last rule.

use super::decode::WordRule;
use super::rule::{conflict, needs_order};
use crate::budget::Ticker;
use crate::judge::Example;
use crate::language::class::last_rule;
use crate::language::rule::{Domain, Rule};
use crate::language::vocabulary::Word;
use crate::learn::propose::distribution::{Bytes, Distribution};
use crate::learn::propose::draw::{Choices, logistic, one_or_two};
use crate::learn::propose::logits::Matrix;
use crate::learn::propose::memory::Held;
use crate::learn::propose::per_example::PerExample;
use crate::random::Random;
use std::collections::HashMap;
use std::iter;
use std::sync::Arc;

/// What is changed: other rules for words of an example this often, their places otherwise, and the
/// last rule in the rest.
const RULES_CHANGE: f64 = 0.65;
const ORDER_CHANGES: f64 = 0.95;
/// How often only one word's rule is changed.
const ONE_WORD: f64 = 0.7;
/// How often a rule is drawn by its probability; otherwise all are as likely.
const BY_PROBABILITY: f64 = 0.7;

/// What the network says.
#[derive(Debug)]
pub(super) struct WordParts {
    pub(super) words: Vec<Word>,
    /// The rules of words that are known.
    pub(super) known: Vec<Rule>,
    /// By word: its rules, the most likely first.
    pub(super) candidates: Vec<Vec<WordRule>>,
    /// The log-odds that one word's rule comes before another's.
    pub(super) order: Arc<Matrix>,
    /// Log-probabilities of the last rules.
    pub(super) last: [f64; 2],
}

/// What the network makes of a task: a distribution over grammars.
#[derive(Debug)]
pub(crate) struct WordTables<'a> {
    words: Vec<Word>,
    known: Vec<Rule>,
    candidates: Vec<Vec<WordRule>>,
    /// By word: which of them.
    choices: Vec<Choices>,
    order: Arc<Matrix>,
    last: [f64; 2],
    /// By example: the words in it whose rules are sought.
    words_of: PerExample,
    _held: Held<'a>,
}

/// A grammar in the making.
#[derive(Clone, Debug)]
pub(crate) struct WordDraft {
    /// By word: which of its rules.
    choice: Vec<u16>,
    order: Vec<u16>,
    last: u8,
}

impl<'a> WordTables<'a> {
    /// `None` if it was told to stop, or if there is no memory. `held` counts what there is already.
    pub(super) fn new(
        parts: WordParts,
        examples: &[Example<'_>],
        mut held: Held<'a>,
        ticker: &Ticker,
    ) -> Option<Self> {
        let WordParts { words, known, candidates, order, last } = parts;
        let choices = candidates.iter().map(|candidates| {
            Choices::new(candidates.iter().map(|candidate| candidate.log_probability))
        });
        let choices = choices.collect();
        let numbers: HashMap<Word, u16> = words.iter().copied().zip(0..).collect();
        let find = |word: &[Word]| numbers.get(&word[0]).copied();
        let inputs = examples.iter().map(|example| example.input);
        let words_of = PerExample::new(inputs, 1, find, &mut held, ticker)?;
        Some(Self { words, known, candidates, choices, order, last, words_of, _held: held })
    }

    /// The most likely rules of a word.
    #[cfg(test)]
    pub(crate) fn best(&self, word: Word) -> impl Iterator<Item = (&Rule, f64)> {
        let number = self.words.iter().position(|other| *other == word);
        let candidates = number.map_or(&[][..], |number| &self.candidates[number]);
        candidates.iter().map(|candidate| (&candidate.rule, candidate.log_probability))
    }

    fn candidate(&self, state: &WordDraft, word: usize) -> &WordRule {
        &self.candidates[word][usize::from(state.choice[word])]
    }

    fn shape(&self, choice: &[u16], word: u16) -> usize {
        self.candidates[usize::from(word)][usize::from(choice[usize::from(word)])].shape
    }

    /// Takes next, again and again, the rule that loses to the fewest of those left; ties by what
    /// `order` says in sum.
    fn arrange(&self, choice: &[u16], order: &Matrix) -> Vec<u16> {
        let words = choice.len() as u16;
        let logit = |word: u16, other: u16| order.row(usize::from(word))[usize::from(other)];
        let conflicts = |word: u16, other: u16| {
            word != other && conflict(self.shape(choice, word), self.shape(choice, other))
        };
        let loses = |word, other| conflicts(word, other) && logit(word, other) < 0.0;
        let mut left: Vec<u16> = (0..words).collect();
        let losses = |word: u16| (0..words).filter(|other| loses(word, *other)).count();
        let mut lost: Vec<usize> = left.iter().map(|word| losses(*word)).collect();
        let mut arranged = Vec::with_capacity(left.len());
        while let Some(fewest) = left.iter().map(|word| lost[usize::from(*word)]).min() {
            let sum = |word: u16| -> f64 {
                let others = left.iter().filter(|other| conflicts(word, **other));
                others.map(|other| f64::from(logit(word, *other))).sum()
            };
            // Only for those that are alike it takes sums.
            let alike = (0..left.len()).filter(|place| lost[usize::from(left[*place])] == fewest);
            let mut best: Option<(usize, f64)> = None;
            for place in alike {
                let sum = sum(left[place]);
                if best.is_none_or(|(_, most)| sum > most) {
                    best = Some((place, sum));
                }
            }
            let taken = left.remove(best.map_or(0, |(place, _)| place));
            for word in &left {
                lost[usize::from(*word)] -= usize::from(loses(*word, taken));
            }
            arranged.push(taken);
        }
        arranged
    }

    /// Arranges rules at random, by logistic noise, so that every pair comes in either order as often as `order`
    /// says.
    fn arrange_at_random(&self, choice: &[u16], random: &mut Random) -> Vec<u16> {
        let mut order = Matrix::clone(&self.order);
        let words = choice.len();
        for word in 0..words {
            for other in word + 1..words {
                let noise = logistic(random) as f32;
                order.values[word * order.columns + other] += noise;
                order.values[other * order.columns + word] -= noise;
            }
        }
        self.arrange(choice, &order)
    }

    fn draw_last(&self, random: &mut Random) -> u8 {
        u8::from(random.chance(self.last[1].exp()))
    }

    fn order_log_probability(&self, state: &WordDraft) -> f64 {
        let mut sum = 0.0;
        for (place, &first) in state.order.iter().enumerate() {
            let row = self.order.row(usize::from(first));
            let shape = self.shape(&state.choice, first);
            for &second in &state.order[place + 1..] {
                if conflict(shape, self.shape(&state.choice, second)) {
                    sum -= f64::from(-row[usize::from(second)]).exp().ln_1p();
                }
            }
        }
        sum
    }
}

impl Distribution for WordTables<'_> {
    type State = WordDraft;
    type Key = Vec<u16>;

    const DOMAIN: Domain = Domain::Words;

    fn likeliest(&self) -> WordDraft {
        let choice = vec![0; self.words.len()];
        let order = self.arrange(&choice, &self.order);
        WordDraft { choice, order, last: u8::from(self.last[1] > self.last[0]) }
    }

    fn sample(&self, random: &mut Random) -> WordDraft {
        let choice: Vec<u16> = self.choices.iter().map(|choices| choices.draw(random)).collect();
        let order = self.arrange_at_random(&choice, random);
        WordDraft { choice, order, last: self.draw_last(random) }
    }

    fn change(&self, state: &WordDraft, example: usize, random: &mut Random) -> WordDraft {
        let mut state = state.clone();
        let words = self.words_of.of(example);
        let dice = random.unit();
        let needs_order = |word: &u16| needs_order(self.shape(&state.choice, *word));
        let movable: Vec<u16> = words.iter().copied().filter(needs_order).collect();
        if !words.is_empty()
            && (dice < RULES_CHANGE || (movable.is_empty() && dice < ORDER_CHANGES))
        {
            for word in one_or_two(words, ONE_WORD, random).into_iter().map(usize::from) {
                state.choice[word] = self.choices[word].draw_boldly(BY_PROBABILITY, random);
            }
        } else if !movable.is_empty() && dice < ORDER_CHANGES {
            let word = *random.choose(&movable);
            state.order.retain(|other| *other != word);
            state.order.insert(random.below(state.order.len() + 1), word);
        } else {
            state.last = self.draw_last(random);
        }
        state
    }

    fn neighbours(&self, state: &WordDraft) -> impl Iterator<Item = WordDraft> {
        let other_rules = (0..state.choice.len()).flat_map(move |word| {
            let others = 0..self.candidates[word].len() as u16;
            others.filter(move |index| *index != state.choice[word]).map(move |index| {
                let mut other = state.clone();
                other.choice[word] = index;
                other
            })
        });
        let arranged = iter::once_with(move || {
            let order = self.arrange(&state.choice, &self.order);
            WordDraft { order, ..state.clone() }
        });
        let other_last =
            iter::once_with(move || WordDraft { last: 1 - state.last, ..state.clone() });
        let swapped = (1..state.order.len()).map(move |place| {
            let mut other = state.clone();
            other.order.swap(place - 1, place);
            other
        });
        other_rules.chain(arranged).chain(other_last).chain(swapped)
    }

    fn cost(&self, state: &WordDraft) -> f64 {
        let rules = (0..self.words.len()).map(|word| self.candidate(state, word).log_probability);
        -(rules.sum::<f64>()
            + self.last[usize::from(state.last)]
            + self.order_log_probability(state))
    }

    fn key(&self, state: &WordDraft) -> Vec<u16> {
        let mut key = state.choice.clone();
        let ordered = state.order.iter().copied();
        key.extend(ordered.filter(|word| needs_order(self.shape(&state.choice, *word))));
        key.push(u16::from(state.last));
        key
    }

    fn bytes(&self) -> Bytes {
        let words = self.words.len();
        Bytes::new(2 * words * size_of::<u16>(), self.known.len() + words + 1)
    }

    fn rules(&self, state: &WordDraft) -> Vec<Rule> {
        let mut rules = Vec::with_capacity(self.known.len() + self.words.len() + 1);
        rules.extend(self.known.iter().cloned());
        let ordered =
            state.order.iter().map(|word| &self.candidate(state, usize::from(*word)).rule);
        rules.extend(ordered.cloned());
        rules.push(last_rule(state.last != 0));
        rules
    }
}
