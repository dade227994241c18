//! An evaluation as JSON: the one place that says which fields there are.

use super::{Evaluation, Outcome};
use serde::Serialize;

/// The fields of an evaluation. The command's `apply --json` prints these, after the input.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct EvaluationReport<'a> {
    /// The value; null where there is none.
    pub output: Option<&'a str>,
    /// The words that the evaluation was stuck on; null where it was not stuck.
    pub stuck: Option<Vec<&'a str>>,
    /// The name of the [`Limit`](crate::Limit) that ended it; null where none did.
    pub reason: Option<&'static str>,
}

impl Evaluation {
    /// The fields of this evaluation, to be serialized among others.
    pub fn report(&self) -> EvaluationReport<'_> {
        EvaluationReport {
            output: self.text(),
            stuck: (self.outcome() == Outcome::Stuck).then(|| self.stuck().collect()),
            reason: self.outcome().limit().map(|limit| limit.name()),
        }
    }

    /// The evaluation as one JSON object, without its input: `{"output": text or null, "stuck": [words] or
    /// null, "reason": null or the name of the limit that ended it}`.
    ///
    /// ```
    /// let grammar = blicket::Grammar::parse("dax -> RED").unwrap();
    /// assert_eq!(grammar.apply("dax").to_json(), r#"{"output":"RED","stuck":null,"reason":null}"#);
    /// assert_eq!(grammar.apply("wif").to_json(), r#"{"output":null,"stuck":["wif"],"reason":null}"#);
    /// ```
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.report()).expect("strings always serialize")
    }
}
