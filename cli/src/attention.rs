//! Waiting for a search: what it is at is shown on a terminal, and Ctrl-C stops it.

use crate::failure::Failure;
use crate::system;
use blicket::laboratory::Schedule;
use blicket::{Engine, Progress, Solution, Task};
use std::io::{IsTerminal, Write, stderr};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Makes a schedule of learners on the thread of a search.
pub(crate) type MakeSchedule = Box<dyn FnOnce() -> Schedule + Send>;

/// A person sees nothing of searches that take less.
const A_MOMENT: Duration = Duration::from_millis(500);
/// How often what is shown changes.
const FRAME: Duration = Duration::from_millis(100);
/// To the start of the line, and empty it.
const CLEAR: &str = "\r\x1b[K";

/// What the person at the terminal does and sees.
pub(crate) struct Attention {
    stopped: Arc<AtomicBool>,
    shows: bool,
}

impl Attention {
    /// Takes Ctrl-C over: the first one stops a search with the best so far, a second one the
    /// command. Where whoever started the command has it ignored, as a shell does behind its back, it stays so.
    pub(crate) fn new() -> Result<Self, Failure> {
        let stopped = Arc::new(AtomicBool::new(false));
        let failed = |error| Failure::Machine(format!("Ctrl-C cannot be taken over: {error}"));
        system::take_over_ctrl_c(&stopped).map_err(failed)?;
        Ok(Self { stopped, shows: stderr().is_terminal() })
    }

    /// Whether there was a Ctrl-C.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// What `work` gives, or nothing once there is a Ctrl-C. A thread does it that can be left behind: waiting for a
    /// pipe goes on whatever signals come.
    pub(crate) fn unless_stopped<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>, Failure> {
        let (sender, receiver) = channel();
        let worker = thread::Builder::new().spawn(move || sender.send(work()).is_ok());
        let worker = worker
            .map_err(|error| Failure::Machine(format!("no thread could be started: {error}")))?;
        while !self.is_stopped() {
            match receiver.recv_timeout(FRAME) {
                Ok(value) => return Ok(Some(value)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Ok(_) => unreachable!("it sends what it has, or panics"),
                    Err(panic) => resume_unwind(panic),
                },
            }
        }
        Ok(None)
    }

    /// Solves a task, by the task's strategy or by a schedule.
    pub(crate) fn solve(
        &self,
        engine: &Engine,
        task: Task,
        schedule: Option<MakeSchedule>,
    ) -> Result<Solution, Failure> {
        let search = match schedule {
            Some(schedule) => engine.start_by(task, schedule),
            None => engine.start(task),
        };
        let search = search.map_err(|error| Failure::Machine(error.to_string()))?;
        let mut shown = false;
        while !search.wait_for(FRAME) {
            if self.is_stopped() {
                search.cancel();
            }
            let progress = search.poll();
            if self.shows && progress.elapsed > A_MOMENT {
                shown = true;
                show(&format!("{CLEAR}{}", line(&progress)));
            }
        }
        if shown {
            show(CLEAR);
        }
        Ok(search.result())
    }
}

/// On standard error; whoever has closed it does not want to see it.
fn show(text: &str) {
    let mut stderr = stderr();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

fn line(progress: &Progress) -> String {
    let Progress { phase, elapsed, steps, examples, satisfied, .. } = progress;
    let best = match satisfied {
        Some(satisfied) => format!("{satisfied} of {examples} examples"),
        None => "no grammar yet".to_owned(),
    };
    let (phase, seconds) = (phase.name(), elapsed.as_secs_f64());
    format!("{phase}: {seconds:.1} s, {steps} steps, {best} (Ctrl-C stops)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use blicket::Phase;

    #[test]
    fn a_line_says_how_far_it_is() {
        let mut progress = Progress::new(12);
        progress.phase = Phase::Solving;
        progress.elapsed = Duration::from_millis(1250);
        progress.steps = 1234;
        progress.satisfied = Some(10);
        let expected = "solving: 1.2 s, 1234 steps, 10 of 12 examples (Ctrl-C stops)";
        assert_eq!(line(&progress), expected);
        progress.satisfied = None;
        let nothing = line(&progress);
        assert!(nothing.contains("no grammar yet"), "{nothing}");
        progress.steps = u32::MAX.into();
        (progress.examples, progress.satisfied) = (99_999, Some(99_999));
        assert!(line(&progress).len() < 80);
    }
}
