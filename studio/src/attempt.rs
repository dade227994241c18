//! A command that is tried: what it means, how sure that is, how it came about, and what to do if it means nothing.

use crate::message::{Refusal, read};
use blicket::{Advice, Derivation, Evaluation, Grammar, Outcome};
use serde::{Deserialize, Serialize};

/// The nearest sentences that are offered.
const NEAREST: usize = 3;
/// The meanings that are listed where several are possible.
const MEANINGS: usize = 5;
/// The words that may come next which are listed.
const NEXT: usize = 24;
/// Nobody types more into one line.
const LONGEST: usize = 4096;

/// `{"solution": number, "input": text}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Attempt {
    pub(crate) solution: u64,
    input: String,
}

impl Attempt {
    pub(crate) fn read(json: &str) -> Result<Self, Refusal> {
        let attempt: Self = read(json)?;
        match attempt.input.len() {
            0..=LONGEST => Ok(attempt),
            length => Err(Refusal::new(
                413,
                format!("a command of {length} bytes; at most {LONGEST} are tried"),
            )),
        }
    }
}

/// What is answered.
#[derive(Debug, Serialize)]
struct Answer {
    input: String,
    /// The meaning; null where there is none that is worth acting on.
    output: Option<String>,
    /// The name of the outcome: `value`, `stuck`, `refused`, or a limit.
    outcome: &'static str,
    /// How sure it is, from 0 to 1; null where nothing is known about that.
    confidence: Option<f64>,
    /// The best guess where the answer is refused.
    guess: Option<String>,
    /// All that it could mean, the most probable first.
    meanings: Vec<Meaning>,
    /// By the rules that are shown.
    derivation: Derivation,
    /// Whether the rules that are shown give the answer, too: others vote on it as well.
    agrees: bool,
    advice: Advice,
}

#[derive(Debug, Serialize)]
struct Meaning {
    text: Option<String>,
    weight: f64,
}

/// The answer as JSON. `stored` is the grammar with its doubt, if there is any.
pub(crate) fn answer(attempt: Attempt, grammar: &Grammar, stored: Option<&Grammar>) -> String {
    let input = attempt.input;
    let mut evaluation = Evaluation::new();
    stored.unwrap_or(grammar).apply_into(&input, &mut evaluation);
    let output = evaluation.text().map(str::to_owned);
    let guess = evaluation.guess().map(str::to_owned);
    let refused = evaluation.outcome() == Outcome::Refused;
    let (outcome, confidence) = (evaluation.outcome().name(), evaluation.confidence());
    let votes = stored.map(|stored| stored.votes(&input)).unwrap_or_default();
    let meanings = votes.into_iter().take(MEANINGS).map(|(text, weight)| Meaning { text, weight });
    grammar.apply_into(&input, &mut evaluation);
    let own = evaluation.text();
    let agrees = own.is_some() && own == output.as_deref().or(guess.as_deref());
    let mut advice = grammar.advise(&input, NEAREST);
    advice.expected.words.truncate(NEXT);
    let answer = Answer {
        agrees,
        outcome,
        confidence,
        meanings: meanings.collect(),
        derivation: grammar.explain(&input),
        guess: guess.filter(|_| refused),
        output,
        advice,
        input,
    };
    serde_json::to_string(&answer).expect("strings and numbers always serialize")
}
