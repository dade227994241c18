//! `make bench-lint`: how many false alarms lint by learning raises on clean sets of examples, and how many exchanged tokens it
//! finds, with what was meant.
//!
//! Sets are drawn by seed from the command languages and from sampled grammars. In each, one output token is then exchanged for that
//! of another example, which no spelling gives away.

#[path = "shared/arguments.rs"]
mod arguments;

use arguments::Arguments;
use blicket::{Engine, EngineOptions, Random, Remark, RemarkKind, Task};
use blicket_lab::episode::Episode;
use blicket_lab::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar, episode_seeds};
use std::fs;
use std::path::Path;

type Examples = Vec<(String, String)>;

#[derive(Clone, Copy)]
enum Table {
    MiniScan,
    Scan,
    Commands,
}

const TABLES: &[(&str, Table)] =
    &[("miniscan", Table::MiniScan), ("scan", Table::Scan), ("commands", Table::Commands)];

/// Larger sets are left out: every set is learnt from up to ten times, and again with a slip in it.
const MOST_EXAMPLES: usize = 40;

fn main() -> Result<(), String> {
    let arguments = Arguments::parse(TABLES, 7)?;
    let engine = Engine::new(&EngineOptions::default()).map_err(|error| error.to_string())?;
    let count = arguments.episodes.unwrap_or(20);
    let settings = |support, settings| EpisodeSettings { support: support..=support, ..settings };
    for table in &arguments.tables {
        let (name, sets) = match table {
            Table::MiniScan => {
                let settings = settings(30, EpisodeSettings::miniscan());
                ("MiniSCAN, 30 examples", sampled(MetaGrammar::miniscan(), settings, &arguments))
            }
            Table::Scan => {
                let settings = settings(30, EpisodeSettings::scan());
                ("SCAN grammars, 30 examples", sampled(MetaGrammar::scan(), settings, &arguments))
            }
            Table::Commands => ("command languages", commands(&arguments)),
        };
        row(name, &sets[..sets.len().min(count)], arguments.seed, &engine);
    }
    Ok(())
}

/// The examples of sampled grammars.
fn sampled(
    meta: MetaGrammar,
    settings: EpisodeSettings,
    arguments: &Arguments<Table>,
) -> Vec<Examples> {
    let mut sampler = EpisodeSampler::new(meta, settings).expect("the settings make sense");
    let seeds = episode_seeds(arguments.seed).take(arguments.episodes.unwrap_or(20));
    seeds.filter_map(|seed| Some(sampler.sample(seed).ok()?.support)).collect()
}

/// The sets of all command languages that are not too large, in a random order.
fn commands(arguments: &Arguments<Table>) -> Vec<Examples> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/commands");
    let mut files: Vec<_> = ["", "own/dev", "own/held-out"]
        .iter()
        .flat_map(|inside| fs::read_dir(folder.join(inside)).expect("the repository has it"))
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|it| it == "jsonl"))
        .collect();
    files.sort();
    let mut sets = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).expect("the repository has it");
        let support = |line: &str| Episode::from_json(line).expect("an episode a line").support;
        sets.extend(text.lines().map(support).filter(|set| set.len() <= MOST_EXAMPLES));
    }
    Random::new(arguments.seed).shuffle(&mut sets);
    sets
}

/// Exchanges a token of one output for that of another one; gives the example, if that makes a slip.
fn exchange(set: &mut Examples, random: &mut Random) -> Option<usize> {
    let (example, other) = (random.below(set.len()), random.below(set.len()));
    let mut tokens: Vec<&str> = set[example].1.split(' ').collect();
    let others: Vec<&str> = set[other].1.split(' ').collect();
    let place = random.below(tokens.len());
    let token = others[place.min(others.len() - 1)];
    if token == tokens[place] || !token.chars().all(char::is_alphanumeric) {
        return None;
    }
    tokens[place] = token;
    set[example].1 = tokens.join(" ");
    Some(example)
}

fn row(name: &str, sets: &[Examples], seed: u64, engine: &Engine) {
    let mut random = Random::new(seed);
    let (mut alarms, mut tried, mut named, mut found) = (Vec::new(), 0, 0, 0);
    let by_learning = |set: &Examples| -> Vec<Remark> {
        let task = Task::new().with(|task| task.support.clone_from(set));
        let mut remarks = engine.lint(&task);
        remarks.retain(|remark| remark.kind == RemarkKind::OwnRule);
        remarks
    };
    for set in sets {
        alarms.extend(by_learning(set));
        let mut wrong = set.clone();
        let Some(example) = exchange(&mut wrong, &mut random) else { continue };
        tried += 1;
        let remarks = by_learning(&wrong);
        let own = || remarks.iter().filter(|remark| remark.example == example);
        named += usize::from(own().next().is_some());
        found += usize::from(own().any(|it| it.suggestion.as_deref() == Some(&set[example].1)));
    }
    let (count, alarmed) = (sets.len(), alarms.len());
    println!(
        "{name}: {alarmed} alarms by learning in {count} clean sets; of {tried} exchanged tokens {named} named, {found} with what was meant"
    );
    alarms.iter().for_each(|alarm| println!("    {alarm}"));
}
