//! Versions.

use crate::text::blicket_str;

/// The version of the ABI that this header describes. Compare it with blicket_abi_version().
pub const BLICKET_ABI_VERSION: u32 = 1;

// The header's number is a literal, so that the C preprocessor can use it.
const _: () = assert!(BLICKET_ABI_VERSION == core::ABI_VERSION);

/// The version of the ABI that the loaded library speaks. A program that was compiled against
/// another BLICKET_ABI_VERSION must not go on.
#[unsafe(no_mangle)]
pub extern "C" fn blicket_abi_version() -> u32 {
    BLICKET_ABI_VERSION
}

/// The version of the loaded library, such as "0.1.0". The text lives as long as the process.
#[unsafe(no_mangle)]
pub extern "C" fn blicket_version() -> blicket_str {
    blicket_str::new(core::VERSION)
}
