//! What answers the page: one engine for all tabs, and the last solutions, by number.

use crate::attempt::{self, Attempt};
use crate::lesson::{self, Lesson};
use crate::message::{Refusal, read};
use crate::rules::{self, GrammarView};
use blicket::{Engine, Grammar, Memo, Problem, Question, Solution, Task};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// How many solutions are kept for tabs that still show them. A tab whose solution is gone learns again.
const KEPT: usize = 24;

/// What answers the page.
pub struct Studio {
    engine: Engine,
    /// A lesson with one more example is learnt in less time.
    memo: Memo,
    solutions: Mutex<Solutions>,
}

#[derive(Default)]
struct Solutions {
    last: u64,
    kept: VecDeque<(u64, Arc<Learnt>)>,
}

/// What was learnt, with and without its doubt.
struct Learnt {
    grammar: Grammar,
    stored: Option<Grammar>,
}

/// A solution as the page shows it.
#[derive(Serialize)]
struct Shown<'a> {
    /// The number by which commands are tried; null where there is no grammar.
    solution: Option<u64>,
    outcome: &'static str,
    stop: &'static str,
    satisfied: usize,
    support: usize,
    /// How many other grammars were kept.
    alternatives: usize,
    seconds: f64,
    steps: u64,
    grammar: Option<String>,
    view: Option<GrammarView>,
    unsatisfied: Vec<Missed<'a>>,
    problems: &'a [Problem],
    questions: &'a [Question],
}

#[derive(Serialize)]
struct Missed<'a> {
    example: usize,
    instead: Option<&'a str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    solution: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    grammar: String,
    stored: Option<String>,
}

impl Studio {
    /// A studio that learns by this engine.
    pub fn new(engine: Engine) -> Self {
        Self { engine, memo: Memo::default(), solutions: Mutex::default() }
    }

    /// What learns.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The task that a lesson sets: `{"examples": [[input, output], …], "negatives": [[input, output or null], …],
    /// "questions": how many, "noise": whether examples may be wrong}`.
    pub fn task(&self, json: &str) -> Result<Task, Refusal> {
        Ok(read::<Lesson>(json)?.task(self.memo.clone()))
    }

    /// What came of a task, as JSON for the page; it is kept, so that commands can be tried.
    pub fn learnt(&self, task: &Task, solution: &Solution) -> String {
        let number = solution.grammar.as_ref().map(|grammar| {
            let stored = Some(grammar.clone());
            self.keep(Learnt { grammar: grammar.rules_alone(), stored })
        });
        let missed = solution.unsatisfied.iter().map(|unsatisfied| Missed {
            example: unsatisfied.example,
            instead: unsatisfied.instead.as_deref(),
        });
        let statistics = &solution.statistics;
        let rules = solution.grammar.as_ref().map(Grammar::rules_alone);
        let shown = Shown {
            solution: number,
            outcome: solution.success.name(),
            stop: solution.stop.name(),
            satisfied: solution.satisfied(),
            support: solution.examples,
            alternatives: solution.alternatives.len(),
            seconds: (statistics.solving + statistics.ranking).as_secs_f64(),
            steps: statistics.steps,
            grammar: rules.as_ref().map(ToString::to_string),
            view: rules.as_ref().map(|rules| rules::view(rules, &task.support)),
            unsatisfied: missed.collect(),
            problems: &solution.problems,
            questions: &solution.questions,
        };
        serde_json::to_string(&shown).expect("strings and numbers always serialize")
    }

    /// Answers everything that takes no time to speak of: `lint`, `try`, `stored` and `keep`.
    pub fn answer(&self, what: &str, json: &str) -> Result<String, Refusal> {
        match what {
            "lint" => lesson::lint(json),
            "try" => {
                let attempt = Attempt::read(json)?;
                let learnt = self.find(attempt.solution)?;
                Ok(attempt::answer(attempt, &learnt.grammar, learnt.stored.as_ref()))
            }
            // The grammar with what the examples leave open, as it would be shipped.
            "stored" => {
                let learnt = self.find(read::<Stored>(json)?.solution)?;
                let text = learnt.stored.as_ref().map(ToString::to_string);
                Ok(serde_json::json!({ "grammar": text }).to_string())
            }
            // A solution that somebody else has found: a worker that learns, for one that answers.
            "keep" => {
                let Kept { grammar, stored } = read(json)?;
                let parse = |text: String| {
                    Grammar::parse(&text).map_err(|error| Refusal::new(422, error.to_string()))
                };
                let (grammar, stored) = (parse(grammar)?, stored.map(parse).transpose()?);
                let solution = self.keep(Learnt { grammar, stored });
                Ok(serde_json::json!({ "solution": solution }).to_string())
            }
            _ => Err(Refusal::new(404, format!("there is nothing that is called {what:?}"))),
        }
    }

    fn keep(&self, learnt: Learnt) -> u64 {
        let mut solutions = self.solutions.lock().unwrap_or_else(PoisonError::into_inner);
        solutions.last += 1;
        let number = solutions.last;
        if solutions.kept.len() == KEPT {
            solutions.kept.pop_front();
        }
        solutions.kept.push_back((number, Arc::new(learnt)));
        number
    }

    fn find(&self, number: u64) -> Result<Arc<Learnt>, Refusal> {
        let solutions = self.solutions.lock().unwrap_or_else(PoisonError::into_inner);
        let found = solutions.kept.iter().find(|(kept, _)| *kept == number);
        found
            .map(|(_, learnt)| learnt.clone())
            .ok_or_else(|| Refusal::new(410, "this solution is not kept any more: learn again"))
    }
}
