//! How much every next choice of a grammar leaves to be reached: the score of the best grammar that has it.
//!
//! A grammar's score is the logarithm of its prior probability and, where a network says how probable
//! tokens are, that of the odds of each token that it has. A word or a token stands in one rule at most, a
//! variable in any number of them: so what is best for the rest of a grammar depends on which words, tokens
//! and variables have been taken, and on nothing else.

use super::prior::Prior;
use blicket::Vocabulary;
use blicket::grammar::Variable;
use blicket::laboratory::class::{ONE_VARIABLE, VARIABLES};
use std::collections::BTreeMap;

/// A choice, and the score of the best grammar with it.
pub(super) type Scored = (u32, f64);

/// What variables a left side can have: four times one, twelve times two of them.
pub(super) const LEFT_SIDES: u32 = 16;

/// The numbers of a left side's variables.
pub(super) fn left_side(choice: u32) -> (usize, Option<usize>) {
    let Some(pair) = choice.checked_sub(4) else { return (choice as usize, None) };
    let (first, other) = ((pair / 3) as usize, (pair % 3) as usize);
    (first, Some(other + usize::from(other >= first)))
}

/// Its variables.
pub(super) fn left_variables(choice: u32) -> Vec<Variable> {
    let (first, second) = left_side(choice);
    [Some(first), second].into_iter().flatten().map(|number| VARIABLES[number]).collect()
}

/// The variables of a left side as a set, a bit each.
fn variables_of(choice: u32) -> usize {
    let (first, second) = left_side(choice);
    1 << first | second.map_or(0, |second| 1 << second)
}

/// The variables of the last rule: u1 and x1, or u1 and u2.
fn variables_of_last(swaps: u32) -> usize {
    if swaps == 1 { 0b0011 } else { 0b0101 }
}

/// What odds are taken to be at most, and at least one in as many: no network is that sure.
const MOST_ODDS: f64 = 10_000.0;

/// What it adds to a grammar's score that it has a token.
#[derive(Clone, Debug)]
struct Gains {
    words: Vec<f64>,
    tokens: Vec<f64>,
    variables: [f64; 4],
}

#[derive(Clone, Debug)]
pub(super) struct Bound<'a> {
    prior: &'a Prior,
    gains: Gains,
    /// The scores of the best right sides with one variable and with two.
    right_sides: [f64; 2],
    /// By the number of rules to come and the variables so far: the best score of those rules.
    rules: Vec<[f64; 16]>,
}

impl<'a> Bound<'a> {
    pub(super) fn new(
        prior: &'a Prior,
        odds: &BTreeMap<String, f64>,
        vocabulary: &Vocabulary,
        right_sides: [f64; 2],
    ) -> Self {
        let gain = |token: &str| {
            let probability = odds.get(token).copied().unwrap_or(0.5);
            (probability / (1.0 - probability)).clamp(1.0 / MOST_ODDS, MOST_ODDS).ln()
        };
        let gains = Gains {
            words: prior.words.iter().map(|word| gain(vocabulary.text(*word))).collect(),
            tokens: prior.tokens.iter().map(|token| gain(vocabulary.text(*token))).collect(),
            variables: VARIABLES.map(|variable| gain(&variable.to_string())),
        };
        let mut bound = Self { prior, gains, right_sides, rules: Vec::new() };
        let most = prior.counts.iter().map(|(_, rules)| *rules).max().unwrap_or(0);
        let last = std::array::from_fn(|taken| best(&bound.last(taken)));
        bound.rules.push(last);
        for to_come in 1..=most {
            let rules = std::array::from_fn(|taken| best(&bound.left_sides(to_come, taken)));
            bound.rules.push(rules);
        }
        bound
    }

    /// Of the numbers of primitives and rules.
    pub(super) fn counts(&self) -> Vec<Scored> {
        let Prior { words, tokens, counts, .. } = self.prior;
        let gains = sorted(&self.gains.words, &[]);
        let scored = counts.iter().map(|(primitives, rules)| {
            let used = primitives + rules;
            let drawn: f64 = (0..used).map(|so_far| -ln(words.len() - so_far)).sum();
            let gained: f64 = gains[..used].iter().sum();
            let free = (*primitives).min(tokens.len());
            -ln(counts.len()) + drawn + gained + self.primitives(free, &[]) + self.rules[*rules][0]
        });
        (0..).zip(scored).collect()
    }

    /// Of the next word, when so many more are to be drawn; but for what is the same for all.
    pub(super) fn words(&self, taken: &[u32], to_come: usize) -> Vec<Scored> {
        // The best grammars have the best words, in any order: one of them may as well come now.
        let worst_of_best = sorted(&self.gains.words, taken)[to_come - 1];
        let left = (0..).zip(&self.gains.words).filter(|(word, _)| !taken.contains(word));
        left.map(|(word, gain)| (word, gain.min(worst_of_best))).collect()
    }

    /// Of what the next primitive gives: 0 for nothing, and tokens from 1 on. So many more primitives after
    /// it may have a token.
    pub(super) fn outcomes(&self, taken: &[u32], free: Option<usize>) -> Vec<Scored> {
        let Some(free) = free else { return vec![(0, 0.0)] };
        let mut scored = Vec::new();
        if self.prior.empty > 0.0 {
            scored.push((0, self.prior.empty.ln() + self.primitives(free, taken)));
        }
        let one = self.with_token(taken.len());
        for (token, gain) in (0..).zip(&self.gains.tokens).filter(|(t, _)| !taken.contains(t)) {
            let taken = [taken, &[token]].concat();
            scored.push((token + 1, one + gain + self.primitives(free, &taken)));
        }
        scored
    }

    /// Of the next rule's variables, when so many rules are to come and these variables have been taken.
    pub(super) fn left_sides(&self, to_come: usize, taken: usize) -> Vec<Scored> {
        let scored = |choice| {
            let (drawn, right_side) = match left_side(choice) {
                (_, None) => (ONE_VARIABLE / 4.0, self.right_sides[0]),
                (_, Some(_)) => ((1.0 - ONE_VARIABLE) / 12.0, self.right_sides[1]),
            };
            let here = variables_of(choice);
            let rest = self.rules[to_come - 1][taken | here];
            (choice, drawn.ln() + right_side + self.gain_of(here & !taken) + rest)
        };
        (0..LEFT_SIDES).map(scored).collect()
    }

    /// Of the last rule: 0 for the one that joins, 1 for the one that swaps.
    pub(super) fn last(&self, taken: usize) -> Vec<Scored> {
        let options = if self.prior.may_swap { 2 } else { 1 };
        let drawn = -f64::from(options).ln();
        let scored = |swaps| (swaps, drawn + self.gain_of(variables_of_last(swaps) & !taken));
        (0..options).map(scored).collect()
    }

    /// The variables of left sides.
    pub(super) fn taken_by(choices: &[u32]) -> usize {
        choices.iter().fold(0, |taken, choice| taken | variables_of(*choice))
    }

    fn gain_of(&self, variables: usize) -> f64 {
        let gains = self.gains.variables.iter().enumerate();
        gains.filter(|(number, _)| variables & (1 << number) != 0).map(|(_, gain)| gain).sum()
    }

    /// That a primitive has a certain token, when so many have been taken.
    fn with_token(&self, taken: usize) -> f64 {
        (1.0 - self.prior.empty).ln() - ln(self.prior.tokens.len() - taken)
    }

    /// The best score of so many primitives that may have tokens: some have the best ones, and the others
    /// nothing.
    fn primitives(&self, free: usize, taken: &[u32]) -> f64 {
        let gains = sorted(&self.gains.tokens, taken);
        let nothing = |count| if count == 0 { 0.0 } else { count as f64 * self.prior.empty.ln() };
        let mut with = 0.0;
        let mut best = nothing(free);
        for (index, gain) in gains.iter().take(free).enumerate() {
            with += self.with_token(taken.len() + index) + gain;
            best = f64::max(best, with + nothing(free - index - 1));
        }
        best
    }
}

pub(super) fn best(scored: &[Scored]) -> f64 {
    scored.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max)
}

fn ln(number: usize) -> f64 {
    (number as f64).ln()
}

/// The gains of what has not been taken, the best first.
fn sorted(gains: &[f64], taken: &[u32]) -> Vec<f64> {
    let left = (0..).zip(gains).filter(|(index, _)| !taken.contains(index));
    let mut left: Vec<f64> = left.map(|(_, gain)| *gain).collect();
    left.sort_by(|a, b| b.total_cmp(a));
    left
}
