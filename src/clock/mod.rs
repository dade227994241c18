//! What time it is, and which process this is. A browser's WebAssembly has no system to ask for either, and the standard
//! library panics there; so nobody else asks it.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::{process::id as process, time::Instant};

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
#[cfg_attr(
    not(target_family = "wasm"),
    allow(dead_code, unreachable_pub, reason = "only its tests run here")
)]
mod given;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use given::set_clock;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use given::{Instant, process};
