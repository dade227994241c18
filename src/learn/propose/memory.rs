//! What proposals take of the memory that their search may take. What is counted are buffers of our own and,
//! by what they are known to be, the largest of a network; asked is before they are made.

use crate::budget::Control;
use std::sync::atomic::{AtomicBool, Ordering};

/// The memory of a search, for its proposals.
#[derive(Debug)]
pub(crate) struct Memory<'a> {
    control: &'a Control,
    /// Whether a search that has no more of it ends. Otherwise it does without proposals.
    ends: bool,
    refused: AtomicBool,
}

impl<'a> Memory<'a> {
    pub(crate) fn new(control: &'a Control, ends: bool) -> Self {
        Self { control, ends, refused: AtomicBool::new(false) }
    }

    /// Whether there was too little of it for something. That is not asked for again.
    pub(crate) fn was_refused(&self) -> bool {
        self.refused.load(Ordering::Relaxed)
    }

    /// Nothing, to begin with.
    pub(crate) fn hold(&self) -> Held<'_> {
        Held { memory: self, bytes: 0 }
    }
}

/// Bytes that are counted until this is dropped.
#[derive(Debug)]
pub(crate) struct Held<'a> {
    memory: &'a Memory<'a>,
    bytes: usize,
}

impl Held<'_> {
    /// Makes it so many bytes; false if the search has no room for them.
    pub(crate) fn set(&mut self, bytes: usize) -> bool {
        let Memory { control, ends, refused } = self.memory;
        let more = bytes.saturating_sub(self.bytes);
        if !control.try_keep(more) {
            refused.store(true, Ordering::Relaxed);
            if !ends {
                return false;
            }
            control.keep(more);
        }
        control.release(self.bytes.saturating_sub(bytes));
        self.bytes = bytes;
        !self.memory.was_refused()
    }

    pub(crate) fn add(&mut self, bytes: usize) -> bool {
        self.set(self.bytes.saturating_add(bytes))
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.memory.control.release(self.bytes);
    }
}
