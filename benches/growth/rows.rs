//! The rows of the tables, by the table's name and a size.

use crate::languages::{Language, Pairs, SCAN, english, meanings, scan_command};
use crate::measure::{Row, measure};
use blicket::sample::Random;
use blicket::{Engine, EngineOptions, Grammar, Known, Limits, Solution, Success, Task};
use std::collections::HashSet;
use std::num::NonZero;
use std::time::Duration;

/// When a search is given up.
const LONG: Duration = Duration::from_secs(120);
/// The queries of a task.
const QUERIES: usize = 20;
/// The searches of a row about threads.
const SEARCHES: usize = 192;

pub(crate) fn row(table: &str, size: usize) -> Row {
    let random = &mut Random::new(1);
    match table {
        "examples-scan" => learn(scan_examples(size, random), scan_examples(QUERIES, random)),
        "examples-commands" => {
            let language = Language::new(12, random);
            let examples = sentences(&language, size, random);
            learn(examples, language.questions(QUERIES, random))
        }
        "examples-numbers" => learn(number_words(size, random), number_words(500, random)),
        "rules" => {
            let language = Language::new(size, random);
            learn(language.lesson(random), language.questions(QUERIES, random))
        }
        "length-examples" => {
            let mut examples = scan_examples(60, random);
            examples.extend(long_commands(20, size, random));
            learn(examples, scan_examples(QUERIES, random))
        }
        "length-queries" => learn(scan_examples(60, random), long_commands(QUERIES, size, random)),
        "length-apply" => apply(size, random),
        "length-explain" => explain(size, random),
        "threads-hosts" => many_hosts(size),
        "threads-engine" => many_workers(size),
        _ => panic!("{table} is no table"),
    }
}

fn scan_grammar() -> Grammar {
    Grammar::parse(SCAN).expect("it is a grammar")
}

/// Distinct ones, as `draw` gives them.
fn distinct(count: usize, mut draw: impl FnMut() -> String) -> Vec<String> {
    let mut seen = HashSet::new();
    std::iter::repeat_with(&mut draw).filter(|text| seen.insert(text.clone())).take(count).collect()
}

/// Commands of up to a dozen words.
fn scan_examples(count: usize, random: &mut Random) -> Pairs {
    let draw = || {
        let length = 1 + random.below(10);
        scan_command(length, random)
    };
    meanings(&scan_grammar(), distinct(count, draw).into_iter())
}

fn long_commands(count: usize, length: usize, random: &mut Random) -> Pairs {
    let commands = (0..count).map(|_| scan_command(length, random));
    meanings(&scan_grammar(), commands)
}

/// First what every word means, then sentences of up to three operators.
fn sentences(language: &Language, count: usize, random: &mut Random) -> Pairs {
    let mut pairs = language.lesson(random);
    let mut seen: HashSet<String> = HashSet::new();
    pairs.retain(|(input, _)| seen.insert(input.clone()));
    while pairs.len() < count {
        let sentence = language.sentence(random);
        if seen.insert(sentence.clone()) {
            pairs.extend(meanings(&language.grammar, std::iter::once(sentence)));
        }
    }
    pairs.truncate(count);
    pairs
}

/// First the words that others are made of, as far as they go, then any number below a million.
fn number_words(count: usize, random: &mut Random) -> Pairs {
    let words = (1..=20).chain((30..100).step_by(10)).chain([100, 200, 1000, 2000]);
    let mut seen = HashSet::new();
    let any = std::iter::repeat_with(|| random.below(1_000_000) as u64);
    let numbers = words.chain(any).filter(|number| seen.insert(*number)).take(count);
    numbers.map(|number| (english(number), number.to_string())).collect()
}

fn engine(threads: usize) -> Engine {
    let options = EngineOptions { threads: NonZero::new(threads), ..EngineOptions::default() };
    Engine::new(&options).expect("a processor can be had")
}

fn task(examples: Pairs, questions: &Pairs) -> Task {
    let queries = questions.iter().map(|(input, _)| input.clone()).collect();
    Task { support: examples, queries, timeout: LONG, ..Task::new() }
}

/// Learns from examples, and answers questions; each time from nothing.
fn learn(examples: Pairs, questions: Pairs) -> Row {
    let engine = engine(1);
    let mut task = task(examples, &questions);
    measure(|| {
        task.known = Known::default();
        judge(&engine.solve(&task), &questions)
    })
}

fn judge(solution: &Solution, questions: &Pairs) -> Row {
    let pairs = solution.answers.iter().zip(questions);
    let right = pairs.filter(|(answer, (_, wanted))| answer.text.as_ref() == Some(wanted)).count();
    let problem = solution.problems.first().map(|problem| format!("; {problem}"));
    let solved = solution.success == Success::Solved;
    let note = match solved {
        true => String::new(),
        false => format!("{}{}", solution.stop.name(), problem.unwrap_or_default()),
    };
    Row { solved, right, asked: questions.len(), note, ..Row::default() }
}

/// Runs SCAN's grammar on a long command.
fn apply(length: usize, random: &mut Random) -> Row {
    let command = scan_command(length, random);
    let grammar = scan_grammar();
    measure(|| {
        let evaluation = grammar.apply(&command);
        Row { solved: evaluation.text().is_some(), right: 1, asked: 1, ..Row::default() }
    })
}

fn explain(length: usize, random: &mut Random) -> Row {
    let command = scan_command(length, random);
    let mut grammar = scan_grammar();
    grammar.set_limits(Limits { output: u32::MAX, text: usize::MAX, ..Limits::default() });
    measure(|| {
        let text = grammar.explain(&command).to_string();
        Row { solved: !text.is_empty(), right: 1, asked: 1, ..Row::default() }
    })
}

/// So many threads of a host share an engine of two workers, and a fixed number of searches.
fn many_hosts(threads: usize) -> Row {
    let engine = engine(2);
    let random = &mut Random::new(2);
    let questions = scan_examples(QUERIES, random);
    let task = task(scan_examples(100, random), &questions);
    measure(|| {
        let search = || {
            let task = Task { known: Known::default(), ..task.clone() };
            judge(&engine.solve(&task), &questions)
        };
        let each = |_| (0..SEARCHES / threads).map(|_| search()).collect::<Vec<_>>();
        let rows: Vec<Row> = std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|i| scope.spawn(move || each(i))).collect();
            handles.into_iter().flat_map(|handle| handle.join().expect("no panic")).collect()
        });
        sum(rows)
    })
}

/// One search at a time, on an engine with so many workers.
fn many_workers(threads: usize) -> Row {
    let engine = engine(threads);
    let random = &mut Random::new(2);
    let language = Language::new(12, random);
    let questions = language.questions(QUERIES, random);
    let mut task = task(language.lesson(random), &questions);
    measure(|| {
        task.known = Known::default();
        judge(&engine.solve(&task), &questions)
    })
}

fn sum(rows: Vec<Row>) -> Row {
    Row {
        solved: rows.iter().all(|row| row.solved),
        right: rows.iter().map(|row| row.right).sum(),
        asked: rows.iter().map(|row| row.asked).sum(),
        ..Row::default()
    }
}
