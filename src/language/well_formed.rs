//! What makes a rule well formed.

use super::groups;
use super::rule::{Domain, Pattern, Piece, Right, Rule, RuleProblem, SectionRef, Term, Variable};
use super::vocabulary::{Vocabulary, Word};
use crate::arrange::Arrange;

impl Rule {
    /// Whether this rule can stand in a section of `domain` of a grammar over `vocabulary` that has
    /// sections of these domains.
    pub(crate) fn check(
        &self,
        domain: Domain,
        vocabulary: &Vocabulary,
        sections: &[Domain],
    ) -> Result<(), RuleProblem> {
        if self.left.is_empty() {
            return Err(RuleProblem::EmptyLeft);
        }
        match (&self.right, domain) {
            (Right::Tokens(_), Domain::Words) => {}
            (Right::Sum(terms), Domain::Numbers) => check_terms(terms)?,
            _ => return Err(RuleProblem::WrongDomain),
        }
        self.check_words(vocabulary)?;
        if !self.left.iter().any(|pattern| matches!(pattern, Pattern::Group(_))) {
            return self.check_variables(&self.left, sections);
        }
        groups::check(&self.left)?;
        for left in groups::expand(&self.left)? {
            if left.is_empty() {
                return Err(RuleProblem::EmptyLeft);
            }
            self.check_variables(&left, sections)?;
        }
        Ok(())
    }

    fn check_words(&self, vocabulary: &Vocabulary) -> Result<(), RuleProblem> {
        let known = |word: Word| word.index() < vocabulary.len();
        let literals = self.left.iter().filter_map(|pattern| match pattern {
            Pattern::Word(word) => Some(*word),
            _ => None,
        });
        let tokens = match &self.right {
            Right::Tokens(pieces) => pieces.as_slice(),
            Right::Sum(_) => &[],
        };
        let tokens = tokens.iter().filter_map(|piece| match piece {
            Piece::Token(word) => Some(*word),
            Piece::Variable(_) | Piece::Copy(_) => None,
        });
        match literals.chain(tokens).all(known) {
            true => Ok(()),
            false => Err(RuleProblem::ForeignWord),
        }
    }

    /// Checks the variables of one left side without groups against the right side.
    fn check_variables(&self, items: &[Pattern], sections: &[Domain]) -> Result<(), RuleProblem> {
        // Sorted, so that a left side of ten thousand variables is checked in no time as well.
        let mut left: Vec<(Variable, Option<SectionRef>)> = Vec::new();
        for pattern in items {
            match pattern {
                Pattern::Variable(variable) => left.push((*variable, None)),
                Pattern::Typed(variable, section) => left.push((*variable, Some(*section))),
                Pattern::Word(_) | Pattern::Group(_) => {}
            }
        }
        left.arrange();
        if let Some(pair) = left.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let variable = pair[1].0;
            let same = |pattern: &Pattern| pattern.variable() == Some(variable);
            let index = self.left.iter().rposition(same).unwrap_or_default();
            return Err(RuleProblem::RepeatedVariable { variable, left: index });
        }
        let unknown = |section: &Option<SectionRef>| matches!(section, Some(SectionRef::Named(index)) if *index as usize >= sections.len());
        if let Some((variable, _)) = left.iter().find(|(_, section)| unknown(section)) {
            return Err(RuleProblem::UnknownSection { variable: *variable });
        }
        for index in 0..self.right_len() {
            let Some(variable) = self.right_variable(index) else { continue };
            let Ok(found) = left.binary_search_by_key(&variable, |entry| entry.0) else {
                return Err(RuleProblem::UnboundVariable { variable, right: index });
            };
            let gives_tokens = match left[found].1 {
                Some(SectionRef::Named(index)) => sections[index as usize] == Domain::Words,
                Some(SectionRef::Word | SectionRef::Words | SectionRef::Unlisted) => true,
                Some(SectionRef::Integer) | None => false,
            };
            if gives_tokens && matches!(self.right, Right::Sum(_)) {
                return Err(RuleProblem::NotANumber { variable, right: index });
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
