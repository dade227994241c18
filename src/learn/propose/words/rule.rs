//! The rules that the network can propose: one a word.

use crate::language::class::{OperatorShape, SHAPES};
use crate::language::rule::{Pattern, Piece, Right, Rule, Variable, VariableKind};
use crate::language::vocabulary::Word;

/// The left side of a word's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeftShape {
    /// The word alone.
    Primitive,
    /// One of the paper's class.
    Operator(OperatorShape),
    /// Outside of the class: the word, then a variable.
    Prefix(VariableKind),
}

impl LeftShape {
    /// How many there are, and how many of them are in the paper's class: these come first.
    pub(super) const COUNT: usize = Self::OF_CLASS + 2;
    pub(super) const OF_CLASS: usize = 1 + SHAPES.len();

    /// All of them, in the order of their numbers in the contract.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let outside = [VariableKind::One, VariableKind::Some].map(Self::Prefix);
        let operators = SHAPES.into_iter().map(Self::Operator);
        std::iter::once(Self::Primitive).chain(operators).chain(outside)
    }

    /// Its number in the contract.
    pub(super) fn number(self) -> usize {
        match self {
            Self::Primitive => 0,
            Self::Operator(shape) => 1 + shape as usize,
            Self::Prefix(VariableKind::One) => Self::OF_CLASS,
            Self::Prefix(_) => Self::OF_CLASS + 1,
        }
    }

    /// The variables before and after the word, as the paper numbers them.
    fn around(self) -> [Option<Variable>; 2] {
        match self {
            Self::Primitive => [None, None],
            Self::Operator(shape) => {
                let (first, second) = shape.variables();
                [Some(first), second]
            }
            Self::Prefix(kind) => [None, Some(Variable { kind, number: Some(1) })],
        }
    }

    pub(super) fn variables(self) -> usize {
        self.around().into_iter().flatten().count()
    }

    /// Where rules with this left side match what others match: those that say the same match at the same end of a
    /// sequence, so that their words differ, but for those in the middle. `None` if they match nothing that another
    /// rule matches too, among sentences whose variables stand for what the grammar can read.
    fn contested(self) -> Option<Contested> {
        use OperatorShape::{OneOne, OneSome, SomeOne, SomeSome, UnaryOne, UnarySome};
        match self {
            Self::Primitive | Self::Prefix(VariableKind::One) => None,
            Self::Operator(UnaryOne | OneOne) => None,
            Self::Operator(UnarySome | SomeOne) => Some(Contested::End),
            Self::Operator(OneSome) | Self::Prefix(_) => Some(Contested::Beginning),
            Self::Operator(SomeSome) => Some(Contested::Middle),
        }
    }

    /// Whether a rule with this left side can match what another one matches.
    pub(super) fn needs_order(self) -> bool {
        self.contested().is_some()
    }

    /// Whether the order of two rules with these left sides can matter.
    pub(super) fn conflicts(self, other: Self) -> bool {
        match (self.contested(), other.contested()) {
            (Some(a), Some(b)) => a != b || a == Contested::Middle,
            _ => false,
        }
    }
}

/// Where in a sequence a word stands that decides which rule matches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contested {
    Beginning,
    Middle,
    End,
}

/// One item of a right side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum RightItem {
    First,
    Second,
    Token(Word),
}

/// The rule of a word with this left side and this right side.
pub(super) fn rule(word: Word, shape: LeftShape, items: &[RightItem]) -> Rule {
    let [before, after] = shape.around();
    let mut left: Vec<Pattern> = before.map(Pattern::Variable).into_iter().collect();
    left.push(Pattern::Word(word));
    left.extend(after.map(Pattern::Variable));
    let mut variables = before.into_iter().chain(after);
    let (first, second) = (variables.next(), variables.next());
    let piece = |item: &RightItem| match item {
        RightItem::First => first.map(Piece::Variable),
        RightItem::Second => second.map(Piece::Variable),
        RightItem::Token(token) => Some(Piece::Token(*token)),
    };
    // The decoder gives no variable that the left side does not have.
    let right = items.iter().filter_map(piece).collect();
    Rule { left, right: Right::Tokens(right) }
}

#[cfg(test)]
mod tests {
    use super::LeftShape;

    #[test]
    fn left_sides_come_in_the_order_of_their_numbers() {
        assert_eq!(LeftShape::all().count(), LeftShape::COUNT);
        assert!(LeftShape::all().map(LeftShape::number).eq(0..LeftShape::COUNT));
    }
}
