//! A search keeps to its memory limit, whatever its examples and queries: it ends there, says so, and has
//! the best so far.

mod counting;

use blicket::{Engine, EngineOptions, Problem, Solution, StopReason, Strategy, Success, Task};
use std::num::NonZero;

const LIMIT: usize = 16 << 20;

/// Solves a task on this thread, within the limit; gives the most bytes that were taken.
fn solve(task: &Task) -> (Solution, usize) {
    let options = EngineOptions {
        threads: NonZero::new(1),
        memory_limit: Some(LIMIT),
        ..EngineOptions::default()
    };
    let engine = Engine::new(&options).unwrap();
    counting::peak(|| engine.solve(task))
}

/// Examples whose grammar doubles what stands before a c, with a token of 30 bytes.
fn doubling() -> Task {
    let mut task = Task { strategy: Strategy::Deduce, ..Task::new() };
    let long = "A".repeat(30);
    for (input, output) in
        [("a", "A"), ("b", "B"), ("a c", "A A"), ("a b c", "A B A B"), ("b a", "B A")]
    {
        task.add_example(input, output.replace('A', &long));
    }
    task
}

fn doubled(times: usize) -> String {
    format!("a{}", " c".repeat(times))
}

/// Each answer has a megabyte. What fits is given, and the grammar.
#[test]
fn answers_count() {
    let mut task = doubling();
    task.queries = vec![doubled(15); 100];
    let (solution, peak) = solve(&task);
    assert_eq!((solution.success, solution.stop), (Success::Solved, StopReason::Memory));
    let answered = solution.answers.iter().filter(|answer| answer.text.is_some()).count();
    assert!((8..=16).contains(&answered), "{answered}");
    let missing = Problem::NotAnswered((answered..100).collect());
    assert!(solution.problems.contains(&missing), "{:?}", solution.problems);
    assert!(solution.answers.iter().all(|answer| answer.agrees == answer.text.is_some()));
    assert!(peak < 2 * LIMIT, "{peak} bytes");
}

/// Each answer has 150 kilobytes, and is voted for.
#[test]
fn votes_count() {
    let mut task = doubling();
    task.queries = vec![doubled(12); 1000];
    let (solution, peak) = solve(&task);
    assert_eq!((solution.success, solution.stop), (Success::Solved, StopReason::Memory));
    assert!(peak < 2 * LIMIT, "{peak} bytes");
}

/// What a grammar gives instead of a wrong output is for a person, and ends no search.
#[test]
fn what_is_given_instead_is_cut_short_and_counts() {
    let mut task = doubling();
    // Too long to be learnt from: the same one many times, and many others.
    let wrong = |times: usize| "B ".repeat(500 + times);
    (0..500).for_each(|_| task.add_example(doubled(15), wrong(0)));
    (1..=500).for_each(|number| task.add_example(doubled(14), wrong(number)));
    let (solution, peak) = solve(&task);
    assert_eq!((solution.success, solution.unsatisfied.len()), (Success::Best, 1000));
    let instead = solution.unsatisfied.iter().flat_map(|one| &one.instead);
    assert!(instead.clone().all(|text| text.len() < 5000 && text.ends_with(" …")));
    let bytes: usize = instead.map(String::len).sum();
    assert!(0 < bytes && bytes <= LIMIT / 4, "{bytes} bytes");
    assert!(peak < 2 * LIMIT, "{peak} bytes");
}
