//! Whole examples: contradictions, duplicates, a line of headings, and brackets that do not match.

use super::{Remark, RemarkKind, Side};
use crate::check::Severity;
use std::collections::HashMap;

/// What the columns of a table of examples are called.
const INPUTS: [&str; 12] = [
    "input",
    "inputs",
    "in",
    "source",
    "command",
    "commands",
    "sentence",
    "utterance",
    "text",
    "query",
    "phrase",
    "words",
];
const OUTPUTS: [&str; 12] = [
    "output", "outputs", "out", "target", "action", "meaning", "label", "result", "answer",
    "parse", "intent", "tokens",
];

/// So many outputs with matching brackets make one without a likely slip.
const MATCHING: usize = 3;

pub(super) fn check(examples: &[(String, String)]) -> Vec<Remark> {
    let mut remarks = repetitions(examples);
    remarks.extend(header(examples));
    remarks.extend(brackets(examples));
    remarks
}

fn remark(kind: RemarkKind, severity: Severity, example: usize, found: &str) -> Remark {
    let (other, place, suggestion) = (None, None, None);
    let found = found.to_owned();
    Remark { kind, severity, example, other, side: Side::Output, place, found, suggestion }
}

fn repetitions(examples: &[(String, String)]) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let mut first: HashMap<Vec<&str>, usize> = HashMap::new();
    for (example, (input, output)) in examples.iter().enumerate() {
        let other = *first.entry(input.split_whitespace().collect()).or_insert(example);
        if other == example {
            continue;
        }
        let earlier = &examples[other].1;
        let is_same = earlier.split_whitespace().eq(output.split_whitespace());
        remarks.push(match is_same {
            true => Remark {
                other: Some(other),
                side: Side::Input,
                ..remark(RemarkKind::Duplicate, Severity::Warning, example, input)
            },
            false => Remark {
                other: Some(other),
                suggestion: Some(earlier.clone()),
                ..remark(RemarkKind::Contradiction, Severity::Error, example, output)
            },
        });
    }
    remarks
}

/// The first line, if it has the names of two columns, and no other example has such an output.
fn header(examples: &[(String, String)]) -> Option<Remark> {
    let ((input, output), others) = examples.split_first()?;
    let is_name = |names: &[&str], text: &str| names.contains(&&*text.trim().to_lowercase());
    let is_header = is_name(&INPUTS, input) && is_name(&OUTPUTS, output);
    let is_alone = !others.is_empty() && others.iter().all(|(_, other)| other != output);
    (is_header && is_alone)
        .then(|| remark(RemarkKind::Header, Severity::Warning, 0, &format!("{input} {output}")))
}

/// Outputs whose brackets do not match, where nearly all others with brackets do.
fn brackets(examples: &[(String, String)]) -> Vec<Remark> {
    let has_some = |output: &&String| output.contains(['(', ')', '[', ']', '{', '}']);
    let with = examples.iter().filter(|(_, output)| has_some(&output)).count();
    let wrong: Vec<usize> =
        (0..examples.len()).filter(|example| !matches(&examples[*example].1)).collect();
    let right = with - wrong.len();
    if right < MATCHING || right < 9 * wrong.len().saturating_sub(1) {
        return Vec::new();
    }
    let warned = |example: usize| {
        remark(RemarkKind::Brackets, Severity::Warning, example, &examples[example].1)
    };
    wrong.into_iter().map(warned).collect()
}

fn matches(output: &str) -> bool {
    let mut open = Vec::new();
    for c in output.chars() {
        match c {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(c) => return false,
            _ => {}
        }
    }
    open.is_empty()
}
