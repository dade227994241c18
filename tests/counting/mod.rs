//! An allocator that counts, for tests of what is allocated: each thread for itself.
#![allow(dead_code, reason = "each test counts something else")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    // Per thread, because tests run at the same time; constant, because to set it up must not allocate.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
    // What is allocated here may be freed elsewhere: so it may be less than nothing.
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

fn count(bytes: usize) {
    // A thread that is ending has no counter any more, and nothing left to measure.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
    let _ = BYTES.try_with(|count| count.set(count.get() + bytes));
    lives(bytes as isize);
}

/// So many bytes more are taken, or less.
fn lives(bytes: isize) {
    let live = LIVE.try_with(|live| live.replace(live.get() + bytes) + bytes).unwrap_or(0);
    let _ = PEAK.try_with(|peak| peak.set(peak.get().max(live)));
}

// SAFETY: every call is passed on unchanged to the system's allocator, which keeps the contract;
// counting touches neither the memory nor the allocator. There is no safe way to see allocations.
#[allow(unsafe_code, reason = "an allocator that counts")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: passed on unchanged.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: passed on unchanged.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        lives(-(layout.size() as isize));
        // SAFETY: passed on unchanged.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        lives(-(layout.size() as isize));
        // SAFETY: passed on unchanged.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// How many allocations `f` makes on this thread.
pub(crate) fn allocations(f: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    f();
    ALLOCATIONS.get() - before
}

/// The bytes that were allocated on this thread so far.
pub(crate) fn allocated() -> usize {
    BYTES.get()
}

/// What `f` gives, and the most bytes that it held at a time on this thread, with what it gives.
pub(crate) fn peak<T>(f: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.get();
    PEAK.set(before);
    let value = f();
    (value, (PEAK.get() - before) as usize)
}
