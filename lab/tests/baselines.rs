//! The paper's baselines as strategies: what they find, what they may cost, and what they refuse.

use blicket::{Engine, EngineOptions, Problem, Solution, StopReason, Success, Task};
use blicket_lab::baselines::{Baseline, BaselineSettings};
use blicket_lab::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar};
use std::time::Duration;

fn miniscan() -> BaselineSettings {
    BaselineSettings { meta: MetaGrammar::miniscan(), ..BaselineSettings::default() }
}

fn solve(baseline: Baseline, settings: BaselineSettings, task: &Task) -> Solution {
    engine().solve_by(task, baseline.schedule(settings))
}

fn engine() -> Engine {
    Engine::new(&EngineOptions::default()).unwrap()
}

/// Two primitives, one rule.
fn small() -> Task {
    let mut task = Task::new().with(|task| task.timeout = Duration::from_secs(600));
    for (input, output) in [("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED")] {
        task.add_example(input, output);
    }
    task.add_query("lug fep");
    task
}

/// Far more than can be found.
fn large(seed: u64) -> Task {
    let mut sampler = EpisodeSampler::new(MetaGrammar::scan(), EpisodeSettings::scan()).unwrap();
    let episode = sampler.sample(seed).unwrap();
    let queries = episode.queries.into_iter().map(|(input, _)| input).collect();
    let timeout = Duration::from_secs(600);
    Task::new().with(|task| {
        task.support = episode.support;
        task.queries = queries;
        task.timeout = timeout;
    })
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
    for baseline in Baseline::ALL {
        let solution = solve(baseline, miniscan(), &small().with(|task| task.step_limit = 20_000));
        assert_eq!(solution.success, Success::Solved, "{baseline:?}");
        assert_eq!(solution.stop, StopReason::Solved);
        assert!(solution.statistics.programs > 1);
        let grammar = solution.grammar.unwrap();
        assert_eq!(grammar.apply("dax fep").text(), Some("RED RED"));
        assert_eq!(grammar.apply("lug fep").text(), solution.answers[0].text.as_deref());
    }
}

#[test]
fn a_step_is_a_grammar_that_was_run_and_the_same_again_gives_the_same() {
    for baseline in Baseline::ALL {
        for step_limit in [1, 777] {
            let task = large(3).with(|task| task.step_limit = step_limit);
            let solution = solve(baseline, BaselineSettings::default(), &task);
            assert_eq!((solution.success, solution.stop), (Success::Best, StopReason::Steps));
            let statistics = solution.statistics;
            assert_eq!((statistics.programs, statistics.steps), (step_limit, step_limit));
            assert_eq!(
                outcome(&solution),
                outcome(&solve(baseline, BaselineSettings::default(), &task)),
                "{baseline:?}"
            );
        }
        let texts: Vec<_> = (0..2)
            .map(|seed| {
                let task = large(3).with(|task| {
                    task.step_limit = 50;
                    task.seed = seed;
                });
                solve(baseline, BaselineSettings::default(), &task).grammar.unwrap().to_string()
            })
            .collect();
        assert_ne!(texts[0], texts[1], "{baseline:?} does not look at the seed");
    }
}

#[test]
fn the_best_so_far_is_returned_when_time_is_up() {
    for baseline in Baseline::ALL {
        let task = large(5).with(|task| task.timeout = Duration::from_millis(100));
        let solution = solve(baseline, BaselineSettings::default(), &task);
        assert_eq!((solution.success, solution.stop), (Success::Best, StopReason::Timeout));
        let grammar = solution.grammar.unwrap();
        let wrong = task.support.iter().filter(|(i, o)| grammar.apply(i).text() != Some(o)).count();
        assert_eq!(solution.unsatisfied.len(), wrong);
        assert!(solution.statistics.programs > 0);
    }
}

#[test]
fn an_enumeration_ends_when_its_memory_does() {
    let options = EngineOptions::default().with(|options| options.memory_limit = Some(100_000));
    let solution = Engine::new(&options)
        .unwrap()
        .solve_by(&large(4), Baseline::Enumerate.schedule(BaselineSettings::default()));
    assert_eq!((solution.success, solution.stop), (Success::Best, StopReason::Memory));
}

#[test]
fn deepcoder_tries_first_what_it_was_told() {
    let task = small().with(|task| task.step_limit = 20_000);
    let programs = |baseline, settings| solve(baseline, settings, &task).statistics.programs;
    let told_nothing = programs(Baseline::DeepCoder, miniscan());
    // One rule with one variable is all there is: the other variables are not needed.
    let odds = [("u2", 0.001), ("x2", 0.001), ("x1", 0.99), ("RED", 0.999), ("BLUE", 0.999)];
    let odds = odds.map(|(token, p)| (token.to_owned(), p)).into();
    let told = BaselineSettings { odds, ..miniscan() };
    let told_something = programs(Baseline::DeepCoder, told.clone());
    assert!(told_something < told_nothing, "{told_something} {told_nothing}");
    assert_eq!(told_nothing, programs(Baseline::Enumerate, told));
}

#[test]
fn numbers_are_refused() {
    for baseline in Baseline::ALL {
        let mut task = Task::new();
        task.add_example("one", "1");
        task.add_example("two", "2");
        let solution = solve(baseline, BaselineSettings::default(), &task);
        assert_eq!((solution.success, solution.statistics.programs), (Success::None, 0));
        let is_said = |problem: &Problem| problem.to_string().contains("outputs are numbers");
        assert!(solution.problems.iter().any(is_said), "{:?}", solution.problems);
    }
}
