//! `blicket sample numbers`: number words of sampled grammars and of languages.

use super::count::{Numbers, parse_numbers, parse_range};
use super::{Common, print, refused};
use crate::failure::Failure;
use crate::input::Input;
use blicket_lab::sample::{
    LanguageSampler, LanguageSettings, NumberDraw, NumberLanguage, NumberSampler, NumberSettings,
    necessary_numbers,
};
use clap::{Args, ValueEnum};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// What the episodes are like.
#[derive(Args)]
pub(super) struct NumberArguments {
    #[command(flatten)]
    common: Common,
    /// How many examples: 61, or 60-100. Without --language: 60-100, of which 1 to 20 and every
    /// primitive are always there. With it: the basic words and 30 more
    #[arg(long, value_name = "A-B", value_parser = parse_range)]
    support: Option<RangeInclusive<usize>>,
    /// How many queries, none of them among the examples. Without --language: 10. With it: what
    /// makes 110 with the examples, but 10 at least
    #[arg(long, value_name = "N")]
    queries: Option<usize>,
    /// How numbers are drawn: short ones, as the paper trains with (usual without --language), or
    /// long ones, as it tests with (usual with it)
    #[arg(long)]
    draw: Option<DrawArgument>,
    /// A language instead of sampled grammars: a file with a number, a TAB and its words a line. A
    /// number that is drawn and not there is replaced by one that looks like it
    #[arg(long, value_name = "FILE")]
    language: Option<PathBuf>,
    /// The language's basic words, which are always among the examples, as far as the file has
    /// them: 1-20,30,100. Otherwise the paper's, if the file's name begins with one of its languages
    /// (el, en, es, fr, it, ja, ko, vi, zh and a dot); for others 0-20, the tens, the hundreds, and
    /// the powers of ten up to 10000000
    #[arg(long, value_name = "LIST", value_parser = parse_numbers, requires = "language")]
    necessary: Option<Numbers>,
}

#[derive(Clone, Copy, ValueEnum)]
enum DrawArgument {
    Training,
    Test,
}

impl From<DrawArgument> for NumberDraw {
    fn from(draw: DrawArgument) -> Self {
        match draw {
            DrawArgument::Training => Self::Training,
            DrawArgument::Test => Self::Test,
        }
    }
}

pub(super) fn sample(arguments: &NumberArguments) -> Result<(), Failure> {
    match &arguments.language {
        Some(path) => sample_language(arguments, path),
        None => sample_grammars(arguments),
    }
}

fn sample_grammars(arguments: &NumberArguments) -> Result<(), Failure> {
    let usual = NumberSettings::training();
    let settings = NumberSettings {
        support: arguments.support.clone().unwrap_or(usual.support),
        queries: arguments.queries.unwrap_or(usual.queries),
        draw: arguments.draw.map_or(usual.draw, NumberDraw::from),
        corrupt: arguments.common.corrupt,
    };
    let sampler = NumberSampler::new(settings).map_err(refused)?;
    print(&arguments.common, |seed| Ok(sampler.sample(seed)))
}

fn sample_language(arguments: &NumberArguments, path: &Path) -> Result<(), Failure> {
    let mut input = Input::open(path)?;
    let text = input.read_all()?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let language = NumberLanguage::parse(name.clone(), &text)
        .map_err(|error| Failure::Input(format!("{}: {error}", input.name)))?;
    let necessary = match &arguments.necessary {
        Some(Numbers(numbers)) => numbers.clone(),
        None => necessary_numbers(name.split('.').next().unwrap_or_default()),
    };
    let usual = LanguageSettings::paper(necessary);
    let settings = LanguageSettings {
        support: arguments.support.clone(),
        queries: arguments.queries,
        draw: arguments.draw.map_or(usual.draw, NumberDraw::from),
        corrupt: arguments.common.corrupt,
        ..usual
    };
    let sampler = LanguageSampler::new(language, settings).map_err(refused)?;
    print(&arguments.common, |seed| Ok(sampler.sample(seed)))
}
