//! What the fuzz targets do with bytes, in stable Rust: libFuzzer calls these bodies, and so do the tests,
//! which replay what failed once and run a short drill.
//!
//! A body panics when something is not as promised. That of the C ABI is in `c_abi/`, and is compiled
//! into the crate of the C ABI, because that crate is for C only.

mod choices;
mod drill;
mod random;
mod seeds;
pub mod doubt;
pub mod episodes;
pub mod evaluation;
pub mod grammar_text;
pub mod grammar_tools;
pub mod learning;
pub mod lint;
pub mod proposals;
pub mod model_file;
pub mod studio;

pub use choices::Choices;
pub use drill::{drill, replay};

/// A target as the tests and the seeds' writer know it.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, as `cargo fuzz run` knows it.
    pub name: &'static str,
    /// What it does.
    pub body: fn(&[u8]),
    /// What to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// The targets whose bodies are here.
pub const TARGETS: [Target; 10] = [
    Target { name: "grammar_text", body: grammar_text::run, seeds: grammar_text::seeds },
    Target { name: "grammar_tools", body: grammar_tools::run, seeds: grammar_tools::seeds },
    Target { name: "evaluation", body: evaluation::run, seeds: evaluation::seeds },
    Target { name: "doubt", body: doubt::run, seeds: doubt::seeds },
    Target { name: "episodes", body: episodes::run, seeds: episodes::seeds },
    Target { name: "learning", body: learning::run, seeds: learning::seeds },
    Target { name: "lint", body: lint::run, seeds: lint::seeds },
    Target { name: "proposals", body: proposals::run, seeds: learning::seeds },
    Target { name: "model_file", body: model_file::run, seeds: model_file::seeds },
    Target { name: "studio", body: studio::run, seeds: studio::seeds },
];

/// What the target of the C ABI begins with: sequences of calls at random.
pub fn c_abi_seeds() -> Vec<Vec<u8>> {
    seeds::random(60, 400, &[])
}
