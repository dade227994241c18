//! What one row costs: it is run in a process of its own, so that the system can say how much memory that
//! took at its peak.

use rustix::time::{ClockId, clock_gettime};
use std::fs;

/// Processor seconds of the whole process.
pub(crate) fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// A line of `/proc/self/status`, in KB.
fn status(name: &str) -> u64 {
    let text = fs::read_to_string("/proc/self/status").expect("this is Linux");
    let line = text.lines().find_map(|line| line.strip_prefix(name)).expect("there is such a line");
    line.split_whitespace().next().and_then(|kb| kb.parse().ok()).expect("it is a number")
}

/// What was measured in a child, and what its parent prints.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    /// Processor seconds, each time that it was run.
    pub(crate) seconds: f64,
    /// The most memory in KB, beyond what there was before.
    pub(crate) peak: u64,
    pub(crate) solved: bool,
    pub(crate) right: usize,
    pub(crate) asked: usize,
    /// How it ended, where that is not the usual.
    pub(crate) note: String,
}

/// Short work is done again until it took this many processor seconds.
const ENOUGH: f64 = 0.2;

/// Runs `work` as often as it takes to time it; it says what came of it.
pub(crate) fn measure(mut work: impl FnMut() -> Row) -> Row {
    let before = status("VmRSS:");
    let start = processor_seconds();
    let mut runs = 0;
    loop {
        let row = work();
        runs += 1;
        let seconds = processor_seconds() - start;
        if seconds > ENOUGH {
            let peak = status("VmHWM:").saturating_sub(before);
            return Row { seconds: seconds / f64::from(runs), peak, ..row };
        }
    }
}

impl Row {
    /// As a child prints it.
    pub(crate) fn to_line(&self) -> String {
        let Self { seconds, peak, solved, right, asked, note } = self;
        format!("{seconds}\t{peak}\t{}\t{right}\t{asked}\t{note}", u8::from(*solved))
    }

    /// As its parent reads it.
    pub(crate) fn of_line(line: &str) -> Option<Self> {
        let mut parts = line.trim_end_matches('\n').split('\t');
        let mut next = || parts.next();
        Some(Self {
            seconds: next()?.parse().ok()?,
            peak: next()?.parse().ok()?,
            solved: next()? == "1",
            right: next()?.parse().ok()?,
            asked: next()?.parse().ok()?,
            note: next()?.to_owned(),
        })
    }
}
