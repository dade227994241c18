//! What could be said in addition, so that one more example comes out right.

use super::example::{NumberExample, NumberWordId};
use super::linear::Linear;
use super::price;
use super::reading::IsOpenChosen;
use super::sketch::{Sketch, SketchItem, SketchRule};
use crate::arrange::Arrange;
use std::sync::Arc;

/// Of how many unknown words in one example guesses are made.
const MOST_GUESSED: usize = 3;
/// The price of a number that is round.
const ROUND: f64 = 1.0;
/// A sketch that says a little more than another.
#[derive(Debug)]
pub(super) struct SketchRepair {
    pub(super) sketch: Sketch,
    /// Only what has one of these words may be read differently now. Of a changed rule, any one of
    /// its words will do.
    pub(super) words: Vec<NumberWordId>,
}

impl NumberExample {
    /// The example as a rule.
    pub(super) fn by_heart(&self) -> SketchRule {
        let left = self.words.iter().map(|word| SketchItem::Word(*word)).collect();
        SketchRule::new(left, Vec::new(), Linear::number(self.value))
    }
}

/// Everything that makes `example` right in one step; where several of its words are unknown, what
/// makes one of them known. As many as fit into so many bytes, and always the example by heart.
pub(super) fn repairs(sketch: &Sketch, example: &NumberExample, room: usize) -> Vec<SketchRepair> {
    let mut words = example.words.clone();
    words.arrange();
    words.dedup();
    let unknown: Vec<NumberWordId> =
        words.iter().copied().filter(|word| !sketch.knows(*word)).collect();
    let applies =
        |index: &usize| sketch.rules[*index].words().all(|word| words.binary_search(&word).is_ok());
    let relevant: Vec<usize> = (0..sketch.rules.len()).filter(applies).collect();
    let rules = relevant.iter().map(|index| sketch.rules[*index].clone()).collect();
    let local = Sketch { rules, ..sketch.clone() };
    let most = room / (sketch.bytes() + size_of::<SketchRepair>());
    let mut repairs = Repairs { sketch, example, relevant, local, found: Vec::new(), most };
    match unknown[..] {
        [] => {
            words.iter().for_each(|word| repairs.multipliers(*word));
            example.words.windows(2).for_each(|pair| repairs.pairs(pair[0], pair[1]));
            words.iter().for_each(|word| repairs.likely_multiplier(*word));
            repairs.orders();
        }
        [word] => {
            repairs.value(word);
            repairs.multipliers(word);
            let pairs = example.words.windows(2).filter(|pair| pair.contains(&word));
            pairs.for_each(|pair| repairs.pairs(pair[0], pair[1]));
        }
        [first, second] => {
            repairs.two(first, second);
            repairs.two(second, first);
            repairs.places(first, second);
            repairs.places(second, first);
            repairs.two_multipliers(first, second);
        }
        _ => unknown.iter().take(MOST_GUESSED).for_each(|word| repairs.guesses(*word)),
    }
    repairs.by_heart();
    repairs.found
}

struct Repairs<'a> {
    sketch: &'a Sketch,
    example: &'a NumberExample,
    /// The rules that can have to do with the example; and a sketch that has no others.
    relevant: Vec<usize>,
    local: Sketch,
    found: Vec<SketchRepair>,
    /// As many as there is memory for.
    most: usize,
}

impl Repairs<'_> {
    /// The unknown of `sketch`, so that the example comes out right.
    fn solve(&self, sketch: &Sketch) -> Option<i64> {
        sketch.read(&self.example.words).ok()?.solve(self.example.value)
    }

    fn is_right(&self, sketch: &Sketch) -> bool {
        sketch.read(&self.example.words) == Ok(Linear::number(self.example.value))
    }

    fn add(&mut self, sketch: Sketch, words: impl IntoIterator<Item = NumberWordId>) {
        if self.found.len() < self.most {
            self.found.push(SketchRepair { sketch, words: words.into_iter().collect() });
        }
    }

    /// An unknown word is worth something.
    fn value(&mut self, word: NumberWordId) {
        if self.sketch.knows(word) {
            return;
        }
        let sketch = self.sketch.with_value(word, Linear::UNKNOWN);
        if let Some(solved) = self.solve(&sketch).and_then(|t| sketch.solved(t)) {
            self.add(solved, [word]);
        }
    }

    /// A word multiplies what stands before or after it, or is worth something before other words.
    fn multipliers(&mut self, word: NumberWordId) {
        let t = Linear::UNKNOWN;
        let item = SketchItem::Word(word);
        self.rule(rule([SketchItem::Some, item, SketchItem::Any], [t, Linear::ONE], Linear::ZERO));
        self.rule(rule([item, SketchItem::Any], [Linear::ONE], t));
        self.rule(rule([item, SketchItem::Some], [t], Linear::ZERO));
        self.rule(rule([item, SketchItem::One, SketchItem::Any], [t, Linear::ONE], Linear::ZERO));
        self.rule(rule(
            [SketchItem::Any, SketchItem::One, item, SketchItem::Any],
            [Linear::ONE, t, Linear::ONE],
            Linear::ZERO,
        ));
    }

    /// Two words that stand together mean something of their own.
    fn pairs(&mut self, first: NumberWordId, second: NumberWordId) {
        let t = Linear::UNKNOWN;
        let (a, b) = (SketchItem::Word(first), SketchItem::Word(second));
        self.rule(rule([a, b, SketchItem::Any], [Linear::ONE], t));
        self.rule(rule([SketchItem::Some, a, b, SketchItem::Any], [t, Linear::ONE], Linear::ZERO));
        // What multiplies as the first word alone does, and adds something.
        let multiplier = [SketchItem::Some, a, SketchItem::Any];
        if let Some(known) = self.sketch.rules.iter().find(|rule| rule.left == multiplier) {
            let factors = [known.factors[0], Linear::ONE];
            self.rule(rule([SketchItem::Some, a, b, SketchItem::Any], factors, t));
        }
    }

    /// A rule whose unknown the example determines: where its numbers put it, or if that does not
    /// help, anywhere.
    fn rule(&mut self, open: SketchRule) {
        if self.sketch.has_rule(&open.left) {
            return;
        }
        let mut elsewhere = Vec::new();
        let mut usual = false;
        let mut local = self.local.with_rule_at(open.clone(), 0);
        for index in 0..=self.relevant.len() {
            if index > 0 {
                local.rules.swap(index - 1, index);
            }
            let mut is_chosen = IsOpenChosen::default();
            let value = local.read_with(&self.example.words, &mut is_chosen);
            if !is_chosen.0 {
                // Behind more rules, it is not chosen either. Tests, which are built so, look.
                debug_assert!((index + 1..=self.relevant.len()).all(|next| {
                    local.rules.swap(next - 1, next);
                    self.solve(&local).is_none()
                }));
                break;
            }
            let solved = value.ok().and_then(|value| value.solve(self.example.value));
            let Some(rule) = solved.and_then(|t| open.with(t)) else { continue };
            let first = index.checked_sub(1).map_or(0, |index| self.relevant[index] + 1);
            let last = self.relevant.get(index).copied().unwrap_or(self.sketch.rules.len());
            let place = self.sketch.place(&rule);
            if (first..=last).contains(&place) {
                usual = true;
                self.add_rule(rule, place);
            } else {
                elsewhere.push((rule, place.clamp(first, last)));
            }
        }
        if !usual {
            // The example does not tell the places in between apart.
            let last = if elsewhere.len() > 1 { elsewhere.pop() } else { None };
            let ends = elsewhere.into_iter().take(1).chain(last);
            ends.for_each(|(rule, place)| self.add_rule(rule, place));
        }
    }

    /// A word that multiplies, and that is worth something alone, is usually worth that as well with
    /// nothing before it.
    fn add_rule(&mut self, rule: SketchRule, place: usize) {
        let word = rule.words().next();
        let bare = match rule.left[..] {
            [SketchItem::Some, SketchItem::Word(word), SketchItem::Any] => {
                self.bare(word, rule.size())
            }
            _ => None,
        };
        let sketch = self.sketch.with_rule_at(rule, place);
        if let Some(bare) = bare {
            let both = sketch.with_rule(bare);
            if self.is_right(&both) {
                return self.add(both, word);
            }
        }
        self.add(sketch, word);
    }

    /// The rule for a word with nothing before it, if it is worth that much alone and there is none.
    fn bare(&self, word: NumberWordId, value: i64) -> Option<SketchRule> {
        let bare =
            rule([SketchItem::Word(word), SketchItem::Any], [Linear::ONE], Linear::number(value));
        let new = self.sketch.value(word) == Some(value) && !self.sketch.has_rule(&bare.left);
        new.then_some(bare)
    }

    /// Another order of the rules.
    fn orders(&mut self) {
        for from in self.relevant.clone() {
            for to in self.relevant.clone().into_iter().filter(|to| *to != from) {
                let mut sketch = self.sketch.clone();
                let rule: Arc<SketchRule> = sketch.rules.remove(from);
                let word = rule.words().next();
                sketch.rules.insert(to, rule);
                if self.is_right(&sketch) {
                    self.add(sketch, word);
                }
            }
        }
    }

    /// A word that is worth something alone multiplies by that, though it does not help at once.
    fn likely_multiplier(&mut self, word: NumberWordId) {
        let left = [SketchItem::Some, SketchItem::Word(word), SketchItem::Any];
        let Some(value) = self.sketch.value(word).filter(|value| *value > 1) else { return };
        if self.last(word) == Some(0) || self.sketch.has_rule(&left) {
            return;
        }
        let factors = [Linear::number(value), Linear::ONE];
        let sketch = self.sketch.with_rule(rule(left, factors, Linear::ZERO));
        if !self.is_right(&sketch)
            && let Some(bare) = self.bare(word, value)
        {
            self.add(sketch.with_rule(bare), [word]);
        }
    }

    /// Where the example has `word` last.
    fn last(&self, word: NumberWordId) -> Option<usize> {
        self.example.words.iter().rposition(|other| *other == word)
    }

    /// Everything that an unknown word may well be: worth what others are worth or nothing, or a
    /// multiplier as others are or a power of the base.
    fn likely(&self, word: NumberWordId) -> Vec<Sketch> {
        let mut values: Vec<i64> =
            self.sketch.values.iter().flatten().map(|v| v.constant).collect();
        values.push(0);
        let mut factors: Vec<i64> = self.sketch.rules.iter().map(|rule| rule.size()).collect();
        factors.extend(self.sketch.base.powers());
        for numbers in [&mut values, &mut factors] {
            numbers.arrange();
            numbers.dedup();
            numbers.retain(|number| *number <= self.example.value);
        }
        let mut sketches: Vec<Sketch> = Vec::new();
        for value in values.into_iter().take(self.most) {
            sketches.push(self.sketch.with_value(word, Linear::number(value)));
        }
        let item = SketchItem::Word(word);
        for factor in factors.into_iter().filter(|factor| *factor > 1).take(self.most / 3) {
            let (factor, one, zero) = (Linear::number(factor), Linear::ONE, Linear::ZERO);
            if self.last(word) > Some(0) {
                let after = rule([SketchItem::Some, item, SketchItem::Any], [factor, one], zero);
                sketches.push(self.sketch.with_rule(after));
            }
            sketches.push(self.sketch.with_rule(rule([item, SketchItem::Some], [factor], zero)));
            let before_one = rule([item, SketchItem::One, SketchItem::Any], [factor, one], zero);
            sketches.push(self.sketch.with_rule(before_one));
        }
        sketches
    }

    /// Two unknown words at once: what is likely for the first one, so that the second is worth
    /// something that other words are worth, or something round.
    fn two(&mut self, first: NumberWordId, second: NumberWordId) {
        for sketch in self.likely(first) {
            let sketch = sketch.with_value(second, Linear::UNKNOWN);
            let Some(t) = self.solve(&sketch) else { continue };
            let known = self.sketch.values.contains(&Some(Linear::number(t)));
            if (known || price::number(self.sketch.base, t) <= ROUND)
                && let Some(sketch) = sketch.solved(t)
            {
                self.add(sketch, [first, second]);
            }
        }
    }

    /// Two unknown words that multiply, each by another power of the base.
    fn two_multipliers(&mut self, first: NumberWordId, second: NumberWordId) {
        let base = self.sketch.base;
        let powers = || base.powers().take_while(|power| *power <= self.example.value);
        let forms = [
            |word: NumberWordId, power: i64| {
                let factors = [Linear::number(power), Linear::ONE];
                rule(
                    [SketchItem::Some, SketchItem::Word(word), SketchItem::Any],
                    factors,
                    Linear::ZERO,
                )
            },
            |word: NumberWordId, power: i64| {
                let factors = [Linear::number(power), Linear::ONE];
                rule(
                    [SketchItem::Word(word), SketchItem::One, SketchItem::Any],
                    factors,
                    Linear::ZERO,
                )
            },
        ];
        let mut right = Vec::new();
        for form in forms {
            for one in powers() {
                let with_first = self.local.with_rule(form(first, one));
                for other in powers().filter(|other| *other != one) {
                    if self.is_right(&with_first.with_rule(form(second, other))) {
                        let sketch = self.sketch.with_rule(form(first, one));
                        right.push(sketch.with_rule(form(second, other)));
                    }
                }
            }
        }
        right.into_iter().for_each(|sketch| self.add(sketch, [first, second]));
    }

    /// Two unknown words of which the first counts for more than all that the second can be worth.
    fn places(&mut self, first: NumberWordId, second: NumberWordId) {
        let words = &self.example.words;
        // The other is worth one meanwhile: a word that is worth nothing would not be multiplied.
        let read = |word: NumberWordId, other: NumberWordId| {
            let sketch = self.sketch.with_value(other, Linear::ONE);
            sketch.with_value(word, Linear::UNKNOWN).read(words).ok()
        };
        let (Some(large), Some(small)) = (read(first, second), read(second, first)) else {
            return;
        };
        let rest = self.example.value.saturating_sub(large.constant - 1);
        if small.slope != 1 || large.slope <= 1 || rest < large.slope {
            return;
        }
        let (quotient, remainder) = (rest / large.slope, rest % large.slope);
        let sketch = self.sketch.with_value(first, Linear::number(quotient));
        let sketch = sketch.with_value(second, Linear::number(remainder));
        if self.is_right(&sketch) {
            self.add(sketch, [first, second]);
        }
    }

    /// One of many unknown words.
    fn guesses(&mut self, word: NumberWordId) {
        for sketch in self.likely(word) {
            self.add(sketch, [word]);
        }
    }

    /// The example as a rule of its own.
    fn by_heart(&mut self) {
        self.most += 1;
        let rule = self.example.by_heart();
        self.add(self.sketch.with_rule(rule), self.example.words.first().copied());
    }
}

fn rule<const L: usize, const F: usize>(
    left: [SketchItem; L],
    factors: [Linear; F],
    constant: Linear,
) -> SketchRule {
    SketchRule::new(left.to_vec(), factors.to_vec(), constant)
}
