//! Slips: an example that is wrong in one token is named, and is not learnt from.

use blicket::{Engine, EngineOptions, Problem, Solution, Task};

/// The language: four words for colours, `gazzer` for nothing, `mup` for twice.
const EXAMPLES: [(&str, &str); 12] = [
    ("fep", "BLACK"),
    ("zup", "PURPLE"),
    ("kiki", "WHITE"),
    ("tufa", "YELLOW"),
    ("fep gazzer", "BLACK"),
    ("tufa kiki gazzer", "YELLOW WHITE"),
    ("zup gazzer mup", "PURPLE PURPLE"),
    ("fep fep gazzer mup", "BLACK BLACK BLACK BLACK"),
    ("tufa fep", "YELLOW BLACK"),
    ("kiki zup", "WHITE PURPLE"),
    ("kiki mup", "WHITE WHITE"),
    ("fep kiki tufa", "BLACK WHITE YELLOW"),
];

fn learnt_with(change: Option<(usize, &str)>) -> Solution {
    let mut task = Task::new();
    EXAMPLES.iter().for_each(|(input, output)| task.add_example(*input, *output));
    if let Some((example, output)) = change {
        task.support[example].1 = output.to_owned();
    }
    task.add_query("fep zup mup");
    Engine::new(&EngineOptions::default()).unwrap().solve(&task)
}

fn slips(solution: &Solution) -> Vec<(usize, &str)> {
    let slip = |problem| match problem {
        &Problem::ProbableSlip { example, ref meant } => Some((example, meant.as_str())),
        _ => None,
    };
    solution.problems.iter().filter_map(slip).collect()
}

#[test]
fn a_word_alone_that_is_wrong_is_named_though_it_is_shorter_than_those_it_contradicts() {
    for (example, wrong) in [(0, "PURPLE"), (2, "YELLOW"), (8, "YELLOW WHITE"), (11, "BLACK WHITE")]
    {
        let solution = learnt_with(Some((example, wrong)));
        assert_eq!(slips(&solution), [(example, EXAMPLES[example].1)], "{solution:?}");
        assert_eq!(solution.unsatisfied.len(), 1);
        assert_eq!(solution.answers[0].text.as_deref(), Some("BLACK PURPLE BLACK PURPLE"));
    }
}

#[test]
fn where_nothing_is_wrong_nothing_is_named() {
    let solution = learnt_with(None);
    assert_eq!(slips(&solution), []);
    assert!(solution.unsatisfied.is_empty());
    assert_eq!(solution.answers[0].text.as_deref(), Some("BLACK PURPLE BLACK PURPLE"));
}
