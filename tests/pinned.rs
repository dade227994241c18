//! Pinned rules and disabled examples: what a person decided, learning does not undo.

use blicket::{Engine, EngineOptions, Pinned, Problem, Solution, Success, Task};

fn task(examples: &[(&str, &str)], pinned: &str) -> Task {
    let mut task = Task::new();
    examples.iter().for_each(|(input, output)| task.add_example(*input, *output));
    task.pinned = Some(Pinned::parse(pinned).unwrap());
    task
}

fn solve(task: &Task) -> Solution {
    Engine::new(&EngineOptions::default()).unwrap().solve(task)
}

/// The rules of the grammar, and what it gives for inputs.
fn gives(solution: &Solution, input: &str) -> String {
    let grammar = solution.grammar.as_ref().expect("a grammar");
    grammar.apply(input).text().unwrap_or("nothing").to_owned()
}

fn rules(solution: &Solution) -> String {
    solution.grammar.as_ref().expect("a grammar").to_string()
}

const COLOURS: [(&str, &str); 5] = [
    ("dax", "RED"),
    ("lug", "BLUE"),
    ("wif", "GREEN"),
    ("dax fep", "RED RED RED"),
    ("lug kiki wif", "GREEN BLUE"),
];

#[test]
fn a_pinned_rule_is_in_the_grammar_as_it_was_written_and_the_rest_is_learnt() {
    let solution =
        solve(&task(&COLOURS, "u1 fep -> [u1] [u1] [u1]\nu1 blicket u2 -> [u2] [u1] [u2]"));
    assert_eq!(solution.success, Success::Solved, "{:?}", solution.problems);
    assert!(rules(&solution).contains("u1 fep -> [u1] [u1] [u1]\n"), "{}", rules(&solution));
    assert!(rules(&solution).contains("u1 blicket u2 -> [u2] [u1] [u2]\n"), "{}", rules(&solution));
    assert_eq!(gives(&solution, "dax blicket lug"), "BLUE RED BLUE");
    assert_eq!(gives(&solution, "dax kiki lug"), "BLUE RED");
}

/// No learner has rules of several words and other tokens between variables.
#[test]
fn a_rule_that_no_learner_would_find_is_kept_and_learnt_beside() {
    let examples = [&COLOURS[..], &[("please dax now", "BEGIN RED END")]].concat();
    let solution = solve(&task(&examples, "please x1 now -> BEGIN [x1] END"));
    assert_eq!(solution.success, Success::Solved, "{}\n{:?}", rules(&solution), solution.problems);
    assert_eq!(gives(&solution, "please lug kiki dax now"), "BEGIN RED BLUE END");
    assert_eq!(gives(&solution, "wif fep"), "GREEN GREEN GREEN");
}

#[test]
fn an_exception_is_kept_and_does_not_disturb_the_others() {
    let examples = [&COLOURS[..], &[("dax dax kiki", "STOP")]].concat();
    let solution = solve(&task(&examples, "dax dax kiki -> STOP"));
    assert_eq!(solution.success, Success::Solved, "{}", rules(&solution));
    assert_eq!(gives(&solution, "dax kiki lug"), "BLUE RED");
    assert_eq!(gives(&solution, "dax dax kiki"), "STOP");
}

/// The word stands in no example but beside others: only the rule says what it means.
#[test]
fn what_a_pinned_rule_says_of_a_word_is_learnt_from() {
    let examples = [&COLOURS[..4], &[("zup kiki wif", "GREEN PINK")]].concat();
    let solution = solve(&task(&examples, "zup -> PINK"));
    assert_eq!(gives(&solution, "dax kiki zup"), "PINK RED", "{}", rules(&solution));
}

#[test]
fn a_rule_that_contradicts_an_example_is_kept_and_named() {
    let solution = solve(&task(&COLOURS, "u1 fep -> [u1] [u1]"));
    assert_eq!(solution.success, Success::Best);
    let rule = "u1 fep -> [u1] [u1]".to_owned();
    let problem = Problem::PinnedAgainst { rule, examples: vec![3] };
    assert!(solution.problems.contains(&problem), "{:?}", solution.problems);
    assert!(problem.to_string().contains("example 4"), "{problem}");
    assert_eq!(gives(&solution, "lug fep"), "BLUE BLUE");
    let unsatisfied: Vec<usize> = solution.unsatisfied.iter().map(|one| one.example).collect();
    assert_eq!(unsatisfied, [3]);
}

/// What was learnt is written with its pins, read again and learnt again, with one example more.
#[test]
fn learning_again_keeps_the_edits() {
    let pinned =
        Pinned::parse("u1 fep -> [u1] [u1] [u1] # pinned\nu1 gazzer -> [u1] LOUD # pinned")
            .unwrap();
    let mut task = task(&COLOURS, &pinned.to_string());
    let first = solve(&task);
    let text = pinned.marked(first.grammar.as_ref().unwrap());
    assert!(text.contains("u1 gazzer -> [u1] LOUD    # pinned\n"), "{text}");
    task.pinned = Some(Pinned::parse(&text).unwrap());
    task.add_example("zup", "PINK");
    let again = solve(&task);
    assert_eq!(again.success, Success::Solved);
    assert_eq!(gives(&again, "zup gazzer"), "PINK LOUD");
    assert_eq!(gives(&again, "zup kiki dax"), "RED PINK");
}

#[test]
fn numbers_are_learnt_beside_pinned_rules() {
    let examples =
        [("one", "1"), ("two", "2"), ("ten", "10"), ("two ten one", "21"), ("two ten", "20")];
    let solution = solve(&task(&examples, "%numbers\ndozen -> 12"));
    assert_eq!(solution.success, Success::Solved, "{:?}", solution.problems);
    assert_eq!(gives(&solution, "dozen"), "12");
    assert_eq!(gives(&solution, "two ten two"), "22", "{}", rules(&solution));
    let wrong = solve(&task(&examples, "dozen -> TWELVE"));
    assert!(
        wrong.problems.contains(&Problem::PinnedUnusable { numbers: true }),
        "{:?}",
        wrong.problems
    );
}

const HOME: &str = include_str!("../examples/home.tsv");

#[test]
fn commands_keep_a_pinned_rule_with_a_section() {
    let mut task = Task::new();
    for line in HOME.lines().filter(|line| !line.is_empty() && !line.starts_with("! ")) {
        let (input, output) = line.split_once('\t').unwrap();
        task.add_example(input, output);
    }
    let first = solve(&task);
    let grammar = first.grammar.as_ref().unwrap();
    let section = grammar.sections()[1].name.as_deref().unwrap();
    let pin = format!("x1:{section} party -> PARTY ( [x1] ) # pinned");
    let text = grammar.to_string();
    let (head, tail) = text.split_once('\n').unwrap();
    let place = text.find("\n@").map(|at| at + 1).filter(|_| !head.starts_with('@'));
    let edited = match place {
        Some(_) if head.starts_with('%') => {
            let mut lines: Vec<&str> = text.lines().collect();
            let at = lines.iter().position(|line| line.contains("->")).unwrap();
            lines.insert(at, &pin);
            lines.join("\n")
        }
        _ => format!("{head}\n{pin}\n{tail}"),
    };
    task.pinned = Some(Pinned::parse(&edited).unwrap());
    let again = solve(&task);
    assert_eq!(again.success, Success::Solved, "{:?}", again.problems);
    assert!(rules(&again).contains("party -> PARTY"), "{}", rules(&again));
    let phrase = grammar.sections()[1].rules.iter().find_map(|rule| {
        let words = rule.left.iter().map(|item| match item {
            blicket::grammar::Pattern::Word(word) => Some(grammar.vocabulary().text(*word)),
            _ => None,
        });
        words.collect::<Option<Vec<_>>>().map(|words| words.join(" "))
    });
    let given = gives(&again, &format!("{} party", phrase.unwrap()));
    assert!(given.starts_with("PARTY ("), "{given}\n{}", rules(&again));
}

#[test]
fn a_disabled_example_is_neither_learnt_from_nor_checked_and_keeps_its_place() {
    let mut task = task(&COLOURS, "");
    task.pinned = None;
    task.support.insert(2, ("dax".to_owned(), "BLUE BLUE".to_owned()));
    assert_eq!(solve(&task).success, Success::Best);
    assert!(task.enable_example(2, false));
    let solution = solve(&task);
    assert_eq!((solution.success, solution.examples), (Success::Solved, 5));
    assert_eq!(solution.problems, []);
    task.add_example("lug", "PINK");
    let unsatisfied: Vec<usize> = solve(&task).unsatisfied.iter().map(|one| one.example).collect();
    assert_eq!(unsatisfied, [6]);
    task.remove_example(0);
    assert_eq!(task.get("disabled").as_deref(), Some("1"));
    assert!(task.enable_example(1, true) && task.disabled.is_empty());
    assert!(!task.enable_example(99, false));
}
