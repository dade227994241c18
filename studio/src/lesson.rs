//! What is taught on the page, as a task; and what there is to say about the examples themselves.

use crate::message::{Refusal, read};
use blicket::{Memo, Remark, Task, lint_examples};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A person who waits longer has changed something by then, or stops it.
const PATIENCE: Duration = Duration::from_secs(30);
/// The most questions that are made at once.
const MOST_QUESTIONS: usize = 5;
/// More remarks than this are not read.
const MOST_REMARKS: usize = 500;

/// `{"examples": [[input, output], …], "negatives": [[input, output or null], …], "questions": how many, "noise": whether
/// examples may be wrong}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lesson {
    examples: Vec<(String, String)>,
    #[serde(default)]
    negatives: Vec<(String, Option<String>)>,
    #[serde(default)]
    questions: usize,
    #[serde(default)]
    noise: bool,
}

impl Lesson {
    pub(crate) fn task(self, memo: Memo) -> Task {
        let mut task = Task::new();
        task.support = self.examples;
        task.negatives = self.negatives;
        task.questions = self.questions.min(MOST_QUESTIONS);
        task.noise = self.noise;
        task.timeout = PATIENCE;
        task.memo = memo;
        task
    }
}

/// What is said about one example.
#[derive(Serialize)]
struct Told<'a> {
    message: String,
    #[serde(flatten)]
    remark: &'a Remark,
}

/// `{"examples": …}` to `{"remarks": [{"message", "kind", "severity", "example", "other", "side", "place", "found",
/// "suggestion"}, …], "more": how many were left out}`.
pub(crate) fn lint(json: &str) -> Result<String, Refusal> {
    let lesson: Lesson = read(json)?;
    let mut remarks = lint_examples(&lesson.examples);
    // The worst first, so that those are left out that matter least.
    remarks.sort_by_key(|remark| std::cmp::Reverse(remark.severity));
    let more = remarks.len().saturating_sub(MOST_REMARKS);
    let told: Vec<Told<'_>> = remarks
        .iter()
        .take(MOST_REMARKS)
        .map(|remark| Told { message: remark.to_string(), remark })
        .collect();
    Ok(serde_json::json!({ "remarks": told, "more": more }).to_string())
}
