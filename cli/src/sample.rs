//! `blicket sample`: tasks to train on and to be tested on, as many as are wanted.

mod count;
mod numbers;

use crate::failure::Failure;
use blicket_lab::episode::Episode;
use blicket_lab::sample::{
    CommandQueries, CommandSampler, CommandSettings, EpisodeSampler, EpisodeSettings, MetaGrammar,
    SampleError, ScanSplit, Selection, SplitName, SplitSampler, episode_seeds,
};
use clap::{Args, Subcommand, ValueEnum};
use count::{Queries, parse_queries, parse_range};
use numbers::NumberArguments;
use std::io::{BufWriter, Write, stdout};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Sample tasks: random grammars with examples, parts of SCAN, or number words
///
/// Prints episodes as JSON lines: {"name", "domain", "support": [[input, output], …], "queries":
/// [[input, output], …], "grammar"}. An episode's name ends in its seed: the same command with that
/// --seed prints it again, alone.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Subcommand)]
enum Kind {
    /// Nonsense words for colours, as in the paper
    ///
    /// The defaults are those of its tests: 3-4 primitives, 2-4 rules, 30 examples, 10 queries, 12
    /// words (17 where the rules need more), at most 6 words and tokens.
    Miniscan(MetaArguments),
    /// Grammars like SCAN's: more rules, longer sentences, primitives that mean nothing
    ///
    /// The defaults are those that the paper trains with: 4-8 primitives, 3-7 rules, 30-50
    /// examples, 10 queries, 17 words, at most 30 words and tokens.
    Scan(MetaArguments),
    /// Command languages like those that people write, in invented words
    ///
    /// Intents with slots, synonyms, optional words, numbers, open names, chains; 20-60 examples as a person teaches them.
    Commands(CommandArguments),
    /// SCAN itself: examples from the training part of a split, queries from its test part
    ScanSplit(SplitArguments),
    /// Number words of sampled grammars, or of a language
    ///
    /// The defaults are those of the paper: without --language what it trains with, nonsense words
    /// for numbers up to 99999999; with it the language's basic words, 30 examples and queries.
    Numbers(NumberArguments),
}

/// What all kinds have.
#[derive(Args)]
struct Common {
    /// How many episodes
    #[arg(long, value_name = "N", default_value_t = 1)]
    episodes: u64,
    /// The seed of the first episode; those of the others come of it
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The share of examples, from 0 to 1, whose output is replaced by that of another example,
    /// so that it is wrong
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    corrupt: f64,
}

/// What a sampled grammar is like.
#[derive(Args)]
struct MetaArguments {
    #[command(flatten)]
    common: Common,
    /// How many higher-order rules, such as `x1 kiki x2 -> [x2] [x1]`: 4, or 2-4
    #[arg(long, value_name = "A-B", value_parser = parse_range)]
    rules: Option<RangeInclusive<usize>>,
    /// How many primitives, such as `dax -> RED`
    #[arg(long, value_name = "A-B", value_parser = parse_range)]
    primitives: Option<RangeInclusive<usize>>,
    /// How many examples
    #[arg(long, value_name = "A-B", value_parser = parse_range)]
    support: Option<RangeInclusive<usize>>,
    /// How many queries, none of them among the examples
    #[arg(long, value_name = "N")]
    queries: Option<usize>,
    /// How many words there are to draw from, 17 at most
    #[arg(long, value_name = "N")]
    words: Option<usize>,
    /// The most words of an input, and the most tokens of an output, 10000 at most
    #[arg(long, value_name = "N")]
    max_length: Option<usize>,
}

/// What a command language is taught by and asked about.
#[derive(Args)]
struct CommandArguments {
    #[command(flatten)]
    common: Common,
    /// How many examples: 30, or 20-60
    #[arg(long, value_name = "A-B", value_parser = parse_range)]
    support: Option<RangeInclusive<usize>>,
    /// How many queries, none of them among the examples
    #[arg(long, value_name = "N")]
    queries: Option<usize>,
    /// Queries that the examples determine, that have names or numbers which no example has, or that are to be refused
    #[arg(long, default_value = "determined")]
    asked: AskedArgument,
}

#[derive(Clone, Copy, ValueEnum)]
enum AskedArgument {
    Determined,
    Open,
    Out,
}

/// Which part of SCAN.
#[derive(Args)]
struct SplitArguments {
    #[command(flatten)]
    common: Common,
    /// What is tested on: random commands (needs --data), those with long outputs, with `jump`, or
    /// with `around right`
    #[arg(long)]
    split: SplitArgument,
    /// How the examples are selected: all commands alike, or as in the paper, short ones and those
    /// with `opposite` and `around` first, in which case what is drawn twice counts once; or sampled
    /// from SCAN's phrase grammar, in which short commands are likely
    #[arg(long, default_value = "uniform")]
    selection: SelectionArgument,
    /// How many examples: 100, or 50-100
    #[arg(long, value_name = "A-B", value_parser = parse_range, default_value = "100")]
    support: RangeInclusive<usize>,
    /// How many queries, or `all`
    #[arg(long, value_name = "N", value_parser = parse_queries, default_value = "500")]
    queries: Queries,
    /// The folder with tasks_train_simple.txt and tasks_test_simple.txt, for --split simple
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum SplitArgument {
    Simple,
    Length,
    Jump,
    Right,
}

#[derive(Clone, Copy, ValueEnum)]
enum SelectionArgument {
    Uniform,
    Paper,
    Sampled,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.kind {
        Kind::Miniscan(arguments) => {
            sample_grammars(arguments, MetaGrammar::miniscan(), EpisodeSettings::miniscan())
        }
        Kind::Scan(arguments) => {
            sample_grammars(arguments, MetaGrammar::scan(), EpisodeSettings::scan())
        }
        Kind::Commands(arguments) => sample_commands(arguments),
        Kind::ScanSplit(arguments) => sample_split(arguments),
        Kind::Numbers(arguments) => numbers::sample(arguments),
    }
}

/// Samples with these settings where the command line has no others.
fn sample_grammars(
    arguments: &MetaArguments,
    mut meta: MetaGrammar,
    mut settings: EpisodeSettings,
) -> Result<(), Failure> {
    fn set<T: Clone>(setting: &mut T, argument: &Option<T>) {
        if let Some(argument) = argument {
            setting.clone_from(argument);
        }
    }
    set(&mut meta.rules, &arguments.rules);
    set(&mut meta.primitives, &arguments.primitives);
    set(&mut settings.support, &arguments.support);
    set(&mut settings.queries, &arguments.queries);
    set(&mut settings.max_length, &arguments.max_length);
    settings.corrupt = arguments.common.corrupt;
    // The paper has 12 words of MiniSCAN, and all of them in its tests with many rules.
    if meta.primitives.end().saturating_add(*meta.rules.end()) > meta.words {
        meta.words = meta.lexicon.len();
    }
    set(&mut meta.words, &arguments.words);
    let mut sampler = EpisodeSampler::new(meta, settings).map_err(refused)?;
    print(&arguments.common, |seed| sampler.sample(seed))
}

fn sample_commands(arguments: &CommandArguments) -> Result<(), Failure> {
    let asked = match arguments.asked {
        AskedArgument::Determined => CommandQueries::Determined,
        AskedArgument::Open => CommandQueries::Open,
        AskedArgument::Out => CommandQueries::Out,
    };
    let usual = CommandSettings::default();
    let settings = CommandSettings {
        support: arguments.support.clone().unwrap_or(usual.support),
        queries: arguments.queries.unwrap_or(usual.queries),
        corrupt: arguments.common.corrupt,
        asked,
    };
    let sampler = CommandSampler::new(settings).map_err(refused)?;
    print(&arguments.common, |seed| sampler.sample(seed))
}

fn sample_split(arguments: &SplitArguments) -> Result<(), Failure> {
    let name = match arguments.split {
        SplitArgument::Simple => SplitName::Simple,
        SplitArgument::Length => SplitName::Length,
        SplitArgument::Jump => SplitName::Jump,
        SplitArgument::Right => SplitName::Right,
    };
    let selection = match arguments.selection {
        SelectionArgument::Uniform => Selection::Uniform,
        SelectionArgument::Paper => Selection::Paper,
        SelectionArgument::Sampled => Selection::Sampled,
    };
    let split = match (ScanSplit::generate(name), &arguments.data) {
        (Some(split), None) => split,
        (Some(_), Some(_)) => {
            let name = name.name();
            let message = format!("--data is only for --split simple: {name} is generated");
            return Err(Failure::Input(message));
        }
        (None, Some(folder)) => {
            ScanSplit::read_simple(folder).map_err(|error| Failure::Input(error.to_string()))?
        }
        (None, None) => return Err(Failure::Input(NEEDS_DATA.to_owned())),
    };
    let Queries(queries) = arguments.queries;
    let corrupt = arguments.common.corrupt;
    let sampler = SplitSampler::new(split, selection, arguments.support.clone(), queries, corrupt)
        .map_err(refused)?;
    print(&arguments.common, |seed| Ok(sampler.sample(seed)))
}

const NEEDS_DATA: &str = "--split simple is random and cannot be generated: say with --data DIR \
                          where tasks_train_simple.txt and tasks_test_simple.txt are \
                          (data/scan in blicket's repository)";

/// Prints as many episodes as are asked for.
fn print(
    common: &Common,
    mut sample: impl FnMut(u64) -> Result<Episode, SampleError>,
) -> Result<(), Failure> {
    let mut output = BufWriter::with_capacity(1 << 16, stdout().lock());
    for (_, seed) in (0..common.episodes).zip(episode_seeds(common.seed)) {
        let episode = sample(seed).map_err(refused)?;
        episode.write_line(&mut output).map_err(|error| Failure::writing(&error))?;
    }
    output.flush().map_err(|error| Failure::writing(&error))
}

fn refused(error: SampleError) -> Failure {
    Failure::Input(error.to_string())
}
