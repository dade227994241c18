//! Grammars with sections, written by hand, on real command languages.

use blicket::{Evaluation, Grammar};
use std::fs;
use std::path::Path;

fn data(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/commands").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn grammar(name: &str) -> Grammar {
    Grammar::parse(&data(&format!("gold/{name}.txt"))).unwrap_or_else(|error| panic!("{error}"))
}

/// Every pair of the file has to come out as it should; gives how many there are.
fn assert_right(grammar_name: &str, pairs: &str) -> usize {
    let grammar = grammar(grammar_name);
    let text = data(&format!("{pairs}.tsv"));
    let mut evaluation = Evaluation::new();
    let mut wrong = Vec::new();
    for line in text.lines() {
        let (input, output) = line.split_once('\t').expect("an input and an output");
        grammar.apply_into(input, &mut evaluation);
        if evaluation.text() != Some(output) {
            wrong.push(format!("{input} -> {:?}, not {output}", evaluation.text()));
        }
    }
    let shown = wrong.iter().take(100).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} wrong:\n{shown}", wrong.len());
    text.lines().count()
}

#[test]
fn missions_of_babyai_are_right() {
    assert_eq!(assert_right("babyai-sections", "babyai"), 1_500);
}

#[test]
fn timers_are_right() {
    assert_eq!(assert_right("timer", "timer"), 672);
}

#[test]
fn recurrence_rules_are_right() {
    assert_eq!(assert_right("rrule", "rrule"), 641);
}

#[test]
fn a_text_adventure_is_right() {
    assert_eq!(assert_right("inform", "inform"), 940);
}

#[test]
fn a_home_is_right() {
    assert_eq!(assert_right("ha-en", "ha-en"), 562);
    assert_eq!(assert_right("ha-en", "ha_en5"), 437);
}

#[test]
fn a_robot_nests_loops_and_sequences() {
    assert_eq!(assert_right("robot", "robot"), 20);
}
