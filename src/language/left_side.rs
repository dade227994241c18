//! The left side of a rule, from text: words, variables, and groups of them.

use super::error::ParseError;
use super::groups::DEEPEST;
use super::line::{TextLine, end_of_word};
use super::normalisation::{Normalisation, Punctuation};
use super::notation::{ARROW, WordPosition, WordReading, opens_group, reading};
use super::outline::SectionNames;
use super::rule::{Domain, Mark, Pattern};
use super::vocabulary::Vocabulary;

/// What an arrow wants that sticks to a word.
const GLUED: &str = "spaces around `->`";
/// What a line is told that has a TAB where a rule has its arrow.
const AN_EXAMPLE: &str =
    "`->` between the two sides of a rule; with a TAB it is an example, to be learnt from";
/// What is written for an arrow by those who know it from elsewhere.
const OTHER_ARROWS: [&str; 6] = ["=>", "→", "⇒", "-->", "==>", "::="];

/// A left side that is being read.
pub(super) struct LeftSide<'a, 'b> {
    pub(super) line: &'b mut TextLine<'a>,
    pub(super) domain: Domain,
    pub(super) vocabulary: &'b mut Vocabulary,
    pub(super) names: &'b SectionNames,
    pub(super) normalisation: Normalisation,
    /// Whether the rule is written in the grammar, not ready-made.
    pub(super) written: bool,
    pub(super) items: Vec<Pattern>,
    /// Where each item starts on the line.
    pub(super) starts: Vec<usize>,
}

impl LeftSide<'_, '_> {
    /// Reads all items and the arrow after them.
    pub(super) fn read(&mut self) -> Result<(), ParseError> {
        // A word with an arrow in it is a word, and so is another kind of arrow; but where the arrow
        // is missing, it is the reason.
        let mut glued = None;
        let mut other = None;
        loop {
            self.line.skip_space();
            let at = self.line.at;
            let rest = self.line.rest();
            let word = &rest[..end_of_word(rest)];
            if opens_group(word) {
                self.group()?;
                continue;
            }
            if word.starts_with('"') {
                self.quoted(WordPosition::Left)?;
                continue;
            }
            if word == ARROW {
                self.line.at += ARROW.len();
                // An error about the left side as a whole is said at its end.
                self.starts.push(at);
                return Ok(());
            }
            // Most words are made of letters, which need no closer look.
            if !word.bytes().all(|byte| byte.is_ascii_alphanumeric()) || word.is_empty() {
                if self.line.is_over() {
                    break;
                }
                if word.contains(ARROW) {
                    glued = glued.or(Some(at));
                }
                if OTHER_ARROWS.contains(&word) {
                    other = other.or(Some(at));
                }
                if word.len() > 1 && (word.starts_with('[') || word.ends_with(']')) {
                    self.refuse_brackets(word, at, glued)?;
                }
            }
            self.line.at += word.len();
            self.bare(word, at, WordPosition::Left)?;
        }
        let end = self.line.text.len();
        Err(match (other, glued) {
            (Some(at), _) => {
                self.line.error(at, "`->`, which is how the arrow of a rule is written")
            }
            (None, Some(at)) => self.line.error(at, GLUED),
            (None, None) if self.line.text.contains('\t') => self.line.error(end, AN_EXAMPLE),
            (None, None) => self.line.error(end, "`->` between the two sides of a rule"),
        })
    }

    /// Brackets belong to right sides. Where they stand on a left one, say what is missing.
    fn refuse_brackets(
        &self,
        word: &str,
        at: usize,
        glued: Option<usize>,
    ) -> Result<(), ParseError> {
        match reading(word, self.domain, WordPosition::Left) {
            WordReading::Bracketed(_) if glued.is_some() => {
                Err(self.line.error(glued.unwrap_or_default(), GLUED))
            }
            WordReading::Bracketed(variable) => {
                let expected = format!(
                    "`->` before the right side, or {variable} without brackets on a left side"
                );
                Err(self.line.error(at, expected))
            }
            WordReading::Error(_) => {
                let expected = "the word in quotes, or on a left side a variable without brackets";
                Err(self.line.error(at, expected))
            }
            _ => Ok(()),
        }
    }

    fn push(&mut self, item: Pattern, at: usize) {
        self.items.push(item);
        self.starts.push(at);
    }

    fn word(&mut self, text: &str, at: usize) -> Result<Pattern, ParseError> {
        if self.written && !self.normalisation.is_one_word(text) {
            let expected = match self.normalisation.punctuation {
                Punctuation::Drop => {
                    "the word without punctuation: %punctuation drop leaves it out of inputs"
                }
                _ => "spaces around punctuation: %punctuation split makes it a word of its own",
            };
            return Err(self.line.error(at, expected));
        }
        let mut buffer = String::new();
        let word = self.vocabulary.intern(self.normalisation.form(text, &mut buffer));
        word.map(Pattern::Word).map_err(|error| self.line.error(at, error.to_string()))
    }

    /// A word or a variable without quotes, possibly optional, which ends where the line is now.
    fn bare(&mut self, text: &str, at: usize, side: WordPosition) -> Result<(), ParseError> {
        let (read, text, optional) = match reading(text, self.domain, side) {
            WordReading::Optional(inner) => (reading(inner, self.domain, side), inner, true),
            read => (read, text, false),
        };
        let item = match read {
            WordReading::Word => self.word(text, at)?,
            WordReading::Variable(variable) => Pattern::Variable(variable),
            WordReading::Typed(variable, name) => match self.names.find(name) {
                Some(section) => Pattern::Typed(variable, section),
                None => return Err(self.line.error(at, self.names.expected(name))),
            },
            WordReading::Error(expected) => return Err(self.line.error(at, expected)),
            WordReading::Copied(variable) => {
                let expected = format!(
                    "{variable} without braces on a left side: {{{variable}}} copies its words on a right one"
                );
                return Err(self.line.error(at, expected));
            }
            WordReading::Arrow if side == WordPosition::Group => {
                return Err(self.line.error(at, "`)` before `->`: the group is still open"));
            }
            WordReading::Arrow
            | WordReading::Bracketed(_)
            | WordReading::Optional(_)
            | WordReading::Comment => {
                let expected = "a word or a variable before the question mark that makes it optional; \
                                anything else stands in quotes there";
                return Err(self.line.error(at, expected));
            }
        };
        self.push_optional(item, at, optional);
        Ok(())
    }

    fn push_optional(&mut self, item: Pattern, at: usize, optional: bool) {
        if optional {
            self.push(Pattern::Group(Mark::Open), at);
        }
        self.push(item, at);
        if optional {
            self.push(Pattern::Group(Mark::CloseOptional), at);
        }
    }

    /// A word in quotes, possibly with the question mark that makes it optional.
    fn quoted(&mut self, side: WordPosition) -> Result<(), ParseError> {
        let at = self.line.at;
        let text = self.line.quoted()?;
        let item = self.word(&text, at)?;
        let optional = self.line.eat('?');
        let rest = self.line.rest();
        let ends = rest.is_empty()
            || rest.starts_with(char::is_whitespace)
            || side == WordPosition::Group && rest.starts_with(['|', ')']);
        if !ends {
            return Err(self.line.error(self.line.at, "a space after the closing quote"));
        }
        self.push_optional(item, at, optional);
        Ok(())
    }

    /// A group and those within it; the line stands at its parenthesis.
    fn group(&mut self) -> Result<(), ParseError> {
        let start = self.line.at;
        let mut depth = 0;
        loop {
            self.line.skip_space();
            let at = self.line.at;
            let rest = self.line.rest();
            let Some(first) = rest.chars().next() else {
                let expected = "`)`, or the word in quotes: the parenthesis opens a group of words";
                return Err(self.line.error(start, expected));
            };
            match first {
                '(' => {
                    depth += 1;
                    if depth > DEEPEST {
                        let expected = format!("groups at most {DEEPEST} deep within each other");
                        return Err(self.line.error(at, expected));
                    }
                    self.line.at += 1;
                    self.push(Pattern::Group(Mark::Open), at);
                }
                '|' | ')'
                    if matches!(self.items.last(), Some(Pattern::Group(Mark::Open | Mark::Or))) =>
                {
                    let expected = "a word or a variable in each alternative of a group; \
                                    what may be left out is written (a|b)?";
                    return Err(self.line.error(at, expected));
                }
                '|' => {
                    self.line.at += 1;
                    self.push(Pattern::Group(Mark::Or), at);
                }
                ')' => {
                    self.line.at += 1;
                    let optional = self.line.eat('?');
                    let mark = if optional { Mark::CloseOptional } else { Mark::Close };
                    self.push(Pattern::Group(mark), at);
                    depth -= 1;
                    let rest = self.line.rest();
                    let inside = depth > 0 && rest.starts_with(['|', ')']);
                    if !inside && rest.starts_with(|c: char| !c.is_whitespace()) {
                        let expected = "a space after a group of words";
                        return Err(self.line.error(self.line.at, expected));
                    }
                    if depth == 0 {
                        return Ok(());
                    }
                }
                '"' => self.quoted(WordPosition::Group)?,
                _ => {
                    let is_end = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '|' | '"');
                    let end = rest.find(is_end).unwrap_or(rest.len());
                    let word = &rest[..end];
                    if reading(word, self.domain, WordPosition::Group) == WordReading::Comment {
                        let expected = "`)` before a comment: the group is still open";
                        return Err(self.line.error(at, expected));
                    }
                    self.line.at += end;
                    if self.line.rest().starts_with(['(', '"']) {
                        let expected = "a space between the words of a group, \
                                        or the word in quotes";
                        return Err(self.line.error(at, expected));
                    }
                    self.bare(word, at, WordPosition::Group)?;
                }
            }
        }
    }
}
