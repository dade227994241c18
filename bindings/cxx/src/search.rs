//! `Search`.

use crate::boundary::{Error, guarded};
use crate::bridge::ffi::{Progress, Watcher};
use crate::engine::Engine;
use crate::solution::Solution;
use crate::task::Task;
use cxx::UniquePtr;
use std::ops::ControlFlow;
use std::time::Duration;

pub(crate) struct Search(blicket::Search);

// SAFETY: it is used by the search's thread alone, and destroyed by it: the header says so.
#[allow(unsafe_code, reason = "C++ has no word for this")]
unsafe impl Send for Watcher {}

impl From<blicket::Progress> for Progress {
    fn from(progress: blicket::Progress) -> Self {
        Self {
            phase: progress.phase.into(),
            has_grammar: progress.satisfied.is_some(),
            satisfied: progress.satisfied.unwrap_or_default(),
            examples: progress.examples,
            steps: progress.steps,
            programs: progress.programs,
            seconds: progress.elapsed.as_secs_f64(),
        }
    }
}

impl Engine {
    pub(crate) fn start(&self, task: &Task) -> Result<Box<Search>, Error> {
        guarded(|| Ok(Box::new(Search(self.0.start(task.0.clone())?))))
    }

    pub(crate) fn start_with(
        &self,
        task: &Task,
        mut watcher: UniquePtr<Watcher>,
    ) -> Result<Box<Search>, Error> {
        let watch = move |progress: &blicket::Progress| {
            let progress = Progress::from(*progress);
            match watcher.as_mut().map_or(Ok(true), |watcher| watcher.watch(&progress)) {
                Ok(true) => ControlFlow::Continue(()),
                Ok(false) => ControlFlow::Break(()),
                // To the search it is what a panic is, without a word on standard error.
                Err(exception) => std::panic::resume_unwind(Box::new(exception.to_string())),
            }
        };
        guarded(|| Ok(Box::new(Search(self.0.start_with(task.0.clone(), watch)?))))
    }
}

impl Search {
    pub(crate) fn poll(&self) -> Result<Progress, Error> {
        guarded(|| Ok(self.0.poll().into()))
    }

    pub(crate) fn is_done(&self) -> Result<bool, Error> {
        guarded(|| Ok(self.0.is_done()))
    }

    pub(crate) fn wait(&self) -> Result<bool, Error> {
        guarded(|| Ok(self.0.wait()))
    }

    pub(crate) fn wait_ms(&self, timeout_ms: u64) -> Result<bool, Error> {
        guarded(|| Ok(self.0.wait_for(Duration::from_millis(timeout_ms))))
    }

    pub(crate) fn cancel(&self) -> Result<(), Error> {
        guarded(|| {
            self.0.cancel();
            Ok(())
        })
    }

    pub(crate) fn result(&self) -> Result<Box<Solution>, Error> {
        guarded(|| Ok(Box::new(Solution::new(self.0.result()))))
    }
}
