//! How likely the inputs are under a grammar.
//!
//! Inputs are taken to be drawn from the context-free grammar of the left sides: U is each primitive,
//! X is U or each longer left side, all equally likely, and X is where it starts. They are a set
//! without repetitions, and those that are too long, or whose output is, were dropped. So with T draws,
//! an input of probability p is in the set with probability 1 - exp(-T p), and everything else that
//! could have been accepted is not: sum log(1 - exp(-T p)) - T (Z - sum p), where Z is the
//! probability that a draw is accepted. T is not known, and taken at its best.

use super::Set;
use super::ways::{KnownWays, LONGEST, WordKind};
use crate::budget::Ticker;
use crate::language::class::{OperatorShape, RightSide, WordId};

/// How much is done before asking again whether to stop, in turns of an inner loop.
const UNWATCHED: usize = 1 << 16;

/// The probability of what cannot be. Four of them multiplied are still a number.
const SMALLEST: f64 = 1e-60;

/// The numbers of draws that are looked at: 4, and each of so many further ones by a third more.
const STEPS: i32 = 18;
/// Where to begin to look.
pub(super) const A_STEP: i32 = STEPS / 2;

/// Inputs to be explained, and the longest input and output that there are.
#[derive(Debug)]
pub(crate) struct Inputs {
    all: Vec<Vec<WordId>>,
    /// The different words of each.
    words: Vec<Vec<WordId>>,
    longest_input: usize,
    longest_output: usize,
}

impl Inputs {
    pub(crate) fn new(
        inputs: impl IntoIterator<Item = Vec<WordId>>,
        longest_output: usize,
    ) -> Self {
        let mut all: Vec<Vec<WordId>> = inputs.into_iter().filter(|i| i.len() <= LONGEST).collect();
        all.sort_unstable();
        all.dedup();
        let longest_input = all.iter().map(Vec::len).max().unwrap_or(1);
        let words = |input: &Vec<WordId>| input.iter().collect::<Set<WordId>>().members().collect();
        let words = all.iter().map(words).collect();
        // The table of lengths grows with both; past this, longer ones weigh next to nothing.
        Self { all, words, longest_input, longest_output: longest_output.clamp(1, 60) }
    }

    /// Where the ways to draw them can be kept.
    pub(super) fn known_ways(&self) -> KnownWays {
        KnownWays::new(self.all.len())
    }

    /// The words that occur, as a set.
    pub(crate) fn seen(&self) -> Set<WordId> {
        self.all.iter().flatten().collect()
    }

    /// What acceptance depends on besides the grammar.
    pub(crate) fn longest(&self) -> (usize, usize) {
        (self.longest_input, self.longest_output)
    }

    /// Puts the probability of each input into `into`, in their order. One that cannot be drawn at all still gets a very
    /// small one: a single odd query must not make all grammars equally impossible. `None` if it was told to stop.
    pub(super) fn probabilities(
        &self,
        (kinds, swaps): (&[WordKind], bool),
        known: &mut KnownWays,
        into: &mut Vec<f64>,
        ticker: &Ticker,
    ) -> Option<()> {
        let count =
            |wanted: fn(&WordKind) -> bool| kinds.iter().filter(|k| wanted(k)).count() as f64;
        let of_word = 1.0 / count(|kind| *kind == WordKind::Primitive);
        let of_rule = 1.0 / (count(|kind| matches!(kind, WordKind::Operator(_))) + 2.0);
        let (words, rules) = (Powers::of(of_word), Powers::of(of_rule));
        let mut cost = 0;
        into.clear();
        for ((index, input), words_of) in self.all.iter().enumerate().zip(&self.words) {
            let before = || {
                cost += input.len().pow(3);
                if cost > UNWATCHED && ticker.is_over() {
                    return None;
                }
                cost %= UNWATCHED;
                Some(())
            };
            let ways = known.of((index, input, words_of), kinds, swaps, before)?;
            // Where there is no way, the powers mean nothing.
            let is_drawn = ways.count > 0.0;
            let p = if is_drawn {
                ways.count * words.to(ways.words) * rules.to(ways.rules)
            } else {
                0.0
            };
            into.push(p.max(SMALLEST));
        }
        Some(())
    }

    /// The probability that a draw is kept: that neither it nor its output is too long. `None` if it
    /// was told to stop.
    pub(crate) fn acceptance(
        &self,
        operators: &[(OperatorShape, RightSide)],
        swaps: bool,
        ticker: &Ticker,
    ) -> Option<f64> {
        let (inputs, outputs) = (self.longest_input, self.longest_output);
        let of_rule = 1.0 / (operators.len() as f64 + 2.0);
        // By length: the probability that X gives so many words, and so many tokens for them. That
        // primitives give one token each is not exact where some are empty, and near enough.
        let mut table = vec![vec![0.0; outputs + 1]; inputs + 1];
        let mut one = vec![0.0; outputs + 1];
        one[1] = 1.0;
        let (mut accepted, mut cost) = (0.0, 0);
        for n in 1..=inputs {
            let mut row = vec![0.0; outputs + 1];
            if n == 1 {
                row[1] += 1.0;
            } else if !swaps {
                (1..=outputs).for_each(|m| row[m] += table[n - 1][m - 1]);
            } else if n == 2 && outputs >= 2 {
                row[2] += 1.0;
            }
            for (shape, order) in operators {
                cost += n * outputs * outputs / 8;
                if cost > UNWATCHED && ticker.is_over() {
                    return None;
                }
                cost %= UNWATCHED;
                add_rule(&mut row, n, *shape, *order, (&table, &one));
            }
            row.iter_mut().for_each(|p| *p *= of_rule);
            accepted += row.iter().sum::<f64>();
            table[n] = row;
        }
        Some(accepted)
    }

    /// The logarithmic likelihood, from the probabilities of the inputs and that of acceptance.
    /// Where the best number of draws was found is where the next one is looked for.
    pub(crate) fn log_likelihood(probabilities: &[f64], acceptance: f64, from: &mut i32) -> f64 {
        let rest = (acceptance - probabilities.iter().sum::<f64>()).max(0.0);
        let at = |step: i32| {
            let draws = 4.0 * 1.35f64.powi(step);
            // Logarithms cost the most here, so one is taken of several factors together.
            let present: f64 = probabilities
                .chunks(4)
                .map(|chunk| chunk.iter().map(|p| -(-draws * p).exp_m1()).product::<f64>().ln())
                .sum();
            present - draws * rest
        };
        // From 4 to a thousand draws. It has one maximum, so climbing finds it, wherever it begins.
        let mut step = (*from).clamp(1, STEPS - 1);
        let mut best = at(step);
        let up = at(step + 1);
        let direction = if up > best { 1 } else { -1 };
        let mut next = if direction == 1 { up } else { at(step - 1) };
        while next > best {
            best = next;
            step += direction;
            if !(0..=STEPS).contains(&(step + direction)) {
                break;
            }
            next = at(step + direction);
        }
        *from = step;
        best
    }
}

/// The powers of a probability. Every rule but the first takes a word at least.
struct Powers([f64; LONGEST + 2]);

impl Powers {
    fn of(p: f64) -> Self {
        let mut powers = [1.0; LONGEST + 2];
        (1..powers.len()).for_each(|n| powers[n] = powers[n - 1] * p);
        Self(powers)
    }

    fn to(&self, n: usize) -> f64 {
        self.0[n]
    }
}

/// Adds what an operator's rule contributes to inputs of `n` words.
fn add_rule(
    row: &mut [f64],
    n: usize,
    shape: OperatorShape,
    order: RightSide,
    (table, one): (&[Vec<f64>], &[f64]),
) {
    let longest = row.len() - 1;
    // A part of so many words: any for x, a single one for u.
    let part = |some: bool, words: usize| match (some, words) {
        (true, words) => Some(table[words].as_slice()),
        (false, 1) => Some(one),
        (false, _) => None,
    };
    let (first_some, second_some) = match shape {
        OperatorShape::UnaryOne | OperatorShape::UnarySome => {
            if let Some(part) = part(shape == OperatorShape::UnarySome, n - 1).filter(|_| n > 1) {
                for m in 1..=longest / order.length as usize {
                    row[m * order.length as usize] += part[m];
                }
            }
            return;
        }
        OperatorShape::OneOne => (false, false),
        OperatorShape::OneSome => (false, true),
        OperatorShape::SomeOne => (true, false),
        OperatorShape::SomeSome => (true, true),
    };
    let seconds = order.count_second();
    let firsts = order.length as usize - seconds;
    for before in 1..n.saturating_sub(1) {
        let (Some(a), Some(b)) = (part(first_some, before), part(second_some, n - 1 - before))
        else {
            continue;
        };
        for m in (1..=longest / firsts).filter(|m| a[*m] > 0.0) {
            for k in 1..=(longest - m * firsts) / seconds {
                row[m * firsts + k * seconds] += a[m] * b[k];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probabilities(inputs: &Inputs, kinds: &[WordKind], swaps: bool) -> Vec<f64> {
        let (mut known, mut all) = (inputs.known_ways(), Vec::new());
        inputs.probabilities((kinds, swaps), &mut known, &mut all, &Ticker::never()).unwrap();
        all
    }

    /// Over a language small enough to list, the probabilities of all inputs add up to what
    /// `acceptance` says.
    #[test]
    fn acceptance_is_the_sum_over_all_short_inputs() {
        let shapes = [
            OperatorShape::UnarySome,
            OperatorShape::SomeOne,
            OperatorShape::OneSome,
            OperatorShape::SomeSome,
        ];
        let order = RightSide::FORWARD;
        for (shape, swaps) in shapes.into_iter().flat_map(|s| [(s, false), (s, true)]) {
            let kinds = [WordKind::Primitive, WordKind::Primitive, WordKind::Operator(shape)];
            let mut inputs = Vec::new();
            for length in 1..=5u32 {
                for number in 0..3usize.pow(length) {
                    let word = |place: u32| WordId::at(number / 3usize.pow(place) % 3);
                    inputs.push((0..length).map(word).collect::<Vec<WordId>>());
                }
            }
            let all = Inputs::new(inputs.clone(), 60);
            let sum: f64 = inputs
                .iter()
                .map(|input| {
                    let alone = Inputs::new([input.clone()], 60);
                    probabilities(&alone, &kinds, swaps)[0]
                })
                .sum();
            let order = if shape.is_binary() { order } else { RightSide { length: 1, second: 0 } };
            let accepted = all.acceptance(&[(shape, order)], swaps, &Ticker::never()).unwrap();
            assert!((sum - accepted).abs() < 1e-9, "{shape:?} {swaps}: {sum} {accepted}");
        }
    }

    /// Words 0 and 1 are primitives, 2 is `x f`. So a rule is drawn with 1/3, and a primitive with 1/2.
    const KINDS: [WordKind; 3] =
        [WordKind::Primitive, WordKind::Primitive, WordKind::Operator(OperatorShape::UnarySome)];

    fn probability_of(input: &[u8], swaps: bool) -> f64 {
        let inputs = Inputs::new([input.iter().copied().map(WordId).collect()], 60);
        probabilities(&inputs, &KINDS, swaps)[0]
    }

    #[test]
    fn the_probability_of_an_input_adds_up_all_ways_to_draw_it() {
        let is = |input: &[u8], swaps: bool, expected: f64| {
            let p = probability_of(input, swaps);
            assert!((p / expected - 1.0).abs() < 1e-9, "{input:?} {swaps}: {p}, not {expected}");
        };
        is(&[0], false, 1.0 / 6.0);
        // One rule joins, and what is joined is drawn like the word alone.
        is(&[0, 1], false, 1.0 / 3.0 * 1.0 / 2.0 * 1.0 / 6.0);
        is(&[0, 2], false, 1.0 / 3.0 * 1.0 / 6.0);
        // `x f` of both words, or the first word joined to `x f` of the second.
        is(&[0, 1, 2], false, 1.0 / 3.0 * (1.0 / 36.0 + 1.0 / 2.0 * 1.0 / 18.0));
        // The last rule `u1 u2` takes two words and no more.
        is(&[0, 1], true, 1.0 / 3.0 * 1.0 / 4.0);
        is(&[0, 1, 2], true, 1.0 / 3.0 * 1.0 / 12.0);
        is(&[0, 1, 0], true, SMALLEST);
        is(&[2], false, SMALLEST);
    }

    /// The formula at the head of this file, for every number of draws that is looked at.
    #[test]
    fn the_likelihood_is_that_of_the_best_number_of_draws() {
        let cases: [(&[f64], f64); 6] = [
            (&[1.0], 1.0),
            (&[0.5], 1.0),
            (&[0.1, 0.01], 0.9),
            (&[0.001; 9], 0.5),
            (&[0.2, 0.2, 0.2, 0.2, 0.1], 0.9),
            (&[1e-6], 1e-6),
        ];
        for (probabilities, acceptance) in cases {
            let rest = acceptance - probabilities.iter().sum::<f64>();
            let at = |step: i32| {
                let draws = 4.0 * 1.35f64.powi(step);
                let present = probabilities.iter().map(|p| (1.0 - (-draws * p).exp()).ln());
                present.sum::<f64>() - draws * rest.max(0.0)
            };
            let best = (0..=18).map(at).fold(f64::NEG_INFINITY, f64::max);
            for from in 0..=STEPS {
                let found = Inputs::log_likelihood(probabilities, acceptance, &mut { from });
                assert!((found - best).abs() < 1e-6, "{probabilities:?}: {found}, not {best}");
            }
        }
        assert!(
            Inputs::log_likelihood(&[1.0], 1.0, &mut { A_STEP }).abs() < 1e-9,
            "all that there is was drawn"
        );
    }
}
