//! Networks: tensors in, tensors out. What is in the tensors is not known here (`models/README.md`).
//!
//! `find` says where ONNX Runtime may be, `models` which bytes are models, `pool` how threads share
//! sessions, `join` and `together` how searches ask a card together, `load` makes a [`Network`] of them, and `lazy` does that at first need.

mod error;
#[cfg(feature = "neural")]
mod find;
mod info;
#[cfg(feature = "neural")]
mod models;
#[cfg(feature = "neural")]
mod pool;
#[cfg(feature = "neural")]
mod join;
#[cfg(feature = "neural")]
mod together;
#[cfg(feature = "neural")]
mod card;
#[cfg(feature = "neural")]
mod load;
#[cfg(not(feature = "neural"))]
mod none;
mod lazy;
#[cfg(all(test, feature = "neural"))]
mod tests;

use crate::device::Device;
use std::path::PathBuf;

pub use error::{Miss, NetworkError};
pub use info::{ModelInfo, RuntimeInfo};
pub(crate) use lazy::Networks;
#[cfg(feature = "neural")]
pub(crate) use load::Network;
#[cfg(not(feature = "neural"))]
pub(crate) use none::Network;

#[cfg(feature = "neural")]
pub(crate) use blicket_runtime::{Data, Outputs, Tensor};

/// Whether nobody waits for a network any more. Another thread than the one that waits asks it.
#[cfg(feature = "neural")]
pub(crate) type IsOver<'a> = &'a (dyn Fn() -> bool + Sync);

/// A graph of a network.
#[cfg(feature = "neural")]
pub(crate) trait Graph: Send + Sync {
    /// Runs the graph; `None` if it was over before that was done.
    fn run(
        &self,
        inputs: &[(&str, Tensor)],
        over: IsOver<'_>,
    ) -> Result<Option<Outputs>, NetworkError>;

    /// Whether a run may be one of several searches, which are better all there: so a search that asks lets others have
    /// its turn meanwhile.
    fn is_shared(&self) -> bool {
        false
    }
}

/// How networks are to be loaded.
#[derive(Clone, Debug, Default)]
#[cfg_attr(not(feature = "neural"), expect(dead_code, reason = "there is nothing to load"))]
pub(crate) struct NetworkOptions {
    /// What has to run them.
    pub(crate) device: Device,
    /// The library of ONNX Runtime; looked for if it is not set.
    pub(crate) runtime: Option<PathBuf>,
    /// The folder of the library that this code is part of, for whoever knows it.
    pub(crate) beside: Option<PathBuf>,
    /// A folder with models instead of those that are built in.
    pub(crate) models: Option<PathBuf>,
    /// How many threads may ask at once.
    pub(crate) threads: usize,
    /// Whether searches ask together on the processor, too, as they do on a card.
    pub(crate) together: bool,
}
