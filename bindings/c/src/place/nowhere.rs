//! Systems that load no files.

use std::path::PathBuf;

/// The file that this code was loaded from: there is none.
pub(super) fn file() -> Option<PathBuf> {
    None
}
