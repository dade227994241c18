//! What combinations of roles weigh: prior times likelihood.

use super::likelihood::{Chances, Inputs};
use super::ways::WordKind;
use super::{Leaf, Set};
use crate::budget::Ticker;
#[cfg(feature = "neural")]
use crate::language::class::{ClassGrammar, Role};
use crate::language::class::{OperatorShape, RightSide, WordId};
use crate::length::hash::FastMap;
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
    /// By word and shape.
    by_word: Vec<[OperatorPrior; 6]>,
}

/// What a word weighs as an operator of some shape.
#[derive(Clone, Copy, Debug)]
struct OperatorPrior {
    /// The most probable right side.
    right: RightSide,
    /// The logarithm of the prior, with all right sides that are possible added up.
    log: f64,
    /// What stands for shape and right side in keys, from 1 on.
    number: u32,
}

impl OperatorPrior {
    const NONE: Self = Self { right: RightSide::FORWARD, log: 0.0, number: 0 };
}

/// Weighs combinations by the inputs of one task, with the help of what is known from before.
#[derive(Debug)]
pub(super) struct Weights<'a> {
    inputs: &'a Inputs,
    seen: Set<WordId>,
    memo: &'a Memo,
    /// Shapes with right sides, by their numbers.
    numbers: Mutex<FastMap<(OperatorShape, RightSide), u32>>,
    /// One for each thread that weighs, as long as none of them uses it.
    known: Mutex<Vec<WeighingRoom>>,
}

/// What one thread knows of the inputs, and room to weigh in.
#[derive(Debug)]
pub(super) struct WeighingRoom {
    chances: Chances,
    kinds: Vec<WordKind>,
    operators: Vec<(OperatorShape, RightSide)>,
    /// By the last rule and what the words are: the logarithmic likelihood. Leaves differ in few words, and in orders of
    /// rules, which do not matter here.
    likelihoods: FastMap<Box<[u32]>, f64>,
    key: Vec<u32>,
}

/// The most likelihoods that a thread keeps.
const MOST_KEPT: usize = 1 << 14;

impl<'a> Weights<'a> {
    pub(super) fn new(inputs: &'a Inputs, memo: &'a Memo) -> Self {
        let (numbers, known) = (Mutex::default(), Mutex::default());
        Self { inputs, seen: inputs.seen(), memo, numbers, known }
    }

    /// What stands for a shape with its right side in keys.
    fn number(&self, shape: OperatorShape, right: RightSide) -> u32 {
        let mut numbers = whole(self.numbers.lock());
        let next = numbers.len() as u32 + 1;
        *numbers.entry((shape, right)).or_insert(next)
    }

    /// Those of one grammar, whose right sides go on with this probability.
    #[cfg(feature = "neural")]
    pub(super) fn priors_of(&self, of_class: &ClassGrammar, go_on: f64) -> Priors {
        let of_role = |role: &Role| {
            let mut of_shape = [OperatorPrior::NONE; 6];
            if let Role::Operator(shape, right) = *role {
                let log = shape.prior().ln() + right.log_prior(shape.is_binary(), go_on);
                let number = self.number(shape, right);
                of_shape[shape as usize] = OperatorPrior { right, log, number };
            }
            of_shape
        };
        Priors { swaps: of_class.swaps, by_word: of_class.roles.iter().map(of_role).collect() }
    }

    /// What some thread has found out, to be given back.
    pub(super) fn known(&self) -> WeighingRoom {
        let given_back = whole(self.known.lock()).pop();
        given_back.unwrap_or_else(|| WeighingRoom {
            chances: self.inputs.chances(),
            kinds: Vec::new(),
            operators: Vec::new(),
            likelihoods: FastMap::default(),
            key: Vec::new(),
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
            let mut of_shape = [OperatorPrior::NONE; 6];
            // Of right sides it matters how many variables there are, and not where.
            let mut rights: [Option<(RightSide, f64)>; 2] = [None; 2];
            for shape in leaf.roles(word).flatten() {
                if ticker.is_over() {
                    return None;
                }
                let (best, mass) =
                    *rights[usize::from(shape.is_binary())].get_or_insert_with(|| {
                        let mass = |orders| RightSide::mass(orders, shape.is_binary(), go_on).ln();
                        (best_order(leaf, word, shape), leaf.rights(word).map_or(0.0, mass))
                    });
                let log = shape.prior().ln() + mass;
                let number = self.number(shape, best);
                of_shape[shape as usize] = OperatorPrior { right: best, log, number };
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
        let WeighingRoom { chances, kinds, operators, likelihoods, key } = known;
        key.clear();
        key.push(u32::from(*swaps));
        let mut weight = 0.0;
        for word in self.seen.members() {
            key.push(match combination[word.index()] {
                None => 0,
                Some(shape) => {
                    let prior = &by_word[word.index()][shape as usize];
                    weight += prior.log;
                    prior.number
                }
            });
        }
        if let Some(likelihood) = likelihoods.get(&key[..]) {
            return Some(weight + likelihood);
        }
        operators.clear();
        kinds.clear();
        kinds.resize(by_word.len(), WordKind::Absent);
        for word in self.seen.members() {
            kinds[word.index()] = match combination[word.index()] {
                None => WordKind::Primitive,
                Some(shape) => {
                    operators.push((shape, by_word[word.index()][shape as usize].right));
                    WordKind::Operator(shape)
                }
            };
        }
        let acceptance = self.acceptance(operators, *swaps, ticker)?;
        let likelihood =
            self.inputs.log_likelihood((kinds, *swaps), acceptance, chances, ticker)?;
        if likelihoods.len() < MOST_KEPT {
            likelihoods.insert(key[..].into(), likelihood);
        }
        Some(weight + likelihood)
    }

    fn acceptance(
        &self,
        operators: &[(OperatorShape, RightSide)],
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
}

/// The most probable right side of an operator.
pub(super) fn best_order(leaf: &Leaf, word: WordId, shape: OperatorShape) -> RightSide {
    let (binary, go_on) = (shape.is_binary(), leaf.class().go_on);
    let shortest = if binary { RightSide::FORWARD } else { RightSide { length: 1, second: 0 } };
    let orders = leaf.rights(word).unwrap_or_default().iter().copied();
    let weighed = orders.map(|order| (order, order.log_prior(binary, go_on)));
    weighed.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(shortest, |(order, _)| order)
}
