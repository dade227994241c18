//! Searches that ask networks together, as they do on a card. No machine of ours has one, so the processor does it here.

use super::super::logits::Outputs;
use super::contract::library;
use crate::budget::{Budget, Watch};
use crate::engine::{Engine, EngineOptions};
use crate::memo::Memo;
use crate::network::{Graph, IsOver, NetworkError, Outputs as Answers, Tensor};
use crate::solution::{Solution, Success};
use crate::task::{Strategy, Task};
use blicket_lab::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar};
use rustix::time::{ClockId, clock_gettime};
use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

/// Tasks like those that networks were trained on, of several sizes.
fn tasks(count: usize) -> Vec<Task> {
    let sampled = |index: usize| {
        let rules = 3 + index % 4;
        let meta = MetaGrammar { rules: rules..=rules, ..MetaGrammar::miniscan() };
        let support = 10 + 4 * rules;
        let settings =
            EpisodeSettings { support: support..=support, ..EpisodeSettings::miniscan() };
        let sampler = EpisodeSampler::new(meta, settings).unwrap().sample(index as u64);
        let episode = sampler.unwrap();
        Task::new().with(|task| {
            task.support = episode.support;
            task.queries = episode.queries.into_iter().map(|(query, _)| query).collect();
            task.strategy = Strategy::Neural;
            task.step_limit = 2_000;
            task.timeout = Duration::from_secs(3600);
        })
    };
    (0..count).map(sampled).collect()
}

fn engine(together: bool, threads: Option<usize>) -> Option<Engine> {
    let options = EngineOptions {
        runtime_path: Some(library()?),
        threads: threads.and_then(NonZero::new),
        ..EngineOptions::default()
    };
    let make = if together { Engine::asking_together } else { Engine::new };
    let engine = make(&options).unwrap();
    engine.warm_up().unwrap();
    Some(engine)
}

/// A task of which nothing is known yet.
fn forgetful(task: &Task) -> Task {
    task.clone().with(|task| task.memo = Memo::default())
}

fn solve_at_once(engine: &Engine, tasks: &[Task]) -> Vec<Solution> {
    thread::scope(|scope| {
        let searches: Vec<_> =
            tasks.iter().map(|task| scope.spawn(|| engine.solve(task))).collect();
        searches.into_iter().map(|search| search.join().unwrap()).collect()
    })
}

#[test]
fn searches_that_ask_together_find_what_each_finds_alone() {
    let (Some(alone), Some(together)) = (engine(false, Some(1)), engine(true, Some(4))) else {
        return;
    };
    let tasks = tasks(16);
    let found = |solution: &Solution| {
        let answers = solution.answers.iter().map(|answer| answer.guess().map(str::to_owned));
        (solution.grammar.as_ref().map(ToString::to_string), answers.collect::<Vec<_>>())
    };
    let expected: Vec<_> = tasks.iter().map(|task| found(&alone.solve(task))).collect();
    let tasks: Vec<Task> = tasks.iter().map(forgetful).collect();
    let actual: Vec<_> = solve_at_once(&together, &tasks).iter().map(found).collect();
    assert_eq!(actual, expected);
}

/// A graph that is asked by several, and before it answers has another search of its engine solved.
struct Unhurried<'a>(&'a Engine);

impl Graph for Unhurried<'_> {
    fn run(&self, _: &[(&str, Tensor)], _: IsOver<'_>) -> Result<Option<Answers>, NetworkError> {
        let Self(engine) = self;
        let mut task = Task::new().with(|task| task.strategy = Strategy::Deduce);
        task.add_example("dax", "RED");
        assert_eq!(engine.solve(&task).success, Success::Solved);
        Ok(None)
    }

    fn is_shared(&self) -> bool {
        true
    }
}

#[test]
fn who_waits_for_a_shared_graph_lets_others_work() {
    let options = EngineOptions { threads: NonZero::new(1), ..EngineOptions::default() };
    let engine = &Engine::new(&options).unwrap();
    let budget = Budget::new(Watch::new(engine.control(&Task::new()), None));
    // It has the only turn there is.
    assert!(!budget.interrupted());
    let asked = Outputs::of("words-encode", &Unhurried(engine), &[], &|| false, &budget.ticker());
    assert!(asked.unwrap().is_none());
}

/// `make bench-together`: the same for whole searches.
#[test]
#[ignore = "a measurement"]
fn gain_of_searches_that_ask_together() {
    let (Some(alone), Some(together)) = (engine(false, None), engine(true, None)) else { return };
    println!(
        "\nsearches at once; milliseconds of the processor, and of the clock, each its own runs; together; gain"
    );
    for count in [1, 2, 4, 8, 16, 32, 64] {
        let tasks = tasks(count);
        let least = |engine: &Engine| {
            let time = || {
                // Without what is known from the last time.
                let tasks: Vec<Task> = tasks.iter().map(forgetful).collect();
                let (start, clock) = (processor_time(), Instant::now());
                solve_at_once(engine, &tasks);
                let clock = clock.elapsed();
                [processor_time() - start, clock].map(|time| time.as_secs_f64() * 1e3)
            };
            let times: Vec<[f64; 2]> = (0..5).map(|_| time()).collect();
            [0, 1].map(|of| times.iter().map(|time| time[of]).fold(f64::INFINITY, f64::min))
        };
        let ([alone, alone_clock], [joined, joined_clock]) = (least(&alone), least(&together));
        println!(
            "{count:>3}: {alone:8.1} {alone_clock:8.1}  {joined:8.1} {joined_clock:8.1}  {:5.2} {:5.2}",
            alone / joined,
            alone_clock / joined_clock
        );
    }
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
