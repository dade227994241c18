//! `blicket_str`, and arrays of it.

use crate::error::Error;
use crate::status::blicket_status;
use std::ffi::c_char;

/// UTF-8 text with a length and no terminating NUL; it may contain NULs.
///
/// As an argument it is only read during the call, and an empty text may have data NULL. As a result
/// it lives as long as the handle that gave it out, and is never NULL.
#[allow(non_camel_case_types)]
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blicket_str {
    /// The first byte.
    pub data: *const c_char,
    /// How many bytes there are.
    pub len: usize,
}

impl blicket_str {
    /// Text that is given out. The caller of this function knows how long it lives.
    pub(crate) fn new(text: &str) -> Self {
        Self { data: text.as_ptr().cast(), len: text.len() }
    }

    pub(crate) const EMPTY: Self = Self { data: c"".as_ptr(), len: 0 };

    /// The text that a caller gave.
    ///
    /// # Safety
    /// `data` points to `len` bytes that nobody changes while the result is in use.
    pub(crate) unsafe fn read<'a>(self) -> Result<&'a str, blicket_status> {
        if self.len == 0 {
            return Ok("");
        }
        if self.data.is_null() {
            return Err(blicket_status::BLICKET_NULL_ARGUMENT);
        }
        if self.len > isize::MAX as usize {
            return Err(blicket_status::BLICKET_OUT_OF_RANGE);
        }
        // SAFETY: not NULL, not longer than an object can be, and the rest is the caller's promise.
        let bytes = unsafe { std::slice::from_raw_parts(self.data.cast::<u8>(), self.len) };
        std::str::from_utf8(bytes).map_err(|_| blicket_status::BLICKET_INVALID_UTF8)
    }
}

/// An array that a caller gave; the header has it as `name`, and its length as `count_name`.
///
/// # Safety
/// `items` is NULL or points to `count` items that nobody changes while the result is in use.
pub(crate) unsafe fn array<'a, T>(
    (name, items): (&str, *const T),
    (count_name, count): (&str, usize),
) -> Result<&'a [T], Error> {
    if count == 0 {
        return Ok(&[]);
    }
    if items.is_null() {
        return Err(Error::argument(name, blicket_status::BLICKET_NULL_ARGUMENT));
    }
    if count > isize::MAX as usize / size_of::<T>() {
        let most = isize::MAX as usize / size_of::<T>();
        return Err(Error::out_of_range(count_name, count, format!("at most {most}")));
    }
    // SAFETY: not NULL, not longer than an object can be, and the rest is the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts(items, count) })
}
