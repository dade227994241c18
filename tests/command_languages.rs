//! Learning command languages, from examples to answers: each thing that such languages need, in a small language of its
//! own, and some episodes of the data. Everything is decided by steps, nothing by the clock.

use blicket::{Engine, EngineOptions, Solution, Strategy, Success, Task};

fn engine(threads: usize) -> Engine {
    Engine::new(
        &EngineOptions::default().with(|options| options.threads = std::num::NonZero::new(threads)),
    )
    .unwrap()
}

fn task(lines: &[&str], queries: &[&str]) -> Task {
    let mut task = Task::new();
    for line in lines {
        let (input, output) = line.split_once(" -> ").unwrap();
        task.add_example(input, output);
    }
    queries.iter().for_each(|query| task.add_query(*query));
    task
}

fn solve(lines: &[&str], queries: &[&str]) -> Solution {
    let solution = engine(1).solve(&task(lines, queries));
    assert_eq!(solution.success, Success::Solved, "{:?}", solution.problems);
    solution
}

fn answers(solution: &Solution) -> Vec<Option<&str>> {
    solution.answers.iter().map(|answer| answer.text.as_deref()).collect()
}

const LAMPS: &[&str] = &[
    "turn on the kitchen lamp -> ON ( lamp kitchen )",
    "turn on the garage lamp -> ON ( lamp garage )",
    "turn off the kitchen lamp -> OFF ( lamp kitchen )",
    "turn off the hall lamp -> OFF ( lamp hall )",
    "set the kitchen lamp to 20 -> LEVEL ( lamp kitchen ) ( 20 )",
    "set the hall lamp to 35 -> LEVEL ( lamp hall ) ( 35 )",
    "set the garage lamp to 7 -> LEVEL ( lamp garage ) ( 7 )",
    "play something by abba -> PLAY ( abba )",
    "play something by queen -> PLAY ( queen )",
    "play something by bach -> PLAY ( bach )",
    "stop -> STOP",
    "stop and turn on the hall lamp -> STOP ; ON ( lamp hall )",
    "play something by abba and stop -> PLAY ( abba ) ; STOP",
];

/// Where capital letters mean nothing, `ß` is stored as `ss`, and `ı` as `i`; words that have them are no new words.
#[test]
fn words_that_fold_to_others_are_not_refused() {
    let examples = [
        "schließe das rote tor -> ZU ( rot )",
        "schließe das weiße tor -> ZU ( weiss )",
        "schließe das große tor -> ZU ( gross )",
        "öffne das rote tor -> AUF ( rot )",
        "öffne das große tor -> AUF ( gross )",
        "öffne das weiße tor -> AUF ( weiss )",
        "streiche das rote tor weiß -> FARBE ( rot , weiss )",
        "streiche das große tor rot -> FARBE ( gross , rot )",
        "streiche das weiße tor rot -> FARBE ( weiss , rot )",
        "schließe das blaue tor -> ZU ( blau )",
    ];
    let queries = ["öffne das blaue tor", "streiche das große tor weiß"];
    assert_eq!(
        answers(&solve(&examples, &queries)),
        [Some("AUF ( blau )"), Some("FARBE ( gross , weiss )")]
    );
}

/// The README's examples copy a name with a capital letter, and a player types as people do.
#[test]
fn capital_letters_mean_nothing_where_names_are_copied() {
    let lines: Vec<String> = include_str!("../examples/home.tsv")
        .lines()
        .map(|line| line.replace('\t', " -> "))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let solution = solve(&lines, &["Turn ON the hall heater!", "remind me to phone Bob at 9"]);
    assert_eq!(
        answers(&solution),
        [Some("ON ( heater , hall )"), Some("REMIND ( 9 , phone Bob )")]
    );
    let grammar = solution.grammar.unwrap();
    for (input, output) in [
        ("Turn ON the Kitchen lamp.", "ON ( lamp , kitchen )"),
        ("Remind me to phone Bob at 9!", "REMIND ( 9 , phone Bob )"),
    ] {
        assert_eq!(grammar.apply(input).text(), Some(output), "{grammar}");
    }
}

#[test]
fn values_numbers_and_names_are_told_apart() {
    let solution = solve(
        LAMPS,
        &["turn off the garage lamp", "set the kitchen lamp to 99", "play something by mozart"],
    );
    assert_eq!(
        answers(&solution),
        [
            Some("OFF ( lamp garage )"),
            Some("LEVEL ( lamp kitchen ) ( 99 )"),
            Some("PLAY ( mozart )")
        ]
    );
}

#[test]
fn what_is_not_of_the_language_is_refused() {
    let solution =
        solve(LAMPS, &["turn on the", "how are you", "lamp the on kitchen turn", "hello"]);
    assert_eq!(answers(&solution), [None; 4]);
}

/// A name that is a slip of the keyboard away from one of the examples may be either: it is refused, and that one is offered.
#[test]
fn a_name_that_is_probably_misspelt_is_refused() {
    let solution = solve(LAMPS, &["play something by qeuen", "play something by mozart"]);
    assert_eq!(answers(&solution), [None, Some("PLAY ( mozart )")]);
    let advice = solution.grammar.unwrap().advise("play something by qeuen", 3);
    let nearest: Vec<&str> = advice.nearest.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(nearest, ["play something by queen"]);
}

/// What is printed is the language's, and gives what was learnt.
#[test]
fn the_grammar_reads_back_and_satisfies_the_examples() {
    let solution = solve(LAMPS, &[]);
    let text = solution.grammar.unwrap().to_string();
    let read = blicket::Grammar::parse(&text).unwrap();
    for line in LAMPS {
        let (input, output) = line.split_once(" -> ").unwrap();
        assert_eq!(read.apply(input).text(), Some(output), "{text}");
    }
    assert!(text.contains("@command"), "{text}");
    assert!(text.contains(":integer"), "{text}");
}

#[test]
fn synonyms_and_optional_words() {
    let solution = solve(
        &[
            "take the red box -> TAKE ( red )",
            "take the blue box -> TAKE ( blue )",
            "get the red box -> TAKE ( red )",
            "get the green box -> TAKE ( green )",
            "please take the red box -> TAKE ( red )",
            "please take the green box -> TAKE ( green )",
            "drop the red box -> DROP ( red )",
            "drop the blue box -> DROP ( blue )",
            "drop the green box -> DROP ( green )",
        ],
        &["get the blue box", "please take the blue box"],
    );
    assert_eq!(answers(&solution), [Some("TAKE ( blue )"), Some("TAKE ( blue )")]);
}

/// Five examples of which no two share a construction: nothing can be said about others.
#[test]
fn few_examples_give_no_sure_wrong_answers() {
    let solution = solve(
        &[
            "unlock the door with the key -> UNLOCK door key",
            "open the door -> OPEN door",
            "take the lantern -> TAKE lantern",
            "grab the lantern -> TAKE lantern",
            "put the lamp in the box -> PUT lamp box",
        ],
        &[
            "unlock the box with the lamp",
            "put the key in the door",
            "open the door",
            "door the open",
        ],
    );
    assert_eq!(answers(&solution)[2], Some("OPEN door"));
    assert_eq!(answers(&solution)[3], None);
    let wanted = ["UNLOCK box lamp", "PUT key door"];
    for (answer, wanted) in solution.answers.iter().zip(wanted) {
        assert!(answer.text.is_none() || answer.text.as_deref() == Some(wanted), "{answer:?}");
    }
}

/// The paper's class stays deduction's: its grammars have no sections.
#[test]
fn what_deduction_explains_in_few_words_stays_its_own() {
    let solution = solve(
        &["dax -> RED", "lug -> BLUE", "wif -> GREEN", "dax fep -> RED RED RED"],
        &["lug fep"],
    );
    assert_eq!(answers(&solution), [Some("BLUE BLUE BLUE")]);
    assert!(solution.grammar.unwrap().sections().iter().all(|section| section.name.is_none()));
}

/// README's examples: rules in sections could not say them in so few bits that deduction's account would be given up, and
/// that is told without a search for such rules.
#[test]
fn what_cannot_be_said_in_fewer_bits_is_not_looked_for() {
    let lines =
        ["walk -> WALK", "jump -> JUMP", "walk twice -> WALK WALK", "jump left -> LEFT JUMP"];
    let task = task(&lines, &["walk left twice"]);
    let [hybrid, deduced] = [Strategy::Hybrid, Strategy::Deduce]
        .map(|strategy| engine(1).solve(&task.clone().with(|task| task.strategy = strategy)));
    assert_eq!(hybrid.grammar, deduced.grammar);
    assert_eq!(hybrid.answers, deduced.answers);
    assert_eq!(hybrid.statistics.steps, deduced.statistics.steps);
}

#[test]
fn threads_change_nothing() {
    let queries = ["turn off the garage lamp", "play something by mozart", "stop and stop"];
    let solved = |threads| engine(threads).solve(&task(LAMPS, &queries));
    let one = solved(1);
    for several in [2, 8].map(solved) {
        assert_eq!(answers(&one), answers(&several));
        assert_eq!(one.grammar, several.grammar);
        assert_eq!(one.statistics.steps, several.statistics.steps);
    }
}

/// The first episode of a set of the data: right, refused and wrong.
fn score(file: &str) -> [usize; 3] {
    let path = format!("{}/data/commands/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let episode: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let mut task = Task::new();
    for pair in episode["support"].as_array().unwrap() {
        task.add_example(pair[0].as_str().unwrap(), pair[1].as_str().unwrap());
    }
    let queries = episode["queries"].as_array().unwrap();
    queries.iter().for_each(|pair| task.add_query(pair[0].as_str().unwrap()));
    task.timeout = std::time::Duration::from_secs(600);
    let solution = engine(1).solve(&task);
    let mut counts = [0; 3];
    for (answer, pair) in solution.answers.iter().zip(queries) {
        let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace());
        counts[match (answer.text.as_deref(), pair[1].as_str()) {
            (None, None) => 0,
            (None, Some(_)) => 1,
            (Some(answer), Some(wanted)) if same(answer, wanted) => 0,
            _ => 2,
        }] += 1;
    }
    counts
}

#[test]
fn episodes_of_the_data() {
    for (file, right, wrong) in [("inform", 48, 0), ("craft-open", 42, 2), ("talon-out", 43, 1)] {
        let counts = score(file);
        assert!(counts[0] >= right && counts[2] <= wrong, "{file}: {counts:?}");
    }
}
