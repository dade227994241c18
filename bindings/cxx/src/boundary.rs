//! The edge between C++ and Rust: every function of the bridge is one call of [`guarded`], because
//! a panic that reaches cxx ends the process, and blicket must never end its host.
//!
//! So every function gives a `Result`, also one that only reads a field. In C++ it looks and is
//! called the same, and an exception is honest: a neutral value instead ("stuck", 0, an empty text)
//! would pass for an answer. Only dropping a value happens outside of the guard: that frees memory,
//! and for a `Search` waits for its thread, none of which panics.

use blicket::{DeviceUnavailable, InvalidOption, NetworkError, ParseError, ThreadUnavailable};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What C++ catches as `rust::Error`. cxx asks for the text outside of the guard, so it is made
/// before: writing it out cannot panic.
#[derive(Debug)]
pub(crate) struct Error(String);

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        Self(error.to_string())
    }
}

impl From<DeviceUnavailable> for Error {
    fn from(error: DeviceUnavailable) -> Self {
        Self(error.to_string())
    }
}

impl From<NetworkError> for Error {
    fn from(error: NetworkError) -> Self {
        Self(error.to_string())
    }
}

impl From<InvalidOption> for Error {
    fn from(error: InvalidOption) -> Self {
        Self(error.to_string())
    }
}

impl From<ThreadUnavailable> for Error {
    fn from(error: ThreadUnavailable) -> Self {
        Self(error.to_string())
    }
}

/// The result of `call`; a panic becomes an error with its message. What a panic may have left
/// half-changed is the reason for what the header says of defects.
pub(crate) fn guarded<T>(call: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        #[cfg(test)]
        crate::tests::panic_if_asked();
        call()
    }));
    outcome.unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        Err(Error(format!("a defect in blicket, please report it: {}", text.unwrap_or_default())))
    })
}
