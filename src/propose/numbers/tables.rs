//! Grammars of numbers as draws from tables: what each word is, and which pairs have a rule.

use super::answers::{Answer, Role};
use crate::propose::check::Example;
use crate::propose::draw::{Choices, logistic, one_or_two, words_of};
use crate::propose::space::Space;
use crate::rule::{Domain, Pattern, Right, Rule, Term, Variable, VariableKind};
use crate::sample::Random;
use crate::vocabulary::Word;

/// How often a pair is changed, where there is one; how often one word instead of two; how often an
/// answer is drawn by its probability.
const PAIR_CHANGES: f64 = 0.15;
const ONE_WORD: f64 = 0.7;
const BY_PROBABILITY: f64 = 0.6;

/// Two words that may have a rule of their own, `a b y1 -> N + [y1]`.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) words: [Word; 2],
    pub(super) number: i64,
    pub(super) log_odds: f64,
}

/// What the network makes of a task: a distribution over grammars.
#[derive(Debug)]
pub(crate) struct Tables {
    words: Vec<Word>,
    values: Vec<Option<i64>>,
    /// By word: what it may be, the most likely first.
    answers: Vec<Vec<Answer>>,
    choices: Vec<Choices>,
    pairs: Vec<Pair>,
    /// By example: its words, and the pairs in it.
    words_of: Vec<Vec<u16>>,
    pairs_of: Vec<Vec<usize>>,
}

/// A grammar in the making.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// By word: which of its answers.
    choice: Vec<u16>,
    /// By pair: whether it has a rule.
    pairs: Vec<bool>,
}

impl Tables {
    pub(super) fn new(
        words: Vec<Word>,
        values: Vec<Option<i64>>,
        answers: Vec<Vec<Answer>>,
        pairs: Vec<Pair>,
        examples: &[Example<'_>],
    ) -> Self {
        let choices = |answers: &Vec<Answer>| {
            Choices::new(answers.iter().map(|answer| answer.log_probability))
        };
        let choices = answers.iter().map(choices).collect();
        let words_of = words_of(examples.iter().map(|example| example.input), &words);
        let pairs_of = examples.iter().map(|example| {
            let in_it =
                |pair: &usize| example.input.windows(2).any(|window| window == pairs[*pair].words);
            (0..pairs.len()).filter(in_it).collect()
        });
        let pairs_of = pairs_of.collect();
        Self { words, values, answers, choices, pairs, words_of, pairs_of }
    }

    fn answer(&self, state: &State, word: usize) -> &Answer {
        &self.answers[word][usize::from(state.choice[word])]
    }
}

impl Space for Tables {
    type State = State;
    type Key = (Vec<u16>, Vec<bool>);

    const DOMAIN: Domain = Domain::Numbers;

    fn likeliest(&self) -> State {
        let pairs = self.pairs.iter().map(|pair| pair.log_odds > 0.0).collect();
        State { choice: vec![0; self.words.len()], pairs }
    }

    fn sample(&self, random: &mut Random) -> State {
        let choice = self.choices.iter().map(|choices| choices.draw(random)).collect();
        let pairs = self.pairs.iter().map(|pair| pair.log_odds + logistic(random) > 0.0);
        State { choice, pairs: pairs.collect() }
    }

    fn change(&self, state: &State, example: usize, random: &mut Random) -> State {
        let mut state = state.clone();
        let (words, pairs) = (&self.words_of[example], &self.pairs_of[example]);
        if !pairs.is_empty() && random.chance(PAIR_CHANGES) {
            let pair = *random.choose(pairs);
            state.pairs[pair] = !state.pairs[pair];
            return state;
        }
        for word in one_or_two(words, ONE_WORD, random).into_iter().map(usize::from) {
            state.choice[word] = self.choices[word].draw_boldly(BY_PROBABILITY, random);
        }
        state
    }

    fn neighbours(&self, state: &State) -> Vec<State> {
        let mut others = Vec::new();
        for (word, choice) in state.choice.iter().enumerate() {
            for index in 0..*choice {
                let mut other = state.clone();
                other.choice[word] = index;
                others.push(other);
            }
        }
        for (index, pair) in self.pairs.iter().enumerate() {
            if state.pairs[index] != (pair.log_odds > 0.0) {
                let mut other = state.clone();
                other.pairs[index] = !other.pairs[index];
                others.push(other);
            }
        }
        others
    }

    fn cost(&self, state: &State) -> f64 {
        let words = (0..self.words.len()).map(|word| -self.answer(state, word).log_probability);
        let pairs = self.pairs.iter().zip(&state.pairs).map(|(pair, present)| {
            let against = if *present { -pair.log_odds } else { pair.log_odds };
            against.exp().ln_1p()
        });
        words.sum::<f64>() + pairs.sum::<f64>()
    }

    fn key(&self, state: &State) -> Self::Key {
        (state.choice.clone(), state.pairs.clone())
    }

    /// Values first, then rules by the size of what they add, larger first; exceptions before what
    /// they are exceptions of.
    fn rules(&self, state: &State) -> Vec<Rule> {
        let (mut rules, mut sized, mut connectives) = (Vec::new(), Vec::new(), Vec::new());
        let [u1, x1, y1] = [U1, X1, Y1].map(Pattern::Variable);
        let [u1_value, x1_value, y1_value] = [U1, X1, Y1].map(|v| Term::Variable(v, None));
        for (index, &name) in self.words.iter().enumerate() {
            let Answer { times, once, role, .. } = *self.answer(state, index);
            let word = Pattern::Word(name);
            let role = self.values[index].map_or(role, Role::Value);
            match role {
                Role::Nothing => {}
                Role::Value(value) => rules.push(rule([word], [Term::Number(value, None)])),
                Role::Connective => connectives.push(rule([u1, word, x1], [u1_value, x1_value])),
                Role::Leading => rules.push(rule([word, x1], [x1_value])),
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
        sized.sort_by_key(|(size, kind, _)| std::cmp::Reverse((*size, *kind)));
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
