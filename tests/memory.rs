//! A search keeps to its memory limit, whatever its examples and queries: it ends there, says so, and has
//! the best so far.

mod counting;

use blicket::{
    Domain, Engine, EngineOptions, Problem, Solution, StopReason, Strategy, Success, Task,
};
use std::num::NonZero;
use std::time::Duration;

const LIMIT: usize = 16 << 20;

/// Memory ends these searches, or they are done: never the clock, on however slow a machine.
const NO_HURRY: Duration = Duration::MAX;

/// A task that no clock ends.
fn task() -> Task {
    Task::new().with(|task| {
        task.strategy = Strategy::Deduce;
        task.timeout = NO_HURRY;
    })
}

/// One that works on the thread that asks it to.
fn engine() -> Engine {
    let (threads, memory_limit) = (NonZero::new(1), Some(LIMIT));
    Engine::new(&EngineOptions::default().with(|options| {
        options.threads = threads;
        options.memory_limit = memory_limit;
    }))
    .unwrap()
}

/// Solves a task within the limit; gives the most bytes that were taken.
fn solve(task: &Task) -> (Solution, usize) {
    counting::peak(|| engine().solve(task))
}

/// Examples whose grammar doubles what stands before a c, with a token of 30 bytes.
fn doubling() -> Task {
    let mut task = task();
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
    assert!(solution.answers.iter().all(|answer| !answer.agrees || answer.text.is_some()));
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

/// Few examples are learnt from, however many queries there are: those that do not fit have no vote, or no answer.
#[test]
fn queries_leave_room_to_learn_by() {
    let mut task = doubling();
    task.queries = vec!["a b c".to_owned(); 20_000];
    let limit = 4 << 20;
    let options = EngineOptions::default().with(|options| {
        options.threads = NonZero::new(1);
        options.memory_limit = Some(limit);
    });
    let (solution, peak) = counting::peak(|| Engine::new(&options).unwrap().solve(&task));
    assert_eq!(solution.success, Success::Solved);
    assert!(solution.answers[0].text.is_some());
    assert!(peak < 2 * limit, "{peak} bytes");
}

/// Many examples of many words, a single one, and many queries: none is read to the end.
#[test]
fn what_is_read_counts_while_it_is_read() {
    let words = |number: usize| format!("w{number} w{} w{}", number / 7, number % 7);
    let many: Vec<String> = (0..200_000).map(words).collect();
    let mut tasks = [(); 3].map(|()| task());
    many.iter().for_each(|words| tasks[0].add_example(words, "A"));
    tasks[1].add_example(many.join(" ") + &" a".repeat(2_000_000), "A");
    tasks[2].add_example("a", "A");
    tasks[2].add_query(many.join(" "));
    let ended = [
        (Success::None, StopReason::Memory),
        (Success::None, StopReason::Memory),
        // The examples are learnt from all the same; nobody votes on the query.
        (Success::Solved, StopReason::Solved),
    ];
    for (task, ended) in tasks.iter().zip(ended) {
        let (solution, peak) = solve(task);
        assert_eq!((solution.success, solution.stop), ended);
        assert!(peak < 2 * LIMIT, "{peak} bytes");
    }
}

#[test]
fn what_is_over_is_not_read() {
    let mut task = Task::new().with(|task| task.timeout = Duration::ZERO);
    task.add_example("a ".repeat(200_000), "A");
    task.add_query("a");
    let (solution, peak) = solve(&task);
    assert_eq!((solution.stop, solution.answers.len()), (StopReason::Timeout, 1));
    assert!(peak < 100_000, "{peak} bytes");
}

/// A host adds query after query, one of which is very long, and has the task solved each time.
#[test]
fn what_is_known_of_long_queries_takes_little() {
    let (engine, mut task) = (engine(), doubling());
    task.use_query_inputs = false;
    task.add_query("q".repeat(1 << 19));
    let (_, peak) = counting::peak(|| {
        for _ in 0..20 {
            task.add_query("a b");
            engine.solve(&task);
        }
    });
    assert!(peak < 8 << 20, "{peak} bytes");
}

/// Contradictions, and outputs that are no numbers: the first are listed, and long texts are cut short.
#[test]
fn problems_of_long_examples_take_little() {
    let mut same_input = task();
    let long = "w".repeat(100_000);
    (0..1000).for_each(|number| same_input.add_example(&long, format!("T{}", number % 200)));
    let mut no_numbers = task().with(|task| task.domain = Some(Domain::Numbers));
    (0..1000).for_each(|number| no_numbers.add_example(format!("w{number}"), &long));
    for (task, more) in [(same_input, 99), (no_numbers, 900)] {
        let (solution, peak) = solve(&task);
        assert_ne!(solution.stop, StopReason::Memory);
        let count = |problem: &Problem| match problem {
            Problem::More { count, .. } => Some(*count),
            _ => None,
        };
        assert_eq!(solution.problems.iter().find_map(count), Some(more), "{solution:?}");
        let texts: Vec<String> = solution.problems.iter().map(Problem::to_string).collect();
        assert!(texts.iter().all(|text| text.len() < 15_000) && texts.len() < 110);
        assert!(peak < LIMIT, "{peak} bytes");
    }
}

/// Solves a task within so many bytes on one thread, with or without networks.
fn solve_within(limit: usize, task: &Task) -> (Solution, usize) {
    let options = EngineOptions::default().with(|options| {
        options.threads = NonZero::new(1);
        options.memory_limit = Some(limit);
    });
    let engine = Engine::new(&options).unwrap();
    counting::peak(|| engine.solve(task))
}

/// A number below `end`, the same ones each time.
fn random(state: &mut u32, end: u32) -> u32 {
    *state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
    (*state >> 16) % end
}

/// Number words that mean nothing: every example ends up by heart, after all kinds of rules were tried.
#[test]
fn sketches_of_numbers_count_from_one_mebibyte_on() {
    let (mut task, state) = (task(), &mut 1);
    task.step_limit = 60;
    for _ in 0..100 {
        let words: Vec<String> =
            (0..=random(state, 40)).map(|_| format!("w{}", random(state, 120))).collect();
        task.add_example(words.join(" "), random(state, 30_000).to_string());
    }
    let (solution, peak) = solve_within(1 << 20, &task);
    assert!(solution.grammar.is_some());
    // 0.65 MB; 0.84 where queues of sketches do not count, 1.98 where repairs do not.
    assert!(peak < 3 << 18, "{peak} bytes");
}

/// Commands that have nothing in common but single words: there are templates without end.
#[test]
fn templates_of_commands_count_from_one_mebibyte_on() {
    let (mut task, state) = (task(), &mut 1);
    task.strategy = Strategy::Hybrid;
    for _ in 0..40 {
        let words: Vec<String> =
            (0..3 + random(state, 60)).map(|_| format!("w{}", random(state, 20))).collect();
        task.add_example(words.join(" "), "X ".repeat(1 + random(state, 150) as usize));
    }
    let (solution, peak) = solve_within(1 << 20, &task);
    assert_eq!((solution.success, solution.stop), (Success::Solved, StopReason::Memory));
    assert!(peak < 2 << 20, "{peak} bytes");
}
