//! Failures of the library as exceptions of `blicket._errors`, each by its kind.

use blicket::{DeviceUnavailable, InvalidOption, NetworkError, ParseErrors, ThreadUnavailable};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// The exception of this class of `blicket._errors`, made from these arguments.
fn exception<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let make = || py.import("blicket._errors")?.getattr(class)?.call1(arguments);
    make().map_or_else(|error| error, PyErr::from_value)
}

pub(crate) fn grammar(py: Python<'_>, errors: &ParseErrors) -> PyErr {
    let all: Vec<(usize, usize, &str, &str)> = errors
        .all()
        .iter()
        .map(|error| (error.line, error.column, &error.found[..], &error.expected[..]))
        .collect();
    exception(py, "GrammarError", (errors.to_string(), all))
}

pub(crate) fn option(py: Python<'_>, error: &InvalidOption) -> PyErr {
    exception(py, "OptionError", (error.to_string(),))
}

/// An option of an engine or of a function, which the core does not know by name.
pub(crate) fn invalid(py: Python<'_>, name: &str, found: &str, expected: &str) -> PyErr {
    exception(py, "OptionError", (format!("{name} is `{found}`, expected {expected}"),))
}

pub(crate) fn device(py: Python<'_>, error: &DeviceUnavailable) -> PyErr {
    exception(py, "DeviceUnavailable", (error.to_string(),))
}

pub(crate) fn thread(py: Python<'_>, error: &ThreadUnavailable) -> PyErr {
    exception(py, "ThreadUnavailable", (error.to_string(),))
}

pub(crate) fn network(py: Python<'_>, error: &NetworkError) -> PyErr {
    let class = match error {
        NetworkError::Model { .. } => "ModelError",
        NetworkError::Run { .. } => "NetworkError",
        NetworkError::Device { .. } => "DeviceUnavailable",
        _ => "RuntimeUnavailable",
    };
    exception(py, class, (error.to_string(),))
}

pub(crate) fn export(py: Python<'_>, error: &blicket::ExportError) -> PyErr {
    exception(py, "ExportError", (error.to_string(),))
}

/// A defect of blicket.
pub(crate) fn defect(py: Python<'_>, message: &str) -> PyErr {
    exception(py, "InternalError", (message,))
}
