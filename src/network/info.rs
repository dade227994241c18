//! What was loaded, as a host asks for it.

use crate::device::Device;
use std::path::PathBuf;

/// ONNX Runtime, as it was loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuntimeInfo {
    /// Its version.
    pub version: String,
    /// The file that it was loaded from.
    pub path: PathBuf,
}

/// A model: a file with a graph of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ModelInfo {
    /// The name of a built-in one, or the path of another.
    pub file: String,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// The version of its format.
    pub format: &'static str,
    /// What it is asked and answers, by the name in models/README.md.
    pub contract: &'static str,
}

/// What runs networks.
#[derive(Clone, Debug)]
pub(crate) struct NetworkInfo {
    pub(crate) runtime: RuntimeInfo,
    /// What really runs them, never [`Device::Auto`].
    pub(crate) device: Device,
    /// Why that, and not another.
    pub(crate) reason: String,
}
