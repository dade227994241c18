//! Keeping the runtime from reporting to its makers.
//!
//! Official builds since 1.29 write an identifier of the device and a database of events under the
//! user's cache, and send them, unless `ORT_DISABLE_TELEMETRY=1` is in the environment when the first
//! environment of ONNX Runtime is made. They decide once, then.

use crate::process::add_variable;
use std::env::var_os;

const NAME: &str = "ORT_DISABLE_TELEMETRY";
const ENTRY: &std::ffi::CStr = c"ORT_DISABLE_TELEMETRY=1";

/// Switches telemetry off in the environment of this process, unless it says itself what is wanted.
pub(crate) fn switch_off() {
    if var_os(NAME).is_none() {
        add_variable(ENTRY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_has_the_name_that_is_looked_for() {
        let (name, value) = ENTRY.to_str().unwrap().split_once('=').unwrap();
        assert_eq!((name, value), (NAME, "1"));
    }
}
