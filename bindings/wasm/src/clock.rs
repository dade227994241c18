//! The clock of whoever runs the module: WebAssembly has none.

use std::time::Duration;

#[allow(unsafe_code, reason = "JavaScript gives it")]
#[link(wasm_import_module = "blicket")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
}

/// Makes it the library's; the first call counts.
pub(crate) fn start() {
    blicket::set_clock(|| Duration::from_secs_f64((now() / 1000.0).clamp(0.0, 1e12)));
}
