//! The tasks that are measured.

use crate::languages::{self, PAPER};
use blicket::Task;
use blicket_lab::episode::Episode;
use blicket_lab::sample::{
    EpisodeSampler, EpisodeSettings, LanguageSampler, LanguageSettings, MetaGrammar, ScanSplit,
    Selection, SplitSampler, episode_seeds, necessary_numbers,
};
use std::path::Path;

type Make = Box<dyn Fn() -> Vec<Task>>;

fn task(episode: Episode) -> Task {
    Task::new().with(|task| {
        task.support = episode.support;
        task.queries = episode.queries.into_iter().map(|(query, _)| query).collect();
        task.domain = episode.domain;
    })
}

fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// SCAN's 20,910 commands, each with what is wanted.
pub(crate) fn commands() -> Vec<(String, String)> {
    let text = file("data/scan/tasks_train_simple.txt") + &file("data/scan/tasks_test_simple.txt");
    let pair = |line: &str| {
        let (input, output) = line[4..].split_once(" OUT: ").expect("a line has both sides");
        (input.to_owned(), output.to_owned())
    };
    text.lines().map(pair).collect()
}

/// The four examples and the query of the README, a few times, because it is soon over.
fn readme() -> Vec<Task> {
    let mut task = Task::new();
    for line in file("ci/counts/readme.tsv").lines() {
        match line.split_once('\t') {
            Some((input, output)) => task.add_example(input, output),
            None => task.add_query(line),
        }
    }
    (0..30).map(|seed| task.clone().with(|task| task.seed = seed)).collect()
}

fn miniscan(rules: usize, support: usize, count: usize) -> Vec<Task> {
    let meta = MetaGrammar { rules: rules..=rules, words: rules + 4, ..MetaGrammar::miniscan() };
    let settings = EpisodeSettings { support: support..=support, ..EpisodeSettings::miniscan() };
    let mut sampler = EpisodeSampler::new(meta, settings).expect("the settings make sense");
    let mut sample = |seed| task(sampler.sample(seed).expect("there are such episodes"));
    episode_seeds(0).take(count).map(&mut sample).collect()
}

fn split() -> ScanSplit {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/scan");
    ScanSplit::read_simple(&folder).expect("the repository has the files of this split")
}

fn scan(support: usize) -> Vec<Task> {
    let sampler = SplitSampler::new(split(), Selection::Uniform, support..=support, Some(0), 0.0)
        .expect("the split has enough commands");
    episode_seeds(0).take(40).map(|seed| task(sampler.sample(seed))).collect()
}

fn scan_whole() -> Vec<Task> {
    let task = Task::new().with(|task| task.support = split().train);
    (0..5).map(|seed| task.clone().with(|task| task.seed = seed)).collect()
}

fn numbers(name: &str) -> Vec<Task> {
    let settings = LanguageSettings::paper(necessary_numbers(name));
    let sampler =
        LanguageSampler::new(languages::read(name), settings).expect("the file has numbers enough");
    episode_seeds(0).take(9).map(|seed| task(sampler.sample(seed))).collect()
}

/// What is measured, by name.
pub(crate) fn rows() -> Vec<(String, Make)> {
    let mut rows: Vec<(String, Make)> = vec![
        ("README's four examples".into(), Box::new(readme)),
        ("MiniSCAN, 4 rules, 14 examples".into(), Box::new(|| miniscan(4, 14, 60))),
        ("MiniSCAN, 8 rules, 30 examples".into(), Box::new(|| miniscan(8, 30, 60))),
        ("MiniSCAN, 13 rules, 30 examples".into(), Box::new(|| miniscan(13, 30, 60))),
        ("SCAN, 100 uniform examples".into(), Box::new(|| scan(100))),
        ("SCAN, whole training file".into(), Box::new(scan_whole)),
    ];
    for (name, _) in PAPER {
        rows.push((format!("number words, {name}"), Box::new(move || numbers(name))));
    }
    rows
}

/// Where the default has other learners after deduction.
pub(crate) fn is_shown_twice(name: &str) -> bool {
    !name.starts_with("number words")
}
