//! How the text of a grammar is laid out: what each line is for, and the comment behind it.

use super::line::TextLine;
use super::outline::Purpose;
use super::parts::begins_doubt;

/// A line of a grammar's text.
pub(crate) struct LaidOut<'a> {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) content: Content,
    /// What stands on the line, without the comment behind it.
    pub(crate) text: &'a str,
    /// The comment, with its `#`: behind something else, or alone on its line.
    pub(crate) comment: Option<&'a str>,
}

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// It is blank, or has only a comment.
    Nothing,
    /// It begins a section.
    Section,
    /// It is a directive other than `%use`.
    Directive,
    /// It puts ready-made rules here.
    Use,
    /// It is a rule.
    Rule,
    /// It says what the rules leave open: `%doubt`, or a line below it.
    Open,
}

/// All lines, in order.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = LaidOut<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut is_open = false;
    text.split('\n').enumerate().map(move |(index, line)| {
        is_open = is_open || begins_doubt(line);
        let laid_out = laid_out(index + 1, line);
        match is_open && laid_out.content != Content::Nothing {
            true => LaidOut { content: Content::Open, ..laid_out },
            false => laid_out,
        }
    })
}

fn laid_out(number: usize, line: &str) -> LaidOut<'_> {
    let content = match TextLine::new(number, line).purpose() {
        Purpose::Nothing => Content::Nothing,
        Purpose::Section => Content::Section,
        Purpose::Directive if line.split_whitespace().next() == Some("%use") => Content::Use,
        Purpose::Directive => Content::Directive,
        Purpose::Rule => Content::Rule,
    };
    let line = line.trim();
    if content == Content::Nothing {
        let comment = (!line.is_empty()).then_some(line);
        return LaidOut { number, content, text: "", comment };
    }
    // No word has white space in it, not even in quotes: what stands alone as `#` begins a comment.
    let begins = line.char_indices().find(|(at, c)| {
        let before = line[..*at].chars().next_back();
        let word = line[*at..].split(char::is_whitespace).next().unwrap_or("");
        *c == '#'
            && before.is_some_and(char::is_whitespace)
            && word.bytes().all(|byte| byte == b'#')
    });
    let (text, comment) = match begins {
        Some((at, _)) => (line[..at].trim_end(), Some(&line[at..])),
        None => (line, None),
    };
    LaidOut { number, content, text, comment }
}
