//! The search under `blicket.Search`.

use crate::errors;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A task that is being solved in the background. Its threads know nothing of Python.
#[pyclass(frozen, module = "blicket._native")]
pub(crate) struct Search {
    search: blicket::Search,
}

/// So often it is looked whether Ctrl-C was pressed.
const SLICE: Duration = Duration::from_millis(50);

impl Search {
    pub(crate) fn new(search: blicket::Search) -> Self {
        Self { search }
    }
}

#[pymethods]
impl Search {
    /// How far it is: phase, seconds, steps, programs, examples, and how many of them are satisfied, or `None`.
    fn poll(&self) -> (&'static str, f64, u64, u64, usize, Option<usize>) {
        let now = self.search.poll();
        let seconds = now.elapsed.as_secs_f64();
        (now.phase.name(), seconds, now.steps, now.programs, now.examples, now.satisfied)
    }

    #[getter]
    fn done(&self) -> bool {
        self.search.is_done()
    }

    /// Waits for its end, so many seconds at most; whether it is over. Ctrl-C interrupts that, and not the search.
    #[pyo3(signature = (seconds=None))]
    fn wait(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<bool> {
        let limit = seconds.and_then(|time| Duration::try_from_secs_f64(time.max(0.0)).ok());
        let until = limit.and_then(|time| Instant::now().checked_add(time));
        loop {
            let left = until.map_or(SLICE, |until| until.saturating_duration_since(Instant::now()));
            if py.detach(|| self.search.wait_for(left.min(SLICE))) {
                return Ok(true);
            }
            py.check_signals()?;
            if until.is_some_and(|until| until <= Instant::now()) {
                return Ok(false);
            }
        }
    }

    fn cancel(&self) {
        self.search.cancel();
    }

    /// What came of it, or the best so far, as JSON.
    fn result(&self, py: Python<'_>) -> PyResult<String> {
        let result =
            py.detach(|| catch_unwind(AssertUnwindSafe(|| self.search.result().to_json())));
        result.map_err(|panic| {
            let text = panic.downcast_ref::<String>().map_or("no reason was given", |text| text);
            errors::defect(py, &format!("the search failed, which is a defect of blicket: {text}"))
        })
    }
}
