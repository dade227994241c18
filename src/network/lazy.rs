//! The networks of an engine, loaded at first need: an engine that never asks them pays nothing.

use super::info::{ModelInfo, NetworkInfo};
use super::{Network, NetworkError, NetworkOptions};
use crate::language::rule::Domain;
use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Networks that are loaded once, or not at all.
pub(crate) struct Networks {
    options: NetworkOptions,
    models: OnceLock<Result<Vec<ModelInfo>, NetworkError>>,
    /// Those of each domain: a task has one of them.
    words: OnceLock<Result<Network, NetworkError>>,
    numbers: OnceLock<Result<Network, NetworkError>>,
    /// Whoever loads them has it.
    loading: Mutex<()>,
}

impl Networks {
    pub(crate) fn new(options: NetworkOptions) -> Self {
        #[cfg(feature = "neural")]
        blicket_runtime::watch_main_thread();
        let (models, words, numbers) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { options, models, words, numbers, loading: Mutex::new(()) }
    }

    /// The networks of a domain, after loading them if nobody has; whoever else asks meanwhile waits. What failed
    /// once is not tried again, unless the machine only lacked something at that moment.
    pub(crate) fn get(&self, domain: Domain) -> Result<&Network, NetworkError> {
        let loaded = self.of(domain);
        let known = || Some(loaded.get()?.as_ref().map_err(Clone::clone));
        if let Some(known) = known() {
            return known;
        }
        let _loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known() {
            return known;
        }
        match Network::load(&self.options, domain) {
            Err(error @ NetworkError::Resources { .. }) => Err(error),
            done => loaded.get_or_init(|| done).as_ref().map_err(Clone::clone),
        }
    }

    /// Loads all.
    pub(crate) fn load(&self) -> Result<(), NetworkError> {
        Domain::ALL.iter().try_for_each(|domain| self.get(*domain).map(drop))
    }

    fn of(&self, domain: Domain) -> &OnceLock<Result<Network, NetworkError>> {
        match domain {
            Domain::Words => &self.words,
            Domain::Numbers => &self.numbers,
        }
    }

    /// All that is asked for: networks with the same name are the same.
    pub(crate) fn name(&self) -> String {
        format!("{:?}", self.options)
    }

    /// The models that it has or would have. For these there need not be anything to run them.
    pub(crate) fn models(&self) -> Result<&[ModelInfo], &NetworkError> {
        let models = self.models.get_or_init(|| Network::models(&self.options));
        models.as_ref().map(Vec::as_slice)
    }

    /// What was loaded, or why nothing can be; nothing yet if nobody has needed it, or if it may still come.
    pub(crate) fn state(&self) -> Option<Result<&NetworkInfo, &NetworkError>> {
        let loaded = self.words.get().or_else(|| self.numbers.get());
        loaded.map(|loaded| loaded.as_ref().map(Network::info))
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
