//! What a search may cost, and how it is watched and ended: workers in turn, time, steps and memory.

pub(crate) mod workers;
mod control;
mod watch;
#[expect(clippy::module_inception, reason = "the folder is about it")]
mod budget;
pub(crate) mod parallel;

pub use budget::Budget;
pub(crate) use budget::Reserve;
pub(crate) use budget::Ticker;
pub(crate) use control::{Best, Control};
pub use control::{Phase, Progress};
pub(crate) use watch::{Callback, Watch, panic_text};
