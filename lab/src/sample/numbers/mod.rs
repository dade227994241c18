//! Number words: grammars drawn like the paper's with their inverse, number to words, and episodes
//! of them and of real languages.

mod draw;
mod grammar;
mod rules;
mod spelling;
mod episodes;
mod language;
mod necessary;
mod language_episodes;

pub use draw::NumberDraw;
pub use episodes::{NumberSampler, NumberSettings};
pub use grammar::{NumberGrammar, NumberGrammars};
pub use language::NumberLanguage;
pub use language_episodes::{LanguageSampler, LanguageSettings};
pub use necessary::necessary_numbers;
