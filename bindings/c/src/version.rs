//! Versions.

use crate::text::blicket_str;

/// The version of the ABI that the loaded library speaks. A program that was compiled against
/// another BLICKET_ABI_VERSION must not go on.
#[unsafe(no_mangle)]
pub extern "C" fn blicket_abi_version() -> u32 {
    core::ABI_VERSION
}

/// The version of the loaded library, such as "0.1.0". The text lives as long as the process.
#[unsafe(no_mangle)]
pub extern "C" fn blicket_version() -> blicket_str {
    blicket_str::new(core::VERSION)
}
