//! What tests of the runtime share.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Says that a test was left out. The macros would keep it back, because the test passes.
pub(crate) fn left_out(message: &str) {
    writeln!(std::io::stderr(), "*** LEFT OUT: {message} ***").expect("standard error");
}

/// A folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
