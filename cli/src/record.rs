//! One task solved, as JSON has it.

use crate::attention::Attention;
use crate::failure::Failure;
use crate::options::Options;
use crate::score::Score;
use blicket::episode::Episode;
use blicket::{Answer, Engine, Evaluation, Limits, Solution};
use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;
use std::time::Instant;

/// A task's outcome and its answers, in the order of the fields that is documented.
#[derive(Serialize)]
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) outcome: &'static str,
    pub(crate) stop: &'static str,
    pub(crate) satisfied: usize,
    pub(crate) support: usize,
    pub(crate) correct: usize,
    pub(crate) scored: usize,
    pub(crate) queries: usize,
    pub(crate) answers: Vec<Option<String>>,
    /// Of each answer; null where there is none.
    pub(crate) confidence: Vec<Option<f64>>,
    /// The words that the grammar is stuck on, for each query; null where it is not stuck.
    pub(crate) stuck: Vec<Option<Vec<String>>>,
    pub(crate) seconds: f64,
    pub(crate) cpu_seconds: f64,
    pub(crate) programs: u64,
    pub(crate) steps: u64,
    pub(crate) grammar: Option<String>,
    /// How often the task was tried, and on how many examples in all, where new ones may be drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tries: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) examples_used: Option<usize>,
}

/// What an evaluation may cost whose value is only shown beside another.
pub(crate) const A_MOMENT: Limits =
    Limits { steps: 200_000, depth: 1 << 20, output: 100_000, text: 1 << 20 };

/// Solves an episode's task, and scores the answers.
pub(crate) fn solve(
    engine: &Engine,
    options: &Options,
    episode: &Episode,
    seed: u64,
    attention: &Attention,
) -> Result<(Solution, Record), Failure> {
    let task = options.task(episode, seed)?;
    let (start, cpu_start) = (Instant::now(), cpu_seconds());
    let mut solution = attention.solve(engine, task)?;
    #[cfg(feature = "baselines")]
    for problem in &solution.problems {
        if let blicket::Problem::NoPrior(_) = problem {
            return Err(Failure::Input(format!("{}: {problem}", episode.name)));
        }
    }
    let (seconds, cpu_seconds) = (start.elapsed().as_secs_f64(), cpu_seconds() - cpu_start);
    if options.one_grammar {
        answer_alone(episode, &mut solution);
    }
    let answers = &solution.answers;
    let Score { correct, scored } =
        Score::of(episode, answers.iter().map(|answer| answer.text.as_deref()));
    let support = episode.support.len();
    let record = Record {
        name: episode.name.clone(),
        outcome: solution.success.name(),
        stop: solution.stop.name(),
        satisfied: match solution.grammar {
            Some(_) => support - solution.unsatisfied.len(),
            None => 0,
        },
        support,
        correct,
        scored,
        queries: episode.queries.len(),
        answers: answers.iter().map(|answer| answer.text.clone()).collect(),
        confidence: answers.iter().map(|a| a.text.as_ref().map(|_| a.confidence)).collect(),
        stuck: answers.iter().map(|answer| answer.stuck.clone()).collect(),
        seconds,
        cpu_seconds,
        programs: solution.statistics.programs,
        steps: solution.statistics.steps,
        grammar: solution.grammar.as_ref().map(ToString::to_string),
        tries: None,
        examples_used: None,
    };
    Ok((solution, record))
}

/// Puts the grammar's own answer where the vote has another. How likely it is was not asked.
fn answer_alone(episode: &Episode, solution: &mut Solution) {
    let Some(mut grammar) = solution.grammar.clone() else { return };
    // As in the search: an answer that is longer than that is none.
    grammar.set_limits(A_MOMENT);
    let mut evaluation = Evaluation::new();
    let asked = episode.queries.iter().zip(&mut solution.answers);
    let differs = |answer: &Answer| answer.text.is_some() && !answer.agrees;
    for ((input, _), answer) in asked.filter(|(_, answer)| differs(answer)) {
        grammar.apply_into(input, &mut evaluation);
        *answer = Answer {
            text: evaluation.text().map(str::to_owned),
            integer: evaluation.number(),
            confidence: 0.0,
            stuck: answer.stuck.take(),
            agrees: true,
        };
    }
}

/// What the whole process has used, so that it stays right if a search has threads.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// One line of JSON.
pub(crate) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and numbers always serialize")
}
