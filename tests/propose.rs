//! The strategies `neural` and `greedy`, what `hybrid` has of them, and wrong examples, as a host sees
//! them.

use blicket::{Engine, EngineOptions, Problem, Solution, StopReason, Strategy, Success, Task};
use blicket_lab::sample::{
    EpisodeSampler, EpisodeSettings, MetaGrammar, ScanSplit, Selection, SplitName, SplitSampler,
};
use std::num::NonZero;
use std::path::Path;
use std::time::Duration;

/// An engine with the library that `make runtime` fetches. Without it, a test that needs one says so
/// and is left out, or fails where nothing may be left out. A build without networks has nothing to test
/// there; `tests/without_networks.rs` has what it does instead.
fn engine(threads: usize) -> Option<Engine> {
    engine_within(threads, EngineOptions::MEMORY_LIMIT)
}

/// An engine with the library that `make runtime` fetches and a memory limit, if the library is there.
fn engine_within(threads: usize, memory_limit: usize) -> Option<Engine> {
    if cfg!(not(feature = "neural")) {
        return None;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("build/runtime/libonnxruntime.so.1");
    if !path.exists() {
        let message =
            format!("LEFT OUT: {} is not there; `make runtime` fetches it", path.display());
        assert!(std::env::var_os("BLICKET_NOTHING_LEFT_OUT").is_none(), "{message}");
        eprintln!("*** {message} ***");
        return None;
    }
    let (runtime_path, threads) = (Some(path), NonZero::new(threads));
    let memory_limit = Some(memory_limit);
    let options = EngineOptions::default().with(|options| {
        options.runtime_path = runtime_path;
        options.threads = threads;
        options.memory_limit = memory_limit;
    });
    Some(Engine::new(&options).unwrap())
}

fn task(support: &[(&str, &str)], queries: &[&str], strategy: Strategy) -> Task {
    let mut task = Task::new().with(|task| task.strategy = strategy);
    support.iter().for_each(|(input, output)| task.add_example(*input, *output));
    queries.iter().for_each(|query| task.add_query(*query));
    task
}

const SUPPORT: [(&str, &str); 6] = [
    ("dax", "RED"),
    ("lug", "BLUE"),
    ("wif", "GREEN"),
    ("dax fep", "RED RED RED"),
    ("lug fep", "BLUE BLUE BLUE"),
    ("wif kiki dax", "RED GREEN"),
];

/// What can be told apart of two solutions, but for their times.
fn seen(solution: &Solution) -> (Option<String>, Vec<Option<String>>, u64) {
    let answers = solution.answers.iter().map(|answer| answer.text.clone()).collect();
    (solution.grammar.as_ref().map(ToString::to_string), answers, solution.statistics.programs)
}

#[test]
fn neural_solves_and_answers_the_same_on_any_number_of_threads() {
    let (Some(one), Some(two)) = (engine(1), engine(2)) else { return };
    let meta = MetaGrammar { rules: 6..=6, words: 17, ..MetaGrammar::miniscan() };
    let mut sampler = EpisodeSampler::new(meta, EpisodeSettings::miniscan()).unwrap();
    for seed in 900_000..900_004 {
        let episode = sampler.sample(seed).unwrap();
        let task = Task::new().with(|task| {
            task.support = episode.support.clone();
            task.queries = episode.queries.iter().map(|(input, _)| input.clone()).collect();
            task.strategy = Strategy::Neural;
        });
        let solution = one.solve(&task);
        assert_eq!((solution.success, solution.stop), (Success::Solved, StopReason::Solved));
        for (input, output) in &episode.support {
            let grammar = solution.grammar.as_ref().unwrap();
            assert_eq!(grammar.apply(input).text(), Some(output.as_str()));
        }
        assert_eq!(seen(&solution), seen(&two.solve(&task)), "{}", episode.name);
    }
}

/// Examples of thirty words and tokens each, of as many as a network reads.
fn large(strategy: Strategy) -> Task {
    let mut task = Task::new().with(|task| {
        task.strategy = strategy;
        task.timeout = Duration::from_secs(3600);
    });
    let side = |name: &str, example: usize, step: usize| -> String {
        let words: Vec<String> =
            (0..30).map(|place| format!("{name}{}", (example * 31 + place * step) % 195)).collect();
        words.join(" ")
    };
    for example in 0..8 {
        task.add_example(side("w", example, 7), side("T", example, 11));
    }
    task
}

#[test]
fn networks_that_would_take_more_memory_than_there_is_are_not_asked() {
    let Some(engine) = engine_within(1, 6 << 20) else { return };
    for strategy in [Strategy::Greedy, Strategy::Neural] {
        let solution = engine.solve(&large(strategy));
        assert_eq!((solution.stop, solution.statistics.programs), (StopReason::Memory, 0));
    }
    // What deduction is enough for is solved all the same, and small tasks are read.
    for strategy in [Strategy::Hybrid, Strategy::Neural] {
        let solution = engine.solve(&task(&SUPPORT, &["lug kiki wif"], strategy));
        assert_eq!((solution.success, solution.stop), (Success::Solved, StopReason::Solved));
    }
    // Where deduction's class ends, other learners solve it without them, and not for want of memory.
    let mut hybrid = large(Strategy::Hybrid);
    hybrid.add_example("z", "T1 T2");
    assert_eq!(engine.solve(&hybrid).stop, StopReason::Solved);
}

#[test]
fn greedy_runs_one_grammar() {
    let Some(engine) = engine(1) else { return };
    let solution = engine.solve(&task(&SUPPORT, &["wif fep"], Strategy::Greedy));
    assert!(solution.grammar.is_some());
    // Once by the search, and once to see what it leaves unsatisfied.
    assert_eq!(solution.statistics.programs, 2);
    assert_eq!(solution.answers.len(), 1);
}

#[test]
fn number_words_are_proposed_too() {
    let Some(engine) = engine(1) else { return };
    let support = [
        ("one", "1"),
        ("two", "2"),
        ("three", "3"),
        ("four", "4"),
        ("five", "5"),
        ("ten", "10"),
        ("twenty", "20"),
        ("one hundred", "100"),
        ("two hundred", "200"),
        ("two hundred three", "203"),
        ("twenty four", "24"),
        ("three hundred twenty", "320"),
        ("five hundred twenty one", "521"),
        ("four hundred ten", "410"),
    ];
    let solution = engine.solve(&task(&support, &["three hundred twenty five"], Strategy::Neural));
    assert_eq!(solution.success, Success::Solved);
    assert_eq!(solution.answers[0].integer, Some(325));
}

/// A token on the right, which deduction's class does not have.
#[test]
fn hybrid_goes_on_where_deduction_ends() {
    let Some(engine) = engine(2) else { return };
    let support = [
        ("dax", "RED"),
        ("lug", "BLUE"),
        ("wif", "GREEN"),
        ("dax fep", "PINK RED PINK"),
        ("lug fep", "PINK BLUE PINK"),
        ("wif dax fep", "GREEN PINK RED PINK"),
        ("wif dax", "GREEN RED"),
        ("lug wif", "BLUE GREEN"),
    ];
    let deduced = engine.solve(&task(&support, &["wif fep"], Strategy::Deduce));
    assert_eq!(deduced.success, Success::Best);
    let solution = engine.solve(&task(&support, &["wif fep"], Strategy::Hybrid));
    assert_eq!(solution.success, Success::Solved);
    assert_eq!(solution.answers[0].text.as_deref(), Some("PINK GREEN PINK"));
}

#[test]
fn without_a_network_neural_says_so_and_hybrid_deduces() {
    let runtime_path = Some("/nonexistent/libonnxruntime.so.1".into());
    let engine =
        Engine::new(&EngineOptions::default().with(|options| options.runtime_path = runtime_path))
            .unwrap();
    let solution = engine.solve(&task(&SUPPORT, &["wif fep"], Strategy::Neural));
    assert_eq!(solution.success, Success::None);
    let problem = &solution.problems[0];
    assert!(matches!(problem, Problem::NoNetwork(_)), "{problem}");
    assert_eq!(solution.answers.len(), 1);
    let solution = engine.solve(&task(&SUPPORT, &["wif fep"], Strategy::Hybrid));
    assert_eq!(solution.answers[0].text.as_deref(), Some("GREEN GREEN GREEN"));
    assert_eq!(solution.problems, []);
}

#[test]
fn a_search_among_proposals_ends_with_its_steps_or_its_time() {
    let Some(engine) = engine(2) else { return };
    // Nothing satisfies these.
    let mut hopeless = task(&SUPPORT, &[], Strategy::Neural);
    hopeless.add_example("dax lug", "GREEN GREEN RED BLUE PINK");
    hopeless.add_example("lug dax", "BLUE RED");
    hopeless.step_limit = 3_000;
    let solution = engine.solve(&hopeless);
    assert_eq!((solution.success, solution.stop), (Success::Best, StopReason::Steps));
    assert!(solution.statistics.programs >= 3_000);
    hopeless.step_limit = u64::MAX;
    hopeless.timeout = std::time::Duration::from_millis(50);
    assert_eq!(engine.solve(&hopeless).stop, StopReason::Timeout);
}

/// The wrong examples of a noisy set are found, and none is in a clean one.
#[test]
fn wrong_examples_are_named_and_the_grammar_is_that_of_the_others() {
    let engine = Engine::new(&EngineOptions::default()).unwrap();
    let split = ScanSplit::generate(SplitName::Length).unwrap();
    for (share, wrong) in [(0.0, 0), (0.2, 20)] {
        let sampler = |share| {
            SplitSampler::new(split.clone(), Selection::Uniform, 100..=100, Some(0), share).unwrap()
        };
        let (episode, right) = (sampler(share).sample(5), sampler(0.0).sample(5));
        let is_wrong = |index: &usize| episode.support[*index] != right.support[*index];
        let expected: Vec<usize> = (0..episode.support.len()).filter(is_wrong).collect();
        assert_eq!(expected.len(), wrong);
        let task = Task::new().with(|task| {
            task.support = episode.support.clone();
            task.noise = true;
        });
        let solution = engine.solve(&task);
        let given_up = solution.problems.iter().find_map(|problem| match problem {
            Problem::GivenUp(examples) => Some(examples.clone()),
            _ => None,
        });
        assert_eq!(given_up.unwrap_or_default(), expected);
        let unsatisfied: Vec<usize> = solution.unsatisfied.iter().map(|u| u.example).collect();
        assert_eq!(unsatisfied, expected);
        let grammar = solution.grammar.unwrap();
        for (input, output) in split.test.iter().step_by(40) {
            assert_eq!(grammar.apply(input).text(), Some(output.as_str()));
        }
    }
}
