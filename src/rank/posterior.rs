//! The grammars of a leaf, weighed by prior and likelihood.

use super::likelihood::Inputs;
use super::weight::{Combination, Weights, best_order};
use crate::deduce::{Completion, Leaf, Order, Role, Set, Shape};
use crate::known::Known;
use crate::sample::Random;
use std::collections::HashMap;

/// A grammar with the logarithm of its weight. Weights mean something relative to each other.
#[derive(Clone, Debug)]
pub(crate) struct Weighed {
    pub(crate) completion: Completion,
    pub(crate) log_weight: f64,
}

/// Combinations of roles are gone through one by one up to this many, and sampled beyond.
const MOST_LISTED: usize = 1500;
/// Steps of the random walk through combinations that are too many to list.
const WALK: usize = 600;

/// Weighs the grammars of leaves of one task.
#[derive(Debug)]
pub(crate) struct Posterior<'a> {
    weights: Weights<'a>,
    tokens: usize,
}

impl<'a> Posterior<'a> {
    pub(crate) fn new(inputs: &'a Inputs, tokens: usize, known: &'a Known) -> Self {
        Self { weights: Weights::new(inputs, known), tokens }
    }

    /// The logarithmic weight of one grammar, whose right sides go on with this probability. `None` if
    /// it was told to stop.
    #[cfg(feature = "neural")]
    pub(crate) fn log_weight(
        &self,
        completion: &Completion,
        go_on: f64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<f64> {
        let priors = super::weight::Priors::of(completion, go_on);
        self.weights.log_weight(&priors, &completion.shapes(), stop)
    }

    /// Combinations of a leaf with their weights: all of them, or the ones that a random walk meets.
    fn combinations(
        &self,
        leaf: &Leaf,
        random: &mut Random,
        stop: &mut dyn FnMut() -> bool,
    ) -> Vec<(Combination, f64)> {
        let Some(first) = leaf.first_shapes(stop) else { return Vec::new() };
        let open: Vec<(usize, Vec<Option<Shape>>)> = (0..leaf.len())
            .filter(|word| self.weights.is_seen(*word))
            .map(|word| (word, leaf.roles(word).collect::<Vec<_>>()))
            .filter(|(_, roles)| roles.len() > 1)
            .collect();
        let Some(priors) = self.weights.priors(leaf, stop) else { return Vec::new() };
        let count = open.iter().fold(1usize, |n, (_, roles)| n.saturating_mul(roles.len()));
        let mut weighed = Vec::new();
        if count <= MOST_LISTED {
            for number in 0..count {
                if stop() {
                    break;
                }
                let mut combination = first.clone();
                let mut rest = number;
                for (word, roles) in &open {
                    combination[*word] = roles[rest % roles.len()];
                    rest /= roles.len();
                }
                let Some(weight) = self.weights.log_weight(&priors, &combination, stop) else {
                    break;
                };
                weighed.push((combination, weight));
            }
        } else {
            let mut met = HashMap::new();
            let mut combination = first;
            let Some(mut current) = self.weights.log_weight(&priors, &combination, stop) else {
                return Vec::new();
            };
            met.insert(combination.clone(), (0, current));
            for step in 1..=WALK {
                if stop() {
                    break;
                }
                let (word, roles) = &open[random.below(open.len())];
                let old = combination[*word];
                combination[*word] = roles[random.below(roles.len())];
                let Some(weight) = self.weights.log_weight(&priors, &combination, stop) else {
                    break;
                };
                met.entry(combination.clone()).or_insert((step, weight));
                if random.unit().ln() < weight - current {
                    current = weight;
                } else {
                    combination[*word] = old;
                }
            }
            // In the order in which they were met: a map's own order is not the same in every run.
            let mut in_order: Vec<_> = met.into_iter().collect();
            in_order.sort_by_key(|(_, (step, _))| *step);
            weighed.extend(in_order.into_iter().map(|(combination, (_, w))| (combination, w)));
        }
        weighed
    }

    /// Draws `samples` grammars of a leaf, and gives its most probable one with the logarithm of its
    /// weight.
    pub(crate) fn sample(
        &self,
        leaf: &Leaf,
        samples: usize,
        random: &mut Random,
        stop: &mut dyn FnMut() -> bool,
    ) -> (Vec<Weighed>, Option<(Completion, f64)>) {
        let swaps = leaf.swaps();
        let weighed = self.combinations(leaf, random, stop);
        let Some(best) = weighed.iter().max_by(|a, b| a.1.total_cmp(&b.1)) else {
            return (Vec::new(), None);
        };
        let highest = best.1;
        let mut sums = Vec::with_capacity(weighed.len());
        let mut total = 0.0;
        for (_, weight) in &weighed {
            total += (weight - highest).exp();
            sums.push(total);
        }
        let each = highest + total.ln() - (samples as f64).ln();
        let mut drawn = Vec::new();
        let stream = random.bits();
        for number in 0..samples {
            if stop() {
                break;
            }
            // Random numbers of its own, so that weights that change a little change few samples.
            let random = &mut Random::new(stream ^ number as u64);
            let point = random.unit() * total;
            let index = sums.partition_point(|sum| *sum < point).min(weighed.len() - 1);
            let combination = &weighed[index].0;
            let mut log_orders = 0.0;
            let mut left = combination.iter().flatten().count() as f64;
            let order = leaf.order(combination, |ready| {
                log_orders += (ready as f64).ln() - left.ln();
                left -= 1.0;
                random.below(ready)
            });
            let Some(order) = order else { continue };
            let roles = self.roles(leaf, combination, Some(random));
            let completion = Completion { roles, order, swaps };
            drawn.push(Weighed { completion, log_weight: each + log_orders });
        }
        // The most probable combination that has an order, with its most probable right sides.
        let mut ranked: Vec<&(Combination, f64)> = weighed.iter().collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        let top = ranked.into_iter().find_map(|(combination, weight)| {
            if stop() {
                return None;
            }
            let order = leaf.order(combination, |_| 0)?;
            let roles = self.roles(leaf, combination, None);
            Some((Completion { roles, order, swaps }, *weight))
        });
        (drawn, top)
    }

    /// One grammar of a leaf, and a plain one, without weighing any.
    pub(crate) fn any(&self, leaf: &Leaf, stop: &mut dyn FnMut() -> bool) -> Option<Completion> {
        let shapes = leaf.first_shapes(stop)?;
        let order = leaf.order(&shapes, |_| 0)?;
        let roles = self.roles(leaf, &shapes, None);
        Some(Completion { roles, order, swaps: leaf.swaps() })
    }

    /// Fills in right sides and meanings: drawn, or the most probable ones.
    fn roles(
        &self,
        leaf: &Leaf,
        combination: &Combination,
        mut random: Option<&mut Random>,
    ) -> Vec<Role> {
        let mut free = self.free_tokens(leaf, combination);
        if let Some(random) = random.as_deref_mut() {
            random.shuffle(&mut free);
        }
        let mut free = free.into_iter();
        let role = |(word, shape): (usize, &Option<Shape>)| match (shape, random.as_deref_mut()) {
            (None, _) => {
                let mut meanings = leaf.meanings(word);
                match (meanings.next(), meanings.next()) {
                    (Some(meaning), None) => Role::Primitive(meaning),
                    // A word that no example shows: a token that no other word gives.
                    _ => Role::Primitive(Some(free.next().unwrap_or(Role::UNKNOWN))),
                }
            }
            (Some(shape), None) => Role::Operator(*shape, best_order(leaf, word, *shape)),
            (Some(shape), Some(random)) => {
                Role::Operator(*shape, draw_order(leaf, word, *shape, random))
            }
        };
        combination.iter().enumerate().map(role).collect()
    }

    /// The tokens that no primitive is known to give.
    fn free_tokens(&self, leaf: &Leaf, combination: &Combination) -> Vec<u8> {
        let mut used = Set::EMPTY;
        for word in (0..leaf.len()).filter(|word| combination[*word].is_none()) {
            let mut meanings = leaf.meanings(word);
            match (meanings.next(), meanings.next()) {
                (Some(Some(token)), None) if token != Role::UNKNOWN => used |= Set::one(token),
                _ => {}
            }
        }
        (0..self.tokens as u8).filter(|token| !used.has(*token)).collect()
    }
}

/// A right side of an operator, drawn by its probability.
fn draw_order(leaf: &Leaf, word: usize, shape: Shape, random: &mut Random) -> Order {
    let (binary, go_on) = (shape.is_binary(), leaf.class().go_on);
    let Some(orders) = leaf.rights(word) else {
        return draw_prior(binary, go_on, random);
    };
    let weights: Vec<f64> = orders.iter().map(|o| o.log_prior(binary, go_on).exp()).collect();
    let mut point = random.unit() * weights.iter().sum::<f64>();
    for (order, weight) in orders.iter().zip(&weights) {
        point -= weight;
        if point <= 0.0 {
            return *order;
        }
    }
    orders[orders.len() - 1]
}

/// A right side from the meta-grammar.
fn draw_prior(binary: bool, go_on: f64, random: &mut Random) -> Order {
    let mut items = if binary { vec![false, true] } else { vec![false] };
    while items.len() < 14 && random.unit() < go_on {
        items.push(binary && random.unit() < 0.5);
    }
    random.shuffle(&mut items);
    let bits = items.iter().enumerate().map(|(index, second)| u32::from(*second) << index);
    Order { length: items.len() as u8, second: bits.sum() }
}
