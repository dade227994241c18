//! The grammars of a leaf, weighed by prior and likelihood.

use super::likelihood::{Inputs, WordKind};
use super::{Leaf, Set};
use crate::budget::Ticker;
use crate::language::class::{
    ClassGrammar, OperatorShape, RightSide, Role, TokenId, WordId, bytes_of,
};
use crate::memo::Memo;
use crate::random::Random;
use std::collections::HashMap;
use std::sync::Arc;

/// A grammar with the logarithm of its weight. Weights mean something relative to each other.
#[derive(Clone, Debug)]
pub(crate) struct Weighed {
    pub(crate) of_class: ClassGrammar,
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
    pub(crate) fn new(inputs: &'a Inputs, tokens: usize, memo: &'a Memo) -> Self {
        Self { weights: Weights::new(inputs, memo), tokens }
    }

    /// The logarithmic weight of one grammar, whose right sides go on with this probability. `None` if
    /// it was told to stop.
    #[cfg(feature = "neural")]
    pub(crate) fn log_weight(
        &self,
        of_class: &ClassGrammar,
        go_on: f64,
        ticker: &Ticker,
    ) -> Option<f64> {
        let priors = Priors::of(of_class, go_on);
        self.weights.log_weight(&priors, &of_class.shapes(), ticker)
    }

    /// Combinations of a leaf with their weights: all of them, or the ones that a random walk meets.
    fn combinations(
        &self,
        leaf: &Leaf,
        random: &mut Random,
        ticker: &Ticker,
    ) -> Vec<(Combination, f64)> {
        let Some(first) = leaf.first_shapes(ticker) else { return Vec::new() };
        let open: Vec<(usize, Vec<Option<OperatorShape>>)> = (0..leaf.len())
            .filter(|word| self.weights.is_seen(*word))
            .map(|word| (word, leaf.roles(word).collect::<Vec<_>>()))
            .filter(|(_, roles)| roles.len() > 1)
            .collect();
        let Some(priors) = self.weights.priors(leaf, ticker) else { return Vec::new() };
        let count = open.iter().fold(1usize, |n, (_, roles)| n.saturating_mul(roles.len()));
        let mut weighed = Vec::new();
        if count <= MOST_LISTED {
            for number in 0..count {
                if ticker.is_over() {
                    break;
                }
                let mut combination = first.clone();
                let mut rest = number;
                for (word, roles) in &open {
                    combination[*word] = roles[rest % roles.len()];
                    rest /= roles.len();
                }
                let Some(weight) = self.weights.log_weight(&priors, &combination, ticker) else {
                    break;
                };
                weighed.push((combination, weight));
            }
        } else {
            let mut met = HashMap::new();
            let mut combination = first;
            let Some(mut current) = self.weights.log_weight(&priors, &combination, ticker) else {
                return Vec::new();
            };
            met.insert(combination.clone(), (0, current));
            for step in 1..=WALK {
                if ticker.is_over() {
                    break;
                }
                let (word, roles) = &open[random.below(open.len())];
                let old = combination[*word];
                combination[*word] = roles[random.below(roles.len())];
                let Some(weight) = self.weights.log_weight(&priors, &combination, ticker) else {
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
        ticker: &Ticker,
    ) -> (Vec<Weighed>, Option<(ClassGrammar, f64)>) {
        let swaps = leaf.swaps();
        let weighed = self.combinations(leaf, random, ticker);
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
            if ticker.is_over() {
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
            let of_class = ClassGrammar { roles, order, swaps };
            drawn.push(Weighed { of_class, log_weight: each + log_orders });
        }
        // The most probable combination that has an order, with its most probable right sides.
        let mut ranked: Vec<&(Combination, f64)> = weighed.iter().collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        let top = ranked.into_iter().find_map(|(combination, weight)| {
            if ticker.is_over() {
                return None;
            }
            let order = leaf.order(combination, |_| 0)?;
            let roles = self.roles(leaf, combination, None);
            Some((ClassGrammar { roles, order, swaps }, *weight))
        });
        (drawn, top)
    }

    /// One grammar of a leaf, and a plain one, without weighing any.
    pub(crate) fn any(&self, leaf: &Leaf, ticker: &Ticker) -> Option<ClassGrammar> {
        let shapes = leaf.first_shapes(ticker)?;
        let order = leaf.order(&shapes, |_| 0)?;
        let roles = self.roles(leaf, &shapes, None);
        Some(ClassGrammar { roles, order, swaps: leaf.swaps() })
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
        let role =
            |(word, shape): (usize, &Option<OperatorShape>)| match (shape, random.as_deref_mut()) {
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
    fn free_tokens(&self, leaf: &Leaf, combination: &Combination) -> Vec<TokenId> {
        let mut used = Set::EMPTY;
        for word in (0..leaf.len()).filter(|word| combination[*word].is_none()) {
            let mut meanings = leaf.meanings(word);
            match (meanings.next(), meanings.next()) {
                (Some(Some(token)), None) if token != Role::UNKNOWN => used |= Set::one(token),
                _ => {}
            }
        }
        TokenId::first(self.tokens).filter(|token| !used.has(*token)).collect()
    }
}

/// A right side of an operator, drawn by its probability.
fn draw_order(leaf: &Leaf, word: usize, shape: OperatorShape, random: &mut Random) -> RightSide {
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
fn draw_prior(binary: bool, go_on: f64, random: &mut Random) -> RightSide {
    let mut items = if binary { vec![false, true] } else { vec![false] };
    while items.len() < 14 && random.unit() < go_on {
        items.push(binary && random.unit() < 0.5);
    }
    random.shuffle(&mut items);
    let bits = items.iter().enumerate().map(|(index, second)| u32::from(*second) << index);
    RightSide { length: items.len() as u8, second: bits.sum() }
}

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
        let mut kinds = vec![WordKind::Absent; by_word.len()];
        for (word, shape) in combination.iter().enumerate().filter(|(word, _)| self.is_seen(*word))
        {
            let Some(shape) = *shape else {
                kinds[word] = WordKind::Primitive;
                continue;
            };
            kinds[word] = WordKind::Operator(shape);
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

    /// The probability of each input. Those that are known are kept by the names of the inputs.
    fn probabilities(&self, kinds: &[WordKind], swaps: bool, ticker: &Ticker) -> Option<Vec<f64>> {
        let Some((epoch, names)) = &self.names else {
            return self.inputs.probabilities(kinds, swaps, |_| None, ticker);
        };
        let mut key = vec![b'p', u8::from(swaps)];
        key.extend(epoch.to_le_bytes());
        key.extend(kinds.iter().map(|kind| match kind {
            WordKind::Absent => 0,
            WordKind::Primitive => 1,
            WordKind::Operator(shape) => 2 + *shape as u8,
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
pub(super) fn best_order(leaf: &Leaf, word: usize, shape: OperatorShape) -> RightSide {
    let (binary, go_on) = (shape.is_binary(), leaf.class().go_on);
    let shortest = if binary { RightSide::FORWARD } else { RightSide { length: 1, second: 0 } };
    let orders = leaf.rights(word).unwrap_or_default().iter().copied();
    let weighed = orders.map(|order| (order, order.log_prior(binary, go_on)));
    weighed.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(shortest, |(order, _)| order)
}

#[cfg(all(test, feature = "neural"))]
mod tests {
    use super::*;
    use crate::language::class::WordId;

    /// Words 0 and 1 stand for tokens 0 and 1; word 2 is an operator.
    fn grammar(shape: OperatorShape, times: u8) -> ClassGrammar {
        let order = RightSide { length: times, second: 0 };
        let [first, second] = [0, 1].map(|token| Role::Primitive(Some(TokenId(token))));
        let roles = vec![first, second, Role::Operator(shape, order)];
        ClassGrammar { roles, order: vec![WordId(2)], swaps: false }
    }

    /// Inputs by the numbers of their words.
    fn inputs_of(inputs: &[&[u8]]) -> Inputs {
        let words = |input: &&[u8]| input.iter().copied().map(WordId).collect();
        Inputs::new(inputs.iter().map(words), 6)
    }

    fn log_weight(inputs: &[&[u8]], of_class: &ClassGrammar) -> f64 {
        let inputs = inputs_of(inputs);
        let memo = Memo::default();
        Posterior::new(&inputs, 2, &memo).log_weight(of_class, 0.4, &Ticker::never()).unwrap()
    }

    /// The shape is drawn with 0.2, and the right side goes on twice with 0.4 and then stops.
    #[test]
    fn a_weight_is_the_prior_times_the_likelihood() {
        let inputs = inputs_of(&[&[0], &[0, 2]]);
        let of_class = grammar(OperatorShape::UnarySome, 3);
        let prior = (0.2f64 * 0.4 * 0.4 * 0.6).ln();
        // Of rules, there are three; only words that inputs have count, so that there is one primitive.
        let probabilities = [1.0 / 3.0, 1.0 / 9.0];
        let order = RightSide { length: 3, second: 0 };
        let operators = [(OperatorShape::UnarySome, order)];
        let acceptance = inputs.acceptance(&operators, false, &Ticker::never()).unwrap();
        let expected = prior + Inputs::log_likelihood(&probabilities, acceptance);
        let found = log_weight(&[&[0], &[0, 2]], &of_class);
        assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    }

    #[test]
    fn of_two_grammars_the_one_with_the_shorter_right_side_weighs_more() {
        // Outputs of six tokens are long enough for both.
        let inputs: [&[u8]; 3] = [&[0], &[1], &[0, 2]];
        let weight = |times| log_weight(&inputs, &grammar(OperatorShape::UnaryOne, times));
        let ratio = weight(2) - weight(3);
        assert!((ratio + 0.4f64.ln()).abs() < 1e-9, "each further item has 0.4: {ratio}");
    }

    #[test]
    fn of_two_grammars_the_one_that_explains_the_inputs_weighs_more() {
        // As `u f`, only single words stand before it; as `x f`, longer inputs with it are as likely.
        let (one, some) =
            (grammar(OperatorShape::UnaryOne, 2), grammar(OperatorShape::UnarySome, 2));
        let short: [&[u8]; 4] = [&[0], &[1], &[0, 2], &[1, 2]];
        assert!(log_weight(&short, &one) > log_weight(&short, &some));
        let nested: [&[u8]; 4] = [&[0], &[1], &[0, 2], &[1, 2, 2]];
        assert!(log_weight(&nested, &some) > log_weight(&nested, &one));
    }

    #[test]
    fn a_word_that_no_input_has_weighs_nothing() {
        let without: [&[u8]; 2] = [&[0], &[1]];
        let (one, other) =
            (grammar(OperatorShape::UnaryOne, 1), grammar(OperatorShape::UnarySome, 9));
        assert_eq!(log_weight(&without, &one), log_weight(&without, &other));
    }

    #[test]
    fn what_is_told_to_stop_has_no_weight() {
        // It is asked now and then: of two such inputs once.
        let inputs = Inputs::new([vec![WordId(0); 40], vec![WordId(1); 40]], 60);
        let memo = Memo::default();
        let posterior = Posterior::new(&inputs, 2, &memo);
        let of_class = grammar(OperatorShape::UnarySome, 1);
        assert_eq!(posterior.log_weight(&of_class, 0.4, &Ticker::after_looks(0)), None);
    }
}
