//! `blicket_error`.

use crate::boundary;
use crate::handle::{self, Handle};
use crate::status::blicket_status;
use crate::text::blicket_str;
use core::{DeviceUnavailable, InvalidOption, NetworkError, ParseError, ThreadUnavailable};
use std::fmt::Display;

/// Why a call failed, as text and as fields.
///
/// Ownership: made by a failing call and written to its last argument, unless that is NULL; whoever
/// called frees it. Threads: may be read from any number of threads at once.
#[allow(non_camel_case_types)]
pub struct blicket_error {
    _opaque: [u8; 0],
}

/// What an error handle holds.
#[derive(Debug)]
pub(crate) struct Error {
    pub(crate) status: blicket_status,
    message: String,
    line: usize,
    column: usize,
}

impl Handle for Error {
    type Opaque = blicket_error;
    const KIND: usize = 1;
}

impl Error {
    pub(crate) fn new(status: blicket_status, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), line: 0, column: 0 }
    }

    /// An error about the argument with this name in the header.
    pub(crate) fn argument(name: &str, status: blicket_status) -> Self {
        let problem = match status {
            blicket_status::BLICKET_NULL_ARGUMENT => "is NULL",
            blicket_status::BLICKET_INVALID_UTF8 => "is not valid UTF-8: convert the text before",
            blicket_status::BLICKET_INVALID_HANDLE => {
                "has been freed, or is a handle of another type, or belongs to a result and cannot \
                 be changed"
            }
            _ => "is wrong",
        };
        Self::new(status, format!("the argument `{name}` {problem}"))
    }

    /// A number that an argument cannot be, and what it may be.
    pub(crate) fn out_of_range(name: &str, found: impl Display, expected: impl Display) -> Self {
        let message =
            format!("the argument `{name}` is out of range: found {found}, expected {expected}");
        Self::new(blicket_status::BLICKET_OUT_OF_RANGE, message)
    }

    /// An index into a list of so many items.
    pub(crate) fn past_the_last(index: usize, count: usize, what: &str) -> Self {
        match count {
            0 => Self::out_of_range("index", index, format!("none, because there are no {what}")),
            _ => Self::out_of_range(
                "index",
                index,
                format!("0 to {}: there are {count} {what}", count - 1),
            ),
        }
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        let message = error.to_string();
        let (line, column) = (error.line, error.column);
        Self { status: blicket_status::BLICKET_GRAMMAR, message, line, column }
    }
}

impl From<DeviceUnavailable> for Error {
    fn from(error: DeviceUnavailable) -> Self {
        Self::new(blicket_status::BLICKET_DEVICE_UNAVAILABLE, error.to_string())
    }
}

impl From<NetworkError> for Error {
    fn from(error: NetworkError) -> Self {
        let status = match error {
            NetworkError::NotBuiltIn
            | NetworkError::Runtime { .. }
            | NetworkError::Resources { .. } => blicket_status::BLICKET_RUNTIME_UNAVAILABLE,
            NetworkError::Model { .. } => blicket_status::BLICKET_MODEL_INVALID,
            NetworkError::Device { .. } => blicket_status::BLICKET_DEVICE_UNAVAILABLE,
            _ => blicket_status::BLICKET_NETWORK_FAILED,
        };
        Self::new(status, error.to_string())
    }
}

impl From<InvalidOption> for Error {
    fn from(error: InvalidOption) -> Self {
        Self::new(blicket_status::BLICKET_INVALID_OPTION, error.to_string())
    }
}

impl From<ThreadUnavailable> for Error {
    fn from(error: ThreadUnavailable) -> Self {
        Self::new(blicket_status::BLICKET_THREAD_UNAVAILABLE, error.to_string())
    }
}

/// The status that the failing call returned; BLICKET_OK if error is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_error_status(error: *const blicket_error) -> blicket_status {
    boundary::read(blicket_status::BLICKET_OK, || {
        // SAFETY: the header asks for a live handle.
        unsafe { handle::get::<Error>(error) }.map(|error| error.status)
    })
}

/// What was wrong, where, and what would be right, in English. For a grammar's text it starts with
/// the line and the column.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_error_message(error: *const blicket_error) -> blicket_str {
    boundary::read(blicket_str::EMPTY, || {
        // SAFETY: the header asks for a live handle.
        unsafe { handle::get::<Error>(error) }.map(|error| blicket_str::new(&error.message))
    })
}

/// The line of a grammar's text that could not be read, from 1; 0 for other errors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_error_line(error: *const blicket_error) -> usize {
    // SAFETY: the header asks for a live handle.
    boundary::read(0, || unsafe { handle::get::<Error>(error) }.map(|error| error.line))
}

/// The column in that line, in characters from 1; 0 for other errors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_error_column(error: *const blicket_error) -> usize {
    // SAFETY: the header asks for a live handle.
    boundary::read(0, || unsafe { handle::get::<Error>(error) }.map(|error| error.column))
}

/// Frees an error. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_error_free(error: *mut blicket_error) {
    // SAFETY: the header asks for a handle that nobody uses any more.
    boundary::read((), || unsafe { handle::free::<Error>(error) });
}
