//! From a grammar of the class to rules.

use super::super::rule::{Pattern, Piece, Right, Rule, Variable, VariableKind};
use super::super::vocabulary::Word;
use super::{ClassGrammar, OperatorShape, RightSide, Role};

impl ClassGrammar {
    /// The rules: primitives, operators in their order, the last rule. `words` and `tokens` say what
    /// the numbers of the task stand for. Primitives whose meaning is not known have no rule, nor
    /// have words with a number from `shown` on.
    pub(crate) fn rules(&self, words: &[Word], tokens: &[Word], shown: usize) -> Vec<Rule> {
        let mut rules = Vec::new();
        for (word, role) in self.roles.iter().enumerate().take(shown) {
            let right = match role {
                Role::Primitive(Some(Role::UNKNOWN)) | Role::Operator(..) => continue,
                Role::Primitive(None) => Vec::new(),
                Role::Primitive(Some(token)) => vec![Piece::Token(tokens[token.index()])],
            };
            let left = vec![Pattern::Word(words[word])];
            rules.push(Rule { left, right: Right::Tokens(right) });
        }
        for word in self.order.iter().filter(|word| word.index() < shown) {
            if let Role::Operator(shape, order) = self.roles[word.index()] {
                rules.push(operator(words[word.index()], shape, order));
            }
        }
        rules.push(last_rule(self.swaps));
        rules
    }
}

pub(crate) fn operator(word: Word, shape: OperatorShape, order: RightSide) -> Rule {
    use VariableKind::{One, Some};
    let (first, second) = match shape {
        OperatorShape::UnaryOne => (One, None),
        OperatorShape::UnarySome => (Some, None),
        OperatorShape::OneOne => (One, Option::Some(One)),
        OperatorShape::OneSome => (One, Option::Some(Some)),
        OperatorShape::SomeOne => (Some, Option::Some(One)),
        OperatorShape::SomeSome => (Some, Option::Some(Some)),
    };
    // As the paper numbers them: x1 w x2, but u1 w x1.
    let first = variable(first, 1);
    let second = second.map(|kind| variable(kind, if kind == first.kind { 2 } else { 1 }));
    let mut left = vec![Pattern::Variable(first), Pattern::Word(word)];
    left.extend(second.map(Pattern::Variable));
    let right = order.items().map(|item| match second {
        Option::Some(second) if item => Piece::Variable(second),
        _ => Piece::Variable(first),
    });
    Rule { left, right: Right::Tokens(right.collect()) }
}

pub(crate) fn last_rule(swaps: bool) -> Rule {
    let first = variable(VariableKind::One, 1);
    let second = match swaps {
        true => variable(VariableKind::One, 2),
        false => variable(VariableKind::Some, 1),
    };
    let mut right = vec![Piece::Variable(first), Piece::Variable(second)];
    if swaps {
        right.reverse();
    }
    let left = vec![Pattern::Variable(first), Pattern::Variable(second)];
    Rule { left, right: Right::Tokens(right) }
}

fn variable(kind: VariableKind, number: u32) -> Variable {
    Variable { kind, number: Some(number) }
}
