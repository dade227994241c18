//! `blicket_status`.

/// How a call went. Numbers are never given a second meaning; later versions may add some.
///
/// cbindgen:rename-all=None
/// cbindgen:prefix-with-name=false
#[allow(non_camel_case_types)]
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blicket_status {
    /// The call did what it says, and wrote its outputs.
    BLICKET_OK = 0,
    /// An argument that must not be NULL was NULL.
    BLICKET_NULL_ARGUMENT = 1,
    /// Text was not valid UTF-8.
    BLICKET_INVALID_UTF8 = 2,
    /// A length or an index was out of range.
    BLICKET_OUT_OF_RANGE = 3,
    /// A handle was used that has been freed, or that is of another type; or that belongs to another
    /// handle, and would have been changed.
    BLICKET_INVALID_HANDLE = 4,
    /// The text of a grammar could not be read; the error has line and column.
    BLICKET_GRAMMAR = 5,
    /// A device that was asked for cannot be had.
    BLICKET_DEVICE_UNAVAILABLE = 6,
    /// A defect in blicket: the call was abandoned. The host and all other handles are unharmed; a
    /// handle that the call would have changed should be freed.
    BLICKET_PANIC = 7,
    /// The operating system has no thread to spare for a search.
    BLICKET_THREAD_UNAVAILABLE = 8,
    /// ONNX Runtime, which runs networks, was not found or cannot be used. The engine works without
    /// networks, by deduction.
    BLICKET_RUNTIME_UNAVAILABLE = 9,
    /// A model's file is damaged, or of another version or kind than this library reads.
    BLICKET_MODEL_INVALID = 10,
    /// A network did not run.
    BLICKET_NETWORK_FAILED = 11,
    /// A task has no option with this name, or the option cannot have this value.
    BLICKET_INVALID_OPTION = 12,
}
