//! Grammars of words as draws from tables: a rule for each word, an order, a last rule.

use super::decode::Candidate;
use super::rule::{conflict, last_rule, needs_order};
use crate::propose::check::Example;
use crate::propose::draw::{Choices, logistic, one_or_two, words_of};
use crate::propose::logits::Matrix;
use crate::propose::space::Space;
use crate::rule::{Domain, Rule};
use crate::sample::Random;
use crate::vocabulary::Word;

/// What is changed: other rules for words of an example this often, their places otherwise, and the
/// last rule in the rest.
const RULES_CHANGE: f64 = 0.65;
const ORDER_CHANGES: f64 = 0.95;
/// How often only one word's rule is changed.
const ONE_WORD: f64 = 0.7;
/// How often a rule is drawn by its probability; otherwise all are as likely.
const BY_PROBABILITY: f64 = 0.7;

/// What the network makes of a task: a distribution over grammars.
#[derive(Debug)]
pub(crate) struct Tables {
    words: Vec<Word>,
    /// The rules of words that are known.
    known: Vec<Rule>,
    /// By word: its rules, the most likely first.
    candidates: Vec<Vec<Candidate>>,
    /// By word: which of them.
    choices: Vec<Choices>,
    /// The log-odds that one word's rule comes before another's.
    order: Matrix,
    /// Log-probabilities of the last rules.
    last: [f64; 2],
    /// By example: the words in it whose rules are sought.
    words_of: Vec<Vec<u16>>,
}

/// A grammar in the making.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// By word: which of its rules.
    choice: Vec<u16>,
    order: Vec<u16>,
    last: u8,
}

impl Tables {
    pub(super) fn new(
        words: Vec<Word>,
        known: Vec<Rule>,
        candidates: Vec<Vec<Candidate>>,
        order: Matrix,
        last: [f64; 2],
        examples: &[Example<'_>],
    ) -> Self {
        let choices = candidates.iter().map(|candidates| {
            Choices::new(candidates.iter().map(|candidate| candidate.log_probability))
        });
        let choices = choices.collect();
        let words_of = words_of(examples.iter().map(|example| example.input), &words);
        Self { words, known, candidates, choices, order, last, words_of }
    }

    /// The most likely rules of a word.
    #[cfg(test)]
    pub(crate) fn best(&self, word: Word) -> impl Iterator<Item = (&Rule, f64)> {
        let number = self.words.iter().position(|other| *other == word);
        let candidates = number.map_or(&[][..], |number| &self.candidates[number]);
        candidates.iter().map(|candidate| (&candidate.rule, candidate.log_probability))
    }

    fn candidate(&self, state: &State, word: usize) -> &Candidate {
        &self.candidates[word][usize::from(state.choice[word])]
    }

    fn shape(&self, choice: &[u16], word: u16) -> usize {
        self.candidates[usize::from(word)][usize::from(choice[usize::from(word)])].shape
    }

    /// Takes next, again and again, the rule that loses to the fewest of those left; ties by what
    /// `order` says in sum.
    fn arrange(&self, choice: &[u16], order: &Matrix) -> Vec<u16> {
        let mut left: Vec<u16> = (0..choice.len() as u16).collect();
        let mut arranged = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let losses = |word: u16| {
                let shape = self.shape(choice, word);
                let row = order.row(usize::from(word));
                let (mut lost, mut sum) = (0, 0.0);
                for &other in left.iter().filter(|other| **other != word) {
                    if conflict(shape, self.shape(choice, other)) {
                        let logit = row[usize::from(other)];
                        lost += usize::from(logit < 0.0);
                        sum += f64::from(logit);
                    }
                }
                (lost, sum)
            };
            let mut best = (0, (usize::MAX, 0.0));
            for (place, &word) in left.iter().enumerate() {
                let (lost, sum) = losses(word);
                if lost < best.1.0 || (lost == best.1.0 && sum > best.1.1) {
                    best = (place, (lost, sum));
                }
            }
            arranged.push(left.remove(best.0));
        }
        arranged
    }

    /// The same with logistic noise, so that every pair of rules comes in either order as often as
    /// `order` says.
    fn arrange_at_random(&self, choice: &[u16], random: &mut Random) -> Vec<u16> {
        let mut order = self.order.clone();
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

    fn order_log_probability(&self, state: &State) -> f64 {
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

impl Space for Tables {
    type State = State;
    type Key = Vec<u16>;

    const DOMAIN: Domain = Domain::Words;

    fn likeliest(&self) -> State {
        let choice = vec![0; self.words.len()];
        let order = self.arrange(&choice, &self.order);
        State { choice, order, last: u8::from(self.last[1] > self.last[0]) }
    }

    fn sample(&self, random: &mut Random) -> State {
        let choice: Vec<u16> = self.choices.iter().map(|choices| choices.draw(random)).collect();
        let order = self.arrange_at_random(&choice, random);
        State { choice, order, last: self.draw_last(random) }
    }

    fn change(&self, state: &State, example: usize, random: &mut Random) -> State {
        let mut state = state.clone();
        let words = &self.words_of[example];
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

    fn neighbours(&self, state: &State) -> Vec<State> {
        let mut others = Vec::new();
        for word in 0..state.choice.len() {
            for index in
                (0..self.candidates[word].len() as u16).filter(|i| *i != state.choice[word])
            {
                let mut other = state.clone();
                other.choice[word] = index;
                others.push(other);
            }
        }
        let order = self.arrange(&state.choice, &self.order);
        others.push(State { order, ..state.clone() });
        others.push(State { last: 1 - state.last, ..state.clone() });
        for place in 1..state.order.len() {
            let mut other = state.clone();
            other.order.swap(place - 1, place);
            others.push(other);
        }
        others
    }

    fn cost(&self, state: &State) -> f64 {
        let rules = (0..self.words.len()).map(|word| self.candidate(state, word).log_probability);
        -(rules.sum::<f64>()
            + self.last[usize::from(state.last)]
            + self.order_log_probability(state))
    }

    fn key(&self, state: &State) -> Vec<u16> {
        let mut key = state.choice.clone();
        let ordered = state.order.iter().copied();
        key.extend(ordered.filter(|word| needs_order(self.shape(&state.choice, *word))));
        key.push(u16::from(state.last));
        key
    }

    fn rules(&self, state: &State) -> Vec<Rule> {
        let mut rules = Vec::with_capacity(self.known.len() + self.words.len() + 1);
        rules.extend(self.known.iter().cloned());
        let ordered =
            state.order.iter().map(|word| &self.candidate(state, usize::from(*word)).rule);
        rules.extend(ordered.cloned());
        rules.push(last_rule(usize::from(state.last)));
        rules
    }
}
