//! The grammars of a leaf, weighed by prior and likelihood.

use super::Leaf;
use super::draws::{Drawing, Draws, free_tokens, meanings};
use super::likelihood::Inputs;
use super::weights::{Combination, Weights, best_order};
use crate::arrange::Arrange;
use crate::budget::Ticker;
use crate::judge::FLATNESS;
use crate::language::class::{ClassGrammar, OperatorShape, Role, WordId};
use crate::length::hash::FastMap;
use crate::memo::Memo;
use crate::random::Random;

/// Combinations of roles are gone through one by one up to this many, and sampled beyond.
const MOST_LISTED: usize = 1500;
/// Steps of the random walk through combinations that are too many to list.
const WALK: usize = 600;

/// So many are weighed or drawn before it is asked again whether to stop.
const AT_ONCE: usize = 16;

/// What was drawn from a leaf.
#[derive(Default)]
pub(crate) struct Sampled {
    pub(crate) drawn: Draws,
    /// By a root of the weights, [`FLATNESS`].
    pub(crate) flat: Draws,
    /// The most probable grammar, with the logarithm of its weight.
    pub(crate) top: Option<(ClassGrammar, f64)>,
}

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
        let priors = self.weights.priors_of(of_class, go_on);
        let mut known = self.weights.known();
        let weight = self.weights.log_weight(&priors, &of_class.shapes(), &mut known, ticker);
        self.weights.give_back(known);
        weight
    }

    /// Combinations of a leaf with their weights: all of them, or the ones that a random walk meets.
    fn combinations(
        &self,
        leaf: &Leaf,
        random: &mut Random,
        ticker: &Ticker,
    ) -> Vec<(Combination, f64)> {
        let Some(first) = leaf.first_shapes(ticker) else { return Vec::new() };
        let open: Vec<(WordId, Vec<Option<OperatorShape>>)> = leaf
            .words()
            .filter(|word| self.weights.is_seen(*word))
            .map(|word| (word, leaf.roles(word).collect::<Vec<_>>()))
            .filter(|(_, roles)| roles.len() > 1)
            .collect();
        let Some(priors) = self.weights.priors(leaf, ticker) else { return Vec::new() };
        let count = open.iter().fold(1usize, |n, (_, roles)| n.saturating_mul(roles.len()));
        let mut known = self.weights.known();
        let mut weigh = |combination: &Combination| {
            self.weights.log_weight(&priors, combination, &mut known, ticker)
        };
        let mut weighed = Vec::new();
        if count <= MOST_LISTED {
            for number in 0..count {
                if number % AT_ONCE == 0 && ticker.is_over() {
                    break;
                }
                let mut combination = first.clone();
                let mut rest = number;
                for (word, roles) in &open {
                    combination[word.index()] = roles[rest % roles.len()];
                    rest /= roles.len();
                }
                let Some(weight) = weigh(&combination) else { break };
                weighed.push((combination, weight));
            }
        } else {
            let mut combination = first;
            let Some(mut current) = weigh(&combination) else { return Vec::new() };
            weighed.push((combination.clone(), current));
            // A walk mostly looks again at what is around the best: so it is known what was met.
            let mut met: FastMap<Combination, f64> = FastMap::default();
            met.insert(combination.clone(), current);
            for _ in 1..=WALK {
                if ticker.is_over() {
                    break;
                }
                let (word, roles) = &open[random.below(open.len())];
                let old = combination[word.index()];
                combination[word.index()] = roles[random.below(roles.len())];
                let weight = match met.get(&combination) {
                    Some(weight) => *weight,
                    None => {
                        let Some(weight) = weigh(&combination) else { break };
                        met.insert(combination.clone(), weight);
                        weighed.push((combination.clone(), weight));
                        weight
                    }
                };
                if random.unit().ln() < weight - current {
                    current = weight;
                } else {
                    combination[word.index()] = old;
                }
            }
        }
        self.weights.give_back(known);
        weighed
    }

    /// The most probable grammar of a leaf, with the logarithm of its weight: that of the most probable combination which
    /// has an order, with its most probable right sides.
    pub(crate) fn top(
        &self,
        leaf: &Leaf,
        random: &mut Random,
        ticker: &Ticker,
    ) -> Option<(ClassGrammar, f64)> {
        self.most_probable(leaf, &self.combinations(leaf, random, ticker), ticker)
    }

    fn most_probable(
        &self,
        leaf: &Leaf,
        weighed: &[(Combination, f64)],
        ticker: &Ticker,
    ) -> Option<(ClassGrammar, f64)> {
        let written = |(combination, weight): &(Combination, f64)| {
            if ticker.is_over() {
                return None;
            }
            let order = leaf.order(combination, |_| 0)?;
            let roles = self.roles(leaf, combination);
            Some((ClassGrammar { roles, order, swaps: leaf.swaps() }, *weight))
        };
        // Of several, the first. Mostly it has an order, and the others need not be sorted.
        let first = weighed.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1))?;
        written(first).or_else(|| {
            let mut ranked: Vec<&(Combination, f64)> = weighed.iter().collect();
            ranked.arrange_by(|a, b| b.1.total_cmp(&a.1));
            ranked.into_iter().skip(1).find_map(written)
        })
    }

    /// About the logarithm of the weight of a leaf's most probable grammar: from its first combination, word by word to
    /// the role that weighs the most.
    pub(crate) fn glance(&self, leaf: &Leaf, ticker: &Ticker) -> Option<f64> {
        let mut combination = leaf.first_shapes(ticker)?;
        let priors = self.weights.priors(leaf, ticker)?;
        let mut known = self.weights.known();
        let mut weigh = |combination: &Combination| {
            self.weights.log_weight(&priors, combination, &mut known, ticker)
        };
        let mut best = weigh(&combination)?;
        for word in leaf.words().filter(|word| self.weights.is_seen(*word)) {
            let mut kept = combination[word.index()];
            for role in leaf
                .roles(word)
                .filter(|role| *role != combination[word.index()])
                .collect::<Vec<_>>()
            {
                combination[word.index()] = role;
                let weight = weigh(&combination)?;
                if weight > best {
                    (best, kept) = (weight, role);
                }
            }
            combination[word.index()] = kept;
        }
        self.weights.give_back(known);
        Some(best)
    }

    /// Draws `samples` grammars of a leaf, and `flat` ones by flattened weights, and gives its most probable one with the logarithm of
    /// its weight.
    pub(crate) fn sample(
        &self,
        leaf: &Leaf,
        (samples, flat): (usize, usize),
        random: &mut Random,
        ticker: &Ticker,
    ) -> Sampled {
        let mut weighed = self.combinations(leaf, random, ticker);
        let drawn = self.draw(leaf, &weighed, samples, random.bits(), ticker);
        let top = self.most_probable(leaf, &weighed, ticker);
        weighed.iter_mut().for_each(|(_, weight)| *weight /= FLATNESS);
        let flat = self.draw(leaf, &weighed, flat, random.bits(), ticker);
        Sampled { drawn, flat, top }
    }

    /// Draws grammars by the logarithmic weights of their combinations.
    fn draw(
        &self,
        leaf: &Leaf,
        weighed: &[(Combination, f64)],
        samples: usize,
        stream: u64,
        ticker: &Ticker,
    ) -> Draws {
        let Some(best) = weighed.iter().max_by(|a, b| a.1.total_cmp(&b.1)) else {
            return Draws::default();
        };
        if samples == 0 {
            return Draws::default();
        }
        let highest = best.1;
        let mut sums = Vec::with_capacity(weighed.len());
        let mut total = 0.0;
        for (_, weight) in weighed {
            total += (weight - highest).exp();
            sums.push(total);
        }
        let each = highest + total.ln() - (samples as f64).ln();
        let mut drawing = Drawing::new(leaf, weighed.len(), self.tokens);
        for number in 0..samples {
            if number % AT_ONCE == 0 && ticker.is_over() {
                break;
            }
            // Random numbers of its own, so that weights that change a little change few samples.
            let random = &mut Random::new(stream ^ number as u64);
            let point = random.unit() * total;
            let index = sums.partition_point(|sum| *sum < point).min(weighed.len() - 1);
            drawing.draw((index, &weighed[index].0), each, random);
        }
        drawing.draws
    }

    /// One grammar of a leaf, and a plain one, without weighing any.
    pub(crate) fn any(&self, leaf: &Leaf, ticker: &Ticker) -> Option<ClassGrammar> {
        let shapes = leaf.first_shapes(ticker)?;
        let order = leaf.order(&shapes, |_| 0)?;
        let roles = self.roles(leaf, &shapes);
        Some(ClassGrammar { roles, order, swaps: leaf.swaps() })
    }

    /// Fills in the most probable right sides and meanings.
    fn roles(&self, leaf: &Leaf, combination: &Combination) -> Vec<Role> {
        let meanings = meanings(leaf);
        let mut free = free_tokens(&meanings, combination, self.tokens).into_iter();
        let role = |(word, shape): (WordId, &Option<OperatorShape>)| match shape {
            None => Role::Primitive(meanings[word.index()].unwrap_or_else(|| {
                // A word that no example shows: a token that no other word gives.
                Some(free.next().unwrap_or(Role::UNKNOWN))
            })),
            Some(shape) => Role::Operator(*shape, best_order(leaf, word, *shape)),
        };
        leaf.words().zip(combination).map(role).collect()
    }
}

#[cfg(all(test, feature = "neural"))]
mod tests {
    use super::*;
    use crate::language::class::{RightSide, TokenId};

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
        let expected = prior + super::super::likelihood::at_best(&probabilities, acceptance);
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
