//! Keeping the runtime from reporting to its makers.
//!
//! Official builds since 1.29 write an identifier of the device and a database of events under the
//! user's cache, and send them, unless `ORT_DISABLE_TELEMETRY=1` is in the environment when the first
//! environment of ONNX Runtime is made. They decide once, then.

use std::env::var_os;
use std::ffi::c_char;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

const NAME: &str = "ORT_DISABLE_TELEMETRY";
const ENTRY: &std::ffi::CStr = c"ORT_DISABLE_TELEMETRY=1";

unsafe extern "C" {
    /// The variables of this process: pointers to `NAME=value`, and a null pointer behind the last.
    static mut environ: *mut *mut c_char;
}

/// The lists of variables that were made for this: one, as a rule, because a process loads one runtime.
/// Here they are found by whoever looks for memory that nobody knows of any more.
static KEPT: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// Switches telemetry off in the environment of this process, unless it says itself what is wanted. The
/// variable stays: to take it away again would be to put back a list that the host may have changed
/// meanwhile, and its `setenv` would be undone.
pub(crate) fn switch_off() {
    if var_os(NAME).is_some() {
        return;
    }
    // `setenv` may move the list of variables while another thread of the host reads it, which kills
    // the host. A new list, published by one store, is safe for whoever reads: the old one stays as it
    // is, and the new one is never freed, because somebody may still be in it.
    // SAFETY: `environ` is a pointer that lives as long as the process, and aligned as one.
    let current = unsafe { AtomicPtr::from_ptr(&raw mut environ) };
    loop {
        let old = current.load(Ordering::Acquire);
        let mut list = entries(old);
        list.insert(0, ENTRY.as_ptr().cast_mut());
        list.push(ptr::null_mut());
        let new = Vec::leak(list).as_mut_ptr();
        KEPT.lock().unwrap_or_else(PoisonError::into_inner).push(new.expose_provenance());
        // If somebody has set a variable since, with a list of their own, that one is the old one now.
        if current.compare_exchange(old, new, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            return;
        }
    }
}

fn entries(list: *const *mut c_char) -> Vec<*mut c_char> {
    if list.is_null() {
        return Vec::new();
    }
    // SAFETY: a list of variables ends with a null pointer. Only another thread that sets a variable at
    // this very moment could take it away, and no program may do that while others read variables.
    let entries = (0..).map(|index| unsafe { *list.add(index) });
    entries.take_while(|entry| !entry.is_null()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env::{set_var, vars_os};

    #[test]
    fn what_the_host_sets_before_and_after_stays() {
        if var_os(NAME).is_some() {
            return;
        }
        // SAFETY: no other test of this program reads variables and sets them.
        unsafe { set_var("BLICKET_TEST_HOST", "before") };
        let before: Vec<_> = vars_os().collect();
        switch_off();
        let after: Vec<_> = vars_os().collect();
        assert_eq!(after[0], (NAME.into(), "1".into()));
        assert_eq!(after[1..], before);
        // The system's `setenv` changes the list that is there, and nobody puts back another.
        // SAFETY: the same.
        unsafe { set_var("BLICKET_TEST_HOST", "after") };
        switch_off();
        assert_eq!(var_os("BLICKET_TEST_HOST"), Some("after".into()));
        assert_eq!(vars_os().count(), before.len() + 1);
    }
}
