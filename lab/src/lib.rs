//! The laboratory of [`blicket`]: what it takes to measure and to train learners, and nothing that a
//! host needs.
//!
//! [`episode`] reads and writes tasks as files. [`sample`] draws tasks at random: the grammars of the paper
//! on which blicket is built, SCAN and its splits, and number words. [`baselines`] has the searches that
//! the paper compares itself with, as learners.
//!
//! The library that hosts link has none of this. This crate uses blicket as any host does, by its public
//! interface.

#![forbid(unsafe_code)]

// In the order of the data flow; a module uses only what stands before it.
pub mod episode;
pub mod sample;
pub mod baselines;
