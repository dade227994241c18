//! Handles: what a host holds is a pointer to a *cell*, which points to the value.
//!
//! Cells are never given back to the allocator, only used again, and not before many others. So a
//! handle that has been freed still points to a cell, the cell says so, and using or freeing it once
//! more is a status instead of undefined behaviour. It cannot always be told (the cell may have been
//! used again by then), but it never corrupts memory that is not blicket's.

use crate::status::blicket_status;
use std::cell::UnsafeCell;
use std::collections::VecDeque;
use std::ptr::null_mut;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many freed cells wait before one is used again.
const QUARANTINE: usize = 1024;

static FREE: Mutex<VecDeque<&'static Cell>> = Mutex::new(VecDeque::new());

/// What a handle points to.
pub(crate) struct Cell {
    /// The kind of the value; [`FREED`] if there is none.
    kind: AtomicUsize,
    value: UnsafeCell<*mut ()>,
}

const FREED: usize = 0;

// SAFETY: `value` is written only while the cell belongs to nobody else: when it is taken from the
// free list, and by the one thread that turned its kind to `FREED`.
unsafe impl Sync for Cell {}
// SAFETY: a cell does not care which thread it is on.
unsafe impl Send for Cell {}

/// A type that has handles. `Opaque` is its name in the header.
pub(crate) trait Handle: Sized {
    type Opaque;
    /// A number of its own, not 0.
    const KIND: usize;
}

/// Gives `value` a handle.
pub(crate) fn new<T: Handle>(value: T) -> *mut T::Opaque {
    let mut free = FREE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let cell: &'static Cell = match free.len() > QUARANTINE {
        true => free.pop_front().expect("it is longer than the quarantine"),
        false => Box::leak(Box::new(Cell {
            kind: AtomicUsize::new(FREED),
            value: UnsafeCell::new(null_mut()),
        })),
    };
    drop(free);
    // SAFETY: the cell is new or came off the free list, so nobody else looks at its value.
    unsafe { *cell.value.get() = Box::into_raw(Box::new(value)).cast() };
    cell.kind.store(T::KIND, Ordering::Release);
    std::ptr::from_ref(cell).cast_mut().cast()
}

/// The value of a live handle of type `T`.
///
/// # Safety
/// `handle` is NULL or was given out by [`new`], for whatever type. Nobody frees it or changes its
/// value while the result is in use.
pub(crate) unsafe fn get<'a, T: Handle>(handle: *const T::Opaque) -> Result<&'a T, blicket_status> {
    // SAFETY: the same promise.
    let value = unsafe { value_of::<T>(handle) }?;
    // SAFETY: the kind says that it is a live `T`, and the caller that nobody changes it.
    Ok(unsafe { &*value })
}

/// The same, to change it.
///
/// # Safety
/// As for [`get`], and nobody else uses the value meanwhile.
pub(crate) unsafe fn get_mut<'a, T: Handle>(
    handle: *mut T::Opaque,
) -> Result<&'a mut T, blicket_status> {
    // SAFETY: the same promise.
    let value = unsafe { value_of::<T>(handle) }?;
    // SAFETY: the kind says that it is a live `T`, and the caller that nobody else uses it.
    Ok(unsafe { &mut *value })
}

/// Drops the value of a handle. NULL is fine, and so is a handle that is no longer one: it stays as
/// it is, and the result says what it was.
///
/// # Safety
/// `handle` is NULL or was given out by [`new`]. Nobody uses its value meanwhile.
pub(crate) unsafe fn free<T: Handle>(handle: *mut T::Opaque) -> Result<(), blicket_status> {
    if handle.is_null() {
        return Ok(());
    }
    // SAFETY: cells are never deallocated, so the pointer is good as long as the process runs.
    let cell: &'static Cell = unsafe { &*handle.cast() };
    cell.kind
        .compare_exchange(T::KIND, FREED, Ordering::AcqRel, Ordering::Acquire)
        .map_err(|_| blicket_status::BLICKET_INVALID_HANDLE)?;
    // SAFETY: this thread alone turned the kind to `FREED`, so the value is its to take.
    let value = unsafe { Box::from_raw((*cell.value.get()).cast::<T>()) };
    FREE.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push_back(cell);
    drop(value);
    Ok(())
}

/// # Safety
/// `handle` is NULL or was given out by [`new`].
unsafe fn value_of<T: Handle>(handle: *const T::Opaque) -> Result<*mut T, blicket_status> {
    if handle.is_null() {
        return Err(blicket_status::BLICKET_NULL_ARGUMENT);
    }
    // SAFETY: cells are never deallocated, so the pointer is good as long as the process runs.
    let cell: &'static Cell = unsafe { &*handle.cast() };
    if cell.kind.load(Ordering::Acquire) != T::KIND {
        return Err(blicket_status::BLICKET_INVALID_HANDLE);
    }
    // SAFETY: the value was written before the kind, and is not written again before `free`.
    Ok(unsafe { *cell.value.get() }.cast())
}
