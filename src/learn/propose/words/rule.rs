//! The rules that the network can propose: one a word.

use crate::language::rule::{Pattern, Piece, Right, Rule, Variable, VariableKind};
use crate::language::vocabulary::Word;

/// How many kinds of left sides there are, and how many of them are in the paper's class.
pub(super) const SHAPES: usize = 9;
pub(super) const CLASS_SHAPES: usize = 7;

/// A left side: the kinds of the variables before and after the word, and the *class* by which rules
/// need an order. Rules of class 0 match nothing that another rule matches too, among sentences whose
/// variables stand for what the grammar can read.
pub(super) struct LeftShape {
    before: Option<VariableKind>,
    after: Option<VariableKind>,
    class: u8,
}

const ONE: Option<VariableKind> = Some(VariableKind::One);
const SOME: Option<VariableKind> = Some(VariableKind::Some);

/// By their numbers in the contract.
const ALL: [LeftShape; SHAPES] = [
    LeftShape { before: None, after: None, class: 0 },
    LeftShape { before: ONE, after: None, class: 0 },
    LeftShape { before: SOME, after: None, class: 1 },
    LeftShape { before: ONE, after: ONE, class: 0 },
    LeftShape { before: ONE, after: SOME, class: 2 },
    LeftShape { before: SOME, after: ONE, class: 1 },
    LeftShape { before: SOME, after: SOME, class: 3 },
    LeftShape { before: None, after: ONE, class: 0 },
    LeftShape { before: None, after: SOME, class: 2 },
];

pub(super) fn variables(shape: usize) -> usize {
    usize::from(ALL[shape].before.is_some()) + usize::from(ALL[shape].after.is_some())
}

/// Whether a rule of this shape can match what another one matches.
pub(super) fn needs_order(shape: usize) -> bool {
    ALL[shape].class > 0
}

/// Whether the order of two rules of these shapes can matter.
pub(super) fn conflict(a: usize, b: usize) -> bool {
    let (a, b) = (ALL[a].class, ALL[b].class);
    a > 0 && b > 0 && (a != b || a == 3)
}

/// One item of a right side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum RightItem {
    First,
    Second,
    Token(Word),
}

/// The rule of a word with this left side and this right side.
pub(super) fn rule(word: Word, shape: usize, items: &[RightItem]) -> Rule {
    let LeftShape { before, after, .. } = &ALL[shape];
    // As the paper numbers them: x1 w x2, but u1 w x1.
    let variable = |kind: VariableKind, number| Variable { kind, number: Some(number) };
    let before_variable = before.map(|kind| variable(kind, 1));
    let after_variable =
        after.map(|kind| variable(kind, if *before == Some(kind) { 2 } else { 1 }));
    let (first, second) = match before_variable {
        Some(_) => (before_variable, after_variable),
        None => (after_variable, None),
    };
    let mut left: Vec<Pattern> = before_variable.map(Pattern::Variable).into_iter().collect();
    left.push(Pattern::Word(word));
    left.extend(after_variable.map(Pattern::Variable));
    let piece = |item: &RightItem| match item {
        RightItem::First => first.map(Piece::Variable),
        RightItem::Second => second.map(Piece::Variable),
        RightItem::Token(token) => Some(Piece::Token(*token)),
    };
    // The decoder gives no variable that the left side does not have.
    let right = items.iter().filter_map(piece).collect();
    Rule { left, right: Right::Tokens(right) }
}
