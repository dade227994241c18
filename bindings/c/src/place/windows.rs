//! The system says which module an address is in, and which file that is.

use std::ffi::{OsString, c_void};
use std::os::windows::ffi::OsStringExt;
use std::path::PathBuf;
use std::ptr::null_mut;

#[link(name = "kernel32")]
unsafe extern "system" {
    fn GetModuleHandleExW(flags: u32, address: *const c_void, module: *mut *mut c_void) -> i32;
    fn GetModuleFileNameW(module: *mut c_void, name: *mut u16, size: u32) -> u32;
}

/// The module is looked for by an address in it, and is not held for it.
const BY_ADDRESS_AND_NOT_HELD: u32 = 4 | 2;
/// No path is longer.
const LONGEST: usize = 32768;

/// The file that this code was loaded from.
pub(super) fn file() -> Option<PathBuf> {
    let here: *const c_void = (file as fn() -> Option<PathBuf>) as *const c_void;
    let mut module = null_mut();
    // SAFETY: it looks up an address in this code, and writes to a pointer that is there to be written.
    if unsafe { GetModuleHandleExW(BY_ADDRESS_AND_NOT_HELD, here, &raw mut module) } == 0 {
        return None;
    }
    let mut name = vec![0; LONGEST];
    // SAFETY: the module has this code in it, so it stays; and there is room for so many units.
    let length = unsafe { GetModuleFileNameW(module, name.as_mut_ptr(), LONGEST as u32) } as usize;
    let name = name.get(..length).filter(|name| !name.is_empty())?;
    Some(PathBuf::from(OsString::from_wide(name)))
}
