//! The engine under `blicket.Engine`, and what a `blicket.Task` remembers.

use crate::errors;
use crate::search::Search;
use blicket::{Device, EngineOptions, Task};
use pyo3::prelude::*;
use std::num::NonZero;
use std::path::PathBuf;

/// What has been worked out for a task: solved again with one more example, it takes a fraction of the time.
#[pyclass(frozen, module = "blicket._native")]
#[derive(Default)]
pub(crate) struct Memo {
    memo: blicket::Memo,
}

#[pymethods]
impl Memo {
    #[new]
    fn new() -> Self {
        Self::default()
    }
}

/// What `blicket.Engine` is in one process.
#[pyclass(frozen, module = "blicket._native")]
pub(crate) struct Engine {
    engine: blicket::Engine,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (device="auto", threads=None, memory_limit=None, runtime=None, models=None))]
    fn new(
        py: Python<'_>,
        device: &str,
        threads: Option<usize>,
        memory_limit: Option<usize>,
        runtime: Option<PathBuf>,
        models: Option<PathBuf>,
    ) -> PyResult<Self> {
        let device: Device = device.parse().map_err(|_| {
            errors::invalid(py, "device", device, "auto, cpu, cuda, or cuda:1 and the like")
        })?;
        let no_thread =
            || errors::invalid(py, "threads", "0", "a number from 1, or None for all processors");
        let threads = threads.map(|count| NonZero::new(count).ok_or_else(no_thread)).transpose()?;
        let options = EngineOptions::default().with(|options| {
            options.device = device;
            options.threads = threads;
            options.memory_limit = memory_limit;
            options.runtime_path = runtime;
            options.model_path = models;
        });
        let engine = py.detach(|| blicket::Engine::new(&options));
        Ok(Self { engine: engine.map_err(|error| errors::device(py, &error))? })
    }

    /// Begins to solve a task: its examples, what is known not to be so, its queries, inputs to ask about, and its options
    /// by name.
    #[expect(clippy::too_many_arguments, reason = "they are the fields of a task")]
    fn start(
        &self,
        py: Python<'_>,
        examples: Vec<(String, String)>,
        negatives: Vec<(String, Option<String>)>,
        queries: Vec<String>,
        question_pool: Vec<String>,
        options: Vec<(String, String)>,
        memo: &Memo,
    ) -> PyResult<Search> {
        let mut task = Task::new();
        task.support = examples;
        task.negatives = negatives;
        task.queries = queries;
        task.question_pool = question_pool;
        task.memo = memo.memo.clone();
        for (name, value) in &options {
            task.set(name, value).map_err(|error| errors::option(py, &error))?;
        }
        let search = py.detach(|| self.engine.start(task));
        Ok(Search::new(search.map_err(|error| errors::thread(py, &error))?))
    }

    fn warm_up(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.engine.warm_up()).map_err(|error| errors::network(py, &error))
    }

    fn __str__(&self) -> String {
        self.engine.to_string()
    }

    #[getter]
    fn device(&self) -> String {
        self.engine.device().to_string()
    }

    #[getter]
    fn device_reason(&self) -> &str {
        self.engine.device_reason()
    }

    #[getter]
    fn threads(&self) -> usize {
        self.engine.threads()
    }

    #[getter]
    fn memory_limit(&self) -> usize {
        self.engine.memory_limit()
    }

    /// The version of ONNX Runtime and the file that it was loaded from, once networks are loaded.
    #[getter]
    fn runtime(&self) -> Option<(&str, PathBuf)> {
        self.engine.runtime().map(|runtime| (&runtime.version[..], runtime.path.clone()))
    }

    /// The file and the SHA-256 of each model.
    #[getter]
    fn models(&self, py: Python<'_>) -> PyResult<Vec<(&str, &str)>> {
        let models = self.engine.models().map_err(|error| errors::network(py, error))?;
        Ok(models.iter().map(|model| (&model.file[..], &model.sha256[..])).collect())
    }

    /// Why there are no networks, if they were needed and could not be loaded.
    #[getter]
    fn network_error(&self) -> Option<String> {
        self.engine.network_error().map(ToString::to_string)
    }
}
