//! The right side of a rule, from text.

use super::error::ParseError;
use super::line::{Lexeme, TextLine};
use super::notation::{WordPosition, WordReading, reading};
use super::rule::{Domain, Piece, Term};
use super::vocabulary::Vocabulary;

impl TextLine<'_> {
    /// The right side of a rule of tokens.
    pub(super) fn tokens(
        &mut self,
        vocabulary: &mut Vocabulary,
        starts: &mut Vec<usize>,
    ) -> Result<Vec<Piece>, ParseError> {
        let mut pieces = Vec::new();
        while let Some(lexeme) = self.lexeme()? {
            starts.push(lexeme.at);
            if !lexeme.quoted && lexeme.text.starts_with('[') && lexeme.text.contains("]*") {
                let expected = "the line %numbers before the rules, if they are to give numbers";
                return Err(self.error(lexeme.at, expected));
            }
            pieces.push(match self.token_reading(&lexeme)? {
                WordReading::Bracketed(variable) => Piece::Variable(variable),
                WordReading::Copied(variable) => Piece::Copy(variable),
                WordReading::Variable(variable) | WordReading::Typed(variable, _) => {
                    let expected = format!("[{variable}] for the variable, or the token in quotes");
                    return Err(self.error(lexeme.at, expected));
                }
                WordReading::Arrow => {
                    let expected = "one `->` in a rule; the token is written in quotes";
                    return Err(self.error(lexeme.at, expected));
                }
                _ => Piece::Token(
                    vocabulary
                        .intern(&lexeme.text)
                        .map_err(|error| self.error(lexeme.at, error.to_string()))?,
                ),
            });
        }
        Ok(pieces)
    }

    /// How a lexeme reads; what stands in quotes is always a token.
    fn token_reading<'b>(&self, lexeme: &'b Lexeme<'_>) -> Result<WordReading<'b>, ParseError> {
        if lexeme.quoted {
            return Ok(WordReading::Word);
        }
        match reading(&lexeme.text, Domain::Words, WordPosition::Right) {
            WordReading::Error(expected) => Err(self.error(lexeme.at, expected)),
            reading => Ok(reading),
        }
    }

    /// The right side of a rule of numbers. White space is free here: `[x1]*10+[y1]` reads too.
    pub(super) fn sum(&mut self, starts: &mut Vec<usize>) -> Result<Vec<Term>, ParseError> {
        let mut terms = Vec::new();
        loop {
            if self.is_over() && terms.is_empty() {
                return Ok(terms);
            }
            starts.push(self.at);
            terms.push(self.term()?);
            if self.is_over() {
                return Ok(terms);
            }
            if !self.eat('+') {
                return Err(self.error(self.at, "`+` and another term, or the end of the line"));
            }
        }
    }

    fn term(&mut self) -> Result<Term, ParseError> {
        let start = self.at;
        if self.rest().starts_with('{') {
            let expected = "a number: {x1} copies words, and [x1] is their value";
            return Err(self.error(start, expected));
        }
        if self.rest().starts_with('[') {
            let end = self.rest().find(']').map_or(self.rest().len(), |end| end + 1);
            let bracketed = &self.rest()[..end];
            let WordReading::Bracketed(variable) =
                reading(bracketed, Domain::Numbers, WordPosition::Right)
            else {
                return Err(self.error(start, "a variable in brackets such as [x1]"));
            };
            self.at += end;
            return Ok(Term::Variable(variable, self.factor()?));
        }
        let number = self.integer("a term: a number such as 7, 100*3, [x1] or [x1]*1000")?;
        Ok(Term::Number(number, self.factor()?))
    }

    /// `*1000`, if it is there.
    fn factor(&mut self) -> Result<Option<i64>, ParseError> {
        self.skip_space();
        if !self.eat('*') {
            return Ok(None);
        }
        self.skip_space();
        if self.rest().starts_with('[') {
            return Err(self.error(self.at, "a number: the variable comes first, as in [x1]*1000"));
        }
        self.integer("a number after `*`").map(Some)
    }

    fn integer(&mut self, expected: &str) -> Result<i64, ParseError> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.error(self.at, expected));
        }
        let number = rest[..end]
            .parse()
            .map_err(|_| self.error(self.at, format!("a number of at most {}", i64::MAX)))?;
        self.at += end;
        Ok(number)
    }
}
