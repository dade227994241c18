//! Versions.

use crate::boundary::{Error, guarded};

pub(crate) fn abi_version() -> Result<u32, Error> {
    guarded(|| Ok(blicket::ABI_VERSION))
}

pub(crate) fn version() -> Result<&'static str, Error> {
    guarded(|| Ok(blicket::VERSION))
}
