//! The options of every command that learns, and the task that they make of an episode.

#[cfg(feature = "baselines")]
use crate::baselines::BaselineArguments;
use crate::engine::EngineArguments;
use crate::failure::Failure;
use blicket::episode::Episode;
use blicket::{Domain, Engine, Known, Strategy, Task};
use clap::{Args, ValueEnum};
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
    #[arg(long, value_name = "NAME", default_value = "hybrid")]
    strategy: StrategyName,
    /// Do not use the queries' inputs to tell grammars apart that the examples leave open
    #[arg(long)]
    strict: bool,
    /// Answer queries by the grammar that is printed alone, not by the vote of all that satisfy the
    /// examples
    #[arg(long)]
    pub(crate) one_grammar: bool,
    /// Examples may be wrong: those are given up that cost less to write down than to satisfy
    #[arg(long)]
    pub(crate) noise: bool,
    /// What outputs are: tokens or one number; auto decides from the outputs
    #[arg(long, default_value = "auto")]
    domain: DomainName,
    #[cfg(feature = "baselines")]
    #[command(flatten)]
    baselines: BaselineArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

#[derive(Clone, Copy, ValueEnum)]
enum StrategyName {
    Hybrid,
    Deduce,
    Neural,
    Greedy,
    #[cfg(feature = "baselines")]
    Prior,
    #[cfg(feature = "baselines")]
    Mcmc,
    #[cfg(feature = "baselines")]
    Enumerate,
    #[cfg(feature = "baselines")]
    #[value(name = "deepcoder")]
    DeepCoder,
}

#[derive(Clone, Copy, ValueEnum)]
enum DomainName {
    Auto,
    Words,
    Numbers,
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
                Failure::Machine(format!("--strategy {name} needs a network: {error}"))
            })?;
        }
        Ok(engine)
    }

    /// Whether they make sense together.
    fn check(&self) -> Result<(), Failure> {
        let strategy = self.strategy();
        if strategy.is_baseline() && self.noise {
            let name = strategy.name();
            let message =
                format!("--noise is not for --strategy {name}, which gives no example up");
            return Err(Failure::Input(message));
        }
        #[cfg(feature = "baselines")]
        self.baselines.check(strategy)?;
        Ok(())
    }

    /// How the grammar is looked for.
    pub(crate) fn strategy(&self) -> Strategy {
        match self.strategy {
            StrategyName::Hybrid => Strategy::Hybrid,
            StrategyName::Deduce => Strategy::Deduce,
            StrategyName::Neural => Strategy::Neural,
            StrategyName::Greedy => Strategy::Greedy,
            #[cfg(feature = "baselines")]
            StrategyName::Prior => Strategy::Prior,
            #[cfg(feature = "baselines")]
            StrategyName::Mcmc => Strategy::Mcmc,
            #[cfg(feature = "baselines")]
            StrategyName::Enumerate => Strategy::Enumerate,
            #[cfg(feature = "baselines")]
            StrategyName::DeepCoder => Strategy::DeepCoder,
        }
    }

    /// What an episode asks. This is where the outputs of its queries stay behind, and its grammar:
    /// nothing that learns ever sees them.
    pub(crate) fn task(&self, episode: &Episode, seed: u64) -> Result<Task, Failure> {
        Ok(Task {
            support: episode.support.clone(),
            queries: episode.queries.iter().map(|(input, _)| input.clone()).collect(),
            domain: match self.domain {
                DomainName::Auto => episode.domain,
                DomainName::Words => Some(Domain::Words),
                DomainName::Numbers => Some(Domain::Numbers),
            },
            strategy: self.strategy(),
            seed,
            timeout: self.timeout,
            step_limit: self.steps.unwrap_or(u64::MAX),
            use_query_inputs: !self.strict,
            noise: self.noise,
            known: Known::default(),
            #[cfg(feature = "baselines")]
            baseline: self.baselines.settings(&episode.name)?,
        })
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
