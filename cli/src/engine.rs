//! The options of the engine: where networks run, and what they are loaded from.

use crate::failure::Failure;
use blicket::{Device, Engine, EngineOptions};
use clap::Args;
use std::num::NonZero;
use std::path::PathBuf;

/// What solves tasks.
#[derive(Args)]
pub(crate) struct EngineArguments {
    /// Where networks run: auto, cpu, cuda, or cuda: and the index of a card; it is an error if a card
    /// is asked for that cannot be had
    #[arg(long, value_name = "DEVICE", default_value_t = Device::Auto)]
    device: Device,
    /// The library of ONNX Runtime, which runs networks; otherwise $BLICKET_ONNXRUNTIME, or what is
    /// found beside blicket or by the system
    #[arg(long, value_name = "PATH")]
    runtime: Option<PathBuf>,
    /// A folder with models and their MANIFEST, instead of those that are built in
    #[arg(long, value_name = "PATH")]
    model: Option<PathBuf>,
    /// The most threads that work at once [default: as many as there are processors]; what is found
    /// does not depend on it
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

impl EngineArguments {
    pub(crate) fn engine(&self) -> Result<Engine, Failure> {
        let options = EngineOptions::default().with(|options| {
            options.device = self.device;
            options.threads = self.threads;
            options.runtime_path = self.runtime.clone();
            options.model_path = self.model.clone();
        });
        Engine::new(&options).map_err(|error| Failure::Machine(error.to_string()))
    }
}
