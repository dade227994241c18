//! A command that hangs takes no time of the processor: it is ended by this, and its test fails.

use super::support::Ran;
use std::process::{Child, Command};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Far more than a command takes that does what it should, on a machine that many others use too. Only a command
/// that hangs is ever waited for so long.
const LONG: Duration = Duration::from_secs(300);

/// Watches a child for as long as it is waited for.
pub(crate) struct Guard {
    waits: Sender<()>,
    has_killed: JoinHandle<bool>,
}

impl Guard {
    pub(crate) fn of(child: &Child) -> Self {
        let (id, (waits, ended)) = (child.id().to_string(), channel());
        let has_killed = thread::spawn(move || {
            let hangs = ended.recv_timeout(LONG) == Err(RecvTimeoutError::Timeout);
            hangs && Command::new("kill").args(["-KILL", &id]).status().unwrap().success()
        });
        Self { waits, has_killed }
    }

    /// Once the child was waited for.
    pub(crate) fn check(self) {
        drop(self.waits);
        assert!(!self.has_killed.join().unwrap(), "it hangs: no end after {LONG:?}");
    }
}

/// Waits for a child, and reads what it prints.
pub(crate) fn finish(child: Child) -> Ran {
    let guard = Guard::of(&child);
    let output = child.wait_with_output().unwrap();
    guard.check();
    output.into()
}
