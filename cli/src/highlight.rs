//! The text of a grammar, and other lines of known form, for the eye.

use crate::terminal::{Painted, Style};
use blicket::Severity;

/// Adds a grammar's text: names of sections and variables stand out, arrows and directives stand back.
pub(crate) fn grammar(painted: &mut Painted, text: &str) {
    for line in text.split_inclusive('\n') {
        match line.trim_start().chars().next() {
            Some('@') => painted.paint(Style::Name, line.trim_end_matches('\n')),
            Some('%' | '#') => painted.paint(Style::Faint, line.trim_end_matches('\n')),
            _ => rule(painted, line.trim_end_matches('\n')),
        }
        if line.ends_with('\n') {
            painted.push_str("\n");
        }
    }
}

fn rule(painted: &mut Painted, line: &str) {
    for piece in line.split_inclusive(' ') {
        let word = piece.trim_end_matches(' ');
        match word {
            "->" => painted.paint(Style::Faint, word),
            _ if is_variable(word) => painted.paint(Style::Name, word),
            _ => painted.push_str(word),
        }
        painted.push_str(&piece[word.len()..]);
    }
}

/// Whether a word of a rule is a variable, or what its words mean.
fn is_variable(word: &str) -> bool {
    let inner = word.strip_prefix('[').and_then(|word| word.split(']').next());
    let inner = inner.or_else(|| word.strip_prefix('{')?.strip_suffix('}')).unwrap_or(word);
    let inner = inner.split(':').next().unwrap_or(inner).trim_end_matches('?');
    let digits = inner.strip_prefix(['u', 'x', 'y']);
    digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Adds how a value came about: the rules stand back.
pub(crate) fn derivation(painted: &mut Painted, text: &str) {
    for line in text.split_inclusive('\n') {
        let said = line.trim_end_matches('\n');
        let (value, rule) = said.split_at(said.find(BY).unwrap_or(said.len()));
        painted.push_str(value);
        painted.paint(Style::Faint, rule);
        if line.ends_with('\n') {
            painted.push_str("\n");
        }
    }
}

/// What stands before the rule in a line of a derivation.
const BY: &str = "    by ";

/// The style of a finding.
pub(crate) fn severity(severity: Severity) -> Style {
    match severity {
        Severity::Error => Style::Bad,
        Severity::Warning => Style::Doubtful,
        _ => Style::Faint,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_changed_but_its_look() {
        let text = "%fold-case\n\n@lamp\nthe? x1:room lamp ->  \"x1\" [x1] {y2} [x1]*20\nlug ->";
        let mut painted = Painted::default();
        grammar(&mut painted, text);
        derivation(&mut painted, "\na => b    by c\n\n    d");
        assert_eq!(painted.text(), format!("{text}\na => b    by c\n\n    d"));
        for word in ["x1", "u", "x1:room", "[x1]", "{y2}", "[x1]*20", "y1:a?"] {
            assert!(is_variable(word), "{word}");
        }
        for word in ["xa", "lamp", "\"x1\"", "[a]", "", "1", "[", "x1a"] {
            assert!(!is_variable(word), "{word}");
        }
    }
}
