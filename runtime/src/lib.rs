//! ONNX Runtime, as far as blicket needs it: a library that is loaded while the program runs, sessions
//! that run a model, and tensors. The only crate that names `ort`, and with the C ABI the only one with
//! unsafe code: `library` and `session` ask the runtime what `ort` does not pass on, and `process` asks the
//! system about this process.

#[cfg_attr(not(unix), allow(dead_code, reason = "elsewhere nobody waits at the end"))]
mod inside;
mod error;
mod room;
mod process;
mod system;
mod telemetry;
mod trust;
mod vouched;
mod whole;
mod checked;
#[allow(unsafe_code, reason = "functions of a library that was loaded")]
mod library;
mod tensor;
#[allow(unsafe_code, reason = "calls of ONNX Runtime that `ort` does not have")]
mod session;

pub use error::{LoadError, is_passing};
pub use library::{Runtime, load, load_beside, loaded};
pub use process::{is_privileged, watch_main_thread};
pub use session::{Outputs, Processor, Session};
pub use tensor::{Data, Tensor};
