//! Grammars of words as draws from tables: a rule for each word, an order, a last rule.

use super::decode::WordRule;
use super::rule::LeftShape;
use crate::budget::Ticker;
use crate::judge::Example;
use crate::language::class::last_rule;
use crate::language::rule::{Domain, Rule};
use crate::language::vocabulary::Word;
use crate::learn::propose::distribution::{Bytes, Distribution};
use crate::learn::propose::draw::{Choices, logistic, one_or_two};
use crate::learn::propose::ids::{AskedWord, Pick};
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
    words_of: PerExample<AskedWord>,
    _held: Held<'a>,
}

/// A grammar in the making.
#[derive(Clone, Debug)]
pub(crate) struct WordDraft {
    /// By word: which of its rules.
    choice: Vec<Pick>,
    order: Vec<AskedWord>,
    /// Whether the last rule swaps.
    swaps: bool,
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
        let numbers: HashMap<Word, AskedWord> =
            words.iter().copied().zip(AskedWord::first(words.len())).collect();
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

    fn candidate(&self, choice: &[Pick], word: AskedWord) -> &WordRule {
        &self.candidates[word.index()][choice[word.index()].index()]
    }

    fn shape(&self, choice: &[Pick], word: AskedWord) -> LeftShape {
        self.candidate(choice, word).shape
    }

    /// Takes next, again and again, the rule that loses to the fewest of those left; ties by what
    /// `order` says in sum.
    fn arrange(&self, choice: &[Pick], order: &Matrix) -> Vec<AskedWord> {
        let words = || AskedWord::first(choice.len());
        let logit = |word: AskedWord, other: AskedWord| order.row(word.index())[other.index()];
        let conflicts = |word: AskedWord, other: AskedWord| {
            word != other && self.shape(choice, word).conflicts(self.shape(choice, other))
        };
        let loses = |word, other| conflicts(word, other) && logit(word, other) < 0.0;
        let mut left: Vec<AskedWord> = words().collect();
        let losses = |word: AskedWord| words().filter(|other| loses(word, *other)).count();
        let mut lost: Vec<usize> = left.iter().map(|word| losses(*word)).collect();
        let mut arranged = Vec::with_capacity(left.len());
        while let Some(fewest) = left.iter().map(|word| lost[word.index()]).min() {
            let sum = |word: AskedWord| -> f64 {
                let others = left.iter().filter(|other| conflicts(word, **other));
                others.map(|other| f64::from(logit(word, *other))).sum()
            };
            // Only for those that are alike it takes sums.
            let alike = (0..left.len()).filter(|place| lost[left[*place].index()] == fewest);
            let mut best: Option<(usize, f64)> = None;
            for place in alike {
                let sum = sum(left[place]);
                if best.is_none_or(|(_, most)| sum > most) {
                    best = Some((place, sum));
                }
            }
            let taken = left.remove(best.map_or(0, |(place, _)| place));
            for word in &left {
                lost[word.index()] -= usize::from(loses(*word, taken));
            }
            arranged.push(taken);
        }
        arranged
    }

    /// Arranges rules at random, by logistic noise, so that every pair comes in either order as often as `order`
    /// says.
    fn arrange_at_random(&self, choice: &[Pick], random: &mut Random) -> Vec<AskedWord> {
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

    fn draw_last(&self, random: &mut Random) -> bool {
        random.chance(self.last[1].exp())
    }

    fn order_log_probability(&self, state: &WordDraft) -> f64 {
        let mut sum = 0.0;
        for (place, &first) in state.order.iter().enumerate() {
            let row = self.order.row(first.index());
            let shape = self.shape(&state.choice, first);
            for &second in &state.order[place + 1..] {
                if shape.conflicts(self.shape(&state.choice, second)) {
                    sum -= f64::from(-row[second.index()]).exp().ln_1p();
                }
            }
        }
        sum
    }
}

impl Distribution for WordTables<'_> {
    type State = WordDraft;
    /// The rule of each word, the order of those that need one, and whether the last rule swaps.
    type Key = (Vec<Pick>, Vec<AskedWord>, bool);

    const DOMAIN: Domain = Domain::Words;

    fn likeliest(&self) -> WordDraft {
        let choice = vec![Pick::at(0); self.words.len()];
        let order = self.arrange(&choice, &self.order);
        WordDraft { choice, order, swaps: self.last[1] > self.last[0] }
    }

    fn sample(&self, random: &mut Random) -> WordDraft {
        let choice: Vec<Pick> = self.choices.iter().map(|choices| choices.draw(random)).collect();
        let order = self.arrange_at_random(&choice, random);
        WordDraft { choice, order, swaps: self.draw_last(random) }
    }

    fn change(&self, state: &WordDraft, example: usize, random: &mut Random) -> WordDraft {
        let mut state = state.clone();
        let words = self.words_of.of(example);
        let dice = random.unit();
        let needs_order = |word: &AskedWord| self.shape(&state.choice, *word).needs_order();
        let movable: Vec<AskedWord> = words.iter().copied().filter(needs_order).collect();
        if !words.is_empty()
            && (dice < RULES_CHANGE || (movable.is_empty() && dice < ORDER_CHANGES))
        {
            for word in one_or_two(words, ONE_WORD, random).into_iter().map(AskedWord::index) {
                state.choice[word] = self.choices[word].draw_boldly(BY_PROBABILITY, random);
            }
        } else if !movable.is_empty() && dice < ORDER_CHANGES {
            let word = *random.choose(&movable);
            state.order.retain(|other| *other != word);
            state.order.insert(random.below(state.order.len() + 1), word);
        } else {
            state.swaps = self.draw_last(random);
        }
        state
    }

    fn neighbours(&self, state: &WordDraft) -> impl Iterator<Item = WordDraft> {
        let other_rules = (0..state.choice.len()).flat_map(move |word| {
            let others = Pick::first(self.candidates[word].len());
            others.filter(move |pick| *pick != state.choice[word]).map(move |pick| {
                let mut other = state.clone();
                other.choice[word] = pick;
                other
            })
        });
        let arranged = iter::once_with(move || {
            let order = self.arrange(&state.choice, &self.order);
            WordDraft { order, ..state.clone() }
        });
        let other_last =
            iter::once_with(move || WordDraft { swaps: !state.swaps, ..state.clone() });
        let swapped = (1..state.order.len()).map(move |place| {
            let mut other = state.clone();
            other.order.swap(place - 1, place);
            other
        });
        other_rules.chain(arranged).chain(other_last).chain(swapped)
    }

    fn cost(&self, state: &WordDraft) -> f64 {
        let rules = AskedWord::first(self.words.len())
            .map(|word| self.candidate(&state.choice, word).log_probability);
        -(rules.sum::<f64>()
            + self.last[usize::from(state.swaps)]
            + self.order_log_probability(state))
    }

    fn key(&self, state: &WordDraft) -> Self::Key {
        let ordered = state.order.iter().copied();
        let ordered = ordered.filter(|word| self.shape(&state.choice, *word).needs_order());
        (state.choice.clone(), ordered.collect(), state.swaps)
    }

    fn bytes(&self) -> Bytes {
        let words = self.words.len();
        Bytes::new(
            words * (size_of::<Pick>() + size_of::<AskedWord>()),
            self.known.len() + words + 1,
        )
    }

    fn rules(&self, state: &WordDraft) -> Vec<Rule> {
        let mut rules = Vec::with_capacity(self.known.len() + self.words.len() + 1);
        rules.extend(self.known.iter().cloned());
        let ordered = state.order.iter().map(|word| &self.candidate(&state.choice, *word).rule);
        rules.extend(ordered.cloned());
        rules.push(last_rule(state.swaps));
        rules
    }
}
