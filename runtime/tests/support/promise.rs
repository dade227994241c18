//! How fast a fault of the machine has to be told, as SECURITY.md promises it. Tests of the core use it too.

use rustix::time::{ClockId, clock_gettime};

/// What comes of it, within what is promised: five seconds of the processor, which do not depend on who
/// else uses the machine.
pub(crate) fn in_time<T>(work: impl FnOnce() -> T) -> T {
    let start = processor_seconds();
    let result = work();
    let took = processor_seconds() - start;
    assert!(took < 5, "{took} seconds of the processor");
    result
}

fn processor_seconds() -> i64 {
    clock_gettime(ClockId::ThreadCPUTime).tv_sec
}
