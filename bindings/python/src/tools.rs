//! What needs neither a grammar nor an engine: checking texts.

use crate::errors;
use blicket::{Notation, ReadyMade, TaskOption};
use pyo3::prelude::*;

/// What is probably not meant in examples, as JSON: the remarks, each with its message.
#[pyfunction]
pub(crate) fn lint(py: Python<'_>, examples: Vec<(String, String)>) -> String {
    let remarks = py.detach(|| blicket::lint_examples(&examples));
    let of_one = |remark: &blicket::Remark| {
        let mut value = serde_json::to_value(remark).expect("strings and numbers always serialize");
        value["message"] = remark.to_string().into();
        value
    };
    serde_json::Value::from(remarks.iter().map(of_one).collect::<Vec<_>>()).to_string()
}

/// What is wrong with the text of a grammar, as JSON: the findings.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, text: &str) -> String {
    let findings = py.detach(|| blicket::check_grammar(text, &ReadyMade::new()));
    serde_json::to_string(&findings).expect("strings and numbers always serialize")
}

/// The text of a grammar as `blicket format` writes it.
#[pyfunction]
pub(crate) fn format(py: Python<'_>, text: &str) -> PyResult<String> {
    blicket::format_grammar(text, &ReadyMade::new())
        .map_err(|problems| errors::grammar(py, &problems))
}

/// A grammar in a notation of others.
#[pyfunction]
pub(crate) fn export(
    py: Python<'_>,
    grammar: &crate::grammar::Grammar,
    to: &str,
) -> PyResult<String> {
    let names = Notation::ALL.map(Notation::name).join(", ");
    let notation = Notation::ALL.into_iter().find(|notation| notation.name() == to);
    let notation = notation.ok_or_else(|| errors::invalid(py, "to", to, &names))?;
    grammar.grammar.export(notation).map_err(|error| errors::export(py, &error))
}

/// The names of the ready-made rules that `%use` finds.
#[pyfunction]
pub(crate) fn ready_made() -> Vec<String> {
    ReadyMade::new().names()
}

/// The names of all options of a task.
#[pyfunction]
pub(crate) fn option_names() -> Vec<&'static str> {
    TaskOption::ALL.iter().map(|option| option.name()).collect()
}
