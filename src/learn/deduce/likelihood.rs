//! How likely the inputs are under a grammar.
//!
//! Inputs are taken to be drawn from the context-free grammar of the left sides: U is each primitive,
//! X is U or each longer left side, all equally likely, and X is where it starts. They are a set
//! without repetitions, and those that are too long, or whose output is, were dropped. So with T draws,
//! an input of probability p is in the set with probability 1 - exp(-T p), and everything else that
//! could have been accepted is not: sum log(1 - exp(-T p)) - T (Z - sum p), where Z is the
//! probability that a draw is accepted. T is not known, and taken at its best.
//!
//! A thousand combinations of roles are weighed one after the other, and mostly one word changes: so what is known of an
//! input stays as long as its own words are what they were, and what an input adds to the sum is looked up, because few
//! numbers of ways and of operators occur.

use super::Set;
use super::ways::{KnownWays, LONGEST, Ways, WordKind};
use crate::arrange::Arrange;
use crate::budget::Ticker;
use crate::language::class::{OperatorShape, RightSide, WordId};

/// How much is done before asking again whether to stop, in turns of an inner loop.
const UNWATCHED: usize = 1 << 16;

/// The probability of what cannot be.
const SMALLEST: f64 = 1e-60;

/// The numbers of draws that are looked at: 4, and each of so many further ones by a third more, so up to a thousand.
const STEPS: usize = 18;

/// A number of draws by its step.
fn draws(step: usize) -> f64 {
    4.0 * 1.35f64.powi(step as i32)
}

/// Inputs to be explained, and the longest input and output that there are.
#[derive(Debug)]
pub(crate) struct Inputs {
    all: Vec<Vec<WordId>>,
    /// The different words of each, as a list and as a set.
    words: Vec<(Vec<WordId>, Set<WordId>)>,
    longest_input: usize,
    longest_output: usize,
}

impl Inputs {
    pub(crate) fn new(
        inputs: impl IntoIterator<Item = Vec<WordId>>,
        longest_output: usize,
    ) -> Self {
        let mut all: Vec<Vec<WordId>> = inputs.into_iter().filter(|i| i.len() <= LONGEST).collect();
        all.arrange();
        all.dedup();
        let longest_input = all.iter().map(Vec::len).max().unwrap_or(1);
        let words = |input: &Vec<WordId>| {
            let words: Set<WordId> = input.iter().collect();
            (words.members().collect(), words)
        };
        let words = all.iter().map(words).collect();
        // The table of lengths grows with both; past this, longer ones weigh next to nothing.
        Self { all, words, longest_input, longest_output: longest_output.clamp(1, 60) }
    }

    /// The words that occur, as a set.
    pub(crate) fn seen(&self) -> Set<WordId> {
        self.all.iter().flatten().collect()
    }

    /// What acceptance depends on besides the grammar.
    pub(crate) fn longest(&self) -> (usize, usize) {
        (self.longest_input, self.longest_output)
    }

    /// Where what is found out about them can be kept.
    pub(super) fn chances(&self) -> Chances {
        Chances {
            ways: KnownWays::new(self.all.len()),
            kinds: Vec::new(),
            swaps: false,
            of_inputs: Vec::new(),
            tables: Vec::new(),
            step: STEPS / 2,
        }
    }

    /// Finds out in how many ways each of them is drawn, if words are these. `None` if it was told to stop.
    fn look_at(
        &self,
        (kinds, swaps): (&[WordKind], bool),
        chances: &mut Chances,
        ticker: &Ticker,
    ) -> Option<()> {
        let is_known = chances.of_inputs.len() == self.all.len()
            && chances.kinds.len() == kinds.len()
            && chances.swaps == swaps;
        let is_other = |word: &WordId| kinds[word.index()] != chances.kinds[word.index()];
        let changed: Set<WordId> = match is_known {
            true => WordId::first(kinds.len()).filter(is_other).collect(),
            false => Set::ALL,
        };
        // None are known if it is told to stop.
        let mut of_inputs = std::mem::take(&mut chances.of_inputs);
        of_inputs.resize(self.all.len(), 0);
        let mut cost = 0;
        for (index, (words, mask)) in self.words.iter().enumerate() {
            if is_known && !mask.meets(changed) {
                continue;
            }
            let input = &self.all[index];
            let before = || {
                cost += input.len().pow(3);
                if cost > UNWATCHED && ticker.is_over() {
                    return None;
                }
                cost %= UNWATCHED;
                Some(())
            };
            of_inputs[index] = chances.ways.of((index, input, words), kinds, swaps, before)?;
        }
        chances.of_inputs = of_inputs;
        chances.kinds.clear();
        chances.kinds.extend_from_slice(kinds);
        chances.swaps = swaps;
        Some(())
    }

    /// The logarithmic likelihood, if words are these and draws are accepted with this probability. `None` if it was told
    /// to stop.
    pub(super) fn log_likelihood(
        &self,
        kinds: (&[WordKind], bool),
        acceptance: f64,
        chances: &mut Chances,
        ticker: &Ticker,
    ) -> Option<f64> {
        self.look_at(kinds, chances, ticker)?;
        Some(chances.log_likelihood(acceptance))
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
}

/// What one thread knows of how likely the inputs of a task are.
#[derive(Debug)]
pub(super) struct Chances {
    ways: KnownWays,
    /// What was asked about the last time.
    kinds: Vec<WordKind>,
    swaps: bool,
    /// By input: the number of its ways, if words are that. None if that is not known.
    of_inputs: Vec<u32>,
    /// By number of operators.
    tables: Vec<DrawTable>,
    /// Where the likelihood was the highest.
    step: usize,
}

/// With a number of operators, and so of primitives:
#[derive(Debug, Default)]
struct DrawTable {
    /// the probability of an input by its ways,
    probabilities: Vec<f64>,
    /// and what it adds to the logarithm, by number of draws.
    terms: [Vec<DrawTerm>; STEPS + 1],
}

/// What an input adds to the logarithm of the likelihood, and how much more by the draw.
#[derive(Clone, Copy, Debug)]
struct DrawTerm {
    log: f64,
    slope: f64,
}

impl DrawTerm {
    const UNKNOWN: Self = Self { log: f64::NAN, slope: 0.0 };

    fn of(p: f64, draws: f64) -> Self {
        let present = -(-draws * p).exp_m1();
        Self { log: present.ln(), slope: p * (1.0 - present) / present }
    }
}

impl Chances {
    fn log_likelihood(&mut self, acceptance: f64) -> f64 {
        let operators = self.kinds.iter().filter(|kind| matches!(kind, WordKind::Operator(_)));
        let operators = operators.count();
        if self.tables.len() <= operators {
            self.tables.resize_with(operators + 1, DrawTable::default);
        }
        let table = &mut self.tables[operators];
        let primitives = self.kinds.iter().filter(|kind| **kind == WordKind::Primitive).count();
        table.take_in(self.ways.different(), primitives, operators);
        self.climbed(operators, acceptance)
    }

    /// As that does, with a table that has all ways. Where the best number of draws was found is where the next one is looked
    /// for.
    fn climbed(&mut self, operators: usize, acceptance: f64) -> f64 {
        let (table, of_inputs) = (&mut self.tables[operators], &self.of_inputs);
        let all: f64 = of_inputs.iter().map(|ways| table.probabilities[*ways as usize]).sum();
        let rest = (acceptance - all).max(0.0);
        let mut at = |step: usize| {
            let DrawTerm { log, slope } = table.sum(of_inputs, step);
            (log - draws(step) * rest, slope > rest)
        };
        // It has one maximum and no bend upwards, so climbing finds it, wherever it begins, and the slope says where not to
        // look.
        let (mut best, goes_up) = at(self.step);
        loop {
            let next = match goes_up {
                true => self.step + 1,
                false => self.step.wrapping_sub(1),
            };
            if next > STEPS {
                break;
            }
            let (value, is_rising) = at(next);
            if value <= best {
                break;
            }
            (best, self.step) = (value, next);
            if is_rising != goes_up {
                break;
            }
        }
        best
    }
}

impl DrawTable {
    /// Takes in ways that were met since. An input that cannot be drawn at all still gets a very small probability: a single
    /// odd query must not make all grammars equally impossible.
    fn take_in(&mut self, different: &[Ways], primitives: usize, operators: usize) {
        let new = &different[self.probabilities.len()..];
        if new.is_empty() {
            return;
        }
        let words = Powers::of(1.0 / primitives as f64);
        let rules = Powers::of(1.0 / (operators as f64 + 2.0));
        let probability = |ways: &Ways| match ways.count > 0.0 {
            true => (ways.count * words.to(ways.words) * rules.to(ways.rules)).max(SMALLEST),
            // Where there is no way, the powers mean nothing.
            false => SMALLEST,
        };
        self.probabilities.extend(new.iter().map(probability));
    }

    /// What inputs with these ways add together. In their order, so that it does not matter what was known before.
    fn sum(&mut self, of_inputs: &[u32], step: usize) -> DrawTerm {
        let terms = &mut self.terms[step];
        terms.resize(self.probabilities.len(), DrawTerm::UNKNOWN);
        let mut sum = DrawTerm { log: 0.0, slope: 0.0 };
        for ways in of_inputs {
            let term = &mut terms[*ways as usize];
            if term.log.is_nan() {
                *term = DrawTerm::of(self.probabilities[*ways as usize], draws(step));
            }
            sum.log += term.log;
            sum.slope += term.slope;
        }
        sum
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

/// The formula at the head of this file, for every number of draws that is looked at.
#[cfg(test)]
pub(super) fn at_best(probabilities: &[f64], acceptance: f64) -> f64 {
    let rest = acceptance - probabilities.iter().sum::<f64>();
    let at = |step: usize| {
        let present = probabilities.iter().map(|p| (-(-draws(step) * p).exp_m1()).ln());
        present.sum::<f64>() - draws(step) * rest.max(0.0)
    };
    (0..=STEPS).map(at).fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::class::SHAPES;
    use crate::random::Random;

    fn probabilities(inputs: &Inputs, kinds: &[WordKind], swaps: bool) -> Vec<f64> {
        let mut chances = inputs.chances();
        inputs.look_at((kinds, swaps), &mut chances, &Ticker::never()).unwrap();
        let of = |wanted: fn(&WordKind) -> bool| kinds.iter().filter(|kind| wanted(kind)).count();
        let mut table = DrawTable::default();
        let primitives = of(|kind| *kind == WordKind::Primitive);
        let operators = of(|kind| matches!(kind, WordKind::Operator(_)));
        table.take_in(chances.ways.different(), primitives, operators);
        chances.of_inputs.iter().map(|ways| table.probabilities[*ways as usize]).collect()
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
            let best = at_best(probabilities, acceptance);
            for step in 0..=STEPS {
                let table =
                    DrawTable { probabilities: probabilities.to_vec(), ..DrawTable::default() };
                let of_inputs = (0..probabilities.len() as u32).collect();
                let tables = vec![table];
                let chances = Inputs::new([], 1).chances();
                let mut chances = Chances { of_inputs, tables, step, ..chances };
                let found = chances.climbed(0, acceptance);
                assert!((found - best).abs() < 1e-6, "{probabilities:?}: {found}, not {best}");
            }
        }
        assert!(at_best(&[1.0], 1.0).abs() < 1e-9, "all that there is was drawn");
    }

    /// Whatever was asked before, in any order.
    #[test]
    fn what_is_known_is_what_is_found_anew() {
        let mut random = Random::new(7);
        let input = |random: &mut Random| {
            let length = 1 + random.below(7);
            (0..length).map(|_| WordId::at(random.below(5))).collect::<Vec<WordId>>()
        };
        let inputs = Inputs::new((0..20).map(|_| input(&mut random)), 12);
        let mut known = inputs.chances();
        for _ in 0..500 {
            let kind = |random: &mut Random| match random.below(7) {
                6 => WordKind::Primitive,
                shape => WordKind::Operator(SHAPES[shape]),
            };
            let kinds: Vec<WordKind> = (0..5).map(|_| kind(&mut random)).collect();
            let asked = (&kinds[..], random.chance(0.3));
            let acceptance = random.unit();
            let ticker = Ticker::never();
            let found = inputs.log_likelihood(asked, acceptance, &mut known, &ticker).unwrap();
            let mut anew = inputs.chances();
            let wanted = inputs.log_likelihood(asked, acceptance, &mut anew, &ticker).unwrap();
            assert_eq!(found, wanted);
            let plain = at_best(&probabilities(&inputs, asked.0, asked.1), acceptance);
            assert!((found - plain).abs() < 1e-9 * plain.abs(), "{found}, not {plain}");
        }
    }
}
