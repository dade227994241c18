//! Results that are classes of Python.

use pyo3::prelude::*;

/// An object of a class of `blicket._results`, read from the JSON that the core writes.
pub(crate) fn from_json<'py>(
    py: Python<'py>,
    class: &str,
    json: String,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("blicket._results")?.getattr(class)?.call_method1("from_json", (json,))
}
