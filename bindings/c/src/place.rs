//! Where this library is. Each system has its file.

#[cfg_attr(unix, path = "place/unix.rs")]
#[cfg_attr(windows, path = "place/windows.rs")]
#[cfg_attr(not(any(unix, windows)), path = "place/nowhere.rs")]
mod system;

use std::path::{Path, PathBuf};

/// The folder of the file that this code was loaded from: the shared library, or the program that it was
/// linked into. ONNX Runtime may be beside it.
pub(crate) fn folder() -> Option<PathBuf> {
    let file = system::file()?.canonicalize().ok()?;
    file.parent().map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn here_the_program_is_what_it_was_linked_into() {
        let program = std::env::current_exe().unwrap().canonicalize().unwrap();
        assert_eq!(folder().as_deref(), program.parent());
    }
}
