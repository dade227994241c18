//! Sampled tasks: grammars drawn from the paper's meta-grammars, with examples of what they give,
//! and episodes of SCAN itself and of the number words of languages.
//!
//! An episode is a function of its settings and of one number, its seed, which its name ends in:
//! the same seed gives the same episode again, alone and on any machine.
//!
//! ```
//! use blicket::Grammar;
//! use blicket_lab::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar};
//!
//! let settings = EpisodeSettings { support: 10..=20, ..EpisodeSettings::miniscan() };
//! let mut sampler = EpisodeSampler::new(MetaGrammar::miniscan(), settings)?;
//! let episode = sampler.sample(7)?;
//! assert_eq!(episode.name, "miniscan-7");
//!
//! let grammar = Grammar::parse(&episode.grammar.unwrap()).unwrap();
//! for (input, output) in episode.support {
//!     assert_eq!(grammar.apply(&input).text(), Some(output.as_str()));
//! }
//! # Ok::<(), blicket_lab::sample::SampleError>(())
//! ```

mod error;
mod meta_grammar;
mod inputs;
mod seen;
mod examples;
mod corruption;
mod episodes;
mod miniscan;
mod scan;
mod scan_task;
mod numbers;
mod commands;
mod seeds;

pub use blicket::Random;
pub use commands::{CommandQueries, CommandSampler, CommandSettings};
pub use episodes::{EpisodeSampler, EpisodeSettings};
pub use error::SampleError;
pub use examples::{ExampleSampler, Examples, TRIES};
pub use meta_grammar::{GrammarSampler, LastRule, MetaGrammar};
pub use numbers::{
    LanguageSampler, LanguageSettings, NumberDraw, NumberGrammar, NumberGrammars, NumberLanguage,
    NumberSampler, NumberSettings, necessary_numbers,
};
pub use scan_task::{
    SCAN_GRAMMAR, ScanFileError, ScanSplit, Selection, SplitName, SplitSampler, scan_commands,
};
pub use seeds::episode_seeds;
