//! One task solved and scored. Its line of JSON has the library's fields of the solution, and the scores.

use crate::attention::Attention;
use crate::failure::Failure;
use crate::options::Options;
use crate::score::{Score, WithoutOutput};
use crate::system::cpu_seconds;
use blicket::{Answer, Engine, Evaluation, Limits, Report, Solution, Task};
use blicket_lab::episode::Episode;
use serde::Serialize;
use std::time::Instant;

/// A task with its solution, its score, and what it took.
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) solution: Solution,
    pub(crate) score: Score,
    pub(crate) seconds: f64,
    pub(crate) cpu_seconds: f64,
    /// How often the task was tried, and on how many examples in all, where new ones may be drawn.
    pub(crate) tries: Option<usize>,
    pub(crate) examples_used: Option<usize>,
}

/// A record as JSON has it: its name, what the library reports of the solution, and what is the command's
/// own.
#[derive(Serialize)]
pub(crate) struct Line<'a> {
    name: &'a str,
    #[serde(flatten)]
    report: Report<'a>,
    correct: usize,
    scored: usize,
    refused: usize,
    wrong: usize,
    guessed: usize,
    seconds: f64,
    cpu_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    examples_used: Option<usize>,
}

impl Record {
    pub(crate) fn line(&self) -> Line<'_> {
        Line {
            name: &self.name,
            report: self.solution.report(),
            correct: self.score.right,
            scored: self.score.scored(),
            refused: self.score.refused,
            wrong: self.score.wrong,
            guessed: self.score.guessed,
            seconds: self.seconds,
            cpu_seconds: self.cpu_seconds,
            tries: self.tries,
            examples_used: self.examples_used,
        }
    }
}

/// What an evaluation may cost whose value is only shown beside another.
pub(crate) const A_MOMENT: Limits = {
    let mut limits = Limits::DEFAULT;
    limits.steps = 200_000;
    limits.output = 100_000;
    limits.text = 1 << 20;
    limits
};

/// Solves an episode's task, and scores the answers.
pub(crate) fn solve(
    engine: &Engine,
    options: &Options,
    episode: &Episode,
    seed: u64,
    without_output: WithoutOutput,
    attention: &Attention,
) -> Result<Record, Failure> {
    let task = options.task(episode, seed)?;
    solve_task(task, engine, options, episode, without_output, attention)
}

/// Solves the task that was made of an episode, and scores the answers.
pub(crate) fn solve_task(
    task: Task,
    engine: &Engine,
    options: &Options,
    episode: &Episode,
    without_output: WithoutOutput,
    attention: &Attention,
) -> Result<Record, Failure> {
    let (start, cpu_start) = (Instant::now(), cpu_seconds());
    let mut solution = attention.solve(engine, task, options.schedule(&episode.name)?)?;
    #[cfg(feature = "baselines")]
    for problem in &solution.problems {
        if let blicket::Problem::Unsuited(_) = problem {
            return Err(Failure::Input(format!("{}: {problem}", episode.name)));
        }
    }
    let (seconds, cpu_seconds) = (start.elapsed().as_secs_f64(), cpu_seconds() - cpu_start);
    if options.one_grammar {
        answer_alone(episode, &mut solution);
    }
    let score = Score::of(episode, without_output, &solution.answers);
    let name = episode.name.clone();
    let (tries, examples_used) = (None, None);
    Ok(Record { name, solution, score, seconds, cpu_seconds, tries, examples_used })
}

/// Puts the rules' own answer where the vote has another, or has refused it. How likely it is was not asked.
fn answer_alone(episode: &Episode, solution: &mut Solution) {
    let Some(grammar) = solution.grammar.take().map(|grammar| grammar.rules_alone()) else {
        return;
    };
    // As in the search: an answer that is longer than that is none.
    let mut evaluation = Evaluation::within(A_MOMENT);
    let asked = episode.queries.iter().zip(&mut solution.answers);
    let differs = |answer: &Answer| answer.text.is_none() || !answer.agrees;
    for ((input, _), answer) in asked.filter(|(_, answer)| differs(answer)) {
        grammar.apply_into(input, &mut evaluation);
        if answer.refused.as_deref() != evaluation.text() {
            answer.confidence = 0.0;
        }
        answer.refused = None;
        answer.text = evaluation.text().map(str::to_owned);
        answer.integer = evaluation.number();
        answer.agrees = answer.text.is_some();
    }
    solution.grammar = Some(grammar);
}

/// One line of JSON.
pub(crate) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and numbers always serialize")
}
