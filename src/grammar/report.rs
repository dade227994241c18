//! An evaluation as JSON: the one place that says which fields there are.

use super::{Evaluation, Outcome, Slot};
use serde::Serialize;

/// The fields of an evaluation. The command's `apply --json` prints these, after the input.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct EvaluationReport<'a> {
    /// The value; null where there is none.
    pub output: Option<&'a str>,
    /// The words that the evaluation was stuck on; null where it was not stuck.
    pub stuck: Option<Vec<&'a str>>,
    /// The name of the [`Limit`](crate::Limit) that ended it, or `refused`; null where neither is the case.
    pub reason: Option<&'static str>,
    /// The best guess where it was refused; left out where it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guess: Option<&'a str>,
    /// How sure the value or the guess is; left out where the grammar leaves nothing open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The slots, in the order of [`Evaluation::slots`].
    pub slots: Vec<SlotReport<'a>>,
}

/// The fields of a slot.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct SlotReport<'a> {
    /// The name of the section that read it.
    pub section: &'a str,
    /// Its words, with a space between them.
    pub words: &'a str,
    /// Its first word, by its place in the input, and the place behind its last.
    pub from: usize,
    /// See [`from`](Self::from).
    pub to: usize,
    /// What its words mean; null where that could not be found within the limits.
    pub value: Option<&'a str>,
    /// Its value, where its section gives numbers; null where it gives tokens.
    pub number: Option<i64>,
    /// The slot in which it lies, by its index; null where it lies in none.
    pub parent: Option<usize>,
}

impl<'a> From<Slot<'a>> for SlotReport<'a> {
    fn from(slot: Slot<'a>) -> Self {
        Self {
            section: slot.section(),
            words: slot.text(),
            from: slot.words().start,
            to: slot.words().end,
            value: slot.value(),
            number: slot.number(),
            parent: slot.parent(),
        }
    }
}

impl Evaluation {
    /// The fields of this evaluation, to be serialized among others.
    pub fn report(&self) -> EvaluationReport<'_> {
        EvaluationReport {
            output: self.text(),
            stuck: (self.outcome() == Outcome::Stuck).then(|| self.stuck().collect()),
            reason: match self.outcome() {
                Outcome::Refused => Some(Outcome::Refused.name()),
                outcome => outcome.limit().map(|limit| limit.name()),
            },
            guess: self.guess().filter(|_| self.outcome() == Outcome::Refused),
            confidence: self.confidence(),
            slots: self.slots().map(SlotReport::from).collect(),
        }
    }

    /// The evaluation as one JSON object, without its input: `{"output": text or null, "stuck": [words] or
    /// null, "reason": null, the name of the limit that ended it, or "refused", "slots": [{"section", "words", "from",
    /// "to", "value", "number", "parent"}, …]}`. A grammar that leaves something open adds `"confidence"`, from 0 to 1,
    /// and `"guess"` where the value was refused.
    ///
    /// ```
    /// let grammar = blicket::Grammar::parse("dax -> RED").unwrap();
    /// assert_eq!(
    ///     grammar.apply("dax").to_json(),
    ///     r#"{"output":"RED","stuck":null,"reason":null,"slots":[]}"#
    /// );
    /// assert_eq!(
    ///     grammar.apply("wif").to_json(),
    ///     r#"{"output":null,"stuck":["wif"],"reason":null,"slots":[]}"#
    /// );
    /// ```
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.report()).expect("strings always serialize")
    }
}
