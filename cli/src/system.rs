//! What only some systems have: signals, and the time of the processor. Elsewhere each is as if it were not there.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A file that may not grow any more is like a disk that is full: whoever writes it is told, not killed. Where that
/// cannot be had, it is as without it.
pub(crate) fn be_told_of_files_that_may_not_grow() {
    #[cfg(unix)]
    let _ =
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Ctrl-C sets `stopped`, and a second one ends the command. Where whoever started the command has it ignored, as a
/// shell does behind its back, it stays so.
pub(crate) fn take_over_ctrl_c(stopped: &Arc<AtomicBool>) -> std::io::Result<()> {
    use signal_hook::consts::SIGINT;
    use signal_hook::flag;
    if is_ignored(SIGINT) {
        return Ok(());
    }
    let again = Arc::new(AtomicBool::new(false));
    // In this order, in which they are run: a Ctrl-C between any two of them is not lost.
    flag::register(SIGINT, stopped.clone())?;
    flag::register_conditional_default(SIGINT, again.clone())?;
    flag::register(SIGINT, again)?;
    Ok(())
}

/// Whether a signal is ignored; not, if the system does not say so.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    ignored >> (signal - 1) & 1 == 1
}

/// What the whole process has used, so that it stays right if a search has threads.
#[cfg(unix)]
pub(crate) fn cpu_seconds() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Not known: no number, which is `null` in JSON.
#[cfg(not(unix))]
pub(crate) fn cpu_seconds() -> f64 {
    f64::NAN
}
