//! In how many ways a grammar draws an input.
//!
//! All ways to draw an input take as many words and as many rules: a word that is a primitive is drawn once, one that is
//! an operator is a rule, and how many rules join words follows from how many words are left. So the probability of an
//! input is the number of ways, times a power of a word's probability, times a power of a rule's; and the number of
//! ways follows from what the input's own words are, whatever the others of the language are. It is kept by that.

use crate::language::class::{OperatorShape, WordId};
use crate::length::hash::FastMap;

/// What a word is, as far as drawing inputs is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum WordKind {
    /// No input has it.
    Absent,
    Primitive,
    Operator(OperatorShape),
}

impl WordKind {
    /// Three bits. No input has a word that is absent.
    fn code(self) -> u128 {
        match self {
            WordKind::Absent | WordKind::Primitive => 0,
            WordKind::Operator(shape) => 1 + shape as u128,
        }
    }

    /// How many single words, and how many parts of any length, an operator takes.
    fn takes(self) -> (usize, usize) {
        match self {
            WordKind::Absent | WordKind::Primitive => (0, 0),
            WordKind::Operator(OperatorShape::UnaryOne) => (1, 0),
            WordKind::Operator(OperatorShape::UnarySome) => (0, 1),
            WordKind::Operator(OperatorShape::OneOne) => (2, 0),
            WordKind::Operator(OperatorShape::OneSome | OperatorShape::SomeOne) => (1, 1),
            WordKind::Operator(OperatorShape::SomeSome) => (0, 2),
        }
    }
}

/// How an input can be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ways {
    /// The number of ways. There may be more than an integer can say.
    pub(super) count: f64,
    /// The words that are drawn in each.
    pub(super) words: usize,
    /// The rules that are drawn in each.
    pub(super) rules: usize,
}

/// The longest inputs that are counted: what their words are has to fit into a key.
pub(super) const LONGEST: usize = 40;
const _: () = assert!(3 * LONGEST < 128);

/// The ways that are known of each input of a task, by what its words are. Few of them differ, so they have numbers.
#[derive(Debug, Default)]
pub(super) struct KnownWays {
    by_input: Vec<FastMap<(u64, u64), u32>>,
    /// Each once.
    different: Vec<Ways>,
    numbers: FastMap<(u64, u32), u32>,
    /// Room for the counts of parts.
    parts: Vec<f64>,
}

impl KnownWays {
    pub(super) fn new(inputs: usize) -> Self {
        Self { by_input: vec![FastMap::default(); inputs], ..Self::default() }
    }

    /// All ways that were met, by their numbers.
    pub(super) fn different(&self) -> &[Ways] {
        &self.different
    }

    /// The number of the ways to draw an input with this place and these different words. `before` is called before they
    /// are counted.
    pub(super) fn of(
        &mut self,
        (index, input, words): (usize, &[WordId], &[WordId]),
        kinds: &[WordKind],
        swaps: bool,
        before: impl FnOnce() -> Option<()>,
    ) -> Option<u32> {
        let bits = |key: u128, word: &WordId| key << 3 | kinds[word.index()].code();
        let key = words.iter().fold(u128::from(swaps), bits);
        let halves = ((key >> 64) as u64, key as u64);
        if let Some(known) = self.by_input[index].get(&halves) {
            return Some(*known);
        }
        before()?;
        let ways = ways(input, kinds, swaps, &mut self.parts);
        let number = self.number(ways);
        self.by_input[index].insert(halves, number);
        Some(number)
    }

    fn number(&mut self, ways: Ways) -> u32 {
        let lengths = (ways.words as u32) << 16 | ways.rules as u32;
        *self.numbers.entry((ways.count.to_bits(), lengths)).or_insert_with(|| {
            self.different.push(ways);
            self.different.len() as u32 - 1
        })
    }
}

/// The ways to draw an input. `parts` is room for the counts of its parts.
pub(super) fn ways(
    input: &[WordId],
    kinds: &[WordKind],
    swaps: bool,
    parts: &mut Vec<f64>,
) -> Ways {
    let kind = |place: usize| kinds[input[place].index()];
    let words = (0..input.len()).filter(|place| kind(*place) == WordKind::Primitive).count();
    let operators = input.len() - words;
    let takes = (0..input.len()).map(|place| kind(place).takes());
    let (ones, somes) = takes.fold((0, 0), |(ones, somes), (one, some)| (ones + one, somes + some));
    let rules = match swaps {
        // A rule for all, and one for each part of any length.
        true => 1 + somes,
        // One for each operator, and one for each word that none of them takes: it is joined, or stands alone.
        false => (operators + words).saturating_sub(ones),
    };
    Ways { count: count(input, kinds, swaps, parts), words, rules }
}

/// In how many ways X gives an input, by its parts from the shortest on.
fn count(input: &[WordId], kinds: &[WordKind], swaps: bool, parts: &mut Vec<f64>) -> f64 {
    let n = input.len();
    let at = |start: usize, end: usize| start * (n + 1) + end;
    parts.clear();
    parts.resize((n + 1) * (n + 1), 0.0);
    let word = |place: usize| match kinds[input[place].index()] {
        WordKind::Primitive => 1.0,
        _ => 0.0,
    };
    for length in 1..=n {
        for start in 0..=n - length {
            let end = start + length;
            let mut ways = 0.0;
            if length == 1 {
                ways += word(start);
            } else if !swaps {
                ways += word(start) * parts[at(start + 1, end)];
            } else if length == 2 {
                ways += word(start) * word(start + 1);
            }
            if length > 1 {
                match kinds[input[end - 1].index()] {
                    WordKind::Operator(OperatorShape::UnaryOne) if length == 2 => {
                        ways += word(start)
                    }
                    WordKind::Operator(OperatorShape::UnarySome) => {
                        ways += parts[at(start, end - 1)]
                    }
                    _ => {}
                }
            }
            for place in start + 1..end.saturating_sub(1) {
                let WordKind::Operator(shape) = kinds[input[place].index()] else { continue };
                let one_before = || if place == start + 1 { word(start) } else { 0.0 };
                let one_after = || if place + 2 == end { word(place + 1) } else { 0.0 };
                let some_before = || parts[at(start, place)];
                let some_after = || parts[at(place + 1, end)];
                ways += match shape {
                    OperatorShape::UnaryOne | OperatorShape::UnarySome => 0.0,
                    OperatorShape::OneOne => one_before() * one_after(),
                    OperatorShape::OneSome => one_before() * some_after(),
                    OperatorShape::SomeOne => some_before() * one_after(),
                    OperatorShape::SomeSome => some_before() * some_after(),
                };
            }
            parts[at(start, end)] = ways;
        }
    }
    parts[at(0, n)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::class::SHAPES;

    /// All ways to draw a part, one by one: how many words and rules each takes.
    fn listed(part: &[WordId], kinds: &[WordKind], swaps: bool) -> Vec<(usize, usize)> {
        let kind = |word: &WordId| kinds[word.index()];
        let is_word = |part: &[WordId]| part.len() == 1 && kind(&part[0]) == WordKind::Primitive;
        // A single word that an operator takes is no rule of its own.
        let one = |part: &[WordId]| if is_word(part) { vec![(1, 0)] } else { vec![] };
        let some = |part: &[WordId]| listed(part, kinds, swaps);
        let both = |a: Vec<(usize, usize)>, b: Vec<(usize, usize)>| -> Vec<(usize, usize)> {
            let with = |a: &(usize, usize)| {
                b.iter().map(|b| (a.0 + b.0, 1 + a.1 + b.1)).collect::<Vec<_>>()
            };
            a.iter().flat_map(with).collect()
        };
        let mut all = both(one(part), vec![(0, 0)]);
        if part.len() > 1 && !swaps {
            all.extend(both(one(&part[..1]), some(&part[1..])));
        }
        if part.len() == 2 && swaps {
            all.extend(both(one(&part[..1]), one(&part[1..])));
        }
        for (place, word) in part.iter().enumerate().skip(1) {
            let (before, after) = (&part[..place], &part[place + 1..]);
            let WordKind::Operator(shape) = kind(word) else { continue };
            if shape.is_binary() == after.is_empty() {
                continue;
            }
            all.extend(match shape {
                OperatorShape::UnaryOne => both(one(before), vec![(0, 0)]),
                OperatorShape::UnarySome => both(some(before), vec![(0, 0)]),
                OperatorShape::OneOne => both(one(before), one(after)),
                OperatorShape::OneSome => both(one(before), some(after)),
                OperatorShape::SomeOne => both(some(before), one(after)),
                OperatorShape::SomeSome => both(some(before), some(after)),
            });
        }
        all
    }

    /// Over all inputs of a few words of which one is an operator of each pair of shapes.
    #[test]
    fn all_ways_to_draw_an_input_take_the_same_words_and_rules() {
        let mut found = 0;
        for (a, b) in SHAPES.into_iter().flat_map(|a| SHAPES.map(|b| (a, b))) {
            let kinds = [WordKind::Primitive, WordKind::Operator(a), WordKind::Operator(b)];
            for (length, swaps) in (1..=6u32).flat_map(|length| [(length, false), (length, true)]) {
                for number in 0..3usize.pow(length) {
                    let word = |place: u32| WordId::at(number / 3usize.pow(place) % 3);
                    let input: Vec<WordId> = (0..length).map(word).collect();
                    let listed = listed(&input, &kinds, swaps);
                    let ways = ways(&input, &kinds, swaps, &mut Vec::new());
                    assert_eq!(ways.count, listed.len() as f64, "{kinds:?} {swaps} {input:?}");
                    let is_same = |one: &(usize, usize)| *one == (ways.words, ways.rules);
                    assert!(listed.iter().all(is_same), "{kinds:?} {swaps} {input:?} {listed:?}");
                    found += listed.len();
                }
            }
        }
        assert!(found > 3_000, "{found}");
    }

    #[test]
    fn what_is_known_is_what_is_counted() {
        let input = [WordId(0), WordId(1), WordId(0)];
        let mut known = KnownWays::new(1);
        let mut counted = 0;
        for _ in 0..2 {
            for shape in SHAPES {
                let kinds = [WordKind::Primitive, WordKind::Operator(shape)];
                let before = || {
                    counted += 1;
                    Some(())
                };
                let of = (0, &input[..], &[WordId(0), WordId(1)][..]);
                let found = known.of(of, &kinds, false, before).unwrap();
                let found = known.different()[found as usize];
                assert_eq!(found, ways(&input, &kinds, false, &mut Vec::new()));
            }
        }
        assert_eq!(counted, SHAPES.len());
    }
}
