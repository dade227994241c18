//! The variables of this process, changed while others read them.

use std::ffi::c_char;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

#[cfg(not(target_vendor = "apple"))]
unsafe extern "C" {
    /// Pointers to `NAME=value`, and a null pointer behind the last.
    static mut environ: *mut *mut c_char;
}

/// Where the system has the pointer to that list.
fn place() -> *mut *mut *mut c_char {
    #[cfg(not(target_vendor = "apple"))]
    return &raw mut environ;
    // A library there cannot name it.
    #[cfg(target_vendor = "apple")]
    // SAFETY: it takes nothing and cannot fail.
    return unsafe { libc::_NSGetEnviron() };
}

/// The lists of variables that were made for this: one, as a rule, because a process loads one runtime.
/// Here they are found by whoever looks for memory that nobody knows of any more.
static KEPT: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// Adds `NAME=value` to the environment of this process. It stays: to take it away again would be to put back a list
/// that the host may have changed meanwhile, and its `setenv` would be undone.
pub(crate) fn add_variable(entry: &'static std::ffi::CStr) {
    // `setenv` may move the list of variables while another thread of the host reads it, which kills
    // the host. A new list, published by one store, is safe for whoever reads: the old one stays as it
    // is, and the new one is never freed, because somebody may still be in it.
    // SAFETY: it is a pointer that lives as long as the process, and aligned as one.
    let current = unsafe { AtomicPtr::from_ptr(place()) };
    loop {
        let old = current.load(Ordering::Acquire);
        let mut list = entries(old);
        list.insert(0, entry.as_ptr().cast_mut());
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
    use std::env::{set_var, var_os, vars_os};

    #[test]
    fn what_the_host_sets_before_and_after_stays() {
        // SAFETY: no other test of this program reads variables and sets them.
        unsafe { set_var("BLICKET_TEST_HOST", "before") };
        let before: Vec<_> = vars_os().collect();
        add_variable(c"BLICKET_TEST_ADDED=1");
        let after: Vec<_> = vars_os().collect();
        assert_eq!(after[0], ("BLICKET_TEST_ADDED".into(), "1".into()));
        assert_eq!(after[1..], before);
        // The system's `setenv` changes the list that is there, and nobody puts back another.
        // SAFETY: the same.
        unsafe { set_var("BLICKET_TEST_HOST", "after") };
        assert_eq!(var_os("BLICKET_TEST_HOST"), Some("after".into()));
        assert_eq!(vars_os().count(), before.len() + 1);
    }
}
