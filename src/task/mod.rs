//! A problem to be solved: examples, queries, and how much it may cost.

mod strategy;
mod pinned;
mod option;
mod normal;

use crate::language::Normalisation;
use crate::language::rule::Domain;
use crate::memo::Memo;
use std::collections::BTreeSet;
use std::time::Duration;

pub(crate) use normal::Normal;
pub use option::{InvalidOption, TaskOption};
pub use pinned::Pinned;
pub use strategy::Strategy;

/// One problem: from the examples to a grammar that satisfies all of them, and from it to answers for
/// the queries.
///
/// ```
/// use blicket::{Engine, EngineOptions, Success, Task};
///
/// let mut task = Task::new();
/// for (input, output) in [("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED RED")] {
///     task.add_example(input, output);
/// }
/// task.add_query("lug fep");
/// let engine = Engine::new(&EngineOptions::default())?;
/// let solution = engine.solve(&task);
/// assert_eq!(solution.success, Success::Solved);
/// assert_eq!(solution.answers[0].text.as_deref(), Some("BLUE BLUE BLUE"));
/// # Ok::<(), blicket::DeviceUnavailable>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Task {
    /// The examples: input and wanted output.
    pub support: Vec<(String, String)>,
    /// The examples that are neither learnt from nor checked, by their indices. They stay in their place, so that the others
    /// keep their numbers.
    pub disabled: BTreeSet<usize>,
    /// Rules that a person wrote or edited, which every learnt grammar has.
    pub pinned: Option<Pinned>,
    /// What to answer.
    pub queries: Vec<String>,
    /// Tokens or numbers; `None` to decide from the outputs.
    pub domain: Option<Domain>,
    /// How the grammar is looked for.
    pub strategy: Strategy,
    /// What random choices follow from. The same task with the same seed and step limit gives the
    /// same solution.
    pub seed: u64,
    /// When to stop and give the best so far. The clock only ends a search, it never steers one.
    pub timeout: Duration,
    /// The most steps until a grammar satisfies the examples. Unlike time, it ends a search at the same
    /// point on every machine. Where outputs are tokens, a step is a node of the search or a grammar that
    /// was run on the examples. Where they are numbers, it is a sketch of a grammar that was expanded,
    /// however many grammars were tried on the way. Weighing the grammars that were found takes steps too,
    /// and goes on past the limit, so that there may be some more steps in the end.
    pub step_limit: u64,
    /// Whether the inputs of queries help to tell grammars apart that the examples leave open. Then an answer may depend
    /// on the other queries, and words that only queries have are guessed at; so by default they do not. Their outputs
    /// are never known here.
    pub use_query_inputs: bool,
    /// Whether examples may be wrong. Then those are given up whose outputs take less to write down
    /// than it takes a grammar to satisfy them too. Of number words that is refused: any of them can be
    /// learnt by heart.
    pub noise: bool,
    /// What is done to the words of inputs, before learning and, by the grammar, whenever it is applied. `None` to
    /// decide from the examples: what a person who types needs, as far as no two examples differ in nothing
    /// else. Capital letters and punctuation then mean nothing, and the grammar says so in its first lines
    /// if inputs have any, or if it has sections.
    pub normalisation: Option<Normalisation>,
    /// What is known not to be so: an input that is no sentence of the language, or an output that is not the one of an
    /// input. Grammars that give it do not vote and are not returned, as long as others satisfy the examples.
    pub negatives: Vec<(String, Option<String>)>,
    /// How many questions the solution is to have: inputs whose answers would decide what the examples leave open.
    pub questions: usize,
    /// Inputs that questions are taken from, such as what players have typed. Where there are none, questions are made of
    /// the words of the examples.
    pub question_pool: Vec<String>,
    /// What has been worked out for this task before: by it, the same task is solved again in a few hundredths of the
    /// time, and not any differently.
    pub memo: Memo,
}

impl Default for Task {
    fn default() -> Self {
        Self::new()
    }
}

impl Task {
    /// A task without examples, with 30 seconds of time.
    pub fn new() -> Self {
        Self {
            support: Vec::new(),
            disabled: BTreeSet::new(),
            pinned: None,
            queries: Vec::new(),
            domain: None,
            strategy: Strategy::default(),
            seed: 0,
            timeout: Duration::from_secs(30),
            step_limit: u64::MAX,
            use_query_inputs: false,
            noise: false,
            normalisation: None,
            negatives: Vec::new(),
            questions: 0,
            question_pool: Vec::new(),
            memo: Memo::default(),
        }
    }

    /// This task with some of its fields changed: `Task::new().with(|task| task.noise = true)`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Adds an example.
    pub fn add_example(&mut self, input: impl Into<String>, output: impl Into<String>) {
        self.support.push((input.into(), output.into()));
    }

    /// Takes an example back. Those after it then have an index that is one less. `None` if there is no such example.
    pub fn remove_example(&mut self, index: usize) -> Option<(String, String)> {
        if index >= self.support.len() {
            return None;
        }
        let others = self.disabled.iter().filter(|disabled| **disabled != index);
        self.disabled = others.map(|disabled| disabled - usize::from(*disabled > index)).collect();
        Some(self.support.remove(index))
    }

    /// Has an example learnt from and checked, or not, in its place. Whether there is such an example.
    pub fn enable_example(&mut self, index: usize, enabled: bool) -> bool {
        match enabled {
            true => self.disabled.remove(&index),
            false => index < self.support.len() && self.disabled.insert(index),
        };
        index < self.support.len()
    }

    /// The examples that are learnt from.
    pub(crate) fn enabled(&self) -> impl Iterator<Item = &(String, String)> + Clone {
        let is_enabled = |index: &usize| !self.disabled.contains(index);
        let examples = self.support.iter().enumerate();
        examples.filter(move |(index, _)| is_enabled(index)).map(|(_, example)| example)
    }

    /// Adds an input that is no sentence of the language.
    pub fn add_no_sentence(&mut self, input: impl Into<String>) {
        self.negatives.push((input.into(), None));
    }

    /// Adds an output that is not the one of an input.
    pub fn add_wrong_output(&mut self, input: impl Into<String>, output: impl Into<String>) {
        self.negatives.push((input.into(), Some(output.into())));
    }

    /// Adds a query.
    pub fn add_query(&mut self, input: impl Into<String>) {
        self.queries.push(input.into());
    }
}
