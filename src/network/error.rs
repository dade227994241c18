//! Why there is no network, or none that answers.

use crate::device::Device;
use std::fmt;
use std::path::PathBuf;

/// Why there is no network, or none that answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetworkError {
    /// This build has none: it was made without the feature `neural`.
    NotBuiltIn,
    /// ONNX Runtime cannot be used from any of the places where it was looked for.
    Runtime {
        /// The places, in the order in which they were tried.
        looked: Vec<Miss>,
    },
    /// The machine lacked something at that moment, such as memory or open files. Later it may work.
    Resources {
        /// What was to be done, and what the system says.
        problem: String,
    },
    /// A model is not what it should be.
    Model {
        /// Its file.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The device that was asked for does not run the networks.
    Device {
        /// The device.
        device: Device,
        /// Why not.
        problem: String,
    },
    /// A network did not run.
    Run {
        /// The model's file.
        file: String,
        /// What ONNX Runtime says.
        problem: String,
    },
}

/// A place where ONNX Runtime was looked for in vain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Miss {
    /// A file, or a name that was looked for where the system looks.
    pub path: PathBuf,
    /// Why that place.
    pub place: &'static str,
    /// What was wrong there.
    pub problem: String,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotBuiltIn => f.write_str("this build of blicket has no networks"),
            Self::Runtime { looked } => {
                f.write_str("ONNX Runtime cannot be used; looked at")?;
                for (index, Miss { path, place, problem }) in looked.iter().enumerate() {
                    let comma = if index == 0 { "" } else { "," };
                    write!(f, "{comma} {} ({place}): {problem}", path.display())?;
                }
                Ok(())
            }
            Self::Resources { problem } => {
                write!(f, "networks cannot be made ready now, but may be later: {problem}")
            }
            Self::Model { file, problem } => {
                write!(f, "the model {file} cannot be used: {problem}")
            }
            Self::Device { device, problem } => {
                write!(f, "networks cannot run on {device}: {problem}")
            }
            Self::Run { file, problem } => write!(f, "the model {file} did not run: {problem}"),
        }
    }
}

impl std::error::Error for NetworkError {}
