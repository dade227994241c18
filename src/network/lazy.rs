//! The networks of an engine, loaded at first need: an engine that never asks them pays nothing.

use super::info::{ModelInfo, NetworkInfo};
use super::{Network, NetworkError, NetworkOptions};
use std::fmt;
use std::sync::OnceLock;

/// Networks that are loaded once, or not at all.
pub(crate) struct Networks {
    options: NetworkOptions,
    models: OnceLock<Result<Vec<ModelInfo>, NetworkError>>,
    loaded: OnceLock<Result<Network, NetworkError>>,
}

impl Networks {
    pub(crate) fn new(options: NetworkOptions) -> Self {
        #[cfg(feature = "neural")]
        blicket_runtime::watch_main_thread();
        Self { options, models: OnceLock::new(), loaded: OnceLock::new() }
    }

    /// The networks, after loading them if nobody has; whoever else asks meanwhile waits. What failed
    /// once is not tried again: an engine answers the same all its life.
    pub(crate) fn get(&self) -> Result<&Network, &NetworkError> {
        self.loaded.get_or_init(|| Network::load(&self.options)).as_ref()
    }

    /// The models that it has or would have. For these there need not be anything to run them.
    pub(crate) fn models(&self) -> Result<&[ModelInfo], &NetworkError> {
        let models = self.models.get_or_init(|| Network::models(&self.options));
        models.as_ref().map(Vec::as_slice)
    }

    /// What was loaded, or why nothing could be; nothing yet if nobody has needed it.
    pub(crate) fn state(&self) -> Option<Result<&NetworkInfo, &NetworkError>> {
        self.loaded.get().map(|loaded| loaded.as_ref().map(Network::info))
    }
}

impl fmt::Debug for Networks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Networks")
            .field("options", &self.options)
            .field("state", &self.state())
            .finish()
    }
}
