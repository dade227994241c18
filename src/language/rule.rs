//! Rules as data, and what makes one well formed.

use super::vocabulary::Word;
use std::fmt;

/// What a grammar turns words into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Domain {
    /// A sequence of tokens.
    Words,
    /// A 64-bit integer.
    Numbers,
}

// The C header has 2 for a task whose examples decide.
named! { Domain:
    Words = 0 "words",
    Numbers = 1 "numbers",
}

/// How many words a variable matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VariableKind {
    /// `u`: exactly one word.
    One,
    /// `x`: one word or more.
    Some,
    /// `y`: no word or more.
    Any,
}

/// A variable: its kind and the number that tells it from others of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable {
    /// How many words it matches.
    pub kind: VariableKind,
    /// The 1 of `x1`; a plain `x` has none.
    pub number: Option<u32>,
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            VariableKind::One => "u",
            VariableKind::Some => "x",
            VariableKind::Any => "y",
        })?;
        self.number.map_or(Ok(()), |number| write!(f, "{number}"))
    }
}

/// What reads the words of a typed variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionRef {
    /// `:integer`: one word of decimal digits that fits in 64 bits. Its value is the number.
    Integer,
    /// `:word`: any one word. Its value is the word itself.
    Word,
    /// `:words`: any words. Their value is the words themselves.
    Words,
    /// `:unlisted`: words that no rule of the grammar names on its left, and that are no integers: a name that nobody
    /// wrote down. Their value is the words themselves.
    Unlisted,
    /// A section of the grammar, by its index in [`Grammar::sections`](crate::Grammar::sections).
    Named(u32),
}

impl SectionRef {
    /// The sections that every grammar has, with the names that a typed variable gives them.
    pub const BUILT_IN: [(&'static str, Self); 4] = [
        ("integer", Self::Integer),
        ("word", Self::Word),
        ("words", Self::Words),
        ("unlisted", Self::Unlisted),
    ];
}

/// What a group of a left side is made of, beside its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// `(`
    Open,
    /// `|`
    Or,
    /// `)`
    Close,
    /// `)?`: the group may be left out. A single optional word is written `the?`.
    CloseOptional,
}

/// One item of a left side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Matches this word.
    Word(Word),
    /// Matches as many words as its kind says.
    Variable(Variable),
    /// Matches as many words as its kind says, if the section reads them.
    Typed(Variable, SectionRef),
    /// Begins, divides or ends a group: `(take|get)` is four words and marks, `the?` is three.
    Group(Mark),
}

impl Pattern {
    /// The variable that this item is, if it is one.
    pub fn variable(self) -> Option<Variable> {
        match self {
            Self::Variable(variable) | Self::Typed(variable, _) => Some(variable),
            Self::Word(_) | Self::Group(_) => None,
        }
    }
}

/// One item of the right side of a grammar of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Gives this token.
    Token(Word),
    /// Gives what the variable's words evaluate to.
    Variable(Variable),
    /// `{x1}`: gives the variable's words themselves.
    Copy(Variable),
}

/// One summand of the right side of a grammar of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// `7`, or `100*3` with a factor.
    Number(i64, Option<i64>),
    /// `[x1]`, or `[x1]*1000` with a factor.
    Variable(Variable, Option<i64>),
}

/// What a rule gives when its left side matches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Right {
    /// Tokens, possibly none.
    Tokens(Vec<Piece>),
    /// The sum of at least one term.
    Sum(Vec<Term>),
}

/// One rewrite rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// What the whole sequence of words has to look like.
    pub left: Vec<Pattern>,
    /// What it is rewritten to.
    pub right: Right,
}

impl Rule {
    /// The variables of the left side, in its order.
    pub fn variables(&self) -> impl Iterator<Item = Variable> + '_ {
        self.left.iter().filter_map(|pattern| pattern.variable())
    }

    /// The variable that item `index` of the right side names, if it names one.
    pub fn right_variable(&self, index: usize) -> Option<Variable> {
        match &self.right {
            Right::Tokens(pieces) => match pieces.get(index) {
                Some(Piece::Variable(variable) | Piece::Copy(variable)) => Some(*variable),
                _ => None,
            },
            Right::Sum(terms) => match terms.get(index) {
                Some(Term::Variable(variable, _)) => Some(*variable),
                _ => None,
            },
        }
    }

    pub(crate) fn right_len(&self) -> usize {
        match &self.right {
            Right::Tokens(pieces) => pieces.len(),
            Right::Sum(terms) => terms.len(),
        }
    }

    /// Whether this rule uses nothing but words and untyped variables: the language of the paper.
    pub fn is_plain(&self) -> bool {
        let left = |pattern: &Pattern| matches!(pattern, Pattern::Word(_) | Pattern::Variable(_));
        let right = match &self.right {
            Right::Tokens(pieces) => !pieces.iter().any(|piece| matches!(piece, Piece::Copy(_))),
            Right::Sum(_) => true,
        };
        right && self.left.iter().all(left)
    }
}

/// What is wrong with a rule, whoever made it. `left` and `right` index the items of that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleProblem {
    /// The left side has no item, so it could match nothing.
    EmptyLeft,
    /// The right side of a number rule has no term.
    EmptySum,
    /// A right side of tokens in a grammar of numbers, or the other way round.
    WrongDomain,
    /// A word that the grammar's vocabulary does not have.
    ForeignWord,
    /// A number below zero.
    NegativeNumber,
    /// A variable stands twice on the left.
    RepeatedVariable {
        /// Which variable.
        variable: Variable,
        /// Where its second occurrence is.
        left: usize,
    },
    /// A variable on the right that the left side does not have.
    UnboundVariable {
        /// Which variable.
        variable: Variable,
        /// Where it is.
        right: usize,
    },
    /// A variable in a sum whose section gives tokens.
    NotANumber {
        /// Which variable.
        variable: Variable,
        /// Where it is.
        right: usize,
    },
    /// A typed variable whose section the grammar does not have.
    UnknownSection {
        /// Which variable.
        variable: Variable,
    },
    /// A group that is not closed, not opened, or has an alternative without words.
    BrokenGroup {
        /// Where that shows.
        left: usize,
    },
    /// The groups of one left side stand for more than [`RuleProblem::MOST_ALTERNATIVES`] rules.
    TooManyAlternatives,
}

impl RuleProblem {
    /// The most rules that the groups of one left side may stand for.
    pub const MOST_ALTERNATIVES: usize = 10_000;
}

impl fmt::Display for RuleProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyLeft => f.write_str("the left side is empty"),
            Self::EmptySum => f.write_str("the right side of a number rule is empty"),
            Self::WrongDomain => {
                f.write_str("a rule gives tokens where numbers are wanted, or the other way round")
            }
            Self::ForeignWord => f.write_str("a word is not in the grammar's vocabulary"),
            Self::NegativeNumber => f.write_str("a number is below zero"),
            Self::RepeatedVariable { variable, .. } => {
                write!(f, "the variable {variable} stands twice on the left")
            }
            Self::UnboundVariable { variable, .. } => {
                write!(f, "the right side has [{variable}], the left side has no {variable}")
            }
            Self::NotANumber { variable, .. } => {
                write!(f, "the section of {variable} gives tokens, and a sum takes numbers")
            }
            Self::UnknownSection { variable } => {
                write!(f, "the grammar does not have the section of {variable}")
            }
            Self::BrokenGroup { .. } => {
                f.write_str("a group of alternatives is not closed, or has an empty alternative")
            }
            Self::TooManyAlternatives => write!(
                f,
                "the groups of the left side stand for more than {} rules",
                Self::MOST_ALTERNATIVES
            ),
        }
    }
}
