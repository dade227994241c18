//! What a sketch makes of words.

use super::base::Base;
use super::example::{NumberExample, NumberWordId};
use super::linear::Linear;
use super::sketch::{Sketch, SketchItem, SketchRule, set_of};

/// Why a sketch has no value for words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unread {
    /// It does not say what this word is worth here.
    Word(NumberWordId),
    /// Its numbers are too large, or the unknown is multiplied by itself.
    Number,
}

/// What was noticed on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Remarks {
    /// Rules whose variables are worth as much as their numbers. Languages say `two hundred three`,
    /// seldom `two hundred three hundred` or `two thousand hundred`.
    pub(super) strange: u32,
    /// Which sizes of numbers were added one after the other: bit `8 * a + b` for one of `a + 1`
    /// digits before one of `b + 1`, in the base of the sketch.
    pub(super) sums: u64,
}

/// Who is told what is noticed on the way. Most readings only want the value.
pub(super) trait Notices {
    /// The variable of a rule is worth as much as its numbers.
    fn strange(&mut self);
    /// One number was added behind another.
    fn added(&mut self, base: Base, first: i64, second: i64);
    /// A rule was the first to match.
    fn chosen(&mut self, _: &SketchRule) {}
}

/// Whether the rule with the unknown was chosen anywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct IsOpenChosen(pub(super) bool);

impl Notices for IsOpenChosen {
    fn strange(&mut self) {}

    fn added(&mut self, _: Base, _: i64, _: i64) {}

    fn chosen(&mut self, rule: &SketchRule) {
        self.0 |= rule.is_open();
    }
}

impl Notices for () {
    fn strange(&mut self) {}

    fn added(&mut self, _: Base, _: i64, _: i64) {}
}

impl Notices for Remarks {
    fn strange(&mut self) {
        self.strange += 1;
    }

    fn added(&mut self, base: Base, first: i64, second: i64) {
        let size = |value: i64| base.logarithm(value).map(|log| log.min(7));
        if let Some(first) = size(first)
            && let Some(second) = size(second)
        {
            self.sums |= 1 << (8 * first + second);
        }
    }
}

/// The most variables of a left side.
const MOST_VARIABLES: usize = 3;
type Spans = [(usize, usize); MOST_VARIABLES];

impl Sketch {
    /// The value of `words`; nothing is worth nothing.
    pub(super) fn read(&self, words: &[NumberWordId]) -> Result<Linear, Unread> {
        self.read_with(words, &mut ())
    }

    /// Whether it makes all examples right.
    pub(super) fn is_right(&self, examples: &[NumberExample]) -> bool {
        let mut examples = examples.iter();
        examples.all(|example| self.read(&example.words) == Ok(Linear::number(example.value)))
    }

    pub(super) fn read_with(
        &self,
        mut words: &[NumberWordId],
        remarks: &mut impl Notices,
    ) -> Result<Linear, Unread> {
        let mut sum = Linear::ZERO;
        let mut last = 0;
        // What is added behind the first word is read in this loop, the rest in recursion.
        while let [first, rest @ ..] = words {
            if rest.is_empty()
                && let Some(value) = self.values[first.index()]
            {
                remarks.added(self.base, last, value.constant);
                return sum.plus(value).ok_or(Unread::Number);
            }
            let mut spans = Spans::default();
            // Before a word that is worth nothing, only what was learnt by heart.
            let skips = self.is_nothing(*first);
            let present = words.iter().fold(0, |present, word| present | set_of(*word));
            let rules = self.rules.iter().filter(|rule| rule.may_match(present));
            let mut rules = rules.filter(|rule| !skips || rule.factors.is_empty());
            let matching = rules.find(|rule| bind(&rule.left, words, 0, &mut spans, 0));
            let Some(rule) = matching else {
                if skips {
                    words = rest;
                    continue;
                }
                if rest.is_empty() {
                    return Err(Unread::Word(*first));
                }
                let value = self.read_with(&words[..1], remarks)?;
                remarks.added(self.base, last, value.constant);
                if value != Linear::ZERO {
                    last = value.constant;
                }
                sum = sum.plus(value).ok_or(Unread::Number)?;
                words = rest;
                continue;
            };
            let value = self.apply(rule, words, &spans, remarks)?;
            return sum.plus(value).ok_or(Unread::Number);
        }
        Ok(sum)
    }

    fn apply(
        &self,
        rule: &SketchRule,
        words: &[NumberWordId],
        spans: &Spans,
        remarks: &mut impl Notices,
    ) -> Result<Linear, Unread> {
        remarks.chosen(rule);
        let mut sum = rule.constant;
        let mut last = rule.constant.constant;
        let largest = rule.size();
        for (factor, (from, to)) in rule.factors.iter().zip(spans) {
            let value = self.read_with(&words[*from..*to], remarks)?;
            if largest > 1 && value.constant >= largest {
                remarks.strange();
            }
            let product = value.times(*factor).ok_or(Unread::Number)?;
            remarks.added(self.base, last, product.constant);
            last = product.constant;
            sum = sum.plus(product).ok_or(Unread::Number)?;
        }
        Ok(sum)
    }
}

/// Matches `left` to all of `words` from `at` on: the first variable takes as many words as it can.
fn bind(
    left: &[SketchItem],
    words: &[NumberWordId],
    at: usize,
    spans: &mut Spans,
    variable: usize,
) -> bool {
    let Some((item, rest)) = left.split_first() else { return at == words.len() };
    let least = match item {
        SketchItem::Word(word) => {
            return words.get(at) == Some(word) && bind(rest, words, at + 1, spans, variable);
        }
        SketchItem::One => {
            spans[variable] = (at, at + 1);
            return at < words.len() && bind(rest, words, at + 1, spans, variable + 1);
        }
        SketchItem::Some => at + 1,
        SketchItem::Any => at,
    };
    let mut fits = |end: usize| {
        spans[variable] = (at, end);
        bind(rest, words, end, spans, variable + 1)
    };
    match rest.first() {
        None => least <= words.len() && fits(words.len()),
        // Only where that word stands.
        Some(SketchItem::Word(word)) => {
            (least..words.len()).rev().any(|end| words[end] == *word && fits(end))
        }
        Some(_) => (least..words.len() + 1).rev().any(fits),
    }
}
