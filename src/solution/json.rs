//! A solution as JSON: the one place that says which fields there are. The C header, the C++ wrapper, the
//! bridge and the command give out what is made here.

use super::{Answer, Problem, Question, Solution};
use serde::Serialize;
use std::borrow::Cow;

/// The fields that every report of a solution has. The command's `bench --json` prints these, with its
/// scores.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Report<'a> {
    /// The name of the [`Success`](super::Success).
    pub outcome: &'static str,
    /// The name of the [`StopReason`](super::StopReason).
    pub stop: &'static str,
    /// How many examples the grammar satisfies.
    pub satisfied: usize,
    /// How many examples the task had.
    pub support: usize,
    /// How many queries the task had.
    pub queries: usize,
    /// For each query the answer; null where there is none.
    pub answers: Vec<Option<&'a str>>,
    /// For each query the best guess, whether it is worth acting on or not; null where there is none.
    pub guess: Vec<Option<&'a str>>,
    /// For each query how sure the guess is; null where there is none.
    pub confidence: Vec<Option<f64>>,
    /// For each query the words that the grammar is stuck on; null where it is not stuck.
    pub stuck: Vec<Option<&'a [String]>>,
    /// How many complete grammars were run on the examples.
    pub programs: u64,
    /// How many steps it took.
    pub steps: u64,
    /// The text of the grammar; null where there is none.
    pub grammar: Option<Cow<'a, str>>,
}

/// The further fields of a whole report. The command's `learn --json` has these as well.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Details<'a> {
    /// For each query whether the grammar gives the answer too.
    pub agrees: Vec<bool>,
    /// The examples that the grammar does not satisfy.
    pub unsatisfied: Vec<Missed<'a>>,
    /// Further grammars, the most probable first.
    pub alternatives: Vec<WeightedGrammar<'a>>,
    /// What a person could do about it, where not all is well.
    pub problems: &'a [Problem],
    /// What to ask a person next, the most decisive first.
    pub questions: &'a [Question],
    /// How many leaves the search had.
    pub leaves: usize,
    /// The seconds until there was a grammar that satisfies the examples.
    pub solving_seconds: f64,
    /// The seconds after that.
    pub ranking_seconds: f64,
}

/// An example that the grammar does not satisfy.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct Missed<'a> {
    /// The example, by its index in the task.
    pub example: usize,
    /// What the grammar gives instead; null where it gives nothing.
    pub instead: Option<&'a str>,
}

/// A further grammar.
#[derive(Clone, Debug, Serialize)]
pub struct WeightedGrammar<'a> {
    /// Its text.
    pub grammar: Cow<'a, str>,
    /// Its share of the posterior probability.
    pub weight: f64,
}

impl Solution {
    /// The solution as one JSON object:
    ///
    /// ```text
    /// {"outcome": "solved" | "best" | "none",
    ///  "stop": "solved" | "exhausted" | "timeout" | "steps" | "memory" | "cancelled" | "running",
    ///  "satisfied": examples that the grammar satisfies, "support": examples, "queries": queries,
    ///  "answers": [text or null, …], "guess": [text or null, also where it was refused, …],
    ///  "confidence": [0 to 1, or null where there is no guess, …],
    ///  "stuck": [[words] or null where the grammar is not stuck, …],
    ///  "programs": grammars run on the examples, "steps": as the step limit counts them,
    ///  "grammar": text or null,
    ///  "agrees": [whether the grammar gives the answer too, …],
    ///  "unsatisfied": [{"example": index from 0, "instead": text or null}, …],
    ///  "alternatives": [{"grammar": text, "weight": 0 to 1}, …],
    ///  "problems": [{"kind": name, "text": for a person, and the data of its kind}, …],
    ///  "questions": [{"input": text, "worth": bits,
    ///                 "answers": [{"text": text or null, "weight": 0 to 1, "examples": [index, …]}, …]}, …],
    ///  "leaves": number, "solving_seconds": number, "ranking_seconds": number}
    /// ```
    ///
    /// The data of a problem's kind are the fields of [`Problem`] under their names, `"examples"` and
    /// `"queries"` as lists of indices from 0. Later versions may add fields, kinds and names.
    ///
    /// ```
    /// let engine = blicket::Engine::new(&blicket::EngineOptions::default())?;
    /// let time = std::time::Duration::from_secs(10);
    /// let json = engine.synthesize([("dax", "RED"), ("dax", "BLUE")], ["dax"], time).to_json();
    /// assert!(json.contains(r#"{"kind":"contradiction","text":"examples 1 and 2 contradict"#));
    /// # Ok::<(), blicket::DeviceUnavailable>(())
    /// ```
    pub fn to_json(&self) -> String {
        self.report().to_json(&self.details())
    }

    /// The fields that every report has, to be serialized among others.
    pub fn report(&self) -> Report<'_> {
        // The best so far of a search that still runs has answers for the first queries only.
        let missing = self.queries.saturating_sub(self.answers.len());
        fn each<'a, T: Clone>(
            answers: &'a [Answer],
            missing: usize,
            get: impl Fn(&'a Answer) -> Option<T>,
        ) -> Vec<Option<T>> {
            answers.iter().map(get).chain(std::iter::repeat_n(None, missing)).collect()
        }
        let confidence = |answer: &Answer| answer.guess().map(|_| answer.confidence);
        let answers = &self.answers;
        Report {
            outcome: self.success.name(),
            stop: self.stop.name(),
            satisfied: self.satisfied(),
            support: self.examples,
            queries: self.queries,
            answers: each(answers, missing, |answer| answer.text.as_deref()),
            guess: each(answers, missing, Answer::guess),
            confidence: each(answers, missing, confidence),
            stuck: each(answers, missing, |answer| answer.stuck.as_deref()),
            programs: self.statistics.programs,
            steps: self.statistics.steps,
            grammar: self.grammar.as_ref().map(|grammar| grammar.to_string().into()),
        }
    }

    /// The further fields of a whole report.
    pub fn details(&self) -> Details<'_> {
        let missing = self.queries.saturating_sub(self.answers.len());
        let agrees = self.answers.iter().map(|answer| answer.agrees);
        let missed = self.unsatisfied.iter().map(|unsatisfied| Missed {
            example: unsatisfied.example,
            instead: unsatisfied.instead.as_deref(),
        });
        let weighted = self.alternatives.iter().map(|(grammar, weight)| WeightedGrammar {
            grammar: grammar.to_string().into(),
            weight: *weight,
        });
        Details {
            agrees: agrees.chain(std::iter::repeat_n(false, missing)).collect(),
            unsatisfied: missed.collect(),
            alternatives: weighted.collect(),
            problems: &self.problems,
            questions: &self.questions,
            leaves: self.statistics.leaves,
            solving_seconds: self.statistics.solving.as_secs_f64(),
            ranking_seconds: self.statistics.ranking.as_secs_f64(),
        }
    }
}

impl Report<'_> {
    /// The whole report as one JSON object, as [`Solution::to_json`] describes it.
    pub fn to_json(&self, details: &Details<'_>) -> String {
        let whole = Whole { report: self, details };
        serde_json::to_string(&whole).expect("strings, numbers and lists always serialize")
    }
}

#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    report: &'a Report<'a>,
    #[serde(flatten)]
    details: &'a Details<'a>,
}
