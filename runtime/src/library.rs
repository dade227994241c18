//! The library of ONNX Runtime: one a process, loaded once.

use crate::checked::Checked;
use crate::error::{LoadError, is_passing};
use crate::inside::{self, Making};
use crate::{process, room, system, telemetry};
use libloading::{Library, Symbol};
use ort::environment::Environment;
use ort::logging::{LogLevel, LoggerFunction};
use ort::sys::{ORT_API_VERSION, OrtApi, OrtApiBase};
use std::ffi::CStr;
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

/// What this process has. It is never dropped: a second environment cannot be made after the first, and at the end
/// of the process others may still be running.
struct State {
    /// The library whose functions are called from now on, even if no environment could be made of it yet.
    called: Option<PathBuf>,
    runtime: Option<&'static Runtime>,
}

static STATE: Mutex<State> = Mutex::new(State { called: None, runtime: None });

/// Whoever looks at it is inside, so that a child that was forked meanwhile does not wait for the lock.
fn lock(_: &Making) -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The runtime that this process has loaded, if it has.
pub fn loaded() -> Option<&'static Runtime> {
    let inside = inside::make().ok()?;
    lock(&inside).runtime
}

/// Loads ONNX Runtime from a file, or by a name without folders that the system's loader may know. Where
/// it fails, another can be tried.
pub fn load(path: &Path) -> Result<&'static Runtime, LoadError> {
    if !is_name(path) {
        return only(Source::File { path: path.to_owned(), beside: None });
    }
    // The first is one that this process has already, because a second copy would not know of it.
    let files = system::places(path).into_iter().map(|path| Source::File { path, beside: None });
    first(process::loaded_as(path).map(Source::Process).into_iter().chain(files).collect())
}

/// Loads a file that nobody has named, because it lies where it is looked for beside a program or library, whose
/// folder is given. It is taken only if others could not have put it there.
pub fn load_beside(path: &Path, folder: &Path) -> Result<&'static Runtime, LoadError> {
    only(Source::File { path: path.to_owned(), beside: Some(folder.to_owned()) })
}

/// Whether this is only a name, for the system's loader to look for.
fn is_name(path: &Path) -> bool {
    path.parent().is_some_and(|parent| parent.as_os_str().is_empty())
}

/// Where a library may come from.
enum Source {
    /// This process has it already, by this path of the loader's.
    Process(PathBuf),
    /// A file; beside a program or library in this folder, unless somebody has named it.
    File { path: PathBuf, beside: Option<PathBuf> },
}

impl Source {
    fn path(&self) -> &Path {
        match self {
            Self::Process(path) | Self::File { path, .. } => path,
        }
    }
}

fn only(source: Source) -> Result<&'static Runtime, LoadError> {
    match first(vec![source]) {
        Err(LoadError::Found { problem, .. }) => Err(*problem),
        other => other,
    }
}

/// The first of these that can be used. As the loader does, on to the next where one cannot; said is what is wrong
/// with the first.
fn first(sources: Vec<Source>) -> Result<&'static Runtime, LoadError> {
    let inside = inside::make()?;
    let mut state = lock(&inside);
    if let Some(runtime) = state.runtime {
        return match sources.iter().any(|source| same_file(source.path(), &runtime.path)) {
            true => Ok(runtime),
            false => Err(LoadError::Another { path: runtime.path.clone() }),
        };
    }
    let mut problem = LoadError::Missing;
    for source in sources {
        match state.load(&source) {
            Ok(runtime) => return Ok(runtime),
            Err(passing @ LoadError::Resources(_)) => return Err(passing),
            Err(found) if problem == LoadError::Missing => {
                let path = source.path().to_owned();
                problem = LoadError::Found { path, problem: Box::new(found) };
            }
            Err(_) => {}
        }
    }
    Err(problem)
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

impl State {
    fn load(&mut self, source: &Source) -> Result<&'static Runtime, LoadError> {
        process::wait_at_the_end();
        let (library, path) = match source {
            Source::Process(name) => {
                (again(name)?, name.canonicalize().unwrap_or_else(|_| name.clone()))
            }
            Source::File { path, beside } => {
                let checked = Checked::open(path, beside.as_deref())?;
                (open(&checked)?, checked.path().to_owned())
            }
        };
        let (version, api) = examine(&library)?;
        // An environment that could not be made is tried again, by the library that was to make it.
        if self.called.as_ref().is_some_and(|called| !same_file(called, &path)) {
            return Err(LoadError::Another { path: self.called.clone().unwrap_or_default() });
        }
        if self.called.is_none() {
            ort::set_api(api);
            self.called = Some(path.clone());
            // Its functions are called until the end of the process.
            std::mem::forget(library);
        }
        process::wait_at_the_end();
        let environment = environment()?;
        process::wait_at_the_end();
        Ok(self.runtime.insert(Box::leak(Box::new(Runtime { version, path, environment }))))
    }
}

/// An environment; the host's own, if it has made one with the same library. Then nothing of it is changed.
fn environment() -> Result<Environment, LoadError> {
    let builder = ort::init().with_name("blicket").with_telemetry(false).with_logger(silence());
    telemetry::switch_off();
    builder.build().map_err(|error| match error.message() {
        reason if is_passing(reason) => LoadError::Resources(reason.to_owned()),
        reason => LoadError::Failed(reason.to_owned()),
    })
}

/// What goes wrong is in the errors, so nothing is written to the host's standard error.
pub(crate) fn silence() -> LoggerFunction {
    Arc::new(|_: LogLevel, _: &str, _: &str, _: &str, _: &str| ())
}

fn open(file: &Checked) -> Result<Library, LoadError> {
    let name = file.name_for_loader()?;
    room::ask(file.length().saturating_add(room::TO_LOAD)).map_err(LoadError::Resources)?;
    // SAFETY: its initialisers run, as they do for every library that a program is told to use.
    unsafe { Library::new(&name) }.map_err(|error| unloadable(&name, &error))
}

/// A library that this process has, once more: the loader knows it by its name, and opens no file.
#[cfg(unix)]
fn again(name: &Path) -> Result<Library, LoadError> {
    use libloading::os::unix;
    // SAFETY: nothing is loaded, so nothing runs.
    let library = unsafe { unix::Library::open(Some(name), unix::RTLD_NOW | libc::RTLD_NOLOAD) };
    library.map(Library::from).map_err(|error| unloadable(name, &error))
}

#[cfg(not(unix))]
fn again(_: &Path) -> Result<Library, LoadError> {
    Err(LoadError::Missing)
}

/// The version and the functions of a library that is ONNX Runtime, and new enough.
fn examine(library: &Library) -> Result<(String, OrtApi), LoadError> {
    // SAFETY: a library that exports this name is ONNX Runtime, whose function has this type.
    let base: Symbol<unsafe extern "C" fn() -> *const OrtApiBase> =
        unsafe { library.get(b"OrtGetApiBase") }.map_err(|_| LoadError::Foreign)?;
    if !process::is_code(*base as usize) {
        return Err(LoadError::Foreign);
    }
    // SAFETY: it gives a table that lives as long as the library, which is open here, or null.
    let base = unsafe { base().as_ref() }.ok_or(LoadError::Foreign)?;
    // SAFETY: the table is valid, and its version a text that ends with a zero byte.
    let version = unsafe { CStr::from_ptr((base.GetVersionString)()) };
    let version = version.to_string_lossy().into_owned();
    // SAFETY: the table is valid. It gives null for an API that it does not have.
    let api = unsafe { (base.GetApi)(ORT_API_VERSION) };
    // SAFETY: what is not null is a table of this version, or of a later one, which only adds to it.
    match unsafe { api.as_ref() } {
        Some(api) => Ok((version, api.clone())),
        None => Err(LoadError::TooOld { version }),
    }
}

/// The system's loader says in one text why it does not load, with the file's name before it.
fn unloadable(path: &Path, error: &libloading::Error) -> LoadError {
    let source = std::error::Error::source(error);
    let text = source.map_or_else(|| error.to_string(), ToString::to_string);
    let reason = text.strip_prefix(&format!("{}: ", path.display())).unwrap_or(&text);
    LoadError::unreadable(reason.to_owned())
}
