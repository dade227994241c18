//! What authors and players are told: lints, the words of a grammar, what may follow, where a
//! sentence stops being one.

use blicket::{Grammar, LintKind};
use std::fs;
use std::path::Path;

fn data(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/commands").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn grammar(text: &str) -> Grammar {
    Grammar::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The kinds of all lints, each with the place of its section and of its rule.
fn lints(text: &str) -> Vec<(LintKind, Option<String>, Option<usize>)> {
    let told = grammar(text).lints();
    told.into_iter().map(|lint| (lint.kind, lint.section, lint.rule)).collect()
}

#[test]
fn rules_that_are_never_used_are_told() {
    assert_eq!(lints("a -> A\nb -> B\n(a|b) -> C"), [(LintKind::DuplicateRule, None, Some(2))]);
    assert_eq!(lints("x1 b -> A\nx2 b -> B"), [(LintKind::DuplicateRule, None, Some(1))]);
    assert_eq!(lints("a -> A\nx1 -> {x1}\nb -> B"), [(LintKind::UnreachableRule, None, Some(2))]);
    assert_eq!(lints("u1 -> {u1}\nb c -> B\n(a|b) -> C"), []);
}

#[test]
fn sections_that_do_nothing_are_told() {
    let name = |name: &str| Some(name.to_owned());
    assert_eq!(
        lints("@a\nb -> B\n@c\n@d\nx1:c e -> E"),
        [
            (LintKind::EmptySection, name("c"), None),
            (LintKind::UnusedSection, name("c"), None),
            (LintKind::ReadsNothing, name("d"), None),
            (LintKind::UnusedSection, name("d"), None),
        ]
    );
    assert_eq!(
        lints("@a\nx1:b -> [x1]\nc -> C\n@b\nd? x1:a -> [x1]"),
        [(LintKind::Circle, name("a"), None)]
    );
    assert_eq!(
        lints("@a\nx1:a then x2:a -> [x1]\nc -> C"),
        [(LintKind::LeftRecursion, name("a"), Some(0))]
    );
}

/// But for chains, which are told as harmless.
#[test]
fn grammars_by_hand_have_nothing_wrong_with_them() {
    for name in ["babyai-sections", "timer", "rrule", "inform", "ha-en", "robot"] {
        let told = grammar(&data(&format!("gold/{name}.txt"))).lints();
        let wrong: Vec<String> =
            told.iter().filter(|l| !l.kind.is_note()).map(|lint| lint.to_string()).collect();
        assert_eq!(wrong, [""; 0], "{name}");
    }
}

const HOME: &str = "@do\nturn (on|off) the? x1:lamp -> T\nset x1:lamp to x2:integer -> S\n\
                    call it x1:words -> {x1}\n@lamp\n(desk|floor) lamp -> L\nfan -> F";

#[test]
fn the_words_of_a_grammar_and_of_a_section_are_listed() {
    let grammar = grammar(HOME);
    assert_eq!(grammar.section_words("lamp").unwrap(), ["desk", "fan", "floor", "lamp"]);
    assert_eq!(grammar.section_words("room"), None);
    let all = "call desk fan floor it lamp off on set the to turn".split(' ');
    assert!(grammar.words().into_iter().eq(all));
}

#[test]
fn what_may_follow_is_listed() {
    let grammar = grammar(HOME);
    let next = grammar.continuations("");
    assert_eq!(
        (next.words, next.complete),
        (vec!["call".into(), "set".into(), "turn".into()], false)
    );
    let next = grammar.continuations("turn off");
    assert_eq!(next.words, ["desk", "fan", "floor", "the"]);
    assert_eq!(next.sections, ["lamp"]);
    assert_eq!(grammar.continuations("set fan to").sections, ["integer"]);
    let next = grammar.continuations("set fan to 20");
    assert!(next.complete && next.words.is_empty() && !next.any);
    let next = grammar.continuations("call it sleepy");
    assert!(next.complete && next.any);
    assert_eq!(grammar.continuations("turn up"), Default::default());
}

#[test]
fn where_a_sentence_stops_being_one_is_told() {
    let grammar = grammar(HOME);
    assert_eq!(grammar.unread("turn on the desk lamp"), None);
    let unread = grammar.unread("turn on the dekk lamp now").unwrap();
    assert_eq!((unread.unknown, unread.reached), (vec![3, 5], 3));
    assert_eq!(unread.expected.words, ["desk", "fan", "floor"]);
    let unread = grammar.unread("set the fan to 3").unwrap();
    assert_eq!((unread.unknown, unread.reached), (vec![4], 1));
    let unread = grammar.unread("turn on the desk").unwrap();
    assert_eq!((unread.reached, unread.expected.words), (4, vec!["lamp".to_owned()]));
}

/// Everything that is read can be typed word by word.
#[test]
fn each_word_of_a_sentence_is_among_those_that_may_follow() {
    for (name, pairs) in [("robot", "robot"), ("timer", "timer"), ("ha-en", "ha_en5")] {
        let grammar = grammar(&data(&format!("gold/{name}.txt")));
        let text = data(&format!("{pairs}.tsv"));
        for line in text.lines().step_by(1 + text.lines().count() / 40) {
            let sentence = line.split('\t').next().unwrap();
            let words: Vec<&str> = sentence.split(' ').collect();
            for place in 0..words.len() {
                let next = grammar.continuations(&words[..place].join(" "));
                let known = next.words.iter().any(|word| word == words[place]);
                let integer = next.sections.iter().any(|section| section == "integer");
                assert!(known || next.any || integer, "{sentence}: {}", words[place]);
            }
            assert_eq!(grammar.unread(sentence), None, "{sentence}");
        }
    }
}

#[test]
fn a_grammar_of_the_paper_is_completed_too() {
    let grammar = grammar("walk -> W\nrun -> R\nx1 twice -> [x1] [x1]\nx1 and x2 -> [x1] [x2]");
    let next = grammar.continuations("walk twice");
    assert!(next.complete && !next.any);
    assert_eq!(next.words, ["and", "twice"]);
    assert_eq!(grammar.unread("walk and").unwrap().expected.words, ["run", "walk"]);
}
