//! How a bare word of a grammar's text reads. The parser asks what it is; the printer asks whether
//! it is anything but a word, and quotes it then: so what is printed always reads back.

use super::{Domain, Variable, VariableKind};

/// Between the sides of a rule.
pub(super) const ARROW: &str = "->";
/// The directive that makes a grammar one of numbers.
pub(super) const NUMBERS: &str = "%numbers";

/// What a word means when it stands in a rule without quotes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Itself.
    Word,
    /// `->`.
    Arrow,
    /// `x1`.
    Variable(Variable),
    /// `[x1]`.
    Bracketed(Variable),
    /// Something that has no meaning yet, or a slip of the pen; the text says what is expected.
    Error(&'static str),
}

/// How `text` reads in a grammar of `domain`.
pub(super) fn reading(text: &str, domain: Domain) -> Reading {
    if text == ARROW {
        return Reading::Arrow;
    }
    if text == "+" && domain == Domain::Numbers {
        return Reading::Error("\"+\" in quotes, if the word is meant: a bare + adds numbers");
    }
    if text.starts_with('"') {
        return Reading::Error("a quote inside a quoted word, written \\\"");
    }
    if let Some(inner) = text.strip_prefix('[').filter(|inner| !inner.is_empty()) {
        return match inner.strip_suffix(']').and_then(variable) {
            Some(Ok(variable)) => Reading::Bracketed(variable),
            _ => Reading::Error("one variable in brackets such as [x1], or the word in quotes"),
        };
    }
    if let Some(variable) = variable(text) {
        return variable.map_or_else(Reading::Error, Reading::Variable);
    }
    match reserved(text) {
        Some(expected) => Reading::Error(expected),
        None => Reading::Word,
    }
}

/// Whether `text` has to be written in quotes; `first` if it is the first word of its line.
pub(super) fn needs_quotes(text: &str, domain: Domain, first: bool) -> bool {
    // A line that starts with these is a comment, a directive, or has a byte order mark.
    (first && text.starts_with(['#', '%', '\u{feff}'])) || reading(text, domain) != Reading::Word
}

/// `u`, `x1`, `y27`; an error for what only looks like one; nothing for any other text.
fn variable(text: &str) -> Option<Result<Variable, &'static str>> {
    let kind = match text.chars().next()? {
        'u' => VariableKind::One,
        'x' => VariableKind::Some,
        'y' => VariableKind::Any,
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
fn reserved(text: &str) -> Option<&'static str> {
    let enclosed = |open, close| text.len() > 2 && text.starts_with(open) && text.ends_with(close);
    let is_variable = |name: &str| variable(name).is_some_and(|variable| variable.is_ok());
    let numbered = |letter| {
        text.strip_prefix(letter).is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
    };
    if enclosed('{', '}') {
        Some("the word in quotes: {x1} is reserved for copying words unevaluated")
    } else if enclosed('<', '>') {
        Some("the word in quotes: <name> is reserved for classes of words")
    } else if text.len() > 1 && text.starts_with('@') {
        Some("the word in quotes: @name is reserved for named sections")
    } else if text.len() > 1 && text.ends_with('?') {
        Some("the word in quotes: a word with ? is reserved for optional words")
    } else if numbered('o') {
        Some("the word in quotes: o, o1 … are reserved for open names")
    } else if numbered('n') {
        Some("the word in quotes: n, n1 … are reserved for numbers in words")
    } else if text.split_once(':').is_some_and(|(name, _)| is_variable(name)) {
        Some("the word in quotes: x1:name is reserved for variables of a named section")
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
        let read = |text| reading(text, Domain::Words);
        assert_eq!(read("->"), Reading::Arrow);
        assert_eq!(read("x1"), Reading::Variable(x1));
        assert_eq!(read("[x1]"), Reading::Bracketed(x1));
        assert_eq!(read("y"), Reading::Variable(y));
        for word in "dax X1 x1a ux xx1 -> [ ] ( ) , { } <> {} ? @ % # 10 20.5 % + * = | a->b 零 né :x \\ 5\" x-1"
            .split(' ')
            .filter(|word| *word != "->")
        {
            assert_eq!(read(word), Reading::Word, "{word}");
        }
        for form in "{x1} {take} <take> the? @obj x1:obj o o1 n n12 [a] [x1 x1] [] [x1][x2] x01 y99999999999 \"a"
            .split(' ')
        {
            assert!(matches!(read(form), Reading::Error(_)), "{form}");
        }
        assert!(matches!(reading("+", Domain::Numbers), Reading::Error(_)));
    }

    #[test]
    fn only_the_first_word_of_a_line_can_start_a_comment_or_a_directive() {
        for text in ["#a", "%", "%numbers"] {
            assert!(needs_quotes(text, Domain::Words, true));
            assert!(!needs_quotes(text, Domain::Words, false));
        }
    }
}
