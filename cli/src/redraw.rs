//! `blicket bench --redraw`: where a try fails, the examples are replaced by new ones, as in the paper's
//! search on SCAN.

use crate::attention::Attention;
use crate::failure::Failure;
use crate::input::Input;
use crate::options::Options;
use crate::record::{Record, solve};
use crate::score::WithoutOutput;
use blicket::{Engine, Success};
use blicket_lab::episode::{Episode, read_support};
use blicket_lab::sample::{ScanSplit, Selection, SplitName, SplitSampler, episode_seeds};
use clap::{Args, ValueEnum};
use std::collections::HashSet;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// What is done where a task is not solved.
#[derive(Args)]
pub(crate) struct RedrawArguments {
    /// Where a task is not solved in time, or its examples lack a word that this file has, draw new
    /// ones from this file, and try again: an example a line, as for `blicket learn`. Seconds, programs and
    /// steps are those of all tries, everything else is that of the last; "tries" and "examples_used"
    /// (different inputs, of all tries) are added
    #[arg(long, value_name = "FILE")]
    redraw: Option<PathBuf>,
    /// How many examples are drawn
    #[arg(long, value_name = "N", default_value_t = HUNDRED, requires = "redraw")]
    redraw_support: NonZero<usize>,
    /// How they are selected, as by `blicket sample scan-split`
    #[arg(long, default_value = "uniform", requires = "redraw")]
    redraw_selection: SelectionName,
    /// The most tries, the first one included
    #[arg(long, value_name = "N", default_value_t = HUNDRED, requires = "redraw")]
    redraw_tries: NonZero<usize>,
}

const HUNDRED: NonZero<usize> = NonZero::new(100).unwrap();

#[derive(Clone, Copy, ValueEnum)]
enum SelectionName {
    Uniform,
    Paper,
    Sampled,
}

/// What new examples are drawn from.
pub(crate) struct Redraw {
    /// The file, as messages name it.
    name: String,
    sampler: SplitSampler,
    /// All inputs that there are, and their words.
    inputs: HashSet<String>,
    words: HashSet<String>,
    tries: usize,
}

/// An episode as it was tried last, and what came of it.
pub(crate) type Tried = (Episode, Record);

impl RedrawArguments {
    /// What new examples are drawn from, if they are to be drawn, and if there is no Ctrl-C before they are read.
    pub(crate) fn open(
        &self,
        options: &Options,
        episodes: &[PathBuf],
        attention: &Attention,
    ) -> Result<Option<Redraw>, Failure> {
        let Some(path) = &self.redraw else { return Ok(None) };
        let refused = |message: &str| Err(Failure::Input(message.to_owned()));
        let standard_input = Path::new("-");
        if path == standard_input && episodes.iter().any(|path| path == standard_input) {
            return refused(
                "episodes and the file of --redraw cannot both come from standard input",
            );
        }
        if options.noise {
            return refused(
                "--redraw goes on until all examples are satisfied, and --noise gives some up: \
                 leave one of them out",
            );
        }
        #[cfg(feature = "baselines")]
        if options.baseline() == Some(blicket_lab::baselines::Baseline::DeepCoder) {
            return refused("the --hints of deepcoder are about examples that --redraw replaces");
        }
        let path = path.clone();
        let Some(read) = attention.unless_stopped(move || read(&path))? else { return Ok(None) };
        let (name, train) = read?;
        let inputs = train.iter().map(|(input, _)| spaced(input)).collect();
        let words = words(&train).map(str::to_owned).collect();
        let selection = match self.redraw_selection {
            SelectionName::Uniform => Selection::Uniform,
            SelectionName::Paper => Selection::Paper,
            SelectionName::Sampled => Selection::Sampled,
        };
        // Any examples can be drawn from like the training part of a split.
        let split = ScanSplit { name: SplitName::Simple, train, test: Vec::new() };
        let count = self.redraw_support.get();
        let sampler = SplitSampler::new(split, selection, count..=count, None, 0.0)
            .map_err(|error| Failure::Input(format!("{name}: {error}")))?;
        Ok(Some(Redraw { name, sampler, inputs, words, tries: self.redraw_tries.get() }))
    }
}

impl Redraw {
    /// Solves an episode's task with its own examples and, until that succeeds, with others. Which ones
    /// follows from the seed.
    pub(crate) fn solve(
        &self,
        engine: &Engine,
        options: &Options,
        mut episode: Episode,
        seed: u64,
        attention: &Attention,
    ) -> Result<Tried, Failure> {
        self.check(&episode)?;
        // The first is the seed itself, which the episode may have been sampled by.
        let mut seeds = episode_seeds(seed).skip(1);
        let mut used = HashSet::new();
        let (mut tries, mut seconds, mut cpu_seconds, mut programs, mut steps) =
            (0, 0.0, 0.0, 0, 0);
        loop {
            used.extend(episode.support.iter().map(|(input, _)| spaced(input)));
            let refusal = WithoutOutput::WantsRefusal;
            let mut record = solve(engine, options, &episode, seed, refusal, attention)?;
            tries += 1;
            seconds += record.seconds;
            cpu_seconds += record.cpu_seconds;
            let statistics = &record.solution.statistics;
            programs += statistics.programs;
            steps += statistics.steps;
            let solved = record.solution.success == Success::Solved && self.shows_all(&episode);
            if solved || tries == self.tries || attention.is_stopped() {
                let statistics = &mut record.solution.statistics;
                (statistics.programs, statistics.steps) = (programs, steps);
                let (tries, examples_used) = (Some(tries), Some(used.len()));
                let record = Record { seconds, cpu_seconds, tries, examples_used, ..record };
                return Ok((episode, record));
            }
            let seed = seeds.next().expect("there are seeds without end");
            episode.support = self.sampler.sample(seed).support;
            if episode.support.is_empty() {
                let message =
                    "the paper's selection takes inputs of one to nine words, and it has none";
                return Err(Failure::Input(format!("{}: {message}", self.name)));
            }
        }
    }

    /// Whether the examples show every word that there is. If not, what satisfies them is stuck on the
    /// others: the paper's search passes over a grammar that is stuck on a query. To look at the words
    /// of the file instead does the same without a look at queries.
    fn shows_all(&self, episode: &Episode) -> bool {
        let shown: HashSet<&str> = words(&episode.support).collect();
        self.words.iter().all(|word| shown.contains(word.as_str()))
    }

    /// What is asked must not be among what is learnt from.
    fn check(&self, episode: &Episode) -> Result<(), Failure> {
        let known = |(input, _): &&(String, Option<String>)| self.inputs.contains(&spaced(input));
        let Some((query, _)) = episode.queries.iter().find(known) else { return Ok(()) };
        let Self { name, .. } = self;
        Err(Failure::Input(format!(
            "{name} has the query `{query}` of the episode {}, and what it should give would be \
             learnt; expected other inputs than those of queries",
            episode.name
        )))
    }
}

/// The name and the examples of a file.
fn read(path: &Path) -> Result<(String, Vec<(String, String)>), Failure> {
    let mut input = Input::open(path)?;
    let examples = read_support(&input.read_all()?)
        .map_err(|error| Failure::Input(format!("{}, {error}", input.name)))?;
    Ok((input.name, examples))
}

/// The words of examples' inputs.
fn words(examples: &[(String, String)]) -> impl Iterator<Item = &str> {
    examples.iter().flat_map(|(input, _)| input.split_whitespace())
}

/// An input with one space between its words.
fn spaced(input: &str) -> String {
    input.split_whitespace().collect::<Vec<_>>().join(" ")
}
