//! What threads share things by: the standard library's, or the model checker's in its own builds.

#[cfg(not(loom))]
pub(crate) use std::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
};

#[cfg(loom)]
pub(crate) use loom::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
};

use crate::clock;
use std::sync::{PoisonError, TryLockError};

/// What is behind a lock, also where a thread panicked that had it. What this crate has behind locks is replaced
/// as a whole, so that a panic cannot have left it half done. (The locks of parking_lot have no poison, but
/// cannot be gone through by loom, and would be one more library in every host.)
pub(crate) fn whole<T>(locked: Result<T, PoisonError<T>>) -> T {
    locked.unwrap_or_else(PoisonError::into_inner)
}

/// What is behind a lock, made by the process of this number. A process that was forked from it does not wait: who
/// had the lock at that moment is not there to give it back.
pub(crate) fn lock_unless_forked<T>(mutex: &Mutex<T>, process: u32) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
        Err(TryLockError::WouldBlock) if process != clock::process() => None,
        Err(TryLockError::WouldBlock) => Some(whole(mutex.lock())),
    }
}
