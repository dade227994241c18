//! What the system knows about this process, and Rust's library does not say. Each system has its file; what
//! one cannot say, it answers so that everything else works on.

#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
#[allow(unsafe_code, reason = "the loader's own list of what is loaded")]
mod elf;
#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
pub(crate) use elf::{is_code, loaded_as};
#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
mod other;
#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
pub(crate) use other::{is_code, loaded_as};

#[cfg(unix)]
#[allow(unsafe_code, reason = "who this process works for")]
mod user;
#[cfg(unix)]
pub use user::is_privileged;
#[cfg(unix)]
pub(crate) use user::user;

/// Whether this process has rights that whoever started it has not. Elsewhere than on Unix there is no such thing.
#[cfg(not(unix))]
pub fn is_privileged() -> bool {
    false
}

#[cfg(unix)]
#[allow(unsafe_code, reason = "a handler for the end of the process")]
mod exit;
#[cfg(unix)]
pub(crate) use exit::wait_at_the_end;
#[cfg(unix)]
pub use exit::watch_main_thread;

/// Elsewhere, threads are ended before destructors run.
#[cfg(not(unix))]
pub(crate) fn wait_at_the_end() {}

/// Elsewhere, the main thread needs no watching.
#[cfg(not(unix))]
pub fn watch_main_thread() {}

#[cfg(unix)]
#[allow(unsafe_code, reason = "the variables of the process, for threads that read them")]
mod variables;
#[cfg(unix)]
pub(crate) use variables::add_variable;

/// Elsewhere the system lets threads set variables while others read them.
#[cfg(not(unix))]
#[allow(unsafe_code, reason = "a function that is safe there, and not on Unix")]
pub(crate) fn add_variable(entry: &'static std::ffi::CStr) {
    let entry = entry.to_str().unwrap_or_default();
    if let Some((name, value)) = entry.split_once('=') {
        // SAFETY: on Windows it is safe always, and what is left has one thread.
        unsafe { std::env::set_var(name, value) };
    }
}
