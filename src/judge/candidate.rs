//! What learners hand over to be voted with: weighed grammars that satisfy the examples, and which one to return.

use crate::grammar::Grammar;
use crate::language::class::ClassGrammar;
use crate::prepare::Prepared;
use std::borrow::Cow;

/// A grammar that votes on the answers.
#[derive(Clone, Debug)]
pub(crate) enum Candidate {
    /// One of the paper's class, in a form that is a fraction of a grammar's size: there may be a thousand of
    /// them. It may guess at words that only queries have.
    OfClass(ClassGrammar),
    /// Any other. Words that no example shows have no rule in it, so nobody guesses at them.
    Any(Box<Grammar>),
}

impl Candidate {
    /// As it votes.
    pub(super) fn voter(&self, prepared: &Prepared<'_>) -> Cow<'_, Grammar> {
        match self {
            Self::OfClass(of_class) => Cow::Owned(prepared.guess(of_class)),
            Self::Any(grammar) => Cow::Borrowed(grammar),
        }
    }

    /// As it is returned.
    pub(crate) fn into_grammar(self, prepared: &Prepared<'_>) -> Grammar {
        match self {
            Self::OfClass(of_class) => prepared.grammar(&of_class),
            Self::Any(grammar) => *grammar,
        }
    }

    /// All that it is, in few bytes, if it is of the class.
    pub(super) fn key(&self) -> Option<Vec<u8>> {
        match self {
            Self::OfClass(of_class) => Some(of_class.key()),
            Self::Any(_) => None,
        }
    }
}

/// What a learner makes of a task: grammars with their shares of the weight, and the one to return.
#[derive(Default)]
pub(crate) struct Choice {
    /// Grammars that vote, each with its share of the weight.
    pub(crate) weighed: Vec<(Candidate, f64)>,
    /// Grammars that vote too, each with its weight, and are not listed: they fail examples, because they leave out
    /// rules that cannot be relied on.
    pub(crate) doubts: Vec<(Candidate, f64)>,
    /// The one to return, if that is not the best so far.
    pub(crate) chosen: Option<Candidate>,
    /// Further forms of the chosen one, as likely as it is: the one that agrees with the most votes is returned.
    pub(crate) variants: Option<Box<dyn FnMut() -> Option<Candidate>>>,
}

impl Choice {
    /// Whether there is nothing to choose.
    pub(crate) fn is_empty(&self) -> bool {
        self.weighed.is_empty() && self.chosen.is_none()
    }
}
