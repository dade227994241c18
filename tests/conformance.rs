//! Against data that others made: the paper's interpreter, SCAN, number words and real commands.

use blicket::{Evaluation, Grammar, Outcome};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(path)
}

fn read(path: &str) -> String {
    fs::read_to_string(data(path)).unwrap_or_else(|error| panic!("data/{path}: {error}"))
}

fn grammar(path: &str) -> Grammar {
    Grammar::parse(&read(path)).unwrap_or_else(|error| panic!("data/{path}: {error}"))
}

/// Whether `grammar` gives exactly these tokens.
fn gives(grammar: &Grammar, input: &str, tokens: &str, evaluation: &mut Evaluation) -> bool {
    grammar.apply_into(input, evaluation);
    evaluation.outcome() == Outcome::Value && evaluation.tokens().eq(tokens.split_whitespace())
}

#[derive(Deserialize)]
struct Episode {
    rules: Vec<String>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    r#in: String,
    out: Option<String>,
}

fn paper_cases(path: &str) -> usize {
    let mut evaluation = Evaluation::new();
    let mut count = 0;
    for line in read(path).lines() {
        let episode: Episode = serde_json::from_str(line).unwrap();
        let grammar = Grammar::parse(&episode.rules.join("\n")).unwrap();
        for case in episode.cases {
            count += 1;
            match &case.out {
                Some(out) => {
                    assert!(gives(&grammar, &case.r#in, out, &mut evaluation), "{}", case.r#in);
                }
                None => {
                    grammar.apply_into(&case.r#in, &mut evaluation);
                    assert_eq!(evaluation.outcome(), Outcome::Stuck, "{}", case.r#in);
                    let words: Vec<&str> = case.r#in.split_whitespace().collect();
                    let stuck: Vec<&str> = evaluation.stuck().collect();
                    assert!(words.windows(stuck.len()).any(|part| part == stuck), "{stuck:?}");
                }
            }
        }
    }
    count
}

#[test]
fn the_papers_interpreter_agrees() {
    assert_eq!(paper_cases("conformance/miniscan.jsonl"), 7_500);
    assert_eq!(paper_cases("conformance/scan.jsonl"), 7_500);
}

#[test]
fn scan_is_right_on_every_command() {
    let grammar = grammar("scan/grammar.txt");
    let mut evaluation = Evaluation::new();
    let mut count = 0;
    for file in ["scan/tasks_train_simple.txt", "scan/tasks_test_simple.txt"] {
        for line in read(file).lines() {
            let (input, output) =
                line.strip_prefix("IN: ").and_then(|line| line.split_once(" OUT: ")).unwrap();
            assert!(gives(&grammar, input, output, &mut evaluation), "{line}");
            count += 1;
        }
    }
    assert_eq!(count, 20_910);
}

#[test]
fn number_words_are_right_in_nine_languages() {
    let mut evaluation = Evaluation::new();
    for language in ["el", "en", "es", "fr", "it", "ja", "ko", "vi", "zh"] {
        let grammar = grammar(&format!("numbers/gold/{language}.txt"));
        let pairs = read(&format!("numbers/{language}.tsv"));
        for line in pairs.lines() {
            let (number, words) = line.split_once('\t').unwrap();
            grammar.apply_into(words, &mut evaluation);
            assert_eq!(evaluation.number(), number.parse().ok(), "{language}: {words}");
            assert_eq!(evaluation.text(), Some(number));
        }
        assert_eq!(pairs.lines().count(), 4_000);
    }
}

/// How many of a file's pairs its grammar gives, and how many there are.
fn commands(name: &str) -> (usize, usize) {
    let grammar = grammar(&format!("commands/gold/{name}.txt"));
    let pairs = read(&format!("commands/{name}.tsv"));
    let mut evaluation = Evaluation::new();
    let right = pairs.lines().filter(|line| {
        let (input, output) = line.split_once('\t').unwrap();
        gives(&grammar, input, output, &mut evaluation)
    });
    (right.count(), pairs.lines().count())
}

#[test]
fn command_languages_are_right() {
    assert_eq!(commands("babyai"), (1_500, 1_500));
    assert_eq!(commands("ha_en5"), (436, 437));
}

#[test]
fn gold_grammars_print_as_they_were_written() {
    let number_grammars = fs::read_dir(data("numbers/gold")).unwrap();
    let command_grammars = fs::read_dir(data("commands/gold")).unwrap();
    for entry in number_grammars.chain(command_grammars) {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let rules: String = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|l| l.to_owned() + "\n")
            .collect();
        assert_eq!(Grammar::parse(&text).unwrap().to_string(), rules);
    }
}
