//! Grammars of numbers as draws from tables: what each word is, and which pairs have a rule.

use super::answers::{WordMeaning, WordRole};
use crate::arrange::Arrange;
use crate::budget::Ticker;
use crate::judge::Example;
use crate::language::rule::{Domain, Pattern, Right, Rule, Term, Variable, VariableKind};
use crate::language::vocabulary::Word;
use crate::learn::propose::distribution::{Bytes, Distribution};
use crate::learn::propose::draw::{Choices, logistic, one_or_two};
use crate::learn::propose::ids::{AskedWord, PairNumber, Pick};
use crate::learn::propose::memory::Held;
use crate::learn::propose::per_example::PerExample;
use crate::random::Random;
use std::collections::HashMap;

/// How often a pair is changed, where there is one; how often one word instead of two; how often an
/// answer is drawn by its probability.
const PAIR_CHANGES: f64 = 0.15;
const ONE_WORD: f64 = 0.7;
const BY_PROBABILITY: f64 = 0.6;

/// Two words that may have a rule of their own, `a b y1 -> N + [y1]`.
#[derive(Debug)]
pub(super) struct WordPair {
    pub(super) words: [Word; 2],
    pub(super) number: i64,
    pub(super) log_odds: f64,
}

/// What the network says.
#[derive(Debug)]
pub(super) struct NumberParts {
    pub(super) words: Vec<Word>,
    pub(super) values: Vec<Option<i64>>,
    /// By word: what it may be, the most likely first.
    pub(super) answers: Vec<Vec<WordMeaning>>,
    pub(super) pairs: Vec<WordPair>,
}

/// What the network makes of a task: a distribution over grammars.
#[derive(Debug)]
pub(crate) struct NumberTables<'a> {
    words: Vec<Word>,
    values: Vec<Option<i64>>,
    answers: Vec<Vec<WordMeaning>>,
    choices: Vec<Choices>,
    pairs: Vec<WordPair>,
    /// By example: its words, and the pairs in it.
    words_of: PerExample<AskedWord>,
    pairs_of: PerExample<PairNumber>,
    _held: Held<'a>,
}

/// A grammar in the making.
#[derive(Clone, Debug)]
pub(crate) struct NumberDraft {
    /// By word: which of its answers.
    choice: Vec<Pick>,
    /// By pair: whether it has a rule.
    pairs: Vec<bool>,
}

impl<'a> NumberTables<'a> {
    /// `None` if it was told to stop, or if there is no memory. `held` counts what there is already.
    pub(super) fn new(
        parts: NumberParts,
        examples: &[Example<'_>],
        mut held: Held<'a>,
        ticker: &Ticker,
    ) -> Option<Self> {
        let NumberParts { words, values, answers, pairs } = parts;
        let choices = |answers: &Vec<WordMeaning>| {
            Choices::new(answers.iter().map(|answer| answer.log_probability))
        };
        let choices = answers.iter().map(choices).collect();
        let inputs = examples.iter().map(|example| example.input);
        let numbers: HashMap<Word, AskedWord> =
            words.iter().copied().zip(AskedWord::first(words.len())).collect();
        let find = |word: &[Word]| numbers.get(&word[0]).copied();
        let words_of = PerExample::new(inputs.clone(), 1, find, &mut held, ticker)?;
        let numbers: HashMap<[Word; 2], PairNumber> =
            pairs.iter().map(|pair| pair.words).zip(PairNumber::first(pairs.len())).collect();
        let find = |pair: &[Word]| numbers.get(&[pair[0], pair[1]]).copied();
        let pairs_of = PerExample::new(inputs, 2, find, &mut held, ticker)?;
        Some(Self { words, values, answers, choices, pairs, words_of, pairs_of, _held: held })
    }

    fn answer(&self, state: &NumberDraft, word: AskedWord) -> &WordMeaning {
        &self.answers[word.index()][state.choice[word.index()].index()]
    }
}

impl Distribution for NumberTables<'_> {
    type State = NumberDraft;
    type Key = (Vec<Pick>, Vec<bool>);

    const DOMAIN: Domain = Domain::Numbers;

    fn likeliest(&self) -> NumberDraft {
        let pairs = self.pairs.iter().map(|pair| pair.log_odds > 0.0).collect();
        NumberDraft { choice: vec![Pick::at(0); self.words.len()], pairs }
    }

    fn sample(&self, random: &mut Random) -> NumberDraft {
        let choice = self.choices.iter().map(|choices| choices.draw(random)).collect();
        let pairs = self.pairs.iter().map(|pair| pair.log_odds + logistic(random) > 0.0);
        NumberDraft { choice, pairs: pairs.collect() }
    }

    fn change(&self, state: &NumberDraft, example: usize, random: &mut Random) -> NumberDraft {
        let mut state = state.clone();
        let (words, pairs) = (self.words_of.of(example), self.pairs_of.of(example));
        if !pairs.is_empty() && random.chance(PAIR_CHANGES) {
            let pair = random.choose(pairs).index();
            state.pairs[pair] = !state.pairs[pair];
            return state;
        }
        for word in one_or_two(words, ONE_WORD, random).into_iter().map(AskedWord::index) {
            state.choice[word] = self.choices[word].draw_boldly(BY_PROBABILITY, random);
        }
        state
    }

    fn neighbours(&self, state: &NumberDraft) -> impl Iterator<Item = NumberDraft> {
        let likelier = state.choice.iter().enumerate().flat_map(move |(word, choice)| {
            Pick::first(choice.index()).map(move |pick| {
                let mut other = state.clone();
                other.choice[word] = pick;
                other
            })
        });
        let unlikely = |&index: &usize| state.pairs[index] != (self.pairs[index].log_odds > 0.0);
        let other_pairs = (0..self.pairs.len()).filter(unlikely).map(|index| {
            let mut other = state.clone();
            other.pairs[index] = !other.pairs[index];
            other
        });
        likelier.chain(other_pairs)
    }

    fn cost(&self, state: &NumberDraft) -> f64 {
        let words = AskedWord::first(self.words.len())
            .map(|word| -self.answer(state, word).log_probability);
        let pairs = self.pairs.iter().zip(&state.pairs).map(|(pair, present)| {
            let against = if *present { -pair.log_odds } else { pair.log_odds };
            against.exp().ln_1p()
        });
        words.sum::<f64>() + pairs.sum::<f64>()
    }

    fn key(&self, state: &NumberDraft) -> Self::Key {
        (state.choice.clone(), state.pairs.clone())
    }

    fn bytes(&self) -> Bytes {
        let (words, pairs) = (self.words.len(), self.pairs.len());
        Bytes::new(words * size_of::<Pick>() + pairs, 3 * words + pairs + 1)
    }

    /// Values first, then rules by the size of what they add, larger first; exceptions before what
    /// they are exceptions of.
    fn rules(&self, state: &NumberDraft) -> Vec<Rule> {
        let (mut rules, mut sized, mut connectives) = (Vec::new(), Vec::new(), Vec::new());
        let [u1, x1, y1] = [U1, X1, Y1].map(Pattern::Variable);
        let [u1_value, x1_value, y1_value] = [U1, X1, Y1].map(|v| Term::Variable(v, None));
        for (index, &name) in AskedWord::first(self.words.len()).zip(&self.words) {
            let WordMeaning { times, once, role, .. } = *self.answer(state, index);
            let word = Pattern::Word(name);
            let role = self.values[index.index()].map_or(role, WordRole::Value);
            match role {
                WordRole::Nothing => {}
                WordRole::Value(value) => rules.push(rule([word], [Term::Number(value, None)])),
                WordRole::Connective => {
                    connectives.push(rule([u1, word, x1], [u1_value, x1_value]))
                }
                WordRole::Leading => rules.push(rule([word, x1], [x1_value])),
            }
            if once > 0 {
                let size = 10_i64.pow(once);
                sized.push((size, 1, rule([word, y1], [Term::Number(size, Some(1)), y1_value])));
            }
            if times > 0 {
                let size = 10_i64.pow(times);
                let product = Term::Variable(X1, Some(size));
                sized.push((size, 0, rule([x1, word, y1], [product, y1_value])));
            }
        }
        for (pair, _) in self.pairs.iter().zip(&state.pairs).filter(|(_, present)| **present) {
            let [first, second] = pair.words.map(Pattern::Word);
            let right = [Term::Number(pair.number, Some(1)), y1_value];
            sized.push((pair.number, 2, rule([first, second, y1], right)));
        }
        sized.arrange_by_key(|(size, kind, _)| std::cmp::Reverse((*size, *kind)));
        rules.extend(sized.into_iter().map(|(_, _, rule)| rule));
        rules.extend(connectives);
        rules.push(rule([u1, x1], [u1_value, x1_value]));
        rules
    }
}

const fn variable(kind: VariableKind) -> Variable {
    Variable { kind, number: Some(1) }
}

const U1: Variable = variable(VariableKind::One);
const X1: Variable = variable(VariableKind::Some);
const Y1: Variable = variable(VariableKind::Any);

fn rule<const L: usize, const R: usize>(left: [Pattern; L], right: [Term; R]) -> Rule {
    Rule { left: left.to_vec(), right: Right::Sum(right.to_vec()) }
}
