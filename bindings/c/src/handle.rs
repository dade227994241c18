//! Handles: what a host holds is a pointer to a *cell*, which points to the value.
//!
//! Cells are never given back to the allocator, only used again, and not before many others. So a
//! handle that has been freed still points to a cell, the cell says so, and using or freeing it once
//! more is a status instead of undefined behaviour. It cannot always be told (the cell may have been
//! used again by then), but it never corrupts memory that is not blicket's.

use crate::status::blicket_status;
use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::ptr::{self, null_mut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many freed cells wait before one is used again.
const QUARANTINE: usize = 1024;

/// How many cells are made at once.
const SLAB: usize = 4096;

/// Cells that are nobody's.
struct Free {
    /// Those that were used before, the first and the last of them: each has the next one in place of its value, so
    /// that to free a handle takes no memory.
    used: Option<(&'static Cell, &'static Cell)>,
    /// How many they are.
    count: usize,
    /// Those of the last slab that were not used.
    fresh: &'static [Cell],
}

static FREE: Mutex<Free> = Mutex::new(Free { used: None, count: 0, fresh: &[] });

impl Free {
    fn put(&mut self, cell: &'static Cell) {
        if let Some((_, last)) = self.used {
            // SAFETY: it is nobody's, and whoever looks at this list has its lock.
            unsafe { *last.value.get() = ptr::from_ref(cell).cast_mut().cast() };
        }
        self.used = Some((self.used.map_or(cell, |(first, _)| first), cell));
        self.count += 1;
    }

    fn take(&mut self) -> &'static Cell {
        if self.count > QUARANTINE
            && let Some((cell, last)) = self.used
        {
            // SAFETY: the same. It is not the last one, so it has the next, which is a cell.
            let next = unsafe { &*(*cell.value.get()).cast::<Cell>() };
            self.used = Some((next, last));
            self.count -= 1;
            return cell;
        }
        if self.fresh.is_empty() {
            self.fresh = slab();
        }
        let (cell, others) = self.fresh.split_first().expect("there is a slab");
        self.fresh = others;
        cell
    }
}

/// New cells, in pages of their own: between the values of a host, they would keep the pages of values that are freed.
#[cfg(unix)]
fn slab() -> &'static [Cell] {
    let (access, kind) =
        (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: pages that nobody has, wherever they are.
    let pages = unsafe { libc::mmap(null_mut(), SLAB * size_of::<Cell>(), access, kind, -1, 0) };
    if pages == libc::MAP_FAILED {
        return from_allocator();
    }
    // SAFETY: these pages have room for so many, are aligned as pages are, stay for good, and are all zeros, which is
    // a cell without a value.
    unsafe { std::slice::from_raw_parts(pages.cast(), SLAB) }
}

#[cfg(not(unix))]
fn slab() -> &'static [Cell] {
    from_allocator()
}

fn from_allocator() -> &'static [Cell] {
    let cell = || Cell { kind: AtomicUsize::new(FREED), value: UnsafeCell::new(null_mut()) };
    Vec::leak(std::iter::repeat_with(cell).take(SLAB).collect())
}

/// What a handle points to.
pub(crate) struct Cell {
    /// The kind of the value; [`FREED`] if there is none.
    kind: AtomicUsize,
    value: UnsafeCell<*mut ()>,
}

const FREED: usize = 0;

/// Added to the kind of a value that belongs to another handle's value: it can be read, but a host
/// can neither change nor free it.
const LENT: usize = 1 << 16;

// SAFETY: `value` is written only while the cell belongs to nobody else: when it is taken from the
// free list, and by the one thread that turned its kind to `FREED`.
unsafe impl Sync for Cell {}
// SAFETY: a cell does not care which thread it is on.
unsafe impl Send for Cell {}

/// A type that has handles. `Opaque` is its name in the header.
pub(crate) trait Handle: Sized {
    type Opaque;
    /// A number of its own, not 0, below [`LENT`].
    const KIND: usize;
}

/// Gives `value` a handle.
pub(crate) fn new<T: Handle>(value: T) -> *mut T::Opaque {
    new_of_kind(T::KIND, value)
}

fn new_of_kind<T: Handle>(kind: usize, value: T) -> *mut T::Opaque {
    let mut free = FREE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let cell = free.take();
    drop(free);
    // SAFETY: the cell is new or came off the free list, so nobody else looks at its value.
    unsafe { *cell.value.get() = Box::into_raw(Box::new(value)).cast() };
    cell.kind.store(kind, Ordering::Release);
    std::ptr::from_ref(cell).cast_mut().cast()
}

/// The value of a live handle of type `T`.
///
/// # Safety
/// `handle` is NULL or was given out by [`new`] or [`Lent::new`], for whatever type. Nobody frees it
/// or changes its value while the result is in use.
pub(crate) unsafe fn get<'a, T: Handle>(handle: *const T::Opaque) -> Result<&'a T, blicket_status> {
    // SAFETY: the same promise.
    let value = unsafe { value_of::<T>(handle, &[T::KIND, T::KIND | LENT]) }?;
    // SAFETY: the kind says that it is a live `T`, and the caller that nobody changes it.
    Ok(unsafe { &*value })
}

/// The value of a handle, to change it. A value that is lent cannot be changed.
///
/// # Safety
/// As for [`get`], and nobody else uses the value meanwhile.
pub(crate) unsafe fn get_mut<'a, T: Handle>(
    handle: *mut T::Opaque,
) -> Result<&'a mut T, blicket_status> {
    // SAFETY: the same promise.
    let value = unsafe { value_of::<T>(handle, &[T::KIND]) }?;
    // SAFETY: the kind says that it is a live `T`, and the caller that nobody else uses it.
    Ok(unsafe { &mut *value })
}

/// Drops the value of a handle. NULL is fine, and so is a handle that is no longer one, or that is
/// lent: it stays as it is, and the result says that it was none.
///
/// # Safety
/// `handle` is NULL or was given out by [`new`] or [`Lent::new`]. Nobody uses its value meanwhile.
pub(crate) unsafe fn free<T: Handle>(handle: *mut T::Opaque) -> Result<(), blicket_status> {
    // SAFETY: the same promise.
    unsafe { free_of_kind::<T>(T::KIND, handle) }
}

/// # Safety
/// As for [`free`].
unsafe fn free_of_kind<T: Handle>(
    kind: usize,
    handle: *mut T::Opaque,
) -> Result<(), blicket_status> {
    if handle.is_null() {
        return Ok(());
    }
    // SAFETY: cells are never deallocated, so the pointer is good as long as the process runs.
    let cell: &'static Cell = unsafe { &*handle.cast() };
    cell.kind
        .compare_exchange(kind, FREED, Ordering::AcqRel, Ordering::Acquire)
        .map_err(|_| blicket_status::BLICKET_INVALID_HANDLE)?;
    // SAFETY: this thread alone turned the kind to `FREED`, so the value is its to take.
    let value = unsafe { Box::from_raw((*cell.value.get()).cast::<T>()) };
    FREE.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).put(cell);
    drop(value);
    Ok(())
}

/// # Safety
/// `handle` is NULL or was given out by [`new`] or [`Lent::new`].
unsafe fn value_of<T: Handle>(
    handle: *const T::Opaque,
    kinds: &[usize],
) -> Result<*mut T, blicket_status> {
    if handle.is_null() {
        return Err(blicket_status::BLICKET_NULL_ARGUMENT);
    }
    // SAFETY: cells are never deallocated, so the pointer is good as long as the process runs.
    let cell: &'static Cell = unsafe { &*handle.cast() };
    if !kinds.contains(&cell.kind.load(Ordering::Acquire)) {
        return Err(blicket_status::BLICKET_INVALID_HANDLE);
    }
    // SAFETY: the value was written before the kind, and is not written again before `free`.
    Ok(unsafe { *cell.value.get() }.cast())
}

/// A value with a handle that a host may read by and no more. It belongs to the value of another
/// handle, and goes when that does; afterwards its handle is recognised like any that was freed.
pub(crate) struct Lent<T: Handle> {
    handle: *mut T::Opaque,
    /// It owns the value.
    value: PhantomData<T>,
}

// SAFETY: all that is done with it is done with the value, which may be shared.
unsafe impl<T: Handle + Send + Sync> Sync for Lent<T> {}
// SAFETY: likewise, and whichever thread drops it drops the value.
unsafe impl<T: Handle + Send + Sync> Send for Lent<T> {}

impl<T: Handle> Lent<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { handle: new_of_kind(T::KIND | LENT, value), value: PhantomData }
    }

    /// The handle that is given out.
    pub(crate) fn handle(&self) -> *const T::Opaque {
        self.handle
    }

    /// The value, which its owner may read as well.
    pub(crate) fn value(&self) -> &T {
        // SAFETY: it was given out by `new`, and only dropping this frees it; nobody changes what is lent.
        unsafe { get::<T>(self.handle) }.expect("what is lent is there as long as its owner")
    }
}

impl<T: Handle> Drop for Lent<T> {
    fn drop(&mut self) {
        // SAFETY: it was given out by `new`, and only this frees it. The header says that nobody
        // uses it longer than what it belongs to.
        let freed = unsafe { free_of_kind::<T>(T::KIND | LENT, self.handle) };
        debug_assert!(freed.is_ok(), "only its owner frees what is lent");
    }
}
