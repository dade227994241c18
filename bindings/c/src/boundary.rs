//! The edge between C and Rust: every export is one call of a function here, so that no panic leaves
//! the library and every failure has a status.

use crate::error::{Error, blicket_error};
use crate::handle::{self, Handle};
use crate::status::blicket_status;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs a call that can fail. What it failed with goes to `*error`, if the caller wants it.
///
/// # Safety
/// `error` is NULL or points to a pointer that can be written.
pub(crate) unsafe fn run(
    error: *mut *mut blicket_error,
    call: impl FnOnce() -> Result<(), Error>,
) -> blicket_status {
    let failure = match guarded(call) {
        Ok(Ok(())) => return blicket_status::BLICKET_OK,
        Ok(Err(failure)) => failure,
        Err(message) => Error::new(
            blicket_status::BLICKET_PANIC,
            format!("a defect in blicket, please report it: {message}"),
        ),
    };
    let status = failure.status;
    if !error.is_null() {
        // SAFETY: not NULL, and the rest is the caller's promise.
        unsafe { *error = handle::new(failure) };
    }
    status
}

/// Runs a call that only reads, or frees, and has no way to say that it failed: then it gives
/// `otherwise`.
pub(crate) fn read<T>(otherwise: T, call: impl FnOnce() -> Result<T, blicket_status>) -> T {
    guarded(call).ok().and_then(Result::ok).unwrap_or(otherwise)
}

/// The result of `call`, or what it panicked with. Values that a panic may have left half-changed
/// are the reason for what the header says of BLICKET_PANIC.
fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(|| {
        #[cfg(test)]
        crate::tests::panic_if_asked();
        call()
    }))
    .map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
    })
}

/// Writes a new handle to `*output`, which the header calls `name`, and only if all went well.
///
/// # Safety
/// `output` is NULL or points to a pointer that can be written.
pub(crate) unsafe fn give<T: Handle>(
    name: &str,
    output: *mut *mut T::Opaque,
    make: impl FnOnce() -> Result<T, Error>,
) -> Result<(), Error> {
    if output.is_null() {
        return Err(Error::argument(name, blicket_status::BLICKET_NULL_ARGUMENT));
    }
    let value = make()?;
    // SAFETY: not NULL, and the rest is the caller's promise.
    unsafe { *output = handle::new(value) };
    Ok(())
}

/// Writes a value to `*output`, where there is one and the caller wants it; gives whether it did.
///
/// # Safety
/// `output` is NULL or can be written.
pub(crate) unsafe fn write<T>(output: *mut T, value: Option<T>) -> bool {
    match value {
        Some(value) if !output.is_null() => {
            // SAFETY: not NULL, and the rest is the caller's promise.
            unsafe { *output = value };
            true
        }
        _ => false,
    }
}
