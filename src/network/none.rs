//! A build without networks: there are none, ever.

use super::info::{ModelInfo, NetworkInfo};
use super::{NetworkError, NetworkOptions};
use crate::language::rule::Domain;

/// A network that cannot be.
#[derive(Debug)]
pub(crate) enum Network {}

impl Network {
    pub(crate) fn models(_: &NetworkOptions) -> Result<Vec<ModelInfo>, NetworkError> {
        Ok(Vec::new())
    }

    pub(crate) fn load(_: &NetworkOptions, _: Domain) -> Result<Self, NetworkError> {
        Err(NetworkError::NotBuiltIn)
    }

    pub(crate) fn info(&self) -> &NetworkInfo {
        match *self {}
    }
}
