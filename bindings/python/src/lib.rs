//! The compiled part of the Python package `blicket`: the module `blicket._native`.
//!
//! It has what must be fast or must not be written twice. Everything else of the package is Python, in `python/blicket`:
//! results come from here as JSON, and are made into classes there.

// What PyO3's macros write has unsafe code, which is theirs; nothing here has any.

mod errors;
mod results;
mod grammar;
mod many;
mod engine;
mod search;
mod tools;

/// The compiled part of the package `blicket`.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::engine::{Engine, Memo};
    #[pymodule_export]
    use crate::grammar::Grammar;
    #[pymodule_export]
    use crate::search::Search;
    #[pymodule_export]
    use crate::tools::{check, export, format, lint, option_names, ready_made};

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "the name that Python has for it")]
    const __version__: &str = blicket::VERSION;
}
