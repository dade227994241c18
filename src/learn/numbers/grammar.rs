//! From a sketch to the rules of a grammar.

use super::example::NumberWordId;
use super::linear::Linear;
use super::sketch::{Sketch, SketchItem, SketchRule};
use crate::arrange::Arrange;
use crate::language::rule::{Pattern, Right, Rule, Term, Variable, VariableKind};
use crate::language::vocabulary::Word;

impl Sketch {
    /// The rules, with `words` by their numbers: what words are worth alone, the smallest first, and
    /// what was learnt by heart; then words that are worth nothing; then all other rules; and last
    /// that all else is added.
    pub(super) fn rules(&self, words: &[Word]) -> Vec<Rule> {
        let mut alone: Vec<(i64, NumberWordId)> = Vec::new();
        let mut nothing: Vec<SketchRule> = Vec::new();
        for number in NumberWordId::first(self.values.len()) {
            let before = [SketchItem::Word(number), SketchItem::Any];
            match self.value(number) {
                Some(_) if self.is_nothing(number) => {
                    let factors = vec![Linear::ONE];
                    nothing.push(SketchRule::new(before.to_vec(), factors, Linear::ZERO));
                }
                // A rule for the word before others is one for the word alone.
                Some(value) if !self.is_worth_before(number, value) => alone.push((value, number)),
                _ => {}
            }
        }
        alone.arrange();
        let alone = alone.into_iter().map(|(value, number)| {
            let left = vec![SketchItem::Word(number)];
            SketchRule::new(left, Vec::new(), Linear::number(value))
        });
        let both = vec![SketchItem::One, SketchItem::Some];
        let sum = SketchRule::new(both, vec![Linear::ONE; 2], Linear::ZERO);
        let rules = |by_heart: bool| {
            let rules = self.rules.iter().map(|rule| (**rule).clone());
            rules.filter(move |rule| rule.factors.is_empty() == by_heart)
        };
        let rules = alone.chain(rules(true)).chain(nothing).chain(rules(false)).chain([sum]);
        rules.map(|rule| rule.in_words(words)).collect()
    }

    fn is_worth_before(&self, number: NumberWordId, value: i64) -> bool {
        let before = [SketchItem::Word(number), SketchItem::Any];
        let same =
            |rule: &SketchRule| rule.left == before && rule.constant == Linear::number(value);
        self.rules.iter().any(|rule| same(rule))
    }
}

impl SketchRule {
    fn in_words(&self, words: &[Word]) -> Rule {
        let mut factors = self.factors.iter();
        let mut terms: Vec<Term> = Vec::new();
        let mut left: Vec<Pattern> = Vec::new();
        for item in &self.left {
            let kind = match item {
                SketchItem::Word(number) => {
                    left.push(Pattern::Word(words[number.index()]));
                    continue;
                }
                SketchItem::One => VariableKind::One,
                SketchItem::Some => VariableKind::Some,
                SketchItem::Any => VariableKind::Any,
            };
            let same = |pattern: &&Pattern| matches!(pattern, Pattern::Variable(variable) if variable.kind == kind);
            let earlier = left.iter().filter(same).count() as u32;
            let variable = Variable { kind, number: Some(earlier + 1) };
            left.push(Pattern::Variable(variable));
            let factor = factors.next().map_or(1, |factor| factor.constant);
            terms.push(Term::Variable(variable, (factor != 1).then_some(factor)));
        }
        if self.constant != Linear::ZERO || terms.is_empty() {
            terms.insert(0, Term::Number(self.constant.constant, None));
        }
        Rule { left, right: Right::Sum(terms) }
    }
}
