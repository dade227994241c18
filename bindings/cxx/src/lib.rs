//! The cxx bridge: blicket for C++ with Rust's own types. `bridge.rs` declares it, and its comments
//! are the text of the generated header; the other files have one type each; every function runs
//! inside `boundary::guarded`, which turns a panic into an error.
//!
//! Deliberately absent: anything that decides. What an operation means is said once, in the core.

mod boundary;
mod bridge;
mod enums;
mod version;
mod limits;
mod evaluation;
mod explanation;
mod grammar;
mod task;
mod solution;
mod engine;
mod search;

#[cfg(test)]
mod tests;
