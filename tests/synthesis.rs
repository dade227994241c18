//! Synthesis as a host sees it: what is learnt, and what is said where nothing can be.

use blicket::{
    Engine, EngineOptions, Evaluation, Problem, Solution, StopReason, Strategy, Success, Task,
};
use blicket_lab::episode::{read_queries, read_support};
use blicket_lab::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar, ScanSplit, SplitName};
use std::fs;
use std::path::Path;
use std::time::Duration;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(path)).unwrap()
}

fn task(support: &[(&str, &str)], queries: &[&str]) -> Task {
    let mut task = Task::new();
    support.iter().for_each(|(input, output)| task.add_example(*input, *output));
    queries.iter().for_each(|query| task.add_query(*query));
    task
}

fn solve(task: &Task) -> Solution {
    let solution = Engine::new(&EngineOptions::default()).unwrap().solve(task);
    // What is called solved satisfies every example, and what is not names those that are left.
    if let Some(grammar) = &solution.grammar {
        let mut evaluation = Evaluation::new();
        let mut wrong = Vec::new();
        for (index, (input, output)) in task.support.iter().enumerate() {
            // What its rules say, whatever they leave open.
            let grammar = grammar.rules_alone();
            grammar.apply_into(input, &mut evaluation);
            let right =
                evaluation.text().is_some() && evaluation.tokens().eq(output.split_whitespace());
            if !right {
                wrong.push(index);
            }
        }
        let said: Vec<usize> = solution.unsatisfied.iter().map(|u| u.example).collect();
        assert_eq!(said, wrong);
        assert_eq!(solution.success == Success::Solved, wrong.is_empty());
    } else {
        assert_eq!(solution.success, Success::None);
    }
    assert_eq!(solution.answers.len(), task.queries.len());
    solution
}

fn texts(solution: &Solution) -> Vec<Option<&str>> {
    solution.answers.iter().map(|answer| answer.text.as_deref()).collect()
}

const DAX: [(&str, &str); 4] =
    [("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED RED"), ("lug kiki dax", "RED BLUE")];

#[test]
fn the_human_task_is_learnt() {
    let mut task = Task::new();
    task.support = read_support(&read("miniscan/human-support.tsv")).unwrap();
    let queries = read_queries(&read("miniscan/human-queries.tsv")).unwrap();
    task.queries = queries.iter().map(|(query, _)| query.clone()).collect();
    for use_query_inputs in [true, false] {
        task.use_query_inputs = use_query_inputs;
        let solution = solve(&task);
        assert_eq!(solution.success, Success::Solved);
        let wanted: Vec<Option<&str>> = queries.iter().map(|(_, o)| o.as_deref()).collect();
        assert_eq!(texts(&solution), wanted);
        assert!(solution.answers.iter().all(|answer| answer.agrees));
    }
}

#[test]
fn sampled_tasks_are_all_solved() {
    for (meta, settings) in [
        (MetaGrammar::miniscan(), EpisodeSettings::miniscan()),
        (MetaGrammar::scan(), EpisodeSettings::scan()),
    ] {
        let mut sampler = EpisodeSampler::new(meta, settings).unwrap();
        for seed in 0..25 {
            let episode = sampler.sample(seed).unwrap();
            let mut task = Task::new();
            task.support = episode.support;
            assert_eq!(solve(&task).success, Success::Solved, "{}", episode.name);
        }
    }
}

#[test]
fn whole_training_files_are_learnt_and_tested_on_all_of_the_rest() {
    for name in [SplitName::Length, SplitName::Jump, SplitName::Right] {
        let split = ScanSplit::generate(name).unwrap();
        let mut task = Task::new();
        task.support = split.train;
        // A machine with much else to do may take its time.
        task.timeout = Duration::from_secs(1000);
        let solution = solve(&task);
        assert_eq!(solution.success, Success::Solved);
        let grammar = solution.grammar.unwrap();
        let mut evaluation = Evaluation::new();
        for (command, output) in &split.test {
            grammar.apply_into(command, &mut evaluation);
            assert_eq!(evaluation.text(), Some(output.as_str()), "{command}");
        }
    }
}

#[test]
fn the_same_seed_and_steps_give_the_same_solution() {
    let settings = EpisodeSettings { support: 10..=10, ..EpisodeSettings::miniscan() };
    let mut sampler = EpisodeSampler::new(MetaGrammar::miniscan(), settings).unwrap();
    for seed in 0..10 {
        let episode = sampler.sample(seed).unwrap();
        let mut task = Task::new();
        task.support = episode.support;
        task.queries = episode.queries.into_iter().map(|(query, _)| query).collect();
        (task.seed, task.step_limit) = (seed, 5_000);
        let (first, second) = (solve(&task), solve(&task));
        assert_eq!(first.grammar, second.grammar);
        assert_eq!(first.answers, second.answers);
        assert_eq!(first.alternatives, second.alternatives);
        assert_eq!(first.statistics.steps, second.statistics.steps);
    }
}

#[test]
fn words_that_no_example_shows_are_named() {
    let mut task = task(&DAX, &["lug fep", "lug wug", "wug", ""]);
    task.use_query_inputs = false;
    let solution = solve(&task);
    assert_eq!(texts(&solution)[0], Some("BLUE BLUE BLUE"));
    assert_eq!(solution.answers[1].stuck, Some(vec!["wug".to_owned()]));
    assert_eq!(solution.answers[0].stuck, None);
    assert_eq!(solution.answers[3].stuck, Some(vec![]), "an empty query has no words");
    assert_eq!((texts(&solution)[2], solution.answers[2].confidence), (None, 0.0));
}

#[test]
fn what_queries_alone_have_is_guessed_and_said_to_be_that() {
    let solution = solve(&task(&DAX, &["lug wug", "wug fep"]));
    let grammar = solution.grammar.unwrap().to_string();
    assert!(!grammar.contains("wug"), "{grammar}");
    assert!(solution.answers.iter().all(|answer| answer.stuck == Some(vec!["wug".to_owned()])));
}

/// A word that only another query has teaches nothing.
#[test]
fn an_answer_does_not_depend_on_the_other_queries() {
    let support =
        [("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED RED"), ("lug dax", "BLUE RED")];
    let queries = ["lug fep", "lug dax fep", "lug wug", "wug fep fep", "dax lug dax"];
    let together = solve(&task(&support, &queries)).answers;
    for (query, together) in queries.iter().zip(together) {
        let alone = solve(&task(&support, &[query])).answers.remove(0);
        assert_eq!(format!("{alone:?}"), format!("{together:?}"), "{query}");
    }
}

/// However odd one query is, the others are answered as they would be without it.
#[test]
fn a_query_does_not_spoil_the_others() {
    let mut support = DAX.to_vec();
    support.push(("lug fep", "BLUE BLUE BLUE"));
    let unknown: Vec<String> = (0..300).map(|number| format!("w{number}")).collect();
    let unknown: Vec<&str> = unknown.iter().map(String::as_str).collect();
    let (few, some) = (&unknown[..20], &unknown[..60]);
    for others in
        [&["wug fep"][..], &["", "fep", "kiki kiki kiki"], &["wug mup zup"], few, some, &unknown]
    {
        let mut queries = vec!["lug fep kiki dax"];
        queries.extend(others);
        let mut task = task(&support, &queries);
        task.use_query_inputs = true;
        let solution = solve(&task);
        assert_eq!(texts(&solution)[0], Some("RED BLUE BLUE BLUE"), "{others:?}");
        assert!(solution.answers[0].confidence > 0.9, "{others:?}");
    }
}

#[test]
fn what_is_too_long_to_learn_from_is_said_to_be_only_checked() {
    let mut support = DAX.to_vec();
    let (input, output) = ("dax ".repeat(200), "RED ".repeat(200));
    support.push((input.trim_end(), output.trim_end()));
    let solution = solve(&task(&support, &[]));
    assert_eq!(solution.success, Success::Solved);
    assert!(matches!(solution.problems[..], [Problem::TooLong { example: 4, .. }]));
}

#[test]
fn strict_means_that_queries_change_nothing() {
    let settings = EpisodeSettings { support: 10..=10, ..EpisodeSettings::miniscan() };
    let mut sampler = EpisodeSampler::new(MetaGrammar::miniscan(), settings).unwrap();
    for seed in 0..20 {
        let episode = sampler.sample(seed).unwrap();
        let mut task = Task::new();
        task.support = episode.support;
        task.use_query_inputs = false;
        let without = solve(&task).grammar;
        task.queries = episode.queries.into_iter().map(|(query, _)| query).collect();
        assert_eq!(solve(&task).grammar, without);
    }
}

#[test]
fn contradicting_examples_are_named_and_the_rest_is_learnt() {
    let mut support = DAX.to_vec();
    support.extend([("dax fep", "RED RED"), ("lug fep", "BLUE BLUE BLUE")]);
    let solution = solve(&task(&support, &["dax kiki lug"]));
    assert_eq!(solution.success, Success::Best);
    assert_eq!(solution.problems.len(), 1);
    assert_eq!(
        solution.problems[0].to_string(),
        "examples 3 and 5 contradict each other: \"dax fep\" is \"RED RED RED\" in one and \
         \"RED RED\" in the other; correct or leave out one of them"
    );
    assert_eq!(solution.unsatisfied.len(), 1);
    assert_eq!(solution.unsatisfied[0].instead.as_deref(), Some("RED RED RED"));
    assert_eq!(texts(&solution), [Some("BLUE RED")]);
}

#[test]
fn the_output_that_more_examples_have_is_learnt() {
    let mut support = vec![("dax fep", "RED RED")];
    support.extend(DAX);
    support.push(("dax fep", "RED RED RED"));
    let solution = solve(&task(&support, &["lug fep"]));
    assert_eq!(texts(&solution), [Some("BLUE BLUE BLUE")]);
    assert_eq!(solution.unsatisfied[0].example, 0);
}

#[test]
fn every_repetition_of_an_example_that_fails_is_listed() {
    let mut support = vec![("dax", "BLUE"), ("lug", "RED")];
    for _ in 0..3 {
        support.extend(DAX);
    }
    support.extend([("lug", "RED"), ("dax", "BLUE")]);
    let solution = solve(&task(&support, &[]));
    let said: Vec<usize> = solution.unsatisfied.iter().map(|u| u.example).collect();
    assert_eq!(said, [0, 1, 14, 15]);
    assert_eq!(solution.unsatisfied[2].instead.as_deref(), Some("BLUE"));
}

#[test]
fn no_examples_and_empty_inputs_are_said_to_be_that() {
    let solution = solve(&task(&[], &["dax"]));
    assert_eq!(
        (solution.success, &solution.problems[..]),
        (Success::None, &[Problem::NoExamples][..])
    );
    let solution = solve(&task(&[("", "RED"), ("dax", "RED")], &["dax"]));
    assert_eq!(solution.success, Success::Best);
    assert_eq!(solution.problems, [Problem::EmptyInput(0)]);
    assert_eq!(texts(&solution), [Some("RED")]);
}

#[test]
fn outside_the_class_the_best_is_returned_with_a_reason() {
    // Two tokens for one word, and a token that no one word accounts for.
    let mut support = DAX.to_vec();
    support.push(("dax wif", "GREEN RED PINK"));
    support.push(("zup", "GREEN PINK"));
    let by_deduction = task(&support, &["lug fep"]).with(|task| task.strategy = Strategy::Deduce);
    let solution = solve(&by_deduction);
    assert_eq!(solution.success, Success::Best);
    assert_eq!(solution.stop, StopReason::Exhausted);
    assert!(solution.unsatisfied.len() <= 2, "{:?}", solution.unsatisfied);
    let unexplained = solution.problems.iter().any(
        |problem| matches!(problem, Problem::UnexplainedToken { token, .. } if token == "GREEN"),
    );
    assert!(unexplained, "{:?}", solution.problems);
    // Examples that are not satisfied speak against the grammar: what it says is a guess.
    assert_eq!(texts(&solution), [None]);
    assert_eq!(solution.answers[0].guess(), Some("BLUE BLUE BLUE"));
}

#[test]
fn no_word_is_asked_to_account_for_brackets_and_commas() {
    let support = [
        ("take the lamp", "TAKE ( lamp , 1 )"),
        ("drop a key", "DROP ( key , 2 )"),
        ("go north", "GO ( north , 3 )"),
    ];
    let by_deduction = task(&support, &[]).with(|task| task.strategy = Strategy::Deduce);
    let solution = solve(&by_deduction);
    assert_ne!(solution.success, Success::Solved);
    assert!(solution.problems.contains(&Problem::OutsideClass), "{:?}", solution.problems);
    let unexplained = |problem: &Problem| matches!(problem, Problem::UnexplainedToken { .. });
    assert!(!solution.problems.iter().any(unexplained), "{:?}", solution.problems);
}

#[test]
fn more_symbols_than_deduction_takes_are_counted() {
    let mut task = Task::new();
    for word in 0..254 {
        task.add_example(format!("w{word}"), format!("T{word}"));
    }
    task.add_example("w253 w126", "T253 T126");
    task.add_query("w127 w253 w0");
    let solution = solve(&task);
    assert_eq!((solution.success, &solution.problems[..]), (Success::Solved, &[][..]));
    assert_eq!(texts(&solution), [Some("T127 T253 T0")]);
    task.add_example("w254", "T254");
    task.strategy = Strategy::Deduce;
    let solution = solve(&task);
    assert_eq!(solution.problems, [Problem::TooManySymbols { found: 255, most: 254 }]);
}

#[test]
fn a_budget_of_nothing_comes_back_at_once() {
    let mut task = task(&DAX, &["lug fep"]);
    task.step_limit = 0;
    assert_eq!(solve(&task).stop, StopReason::Steps);
    task.step_limit = u64::MAX;
    task.timeout = Duration::ZERO;
    assert_eq!(solve(&task).stop, StopReason::Timeout);
}

#[test]
fn alternatives_satisfy_the_examples_too() {
    // Whether fep takes one word or several, nothing says.
    let solution = solve(&task(&DAX, &["lug dax fep"]));
    assert!(!solution.alternatives.is_empty());
    let mut last = 1.0;
    for (grammar, weight) in &solution.alternatives {
        assert!(*weight <= last && *weight > 0.0);
        last = *weight;
        assert_ne!(Some(grammar), solution.grammar.as_ref());
        for (input, output) in DAX {
            assert_eq!(grammar.apply(input).text(), Some(output));
        }
    }
    assert!(solution.answers[0].confidence < 0.999);
}
