//! A naive interpreter: the words of the specification ("Evaluation"), line by line, with no
//! thought of speed. What the library has to agree with.

use blicket::grammar::{Pattern, Piece, Right, Term, Variable, VariableKind};
use blicket::{Grammar, Word};
use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Tokens(Vec<Word>),
    Number(i64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// No rule matches the words at these places.
    Stuck(Range<usize>),
    /// A rule evaluates its own whole sequence again, and so for ever.
    NoEnd,
    Overflow,
    /// It takes too long to find out naively.
    Fuel,
}

/// What each variable of a left side took.
pub(crate) type Bindings = Vec<(Variable, Range<usize>)>;

pub(crate) struct Interpreter<'a> {
    grammar: &'a Grammar,
    input: &'a [Word],
    fuel: u32,
}

impl<'a> Interpreter<'a> {
    pub(crate) fn new(grammar: &'a Grammar, input: &'a [Word]) -> Self {
        Self { grammar, input, fuel: 100_000 }
    }

    pub(crate) fn run(grammar: &'a Grammar, input: &'a [Word]) -> Result<Value, Failure> {
        Self::new(grammar, input).evaluate(0..input.len(), 0)
    }

    pub(crate) fn evaluate(&mut self, span: Range<usize>, depth: usize) -> Result<Value, Failure> {
        // A sequence inside another is part of it. So with more levels than words, one was evaluated
        // within itself; and it would be again, since the same words always choose the same rule.
        if depth > self.input.len() {
            return Err(Failure::NoEnd);
        }
        let Some((rule, bindings)) = self.first_match(span.clone())? else {
            return Err(Failure::Stuck(span));
        };
        match &self.grammar.rules()[rule].right {
            Right::Tokens(pieces) => self.tokens(pieces, &bindings, depth),
            Right::Sum(terms) => self.sum(terms, &bindings, depth),
        }
    }

    /// The first rule whose left side matches the whole sequence, and what its variables took.
    pub(crate) fn first_match(
        &mut self,
        span: Range<usize>,
    ) -> Result<Option<(usize, Bindings)>, Failure> {
        for (index, rule) in self.grammar.rules().iter().enumerate() {
            if let Some(bindings) = self.matches(&rule.left, span.clone())? {
                return Ok(Some((index, bindings)));
            }
        }
        Ok(None)
    }

    /// The first item takes as many words as it can while the rest still matches.
    fn matches(
        &mut self,
        left: &[Pattern],
        span: Range<usize>,
    ) -> Result<Option<Bindings>, Failure> {
        self.burn(1)?;
        let Some((first, rest)) = left.split_first() else {
            return Ok(span.is_empty().then(Vec::new));
        };
        let variable = match first {
            Pattern::Word(word) if !span.is_empty() && self.input[span.start] == *word => {
                return self.matches(rest, span.start + 1..span.end);
            }
            Pattern::Word(_) => return Ok(None),
            Pattern::Variable(variable) => *variable,
            Pattern::Typed(..) | Pattern::Group(_) => panic!("not in the rules of the paper"),
        };
        let lengths = match variable.kind {
            VariableKind::One => 1..=span.len().min(1),
            VariableKind::Some => 1..=span.len(),
            VariableKind::Any => 0..=span.len(),
        };
        for length in lengths.rev() {
            let end = span.start + length;
            if let Some(mut bindings) = self.matches(rest, end..span.end)? {
                bindings.insert(0, (variable, span.start..end));
                return Ok(Some(bindings));
            }
        }
        Ok(None)
    }

    fn tokens(
        &mut self,
        pieces: &[Piece],
        bindings: &Bindings,
        depth: usize,
    ) -> Result<Value, Failure> {
        let mut tokens = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Token(token) => tokens.push(*token),
                Piece::Variable(variable) => match self.variable(*variable, bindings, depth)? {
                    Some(Value::Tokens(more)) => {
                        self.burn(more.len())?;
                        tokens.extend(more);
                    }
                    Some(Value::Number(_)) => panic!("a number among tokens"),
                    None => {}
                },
                Piece::Copy(_) => panic!("not in the rules of the paper"),
            }
        }
        Ok(Value::Tokens(tokens))
    }

    fn sum(&mut self, terms: &[Term], bindings: &Bindings, depth: usize) -> Result<Value, Failure> {
        let mut sum = 0i128;
        for term in terms {
            let (number, factor) = match term {
                Term::Number(number, factor) => (*number, factor),
                Term::Variable(variable, factor) => {
                    match self.variable(*variable, bindings, depth)? {
                        Some(Value::Number(number)) => (number, factor),
                        Some(Value::Tokens(_)) => panic!("tokens in a sum"),
                        None => (0, factor),
                    }
                }
            };
            // No number is negative, so what is too large once stays too large.
            sum += i128::from(number) * i128::from(factor.unwrap_or(1));
            i64::try_from(sum).map_err(|_| Failure::Overflow)?;
        }
        Ok(Value::Number(i64::try_from(sum).expect("checked after each term")))
    }

    /// The value of a variable on the right, `None` if it matched nothing.
    fn variable(
        &mut self,
        variable: Variable,
        bindings: &Bindings,
        depth: usize,
    ) -> Result<Option<Value>, Failure> {
        let (_, span) = bindings.iter().find(|(bound, _)| *bound == variable).expect("bound");
        match span.is_empty() {
            true => Ok(None),
            false => self.evaluate(span.clone(), depth + 1).map(Some),
        }
    }

    fn burn(&mut self, fuel: usize) -> Result<(), Failure> {
        self.fuel = self.fuel.checked_sub(fuel as u32).ok_or(Failure::Fuel)?;
        Ok(())
    }
}
