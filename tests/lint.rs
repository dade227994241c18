//! Lint of examples: slips that are put into clean sets are found, and clean sets raise no alarm.
//! `cargo test -p blicket --test lint -- --nocapture` prints the counts.

use blicket::{Random, Remark, RemarkKind, Severity, lint_examples};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

type Examples = Vec<(String, String)>;

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(folder);
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<PathBuf> =
        all.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    all.sort();
    all
}

/// The examples of the command languages, an episode a set.
fn commands() -> Vec<(String, Examples)> {
    let folders = ["commands", "commands/own/dev", "commands/own/held-out"];
    let mut sets = Vec::new();
    for path in folders.iter().flat_map(|folder| files(folder, ".jsonl")) {
        for line in fs::read_to_string(&path).unwrap().lines() {
            let episode: Value = serde_json::from_str(line).unwrap();
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let support = episode["support"].as_array().unwrap();
            let pairs = support.iter().map(|pair| (text(&pair[0]), text(&pair[1])));
            sets.push((text(&episode["name"]), pairs.collect()));
        }
    }
    sets
}

/// The files of pairs; those of numbers have the number first.
fn tables() -> Vec<(String, Examples)> {
    let folders =
        [("commands", false), ("miniscan", false), ("sections", false), ("numbers", true)];
    let mut sets = Vec::new();
    for (folder, turned) in folders {
        for path in files(folder, ".tsv") {
            let text = fs::read_to_string(&path).unwrap();
            let pairs = text.lines().filter_map(|line| line.split_once('\t'));
            let pairs = pairs.map(|(a, b)| if turned { (b, a) } else { (a, b) });
            let pairs = pairs.map(|(input, output)| (input.to_owned(), output.to_owned()));
            sets.push((path.display().to_string(), pairs.collect()));
        }
    }
    sets
}

fn alarms(examples: &Examples) -> Vec<Remark> {
    let mut remarks = lint_examples(examples);
    remarks.retain(|remark| remark.severity > Severity::Note);
    remarks
}

#[test]
fn clean_sets_raise_no_alarm() {
    let (mut sets, mut examples, mut raised) = (0, 0, Vec::new());
    for (name, set) in commands().into_iter().chain(tables()) {
        sets += 1;
        examples += set.len();
        raised.extend(alarms(&set).into_iter().map(|remark| format!("{name}: {remark}")));
    }
    println!("{} alarms in {sets} clean sets with {examples} examples", raised.len());
    assert!(sets > 400 && examples > 70_000, "{sets} {examples}");
    assert!(raised.is_empty(), "{raised:#?}");
}

/// Exchanges two letters inside a token that is frequent, and is not copied.
fn misspell(set: &mut Examples, random: &mut Random) -> Option<usize> {
    let count = |token: &str| {
        set.iter().filter(|(_, output)| output.split(' ').any(|other| other == token)).count()
    };
    let mut places = Vec::new();
    for (example, (input, output)) in set.iter().enumerate() {
        for (place, token) in output.split(' ').enumerate() {
            let letters = token.len() >= 4 && token.bytes().all(|byte| byte.is_ascii_alphabetic());
            let is_copy = input.to_lowercase().contains(&token.to_lowercase());
            if letters && !is_copy && token[1..2] != token[2..3] && count(token) > 3 {
                places.push((example, place));
            }
        }
    }
    if places.is_empty() {
        return None;
    }
    let (example, place) = places[random.below(places.len())];
    let mut tokens: Vec<String> = set[example].1.split(' ').map(str::to_owned).collect();
    let token = tokens[place].clone();
    tokens[place] = format!("{}{}{}{}", &token[..1], &token[2..3], &token[1..2], &token[3..]);
    set[example].1 = tokens.join(" ");
    Some(example)
}

#[test]
fn misspelt_tokens_are_named_with_what_is_meant() {
    let mut random = Random::new(20);
    let (mut tried, mut found) = (0, 0);
    for (_, mut set) in commands() {
        let Some(example) = misspell(&mut set, &mut random) else { continue };
        tried += 1;
        let is_it =
            |remark: &Remark| (remark.example, remark.kind) == (example, RemarkKind::OneLetter);
        found += usize::from(alarms(&set).iter().any(is_it));
    }
    println!("{found} of {tried} misspelt tokens found");
    assert!(tried > 200 && found * 100 >= tried * 95, "{found} of {tried}");
}

#[test]
fn every_kind_has_an_example() {
    let many = |extra: &[(&str, &str)]| {
        let clean = [
            ("open the door", "OPEN ( door )"),
            ("open the gate", "OPEN ( gate )"),
            ("open the chest", "OPEN ( chest )"),
            ("close the door", "CLOSE ( door )"),
            ("close the gate", "CLOSE ( gate )"),
            ("close the chest", "CLOSE ( chest )"),
        ];
        let all = extra.iter().chain(&clean);
        all.map(|(input, output)| ((*input).to_owned(), (*output).to_owned())).collect::<Examples>()
    };
    assert_eq!(lint_examples(&many(&[])), []);
    let cases = [
        (RemarkKind::Contradiction, ("open the door", "CLOSE ( door )")),
        (RemarkKind::Duplicate, ("open  the door", "OPEN ( door )")),
        (RemarkKind::Header, ("Command", "Action")),
        (RemarkKind::Brackets, ("open door", "OPEN ( door")),
        (RemarkKind::Case, ("open door", "Open ( door )")),
        (RemarkKind::OneLetter, ("open door", "OPNE ( door )")),
        (RemarkKind::Invisible, ("open do\u{200b}or", "OPEN ( door )")),
        (RemarkKind::LoneWord, ("open a door", "OPEN ( door )")),
    ];
    for (kind, example) in cases {
        let remarks = lint_examples(&many(&[example]));
        assert!(remarks.iter().any(|remark| remark.kind == kind), "{kind:?}: {remarks:?}");
    }
    let together = many(&[("pick up door", "TAKE ( door )"), ("pick up gate", "TAKE ( gate )")]);
    let remarks = lint_examples(&together);
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    assert_eq!(
        (remarks[0].kind, remarks[0].found.as_str()),
        (RemarkKind::AlwaysTogether, "pick up")
    );
}

#[test]
fn hostile_examples_do_no_harm() {
    for text in ["", " ", "(", ")))", "\u{200b}", "\u{feff}\u{ad}", "é e\u{301}", "\0 \u{10ffff}"]
    {
        let examples = vec![(text.to_owned(), text.to_owned()); 3];
        for remark in lint_examples(&examples) {
            assert!(!remark.to_string().is_empty() && remark.example < 3);
        }
    }
    assert_eq!(lint_examples(&[]), []);
}

/// By learning: an example whose output has a token of another one is named, with the output that follows from the others.
#[test]
fn an_example_that_costs_a_rule_of_its_own_is_named_by_learning() {
    let engine = blicket::Engine::new(&blicket::EngineOptions::default()).unwrap();
    let mut task = blicket::Task::new();
    for verb in ["open", "close", "lock"] {
        for thing in ["door", "gate", "chest", "box"] {
            let output = format!("{} ( {thing} )", verb.to_uppercase());
            task.add_example(format!("{verb} the {thing}"), output);
        }
    }
    let is_slip = |remark: &Remark| remark.kind == RemarkKind::OwnRule;
    assert!(!engine.lint(&task).iter().any(is_slip));
    task.support[6].1 = "OPEN ( chest )".to_owned();
    let remarks = engine.lint(&task);
    let slip = remarks.iter().find(|remark| is_slip(remark)).expect("a slip");
    assert_eq!((slip.example, slip.suggestion.as_deref()), (6, Some("CLOSE ( chest )")));
    assert!(task.lint().iter().all(|remark| !is_slip(remark)));
    task.enable_example(6, false);
    assert!(engine.lint(&task).iter().all(|remark| remark.example != 6));
}
