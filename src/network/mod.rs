//! Networks: tensors in, tensors out. What is in the tensors is not known here (`models/README.md`).
//!
//! `find` says where ONNX Runtime may be, `models` which bytes are models, `pool` how threads share
//! sessions, and `load` makes a [`Network`] of them.

#![allow(dead_code, unused_imports, unreachable_pub, reason = "the engine will load networks")]

mod error;
mod find;
mod load;
mod models;
mod pool;
#[cfg(test)]
mod tests;

pub(crate) use blicket_runtime::{Data, Tensor};
pub(crate) use error::{Miss, NetworkError};
pub(crate) use load::{Network, NetworkInfo, NetworkOptions};

/// A graph of a network.
pub(crate) trait Graph: Send + Sync {
    /// Runs the graph; the outputs by name.
    fn run(&self, inputs: &[(&str, Tensor)]) -> Result<Vec<(String, Tensor)>, NetworkError>;
}
