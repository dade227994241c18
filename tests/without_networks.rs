//! A build without the feature `neural`: deduction works as ever, and what needs a network says that there is
//! none.

#![cfg(not(feature = "neural"))]

use blicket::{Engine, EngineOptions, NetworkError, Problem, Strategy, Success, Task};

fn solve(strategy: Strategy) -> blicket::Solution {
    let mut task = Task::new().with(|task| task.strategy = strategy);
    for (input, output) in [("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED RED")] {
        task.add_example(input, output);
    }
    task.add_query("lug fep");
    Engine::new(&EngineOptions::default()).unwrap().solve(&task)
}

#[test]
fn deduction_needs_no_network() {
    for strategy in [Strategy::Deduce, Strategy::Hybrid] {
        let solution = solve(strategy);
        assert_eq!((solution.success, solution.problems.as_slice()), (Success::Solved, &[][..]));
        assert_eq!(solution.answers[0].text.as_deref(), Some("BLUE BLUE BLUE"));
    }
}

#[test]
fn strategies_that_need_a_network_say_that_this_build_has_none() {
    for strategy in [Strategy::Neural, Strategy::Greedy] {
        let solution = solve(strategy);
        assert_eq!((solution.success, solution.answers.len()), (Success::None, 1));
        let none = Problem::NoNetwork("this build of blicket has no networks".to_owned());
        assert!(solution.problems.contains(&none), "{:?}", solution.problems);
    }
}

#[test]
fn an_engine_has_nothing_to_warm_up() {
    let engine = Engine::new(&EngineOptions::default()).unwrap();
    assert!(matches!(engine.warm_up(), Err(NetworkError::NotBuiltIn)));
}
