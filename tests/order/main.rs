//! The order of `mod` lines is the data flow: a module uses only modules that stand before its own, in every crate
//! and inside every folder. Tests may use anything, a folder uses what is in it, and what is in a folder may use
//! what the folder's own file defines.
//!
//! And a name means one thing: no two types of the library share one.

mod tokens;
mod paths;
mod modules;
mod documents;
#[cfg(test)]
mod tests;

use modules::{Modules, Violation};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The first files of the crates, from the folder of the workspace. Those that do not exist are passed over. The
/// bindings are left out: the cxx bridge and its types, and in C an error and the boundary that makes one, need
/// each other.
const CRATES: [&str; 4] = ["src/lib.rs", "lab/src/lib.rs", "runtime/src/lib.rs", "cli/src/main.rs"];

/// Files that still use what stands after them, each with the module that it uses. An entry that is no longer
/// needed makes the test fail: the list only gets shorter.
const EXCEPTIONS: [(&str, &str); 0] = [];

fn violations() -> Vec<Violation> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"));
    let roots: Vec<PathBuf> =
        CRATES.iter().map(|root| workspace.join(root)).filter(|root| root.exists()).collect();
    assert!(roots.len() >= 3, "crates are missing: {roots:?}");
    let mut violations: Vec<Violation> =
        roots.iter().flat_map(|root| Modules::read(root).violations()).collect();
    for violation in &mut violations {
        for path in [&mut violation.file, &mut violation.order] {
            *path = path.strip_prefix(workspace).unwrap().to_owned();
        }
    }
    violations
}

#[test]
fn a_module_uses_only_what_stands_before_it() {
    let violations = violations();
    let is = |violation: &Violation, (file, used): &(&str, &str)| {
        violation.file == Path::new(file) && violation.used == *used
    };
    let mut report = String::new();
    for violation in &violations {
        if !EXCEPTIONS.iter().any(|exception| is(violation, exception)) {
            writeln!(report, "{violation}").unwrap();
        }
    }
    for exception in &EXCEPTIONS {
        if !violations.iter().any(|violation| is(violation, exception)) {
            let (file, used) = exception;
            writeln!(report, "{file} -> {used}: no longer an exception, take it from the list")
                .unwrap();
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

/// A build without networks has another type in the place of this one. A name that is no longer shared makes the
/// test fail.
const SHARED_NAMES: [&str; 1] = ["Network"];

#[test]
fn no_two_types_have_the_same_name() {
    let modules = Modules::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    let shared = modules.names_of_several_types();
    let mut report = String::new();
    for (name, places) in shared.iter().filter(|(name, _)| !SHARED_NAMES.contains(name)) {
        writeln!(report, "{name}: {places:?}").unwrap();
    }
    for name in SHARED_NAMES.iter().filter(|name| !shared.contains_key(**name)) {
        writeln!(report, "{name}: no longer shared, take it from the list").unwrap();
    }
    assert!(report.is_empty(), "\n{report}");
}
