//! ONNX Runtime, as far as blicket needs it: a library that is loaded while the program runs, sessions
//! that run a model, and tensors. The only crate that names `ort`, and with the C ABI the only one with
//! unsafe code: `library` and `session` ask the runtime what `ort` does not pass on, and `telemetry`
//! keeps it from reporting to its makers.

mod inside;
mod system;
#[allow(unsafe_code, reason = "the variables of the process, for threads that read them")]
mod telemetry;
mod vouched;
mod whole;
#[allow(unsafe_code, reason = "functions of a library that was loaded")]
mod library;
mod tensor;
#[allow(unsafe_code, reason = "calls of ONNX Runtime that `ort` does not have")]
mod session;

pub use library::{LoadError, Runtime, load, loaded};
pub use session::{Outputs, Processor, Session};
pub use tensor::{Data, Tensor};
