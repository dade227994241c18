//! From text to rules.

use super::notation::{ARROW, NUMBERS, Reading, reading};
use super::{Domain, Grammar, Pattern, Piece, Right, Rule, RuleProblem, Term, Variable};
use crate::vocabulary::Vocabulary;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A grammar's text that could not be read: where, what stood there, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What stands there: a word in backquotes, or "the end of the line".
    pub found: String,
    /// What would be right there.
    pub expected: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, found, expected } = self;
        write!(f, "line {line}, column {column}: found {found}, expected {expected}")
    }
}

impl std::error::Error for ParseError {}

/// What an arrow wants that sticks to a word.
const GLUED: &str = "white space around `->`";

/// Reads a whole grammar.
pub(super) fn parse(text: &str) -> Result<Grammar, ParseError> {
    let mut domain = Domain::Words;
    let mut vocabulary = Vocabulary::new();
    let mut rules = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, text) in text.split('\n').enumerate() {
        let mut line = Line { number: index + 1, text: text.trim_end(), at: 0 };
        line.skip_space();
        match line.rest().chars().next() {
            None | Some('#') => {}
            Some('%') => domain = line.directive(domain, rules.is_empty())?,
            Some(_) => rules.push(line.rule(domain, &mut vocabulary)?),
        }
    }
    Ok(Grammar::new(domain, rules, Arc::new(vocabulary)).expect("each rule was checked as read"))
}

/// One line and how far it is read.
struct Line<'a> {
    number: usize,
    text: &'a str,
    at: usize,
}

/// A word of a line, with the byte at which it starts.
struct Lexeme<'a> {
    at: usize,
    text: Cow<'a, str>,
    quoted: bool,
}

impl<'a> Line<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// The error at byte `at`: `found` is what stands there up to the next white space.
    fn error(&self, at: usize, expected: impl Into<String>) -> ParseError {
        const SHOWN: usize = 40;
        let word = self.text[at..].split(char::is_whitespace).next().unwrap_or("");
        let (shown, more) = match word.char_indices().nth(SHOWN) {
            Some((cut, _)) => (&word[..cut], "…"),
            None => (word, ""),
        };
        // A message goes to a terminal: what would steer that is spelled out.
        let shown: String = shown
            .chars()
            .map(|c| if c.is_control() { c.escape_debug().to_string() } else { c.to_string() })
            .collect();
        let found = match word.is_empty() {
            true => "the end of the line".to_owned(),
            false => format!("`{shown}{more}`"),
        };
        let column = self.text[..at].chars().count() + 1;
        ParseError { line: self.number, column, found, expected: expected.into() }
    }

    /// A line that starts with `%`. There is one directive, and it comes once, before the rules.
    fn directive(&mut self, domain: Domain, first: bool) -> Result<Domain, ParseError> {
        let at = self.at;
        if self.rest().split(char::is_whitespace).next() != Some(NUMBERS) {
            let expected =
                "the directive %numbers; a word that starts with % is put in quotes here";
            return Err(self.error(at, expected));
        }
        self.at += NUMBERS.len();
        self.skip_space();
        if !self.rest().is_empty() {
            return Err(self.error(self.at, "nothing after %numbers on its line"));
        }
        if !first || domain == Domain::Numbers {
            return Err(self.error(at, "%numbers at most once, and before the first rule"));
        }
        Ok(Domain::Numbers)
    }

    /// The next word; `None` at the end of the line.
    fn lexeme(&mut self) -> Result<Option<Lexeme<'a>>, ParseError> {
        self.skip_space();
        let at = self.at;
        let rest = self.rest();
        if rest.starts_with('"') {
            let text = Cow::Owned(self.quoted()?);
            return Ok(Some(Lexeme { at, text, quoted: true }));
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.at += end;
        let text = Cow::Borrowed(&rest[..end]);
        Ok((end > 0).then_some(Lexeme { at, text, quoted: false }))
    }

    /// A word in quotes; the line stands at its first quote.
    fn quoted(&mut self) -> Result<String, ParseError> {
        let start = self.at;
        let mut word = String::new();
        let mut chars = self.text[start + 1..].char_indices().map(|(at, c)| (start + 1 + at, c));
        loop {
            let (at, c) = match chars.next() {
                Some((_, '\\')) => match chars.next() {
                    Some((_, c @ ('"' | '\\'))) => {
                        word.push(c);
                        continue;
                    }
                    Some((at, _)) => {
                        return Err(self.error(at - 1, "\\\" or \\\\: nothing else is escaped"));
                    }
                    None => return Err(self.error(self.text.len(), "a closing quote")),
                },
                Some(next) => next,
                None => return Err(self.error(self.text.len(), "a closing quote")),
            };
            if c == '"' {
                self.at = at + 1;
                break;
            }
            if c.is_whitespace() {
                let expected = "a closing quote: a word has no white space in it";
                return Err(self.error(start, expected));
            }
            word.push(c);
        }
        if word.is_empty() {
            return Err(self.error(start, "a word between the quotes"));
        }
        if self.rest().chars().next().is_some_and(|c| !c.is_whitespace()) {
            return Err(self.error(self.at, "white space after the closing quote"));
        }
        Ok(word)
    }

    fn rule(&mut self, domain: Domain, vocabulary: &mut Vocabulary) -> Result<Rule, ParseError> {
        let mut starts = (Vec::new(), Vec::new());
        let left = self.left(domain, vocabulary, &mut starts.0)?;
        let right = match domain {
            Domain::Words => Right::Tokens(self.tokens(vocabulary, &mut starts.1)?),
            Domain::Numbers => Right::Sum(self.sum(&mut starts.1)?),
        };
        let rule = Rule { left, right };
        match rule.check(domain, vocabulary) {
            Ok(()) => Ok(rule),
            Err(problem) => Err(self.explain(&rule, problem, starts)),
        }
    }

    /// The left side and the arrow after it.
    fn left(
        &mut self,
        domain: Domain,
        vocabulary: &mut Vocabulary,
        starts: &mut Vec<usize>,
    ) -> Result<Vec<Pattern>, ParseError> {
        let mut left = Vec::new();
        // A word with an arrow in it is a word; but where the arrow is missing, it is the reason.
        let mut glued = None;
        while let Some(lexeme) = self.lexeme()? {
            starts.push(lexeme.at);
            if !lexeme.quoted && lexeme.text.contains(ARROW) && lexeme.text != ARROW {
                glued = glued.or(Some(lexeme.at));
            }
            left.push(match self.left_reading(&lexeme, domain, glued)? {
                Reading::Arrow => return Ok(left),
                Reading::Variable(variable) => Pattern::Variable(variable),
                _ => Pattern::Word(intern(vocabulary, &lexeme.text)),
            });
        }
        Err(match glued {
            Some(at) => self.error(at, GLUED),
            None => self.error(self.text.len(), "`->` after the left side of a rule"),
        })
    }

    /// How a lexeme of a left side reads, where nothing stands in brackets.
    fn left_reading(
        &self,
        lexeme: &Lexeme<'_>,
        domain: Domain,
        glued: Option<usize>,
    ) -> Result<Reading, ParseError> {
        let brackets = lexeme.text.starts_with('[') || lexeme.text.ends_with(']');
        match self.reading(lexeme, domain) {
            Ok(Reading::Bracketed(_)) if glued.is_some() => {
                Err(self.error(glued.unwrap_or_default(), GLUED))
            }
            Ok(Reading::Bracketed(variable)) => {
                let expected = format!(
                    "`->` before the right side, or {variable} without brackets on a left side"
                );
                Err(self.error(lexeme.at, expected))
            }
            Err(_) if brackets => {
                let expected = "the word in quotes, or on a left side a variable without brackets";
                Err(self.error(lexeme.at, expected))
            }
            reading => reading,
        }
    }

    /// The right side of a rule of tokens.
    fn tokens(
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
            pieces.push(match self.reading(&lexeme, Domain::Words)? {
                Reading::Bracketed(variable) => Piece::Variable(variable),
                Reading::Variable(variable) => {
                    let expected = format!("[{variable}] for the variable, or the token in quotes");
                    return Err(self.error(lexeme.at, expected));
                }
                Reading::Arrow => {
                    let expected = "one `->` in a rule; the token is written in quotes";
                    return Err(self.error(lexeme.at, expected));
                }
                _ => Piece::Token(intern(vocabulary, &lexeme.text)),
            });
        }
        Ok(pieces)
    }

    /// How a lexeme reads; what stands in quotes is always a word.
    fn reading(&self, lexeme: &Lexeme<'_>, domain: Domain) -> Result<Reading, ParseError> {
        if lexeme.quoted {
            return Ok(Reading::Word);
        }
        match reading(&lexeme.text, domain) {
            Reading::Error(expected) => Err(self.error(lexeme.at, expected)),
            reading => Ok(reading),
        }
    }

    /// The right side of a rule of numbers. White space is free here: `[x1]*10+[y1]` reads too.
    fn sum(&mut self, starts: &mut Vec<usize>) -> Result<Vec<Term>, ParseError> {
        let mut terms = Vec::new();
        loop {
            self.skip_space();
            if self.rest().is_empty() && terms.is_empty() {
                return Ok(terms);
            }
            starts.push(self.at);
            terms.push(self.term()?);
            self.skip_space();
            if self.rest().is_empty() {
                return Ok(terms);
            }
            if !self.eat('+') {
                return Err(self.error(self.at, "`+` and another term, or the end of the line"));
            }
        }
    }

    fn term(&mut self) -> Result<Term, ParseError> {
        let start = self.at;
        if self.rest().starts_with('[') {
            let end = self.rest().find(']').map_or(self.rest().len(), |end| end + 1);
            let bracketed = &self.rest()[..end];
            let Reading::Bracketed(variable) = reading(bracketed, Domain::Numbers) else {
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

    fn eat(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    /// A rule's problem, said at the place in the text where it shows.
    fn explain(
        &self,
        rule: &Rule,
        problem: RuleProblem,
        (left, right): (Vec<usize>, Vec<usize>),
    ) -> ParseError {
        match problem {
            RuleProblem::EmptyLeft => self.error(left[0], "a word or a variable before `->`"),
            RuleProblem::EmptySum => {
                self.error(self.text.len(), "a number: in a number grammar no right side is empty")
            }
            RuleProblem::RepeatedVariable { left: index, variable } => self.error(
                left[index],
                format!("each variable once on a left side, not {variable} twice"),
            ),
            RuleProblem::UnboundVariable { right: index, .. } => {
                self.error(right[index], bound(rule))
            }
            problem => self.error(0, format!("a rule that can be run: {problem}")),
        }
    }
}

/// The variables that a right side may name, as an error says it.
fn bound(rule: &Rule) -> String {
    const SHOWN: usize = 8;
    let variables: Vec<Variable> = rule.variables().collect();
    if variables.is_empty() {
        let what = if matches!(rule.right, Right::Sum(_)) { "numbers" } else { "tokens" };
        return format!("{what} only: the left side has no variable");
    }
    let names: Vec<String> = variables.iter().take(SHOWN).map(|v| format!("[{v}]")).collect();
    let more = if variables.len() > SHOWN { ", …" } else { "" };
    format!("a variable of the left side: {}{more}", names.join(", "))
}

fn intern(vocabulary: &mut Vocabulary, text: &str) -> crate::vocabulary::Word {
    vocabulary.intern(text).expect("lexemes are not empty and have no white space")
}
