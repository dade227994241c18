//! `make bench-teaching`: how many answered questions it takes until everything is right, by simulated teachers, beside
//! random examples and the order of a person's file.

#[path = "../shared/arguments.rs"]
mod arguments;
#[path = "../shared/languages.rs"]
mod languages;
mod teacher;

use arguments::Arguments;
use blicket::{Domain, Engine, EngineOptions, Grammar, Random};
use blicket_lab::episode::Episode;
use blicket_lab::sample::{
    EpisodeSampler, EpisodeSettings, MetaGrammar, SCAN_GRAMMAR, ScanSplit, SplitName, episode_seeds,
};
use std::collections::HashMap;
use std::path::Path;
use teacher::{Course, Lesson, Order, by_grammar};

#[derive(Clone, Copy)]
enum Table {
    MiniScan,
    Scan,
    Numbers,
    Commands,
}

const TABLES: &[(&str, Table)] = &[
    ("miniscan", Table::MiniScan),
    ("scan", Table::Scan),
    ("numbers", Table::Numbers),
    ("commands", Table::Commands),
];

fn main() -> Result<(), String> {
    let arguments = Arguments::parse(TABLES, 1)?;
    let engine = Engine::new(&EngineOptions::default()).map_err(|error| error.to_string())?;
    println!(
        "Answers until all of the test is right: median, mean of those that got there, how many got there."
    );
    println!(
        "Right after half as many answers as the file has: share of the test, where there is a file."
    );
    for table in &arguments.tables {
        match table {
            Table::MiniScan => miniscan(&arguments, &engine),
            Table::Scan => scan(&arguments, &engine),
            Table::Numbers => numbers(&arguments, &engine),
            Table::Commands => commands(&arguments, &engine),
        }
    }
    Ok(())
}

/// One row of a table.
#[derive(Default)]
struct Row {
    answers: Vec<usize>,
    lessons: usize,
    gave_up: usize,
    /// The share right after half as many answers as there are inputs in the pool, and after all.
    half: f64,
    all: f64,
}

impl Row {
    fn add(&mut self, lesson: &Lesson, pool: usize) {
        self.lessons += 1;
        self.answers.extend(lesson.answers);
        self.gave_up += usize::from(lesson.gave_up);
        let after = |answers: usize| lesson.right.get(answers).or(lesson.right.last());
        self.half += after(pool / 2).copied().unwrap_or(0.0);
        self.all += lesson.right.last().copied().unwrap_or(0.0);
    }

    fn print(mut self, name: &str, order: Order) {
        self.answers.sort_unstable();
        let count = self.answers.len();
        // Those that did not get there took longer than all others.
        let median = self.answers.get(self.lessons / 2).map_or("-".to_owned(), usize::to_string);
        let mean = self.answers.iter().sum::<usize>() as f64 / count.max(1) as f64;
        let lessons = self.lessons;
        let (half, all) = (100.0 * self.half / lessons as f64, 100.0 * self.all / lessons as f64);
        println!(
            "{name:<16} {:<20} median {median:>3}  mean {mean:5.1}  {count} of {lessons}  half {half:5.1} %  \
             end {all:5.1} %  nothing open though not right: {}",
            order.name(),
            self.gave_up
        );
    }
}

fn shuffled(mut pool: Vec<String>, seed: u64) -> Vec<String> {
    Random::new(seed).shuffle(&mut pool);
    pool
}

fn miniscan(arguments: &Arguments<Table>, engine: &Engine) {
    for rules in [3, 4, 6] {
        let mut rows = [(Order::Asked, Row::default()), (Order::Random, Row::default())];
        let settings = EpisodeSettings { support: 60..=60, ..EpisodeSettings::miniscan() };
        let meta = MetaGrammar { rules: rules..=rules, ..MetaGrammar::miniscan() };
        let mut sampler = EpisodeSampler::new(meta, settings).expect("these settings are possible");
        for seed in episode_seeds(arguments.seed).take(arguments.episodes.unwrap_or(20)) {
            let Ok(episode) = sampler.sample(seed) else { continue };
            let grammar = Grammar::parse(episode.grammar.as_deref().unwrap_or_default())
                .expect("a sampled grammar can be read");
            let (start, rest) = one_for_each_word(&episode.support);
            let test: Vec<(String, String)> = with_output(&episode);
            let pool: Vec<String> = rest.into_iter().map(|(input, _)| input).collect();
            let teacher = by_grammar(&grammar);
            let course = Course {
                domain: None,
                start,
                teacher: &teacher,
                pool: pool.clone(),
                test: &test,
                most: 40,
            };
            for (order, row) in &mut rows {
                let pool =
                    if *order == Order::Random { shuffled(pool.clone(), seed) } else { vec![] };
                row.add(&course.teach(*order, pool, engine), course.pool.len());
            }
        }
        rows.into_iter().for_each(|(order, row)| row.print(&format!("miniscan, {rules}"), order));
    }
}

/// The shortest examples that show every word, and the others.
type Pairs = Vec<(String, String)>;
fn one_for_each_word(pairs: &[(String, String)]) -> (Pairs, Pairs) {
    let mut sorted: Vec<&(String, String)> = pairs.iter().collect();
    sorted.sort_by_key(|(input, _)| input.split(' ').count());
    let mut known: Vec<&str> = Vec::new();
    let (mut start, mut rest) = (Vec::new(), Vec::new());
    for pair in sorted {
        let words: Vec<&str> = pair.0.split(' ').collect();
        let is_new = words.iter().any(|word| !known.contains(word));
        known.extend(words);
        if is_new { start.push(pair.clone()) } else { rest.push(pair.clone()) }
    }
    (start, rest)
}

fn with_output(episode: &Episode) -> Vec<(String, String)> {
    let queries = episode.queries.iter();
    queries.filter_map(|(input, output)| Some((input.clone(), output.clone()?))).collect()
}

fn scan(arguments: &Arguments<Table>, engine: &Engine) {
    let grammar = Grammar::parse(SCAN_GRAMMAR).expect("SCAN's grammar can be read");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/scan");
    let generate = |name| ScanSplit::generate(name).expect("this split can be generated");
    let splits = [
        ScanSplit::read_simple(&folder).expect("the repository has the files of this split"),
        generate(SplitName::Length),
        generate(SplitName::Jump),
        generate(SplitName::Right),
    ];
    for split in splits {
        let mut rows = [
            (Order::Asked, Row::default()),
            (Order::AskedFromPool, Row::default()),
            (Order::Random, Row::default()),
        ];
        for seed in episode_seeds(arguments.seed).take(arguments.draws.unwrap_or(5)) {
            let mut train = split.train.clone();
            Random::new(seed).shuffle(&mut train);
            let (start, rest) = one_for_each_word(&train);
            let pool: Vec<String> = rest.into_iter().map(|(input, _)| input).collect();
            let teacher = by_grammar(&grammar);
            let course = Course {
                domain: None,
                start,
                teacher: &teacher,
                pool: Vec::new(),
                test: &split.test,
                most: 40,
            };
            for (order, row) in &mut rows {
                let pool = match order {
                    Order::Asked => Vec::new(),
                    _ => shuffled(pool.clone(), seed).into_iter().take(1_000).collect(),
                };
                row.add(&course.teach(*order, pool, engine), 0);
            }
        }
        let name = format!("scan, {}", split.name.name());
        rows.into_iter().for_each(|(order, row)| row.print(&name, order));
    }
}

fn numbers(arguments: &Arguments<Table>, engine: &Engine) {
    for (name, _) in languages::PAPER {
        let language = languages::read(name);
        let mut rows = [(Order::AskedFromPool, Row::default()), (Order::Random, Row::default())];
        for seed in episode_seeds(arguments.seed).take(arguments.draws.unwrap_or(2)) {
            let mut numbers: Vec<i64> = language.numbers().collect();
            Random::new(seed).shuffle(&mut numbers);
            let pair =
                |number: &i64| Some((language.words(*number)?.to_owned(), number.to_string()));
            let pairs: Pairs = numbers.iter().filter_map(pair).collect();
            let (pool, test) = pairs.split_at(400);
            let means: HashMap<String, String> = pool.iter().cloned().collect();
            let teacher = |input: &str| means.get(input).cloned();
            let (start, rest) = one_for_each_word(pool);
            let test: Pairs = test.iter().take(200).cloned().collect();
            let pool: Vec<String> = rest.into_iter().map(|(input, _)| input).collect();
            let course = Course {
                domain: Some(Domain::Numbers),
                start,
                teacher: &teacher,
                pool: Vec::new(),
                test: &test,
                most: 30,
            };
            for (order, row) in &mut rows {
                row.add(&course.teach(*order, shuffled(pool.clone(), seed), engine), 60);
            }
        }
        rows.into_iter().for_each(|(order, row)| row.print(&format!("numbers, {name}"), order));
    }
}

fn commands(arguments: &Arguments<Table>, engine: &Engine) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/commands");
    for name in [
        "babyai", "clevr", "craft", "cron-en", "ha-de", "ha-en", "inform", "money", "rrule",
        "talon", "timer",
    ] {
        let text = std::fs::read_to_string(folder.join(format!("{name}.jsonl")));
        let text = text.expect("the repository has the command languages");
        let mut rows = [
            (Order::AskedFromPool, Row::default()),
            (Order::Random, Row::default()),
            (Order::File, Row::default()),
        ];
        for line in text.lines().take(arguments.episodes.unwrap_or(3)) {
            let episode = Episode::from_json(line).expect("an episode a line");
            let means: HashMap<String, String> = episode.support.iter().cloned().collect();
            let teacher = |input: &str| means.get(input).cloned();
            let test = with_output(&episode);
            let pool: Vec<String> =
                episode.support.iter().map(|(input, _)| input.clone()).collect();
            let course = Course {
                domain: None,
                start: episode.support[..2].to_vec(),
                teacher: &teacher,
                pool: pool.clone(),
                test: &test,
                most: pool.len(),
            };
            for (order, row) in &mut rows {
                let pool = pool[2..].to_vec();
                let pool = match order {
                    Order::Random => shuffled(pool, arguments.seed),
                    _ => pool,
                };
                row.add(&course.teach(*order, pool, engine), course.pool.len());
            }
        }
        rows.into_iter().for_each(|(order, row)| row.print(name, order));
    }
}
