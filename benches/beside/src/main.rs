//! `make bench-beside`: how fast grammars run, beside programs that were written for one language each.
//!
//! Every table prints both sides of its ratio, measured in turns: machines differ and are shared, ratios much less so.

mod by_hand;
mod by_winnow;
mod home_by_hand;
mod timing;

use blicket::{Evaluation, Evaluator, Grammar, Job, Limits, Verdict, Word};
use std::fs;
use std::hint::black_box;
use std::path::Path;
use timing::{Row, table};

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// SCAN's 20,910 commands, each with what is wanted.
fn commands() -> Vec<(String, String)> {
    let text = read("scan/tasks_train_simple.txt") + &read("scan/tasks_test_simple.txt");
    let pair = |line: &str| {
        let (input, output) = line[4..].split_once(" OUT: ").expect("a line has both sides");
        (input.to_owned(), output.to_owned())
    };
    text.lines().map(pair).collect()
}

fn checks(grammar: &Grammar, commands: &[(String, String)]) {
    let words = |text: &str| -> Vec<Word> {
        text.split(' ').map(|word| grammar.vocabulary().find(word)).collect()
    };
    let ours: Vec<_> = commands.iter().map(|(input, output)| (words(input), words(output))).collect();
    let symbols = |text: &str| by_hand::symbols(text).expect("a command of SCAN");
    let theirs: Vec<_> =
        commands.iter().map(|(input, output)| (symbols(input), symbols(output))).collect();
    let limits = Limits::default();
    let mut evaluator = Evaluator::new();
    let mut made = Vec::new();
    table(
        "SCAN, words as numbers: is the output right?",
        commands.len(),
        &mut [
            Row::new("by hand", &mut || {
                for (input, wanted) in &theirs {
                    assert!(by_hand::check(black_box(input), wanted, &mut made));
                }
            }),
            Row::new("Evaluator::check", &mut || {
                for (input, wanted) in &ours {
                    let job = Job { program: grammar.program(), input, limits: &limits };
                    assert_eq!(evaluator.check(black_box(job), wanted), Verdict::Right);
                }
            }),
        ],
    );
}

fn texts(grammar: &Grammar, commands: &[(String, String)]) {
    let mut evaluation = Evaluation::new();
    let (mut made, mut parsed) = (String::new(), String::new());
    table(
        "SCAN, text to text",
        commands.len(),
        &mut [
            Row::new("by hand", &mut || {
                for (input, wanted) in commands {
                    assert!(by_hand::apply(black_box(input), &mut made) && made == *wanted);
                }
            }),
            Row::new("winnow 0.7", &mut || {
                for (input, wanted) in commands {
                    assert!(by_winnow::apply(black_box(input), &mut parsed) && parsed == *wanted);
                }
            }),
            Row::new("Grammar::apply_into", &mut || {
                for (input, wanted) in commands {
                    grammar.apply_into(black_box(input), &mut evaluation);
                    assert_eq!(evaluation.text(), Some(wanted.as_str()));
                }
            }),
        ],
    );
}

fn numbers() {
    let grammar = Grammar::parse(&read("numbers/gold/en.txt")).expect("a grammar");
    let text = read("numbers/en.tsv");
    let english = text2num::Language::english();
    let pairs: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('\t')).collect();
    // What both read alike: it takes `one hundred and one` too, but not every way in which the list writes numbers.
    let alike = |(number, words): &&(&str, &str)| {
        text2num::text2digits(words, &english).is_ok_and(|digits| digits == *number)
            && grammar.apply(words).text() == Some(number)
    };
    let pairs: Vec<_> = pairs.iter().filter(alike).collect();
    let mut evaluation = Evaluation::new();
    table(
        "English number words, text to text",
        pairs.len(),
        &mut [
            Row::new("text2num 2.8", &mut || {
                for (number, words) in &pairs {
                    let digits = text2num::text2digits(black_box(words), &english);
                    assert!(digits.is_ok_and(|digits| digits == *number));
                }
            }),
            Row::new("Grammar::apply_into", &mut || {
                for (number, words) in &pairs {
                    grammar.apply_into(black_box(words), &mut evaluation);
                    assert_eq!(evaluation.text(), Some(*number));
                }
            }),
        ],
    );
}

/// All commands of `ci/export/home.txt`, with levels of one and of two digits.
fn home_commands() -> Vec<String> {
    let lamps = ["bedside lamp", "night lamp", "living room lamp", "kitchen lamp", "galley lamp", "spot"];
    let mut commands = Vec::new();
    for (lamp, the) in lamps.iter().flat_map(|lamp| [(lamp, ""), (lamp, "the ")]) {
        for (switch, please) in [("on", ""), ("off", ""), ("on", " please"), ("off", " please")] {
            commands.push(format!("turn {switch} {the}{lamp}{please}"));
        }
        for (level, percent) in [("half", ""), ("5", ""), ("20", " percent"), ("half", " percent")] {
            commands.push(format!("set {the}{lamp} to {level}{percent}"));
        }
    }
    let rooms = ["", " living room", " kitchen", " galley"];
    commands.extend(rooms.map(|room| format!("dim everything{room}")));
    commands
}

fn home() {
    let grammar = Grammar::parse(&read("../ci/export/home.txt")).expect("a grammar");
    let commands = home_commands();
    let mut evaluation = Evaluation::new();
    let mut made = String::new();
    for command in &commands {
        assert!(home_by_hand::apply(command, &mut made), "{command}");
        grammar.apply_into(command, &mut evaluation);
        assert_eq!(evaluation.text(), Some(made.as_str()), "{command}");
    }
    // So many times over that a turn takes a moment.
    let many: Vec<&String> = commands.iter().cycle().take(20_000).collect();
    table(
        "a home by sections and typed variables, text to text",
        many.len(),
        &mut [
            Row::new("by hand", &mut || {
                for command in &many {
                    assert!(home_by_hand::apply(black_box(command), &mut made));
                }
            }),
            Row::new("Grammar::apply_into", &mut || {
                for command in &many {
                    grammar.apply_into(black_box(command), &mut evaluation);
                    assert!(evaluation.text().is_some());
                }
            }),
        ],
    );
}

fn main() {
    let grammar = Grammar::parse(&read("scan/grammar.txt")).expect("SCAN's grammar");
    let commands = commands();
    assert_eq!(commands.len(), 20_910);
    checks(&grammar, &commands);
    texts(&grammar, &commands);
    numbers();
    home();
}
