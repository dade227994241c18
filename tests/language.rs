//! The reference of the language: every grammar in it is read and run on its inputs.

use blicket::{Grammar, Outcome};

#[test]
fn every_example_of_the_reference_is_right() {
    let text = include_str!("../docs/LANGUAGE.md");
    let blocks: Vec<&str> = text.split("```grammar\n").skip(1).collect();
    assert!(blocks.len() >= 12, "{} blocks", blocks.len());
    for block in blocks {
        let block = block.split("```").next().unwrap();
        let (runs, rules): (Vec<&str>, Vec<&str>) =
            block.lines().partition(|line| line.starts_with("> "));
        let rules = rules.join("\n");
        let grammar = Grammar::parse(&rules).unwrap_or_else(|error| panic!("{error} in\n{rules}"));
        assert!(!runs.is_empty(), "nothing is run:\n{rules}");
        for run in runs {
            let (input, output) = run[2..].split_once(" =>").expect(run);
            let evaluation = grammar.apply(input);
            match output.trim() {
                "(stuck)" => assert_eq!(evaluation.outcome(), Outcome::Stuck, "{input}"),
                "(refused)" => assert_eq!(evaluation.outcome(), Outcome::Refused, "{input}"),
                output => assert_eq!(evaluation.text(), Some(output), "{input}"),
            }
        }
    }
}

/// What there is in the notation stands in the reference.
#[test]
fn every_form_is_in_the_reference() {
    let text = include_str!("../docs/LANGUAGE.md");
    for form in [
        "->",
        "u1",
        "x1",
        "y1",
        "[x1]",
        "{x1}",
        "%numbers",
        "%sums",
        "%use",
        "%fold-case",
        "%punctuation",
        "%nfc",
        "%doubt",
        "%alternative",
        "%last-resort",
        "%shown",
        "%known",
        "%rules",
        "@name",
        ":integer",
        ":word",
        ":words",
        ":unlisted",
        "u1:name",
        "y1:name",
        "the?",
        "(a|b)?",
        "#",
    ] {
        assert!(text.contains(form), "{form}");
    }
}
