//! From a sketch to the rules of a grammar.

use super::example::NumberWordId;
use super::linear::Linear;
use super::sketch::{Item, Rule, Sketch};
use crate::language::rule::{Pattern, Right, Rule as GrammarRule, Term, Variable, VariableKind};
use crate::language::vocabulary::Word;

impl Sketch {
    /// The rules, with `words` by their numbers: what words are worth alone, the smallest first, and
    /// what was learnt by heart; then words that are worth nothing; then all other rules; and last
    /// that all else is added.
    pub(super) fn rules(&self, words: &[Word]) -> Vec<GrammarRule> {
        let mut alone: Vec<(i64, NumberWordId)> = Vec::new();
        let mut nothing: Vec<Rule> = Vec::new();
        for number in NumberWordId::first(self.values.len()) {
            let before = [Item::Word(number), Item::Any];
            match self.value(number) {
                Some(_) if self.is_nothing(number) => {
                    nothing.push(Rule {
                        left: before.to_vec(),
                        factors: vec![Linear::ONE],
                        constant: Linear::ZERO,
                    });
                }
                // A rule for the word before others is one for the word alone.
                Some(value) if !self.is_worth_before(number, value) => alone.push((value, number)),
                _ => {}
            }
        }
        alone.sort_unstable();
        let alone = alone.into_iter().map(|(value, number)| Rule {
            left: vec![Item::Word(number)],
            factors: Vec::new(),
            constant: Linear::number(value),
        });
        let sum = Rule {
            left: vec![Item::One, Item::Some],
            factors: vec![Linear::ONE; 2],
            constant: Linear::ZERO,
        };
        let rules = |by_heart: bool| {
            let rules = self.rules.iter().map(|rule| (**rule).clone());
            rules.filter(move |rule| rule.factors.is_empty() == by_heart)
        };
        let rules = alone.chain(rules(true)).chain(nothing).chain(rules(false)).chain([sum]);
        rules.map(|rule| rule.in_words(words)).collect()
    }

    fn is_worth_before(&self, number: NumberWordId, value: i64) -> bool {
        let before = [Item::Word(number), Item::Any];
        let same = |rule: &Rule| rule.left == before && rule.constant == Linear::number(value);
        self.rules.iter().any(|rule| same(rule))
    }
}

impl Rule {
    fn in_words(&self, words: &[Word]) -> GrammarRule {
        let mut factors = self.factors.iter();
        let mut terms: Vec<Term> = Vec::new();
        let mut left: Vec<Pattern> = Vec::new();
        for item in &self.left {
            let kind = match item {
                Item::Word(number) => {
                    left.push(Pattern::Word(words[number.index()]));
                    continue;
                }
                Item::One => VariableKind::One,
                Item::Some => VariableKind::Some,
                Item::Any => VariableKind::Any,
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
        GrammarRule { left, right: Right::Sum(terms) }
    }
}
