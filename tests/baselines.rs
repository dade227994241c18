//! The paper's baselines as strategies: what they find, what they may cost, and what they refuse.

#![cfg(feature = "baselines")]

use blicket::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar};
use blicket::{
    BaselineSettings, Engine, EngineOptions, Problem, Solution, StopReason, Strategy, Success, Task,
};
use std::time::Duration;

const ALL: [Strategy; 4] =
    [Strategy::Prior, Strategy::Mcmc, Strategy::Enumerate, Strategy::DeepCoder];

fn engine() -> Engine {
    Engine::new(&EngineOptions::default()).unwrap()
}

/// Two primitives, one rule.
fn small(strategy: Strategy) -> Task {
    let mut task = Task { strategy, timeout: Duration::from_secs(600), ..Task::new() };
    for (input, output) in [("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED")] {
        task.add_example(input, output);
    }
    task.add_query("lug fep");
    task.baseline.meta = MetaGrammar::miniscan();
    task
}

/// Far more than can be found.
fn large(strategy: Strategy, seed: u64) -> Task {
    let mut sampler = EpisodeSampler::new(MetaGrammar::scan(), EpisodeSettings::scan()).unwrap();
    let episode = sampler.sample(seed).unwrap();
    let queries = episode.queries.into_iter().map(|(input, _)| input).collect();
    let timeout = Duration::from_secs(600);
    Task { support: episode.support, queries, strategy, timeout, ..Task::new() }
}

/// All that must be the same again.
fn outcome(
    solution: &Solution,
) -> (Success, StopReason, u64, u64, Option<String>, Vec<Option<String>>) {
    let answers = solution.answers.iter().map(|answer| answer.text.clone()).collect();
    let grammar = solution.grammar.as_ref().map(ToString::to_string);
    let (steps, programs) = (solution.statistics.steps, solution.statistics.programs);
    (solution.success, solution.stop, steps, programs, grammar, answers)
}

#[test]
fn each_solves_a_small_task() {
    for strategy in ALL {
        let solution = engine().solve(&Task { step_limit: 20_000, ..small(strategy) });
        assert_eq!(solution.success, Success::Solved, "{strategy:?}");
        assert_eq!(solution.stop, StopReason::Solved);
        assert!(solution.statistics.programs > 1);
        let grammar = solution.grammar.unwrap();
        assert_eq!(grammar.apply("dax fep").text(), Some("RED RED"));
        assert_eq!(grammar.apply("lug fep").text(), solution.answers[0].text.as_deref());
    }
}

#[test]
fn a_step_is_a_grammar_that_was_run_and_the_same_again_gives_the_same() {
    for strategy in ALL {
        for step_limit in [1, 777] {
            let task = Task { step_limit, ..large(strategy, 3) };
            let solution = engine().solve(&task);
            assert_eq!((solution.success, solution.stop), (Success::Best, StopReason::Steps));
            let statistics = solution.statistics;
            assert_eq!((statistics.programs, statistics.steps), (step_limit, step_limit));
            assert_eq!(outcome(&solution), outcome(&engine().solve(&task)), "{strategy:?}");
        }
        let texts: Vec<_> = (0..2)
            .map(|seed| {
                let task = Task { step_limit: 50, seed, ..large(strategy, 3) };
                engine().solve(&task).grammar.unwrap().to_string()
            })
            .collect();
        assert_ne!(texts[0], texts[1], "{strategy:?} does not look at the seed");
    }
}

#[test]
fn the_best_so_far_is_returned_when_time_is_up() {
    for strategy in ALL {
        let task = Task { timeout: Duration::from_millis(100), ..large(strategy, 5) };
        let solution = engine().solve(&task);
        assert_eq!((solution.success, solution.stop), (Success::Best, StopReason::Timeout));
        let grammar = solution.grammar.unwrap();
        let wrong = task.support.iter().filter(|(i, o)| grammar.apply(i).text() != Some(o)).count();
        assert_eq!(solution.unsatisfied.len(), wrong);
        assert!(solution.statistics.programs > 0);
    }
}

#[test]
fn an_enumeration_ends_when_its_memory_does() {
    let options = EngineOptions { memory_limit: Some(100_000), ..EngineOptions::default() };
    let solution = Engine::new(&options).unwrap().solve(&large(Strategy::Enumerate, 4));
    assert_eq!((solution.success, solution.stop), (Success::Best, StopReason::Memory));
}

#[test]
fn deepcoder_tries_first_what_it_was_told() {
    let mut task = Task { step_limit: 20_000, ..small(Strategy::DeepCoder) };
    let programs = |task: &Task| engine().solve(task).statistics.programs;
    let told_nothing = programs(&task);
    // One rule with one variable is all there is: the other variables are not needed.
    let odds = [("u2", 0.001), ("x2", 0.001), ("x1", 0.99), ("RED", 0.999), ("BLUE", 0.999)];
    let odds = odds.map(|(token, p)| (token.to_owned(), p)).into();
    task.baseline = BaselineSettings { odds, ..task.baseline };
    assert!(programs(&task) < told_nothing, "{} {told_nothing}", programs(&task));
    assert_eq!(told_nothing, programs(&Task { strategy: Strategy::Enumerate, ..task.clone() }));
}

#[test]
fn numbers_are_refused() {
    for strategy in ALL {
        let mut task = Task { strategy, ..Task::new() };
        task.add_example("one", "1");
        task.add_example("two", "2");
        let solution = engine().solve(&task);
        assert_eq!((solution.success, solution.statistics.programs), (Success::None, 0));
        let is_said = |problem: &Problem| problem.to_string().contains("outputs are numbers");
        assert!(solution.problems.iter().any(is_said), "{:?}", solution.problems);
    }
}
