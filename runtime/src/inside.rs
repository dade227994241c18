//! Who is inside ONNX Runtime while it makes something ready, for the sake of processes that are forked
//! meanwhile: there the threads that hold its locks do not exist, and whoever waits for them waits for ever.

use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// A process in the upper half, and how many of its threads are inside in the lower. A child that was
/// forked while some were has its parent's number here for good: one atomic number, so that there is no
/// moment at which a fork would see half of it.
static INSIDE: AtomicU64 = AtomicU64::new(0);

/// A thread that is inside, until it is dropped.
#[derive(Debug)]
pub(crate) struct Inside(());

/// This process was forked while another thread of its parent was inside.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Forked;

/// Whoever loads the library or makes a session, also whoever waits for those who do, enters first.
pub(crate) fn enter() -> Result<Inside, Forked> {
    let change = |inside| entered(inside, process::id());
    let changed = INSIDE.fetch_update(Ordering::AcqRel, Ordering::Acquire, change);
    changed.map(|_| Inside(())).map_err(|_| Forked)
}

fn entered(inside: u64, process: u32) -> Option<u64> {
    let process = u64::from(process) << 32;
    let threads = inside & u64::from(u32::MAX);
    let is_ours = threads == 0 || inside - threads == process;
    is_ours.then_some(process | (threads + 1))
}

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_kept_out_if_somebody_was_inside_when_it_was_forked() {
        let (parent, child) = (7, 8);
        let one = entered(0, parent).unwrap();
        let two = entered(one, parent).unwrap();
        assert_eq!(two, one + 1);
        assert_eq!((entered(one, child), entered(two, child)), (None, None));
        // All have left: what is there now is nobody's.
        assert!(entered(two - 2, child).is_some());
    }
}
