//! The tools for a grammar's text: checked, formatted, exported, and asked for advice.

use crate::grammar_text;
use blicket::{Grammar, Notation, ReadyMade, Severity, check_grammar, format_grammar};

/// The bytes are the text.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let ready_made = ReadyMade::new();
    let findings = check_grammar(text, &ready_made);
    let lines = text.split('\n').count();
    assert!(findings.iter().all(|finding| (1..=lines).contains(&finding.line)));
    let is_wrong = findings.iter().any(|finding| finding.severity == Severity::Error);
    let parsed = Grammar::parse_with(text, &ready_made);
    assert_eq!(is_wrong, parsed.is_err(), "a text has errors exactly if it is no grammar");
    let formatted = format_grammar(text, &ready_made);
    assert_eq!(formatted.is_ok(), parsed.is_ok());
    let (Ok(grammar), Ok(formatted)) = (parsed, formatted) else { return };
    let again = Grammar::parse_with(&formatted, &ready_made);
    let again = again.unwrap_or_else(|errors| panic!("{errors} in:\n{formatted}"));
    assert_eq!(again.to_string(), grammar.to_string(), "formatted, it means the same");
    assert_eq!(format_grammar(&formatted, &ready_made).as_ref(), Ok(&formatted));
    for notation in Notation::ALL {
        if let Ok(exported) = grammar.export(notation) {
            assert!(!exported.is_empty());
        }
    }
    for line in formatted.lines().take(2) {
        let line: String = line.chars().take(60).collect();
        let advice = grammar.advise(&line, 2);
        assert!(advice.reached <= advice.words);
        for one in &advice.nearest {
            assert!(grammar.apply(&one.text).text().is_some(), "{line}: {}", one.text);
        }
    }
}

/// The same texts as for reading.
pub fn seeds() -> Vec<Vec<u8>> {
    grammar_text::seeds()
}
