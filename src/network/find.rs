//! Where ONNX Runtime may be.

use super::error::{Miss, NetworkError};
use blicket_runtime::{LoadError, Runtime};
use std::path::{Path, PathBuf};

/// The environment variable that names the library.
pub(crate) const VARIABLE: &str = "BLICKET_ONNXRUNTIME";

/// The name by which programs know it: the interface of every 1.x release.
const NAME: &str = if cfg!(windows) {
    "onnxruntime.dll"
} else if cfg!(target_vendor = "apple") {
    "libonnxruntime.1.dylib"
} else {
    "libonnxruntime.so.1"
};
/// What its developers' packages add.
const PLAIN_NAME: &str = if cfg!(windows) {
    NAME
} else if cfg!(target_vendor = "apple") {
    "libonnxruntime.dylib"
} else {
    "libonnxruntime.so"
};

/// A place where it may be.
#[derive(Debug)]
struct Location {
    /// Why that place.
    why: &'static str,
    path: PathBuf,
    /// The folder of the program or library that it lies beside; nothing where somebody has named it, or the system.
    beside: Option<PathBuf>,
}

/// Finds ONNX Runtime and loads it, unless this process already has it. A path that somebody has given,
/// as an option or by the environment variable, is the only place: who asks for a library is not to
/// get another. `beside` is the folder of the library that this code is part of, if it knows.
pub(crate) fn find(
    option: Option<&Path>,
    beside: Option<&Path>,
) -> Result<&'static Runtime, NetworkError> {
    let variable = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    // A program with rights that its caller has not does not run what the caller says.
    let variable = variable.filter(|_| !blicket_runtime::is_privileged());
    let named = |why, path| vec![Location { why, path, beside: None }];
    let mut looked = Vec::new();
    let places = match (option, variable) {
        (Some(path), _) => named("the option", path.to_owned()),
        (None, Some(path)) => named(VARIABLE, PathBuf::from(path)),
        (None, None) => {
            if let Some(runtime) = blicket_runtime::loaded() {
                return Ok(runtime);
            }
            let program = std::env::current_exe();
            looked.extend(program.as_ref().err().map(nowhere));
            usual_places(beside, program.ok().as_deref())
        }
    };
    for place in places {
        match load(&place) {
            Ok(runtime) => return Ok(runtime),
            Err(error @ LoadError::Resources(_)) => {
                let problem = format!("{}: {error}", place.path.display());
                return Err(NetworkError::Resources { problem });
            }
            Err(error) => {
                let is_everywhere_so = matches!(error, LoadError::Forked | LoadError::Ending);
                let Location { why: place, path, .. } = place;
                let miss = Miss { path, place, problem: error.to_string() };
                if is_everywhere_so {
                    looked = vec![miss];
                    break;
                }
                looked.push(miss);
            }
        }
    }
    Err(NetworkError::Runtime { looked })
}

/// What is said where the system does not tell where the program is: on Linux, where there is no `/proc`.
fn nowhere(error: &std::io::Error) -> Miss {
    let problem = format!("the system does not say where the program is: {error}");
    Miss { path: NAME.into(), place: "beside the program", problem }
}

/// These two names are looked for where the system's loader looks; the loader itself gets the file that
/// was found, after it was looked at. Anything else is a file, also without folders.
fn load(Location { path, beside, .. }: &Location) -> Result<&'static Runtime, LoadError> {
    if path == Path::new(NAME) || path == Path::new(PLAIN_NAME) {
        return blicket_runtime::load(path);
    }
    let path =
        std::path::absolute(path).map_err(|error| LoadError::Unreadable(error.to_string()))?;
    match beside {
        Some(folder) => blicket_runtime::load_beside(&path, folder),
        None => blicket_runtime::load(&path),
    }
}

/// Where it is if nobody says: beside our own library, as `make install` puts it or as a game ships it;
/// the same beside the program and in its prefix; where the system looks.
fn usual_places(beside: Option<&Path>, program: Option<&Path>) -> Vec<Location> {
    let program = program.and_then(Path::parent);
    // A prefix has its programs in a folder of this name. Of others, the folder above is anybody's.
    let bin = program.filter(|folder| folder.ends_with("bin"));
    let lib = bin.and_then(Path::parent).map(|prefix| prefix.join("lib"));
    let folders = [
        ("beside the library", beside, beside),
        ("beside the program", program, program),
        ("in the program's prefix", lib.as_deref(), program),
    ];
    let mut places: Vec<Location> = Vec::new();
    for (why, folder, beside) in folders {
        let Some(folder) = folder else { continue };
        for path in [folder.join("blicket").join(NAME), folder.join(NAME)] {
            add(&mut places, Location { why, path, beside: beside.map(Path::to_owned) });
        }
    }
    for name in [NAME, PLAIN_NAME] {
        let why = "where the system looks";
        add(&mut places, Location { why, path: name.into(), beside: None });
    }
    places
}

/// Unless it is among them.
fn add(places: &mut Vec<Location>, place: Location) {
    if places.iter().all(|known| known.path != place.path) {
        places.push(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(beside: Option<&str>, program: &str) -> Vec<PathBuf> {
        let places = usual_places(beside.map(Path::new), Some(Path::new(program)));
        places.into_iter().map(|place| place.path).collect()
    }

    #[test]
    fn our_own_folder_comes_first_and_the_system_last_and_none_twice() {
        let paths = paths(Some("/opt/game"), "/opt/game/play");
        assert_eq!(paths[0], Path::new("/opt/game/blicket").join(NAME));
        assert_eq!(paths[1], Path::new("/opt/game").join(NAME));
        assert!(paths.ends_with(&[NAME.into(), PLAIN_NAME.into()]));
        assert_eq!(paths.len(), 4);
    }

    #[test]
    fn a_prefix_is_looked_at_only_where_there_is_one() {
        let in_prefix = Path::new("/opt/lib/blicket").join(NAME);
        assert!(paths(None, "/opt/bin/play").contains(&in_prefix));
        for program in ["/opt/game/play", "/opt/play", "/opt/robin/play"] {
            assert!(!paths(None, program).contains(&in_prefix), "{program}");
        }
    }
}
