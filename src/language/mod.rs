//! The language that grammars are written in: words, rules, sections, and their text form.

mod word_index;
pub(crate) mod vocabulary;
pub(crate) mod rule;
pub(crate) mod class;
pub(crate) mod groups;
mod well_formed;
mod normalisation;
pub(crate) mod section;
pub(crate) mod nearest;
mod embedded;
mod ready_made;
mod notation;
mod error;
mod line;
mod outline;
mod left_side;
mod right_side;
mod parts;
mod parse;
mod print;
mod section_text;
mod open_read;
mod open_write;
pub(crate) mod layout;
mod format;

pub use error::{ParseError, ParseErrors};
pub use format::format_grammar;
pub use normalisation::{Normalisation, Punctuation, Words};
pub(crate) use open_read::{MOST_ALTERNATIVES, MOST_SHOWN, Open, read_open};
pub(crate) use open_write::{OpenText, SectionsWithWords};
pub(crate) use parse::{Parsed, parse};
pub(crate) use print::{RuleText, print, section_name};
pub use ready_made::ReadyMade;
