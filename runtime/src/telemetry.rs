//! Keeping the runtime from reporting to its makers.
//!
//! Official builds since 1.29 write an identifier of the device and a database of events under the
//! user's cache, and send them, unless `ORT_DISABLE_TELEMETRY=1` is in the environment when the first
//! environment of ONNX Runtime is made. They decide once, then. So it is there for that moment.

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

/// Does something while telemetry is switched off in the environment of this process, unless it says
/// itself what is wanted. Afterwards the environment is as it was.
pub(crate) fn without<T>(something: impl FnOnce() -> T) -> T {
    if var_os(NAME).is_some() {
        return something();
    }
    // `setenv` may move the list of variables while another thread of the host reads it, which kills
    // the host. A new list, published by one store, is safe for whoever reads: the old one stays as it
    // is, and the new one is never freed, because somebody may still be in it.
    // SAFETY: `environ` is a pointer that lives as long as the process, and aligned as one.
    let current = unsafe { AtomicPtr::from_ptr(&raw mut environ) };
    let old = current.load(Ordering::Acquire);
    let mut list = Vec::from([ENTRY.as_ptr().cast_mut()]);
    // SAFETY: a list of variables ends with a null pointer. Only another thread that sets a variable at
    // this very moment could take it away, and no program may do that while others read variables.
    let entries = (0..).map(|index| unsafe { *old.add(index) });
    if !old.is_null() {
        list.extend(entries.take_while(|entry| !entry.is_null()));
    }
    list.push(ptr::null_mut());
    let new = Vec::leak(list).as_mut_ptr();
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).push(new.expose_provenance());
    current.store(new, Ordering::Release);
    let result = something();
    // If somebody has set a variable since, the list is theirs, and stays.
    let _ = current.compare_exchange(new, old, Ordering::AcqRel, Ordering::Acquire);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_is_there_for_a_moment_and_the_others_all_the_time() {
        let before: Vec<_> = std::env::vars_os().collect();
        if var_os(NAME).is_some() {
            return;
        }
        let within: Vec<_> = without(|| std::env::vars_os().collect());
        assert_eq!(within[0], (NAME.into(), "1".into()));
        assert_eq!(within[1..], before);
        assert_eq!(std::env::vars_os().collect::<Vec<_>>(), before);
    }
}
