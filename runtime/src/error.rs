//! Why a library cannot be used as ONNX Runtime.

use crate::inside::KeptOut;
use ort::sys::ORT_API_VERSION;
use std::fmt;
use std::path::PathBuf;

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
    /// The system lacked something at that moment, such as memory or open files: what it says.
    Resources(String),
    /// This process ends, and nothing is begun any more.
    Ending,
}

/// What the system's loader, and ONNX Runtime, say where something is missing only for the moment.
const PASSING: [&str; 7] = [
    "Too many open files",
    "Cannot allocate memory",
    "cannot allocate memory",
    "Resource temporarily unavailable",
    "std::bad_alloc",
    "Failed to allocate memory",
    // Of the loader, which has looked at the file before.
    "failed to map segment from shared object",
];

/// Whether what went wrong says that the machine lacked something at that moment, and that nothing else is wrong.
pub fn is_passing(reason: &str) -> bool {
    PASSING.iter().any(|text| reason.contains(text))
}

impl LoadError {
    /// A file that is there, but cannot be read.
    pub(crate) fn unreadable(reason: String) -> Self {
        if is_passing(&reason) { Self::Resources(reason) } else { Self::Unreadable(reason) }
    }
}

impl From<KeptOut> for LoadError {
    fn from(reason: KeptOut) -> Self {
        match reason {
            KeptOut::Forked => Self::Forked,
            KeptOut::Ending => Self::Ending,
        }
    }
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
            Self::Resources(reason) => write!(f, "cannot be loaded now: {reason}"),
            Self::Ending => f.write_str("this process ends"),
        }
    }
}

impl std::error::Error for LoadError {}
