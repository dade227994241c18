//! Where this library is.

use std::ffi::{CStr, OsStr, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The folder of the file that this code was loaded from: the shared library, or the program that it was
/// linked into. ONNX Runtime may be beside it.
pub(crate) fn folder() -> Option<PathBuf> {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    let here: *const c_void = (folder as fn() -> Option<PathBuf>) as *const c_void;
    // SAFETY: it looks up an address in this code, and writes to a struct that is there to be written.
    if unsafe { libc::dladdr(here, info.as_mut_ptr()) } == 0 {
        return None;
    }
    // SAFETY: zeros are a valid value of it, and it was filled in since.
    let name = unsafe { info.assume_init() }.dli_fname;
    if name.is_null() {
        return None;
    }
    // SAFETY: the loader's own text for a file that is loaded, which this code is in.
    let name = unsafe { CStr::from_ptr(name) };
    let file = Path::new(OsStr::from_bytes(name.to_bytes())).canonicalize().ok()?;
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
