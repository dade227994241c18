//! Where the system's loader would look for a library that it is asked for by name.
//!
//! It is not asked itself: it waits for pipes, and dies of half a file. So the files come from here, to
//! be looked at before they are loaded. Left out is what only a program's own header says (its run path).

use crate::process;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the loader keeps which library is where, as `ldconfig` has written it.
const CACHE: &str = "/etc/ld.so.cache";
/// How its list begins, behind one of an older format in some.
const MAGIC: &[u8] = b"glibc-ld.so.cache1.1";
const HEADER: usize = 48;
const ENTRY: usize = 24;

/// Where it looks whatever the cache says. Libraries of another machine that are found there are refused,
/// as they are by the loader.
const USUAL: [&str; 4] = ["/lib", "/usr/lib", "/lib64", "/usr/lib64"];

/// The files that a library of this name may be, the first that it should be first.
pub(crate) fn places(name: &Path) -> Vec<PathBuf> {
    // As the loader does it: what a stranger has set is not to say what runs with rights that he has not.
    let variable = env::var_os("LD_LIBRARY_PATH").filter(|_| !process::is_privileged());
    let variable = variable.unwrap_or_default();
    let named = named(&variable, name);
    let cache = fs::read(CACHE).unwrap_or_default();
    let machine = format!("{}-linux-gnu", env::consts::ARCH);
    let usual = USUAL.iter().flat_map(|folder| {
        let folder = Path::new(folder);
        [folder.join(&machine).join(name), folder.join(name)]
    });
    let all = named.into_iter().chain(cached(&cache, name)).chain(usual);
    all.filter(|path| path.symlink_metadata().is_ok()).collect()
}

/// In the folders of a variable. An empty one between colons means the working folder to the loader too, but
/// a variable that is empty or not there means none: what lies about there is not to be run.
fn named(variable: &OsStr, name: &Path) -> Vec<PathBuf> {
    let folders = env::split_paths(variable).filter(|_| !variable.is_empty());
    folders.map(|folder| folder.join(name)).collect()
}

/// The files that the loader's cache has under a name: entries of two numbers that say where in the file
/// name and path begin, each with a zero byte behind its end.
fn cached(cache: &[u8], name: &Path) -> Vec<PathBuf> {
    let start = cache.windows(MAGIC.len()).position(|window| window == MAGIC);
    let list = start.map_or(&[][..], |start| &cache[start..]);
    let Some(count) = number(list, MAGIC.len()) else { return Vec::new() };
    let text = |at: Option<usize>| -> Option<&str> {
        let rest = list.get(at?..)?;
        std::str::from_utf8(rest.split(|byte| *byte == 0).next()?).ok()
    };
    let entries = list.get(HEADER..).unwrap_or_default().chunks_exact(ENTRY).take(count);
    entries
        .filter(|entry| text(number(entry, 4)).map(Path::new) == Some(name))
        .filter_map(|entry| text(number(entry, 8)).map(PathBuf::from))
        .filter(|path| path.is_absolute())
        .collect()
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..at + 4)?;
    u32::from_le_bytes(bytes.try_into().ok()?).try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cache of one entry, behind what an older format would have there.
    fn cache(name: &str, path: &str) -> Vec<u8> {
        let texts = u32::try_from(HEADER + ENTRY).unwrap();
        let after = texts + u32::try_from(name.len()).unwrap() + 1;
        let mut list = MAGIC.to_vec();
        list.extend(1u32.to_le_bytes());
        list.resize(HEADER, 0);
        for number in [3, texts, after, 0, 0, 0] {
            list.extend(number.to_le_bytes());
        }
        list.extend(format!("{name}\0{path}\0").bytes());
        [b"ld.so-1.7.0\0older".to_vec(), list].concat()
    }

    #[test]
    fn a_cache_says_where_a_library_is() {
        let cache = cache("liba.so.1", "/opt/a/liba.so.1");
        assert_eq!(cached(&cache, Path::new("liba.so.1")), [Path::new("/opt/a/liba.so.1")]);
        assert!(cached(&cache, Path::new("liba.so")).is_empty());
    }

    #[test]
    fn a_cache_that_is_damaged_does_no_harm() {
        let cache = cache("liba.so.1", "/opt/a/liba.so.1");
        for length in 0..cache.len() {
            let _ = cached(&cache[..length], Path::new("liba.so.1"));
        }
        for byte in 0..cache.len() {
            let mut damaged = cache.clone();
            damaged[byte] = 0xff;
            let _ = cached(&damaged, Path::new("liba.so.1"));
        }
    }

    #[test]
    fn the_working_folder_is_looked_at_only_if_the_variable_says_so() {
        let named = |variable: &str| named(OsStr::new(variable), Path::new("liba.so.1"));
        assert!(named("").is_empty());
        assert_eq!(named("/a"), [Path::new("/a/liba.so.1")]);
        assert_eq!(named("/a:"), [Path::new("/a/liba.so.1"), Path::new("liba.so.1")]);
    }
}
