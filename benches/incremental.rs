//! `make bench-incremental`: how long a task takes that gets one more example, from what is known,
//! beside the same task from scratch.
//!
//! Both give the same solution, which is looked at here too. Times are processor time of one thread,
//! because machines are shared, and medians; the ratio is that of the sums, so that it is what a host
//! saves in all.

use blicket::{Engine, EngineOptions, Memo, Task};
use blicket_lab::sample::{
    EpisodeSampler, EpisodeSettings, MetaGrammar, ScanSplit, SplitName, episode_seeds,
};
use rustix::time::{ClockId, clock_gettime};
use std::num::NonZero;

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

fn cpu_milliseconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 * 1e-6
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

fn main() {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--episodes");
    let episodes = arguments.nth(1).map_or(200, |n| n.parse().expect("a number"));
    let options = EngineOptions::default().with(|options| options.threads = NonZero::new(1));
    let engine = Engine::new(&options).expect("a processor can be had");
    println!("\nOne more example: milliseconds (median), from scratch and from what is known\n");
    println!("{:<32} {:>5} {:>8} {:>8} {:>6}", "", "tasks", "scratch", "known", "ratio");
    let scan = |support| sampled(MetaGrammar::scan(), support, EpisodeSettings::scan(), episodes);
    for (name, tasks) in [
        ("MiniSCAN, 10 examples, 3 rules", miniscan(3, 10, episodes)),
        ("MiniSCAN, 30 examples, 7 rules", miniscan(7, 30, episodes)),
        ("MiniSCAN, 30 examples, 13 rules", miniscan(13, 30, episodes / 4)),
        ("SCAN grammars, 30 examples", scan(30)),
        ("SCAN grammars, 100 examples", scan(100)),
        ("SCAN, whole training files", whole_files(episodes.min(12))),
    ] {
        let (mut scratch, mut again) = (Vec::new(), Vec::new());
        for mut task in tasks {
            let last = task.support.pop().expect("there are examples");
            engine.solve(&task);
            task.support.push(last);
            let time = |task: &Task, times: &mut Vec<f64>| {
                let start = cpu_milliseconds();
                let solution = engine.solve(task);
                times.push(cpu_milliseconds() - start);
                solution
            };
            let first = time(&task.clone().with(|task| task.memo = Memo::default()), &mut scratch);
            let second = time(&task, &mut again);
            assert_eq!((first.grammar, first.answers), (second.grammar, second.answers));
        }
        let ratio = again.iter().sum::<f64>() / scratch.iter().sum::<f64>();
        let (tasks, known) = (again.len(), median(&mut again));
        let scratch = median(&mut scratch);
        println!("{name:<32} {tasks:>5} {scratch:>8.2} {known:>8.2} {ratio:>6.2}");
    }
}
