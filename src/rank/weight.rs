//! The weight of a combination of roles: its prior, and how likely it makes the inputs.

use super::likelihood::{Inputs, Kind};
#[cfg(feature = "neural")]
use crate::deduce::{Completion, Role};
use crate::deduce::{Leaf, Order, Set, Shape};
use crate::known::Known;
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
    by_word: Vec<[(Order, f64); 6]>,
}

/// Weighs combinations by the inputs of one task, with the help of what is known from before.
#[derive(Debug)]
pub(super) struct Weights<'a> {
    inputs: &'a Inputs,
    seen: Set,
    known: &'a Known,
    /// What the inputs are called there; `None` if there are too many of them.
    names: Option<(u32, Vec<u32>)>,
}

#[cfg(feature = "neural")]
impl Priors {
    /// Those of one grammar.
    pub(super) fn of(Completion { roles, swaps, .. }: &Completion, go_on: f64) -> Self {
        let of_role = |role: &Role| {
            let mut of_shape = [(Order::FORWARD, 0.0); 6];
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
    pub(super) fn new(inputs: &'a Inputs, known: &'a Known) -> Self {
        let all: Vec<&[u8]> = inputs.all().iter().map(Vec::as_slice).collect();
        Self { inputs, seen: inputs.seen(), known, names: known.name(&all) }
    }

    pub(super) fn is_seen(&self, word: usize) -> bool {
        self.seen.has(word as u8)
    }

    /// What the words of a leaf weigh as operators; `None` if it was told to stop.
    pub(super) fn priors(&self, leaf: &Leaf, stop: &mut dyn FnMut() -> bool) -> Option<Priors> {
        let go_on = leaf.class().go_on;
        let of_word = |word: usize| {
            let mut of_shape = [(Order::FORWARD, 0.0); 6];
            for shape in leaf.roles(word).flatten() {
                if stop() {
                    return None;
                }
                let mut weight = shape.prior().ln();
                if let Some(orders) = leaf.rights(word) {
                    weight += Order::mass(orders, shape.is_binary(), go_on).ln();
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
        stop: &mut dyn FnMut() -> bool,
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
        let acceptance = self.acceptance(&operators, *swaps, stop)?;
        let probabilities = self.probabilities(&kinds, *swaps, stop)?;
        Some(weight + Inputs::log_likelihood(&probabilities, acceptance))
    }

    fn acceptance(
        &self,
        operators: &[(Shape, Order)],
        swaps: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<f64> {
        let (inputs, outputs) = self.inputs.longest();
        let mut key = vec![b'a', u8::from(swaps), inputs as u8, outputs as u8];
        for (shape, order) in operators {
            key.extend([*shape as u8, order.length]);
            key.extend(order.second.to_le_bytes());
        }
        if let Some(known) = self.known.numbers().get(&key) {
            return Some(known[0]);
        }
        let acceptance = self.inputs.acceptance(operators, swaps, stop)?;
        self.known.numbers().put(&key, Arc::new([acceptance]));
        Some(acceptance)
    }

    /// The probability of each input. Those that are known are kept by the names of the inputs.
    fn probabilities(
        &self,
        kinds: &[Kind],
        swaps: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<f64>> {
        let Some((epoch, names)) = &self.names else {
            return self.inputs.probabilities(kinds, swaps, |_| None, stop);
        };
        let mut key = vec![b'p', u8::from(swaps)];
        key.extend(epoch.to_le_bytes());
        key.extend(kinds.iter().map(|kind| match kind {
            Kind::Absent => 0,
            Kind::Primitive => 1,
            Kind::Operator(shape) => 2 + *shape as u8,
        }));
        let row = self.known.numbers().get(&key);
        let known = |index: usize| {
            let value = *row.as_ref()?.get(names[index] as usize)?;
            (!value.is_nan()).then_some(value)
        };
        let probabilities = self.inputs.probabilities(kinds, swaps, known, stop)?;
        if (0..names.len()).any(|index| known(index).is_none()) {
            let most = names.iter().max().map_or(0, |name| *name as usize + 1);
            let mut new = row.map(|row| row.to_vec()).unwrap_or_default();
            new.resize(new.len().max(most), f64::NAN);
            for (name, probability) in names.iter().zip(&probabilities) {
                new[*name as usize] = *probability;
            }
            self.known.numbers().put(&key, new.into());
        }
        Some(probabilities)
    }
}

/// The most probable right side of an operator.
pub(super) fn best_order(leaf: &Leaf, word: usize, shape: Shape) -> Order {
    let (binary, go_on) = (shape.is_binary(), leaf.class().go_on);
    let shortest = if binary { Order::FORWARD } else { Order { length: 1, second: 0 } };
    let orders = leaf.rights(word).unwrap_or_default().iter().copied();
    let weighed = orders.map(|order| (order, order.log_prior(binary, go_on)));
    weighed.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(shortest, |(order, _)| order)
}
