//! How tests run the command.

use serde_json::{Map, Value};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

/// A file in a directory that cargo keeps for tests; names have to differ between all tests.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path
}

pub(crate) fn blicket(command: &str) -> Command {
    let mut blicket = Command::new(env!("CARGO_BIN_EXE_blicket"));
    blicket.arg(command);
    blicket
}

pub(crate) fn start(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// What a command printed, and how it exited.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self {
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            code: output.status.code(),
        }
    }
}

impl Ran {
    /// The objects that were printed, one a line.
    pub(crate) fn json(&self) -> Vec<Map<String, Value>> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The objects that were printed, without what a clock says, which is never the same twice.
    pub(crate) fn timeless_json(&self) -> Vec<Map<String, Value>> {
        let mut lines = self.json();
        for line in &mut lines {
            line.retain(|field, _| !field.ends_with("seconds"));
            if let Some(Value::Object(summary)) = line.get_mut("summary") {
                summary.retain(|field, _| !field.ends_with("seconds"));
            }
        }
        lines
    }
}

/// Runs a command with this on its standard input.
pub(crate) fn run(command: &mut Command, input: impl AsRef<[u8]>) -> Ran {
    let mut child = start(command);
    // A command that refuses its arguments closes its input before it has read any.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    child.wait_with_output().unwrap().into()
}

/// The fields of an object, sorted.
pub(crate) fn fields(object: &Map<String, Value>) -> Vec<&str> {
    let mut fields: Vec<&str> = object.keys().map(String::as_str).collect();
    fields.sort_unstable();
    fields
}

/// The fields that `bench` prints for each episode, sorted.
pub(crate) const RECORD_FIELDS: [&str; 20] = [
    "answers",
    "confidence",
    "correct",
    "cpu_seconds",
    "grammar",
    "guess",
    "guessed",
    "name",
    "outcome",
    "programs",
    "queries",
    "refused",
    "satisfied",
    "scored",
    "seconds",
    "steps",
    "stop",
    "stuck",
    "support",
    "wrong",
];
