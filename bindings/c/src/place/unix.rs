//! The loader says which file an address is from.

use std::ffi::{CStr, OsStr, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// The file that this code was loaded from.
pub(super) fn file() -> Option<PathBuf> {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    let here: *const c_void = (file as fn() -> Option<PathBuf>) as *const c_void;
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
    Some(PathBuf::from(OsStr::from_bytes(name.to_bytes())))
}
