//! `make bench`: how fast grammars run, and how that grows.
//!
//! Machines differ and are shared, so the tables are for comparing rows of one run.

use blicket::{Domain, Evaluation, Evaluator, Grammar, Job, Limits, Verdict, Vocabulary, Word};
use serde_json::Value;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// An example in the numbers of one grammar's vocabulary.
struct Example {
    input: Vec<Word>,
    wanted: Vec<Word>,
}

impl Example {
    fn new(vocabulary: &Vocabulary, input: &str, wanted: &str) -> Self {
        let words =
            |text: &str| text.split_whitespace().map(|word| vocabulary.find(word)).collect();
        Self { input: words(input), wanted: words(wanted) }
    }

    /// The example of `input` that `grammar` itself gives.
    fn of(grammar: &Grammar, input: &str) -> Self {
        let evaluation = grammar.apply(input);
        Self::new(grammar.vocabulary(), input, evaluation.text().expect("the input has a value"))
    }
}

/// What a round of checks took: the fastest of several, which is the least disturbed one.
struct Timing {
    per_check: Duration,
    steps: u64,
}

/// Checks every example of every task, over and over for a second, all of them right.
fn time(tasks: &[(Grammar, Vec<Example>)]) -> Timing {
    time_rounds(tasks, 1)
}

/// Checks every example of every task for a second, each task's several times before the next task's, so that its
/// grammar is in the processor's caches.
fn time_rounds(tasks: &[(Grammar, Vec<Example>)], rounds: usize) -> Timing {
    let mut evaluator = Evaluator::new();
    let limits = Limits::default();
    let checks: usize = tasks.iter().map(|(_, examples)| examples.len() * rounds).sum();
    let mut steps = 0;
    let mut fastest = Duration::MAX;
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(1) {
        steps = 0;
        let start = Instant::now();
        for (grammar, examples) in tasks {
            for example in std::iter::repeat_n(examples, rounds).flatten() {
                let job =
                    Job { program: grammar.program(), input: &example.input, limits: &limits };
                let verdict = evaluator.check(black_box(job), &example.wanted);
                assert_eq!(verdict, Verdict::Right);
                steps += evaluator.steps();
            }
        }
        fastest = fastest.min(start.elapsed());
    }
    Timing { per_check: fastest / checks as u32, steps: steps / checks as u64 }
}

fn report(name: &str, timing: &Timing) {
    let per_second = 1.0 / timing.per_check.as_secs_f64() / 1e6;
    println!("{name:<44} {per_second:>8.2} {:>10.0?} {:>10}", timing.per_check, timing.steps);
}

fn scan() -> (Grammar, Vec<Example>) {
    let grammar = Grammar::parse(&read("scan/grammar.txt")).unwrap();
    let text = read("scan/tasks_train_simple.txt") + &read("scan/tasks_test_simple.txt");
    let examples = text.lines().map(|line| {
        let (input, output) = line[4..].split_once(" OUT: ").unwrap();
        Example::new(grammar.vocabulary(), input, output)
    });
    let examples = examples.collect();
    (grammar, examples)
}

/// The paper's grammars with the cases that have a value.
fn episodes(file: &str) -> Vec<(Grammar, Vec<Example>)> {
    let mut tasks = Vec::new();
    for line in read(file).lines() {
        let episode: Value = serde_json::from_str(line).unwrap();
        let rules = episode["rules"].as_array().unwrap().iter();
        let rules: Vec<&str> = rules.map(|rule| rule.as_str().unwrap()).collect();
        let grammar = Grammar::parse(&rules.join("\n")).unwrap();
        let cases = episode["cases"].as_array().unwrap().iter();
        let examples = cases.filter_map(|case| {
            let (input, output) = (case["in"].as_str()?, case["out"].as_str()?);
            Some(Example::new(grammar.vocabulary(), input, output))
        });
        let examples = examples.collect();
        tasks.push((grammar, examples));
    }
    tasks
}

/// Applies a grammar to every input, over and over for a second.
fn time_applying(grammar: &Grammar, inputs: &[String], limits: Limits) -> Timing {
    let mut evaluation = Evaluation::within(limits);
    let mut steps = 0;
    let mut fastest = Duration::MAX;
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(1) {
        steps = 0;
        let start = Instant::now();
        for input in inputs {
            grammar.apply_into(black_box(input), &mut evaluation);
            steps += evaluation.steps();
        }
        fastest = fastest.min(start.elapsed());
    }
    Timing { per_check: fastest / inputs.len() as u32, steps: steps / inputs.len() as u64 }
}

/// Grammars with sections on the inputs of their pairs: text to tokens and slots.
fn command_languages() {
    header("command languages with sections, text to text and slots");
    for (name, pairs) in [
        ("babyai", "babyai"),
        ("timer", "timer"),
        ("recurrence", "rrule"),
        ("text-adventure", "inform"),
        ("home-assistant", "ha-en"),
        ("robot", "robot"),
    ] {
        let grammar = Grammar::parse(&read(&format!("../examples/{name}.grammar"))).unwrap();
        let pairs = read(&format!("commands/{pairs}.tsv"));
        let input = |line: &str| line.split('\t').next().unwrap_or("").to_owned();
        let inputs: Vec<String> = pairs.lines().map(input).collect();
        report(name, &time_applying(&grammar, &inputs, Limits::default()));
        let strange: Vec<String> = inputs.iter().map(|input| format!("{input} zup")).collect();
        report(
            "    the same with a strange word",
            &time_applying(&grammar, &strange, Limits::default()),
        );
    }
}

fn header(first: &str) {
    println!("\n{first:<44} {:>8} {:>10} {:>10}", "M/s", "each", "steps");
}

/// Ratios to the first row, so that linear growth shows as equal last columns.
fn growth(title: &str, unit: &str, sizes: &[usize], task: impl Fn(usize) -> (Grammar, String)) {
    println!("\n{title}");
    println!(
        "{unit:>12} {:>12} {:>12} {:>12} {:>16}",
        "each", "steps", "time ratio", "ratio per size"
    );
    let mut first = None;
    for &size in sizes {
        let (grammar, input) = task(size);
        let example = Example::of(&grammar, &input);
        let Timing { per_check, steps } = time(&[(grammar, vec![example])]);
        let (first_time, first_size) = *first.get_or_insert((per_check, size));
        let ratio = per_check.as_secs_f64() / first_time.as_secs_f64();
        let per_size = ratio / (size as f64 / first_size as f64);
        println!("{size:>12} {per_check:>12.0?} {steps:>12} {ratio:>12.1} {per_size:>16.2}");
    }
}

/// `walk twice and look left thrice and …`, of `length` words or a few less.
fn scan_input(length: usize) -> String {
    let phrases = ["walk twice", "jump around left", "look left thrice", "turn opposite right"];
    let mut words = Vec::new();
    for phrase in phrases.iter().cycle() {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        if !words.is_empty() && words.len() + phrase.len() >= length {
            break;
        }
        if !words.is_empty() {
            words.push("and");
        }
        words.extend(phrase);
    }
    words.join(" ")
}

/// SCAN's grammar with rules of further operators before its own.
fn padded_scan(rules: usize) -> Grammar {
    let scan = read("scan/grammar.txt");
    let own = Grammar::parse(&scan).unwrap().rules().len();
    let mut text: String =
        (own..rules).map(|i| format!("x1 operator{i} x2 -> [x2] [x1] TOKEN{i}\n")).collect();
    text += &scan;
    Grammar::parse(&text).unwrap()
}

/// Rules that every input could match by its words, tried one after another.
fn crowded(rules: usize) -> Grammar {
    let mut text: String = (3..rules).map(|i| format!("x1 b x{i} -> [x1]\n")).collect();
    text += "a -> A\nb -> B\nu1 x1 -> [u1] [x1]\n";
    Grammar::parse(&text).unwrap()
}

fn main() {
    header("checks of right outputs, one thread");
    let scan = [scan()];
    assert_eq!((scan[0].0.domain(), scan[0].1.len()), (Domain::Words, 20_910));
    report("SCAN, its grammar, all 20,910 commands", &time(&scan));
    let miniscan = episodes("conformance/miniscan.jsonl");
    report("MiniSCAN, 750 grammars of the paper", &time(&miniscan));
    report("MiniSCAN, each of them 50 times in a row", &time_rounds(&miniscan, 50));
    report("SCAN-like, 750 grammars of the paper", &time(&episodes("conformance/scan.jsonl")));

    command_languages();

    let lengths = [10, 30, 60, 100, 1_000, 10_000, 100_000];
    let scan_grammar = || Grammar::parse(&read("scan/grammar.txt")).unwrap();
    growth("SCAN's grammar on longer inputs", "words", &lengths, |length| {
        (scan_grammar(), scan_input(length))
    });
    let rules = [14, 100, 1_000, 10_000];
    growth("more rules whose words the input does not have (20 words)", "rules", &rules, |rules| {
        (padded_scan(rules), scan_input(20))
    });
    let rules = [4, 10, 100, 1_000, 10_000];
    growth("more rules that are all tried (20 words)", "rules", &rules, |rules| {
        (crowded(rules), format!("b {}", ["a"; 19].join(" ")))
    });
}
