//! `blicket bench` as a user or an evaluation runs it.

mod support;

use serde_json::{Map, Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use support::{RECORD_FIELDS, Ran, blicket, fields, file, run, start};

/// Two primitives and the rule that every grammar ends in: there is nothing to be unsure of.
const PLAIN: &str =
    r#"[["dax","RED"],["lug","BLUE"],["dax lug","RED BLUE"],["lug dax","BLUE RED"]]"#;

fn episode(name: &str, support: &str, queries: &str) -> String {
    format!(r#"{{"name":"{name}","support":{support},"queries":{queries}}}"#) + "\n"
}

fn bench(options: &[&str], episodes: &str) -> Ran {
    run(blicket("bench").arg("-").args(options), episodes)
}

fn sample(arguments: &str) -> String {
    let ran = run(blicket("sample").args(arguments.split_whitespace()), "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    ran.stdout
}

/// The last line's summary, and the lines before it.
fn split(mut lines: Vec<Map<String, Value>>) -> (Vec<Map<String, Value>>, Value) {
    let mut last = lines.pop().unwrap();
    assert_eq!(fields(&last), ["summary"]);
    (lines, last.remove("summary").unwrap())
}

#[test]
fn every_line_has_exactly_the_documented_fields_in_their_order() {
    let ran = bench(&["--json"], &sample("miniscan --episodes 3 --seed 5"));
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let (records, summary) = split(ran.json());
    assert_eq!(records.len(), 3);
    for record in &records {
        assert_eq!(fields(record), RECORD_FIELDS);
        assert_eq!((&record["outcome"], &record["stop"]), (&json!("solved"), &json!("solved")));
        assert_eq!((&record["satisfied"], &record["support"]), (&json!(30), &json!(30)));
        for list in ["answers", "confidence", "stuck"] {
            assert_eq!(record[list].as_array().unwrap().len(), 10);
        }
        assert!(record["cpu_seconds"].as_f64().unwrap() > 0.0);
        assert!(record["grammar"].as_str().unwrap().contains(" -> "));
    }
    let order = "{\"name\",\"outcome\",\"stop\",\"satisfied\",\"support\",\"queries\",\"answers\",\
                 \"guess\",\"confidence\",\"stuck\",\"programs\",\"steps\",\"grammar\",\"correct\",\"scored\",\
                 \"refused\",\"wrong\",\"guessed\",\"seconds\",\"cpu_seconds\"}";
    let mut rest = ran.stdout.lines().next().unwrap();
    for field in order.trim_matches(['{', '}']).split(',') {
        rest = rest.split_once(&format!("{field}:")).unwrap_or_else(|| panic!("{field}")).1;
    }
    assert_eq!(
        fields(summary.as_object().unwrap()),
        [
            "calibration_error",
            "episodes",
            "median_seconds",
            "p95_seconds",
            "query_accuracy",
            "query_accuracy_se",
            "query_guessed",
            "query_guessed_se",
            "query_refused",
            "query_refused_se",
            "query_wrong",
            "query_wrong_se",
            "solved"
        ]
    );
    assert_eq!((&summary["episodes"], &summary["solved"]), (&json!(3), &json!(3)));
}

#[test]
fn the_summary_is_made_of_the_lines_before_it() {
    let contradiction = r#"[["dax","RED"],["lug","BLUE"],["dax","BLUE"],["dax","RED"]]"#;
    let episodes = [
        // One right, one wrong, one that should be refused and is.
        episode("some", PLAIN, r#"[["dax dax","RED  RED "],["lug","RED"],["wug",null]]"#),
        // A word that no example has: refused, and nothing to be calibrated by.
        episode("unseen", PLAIN, r#"[["lug","BLUE"],["dax wug","PURPLE"]]"#),
        episode("all", PLAIN, r#"[["lug lug","BLUE BLUE"]]"#),
        // Answered, though it should be refused.
        episode("strange", PLAIN, r#"[["lug",null]]"#),
        episode("best", contradiction, "[]"),
        episode("none", "[]", r#"[["lug","BLUE"]]"#),
    ];
    let ran = bench(&["--json", "--strict"], &episodes.concat());
    assert_eq!(ran.code, Some(0));
    let (records, summary) = split(ran.json());
    let of = |field: &str| -> Vec<Value> { records.iter().map(|r| r[field].clone()).collect() };
    assert_eq!(of("name"), ["some", "unseen", "all", "strange", "best", "none"]);
    assert_eq!(of("outcome"), ["solved", "solved", "solved", "solved", "best", "none"]);
    assert_eq!(of("correct"), [2, 1, 1, 0, 0, 0]);
    assert_eq!(of("refused"), [0, 1, 0, 0, 0, 1]);
    assert_eq!(of("wrong"), [1, 0, 0, 1, 0, 0]);
    assert_eq!(of("scored"), [3, 2, 1, 1, 0, 1]);
    assert_eq!(of("queries"), [3, 2, 1, 1, 0, 1]);
    assert_eq!(of("satisfied"), [4, 4, 4, 4, 3, 0]);
    assert_eq!((&records[5]["grammar"], &records[5]["answers"]), (&Value::Null, &json!([null])));
    assert_eq!(records[1]["stuck"], json!([null, ["wug"]]));

    assert_eq!((&summary["episodes"], &summary["solved"]), (&json!(6), &json!(4)));
    let close = |field: &str, expected: f64| {
        let found = summary[field].as_f64().unwrap();
        assert!((found - expected).abs() < 1e-9, "{field}: {found}, not {expected}");
    };
    close("query_accuracy", 4.0 / 8.0);
    close("query_refused", 2.0 / 8.0);
    close("query_wrong", 2.0 / 8.0);
    // Five episodes are scored: 2 of 3, 1 of 2, 1 of 1, 0 of 1 and 0 of 1.
    close("query_accuracy_se", (5.0 / 4.0 * (0.5f64.powi(2) * 4.0)).sqrt() / 8.0);
    // Five answers, all of them certain, of which two are wrong.
    close("calibration_error", 0.4);
    let mut seconds: Vec<f64> = of("seconds").iter().map(|s| s.as_f64().unwrap()).collect();
    seconds.sort_by(f64::total_cmp);
    close("median_seconds", (seconds[2] + seconds[3]) / 2.0);
    close("p95_seconds", seconds[4] + 0.75 * (seconds[5] - seconds[4]));
}

#[test]
fn without_episodes_there_are_no_figures() {
    let (records, summary) = split(bench(&["--json"], "").json());
    assert_eq!((records.len(), &summary["episodes"]), (0, &json!(0)));
    for field in ["query_accuracy", "query_wrong_se", "calibration_error", "median_seconds"] {
        assert_eq!(summary[field], Value::Null);
    }
}

#[test]
fn a_person_reads_a_line_an_episode_and_a_summary() {
    let episodes = episode("half", PLAIN, r#"[["dax dax","RED RED"],["lug","RED"]]"#).repeat(2);
    let ran = bench(&[], &episodes);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("half ") && lines[0].contains("solved"), "{}", lines[0]);
    assert!(lines[0].contains("4/4 examples") && lines[0].contains("1/2 queries"), "{}", lines[0]);
    assert!(lines[0].ends_with("  0 refused, 1 wrong"), "{}", lines[0]);
    assert_eq!(lines[3], "2 of 2 episodes solved");
    assert_eq!(lines[4], "50.00 % of queries right, standard error 0.00");
    assert_eq!(lines[5], "0.00 % of queries refused, standard error 0.00");
    assert_eq!(lines[6], "50.00 % of queries wrong, standard error 0.00");
    assert_eq!(lines[7], "50.00 % of queries right by the best guess, standard error 0.00");
    assert!(lines[8].starts_with("calibration error 0.500"), "{}", lines[8]);
    assert!(lines[9].starts_with("median "), "{}", lines[9]);
}

#[test]
fn the_right_outputs_of_queries_change_nothing_but_the_score() {
    let episodes = sample("miniscan --episodes 10 --rules 6 --support 20");
    let mut other = String::new();
    for line in episodes.lines() {
        let mut episode: Value = serde_json::from_str(line).unwrap();
        for query in episode["queries"].as_array_mut().unwrap() {
            query[1] = json!("PURPLE UNICORN");
        }
        episode["grammar"] = json!("dax -> UNICORN\n");
        other += &(episode.to_string() + "\n");
    }
    let unscored = |episodes: &str| {
        let (mut records, _) = split(bench(&["--json"], episodes).timeless_json());
        for record in &mut records {
            record.retain(|field, _| {
                !["correct", "refused", "wrong", "guessed"].contains(&field.as_str())
            });
        }
        records
    };
    assert_eq!(unscored(&episodes), unscored(&other));
}

#[test]
fn strict_answers_do_not_depend_on_other_queries() {
    let answers = |queries: &str| -> Value {
        let support = r#"[["dax","RED"],["lug","BLUE"],["dax fep","RED RED"],
                          ["lug kiki dax","RED BLUE"]]"#
            .replace('\n', " ");
        let ran = bench(&["--json", "--strict"], &episode("one", &support, queries));
        ran.json()[0]["answers"][0].clone()
    };
    let alone = answers(r#"[["dax kiki lug fep",null]]"#);
    let others = r#"["lug fep fep",null],["dax lug fep",null],["wug",null]"#;
    assert_eq!(alone, answers(&format!(r#"[["dax kiki lug fep",null],{others}]"#)));
}

#[test]
fn the_same_seed_and_steps_give_the_same_lines() {
    let episodes = sample("scan --episodes 5") + &sample("miniscan --episodes 5 --support 10");
    for options in [["--seed", "3", "--steps", "50"], ["--seed", "4", "--steps", "5000"]] {
        let options = [&["--json"][..], &options].concat();
        let lines = bench(&options, &episodes).timeless_json();
        assert_eq!(lines, bench(&options, &episodes).timeless_json());
        assert_eq!(lines.len(), 11);
    }
}

#[test]
fn episodes_come_from_several_files_up_to_a_limit() {
    let one = file("limit.1", episode("a", PLAIN, "[]") + "\n" + &episode("b", PLAIN, "[]"));
    let two = file("limit.2", episode("c", PLAIN, "[]") + &episode("d", PLAIN, "[]"));
    let names = |options: &[&str]| -> Vec<String> {
        let ran = run(blicket("bench").args([&one, &two]).arg("--json").args(options), "");
        let (records, _) = split(ran.json());
        records.iter().map(|record| record["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&[]), ["a", "b", "c", "d"]);
    assert_eq!(names(&["--limit", "3"]), ["a", "b", "c"]);
    assert!(names(&["--limit", "0"]).is_empty());
}

#[test]
fn an_episode_that_cannot_be_read_is_named_and_loses_nothing_before_it() {
    let malformed = episode("a", PLAIN, "[]") + "\n{\"name\":\"b\"}\n" + &episode("c", PLAIN, "[]");
    let binary = [episode("a", PLAIN, "[]").as_bytes(), b"\xff\n"].concat();
    for (content, message) in [
        (malformed.into_bytes(), "unreadable.jsonl, line 3: missing field `support`"),
        (binary, "unreadable.jsonl, line 2: not UTF-8 text"),
    ] {
        let path = file("unreadable.jsonl", content);
        let ran = run(blicket("bench").arg(path).arg("--json"), "");
        assert_eq!(ran.code, Some(2));
        let (records, summary) = split(ran.json());
        assert_eq!((records.len(), &records[0]["name"]), (1, &json!("a")));
        assert_eq!((&summary["episodes"], &summary["solved"]), (&json!(1), &json!(1)));
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
    }
    // Without anything before it, there is nothing to sum up.
    let ran = bench(&["--json"], "{}");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    // A file that is not there shows before anything is solved.
    let there = file("there.jsonl", episode("a", PLAIN, "[]"));
    let ran = run(blicket("bench").arg(there).arg("no such file"), "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("no such file: "), "{}", ran.stderr);
}

#[test]
fn an_episode_is_answered_before_the_next_one_is_there() {
    let mut child = start(blicket("bench").arg("-"));
    let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut output = BufReader::new(output);
    for name in ["first", "second"] {
        input.write_all(episode(name, PLAIN, "[]").as_bytes()).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.starts_with(name), "{line}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn sampled_episodes_can_be_piped_and_a_closed_output_is_no_error() {
    let mut sampler = blicket("sample")
        .args(["miniscan", "--episodes", "1000000"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut child = blicket("bench")
        .arg("-")
        .stdin(sampler.stdout.take().unwrap())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("miniscan-0 "));
    drop(lines);
    let ran: Ran = child.wait_with_output().unwrap().into();
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(sampler.wait().unwrap().success());
}

/// Episode after episode without an answer would look like a figure.
#[test]
fn without_a_network_nothing_is_measured_that_needs_one() {
    for strategy in ["neural", "greedy"] {
        let options = ["--strategy", strategy, "--runtime", "/nowhere/libonnxruntime.so"];
        let ran = bench(&options, &episode("one", PLAIN, "[]"));
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(3), ""));
        let needs = format!("blicket: --strategy {strategy} needs a network: ");
        assert!(ran.stderr.starts_with(&needs), "{}", ran.stderr);
        let why = if cfg!(feature = "neural") { "/nowhere" } else { "has no networks" };
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    }
}

/// Its answers are those of the grammar that is printed, of which the vote knows better in some places.
#[test]
fn one_grammar_answers_alone_if_that_is_asked_for() {
    let episodes = sample("miniscan --support 10 --episodes 20 --seed 5");
    let (voted, _) = split(bench(&["--json", "--strict"], &episodes).json());
    let (alone, _) = split(bench(&["--json", "--strict", "--one-grammar"], &episodes).json());
    let mut differing = 0;
    for ((voted, alone), episode) in voted.iter().zip(&alone).zip(episodes.lines()) {
        let rules = |record: &Map<String, Value>| {
            let text = record["grammar"].as_str().unwrap();
            text.split("\n%doubt").next().unwrap().to_owned()
        };
        assert_eq!(rules(voted), alone["grammar"].as_str().unwrap());
        let grammar = file("one-grammar.txt", alone["grammar"].as_str().unwrap());
        let episode: Value = serde_json::from_str(episode).unwrap();
        let queries = episode["queries"].as_array().unwrap().iter();
        let inputs: Vec<&str> = queries.map(|query| query[0].as_str().unwrap()).collect();
        let applied = run(blicket("apply").arg(grammar).arg("-"), &(inputs.join("\n") + "\n"));
        let answers = alone["answers"].as_array().unwrap().iter();
        let said: Vec<&str> = answers.map(|answer| answer.as_str().unwrap_or_default()).collect();
        let own = applied.stdout.lines().map(|line| if line.starts_with('(') { "" } else { line });
        assert_eq!(said, own.collect::<Vec<_>>(), "{}", applied.stderr);
        differing += usize::from(voted["answers"] != alone["answers"]);
    }
    assert!(differing > 0);
}
