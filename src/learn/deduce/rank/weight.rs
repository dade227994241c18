//! The weight of a combination of roles: its prior, and how likely it makes the inputs.

use super::super::{Leaf, Set};
use super::likelihood::{Inputs, Kind};
use crate::budget::Ticker;
#[cfg(feature = "neural")]
use crate::language::class::{ClassGrammar, Role};
use crate::language::class::{RightSide, Shape, WordId, bytes_of};
use crate::memo::Memo;
use std::sync::Arc;

/// A combination of roles: a shape for each operator, `None` for primitives.
pub(crate) type Combination = Vec<Option<Shape>>;

/// What the words of a leaf weigh as operators.
#[derive(Debug)]
pub(super) struct Priors {
    /// Whether the last rule swaps.
    swaps: bool,
    /// By word and shape: the most probable right side, and the logarithm of the prior, with all right
    /// sides that are possible added up.
    by_word: Vec<[(RightSide, f64); 6]>,
}

/// Weighs combinations by the inputs of one task, with the help of what is known from before.
#[derive(Debug)]
pub(super) struct Weights<'a> {
    inputs: &'a Inputs,
    seen: Set<WordId>,
    memo: &'a Memo,
    /// What the inputs are called there; `None` if there are too many of them.
    names: Option<(u32, Vec<u32>)>,
}

#[cfg(feature = "neural")]
impl Priors {
    /// Those of one grammar.
    pub(super) fn of(ClassGrammar { roles, swaps, .. }: &ClassGrammar, go_on: f64) -> Self {
        let of_role = |role: &Role| {
            let mut of_shape = [(RightSide::FORWARD, 0.0); 6];
            if let Role::Operator(shape, order) = *role {
                let prior = shape.prior().ln() + order.log_prior(shape.is_binary(), go_on);
                of_shape[shape as usize] = (order, prior);
            }
            of_shape
        };
        Self { swaps: *swaps, by_word: roles.iter().map(of_role).collect() }
    }
}

impl<'a> Weights<'a> {
    pub(super) fn new(inputs: &'a Inputs, memo: &'a Memo) -> Self {
        let all: Vec<Vec<u8>> = inputs.all().iter().map(|input| bytes_of(input)).collect();
        let all: Vec<&[u8]> = all.iter().map(Vec::as_slice).collect();
        Self { inputs, seen: inputs.seen(), memo, names: memo.name(&all) }
    }

    pub(super) fn is_seen(&self, word: usize) -> bool {
        self.seen.has(WordId::at(word))
    }

    /// What the words of a leaf weigh as operators; `None` if it was told to stop.
    pub(super) fn priors(&self, leaf: &Leaf, ticker: &Ticker) -> Option<Priors> {
        let go_on = leaf.class().go_on;
        let of_word = |word: usize| {
            let mut of_shape = [(RightSide::FORWARD, 0.0); 6];
            for shape in leaf.roles(word).flatten() {
                if ticker.is_over() {
                    return None;
                }
                let mut weight = shape.prior().ln();
                if let Some(orders) = leaf.rights(word) {
                    weight += RightSide::mass(orders, shape.is_binary(), go_on).ln();
                }
                of_shape[shape as usize] = (best_order(leaf, word, shape), weight);
            }
            Some(of_shape)
        };
        let by_word = (0..leaf.len()).map(of_word).collect::<Option<_>>()?;
        Some(Priors { swaps: leaf.swaps(), by_word })
    }

    /// The logarithmic weight of a combination of a leaf with these priors. `None` if it was told to
    /// stop.
    pub(super) fn log_weight(
        &self,
        Priors { by_word, swaps }: &Priors,
        combination: &Combination,
        ticker: &Ticker,
    ) -> Option<f64> {
        let mut weight = 0.0;
        let mut operators = Vec::new();
        let mut kinds = vec![Kind::Absent; by_word.len()];
        for (word, shape) in combination.iter().enumerate().filter(|(word, _)| self.is_seen(*word))
        {
            let Some(shape) = *shape else {
                kinds[word] = Kind::Primitive;
                continue;
            };
            kinds[word] = Kind::Operator(shape);
            let (order, prior) = by_word[word][shape as usize];
            operators.push((shape, order));
            weight += prior;
        }
        let acceptance = self.acceptance(&operators, *swaps, ticker)?;
        let probabilities = self.probabilities(&kinds, *swaps, ticker)?;
        Some(weight + Inputs::log_likelihood(&probabilities, acceptance))
    }

    fn acceptance(
        &self,
        operators: &[(Shape, RightSide)],
        swaps: bool,
        ticker: &Ticker,
    ) -> Option<f64> {
        let (inputs, outputs) = self.inputs.longest();
        let mut key = vec![b'a', u8::from(swaps), inputs as u8, outputs as u8];
        for (shape, order) in operators {
            key.extend([*shape as u8, order.length]);
            key.extend(order.second.to_le_bytes());
        }
        if let Some(known) = self.memo.numbers().get(&key) {
            return Some(known[0]);
        }
        let acceptance = self.inputs.acceptance(operators, swaps, ticker)?;
        self.memo.numbers().put(&key, Arc::new([acceptance]));
        Some(acceptance)
    }

    /// The probability of each input. Those that are known are kept by the names of the inputs.
    fn probabilities(&self, kinds: &[Kind], swaps: bool, ticker: &Ticker) -> Option<Vec<f64>> {
        let Some((epoch, names)) = &self.names else {
            return self.inputs.probabilities(kinds, swaps, |_| None, ticker);
        };
        let mut key = vec![b'p', u8::from(swaps)];
        key.extend(epoch.to_le_bytes());
        key.extend(kinds.iter().map(|kind| match kind {
            Kind::Absent => 0,
            Kind::Primitive => 1,
            Kind::Operator(shape) => 2 + *shape as u8,
        }));
        let row = self.memo.numbers().get(&key);
        let known = |index: usize| {
            let value = *row.as_ref()?.get(names[index] as usize)?;
            (!value.is_nan()).then_some(value)
        };
        let probabilities = self.inputs.probabilities(kinds, swaps, known, ticker)?;
        if (0..names.len()).any(|index| known(index).is_none()) {
            let most = names.iter().max().map_or(0, |name| *name as usize + 1);
            let mut new = row.map(|row| row.to_vec()).unwrap_or_default();
            new.resize(new.len().max(most), f64::NAN);
            for (name, probability) in names.iter().zip(&probabilities) {
                new[*name as usize] = *probability;
            }
            self.memo.numbers().put(&key, new.into());
        }
        Some(probabilities)
    }
}

/// The most probable right side of an operator.
pub(super) fn best_order(leaf: &Leaf, word: usize, shape: Shape) -> RightSide {
    let (binary, go_on) = (shape.is_binary(), leaf.class().go_on);
    let shortest = if binary { RightSide::FORWARD } else { RightSide { length: 1, second: 0 } };
    let orders = leaf.rights(word).unwrap_or_default().iter().copied();
    let weighed = orders.map(|order| (order, order.log_prior(binary, go_on)));
    weighed.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(shortest, |(order, _)| order)
}
