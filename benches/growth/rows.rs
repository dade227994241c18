//! The rows of the tables, by the table's name and a size.

use crate::languages::{
    Language, Pairs, SCAN, english, meanings, numeral, scan_command, undecided, with_all,
};
use crate::measure::{Row, measure};
use blicket::Random;
use blicket::{Engine, EngineOptions, Grammar, Memo, Solution, Strategy, Success, Task};
use std::collections::HashSet;
use std::num::NonZero;
use std::time::Duration;

/// When a search is given up.
const LONG: Duration = Duration::from_secs(120);
/// The queries of a task.
const QUERIES: usize = 20;
/// The languages of a row about rules: some are harder than others.
const LANGUAGES: usize = 5;
/// The operators whose order nobody knows, in the row about votes.
const OPERATORS: usize = 6;
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
        "rules-commands" => {
            let mut one = |_| {
                let language = Language::new(size, random);
                (language.lesson(random), language.questions(QUERIES, random))
            };
            learn_all((0..LANGUAGES).map(&mut one).collect())
        }
        "rules-numbers" => learn_numerals(size, random),
        "rules-apply" => {
            let language = Language::new(size, random);
            let questions = language.questions(QUERIES, random);
            apply(
                &language.grammar,
                &questions.into_iter().map(|(input, _)| input).collect::<Vec<_>>(),
            )
        }
        "length-examples" => {
            let mut examples = scan_examples(60, random);
            examples.extend(long_commands(20, size, random));
            learn(examples, scan_examples(QUERIES, random))
        }
        "length-queries" => learn(scan_examples(60, random), long_commands(QUERIES, size, random)),
        "length-votes" => {
            let (grammar, lesson) = undecided(OPERATORS, random);
            let sentences = (0..QUERIES).map(|_| with_all(OPERATORS, size, random));
            learn(lesson, meanings(&grammar, sentences))
        }
        "length-apply" => apply(&scan_grammar(), &[scan_command(size, random)]),
        "length-explain" => explain(&scan_command(size, random)),
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
    let options = EngineOptions::default().with(|options| options.threads = NonZero::new(threads));
    Engine::new(&options).expect("a processor can be had")
}

fn task(examples: Pairs, questions: &Pairs) -> Task {
    let queries = questions.iter().map(|(input, _)| input.clone()).collect();
    // By deduction alone: whether there are networks to ask besides depends on the machine.
    let strategy = Strategy::Deduce;
    Task::new().with(|task| {
        task.support = examples;
        task.queries = queries;
        task.timeout = LONG;
        task.strategy = strategy;
    })
}

/// Learns from examples, and answers questions; each time from nothing.
fn learn(examples: Pairs, questions: Pairs) -> Row {
    learn_all(vec![(examples, questions)])
}

/// Learns each of several tasks from nothing; their time is the mean.
fn learn_all(lessons: Vec<(Pairs, Pairs)>) -> Row {
    let engine = engine(1);
    let with_task = |(examples, mut questions): (Pairs, Pairs)| {
        // What it was told is no question.
        let told: HashSet<&String> = examples.iter().map(|(input, _)| input).collect();
        questions.retain(|(input, _)| !told.contains(input));
        (task(examples, &questions), questions)
    };
    let mut tasks: Vec<(Task, Pairs)> = lessons.into_iter().map(with_task).collect();
    let row = measure(|| {
        let solve = |(task, questions): &mut (Task, Pairs)| {
            task.memo = Memo::default();
            judge(&engine.solve(task), questions)
        };
        sum(tasks.iter_mut().map(solve).collect())
    });
    Row { seconds: row.seconds / tasks.len() as f64, ..row }
}

/// A language with so many rules: a word for each number below its base, that of the base, and two more.
fn learn_numerals(rules: usize, random: &mut Random) -> Row {
    let base = rules.saturating_sub(1).max(2);
    let pair = |number: usize| (numeral(number, base), number.to_string());
    let few = (1..base).chain([base, 2 * base, base + 1]).chain((1..base).map(|n| n * base + 1));
    let some = (0..20).map(|_| random.below(base * base)).collect::<Vec<_>>();
    let examples = few.chain(some).map(pair).collect();
    let questions = (0..QUERIES).map(|_| pair(base + random.below(base * base - base))).collect();
    learn(examples, questions)
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

/// Runs a grammar on sentences.
fn apply(grammar: &Grammar, sentences: &[String]) -> Row {
    let asked = sentences.len();
    let row = measure(|| {
        let right = sentences.iter().filter(|s| grammar.apply(s).text().is_some()).count();
        Row { solved: right == asked, right, asked, ..Row::default() }
    });
    Row { seconds: row.seconds / asked as f64, ..row }
}

fn explain(command: &str) -> Row {
    let grammar = scan_grammar();
    measure(|| {
        let text = grammar.explain(command).to_string();
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
            let task = task.clone().with(|task| task.memo = Memo::default());
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
    let language = Language::new(25, random);
    let questions = language.questions(QUERIES, random);
    let mut task = task(language.lesson(random), &questions);
    measure(|| {
        task.memo = Memo::default();
        judge(&engine.solve(&task), &questions)
    })
}

fn sum(rows: Vec<Row>) -> Row {
    Row {
        solved: rows.iter().all(|row| row.solved),
        right: rows.iter().map(|row| row.right).sum(),
        asked: rows.iter().map(|row| row.asked).sum(),
        note: rows
            .into_iter()
            .map(|row| row.note)
            .find(|note| !note.is_empty())
            .unwrap_or_default(),
        ..Row::default()
    }
}
