//! One line of a grammar's text, and the words on it.

use super::error::ParseError;
use super::notation::is_comment;
use std::borrow::Cow;

/// One line and how far it is read.
pub(super) struct TextLine<'a> {
    /// From 1.
    pub(super) number: usize,
    /// Without white space at its end, and without a comment from where one was found.
    pub(super) text: &'a str,
    pub(super) at: usize,
}

/// A word of a line, with the byte at which it starts.
pub(super) struct Lexeme<'a> {
    pub(super) at: usize,
    pub(super) text: Cow<'a, str>,
    pub(super) quoted: bool,
}

impl<'a> TextLine<'a> {
    pub(super) fn new(number: usize, text: &'a str) -> Self {
        let mut line = Self { number, text: text.trim_end(), at: 0 };
        line.skip_space();
        line
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn skip_space(&mut self) {
        // Nearly always there is one space or none.
        let bytes = &self.text.as_bytes()[self.at..];
        self.at += usize::from(bytes.first() == Some(&b' '));
        if self.text.as_bytes().get(self.at).is_some_and(u8::is_ascii_graphic) {
            return;
        }
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Whether nothing but a comment is left, which is then cut off.
    pub(super) fn is_over(&mut self) -> bool {
        self.skip_space();
        let rest = self.rest();
        if rest.starts_with('#') && is_comment(&rest[..end_of_word(rest)]) {
            self.end_before_comment();
        }
        self.rest().is_empty()
    }

    /// Makes the line end where it is read to, because a comment follows.
    fn end_before_comment(&mut self) {
        self.text = self.text[..self.at].trim_end();
        self.at = self.text.len();
    }

    /// Goes past `c`, if it stands here.
    pub(super) fn eat(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    /// The error at byte `at`: `found` is what stands there up to the next white space.
    pub(super) fn error(&self, at: usize, expected: impl Into<String>) -> ParseError {
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

    /// The next word; `None` at the end of the line.
    pub(super) fn lexeme(&mut self) -> Result<Option<Lexeme<'a>>, ParseError> {
        self.skip_space();
        let at = self.at;
        let rest = self.rest();
        if rest.starts_with('"') {
            let text = Cow::Owned(self.quoted()?);
            if self.rest().starts_with(|c: char| !c.is_whitespace()) {
                return Err(self.error(self.at, "a space after the closing quote"));
            }
            return Ok(Some(Lexeme { at, text, quoted: true }));
        }
        let end = end_of_word(rest);
        if is_comment(&rest[..end]) {
            self.end_before_comment();
            return Ok(None);
        }
        self.at += end;
        let text = Cow::Borrowed(&rest[..end]);
        Ok((end > 0).then_some(Lexeme { at, text, quoted: false }))
    }

    /// A word in quotes; the line stands at its first quote.
    pub(super) fn quoted(&mut self) -> Result<String, ParseError> {
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
                        return Err(self.error(at - 1, "\\\" or \\\\: in quotes, a backslash stands only before a quote or another backslash"));
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
                let expected = "a closing quote before the space: a word has no spaces in it";
                return Err(self.error(start, expected));
            }
            word.push(c);
        }
        if word.is_empty() {
            return Err(self.error(start, "a word between the quotes"));
        }
        Ok(word)
    }
}

/// Where the first word of a text ends.
pub(super) fn end_of_word(text: &str) -> usize {
    // All of ASCII's white space is below what can be seen; the rest is looked at by character.
    let bytes = text.as_bytes();
    let end = bytes.iter().position(|byte| !byte.is_ascii_graphic()).unwrap_or(bytes.len());
    match bytes.get(end) {
        None | Some(b' ') => end,
        Some(_) => text[end..].find(char::is_whitespace).map_or(text.len(), |more| end + more),
    }
}
