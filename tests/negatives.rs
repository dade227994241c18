//! Negative examples: whatever is said not to be so is not answered, however well it fits the other examples; and what is
//! stored keeps to that.

use blicket::{Engine, EngineOptions, Grammar, Task};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The first examples of some of the command languages.
fn languages() -> Vec<(String, Task)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/commands");
    let names = ["babyai", "ha-en", "timer-out"];
    let task = |name: &str| {
        let text = fs::read_to_string(folder.join(format!("{name}.jsonl"))).unwrap();
        let episode: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        // On however slow a machine.
        let mut task = Task::new().with(|task| task.timeout = Duration::MAX);
        for pair in episode["support"].as_array().unwrap().iter().take(14) {
            task.add_example(pair[0].as_str().unwrap(), pair[1].as_str().unwrap());
        }
        (name.to_owned(), task)
    };
    names.map(task).into()
}

/// Whether a task that is told something not to be so answers it, or what it stores does.
fn is_answered(engine: &Engine, task: &Task, input: &str, output: Option<&str>) -> bool {
    let mut task = task.clone();
    task.queries.push(input.to_owned());
    task.negatives.push((input.to_owned(), output.map(str::to_owned)));
    let solution = engine.solve(&task);
    let grammar = solution.grammar.expect("the examples can be learnt from");
    let stored = Grammar::parse(&grammar.to_string()).expect("what is printed reads back");
    let is_denied =
        |given: Option<&str>| given.is_some() && output.is_none_or(|it| given == Some(it));
    is_denied(solution.answers[0].text.as_deref())
        || is_denied(grammar.apply(input).text())
        || is_denied(stored.apply(input).text())
}

#[test]
fn what_is_said_not_to_be_so_is_never_answered() {
    let engine = Engine::new(&EngineOptions::default()).unwrap();
    let mut tried = 0;
    for (name, mut task) in languages() {
        task.questions = 3;
        let questions = engine.solve(&task).questions;
        task.questions = 0;
        for question in questions {
            let guess = question.answers.iter().find_map(|answer| answer.text.as_deref());
            for output in [Some(None), guess.map(Some)].into_iter().flatten() {
                let input = &question.input;
                assert!(!is_answered(&engine, &task, input, output), "{name}: {input}: {output:?}");
                tried += 1;
            }
        }
    }
    assert!(tried >= 9, "{tried}");
}

#[test]
fn a_stored_grammar_refuses_what_is_denied_and_nothing_else() {
    let text = "dax -> RED\nlug -> BLUE\nx1 fep -> [x1] [x1]\n%doubt\n%not lug fep\n%not dax fep -> RED\n%alternative 1\n";
    let grammar = Grammar::parse(text).unwrap();
    assert_eq!(grammar.apply("lug fep").text(), None);
    assert_eq!(grammar.apply("lug fep").guess(), Some("BLUE BLUE"));
    assert_eq!(grammar.apply("dax fep").text(), Some("RED RED"));
    let printed = grammar.to_string();
    assert!(printed.contains("%not lug fep\n%not dax fep -> RED\n"), "{printed}");
    assert_eq!(Grammar::parse(&printed).unwrap().to_string(), printed);
    // Alone below the line, too.
    let alone = Grammar::parse("dax -> RED\n%doubt\n%not dax\n").unwrap();
    assert_eq!(alone.apply("dax").text(), None);
    assert!(Grammar::parse("dax -> RED\n%doubt\n%shown dax\n").is_err());
}
