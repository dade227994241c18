//! The C ABI. One file a type; pointers become references in `handle.rs` and `text.rs` and nowhere
//! else; every export runs inside `boundary::run`, which turns errors and panics into a status.
//!
//! The doc comments here are the header's text: it is written for someone who knows C and no Rust.

#![allow(unsafe_code, reason = "this is where C begins")]
// What a caller has to keep to is said in the header's own words, beside each type.
#![allow(clippy::missing_safety_doc)]
// Exports are reached from C, which this lint cannot see.
#![allow(unreachable_pub)]

#[macro_use]
mod mirror;
mod status;
mod text;
mod handle;
mod error;
mod boundary;
mod version;
mod place;
mod options;
mod engine;
mod limits;
mod evaluation;
mod slot;
mod explanation;
mod grammar;
mod advice;
mod batch;
mod task;
mod remarks;
mod result;
mod problem;
mod question;
mod synthesis;
mod search;

// Calls at random: what the fuzzer runs, and a test.
#[cfg(any(test, fuzzing))]
#[path = "../../../fuzz/bodies/c_abi/mod.rs"]
pub mod fuzz;

#[cfg(test)]
mod tests;
