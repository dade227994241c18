//! Where ONNX Runtime may be.

use super::error::{Miss, NetworkError};
use blicket_runtime::{LoadError, Runtime};
use std::path::{Path, PathBuf};

/// The environment variable that names the library.
pub(crate) const VARIABLE: &str = "BLICKET_ONNXRUNTIME";

/// The name by which programs know it: the interface of every 1.x release.
const NAME: &str = "libonnxruntime.so.1";
/// What its developers' packages add.
const PLAIN_NAME: &str = "libonnxruntime.so";

/// Finds ONNX Runtime and loads it, unless this process already has it. A path that somebody has given,
/// as an option or by the environment variable, is the only place: who asks for a library is not to
/// get another. `beside` is the folder of the library that this code is part of, if it knows.
pub(crate) fn find(
    option: Option<&Path>,
    beside: Option<&Path>,
) -> Result<&'static Runtime, NetworkError> {
    let variable = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    let places = match (option, &variable) {
        (Some(path), _) => vec![("the option", path.to_owned())],
        (None, Some(path)) => vec![(VARIABLE, PathBuf::from(path))],
        (None, None) => {
            if let Some(runtime) = blicket_runtime::loaded() {
                return Ok(runtime);
            }
            usual_places(beside)
        }
    };
    let mut looked = Vec::new();
    for (place, path) in places {
        match load(&path) {
            Ok(runtime) => return Ok(runtime),
            Err(error @ LoadError::Forked) => {
                // So it is everywhere.
                looked = vec![Miss { path, place, problem: error.to_string() }];
                break;
            }
            Err(error) => looked.push(Miss { path, place, problem: error.to_string() }),
        }
    }
    Err(NetworkError::Runtime { looked })
}

/// These two names are looked for where the system's loader looks; the loader itself gets the file that
/// was found, after it was looked at. Anything else is a file, also without folders.
fn load(path: &Path) -> Result<&'static Runtime, LoadError> {
    if path == Path::new(NAME) || path == Path::new(PLAIN_NAME) {
        return blicket_runtime::load(path);
    }
    match std::path::absolute(path) {
        Ok(path) => blicket_runtime::load(&path),
        Err(error) => Err(LoadError::Unreadable(error.to_string())),
    }
}

/// Where it is if nobody says: beside our own library, as `make install` puts it or as a game ships it;
/// the same beside the program and in its prefix; where the system looks.
fn usual_places(beside: Option<&Path>) -> Vec<(&'static str, PathBuf)> {
    let program = std::env::current_exe().ok();
    let program = program.as_deref().and_then(Path::parent);
    let prefix = program.and_then(Path::parent).map(|prefix| prefix.join("lib"));
    let folders = [
        ("beside the library", beside),
        ("beside the program", program),
        ("in the program's prefix", prefix.as_deref()),
    ];
    let mut places: Vec<(&str, PathBuf)> = Vec::new();
    for (place, folder) in folders {
        let Some(folder) = folder else { continue };
        for path in [folder.join("blicket").join(NAME), folder.join(NAME)] {
            if places.iter().all(|(_, known)| *known != path) {
                places.push((place, path));
            }
        }
    }
    places.extend([NAME, PLAIN_NAME].map(|name| ("where the system looks", name.into())));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_folder_comes_first_and_the_system_last_and_none_twice() {
        let program = std::env::current_exe().unwrap();
        let places = usual_places(program.parent());
        let paths: Vec<&PathBuf> = places.iter().map(|(_, path)| path).collect();
        assert_eq!(*paths[0], program.with_file_name("blicket").join(NAME));
        assert_eq!(*paths[1], program.with_file_name(NAME));
        let last = [PathBuf::from(NAME), PathBuf::from(PLAIN_NAME)];
        assert!(paths.ends_with(&[&last[0], &last[1]]));
        let mut once = paths.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), paths.len());
    }
}
