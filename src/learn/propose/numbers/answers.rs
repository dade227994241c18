//! What the network says of each word, as a few possibilities with their probabilities.

use super::task::PLACES;
use crate::arrange::Arrange;
use crate::learn::propose::ids::AskedWord;
use crate::learn::propose::logits::{Matrix, Outputs, log_softmax};
use crate::network::NetworkError;

const MANTISSAS: usize = 100;

/// What else a word is, beside a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordRole {
    Nothing,
    Value(i64),
    /// `u1 w x1 -> [u1] + [x1]`
    Connective,
    /// `w x1 -> [x1]`
    Leading,
}

/// What a word may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WordMeaning {
    /// The power of ten of `x1 w y1 -> [x1]*10^k + [y1]`; 0 if there is no such rule.
    pub(super) times: u32,
    /// The power of ten of `w y1 -> 10^k*1 + [y1]`; 0 if there is no such rule.
    pub(super) once: u32,
    pub(super) role: WordRole,
    pub(super) log_probability: f64,
}

/// How many possibilities are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeaningBreadth {
    /// Those that are kept for each word.
    pub(crate) width: usize,
    /// Answers of each head that they are made of.
    pub(crate) likely: usize,
}

/// What the network says of each word, by its heads.
#[derive(Debug)]
pub(super) struct Heads {
    times: Matrix,
    once: Matrix,
    role: Matrix,
    mantissa: Matrix,
    power: Matrix,
}

impl Heads {
    pub(super) fn new(outputs: &mut Outputs, words: usize) -> Result<Self, NetworkError> {
        let mut head = |name, columns| outputs.take(name, words, Some(columns));
        Ok(Self {
            times: head("times", PLACES)?,
            once: head("once", PLACES)?,
            role: head("role", 5)?,
            mantissa: head("mantissa", MANTISSAS)?,
            power: head("power", PLACES)?,
        })
    }

    /// The bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        let Self { times, once, role, mantissa, power } = self;
        let heads = [times, once, role, mantissa, power];
        heads.iter().map(|head| size_of_val(&head.values[..])).sum()
    }

    /// A word's most likely answers, the best first. A word whose value is known has no other role.
    pub(super) fn answers(
        &self,
        word: AskedWord,
        known: bool,
        breadth: MeaningBreadth,
    ) -> Vec<WordMeaning> {
        let roles = match known {
            true => vec![(WordRole::Nothing, 0.0)],
            false => self.roles(word, breadth.likely),
        };
        let mut answers = Vec::new();
        for (times, first) in likely(self.times.row(word.index()), breadth.likely) {
            for (once, second) in likely(self.once.row(word.index()), breadth.likely) {
                answers.extend(roles.iter().map(|(role, third)| WordMeaning {
                    times: times as u32,
                    once: once as u32,
                    role: *role,
                    log_probability: first + second + third,
                }));
            }
        }
        answers.arrange_by(|a, b| b.log_probability.total_cmp(&a.log_probability));
        answers.truncate(breadth.width);
        answers
    }

    fn roles(&self, word: AskedWord, count: usize) -> Vec<(WordRole, f64)> {
        let mut roles = Vec::new();
        for (number, log_probability) in likely(self.role.row(word.index()), usize::MAX) {
            match number {
                0 => roles.push((WordRole::Nothing, log_probability)),
                2 => roles.push((WordRole::Value(0), log_probability)),
                3 => roles.push((WordRole::Connective, log_probability)),
                4 => roles.push((WordRole::Leading, log_probability)),
                _ => {
                    for (mantissa, first) in likely(self.mantissa.row(word.index()), count) {
                        for (power, second) in likely(self.power.row(word.index()), count) {
                            let value = mantissa as i64 * 10_i64.pow(power as u32);
                            roles.push((WordRole::Value(value), log_probability + first + second));
                        }
                    }
                }
            }
        }
        roles
    }
}

/// The most likely of the possibilities that these are the logits of.
fn likely(logits: &[f32], count: usize) -> Vec<(usize, f64)> {
    let mut all: Vec<(usize, f64)> = log_softmax(logits.iter().copied()).enumerate().collect();
    all.arrange_by(|a, b| b.1.total_cmp(&a.1));
    all.truncate(count);
    all
}
