//! `make bench-incremental`: how long a task takes that gets one more example, loses one or gets another one in its place,
//! from what is known, beside the same task from scratch.
//!
//! Both give the same solution, which is looked at here too. Times are processor time of one thread,
//! because machines are shared, and medians; the ratio is that of the sums, so that it is what a host
//! saves in all.

#[path = "shared/arguments.rs"]
mod arguments;
#[path = "shared/languages.rs"]
mod languages;

use arguments::Arguments;
use blicket::{Domain, Engine, EngineOptions, Memo, Random, Task};
use blicket_lab::episode::Episode;
use blicket_lab::sample::{
    EpisodeSampler, EpisodeSettings, MetaGrammar, ScanSplit, SplitName, episode_seeds,
};
use rustix::time::{ClockId, clock_gettime};
use std::num::NonZero;
use std::path::Path;

fn sampled(
    meta: MetaGrammar,
    support: usize,
    settings: EpisodeSettings,
    count: usize,
) -> Vec<Task> {
    let settings = EpisodeSettings { support: support..=support, ..settings };
    let mut sampler = EpisodeSampler::new(meta, settings).expect("the settings make sense");
    let mut sample = |seed| {
        let episode = sampler.sample(seed).expect("there are such episodes");
        let queries = episode.queries.into_iter().map(|(query, _)| query).collect();
        Task::new().with(|task| {
            task.support = episode.support;
            task.queries = queries;
        })
    };
    episode_seeds(0).take(count).map(&mut sample).collect()
}

fn miniscan(rules: usize, support: usize, count: usize) -> Vec<Task> {
    let meta = MetaGrammar { rules: rules..=rules, words: 17, ..MetaGrammar::miniscan() };
    sampled(meta, support, EpisodeSettings::miniscan(), count)
}

fn whole_files(count: usize) -> Vec<Task> {
    let task = |seed: usize| {
        let names = [SplitName::Length, SplitName::Jump, SplitName::Right];
        let split = ScanSplit::generate(names[seed % 3]).expect("it can be generated");
        Task::new().with(|task| {
            task.support = split.train;
            task.seed = seed as u64;
        })
    };
    (0..count).map(task).collect()
}

/// Number words of the paper's languages, with so many examples at random.
fn number_words(support: usize, count: usize) -> Vec<Task> {
    let task = |seed: usize| {
        let (name, _) = languages::PAPER[seed % languages::PAPER.len()];
        let language = languages::read(name);
        let mut numbers: Vec<i64> = language.numbers().filter(|it| *it < 10_000).collect();
        Random::new(seed as u64).shuffle(&mut numbers);
        let pair = |number: &i64| Some((language.words(*number)?.to_owned(), number.to_string()));
        Task::new().with(|task| {
            task.support = numbers.iter().filter_map(pair).take(support).collect();
            task.domain = Some(Domain::Numbers);
        })
    };
    (0..count).map(task).collect()
}

/// Episodes of the command languages, with at most so many examples.
fn commands(most: usize, count: usize) -> Vec<Task> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/commands");
    let names = ["babyai", "clevr", "craft", "cron-en", "ha-en", "inform", "money", "rrule"];
    let task = |index: usize| {
        let file = folder.join(format!("{}.jsonl", names[index % names.len()]));
        let text = std::fs::read_to_string(file).expect("the repository has it");
        let line = text.lines().nth(index / names.len()).expect("there are several episodes");
        let episode = Episode::from_json(line).expect("an episode a line");
        Task::new().with(|task| task.support = episode.support.into_iter().take(most).collect())
    };
    (0..count).map(task).collect()
}

/// What happens to the examples of a task that was solved.
#[derive(Clone, Copy)]
enum Change {
    Added,
    Removed,
    Replaced,
}

const CHANGES: [(&str, Change); 3] =
    [("added", Change::Added), ("removed", Change::Removed), ("replaced", Change::Replaced)];

impl Change {
    /// A task before and after the change, from all of its examples; the second knows what was worked out for the first.
    fn of(self, whole: &Task) -> (Task, Task) {
        let all = whole.clone().with(|task| task.memo = Memo::default());
        let without = |place: usize| all.clone().with(|task| drop(task.support.remove(place)));
        let last = all.support.len() - 1;
        match self {
            Self::Added => (without(last), all),
            Self::Removed => (all.clone(), without(last)),
            Self::Replaced => (without(last), without(last - 1)),
        }
    }
}

fn cpu_milliseconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 * 1e-6
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Which rows.
#[derive(Clone, Copy)]
enum Table {
    MiniScan,
    Scan,
    Files,
    Numbers,
    Commands,
}

const TABLES: &[(&str, Table)] = &[
    ("miniscan", Table::MiniScan),
    ("scan", Table::Scan),
    ("files", Table::Files),
    ("numbers", Table::Numbers),
    ("commands", Table::Commands),
];

impl Table {
    fn rows(self, episodes: usize) -> Vec<(&'static str, Vec<Task>)> {
        let scan =
            |support| sampled(MetaGrammar::scan(), support, EpisodeSettings::scan(), episodes);
        match self {
            Self::MiniScan => vec![
                ("MiniSCAN, 10 examples, 3 rules", miniscan(3, 10, episodes)),
                ("MiniSCAN, 30 examples, 7 rules", miniscan(7, 30, episodes)),
                ("MiniSCAN, 30 examples, 13 rules", miniscan(13, 30, episodes.div_ceil(4))),
            ],
            Self::Scan => vec![
                ("SCAN grammars, 30 examples", scan(30)),
                ("SCAN grammars, 100 examples", scan(100)),
            ],
            Self::Files => vec![("SCAN, whole training files", whole_files(episodes.min(12)))],
            Self::Numbers => {
                vec![("number words, 60 examples", number_words(60, episodes.div_ceil(8)))]
            }
            Self::Commands => {
                vec![("commands, 25 examples", commands(25, episodes.div_ceil(8).min(40)))]
            }
        }
    }
}

fn main() -> Result<(), String> {
    let arguments = Arguments::parse(TABLES, 0)?;
    let options = EngineOptions::default().with(|options| options.threads = NonZero::new(1));
    let engine = Engine::new(&options).map_err(|error| error.to_string())?;
    println!(
        "\nAn example added, removed or replaced: milliseconds (median), from scratch and from what is known; ratios: median, and of the sums\n"
    );
    println!(
        "{:<32} {:<9} {:>5} {:>8} {:>8} {:>6} {:>6}",
        "", "example", "tasks", "scratch", "known", "ratio", "sums"
    );
    for table in &arguments.tables {
        for (name, tasks) in table.rows(arguments.episodes.unwrap_or(200)) {
            for (changed, change) in CHANGES {
                row(name, changed, change, &tasks, &engine);
            }
        }
    }
    Ok(())
}

fn row(name: &str, changed: &str, change: Change, tasks: &[Task], engine: &Engine) {
    let (mut scratch, mut again) = (Vec::new(), Vec::new());
    for whole in tasks {
        let (before, after) = change.of(whole);
        engine.solve(&before);
        let time = |task: &Task, times: &mut Vec<f64>| {
            let start = cpu_milliseconds();
            let solution = engine.solve(task);
            times.push(cpu_milliseconds() - start);
            solution
        };
        let new = after.clone().with(|task| task.memo = Memo::default());
        let first = time(&new, &mut scratch);
        let second = time(&after, &mut again);
        assert_eq!((first.grammar, first.answers), (second.grammar, second.answers));
    }
    let sums = again.iter().sum::<f64>() / scratch.iter().sum::<f64>();
    let mut ratios: Vec<f64> = again.iter().zip(&scratch).map(|(it, from)| it / from).collect();
    let (tasks, known, ratio) = (again.len(), median(&mut again), median(&mut ratios));
    let scratch = median(&mut scratch);
    println!(
        "{name:<32} {changed:<9} {tasks:>5} {scratch:>8.2} {known:>8.2} {ratio:>6.2} {sums:>6.2}"
    );
}
