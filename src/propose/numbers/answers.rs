//! What the network says of each word, as a few possibilities with their probabilities.

use super::task::PLACES;
use crate::network::NetworkError;
use crate::propose::logits::{Outputs, log_softmax};

/// Possibilities that are kept for each word, and answers of each head that they are made of.
const BEST: usize = 16;
const LIKELY: usize = 4;
const MANTISSAS: usize = 100;

/// What else a word is, beside a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Nothing,
    Value(i64),
    /// `u1 w x1 -> [u1] + [x1]`
    Connective,
    /// `w x1 -> [x1]`
    Leading,
}

/// What a word may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Answer {
    /// The power of ten of `x1 w y1 -> [x1]*10^k + [y1]`; 0 if there is no such rule.
    pub(super) times: u32,
    /// The same of `w y1 -> 10^k*1 + [y1]`.
    pub(super) once: u32,
    pub(super) role: Role,
    pub(super) log_probability: f64,
}

/// Each word's most likely answers, the best first. A word whose value is known has no other role.
pub(super) fn answers(
    outputs: &mut Outputs,
    values: &[Option<i64>],
) -> Result<Vec<Vec<Answer>>, NetworkError> {
    let mut head = |name, columns| outputs.take(name, values.len(), Some(columns));
    let (times, once) = (head("times", PLACES)?, head("once", PLACES)?);
    let role = head("role", 5)?;
    let (mantissa, power) = (head("mantissa", MANTISSAS)?, head("power", PLACES)?);
    let mut all = Vec::new();
    for (word, value) in values.iter().enumerate() {
        let mut roles = Vec::new();
        if value.is_some() {
            roles.push((Role::Nothing, 0.0));
        } else {
            for (number, log_probability) in likely(role.row(word), usize::MAX) {
                let simple = match number {
                    0 => Role::Nothing,
                    2 => Role::Value(0),
                    3 => Role::Connective,
                    4 => Role::Leading,
                    _ => {
                        for (mantissa, first) in likely(mantissa.row(word), LIKELY) {
                            for (power, second) in likely(power.row(word), LIKELY) {
                                let value = mantissa as i64 * 10_i64.pow(power as u32);
                                let value = Role::Value(value);
                                roles.push((value, log_probability + first + second));
                            }
                        }
                        continue;
                    }
                };
                roles.push((simple, log_probability));
            }
        }
        let mut of_word = Vec::new();
        for (times, first) in likely(times.row(word), LIKELY) {
            for (once, second) in likely(once.row(word), LIKELY) {
                of_word.extend(roles.iter().map(|(role, third)| Answer {
                    times: times as u32,
                    once: once as u32,
                    role: *role,
                    log_probability: first + second + third,
                }));
            }
        }
        of_word.sort_by(|a, b| b.log_probability.total_cmp(&a.log_probability));
        of_word.truncate(BEST);
        all.push(of_word);
    }
    Ok(all)
}

/// The most likely of the possibilities that these are the logits of.
fn likely(logits: &[f32], count: usize) -> Vec<(usize, f64)> {
    let mut all: Vec<(usize, f64)> = log_softmax(logits.iter().copied()).enumerate().collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.truncate(count);
    all
}
