//! The library of ONNX Runtime: one a process, loaded once.

use crate::inside::{self, Inside};
use crate::{system, telemetry, vouched, whole};
use libloading::{Library, Symbol};
use ort::environment::Environment;
use ort::logging::LogLevel;
use ort::sys::{ORT_API_VERSION, OrtApiBase};
use std::ffi::CStr;
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// ONNX Runtime, loaded.
#[derive(Debug)]
pub struct Runtime {
    version: String,
    path: PathBuf,
    pub(crate) environment: Environment,
}

impl Runtime {
    /// Its version, such as `1.30.0`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The file that it was loaded from.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Why a library cannot be used as ONNX Runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// There is no such file, or none of this name where the system looks.
    Missing,
    /// It is there, but cannot be read, or is no library for this machine: what the system says.
    Unreadable(String),
    /// It is a library, but not ONNX Runtime.
    Foreign,
    /// It is ONNX Runtime, but older than what this version of blicket can talk to.
    TooOld {
        /// Its version.
        version: String,
    },
    /// It is ONNX Runtime, but did not start: what it says.
    Failed(String),
    /// This process has another one already, and can only have one.
    Another {
        /// What that was loaded from.
        path: PathBuf,
    },
    /// A name that the system's loader may know is this file, and something is wrong with it.
    Found {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: Box<LoadError>,
    },
    /// This process was forked while its parent loaded the library, which cannot be finished here.
    Forked,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("not there"),
            Self::Unreadable(reason) => write!(f, "cannot be loaded: {reason}"),
            Self::Foreign => f.write_str("not ONNX Runtime: it has no OrtGetApiBase"),
            Self::TooOld { version } => {
                write!(f, "too old: version {version}, needed is 1.{ORT_API_VERSION} or later")
            }
            Self::Failed(reason) => write!(f, "did not start: {reason}"),
            Self::Another { path } => {
                write!(f, "this process already uses {}, and can use only one", path.display())
            }
            Self::Found { path, problem } => write!(f, "{}: {problem}", path.display()),
            Self::Forked => f.write_str(
                "this process was forked while another thread of its parent made networks ready, \
                 which cannot be finished here; start a new program (exec), or fork before or after",
            ),
        }
    }
}

impl std::error::Error for LoadError {}

/// The one that this process has. It is never dropped: a second environment cannot be made after the
/// first, and at the end of the process others may still be running.
static LOADED: Mutex<Option<&'static Runtime>> = Mutex::new(None);

/// Whoever looks at it is inside, so that a child that was forked meanwhile does not wait for the lock.
fn lock(_: &Inside) -> MutexGuard<'static, Option<&'static Runtime>> {
    LOADED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The runtime that this process has loaded, if it has.
pub fn loaded() -> Option<&'static Runtime> {
    let inside = inside::enter().ok()?;
    *lock(&inside)
}

/// Loads ONNX Runtime from a file, or by a name without folders that the system's loader may know. Where
/// it fails, another can be tried.
pub fn load(path: &Path) -> Result<&'static Runtime, LoadError> {
    let inside = inside::enter().map_err(|_| LoadError::Forked)?;
    let mut loaded = lock(&inside);
    let is_name = is_name(path);
    let files = if is_name { system::places(path) } else { vec![path.to_owned()] };
    if let Some(runtime) = *loaded {
        return match files.iter().any(|file| same_file(file, &runtime.path)) {
            true => Ok(runtime),
            false => Err(LoadError::Another { path: runtime.path.clone() }),
        };
    }
    let mut first_problem = LoadError::Missing;
    for file in files {
        match load_file(&file) {
            Ok(runtime) => return Ok(loaded.insert(runtime)),
            Err(problem) if !is_name => return Err(problem),
            // As the loader does, on to the next place; said is what is wrong with the first.
            Err(problem) if first_problem == LoadError::Missing => {
                first_problem = LoadError::Found { path: file, problem: Box::new(problem) };
            }
            Err(_) => {}
        }
    }
    Err(first_problem)
}

fn load_file(path: &Path) -> Result<&'static Runtime, LoadError> {
    let path = whole_file(path)?;
    let version = examine(&path)?;
    let builder = ort::init_from(&path).map_err(|error| LoadError::Failed(format!("{error}")))?;
    // What goes wrong is in the errors, so nothing needs to be written to the host's standard error.
    let silence = Arc::new(|_: LogLevel, _: &str, _: &str, _: &str, _: &str| ());
    let builder = builder.with_name("blicket").with_telemetry(false).with_logger(silence);
    telemetry::switch_off();
    let environment =
        builder.build().map_err(|error| LoadError::Failed(error.message().to_owned()))?;
    environment.set_log_level(LogLevel::Error);
    Ok(Box::leak(Box::new(Runtime { version, path, environment })))
}

/// Whether this is only a name, for the system's loader to look for.
fn is_name(path: &Path) -> bool {
    path.parent().is_some_and(|parent| parent.as_os_str().is_empty())
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// The absolute path of a file that can be loaded without harm, as far as can be told: a pipe, say, would
/// keep the loader waiting.
fn whole_file(path: &Path) -> Result<PathBuf, LoadError> {
    let problem = |error: std::io::Error| match error.kind() {
        // A folder that is a file, say the program, has nothing in it.
        ErrorKind::NotFound | ErrorKind::NotADirectory => LoadError::Missing,
        _ => LoadError::Unreadable(error.to_string()),
    };
    if !path.metadata().map_err(problem)?.is_file() {
        return Err(LoadError::Unreadable("it is not a file".into()));
    }
    if let Some(reason) = whole::problem(path).map_err(problem)? {
        return Err(LoadError::Unreadable(reason));
    }
    if let Some((should, is)) = vouched::difference(path).map_err(problem)? {
        let reason = format!(
            "it is damaged, or another: its SHA-256 is {is}, and the file .sha256 beside it says {should}"
        );
        return Err(LoadError::Unreadable(reason));
    }
    std::path::absolute(path).map_err(problem)
}

/// The version of a library that is ONNX Runtime, and new enough. `ort` would panic at some that are
/// not, and does not say which version it has.
fn examine(path: &Path) -> Result<String, LoadError> {
    // SAFETY: its initialisers run, as they do for every library that a program is told to use.
    let library = unsafe { Library::new(path) }.map_err(|error| unloadable(path, &error))?;
    // SAFETY: a library that exports this name is ONNX Runtime, whose function has this type.
    let base: Symbol<unsafe extern "C" fn() -> *const OrtApiBase> =
        unsafe { library.get(b"OrtGetApiBase") }.map_err(|_| LoadError::Foreign)?;
    if !system::is_code(*base as usize) {
        return Err(LoadError::Foreign);
    }
    // SAFETY: it gives a table that lives as long as the library, which is open here, or null.
    let base = unsafe { base().as_ref() }.ok_or(LoadError::Foreign)?;
    // SAFETY: the table is valid, and its version a text that ends with a zero byte.
    let version = unsafe { CStr::from_ptr((base.GetVersionString)()) };
    let version = version.to_string_lossy().into_owned();
    // SAFETY: the table is valid. It gives null for an API that it does not have.
    let api = unsafe { (base.GetApi)(ORT_API_VERSION) };
    if api.is_null() { Err(LoadError::TooOld { version }) } else { Ok(version) }
}

/// The system's loader says in one text why it does not load, with the file's name before it.
fn unloadable(path: &Path, error: &libloading::Error) -> LoadError {
    let source = std::error::Error::source(error);
    let text = source.map_or_else(|| error.to_string(), ToString::to_string);
    let reason = text.strip_prefix(&format!("{}: ", path.display())).unwrap_or(&text);
    LoadError::Unreadable(reason.to_owned())
}
