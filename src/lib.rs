#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

// In the order of the data flow; a module uses only what stands before it.
#[macro_use]
mod named;
mod clock;
mod sync;
mod random;
mod arrange;
mod memo;
mod length;
mod language;
mod run;
pub mod grammar;
mod check;
mod lint;
mod export;
mod task;
mod solution;
mod device;
mod network;
mod budget;
mod pin;
mod prepare;
mod judge;
mod ask;
mod learn;
mod solve;
mod again;
mod engine;
mod slips;
mod search;

pub use budget::{Phase, Progress};
pub use check::{Finding, FindingKind, Severity, check_grammar};
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use clock::set_clock;
pub use device::{Device, UnknownDevice};
pub use engine::{DeviceUnavailable, Engine, EngineOptions};
pub use export::{ExportError, Notation};
pub use grammar::{
    Advice, Batch, Continuation, Derivation, Domain, Evaluation, EvaluationReport, Grammar,
    InvalidRule, Outcome, ParseError, ParseErrors, ReadyMade, Rule, Section, Slot, SlotReport,
    Step, Suggestion, UnknownWord,
};
pub use language::vocabulary::{Vocabulary, Word};
pub use language::{Normalisation, Punctuation, Words, format_grammar};
pub use lint::{Remark, RemarkKind, Side, lint_examples};
pub use memo::Memo;
pub use network::{Miss, ModelInfo, NetworkError, RuntimeInfo};
pub use random::Random;
pub use run::limits::{Limit, Limits};
pub use run::program::Program;
pub use run::{Evaluator, Job, Verdict};
pub use search::{Search, ThreadUnavailable};
pub use solution::{
    Answer, Details, Missed, PossibleAnswer, Problem, ProblemKind, Question, Report, Solution,
    Statistics, StopReason, Success, Unsatisfied, WeightedGrammar,
};
pub use task::{InvalidOption, Pinned, Strategy, Task, TaskOption};

/// What the laboratory is made of, which measures this library: no host's business, and without any promise.
#[doc(hidden)]
pub mod laboratory {
    pub use crate::budget::Budget;
    pub use crate::judge::Found;
    /// The rules of the paper's class.
    pub mod class {
        pub use crate::language::class::{
            ONE_VARIABLE, VARIABLES, higher_order, last_rule, primitive,
        };
    }
    pub use crate::learn::schedule::Schedule;
    pub use crate::learn::{Effort, Ended, Learner};
    pub use crate::prepare::Prepared;
}

/// The version of this library.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version of the C ABI that this library speaks. It changes when a program that was compiled
/// against an older header could no longer run. This is the only place that has the number: the header,
/// the name of the shared library, the files for CMake and pkg-config and all tests are made from it.
pub const ABI_VERSION: u32 = 1;
