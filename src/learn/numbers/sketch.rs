//! A number grammar in the making: what words are worth, and rules in order.

use super::base::Base;
use super::example::{NumberExample, NumberWordId};
use super::linear::Linear;
use crate::arrange::Arrange;
use std::cmp::Reverse;
use std::sync::Arc;

/// One item of a left side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SketchItem {
    Word(NumberWordId),
    /// `u`: one word.
    One,
    /// `x`: one word or more.
    Some,
    /// `y`: any number of words.
    Any,
}

/// A rule with at least one word on its left; its value is the constant and each variable times its
/// factor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SketchRule {
    pub(super) left: Vec<SketchItem>,
    pub(super) factors: Vec<Linear>,
    pub(super) constant: Linear,
    /// The set of words on its left.
    needs: WordBits,
}

/// A set of words, a bit each, which the words share that have it in common: so if a set lacks a bit of another, it lacks
/// a word.
pub(super) type WordBits = u64;

/// The set that has a word.
pub(super) fn set_of(word: NumberWordId) -> WordBits {
    1 << (word.index() % WordBits::BITS as usize)
}

/// Where a rule stands among others: those with smaller ones come before it.
type Rank = (bool, Reverse<i64>, Reverse<usize>, Reverse<usize>);

impl SketchRule {
    pub(super) fn new(left: Vec<SketchItem>, factors: Vec<Linear>, constant: Linear) -> Self {
        let mut rule = Self { left, factors, constant, needs: 0 };
        rule.needs = rule.words().fold(0, |needs, word| needs | set_of(word));
        rule
    }

    /// Whether words that are in this set may have all of its words.
    pub(super) fn may_match(&self, words: WordBits) -> bool {
        self.needs & !words == 0
    }

    pub(super) fn words(&self) -> impl Iterator<Item = NumberWordId> + '_ {
        self.left.iter().filter_map(|item| match item {
            SketchItem::Word(word) => Some(*word),
            _ => None,
        })
    }

    /// The largest number in it: usually the rules with the largest ones come first.
    pub(super) fn size(&self) -> i64 {
        let factor = self.factors.iter().map(|factor| factor.constant).max().unwrap_or(0);
        factor.max(self.constant.constant)
    }

    /// Whether it only adds what stands on both sides.
    pub(super) fn separates(&self) -> bool {
        self.factors == [Linear::ONE; 2] && self.constant == Linear::ZERO
    }

    /// Where it stands if nothing speaks against it: first what is learnt by heart, then what only
    /// separates, then large numbers; with equal ones those that begin with a word, because the
    /// others would take what belongs to them.
    fn rank(&self) -> Rank {
        let words = self.left.iter().take_while(|item| matches!(item, SketchItem::Word(_))).count();
        let size = if self.separates() { i64::MAX } else { self.size() };
        let variables = !self.factors.is_empty();
        (variables, Reverse(size), Reverse(words), Reverse(self.left.len()))
    }

    pub(super) fn with(&self, t: i64) -> Option<Self> {
        let factors: Option<Vec<Linear>> = self.factors.iter().map(|f| f.with(t)).collect();
        let (factors, constant) = (factors?, self.constant.with(t)?);
        Some(Self { left: self.left.clone(), factors, constant, needs: self.needs })
    }

    pub(super) fn is_open(&self) -> bool {
        self.constant.slope != 0 || self.factors.iter().any(|factor| factor.slope != 0)
    }
}

/// A grammar: words alone by their values, then the rules in order, and last that a word and what
/// follows are added. One number in it may be unknown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sketch {
    /// What decides which numbers are round. It changes prices and guesses, never how words are read.
    pub(super) base: Base,
    pub(super) values: Arc<Vec<Option<Linear>>>,
    /// Whether an example shows the word alone: then its value is not up for discussion.
    pub(super) given: Arc<Vec<bool>>,
    pub(super) rules: Vec<Arc<SketchRule>>,
}

impl Sketch {
    /// Nothing is known but words that examples show alone.
    fn new(base: Base, values: Vec<Option<i64>>) -> Self {
        let given = Arc::new(values.iter().map(Option::is_some).collect());
        let values = values.into_iter().map(|value| value.map(Linear::number)).collect();
        Self { base, values: Arc::new(values), given, rules: Vec::new() }
    }

    /// What examples of single words say of so many words.
    pub(super) fn of_single_words(base: Base, examples: &[NumberExample], words: usize) -> Self {
        let mut values = vec![None; words];
        for example in examples {
            if let [word] = example.words[..] {
                values[word.index()] = Some(example.value);
            }
        }
        Self::new(base, values)
    }

    /// Whether it says what `word` is for, whatever stands beside it.
    pub(super) fn knows(&self, word: NumberWordId) -> bool {
        self.values[word.index()].is_some() || self.rules.iter().any(|rule| rule.words().eq([word]))
    }

    pub(super) fn has_rule(&self, left: &[SketchItem]) -> bool {
        self.rules.iter().any(|rule| rule.left == left)
    }

    /// Words that multiply what stands before them, and by how much.
    pub(super) fn multipliers(&self) -> impl Iterator<Item = (NumberWordId, i64)> + '_ {
        self.rules.iter().filter_map(|rule| match rule.left[..] {
            [SketchItem::Some, SketchItem::Word(word), SketchItem::Any] if rule.size() > 1 => {
                Some((word, rule.size()))
            }
            _ => None,
        })
    }

    /// Whether a word is worth nothing, and no example shows it as a zero.
    pub(super) fn is_nothing(&self, word: NumberWordId) -> bool {
        self.value(word) == Some(0) && !self.given[word.index()]
    }

    /// What a word is worth alone, if that is known.
    pub(super) fn value(&self, word: NumberWordId) -> Option<i64> {
        let value = self.values[word.index()].filter(|value| value.slope == 0);
        value.map(|value| value.constant)
    }

    pub(super) fn with_value(&self, word: NumberWordId, value: Linear) -> Self {
        let mut sketch = self.clone();
        Arc::make_mut(&mut sketch.values)[word.index()] = Some(value);
        sketch
    }

    /// Without what a word is worth alone.
    pub(super) fn without_value(&self, word: NumberWordId) -> Self {
        let mut sketch = self.clone();
        Arc::make_mut(&mut sketch.values)[word.index()] = None;
        sketch
    }

    /// With `rule` before the rule that is `place` now.
    pub(super) fn with_rule_at(&self, rule: SketchRule, place: usize) -> Self {
        self.with_shared_rule_at(Arc::new(rule), place)
    }

    fn with_shared_rule_at(&self, rule: Arc<SketchRule>, place: usize) -> Self {
        let mut sketch = self.clone();
        sketch.rules.insert(place, rule);
        sketch
    }

    /// With `rule` where its numbers put it.
    pub(super) fn with_rule(&self, rule: SketchRule) -> Self {
        let place = self.place(&rule);
        self.with_rule_at(rule, place)
    }

    /// Where its numbers put a rule: behind the last that belongs before it.
    pub(super) fn place(&self, rule: &SketchRule) -> usize {
        let rank = rule.rank();
        let before = self.rules.iter().rposition(|other| other.rank() <= rank);
        before.map_or(0, |index| index + 1)
    }

    /// Without anything about `word` that no example shows.
    pub(super) fn without(&self, word: NumberWordId) -> Self {
        let mut sketch = self.clone();
        sketch.rules.retain(|rule| rule.words().all(|other| other != word));
        if !self.given[word.index()] && self.value(word).is_some() {
            Arc::make_mut(&mut sketch.values)[word.index()] = None;
        }
        sketch
    }

    /// How many rules do not stand where their numbers would put them.
    pub(super) fn moved(&self) -> usize {
        // The rules that could stay form the longest run in order. What only separates may separate
        // large numbers or small ones, so it may stand anywhere; what was learnt by heart is first.
        let counts = |rule: &&SketchRule| !rule.separates() && !rule.factors.is_empty();
        let rules = self.rules.iter().map(|rule| &**rule).filter(counts);
        // The smallest rank at which a run of each length ends (Schensted 1961, "Longest increasing and decreasing
        // subsequences").
        let mut ends: Vec<Rank> = Vec::with_capacity(self.rules.len());
        let mut count = 0;
        for rank in rules.map(SketchRule::rank) {
            count += 1;
            let place = ends.partition_point(|end| *end <= rank);
            match ends.get_mut(place) {
                Some(end) => *end = rank,
                None => ends.push(rank),
            }
        }
        count - ends.len()
    }

    /// The sketch with its rules in other orders: one of them anywhere, the others where their numbers put them.
    pub(super) fn reordered(&self) -> impl Iterator<Item = Self> + '_ {
        let by_heart = self.rules.iter().filter(|rule| rule.factors.is_empty()).count();
        (0..self.rules.len()).filter(|index| !self.rules[*index].factors.is_empty()).flat_map(
            move |index| {
                let mut sorted = self.clone();
                let rule = sorted.rules.remove(index);
                sorted.rules.arrange_by_key(|rule| rule.rank());
                let places = by_heart..self.rules.len();
                places.map(move |place| sorted.with_shared_rule_at(rule.clone(), place))
            },
        )
    }

    /// The sketch if its unknown number is `t`; `None` if that overflows.
    pub(super) fn solved(&self, t: i64) -> Option<Self> {
        let mut sketch = self.clone();
        let open = self.values.iter().flatten().any(|value| value.slope != 0);
        let values = if open { &mut Arc::make_mut(&mut sketch.values)[..] } else { &mut [] };
        for value in values.iter_mut().flatten().filter(|value| value.slope != 0) {
            *value = value.with(t)?;
        }
        for rule in sketch.rules.iter_mut().filter(|rule| rule.is_open()) {
            *rule = Arc::new(rule.with(t)?);
        }
        Some(sketch)
    }

    /// The bytes that it takes, about.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.values[..]) + self.rules.len() * size_of::<usize>() + 200
    }
}
