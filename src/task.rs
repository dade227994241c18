//! A problem to be solved: examples, queries, and how much it may cost.

#[cfg(feature = "baselines")]
use crate::baselines::BaselineSettings;
use crate::known::Known;
use crate::rule::Domain;
use std::time::Duration;

/// How a grammar is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// The best there is: deduction and, where its class of grammars ends or it takes long, what a
    /// network proposes.
    #[default]
    Hybrid,
    /// Deduction alone: a constraint solver for the paper's class of grammars.
    Deduce,
    /// The paper's system: a network proposes grammars, and what fails is repaired.
    Neural,
    /// The one grammar that the network finds most likely, and no search.
    Greedy,
    /// A baseline of the paper: grammars at random from the meta-grammar.
    #[cfg(feature = "baselines")]
    Prior,
    /// A baseline of the paper: Markov chain Monte Carlo over the meta-grammar's random choices.
    #[cfg(feature = "baselines")]
    Mcmc,
    /// A baseline of the paper: the meta-grammar's grammars by decreasing probability.
    #[cfg(feature = "baselines")]
    Enumerate,
    /// A baseline of the paper: the same, where a network has said which tokens the grammar has.
    #[cfg(feature = "baselines")]
    DeepCoder,
}

impl Strategy {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hybrid => "hybrid",
            Self::Deduce => "deduce",
            Self::Neural => "neural",
            Self::Greedy => "greedy",
            #[cfg(feature = "baselines")]
            Self::Prior => "prior",
            #[cfg(feature = "baselines")]
            Self::Mcmc => "mcmc",
            #[cfg(feature = "baselines")]
            Self::Enumerate => "enumerate",
            #[cfg(feature = "baselines")]
            Self::DeepCoder => "deepcoder",
        }
    }

    /// Whether it is one of the paper's baselines, which are only there to be measured.
    pub fn is_baseline(self) -> bool {
        match self {
            Self::Hybrid | Self::Deduce | Self::Neural | Self::Greedy => false,
            #[cfg(feature = "baselines")]
            Self::Prior | Self::Mcmc | Self::Enumerate | Self::DeepCoder => true,
        }
    }
}

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
pub struct Task {
    /// The examples: input and wanted output.
    pub support: Vec<(String, String)>,
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
    /// The most steps until a grammar satisfies the examples: nodes of the search, and grammars run on
    /// the examples. What weighing runs after that is counted, but goes on: so there may be some more
    /// steps in the end.
    pub step_limit: u64,
    /// Whether the inputs of queries help to tell grammars apart that the examples leave open. Their
    /// outputs are never known here.
    pub use_query_inputs: bool,
    /// Whether examples may be wrong. Then those are given up whose outputs take less to write down
    /// than it takes a grammar to satisfy them too. Of number words that is refused: any of them can be
    /// learnt by heart.
    pub noise: bool,
    /// What has been worked out for this task before: one that gets another example is solved again
    /// in a fraction of the time, and not any differently.
    pub known: Known,
    /// What the paper's baselines are told. They never give examples up, so that `noise` is nothing to
    /// them; a step of theirs is a grammar that was run.
    #[cfg(feature = "baselines")]
    pub baseline: BaselineSettings,
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
            queries: Vec::new(),
            domain: None,
            strategy: Strategy::default(),
            seed: 0,
            timeout: Duration::from_secs(30),
            step_limit: u64::MAX,
            use_query_inputs: true,
            noise: false,
            known: Known::default(),
            #[cfg(feature = "baselines")]
            baseline: BaselineSettings::default(),
        }
    }

    /// Adds an example.
    pub fn add_example(&mut self, input: impl Into<String>, output: impl Into<String>) {
        self.support.push((input.into(), output.into()));
    }

    /// Adds a query.
    pub fn add_query(&mut self, input: impl Into<String>) {
        self.queries.push(input.into());
    }
}
