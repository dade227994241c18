//! The learner as a whole: what it must do whatever the language.

use commands::answer::Learnt;
use commands::numbers::NumberTools;
use commands::search::Effort;
use std::sync::atomic::{AtomicU64, Ordering};

const LAMPS: &[&str] = &[
    "turn on the kitchen lamp -> ON ( lamp kitchen )",
    "turn on the garage lamp -> ON ( lamp garage )",
    "turn off the kitchen lamp -> OFF ( lamp kitchen )",
    "turn off the hall lamp -> OFF ( lamp hall )",
    "set the kitchen lamp to 20 -> LEVEL ( lamp kitchen ) ( 20 )",
    "set the hall lamp to 35 -> LEVEL ( lamp hall ) ( 35 )",
    "set the garage lamp to 7 -> LEVEL ( lamp garage ) ( 7 )",
    "play something by abba -> PLAY ( abba )",
    "play something by queen -> PLAY ( queen )",
    "play something by bach -> PLAY ( bach )",
    "stop -> STOP",
    "stop and turn on the hall lamp -> STOP ; ON ( lamp hall )",
    "play something by abba and stop -> PLAY ( abba ) ; STOP",
];

fn pairs<'a>(lines: &[&'a str]) -> Vec<(Vec<&'a str>, Vec<&'a str>)> {
    let split = |s: &'a str| s.split_whitespace().collect::<Vec<_>>();
    lines.iter().map(|l| l.split_once("->").unwrap()).map(|(a, b)| (split(a), split(b))).collect()
}

fn effort() -> Effort {
    Effort { work: 200_000, ..Effort::default() }
}

fn learn(lines: &[&str]) -> Learnt {
    commands::learn(&pairs(lines), &NumberTools::default(), &effort(), &|| false)
}

fn say(learnt: &Learnt, words: &str) -> Option<String> {
    let answer = learnt.answer(&words.split(' ').collect::<Vec<_>>(), &[]);
    answer.tokens.filter(|_| answer.sure).map(|t| t.join(" "))
}

#[test]
fn determined_open_and_out() {
    let learnt = learn(LAMPS);
    assert_eq!(say(&learnt, "turn off the garage lamp").as_deref(), Some("OFF ( lamp garage )"));
    assert_eq!(
        say(&learnt, "set the kitchen lamp to 99").as_deref(),
        Some("LEVEL ( lamp kitchen ) ( 99 )")
    );
    assert_eq!(say(&learnt, "play something by mozart").as_deref(), Some("PLAY ( mozart )"));
    assert_eq!(say(&learnt, "turn on the"), None);
    assert_eq!(say(&learnt, "how are you"), None);
    assert_eq!(say(&learnt, "lamp the on kitchen turn"), None);
}

#[test]
fn what_is_written_satisfies_all_examples() {
    let learnt = learn(LAMPS);
    for model in 0..learnt.models.len() {
        let ordered = learnt.in_order(model);
        assert!(commands::order::failing(&ordered.ordered, &learnt.task).is_empty());
    }
    let text = commands::readable::text(&learnt.in_order(0), &learnt.task.texts);
    assert!(text.starts_with("@command\n"), "{text}");
    assert!(text.contains("x1:integer -> {x1}"), "{text}");
}

#[test]
fn the_same_seed_gives_the_same_grammars() {
    let text = |l: &Learnt| {
        (0..l.models.len())
            .map(|m| commands::readable::text(&l.in_order(m), &l.task.texts))
            .collect::<Vec<_>>()
    };
    assert_eq!(text(&learn(LAMPS)), text(&learn(LAMPS)));
}

#[test]
fn threads_do_not_change_the_result() {
    let text = |threads: usize| {
        let effort = Effort { threads, ..effort() };
        let learnt = commands::learn(&pairs(LAMPS), &NumberTools::default(), &effort, &|| false);
        (0..learnt.models.len())
            .map(|m| commands::readable::text(&learnt.in_order(m), &learnt.task.texts))
            .collect::<Vec<_>>()
    };
    assert_eq!(text(1), text(2));
    assert_eq!(text(1), text(5));
}

#[test]
fn stopped_anywhere_all_examples_are_satisfied() {
    for stop_after in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= stop_after;
        let learnt = commands::learn(&pairs(LAMPS), &NumberTools::default(), &effort(), &stop);
        assert!(!learnt.models.is_empty());
        let ordered = learnt.in_order(0);
        assert!(
            commands::order::failing(&ordered.ordered, &learnt.task).is_empty(),
            "stopped after {stop_after}"
        );
    }
}

#[test]
fn odd_tasks_are_fine() {
    for lines in
        [&[][..], &["a ->"], &["a -> b"], &["a -> b", "a -> c"], &["a a a -> b b", "a -> b"]]
    {
        let learnt = learn(lines);
        say(&learnt, "a");
        say(&learnt, "q q q");
        assert_eq!(learnt.answer(&[], &[]).tokens, None);
    }
}
