//! What became of many tasks of one kind.

use crate::score::{Score, Tally, WithoutOutput};
use crate::statistics::Accuracy;
use blicket::{Answer, Engine, EngineOptions, Evaluation, Grammar, Solution, Success, Task};
use blicket_lab::episode::Episode;
use std::time::{Duration, Instant};

/// Many tasks, solved one after the other.
pub(crate) struct Learning {
    engine: Engine,
    use_query_inputs: bool,
    /// When a task is given up.
    pub(crate) timeout: Duration,
    /// The answers that are voted for.
    pub(crate) voted: Tally,
    /// The answers of the returned grammars.
    pub(crate) grammar: Accuracy,
    pub(crate) solved: Accuracy,
    pub(crate) times: Times,
}

/// In seconds.
#[derive(Default)]
pub(crate) struct Times {
    pub(crate) solving: Vec<f64>,
    pub(crate) ranking: Vec<f64>,
    /// The whole call.
    pub(crate) all: Vec<f64>,
}

impl Learning {
    pub(crate) fn new(use_query_inputs: bool) -> Self {
        Self {
            engine: Engine::new(&EngineOptions::default()).expect("a processor can be had"),
            use_query_inputs,
            timeout: Task::new().timeout,
            voted: Tally::default(),
            grammar: Accuracy::default(),
            solved: Accuracy::default(),
            times: Times::default(),
        }
    }

    /// Solves an episode's task, which has nothing of its queries but their inputs.
    pub(crate) fn add(&mut self, episode: &Episode, seed: u64) -> Solution {
        let task = Task::new().with(|task| {
            task.support = episode.support.clone();
            task.queries = episode.queries.iter().map(|(input, _)| input.clone()).collect();
            task.domain = episode.domain;
            task.seed = seed;
            task.timeout = self.timeout;
            task.use_query_inputs = self.use_query_inputs;
        });
        let start = Instant::now();
        let solution = self.engine.solve(&task);
        self.times.all.push(start.elapsed().as_secs_f64());
        self.voted.add(episode, &solution);
        self.solved.add(usize::from(solution.success == Success::Solved), 1);
        let score = score_grammar(solution.grammar.as_ref(), episode);
        self.grammar.add(score.right, score.scored());
        self.times.solving.push(solution.statistics.solving.as_secs_f64());
        self.times.ranking.push(solution.statistics.ranking.as_secs_f64());
        solution
    }
}

/// How many queries a grammar itself answers right.
fn score_grammar(grammar: Option<&Grammar>, episode: &Episode) -> Score {
    let grammar = grammar.map(Grammar::rules_alone);
    let answer = |(input, _): &(String, _)| {
        let text = grammar.as_ref().and_then(|it| Some(it.apply(input).text()?.to_owned()));
        let mut answer = Answer::default();
        answer.text = text;
        answer
    };
    let answers: Vec<Answer> = episode.queries.iter().map(answer).collect();
    Score::of(episode, WithoutOutput::WantsRefusal, &answers)
}

/// How many of these examples a grammar gives.
pub(crate) fn count_right(grammar: Option<&Grammar>, examples: &[(String, String)]) -> usize {
    let Some(grammar) = grammar else { return 0 };
    let mut evaluation = Evaluation::new();
    let mut right = |(input, output): &&(String, String)| {
        grammar.apply_into(input, &mut evaluation);
        evaluation.text() == Some(output)
    };
    examples.iter().filter(|example| right(example)).count()
}
