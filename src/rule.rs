//! Rules as data, and what makes one well formed.

use crate::vocabulary::{Vocabulary, Word};
use std::fmt;

/// What a grammar turns words into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// A sequence of tokens.
    Words,
    /// A 64-bit integer.
    Numbers,
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

/// One item of a left side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Matches this word.
    Word(Word),
    /// Matches as many words as its kind says.
    Variable(Variable),
}

/// One item of the right side of a grammar of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Gives this token.
    Token(Word),
    /// Gives what the variable's words evaluate to.
    Variable(Variable),
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
        self.left.iter().filter_map(|pattern| match pattern {
            Pattern::Variable(variable) => Some(*variable),
            Pattern::Word(_) => None,
        })
    }

    /// The variable that item `index` of the right side names, if it names one.
    pub fn right_variable(&self, index: usize) -> Option<Variable> {
        match &self.right {
            Right::Tokens(pieces) => match pieces.get(index) {
                Some(Piece::Variable(variable)) => Some(*variable),
                _ => None,
            },
            Right::Sum(terms) => match terms.get(index) {
                Some(Term::Variable(variable, _)) => Some(*variable),
                _ => None,
            },
        }
    }

    fn right_len(&self) -> usize {
        match &self.right {
            Right::Tokens(pieces) => pieces.len(),
            Right::Sum(terms) => terms.len(),
        }
    }

    /// Whether this rule can stand in a grammar of `domain` over `vocabulary`.
    pub(crate) fn check(&self, domain: Domain, vocabulary: &Vocabulary) -> Result<(), RuleProblem> {
        if self.left.is_empty() {
            return Err(RuleProblem::EmptyLeft);
        }
        match (&self.right, domain) {
            (Right::Tokens(_), Domain::Words) => {}
            (Right::Sum(terms), Domain::Numbers) => check_terms(terms)?,
            _ => return Err(RuleProblem::WrongDomain),
        }
        let known = |word: Word| word.index() < vocabulary.len();
        let literals = self.left.iter().filter_map(|pattern| match pattern {
            Pattern::Word(word) => Some(*word),
            Pattern::Variable(_) => None,
        });
        let tokens = match &self.right {
            Right::Tokens(pieces) => pieces.as_slice(),
            Right::Sum(_) => &[],
        };
        let tokens = tokens.iter().filter_map(|piece| match piece {
            Piece::Token(word) => Some(*word),
            Piece::Variable(_) => None,
        });
        if !literals.chain(tokens).all(known) {
            return Err(RuleProblem::ForeignWord);
        }
        // Sorted, so that a left side of ten thousand variables is checked in no time as well.
        let mut left: Vec<(Variable, usize)> = Vec::new();
        for (index, pattern) in self.left.iter().enumerate() {
            if let Pattern::Variable(variable) = pattern {
                left.push((*variable, index));
            }
        }
        left.sort_unstable();
        if let Some(pair) = left.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(RuleProblem::RepeatedVariable { variable: pair[1].0, left: pair[1].1 });
        }
        for index in 0..self.right_len() {
            if let Some(variable) = self.right_variable(index)
                && left.binary_search_by_key(&variable, |entry| entry.0).is_err()
            {
                return Err(RuleProblem::UnboundVariable { variable, right: index });
            }
        }
        Ok(())
    }
}

fn check_terms(terms: &[Term]) -> Result<(), RuleProblem> {
    if terms.is_empty() {
        return Err(RuleProblem::EmptySum);
    }
    let negative = |term: &Term| match *term {
        Term::Number(number, factor) => number < 0 || factor.is_some_and(|f| f < 0),
        Term::Variable(_, factor) => factor.is_some_and(|f| f < 0),
    };
    match terms.iter().any(negative) {
        true => Err(RuleProblem::NegativeNumber),
        false => Ok(()),
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
    /// The same variable twice on the left.
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
        }
    }
}
