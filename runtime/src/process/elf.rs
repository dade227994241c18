//! The libraries of this process, as the system's loader lists them. It is asked itself, because `/proc` is not
//! everywhere, and says of a file that is only read as data that it is mapped, too.

use libc::{PF_X, PT_LOAD, c_int, c_void, dl_iterate_phdr, dl_phdr_info, size_t};
use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A library that is loaded: its path as the loader has it, and where its code is.
struct Loaded {
    path: PathBuf,
    code: Vec<(usize, usize)>,
}

/// The library of this process that has this name, or this name and a version, by the path that the loader has for
/// it. A file that is only mapped is no library.
pub(crate) fn loaded_as(name: &Path) -> Option<PathBuf> {
    let name = name.to_str()?;
    let is_it = |path: &Path| {
        let last = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        last.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    all().into_iter().map(|loaded| loaded.path).find(|path| is_it(path))
}

/// Whether an address of this process is one of code.
pub(crate) fn is_code(address: usize) -> bool {
    let mut ranges = all().into_iter().flat_map(|loaded| loaded.code);
    ranges.any(|(start, end)| (start..end).contains(&address))
}

fn all() -> Vec<Loaded> {
    let mut all: Vec<Loaded> = Vec::new();
    // SAFETY: it calls the function for each library, while none is taken away, and hands it this list.
    unsafe { dl_iterate_phdr(Some(add), (&raw mut all).cast()) };
    all
}

unsafe extern "C" fn add(info: *mut dl_phdr_info, _: size_t, all: *mut c_void) -> c_int {
    // SAFETY: the list of the function above, which nobody else has.
    let all = unsafe { &mut *all.cast::<Vec<Loaded>>() };
    // SAFETY: the loader gives what is valid during this call.
    let info = unsafe { &*info };
    let path = match info.dlpi_name.is_null() {
        true => PathBuf::new(),
        // SAFETY: a text that ends with a zero byte.
        false => OsStr::from_bytes(unsafe { CStr::from_ptr(info.dlpi_name) }.to_bytes()).into(),
    };
    // SAFETY: as many as the loader says.
    let parts = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
    let code = parts.iter().filter(|part| part.p_type == PT_LOAD && part.p_flags & PF_X != 0);
    let range = |start: usize, length: usize| (start, start.wrapping_add(length));
    let code = code.map(|part| {
        range((info.dlpi_addr as usize).wrapping_add(part.p_vaddr as usize), part.p_memsz as usize)
    });
    all.push(Loaded { path, code: code.collect() });
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_told_from_data() {
        static DATA: u64 = 7;
        assert!(is_code(is_code as fn(usize) -> bool as usize));
        assert!(!is_code(&raw const DATA as usize));
    }

    #[test]
    fn what_every_program_has_is_found_and_what_none_has_is_not() {
        let libc = loaded_as(Path::new("libc.so.6")).unwrap();
        assert!(libc.is_file(), "{libc:?}");
        assert_eq!(loaded_as(Path::new("libc.so")), Some(libc));
        assert_eq!(loaded_as(Path::new("libno-such-library.so.1")), None);
    }
}
