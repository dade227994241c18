//! Many tasks with the networks, and what became of them.

use crate::Arguments;
use crate::score::Tally;
use crate::statistics::{Accuracy, quantile};
use crate::text::{figure, percent};
use blicket::{Engine, EngineOptions, Evaluation, Grammar, Solution, Strategy, Success, Task};
use blicket_lab::episode::Episode;
use blicket_lab::sample::{
    EpisodeSampler, EpisodeSettings, MetaGrammar, ScanSplit, SplitName, episode_seeds,
};
use rustix::time::{ClockId, clock_gettime};
use std::path::{Path, PathBuf};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(30);
/// As in the paper: so long a try, and then other examples.
const TRY: Duration = Duration::from_secs(20);

/// The columns of [`Row::cost`].
pub(crate) const COST: &str = "programs    95 %   seconds     most";

/// What became of many tasks.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) tally: Tally,
    pub(crate) solved: Accuracy,
    pub(crate) programs: Vec<f64>,
    /// Of processor time.
    pub(crate) seconds: Vec<f64>,
}

pub(crate) struct Bench {
    engine: Engine,
    pub(crate) episodes: usize,
    pub(crate) draws: usize,
    pub(crate) seed: u64,
}

impl Bench {
    /// An engine whose networks are loaded.
    pub(crate) fn new(arguments: &Arguments) -> Result<Self, String> {
        // Where `make runtime` puts it; another can be had by the environment variable.
        let runtime =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("build/runtime/libonnxruntime.so.1");
        let named = std::env::var_os("BLICKET_ONNXRUNTIME").is_some();
        let runtime_path = (!named && runtime.exists()).then_some(runtime);
        let engine = Engine::new(
            &EngineOptions::default().with(|options| options.runtime_path = runtime_path),
        )
        .map_err(|error| error.to_string())?;
        engine.warm_up().map_err(|error| format!("{error}; `make runtime` fetches it"))?;
        let (episodes, draws) = (arguments.episodes.unwrap_or(200), arguments.draws.unwrap_or(20));
        Ok(Self { engine, episodes, draws, seed: arguments.seed })
    }

    pub(crate) fn solve(
        &self,
        episode: &Episode,
        strategy: Strategy,
        noise: bool,
        row: &mut Row,
    ) -> Solution {
        let queries = episode.queries.iter().map(|(input, _)| input.clone()).collect();
        let (support, domain) = (episode.support.clone(), episode.domain);
        let timeout = if episode.queries.is_empty() { TRY } else { TIMEOUT };
        let task = Task::new().with(|task| {
            task.support = support;
            task.queries = queries;
            task.domain = domain;
            task.strategy = strategy;
            task.noise = noise;
            task.timeout = timeout;
        });
        let start = cpu_seconds();
        let solution = self.engine.solve(&task);
        row.seconds.push(cpu_seconds() - start);
        row.programs.push(solution.statistics.programs as f64);
        row.tally.add(episode, &solution);
        row.solved.add(usize::from(solution.success == Success::Solved), 1);
        solution
    }

    pub(crate) fn row(&self, episodes: impl Iterator<Item = Episode>, strategy: Strategy) -> Row {
        let mut row = Row::default();
        episodes.for_each(|episode| _ = self.solve(&episode, strategy, false, &mut row));
        row
    }

    /// Sampled grammars with their examples and queries.
    pub(crate) fn sampled(
        &self,
        meta: MetaGrammar,
        settings: EpisodeSettings,
    ) -> impl Iterator<Item = Episode> {
        let mut sampler = EpisodeSampler::new(meta, settings).expect("the settings make sense");
        let seeds = episode_seeds(self.seed).take(self.episodes);
        seeds.map(move |seed| sampler.sample(seed).expect("there are such episodes"))
    }
}

impl Row {
    pub(crate) fn accuracy(&self, target: Option<f64>) -> String {
        format!("{} {} {}", percent(&self.solved), percent(&self.tally.guessed), figure(target))
    }

    pub(crate) fn cost(&self) -> String {
        let at = |values: &[f64], share| quantile(values, share).unwrap_or(f64::NAN);
        let mean = self.seconds.iter().sum::<f64>() / self.seconds.len().max(1) as f64;
        format!(
            "{:>8.0} {:>7.0} {mean:>9.3} {:>8.3}",
            at(&self.programs, 0.5),
            at(&self.programs, 0.95),
            at(&self.seconds, 1.0)
        )
    }
}

/// The data of this repository.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

/// SCAN's four splits.
pub(crate) fn splits() -> [ScanSplit; 4] {
    let generate = |name| ScanSplit::generate(name).expect("this split can be generated");
    [
        ScanSplit::read_simple(&folder().join("scan")).expect("the repository has this split"),
        generate(SplitName::Length),
        generate(SplitName::Jump),
        generate(SplitName::Right),
    ]
}

/// Whether a grammar gives all of these.
pub(crate) fn is_right(grammar: Option<&Grammar>, pairs: &[(String, String)]) -> bool {
    let Some(grammar) = grammar else { return false };
    let mut evaluation = Evaluation::new();
    pairs.iter().all(|(input, output)| {
        grammar.apply_into(input, &mut evaluation);
        evaluation.text() == Some(output)
    })
}

/// Processor time of the whole process, in seconds.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
