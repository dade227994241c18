//! The options of every command that learns, and the task that they make of an episode.

use crate::attention::MakeSchedule;
#[cfg(feature = "baselines")]
use crate::baselines::BaselineArguments;
use crate::engine::EngineArguments;
use crate::failure::Failure;
use crate::normalisation::NormalisationArguments;
use blicket::{Domain, Engine, Strategy, Task};
#[cfg(feature = "baselines")]
use blicket_lab::baselines::Baseline;
use blicket_lab::episode::Episode;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::time::Duration;

/// How a grammar is looked for, and what that may cost.
#[derive(Args)]
pub(crate) struct Options {
    /// What random choices follow from: the same seed and the same steps give the same result
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// When a task is given up; what was found by then is printed
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = parse_seconds)]
    timeout: Duration,
    /// The most steps that a task may take: nodes of the search, and grammars run on the examples
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// How the grammar is looked for: by deduction and, where that does not do, by what a network
    /// proposes (hybrid); by one of the two (deduce, neural); or as the network finds most likely,
    /// without search (greedy)
    #[cfg_attr(
        feature = "baselines",
        doc = "or as the paper's baselines do it: sampling grammars (prior), changing one at random \
               (mcmc), going through them (enumerate, deepcoder); a step of theirs is a grammar run"
    )]
    #[arg(long, value_name = "NAME", default_value = "hybrid", value_parser = strategies())]
    strategy: How,
    /// Use the queries' inputs, too, to tell grammars apart that the examples leave open: then an answer may depend on
    /// the other queries, and words that only queries have are guessed at
    #[arg(long)]
    query_inputs: bool,
    /// Do not use the queries' inputs: so it is unless --query-inputs is given
    #[arg(long, conflicts_with = "query_inputs")]
    strict: bool,
    /// Answer queries by the rules that are printed alone, not by the vote of all grammars that satisfy the
    /// examples; nothing is refused that they read, and the grammar is printed without what it leaves open
    #[arg(long)]
    pub(crate) one_grammar: bool,
    /// Examples may be wrong: those are given up that cost less to write down than to satisfy
    #[arg(long)]
    pub(crate) noise: bool,
    /// What outputs are: tokens or one number; auto decides from the outputs
    #[arg(long, default_value = AUTO, value_parser = domains())]
    domain: DomainName,
    #[command(flatten)]
    normalisation: NormalisationArguments,
    #[cfg(feature = "baselines")]
    #[command(flatten)]
    baselines: BaselineArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

/// What a domain is called that the outputs decide.
const AUTO: &str = "auto";

/// A domain, or none where the outputs decide.
#[derive(Clone, Copy)]
struct DomainName(Option<Domain>);

/// A strategy of the library or, in a build that has them, one of the paper's baselines.
#[derive(Clone, Copy)]
enum How {
    Strategy(Strategy),
    #[cfg(feature = "baselines")]
    Baseline(Baseline),
}

impl How {
    fn all() -> impl Iterator<Item = (&'static str, Self)> {
        let strategies = Strategy::ALL.iter().map(|it| (it.name(), Self::Strategy(*it)));
        #[cfg(feature = "baselines")]
        let strategies =
            strategies.chain(Baseline::ALL.iter().map(|it| (it.name(), Self::Baseline(*it))));
        strategies
    }
}

/// Strategies by their names.
fn strategies() -> impl TypedValueParser<Value = How> {
    PossibleValuesParser::new(How::all().map(|(name, _)| name)).map(|name| {
        let (_, how) = How::all().find(|(known, _)| *known == name).expect("one of these names");
        how
    })
}

/// The domains by the names that the library has for them.
fn domains() -> impl TypedValueParser<Value = DomainName> {
    let names = Domain::ALL.iter().map(|domain| domain.name());
    PossibleValuesParser::new([AUTO].into_iter().chain(names))
        .map(|name| DomainName(Domain::from_name(&name)))
}

impl Options {
    /// What solves tasks, once its networks are loaded where nothing can be done without: tasks would
    /// otherwise fail as if there were no grammar, one as quietly as the other.
    pub(crate) fn engine(&self) -> Result<Engine, Failure> {
        self.check()?;
        let (engine, strategy) = (self.engine.engine()?, self.strategy());
        if matches!(strategy, Strategy::Neural | Strategy::Greedy) {
            engine.warm_up().map_err(|error| {
                let name = strategy.name();
                Failure::Machine(format!(
                    "--strategy {name} needs a network: {error}; `blicket info` says how to get one"
                ))
            })?;
        }
        Ok(engine)
    }

    /// Whether they make sense together.
    fn check(&self) -> Result<(), Failure> {
        #[cfg(feature = "baselines")]
        if let (Some(baseline), true) = (self.baseline(), self.noise) {
            let name = baseline.name();
            let message =
                format!("--noise is not for --strategy {name}, which gives no example up");
            return Err(Failure::Input(message));
        }
        #[cfg(feature = "baselines")]
        self.baselines.check(self.baseline())?;
        Ok(())
    }

    /// How the grammar is looked for.
    pub(crate) fn strategy(&self) -> Strategy {
        match self.strategy {
            How::Strategy(strategy) => strategy,
            #[cfg(feature = "baselines")]
            How::Baseline(_) => Strategy::default(),
        }
    }

    /// Which of the paper's baselines the grammar is looked for by, if by one of them.
    #[cfg(feature = "baselines")]
    pub(crate) fn baseline(&self) -> Option<Baseline> {
        match self.strategy {
            How::Baseline(baseline) => Some(baseline),
            How::Strategy(_) => None,
        }
    }

    /// The schedule of learners for the episode of this name, if it is not that of the strategy.
    pub(crate) fn schedule(&self, name: &str) -> Result<Option<MakeSchedule>, Failure> {
        #[cfg(feature = "baselines")]
        if let Some(baseline) = self.baseline() {
            let settings = self.baselines.settings(name)?;
            return Ok(Some(Box::new(move || baseline.schedule(settings))));
        }
        let _ = name;
        Ok(None)
    }

    /// What an episode asks. This is where the outputs of its queries stay behind, and its grammar:
    /// nothing that learns ever sees them.
    pub(crate) fn task(&self, episode: &Episode, seed: u64) -> Result<Task, Failure> {
        let mut task = Task::new();
        task.support.clone_from(&episode.support);
        task.queries = episode.queries.iter().map(|(input, _)| input.clone()).collect();
        task.domain = self.domain.0.or(episode.domain);
        task.strategy = self.strategy();
        task.seed = seed;
        task.timeout = self.timeout;
        task.step_limit = self.steps.unwrap_or(u64::MAX);
        task.use_query_inputs = self.query_inputs && !self.strict;
        task.noise = self.noise;
        task.normalisation = self.normalisation.normalisation();
        Ok(task)
    }
}

/// A number of seconds, such as `10` or `0.5`.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok();
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_a_number_that_a_clock_can_count() {
        assert_eq!(parse_seconds("10"), Ok(Duration::from_secs(10)));
        assert_eq!(parse_seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["", "-1", "ten", "NaN", "inf", "1e300", "5s"] {
            assert!(parse_seconds(wrong).unwrap_err().contains("such as 10"), "{wrong}");
        }
    }
}
