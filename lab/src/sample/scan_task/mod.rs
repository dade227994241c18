//! SCAN itself (Lake and Baroni, 2018): its commands, its splits, and episodes of them.

mod commands;
mod split;
mod selection;
mod episodes;

pub use commands::{SCAN_GRAMMAR, scan_commands};
pub use episodes::SplitSampler;
pub use selection::Selection;
pub use split::{ScanFileError, ScanSplit, SplitName};
