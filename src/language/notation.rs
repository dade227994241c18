//! How a bare word of a grammar's text reads. The parser asks what it is; the printer asks whether
//! it is anything but a word, and quotes it then: so what is printed always reads back.

use super::rule::{Domain, Variable, VariableKind};
use super::section::is_name;

/// Between the sides of a rule.
pub(super) const ARROW: &str = "->";
/// The directive that makes a grammar one of numbers.
pub(super) const NUMBERS: &str = "%numbers";

/// The directive that puts ready-made rules into a section.
pub(super) const USE: &str = "%use";

/// The directive that says which sums of a section of numbers are well formed.
pub(super) const SUMS: &str = "%sums";

/// What variables begin with.
const VARIABLES: [char; 3] = ['u', 'x', 'y'];

/// Where a word stands in a grammar's text: not every form has a meaning everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordPosition {
    /// On a left side.
    Left,
    /// On a left side, within a group.
    Group,
    /// On a right side.
    Right,
}

/// What a word means when it stands in a rule without quotes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum WordReading<'a> {
    /// Itself.
    Word,
    /// `->`.
    Arrow,
    /// `x1`.
    Variable(Variable),
    /// `x1:room`, with the section's name.
    Typed(Variable, &'a str),
    /// `[x1]`.
    Bracketed(Variable),
    /// `{x1}`.
    Copied(Variable),
    /// `the?` on a left side: what stands before the question mark may be left out.
    Optional(&'a str),
    /// `#`: the rest of the line is a comment.
    Comment,
    /// Something that has no meaning yet, or a slip of the pen; the text says what is expected.
    Error(&'static str),
}

/// How `text` reads in a section of `domain`.
pub(super) fn reading(text: &str, domain: Domain, side: WordPosition) -> WordReading<'_> {
    if text == ARROW {
        return WordReading::Arrow;
    }
    if is_comment(text) {
        return WordReading::Comment;
    }
    if text == "+" && domain == Domain::Numbers {
        return WordReading::Error("\"+\" in quotes, if the word is meant: a bare + adds numbers");
    }
    if text.starts_with('"') {
        return WordReading::Error("a quote inside a quoted word, written \\\"");
    }
    if let Some(inner) = text.strip_prefix('[').filter(|inner| !inner.is_empty()) {
        return match inner.strip_suffix(']').and_then(variable) {
            Some(Ok(variable)) => WordReading::Bracketed(variable),
            _ => WordReading::Error("one variable in brackets such as [x1], or the word in quotes"),
        };
    }
    if let Some(variable) = variable(text) {
        return variable.map_or_else(WordReading::Error, WordReading::Variable);
    }
    if let Some(inner) = enclosed(text, '{', '}') {
        return match variable(inner) {
            Some(Ok(variable)) => WordReading::Copied(variable),
            _ => WordReading::Error("one variable in braces such as {x1}, or the word in quotes"),
        };
    }
    if side != WordPosition::Right
        && let Some(inner) = text.strip_suffix('?').filter(|inner| !inner.is_empty())
    {
        return WordReading::Optional(inner);
    }
    if text.starts_with(VARIABLES)
        && let Some((name, section)) = text.split_once(':')
        && let Some(Ok(variable)) = variable(name)
    {
        return match is_name(section) {
            true => WordReading::Typed(variable, section),
            false if section.contains("->") => WordReading::Error("spaces around `->`"),
            false => WordReading::Error(
                "the name of a section after the colon (letters, digits, _ - .), or the word in quotes",
            ),
        };
    }
    match reserved(text, side) {
        Some(expected) => WordReading::Error(expected),
        None => WordReading::Word,
    }
}

/// Whether the rest of the line is a comment.
pub(super) fn is_comment(text: &str) -> bool {
    text.starts_with('#') && text.bytes().all(|byte| byte == b'#')
}

/// Whether `text` has to be written in quotes; `first` if it is the first word of its line.
pub(super) fn needs_quotes(text: &str, domain: Domain, side: WordPosition, first: bool) -> bool {
    // A line that starts with these is a comment, a directive, or has a byte order mark.
    (first && text.starts_with(['#', '%', '\u{feff}']))
        || (side == WordPosition::Left && opens_group(text))
        || (side == WordPosition::Group && text.contains(['(', ')', '|', '"']))
        || reading(text, domain, side) != WordReading::Word
}

/// Whether a lexeme of a left side begins a group. A lone `(` is a word, as it always was.
pub(super) fn opens_group(text: &str) -> bool {
    text.starts_with('(') && text.len() > 1 && text != "()"
}

/// What stands between `open` and `close`, if anything does.
fn enclosed(text: &str, open: char, close: char) -> Option<&str> {
    text.strip_prefix(open)?.strip_suffix(close).filter(|inner| !inner.is_empty())
}

/// `u`, `x1`, `y27`; an error for what only looks like one; nothing for any other text.
fn variable(text: &str) -> Option<Result<Variable, &'static str>> {
    let kind = match text.as_bytes().first()? {
        b'u' => VariableKind::One,
        b'x' => VariableKind::Some,
        b'y' => VariableKind::Any,
        _ => return None,
    };
    let digits = &text[1..];
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if digits.is_empty() {
        return Some(Ok(Variable { kind, number: None }));
    }
    let canonical = digits == "0" || !digits.starts_with('0');
    Some(match digits.parse() {
        Ok(number) if canonical => Ok(Variable { kind, number: Some(number) }),
        _ => Err("a variable with a number below 2^32 and no leading zero, or the word in quotes"),
    })
}

/// Forms that later versions of the language will give a meaning to, and near misses of today's.
fn reserved(text: &str, side: WordPosition) -> Option<&'static str> {
    let is_variable = |name: &str| variable(name).is_some_and(|variable| variable.is_ok());
    let numbered = |letter| {
        text.strip_prefix(letter).is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
    };
    if enclosed(text, '<', '>').is_some() {
        Some("the word in quotes: <name> is reserved for classes of words")
    } else if text.len() > 1 && text.starts_with('@') {
        Some("the word in quotes: @name begins a section, on a line of its own")
    } else if side == WordPosition::Right && text.len() > 1 && text.ends_with('?') {
        Some("the token in quotes: a word with ? is optional, and stands on a left side")
    } else if numbered('o') {
        Some("the word in quotes: o, o1 … are reserved for open names")
    } else if numbered('n') {
        Some("the word in quotes: n, n1 … are reserved for numbers in words")
    } else if text.strip_suffix(']').is_some_and(is_variable) {
        Some("a variable in brackets such as [x1], or the word in quotes")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_reads_as_what_it_is() {
        let x1 = Variable { kind: VariableKind::Some, number: Some(1) };
        let y = Variable { kind: VariableKind::Any, number: None };
        let read = |text| reading(text, Domain::Words, WordPosition::Left);
        assert_eq!(read("->"), WordReading::Arrow);
        assert_eq!(read("x1"), WordReading::Variable(x1));
        assert_eq!(read("[x1]"), WordReading::Bracketed(x1));
        assert_eq!(read("y"), WordReading::Variable(y));
        assert_eq!(read("{x1}"), WordReading::Copied(x1));
        assert_eq!(read("x1:obj"), WordReading::Typed(x1, "obj"));
        assert_eq!(read("the?"), WordReading::Optional("the"));
        // What is optional is read by itself, and that is an error.
        assert_eq!(read("x1:?"), WordReading::Optional("x1:"));
        assert_eq!(read("##"), WordReading::Comment);
        for word in "dax X1 x1a ux xx1 -> [ ] ( ) , { } <> {} ? @ % #a 10 20.5 % + * = | a->b 零 né :x \\ 5\" x-1"
            .split(' ')
            .filter(|word| *word != "->")
        {
            assert_eq!(read(word), WordReading::Word, "{word}");
        }
        for form in
            "{take} <take> @obj x1: x1::a o o1 n n12 [a] [x1 x1] [] [x1][x2] x01 y99999999999 \"a"
                .split(' ')
        {
            assert!(matches!(read(form), WordReading::Error(_)), "{form}");
        }
        assert!(matches!(reading("+", Domain::Numbers, WordPosition::Left), WordReading::Error(_)));
    }

    #[test]
    fn only_the_first_word_of_a_line_can_start_a_comment_or_a_directive() {
        for text in ["#a", "%", "%numbers"] {
            assert!(needs_quotes(text, Domain::Words, WordPosition::Left, true));
            assert!(!needs_quotes(text, Domain::Words, WordPosition::Left, false));
        }
    }
}
