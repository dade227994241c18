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
            let token = match role {
                Role::Primitive(Some(Role::UNKNOWN)) | Role::Operator(..) => continue,
                Role::Primitive(token) => token.map(|token| tokens[token.index()]),
            };
            rules.push(primitive(words[word], token));
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

/// The variables that rules of operators draw from.
pub const VARIABLES: [Variable; 4] = [U1, U2, X1, X2];

const U1: Variable = variable(VariableKind::One, 1);
const U2: Variable = variable(VariableKind::One, 2);
const X1: Variable = variable(VariableKind::Some, 1);
const X2: Variable = variable(VariableKind::Some, 2);

/// `dax -> RED`, or `dax ->`.
pub fn primitive(word: Word, token: Option<Word>) -> Rule {
    let right = token.into_iter().map(Piece::Token).collect();
    Rule { left: vec![Pattern::Word(word)], right: Right::Tokens(right) }
}

/// `u1 fep -> …`, or `x1 kiki u2 -> …`: one or two variables around a word.
pub fn higher_order(
    word: Word,
    variables: &[Variable],
    right: impl Iterator<Item = Variable>,
) -> Rule {
    let mut left = vec![Pattern::Variable(variables[0]), Pattern::Word(word)];
    left.extend(variables[1..].iter().map(|variable| Pattern::Variable(*variable)));
    Rule { left, right: Right::Tokens(right.map(Piece::Variable).collect()) }
}

/// The last rule: `u1 x1 -> [u1] [x1]`, or `u1 u2 -> [u2] [u1]`.
pub fn last_rule(swaps: bool) -> Rule {
    let (left, right) = if swaps { ([U1, U2], [U2, U1]) } else { ([U1, X1], [U1, X1]) };
    Rule {
        left: left.map(Pattern::Variable).to_vec(),
        right: Right::Tokens(right.map(Piece::Variable).to_vec()),
    }
}

impl OperatorShape {
    /// The variables before and after the word, as the paper numbers them.
    pub(crate) const fn variables(self) -> (Variable, Option<Variable>) {
        match self {
            OperatorShape::UnaryOne => (U1, None),
            OperatorShape::UnarySome => (X1, None),
            OperatorShape::OneOne => (U1, Some(U2)),
            OperatorShape::OneSome => (U1, Some(X1)),
            OperatorShape::SomeOne => (X1, Some(U1)),
            OperatorShape::SomeSome => (X1, Some(X2)),
        }
    }
}

pub(crate) fn operator(word: Word, shape: OperatorShape, order: RightSide) -> Rule {
    let (first, second) = shape.variables();
    let both = [first, second.unwrap_or(first)];
    let right = order.items().map(|is_second| both[usize::from(is_second)]);
    higher_order(word, &both[..1 + usize::from(second.is_some())], right)
}

const fn variable(kind: VariableKind, number: u32) -> Variable {
    Variable { kind, number: Some(number) }
}
