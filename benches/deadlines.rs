//! `make bench-deadlines`: how long after its deadline, and after a cancel, a search comes back.
//!
//! Deadlines and cancels fall at random into searches of every kind, and what ends by itself before
//! is drawn again. Machines are shared, so the first row is no search at all, but a thread that only
//! looks at the clock: what it is late by is not the library's doing. Beside the time that went by
//! stands the processor time that all threads of this process used meanwhile, which is what an idle
//! machine would take.

use blicket::{Engine, EngineOptions, Memo, StopReason, Strategy, Task};
use blicket_lab::episode::Episode;
use blicket_lab::sample::{
    EpisodeSampler, EpisodeSettings, MetaGrammar, NumberSampler, NumberSettings, Random, ScanSplit,
    SplitName, episode_seeds,
};
use rustix::time::{ClockId, clock_gettime};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Different tasks of each kind.
const TASKS: usize = 20;
/// The longest time after which a search is ended.
const LONGEST: Duration = Duration::from_millis(60);

struct Kind {
    name: &'static str,
    tasks: Vec<Task>,
}

fn task(episode: Episode) -> Task {
    let queries = episode.queries.into_iter().map(|(query, _)| query).collect();
    Task::new().with(|task| {
        task.support = episode.support;
        task.queries = queries;
        task.domain = episode.domain;
    })
}

fn sampled(meta: MetaGrammar, settings: EpisodeSettings) -> Vec<Task> {
    let mut sampler = EpisodeSampler::new(meta, settings).expect("the settings make sense");
    let mut sample = |seed| task(sampler.sample(seed).expect("there are such episodes"));
    episode_seeds(0).take(TASKS).map(&mut sample).collect()
}

fn miniscan(rules: usize, support: usize) -> Vec<Task> {
    let meta = MetaGrammar { rules: rules..=rules, words: 17, ..MetaGrammar::miniscan() };
    sampled(meta, EpisodeSettings { support: support..=support, ..EpisodeSettings::miniscan() })
}

/// Whole training files, or with every hundredth example wrong.
fn whole_files(contradictory: bool) -> Vec<Task> {
    let of = |name| {
        let mut task = Task::new();
        task.support = ScanSplit::generate(name).expect("it can be generated").train;
        if contradictory {
            for index in (0..task.support.len()).step_by(100) {
                let other = task.support[(index + 50) % task.support.len()].1.clone();
                task.support[index].1 = other;
            }
        }
        task
    };
    [SplitName::Length, SplitName::Jump, SplitName::Right].map(of).into()
}

/// Tasks with the outputs of two examples exchanged, so that hardly any grammar satisfies them.
fn contradictory() -> Vec<Task> {
    let mut tasks = miniscan(6, 30);
    for task in &mut tasks {
        let last = task.support.len() - 1;
        let output = std::mem::take(&mut task.support[last].1);
        task.support[last].1 = std::mem::replace(&mut task.support[last / 2].1, output);
    }
    tasks
}

/// Every output backwards: not of the class.
fn outside_the_class() -> Vec<Task> {
    let mut tasks = miniscan(8, 40);
    for (_, output) in tasks.iter_mut().flat_map(|task| &mut task.support) {
        *output = output.split(' ').rev().chain(["END"]).collect::<Vec<_>>().join(" ");
    }
    tasks
}

/// Outputs of one token, so that nearly every grammar could be the one, and of random lengths, so that
/// none is: every node of such a search takes long.
fn hard_to_rule_out() -> Vec<Task> {
    let task = |seed| {
        let mut random = Random::new(seed);
        let mut task = Task::new();
        for _ in 0..12 {
            let words = ["a", "b", "c", "d", "e", "f", "g", "h"];
            let input: Vec<&str> = (0..12).map(|_| *random.choose(&words)).collect();
            task.add_example(input.join(" "), "X ".repeat(20 + random.below(40)));
        }
        task
    };
    (0..TASKS as u64).map(task).collect()
}

fn number_words() -> Vec<Task> {
    let sampler = NumberSampler::new(NumberSettings::training()).expect("the settings make sense");
    episode_seeds(0).take(TASKS).map(|seed| task(sampler.sample(seed))).collect()
}

/// Queries whose answers are as long as an answer may be.
fn doubling_queries() -> Vec<Task> {
    let mut tasks = miniscan(4, 20);
    for task in &mut tasks {
        for (word, meaning) in [("one", "ONE"), ("one twice", "ONE ONE")] {
            task.add_example(word, meaning);
        }
        task.add_example("one twice twice", "ONE ONE ONE ONE");
        for times in 5..25 {
            task.add_query(format!("one{}", " twice".repeat(times)));
        }
    }
    tasks
}

/// So many examples, each with a word and a token of its own.
fn many_examples(count: usize) -> Vec<Task> {
    let mut task = Task::new();
    (0..count).for_each(|n| task.add_example(format!("w{n}"), format!("T{n}")));
    vec![task]
}

fn many_queries(count: usize) -> Vec<Task> {
    let mut tasks = miniscan(4, 20);
    // Each task has its own copy of all of them.
    tasks.truncate(TASKS * 100_000 / count);
    for task in &mut tasks {
        let queries = task.queries.clone();
        task.queries = queries.into_iter().cycle().take(count).collect();
    }
    tasks
}

/// Outside the class, and two of the examples have a hundred thousand words.
fn long_examples() -> Vec<Task> {
    let mut tasks = by(Strategy::Deduce, outside_the_class());
    for task in &mut tasks {
        task.add_example("c ".repeat(100_000), "Z");
        task.add_example("d ".repeat(100_000), "Z");
    }
    tasks
}

/// More words and tokens than networks were trained with.
fn many_words() -> Vec<Task> {
    let task = |seed| {
        let mut random = Random::new(seed);
        let mut task = Task::new();
        let mut text = |letter| -> String {
            (0..30).map(|_| format!("{letter}{} ", random.below(195))).collect()
        };
        (0..256).for_each(|_| task.add_example(text('w'), text('T')));
        task
    };
    (0..TASKS as u64).map(task).collect()
}

/// Forty thousand pairs of number words, each with a number of its own.
fn many_pairs() -> Vec<Task> {
    let mut task = Task::new();
    for n in 0..40_000 {
        task.add_example(format!("a{} b{}", n % 200, n / 200), n.to_string());
    }
    vec![task]
}

/// With a fifth of the examples wrong, which are to be found.
fn with_wrong_examples(meta: MetaGrammar, settings: EpisodeSettings) -> Vec<Task> {
    let mut tasks = sampled(meta, EpisodeSettings { corrupt: 0.2, ..settings });
    tasks.iter_mut().for_each(|task| task.noise = true);
    tasks
}

fn by(strategy: Strategy, mut tasks: Vec<Task>) -> Vec<Task> {
    tasks.iter_mut().for_each(|task| task.strategy = strategy);
    tasks
}

/// Searches that ask a network.
fn network_kinds() -> Vec<Kind> {
    let kind = |name, tasks| Kind { name, tasks };
    let scan = || sampled(MetaGrammar::scan(), EpisodeSettings::scan());
    vec![
        kind("neural, MiniSCAN, 7 rules", by(Strategy::Neural, miniscan(7, 30))),
        kind("neural, SCAN grammars", by(Strategy::Neural, scan())),
        kind("neural, number words", by(Strategy::Neural, number_words())),
        kind("greedy, SCAN grammars", by(Strategy::Greedy, scan())),
        kind("hybrid, outside the class", outside_the_class()),
        kind("neural, 195 words and tokens", by(Strategy::Neural, many_words())),
        kind("neural, 40,000 pairs of numbers", by(Strategy::Neural, many_pairs())),
    ]
}

fn kinds() -> Vec<Kind> {
    let kind = |name, tasks| Kind { name, tasks };
    let (mini, scan) = (MetaGrammar::miniscan(), MetaGrammar::scan());
    vec![
        kind("MiniSCAN, 10 examples, 3 rules", miniscan(3, 10)),
        kind("MiniSCAN, 30 examples, 7 rules", miniscan(7, 30)),
        kind("MiniSCAN, 30 examples, 13 rules", miniscan(13, 30)),
        kind("SCAN grammars, 100 examples", sampled(MetaGrammar::scan(), EpisodeSettings::scan())),
        kind("SCAN, whole training files", whole_files(false)),
        kind("the same, a hundredth wrong", whole_files(true)),
        kind("contradictory examples", contradictory()),
        kind("outside the class", by(Strategy::Deduce, outside_the_class())),
        kind("hard to rule out", hard_to_rule_out()),
        kind("queries that double", doubling_queries()),
        kind("100,000 examples", many_examples(100_000)),
        kind("1,000,000 examples", many_examples(1_000_000)),
        kind("100,000 queries", many_queries(100_000)),
        kind("1,000,000 queries", many_queries(1_000_000)),
        kind("examples of 100,000 words", long_examples()),
        kind("number words", number_words()),
        kind("40,000 pairs of number words", many_pairs()),
        kind("noise, MiniSCAN", with_wrong_examples(mini, EpisodeSettings::miniscan())),
        kind("noise, SCAN grammars", with_wrong_examples(scan, EpisodeSettings::scan())),
    ]
}

/// How late searches were.
#[derive(Clone, Copy)]
struct Late {
    wall: Duration,
    cpu: Duration,
}

/// A moment, by both clocks.
struct Moment {
    wall: Instant,
    cpu: Duration,
}

impl Moment {
    fn now() -> Self {
        let cpu = clock_gettime(ClockId::ProcessCPUTime);
        let cpu = Duration::new(cpu.tv_sec as u64, cpu.tv_nsec as u32);
        Self { wall: Instant::now(), cpu }
    }

    fn elapsed(&self) -> Late {
        let now = Self::now();
        Late { wall: now.wall - self.wall, cpu: now.cpu - self.cpu }
    }
}

fn columns(late: &[Late]) -> String {
    let column = |time: fn(&Late) -> Duration| {
        let mut times: Vec<f64> = late.iter().map(|late| time(late).as_secs_f64() * 1e3).collect();
        times.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let index = (times.len() as f64 * share).ceil() as usize;
            times.get(index.saturating_sub(1)).copied().unwrap_or(f64::NAN)
        };
        format!("{:>7.2} {:>7.2} {:>7.2}", at(0.5), at(0.99), at(1.0))
    };
    format!("{:>5} {}  {}", late.len(), column(|late| late.wall), column(|late| late.cpu))
}

/// How late `count` searches are, of those that were ended and did not end by themselves.
fn late(count: usize, mut end: impl FnMut() -> Option<Late>) -> Vec<Late> {
    let mut late = Vec::new();
    for _ in 0..4 * count {
        if late.len() == count {
            break;
        }
        late.extend(end());
    }
    late
}

/// Up to how long a search may be left alone, so that some of it is still to come.
fn usual_time(engine: &Engine, kind: &Kind) -> Duration {
    let time = |task: &Task| {
        let start = Instant::now();
        engine.solve(&task.clone().with(|task| {
            task.timeout = LONGEST;
            task.memo = Memo::default();
        }));
        start.elapsed().min(LONGEST)
    };
    let total: Duration = kind.tasks.iter().map(time).sum();
    total / kind.tasks.len() as u32
}

/// Sleeps until shortly before a moment, and looks at the clock from then on.
fn sleep_until(end: Instant) {
    std::thread::sleep(end.saturating_duration_since(Instant::now() + Duration::from_millis(1)));
    while Instant::now() < end {}
}

/// Ends searches of one kind, and prints how late they were.
fn row(engine: &Engine, kind: &Kind, searches: usize, random: &mut Random) {
    let usual = usual_time(engine, kind);
    let mut number = 0;
    let mut next = |random: &mut Random| {
        number += 1;
        // Without what is known from the last time, which would leave little to search.
        let memo = Memo::default();
        let timeout = usual.mul_f64(random.unit());
        kind.tasks[number % kind.tasks.len()].clone().with(|task| {
            task.memo = memo;
            task.timeout = timeout;
        })
    };
    let deadlines = late(searches, || {
        let task = next(random);
        let end = Instant::now() + task.timeout;
        let search = engine.start(task).expect("a thread can be had");
        std::thread::sleep(end.saturating_duration_since(Instant::now()));
        let moment = Moment::now();
        search.wait();
        let late = moment.elapsed();
        (search.result().stop == StopReason::Timeout).then_some(late)
    });
    let cancels = late(searches, || {
        let task = next(random);
        let end = Instant::now() + task.timeout;
        let search = engine.start(task.with(|task| task.timeout = 2 * LONGEST)).expect("a thread");
        sleep_until(end);
        let moment = Moment::now();
        search.cancel();
        search.wait();
        let late = moment.elapsed();
        (search.result().stop == StopReason::Cancelled).then_some(late)
    });
    println!("{:<32} {}   {}", kind.name, columns(&deadlines), columns(&cancels));
}

/// How long a small task takes beside so many searches that have been at it for a while, on the same engine.
fn beside(engine: &Engine, others: usize, tasks: usize) {
    let long = hard_to_rule_out().into_iter().cycle().take(others).map(|task| {
        let task = task.with(|task| {
            task.strategy = Strategy::Deduce;
            task.timeout = Duration::MAX;
        });
        engine.start(task).expect("a thread can be had")
    });
    let long: Vec<_> = long.collect();
    // Until they are no newcomers themselves.
    std::thread::sleep(Duration::from_millis(20 * others as u64));
    let small = miniscan(3, 10);
    let taken: Vec<Late> = (0..tasks)
        .map(|number| {
            let task = small[number % small.len()].clone().with(|task| {
                task.memo = Memo::default();
                task.strategy = Strategy::Deduce;
            });
            let moment = Moment::now();
            engine.solve(&task);
            moment.elapsed()
        })
        .collect();
    println!("{:<32} {}", format!("beside {others} long searches"), columns(&taken));
    long.iter().for_each(|search| search.cancel());
    for search in &long {
        search.wait();
    }
}

/// Where `make runtime` puts ONNX Runtime, unless the environment says where it is.
fn runtime() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("build/runtime/libonnxruntime.so.1");
    (std::env::var_os("BLICKET_ONNXRUNTIME").is_none() && path.exists()).then_some(path)
}

fn main() {
    let argument = |name: &str| {
        let mut arguments = std::env::args().skip_while(|argument| argument != name);
        arguments.nth(1)
    };
    let searches = argument("--searches").map_or(1000, |n| n.parse().expect("a number"));
    let only = argument("--only").unwrap_or_default();
    let runtime_path = runtime();
    let engine =
        Engine::new(&EngineOptions::default().with(|options| options.runtime_path = runtime_path))
            .expect("a processor can be had");
    println!(
        "\nHow long after it was to end a search came back, in milliseconds; {} threads\n",
        engine.threads()
    );
    let [wall, cpu] = ["by the clock", "processor time"];
    println!("{:<32} {:<54}   cancel", "", "deadline");
    println!("{:<32} {:5} {wall:>23}  {cpu:>23}   {:5} {wall:>23}  {cpu:>23}", "", "", "");
    let times = format!("{:>7} {:>7} {:>7}", "median", "p99", "worst");
    println!("{:<32} ended {times}  {times}   ended {times}  {times}", "");
    let mut random = Random::new(0);
    let clock = late(searches, || {
        let end = Instant::now() + Duration::from_millis(10).mul_f64(random.unit());
        let thread = std::thread::spawn(move || while Instant::now() < end {});
        std::thread::sleep(end.saturating_duration_since(Instant::now()));
        let moment = Moment::now();
        thread.join().expect("it does not panic");
        Some(moment.elapsed())
    });
    println!("{:<32} {}", "(only looking at the clock)", columns(&clock));
    let mut rows = |kinds: Vec<Kind>| {
        for kind in kinds.iter().filter(|kind| kind.name.contains(&only)) {
            row(&engine, kind, searches, &mut random);
        }
    };
    rows(kinds());
    // Loading is no part of a search that is ended here: a host does that when it likes.
    match engine.warm_up() {
        Ok(()) => rows(network_kinds()),
        Err(error) => println!("(searches that ask a network are left out: {error})"),
    }
    println!("\nHow long a task of 10 examples and 3 rules takes, in milliseconds\n");
    println!("{:<32} tasks {times}  {times}", "");
    [0, 50, 200].into_iter().for_each(|others| beside(&engine, others, searches));
}
