//! Remarks about examples of any kind: each is about something that is there.

use crate::learning;
use blicket::{RemarkKind, Severity, lint_examples};

/// The bytes are text: a line with a TAB is an example, and others are passed over.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let pair = |line: &str| {
        line.split_once('\t').map(|(input, output)| (input.to_owned(), output.to_owned()))
    };
    let examples: Vec<(String, String)> = text.lines().filter_map(pair).collect();
    let remarks = lint_examples(&examples);
    for remark in &remarks {
        let of = |example: usize| examples.get(example).expect("an example that there is");
        let (input, output) = of(remark.example);
        remark.other.map(of);
        assert!(!remark.to_string().is_empty());
        assert_ne!(remark.suggestion.as_ref(), Some(&remark.found), "it suggests what is there");
        let is_word = |side: &str| side.split_whitespace().any(|word| word == remark.found);
        if matches!(remark.kind, RemarkKind::OneLetter | RemarkKind::Case) {
            assert!(is_word(input) || is_word(output), "{remark:?}");
            assert!(remark.suggestion.is_some());
        }
        if remark.kind == RemarkKind::Contradiction {
            assert_eq!(remark.severity, Severity::Error);
        }
    }
    assert_eq!(lint_examples(&examples), remarks, "the same again");
}

/// Those of learning, whose first bytes are settings there.
pub fn seeds() -> Vec<Vec<u8>> {
    learning::seeds().into_iter().map(|seed| seed[7..].to_vec()).collect()
}
