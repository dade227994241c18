#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

// In the order of the data flow; a module uses only what stands before it.
pub mod vocabulary;
pub mod limits;
mod rule;
mod program;
pub mod grammar;
mod evaluate;
mod evaluation;
mod derivation;
pub mod episode;
pub mod sample;
#[cfg(feature = "baselines")]
mod baselines;
mod sync;
mod known;
mod task;
mod solution;
mod workers;
mod control;
mod device;
mod network;
mod propose;
mod engine;
mod deduce;
mod rank;
mod numbers;
mod synthesis;
mod search;

#[cfg(feature = "baselines")]
pub use baselines::BaselineSettings;
pub use control::{Phase, Progress};
pub use derivation::{Derivation, Step};
pub use device::{Device, UnknownDevice};
pub use engine::{DeviceUnavailable, Engine, EngineOptions};
pub use evaluate::{Evaluator, Job, Verdict};
pub use evaluation::{Evaluation, Outcome};
pub use grammar::{Domain, Grammar, InvalidRule, ParseError, Rule};
pub use known::Known;
pub use limits::{Limit, Limits};
pub use network::{Miss, ModelInfo, NetworkError, RuntimeInfo};
pub use program::Program;
pub use search::{Search, ThreadUnavailable};
pub use solution::{Answer, Problem, Solution, Statistics, StopReason, Success, Unsatisfied};
pub use task::{Strategy, Task};
pub use vocabulary::{Vocabulary, Word};

/// The version of this library.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version of the C ABI that this library speaks. It changes when a program that was compiled
/// against an older header could no longer run.
pub const ABI_VERSION: u32 = 1;
