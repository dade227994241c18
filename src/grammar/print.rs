//! From rules to text.

use super::notation::{NUMBERS, needs_quotes};
use super::{Domain, Grammar, Pattern, Piece, Right, Rule, Term};
use crate::vocabulary::{Vocabulary, Word};
use std::fmt::{self, Write};

/// Writes the whole grammar, a rule a line.
pub(super) fn print(grammar: &Grammar, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if grammar.domain == Domain::Numbers {
        writeln!(f, "{NUMBERS}")?;
    }
    for rule in &grammar.rules {
        let vocabulary = &grammar.vocabulary;
        writeln!(f, "{}", RuleText { rule, domain: grammar.domain, vocabulary })?;
    }
    Ok(())
}

/// A rule with what it takes to write it.
pub(super) struct RuleText<'a> {
    pub(super) rule: &'a Rule,
    pub(super) domain: Domain,
    pub(super) vocabulary: &'a Vocabulary,
}

impl RuleText<'_> {
    fn word(&self, word: Word, first: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.vocabulary.text(word);
        if !needs_quotes(text, self.domain, first) {
            return f.write_str(text);
        }
        f.write_char('"')?;
        for c in text.chars() {
            if matches!(c, '"' | '\\') {
                f.write_char('\\')?;
            }
            f.write_char(c)?;
        }
        f.write_char('"')
    }
}

impl fmt::Display for RuleText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, pattern) in self.rule.left.iter().enumerate() {
            match pattern {
                Pattern::Word(word) => self.word(*word, index == 0, f)?,
                Pattern::Variable(variable) => write!(f, "{variable}")?,
            }
            f.write_char(' ')?;
        }
        f.write_str("->")?;
        match &self.rule.right {
            Right::Tokens(pieces) => {
                for piece in pieces {
                    f.write_char(' ')?;
                    match piece {
                        Piece::Token(word) => self.word(*word, false, f)?,
                        Piece::Variable(variable) => write!(f, "[{variable}]")?,
                    }
                }
            }
            Right::Sum(terms) => {
                for (index, term) in terms.iter().enumerate() {
                    f.write_str(if index == 0 { " " } else { " + " })?;
                    let factor = match term {
                        Term::Number(number, factor) => {
                            write!(f, "{number}")?;
                            factor
                        }
                        Term::Variable(variable, factor) => {
                            write!(f, "[{variable}]")?;
                            factor
                        }
                    };
                    if let Some(factor) = factor {
                        write!(f, "*{factor}")?;
                    }
                }
            }
        }
        Ok(())
    }
}
