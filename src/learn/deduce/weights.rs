//! What combinations of roles weigh: prior times likelihood.

use super::likelihood::{A_STEP, Inputs};
use super::ways::{KnownWays, WordKind};
use super::{Leaf, Set};
use crate::budget::Ticker;
#[cfg(feature = "neural")]
use crate::language::class::{ClassGrammar, Role};
use crate::language::class::{OperatorShape, RightSide, WordId};
use crate::memo::Memo;
use crate::sync::{Mutex, whole};
use std::sync::Arc;

/// A combination of roles: a shape for each operator, `None` for primitives.
pub(crate) type Combination = Vec<Option<OperatorShape>>;

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
    /// One for each thread that weighs, as long as none of them uses it.
    known: Mutex<Vec<WeighingRoom>>,
}

/// What one thread knows of the inputs, and room to weigh in.
#[derive(Debug)]
pub(super) struct WeighingRoom {
    ways: KnownWays,
    kinds: Vec<WordKind>,
    operators: Vec<(OperatorShape, RightSide)>,
    key: Vec<u8>,
    probabilities: Vec<f64>,
    /// Where the likelihood was the highest.
    step: i32,
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
        Self { inputs, seen: inputs.seen(), memo, known: Mutex::new(Vec::new()) }
    }

    /// What some thread has found out, to be given back.
    pub(super) fn known(&self) -> WeighingRoom {
        let given_back = whole(self.known.lock()).pop();
        given_back.unwrap_or_else(|| WeighingRoom {
            ways: self.inputs.known_ways(),
            kinds: Vec::new(),
            operators: Vec::new(),
            key: Vec::new(),
            probabilities: Vec::new(),
            step: A_STEP,
        })
    }

    pub(super) fn give_back(&self, known: WeighingRoom) {
        whole(self.known.lock()).push(known);
    }

    pub(super) fn is_seen(&self, word: WordId) -> bool {
        self.seen.has(word)
    }

    /// What the words of a leaf weigh as operators; `None` if it was told to stop.
    pub(super) fn priors(&self, leaf: &Leaf, ticker: &Ticker) -> Option<Priors> {
        let go_on = leaf.class().go_on;
        let of_word = |word: WordId| {
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
        let by_word = leaf.words().map(of_word).collect::<Option<_>>()?;
        Some(Priors { swaps: leaf.swaps(), by_word })
    }

    /// The logarithmic weight of a combination of a leaf with these priors. `None` if it was told to
    /// stop.
    pub(super) fn log_weight(
        &self,
        Priors { by_word, swaps }: &Priors,
        combination: &Combination,
        known: &mut WeighingRoom,
        ticker: &Ticker,
    ) -> Option<f64> {
        let mut weight = 0.0;
        let WeighingRoom { ways, kinds, operators, key, probabilities, step } = known;
        operators.clear();
        kinds.clear();
        kinds.resize(by_word.len(), WordKind::Absent);
        let words = WordId::first(combination.len()).zip(combination);
        for (word, shape) in words.filter(|(word, _)| self.is_seen(*word)) {
            let word = word.index();
            let Some(shape) = *shape else {
                kinds[word] = WordKind::Primitive;
                continue;
            };
            kinds[word] = WordKind::Operator(shape);
            let (order, prior) = by_word[word][shape as usize];
            operators.push((shape, order));
            weight += prior;
        }
        let acceptance = self.acceptance(operators, *swaps, key, ticker)?;
        self.inputs.probabilities((kinds, *swaps), ways, probabilities, ticker)?;
        Some(weight + Inputs::log_likelihood(probabilities, acceptance, step))
    }

    fn acceptance(
        &self,
        operators: &[(OperatorShape, RightSide)],
        swaps: bool,
        key: &mut Vec<u8>,
        ticker: &Ticker,
    ) -> Option<f64> {
        let (inputs, outputs) = self.inputs.longest();
        key.clear();
        key.extend([b'a', u8::from(swaps), inputs as u8, outputs as u8]);
        for (shape, order) in operators {
            key.extend([*shape as u8, order.length]);
            key.extend(order.second.to_le_bytes());
        }
        if let Some(known) = self.memo.numbers().get(key) {
            return Some(known[0]);
        }
        let acceptance = self.inputs.acceptance(operators, swaps, ticker)?;
        self.memo.numbers().put(key, Arc::new([acceptance]));
        Some(acceptance)
    }
}

/// The most probable right side of an operator.
pub(super) fn best_order(leaf: &Leaf, word: WordId, shape: OperatorShape) -> RightSide {
    let (binary, go_on) = (shape.is_binary(), leaf.class().go_on);
    let shortest = if binary { RightSide::FORWARD } else { RightSide { length: 1, second: 0 } };
    let orders = leaf.rights(word).unwrap_or_default().iter().copied();
    let weighed = orders.map(|order| (order, order.log_prior(binary, go_on)));
    weighed.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(shortest, |(order, _)| order)
}
