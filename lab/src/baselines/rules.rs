//! The rules that grammars of the paper's meta-grammars are made of.

use blicket::Word;
use blicket::grammar::{Pattern, Piece, Right, Rule, Variable, VariableKind};

const fn variable(kind: VariableKind, number: u32) -> Variable {
    Variable { kind, number: Some(number) }
}

const U1: Variable = variable(VariableKind::One, 1);
const U2: Variable = variable(VariableKind::One, 2);
const X1: Variable = variable(VariableKind::Some, 1);
const X2: Variable = variable(VariableKind::Some, 2);

/// All variables that a rule draws from.
pub(super) const VARIABLES: [Variable; 4] = [U1, U2, X1, X2];

/// The probability that a left side has one variable and not two.
pub(super) const ONE_VARIABLE: f64 = 0.4;

/// `dax -> RED`, or `dax ->`.
pub(super) fn primitive(word: Word, token: Option<Word>) -> Rule {
    let right = token.into_iter().map(Piece::Token).collect();
    Rule { left: vec![Pattern::Word(word)], right: Right::Tokens(right) }
}

/// `u1 fep -> …`, or `x1 kiki u2 -> …`.
pub(super) fn higher_order(
    word: Word,
    variables: &[Variable],
    right: impl Iterator<Item = Variable>,
) -> Rule {
    let mut left = vec![Pattern::Variable(variables[0]), Pattern::Word(word)];
    left.extend(variables[1..].iter().map(|variable| Pattern::Variable(*variable)));
    Rule { left, right: Right::Tokens(right.map(Piece::Variable).collect()) }
}

/// `u1 x1 -> [u1] [x1]`, or `u1 u2 -> [u2] [u1]`.
pub(super) fn last(swaps: bool) -> Rule {
    let (left, right) = if swaps { ([U1, U2], [U2, U1]) } else { ([U1, X1], [U1, X1]) };
    Rule {
        left: left.map(Pattern::Variable).to_vec(),
        right: Right::Tokens(right.map(Piece::Variable).to_vec()),
    }
}
