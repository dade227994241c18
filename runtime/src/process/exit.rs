//! The end of this process.

use crate::inside;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Handlers are called in the order in which they were registered, the last one first, and the runtime registers
/// destructors whenever it uses a part of itself for the first time. So this is done again after every step that
/// does; this often, after which there is nothing left to be used for the first time.
const OFTEN: usize = 32;

static REGISTERED: AtomicUsize = AtomicUsize::new(0);

/// From now on, the end of this process first waits until nobody is inside the runtime.
pub(crate) fn wait_at_the_end() {
    if REGISTERED.fetch_add(1, Ordering::Relaxed) < OFTEN {
        // SAFETY: a function without arguments that returns. It can be refused only for want of memory.
        unsafe { libc::atexit(at_exit) };
    } else {
        REGISTERED.store(OFTEN, Ordering::Relaxed);
    }
}

extern "C" fn at_exit() {
    inside::end();
}

/// The main thread takes leave of its own variables before any handler is called, if it is the one that ends the
/// process. That is the only moment before the runtime's destructors while a step is under way that has registered some.
struct MainThread;

impl Drop for MainThread {
    fn drop(&mut self) {
        inside::main_thread_leaves();
    }
}

thread_local! {
    static MAIN_THREAD: MainThread = const { MainThread };
}

/// If this is the main thread, its end first waits until nobody makes anything ready.
pub fn watch_main_thread() {
    // SAFETY: these take nothing and cannot fail.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let is_main = unsafe { libc::gettid() == libc::getpid() };
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let is_main = false;
    if is_main {
        MAIN_THREAD.with(|_| ());
    }
}
