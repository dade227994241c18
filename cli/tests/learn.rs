//! `blicket learn` as a user runs it.

mod support;

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use support::{RECORD_FIELDS, Ran, blicket, fields, file, run};

const SUPPORT: &str = "dax\tRED\nlug\tBLUE\ndax fep\tRED RED RED\nlug dax\tBLUE RED\n";

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn learn(support: &Path, queries: Option<&Path>, options: &[&str]) -> Ran {
    let mut command = blicket("learn");
    command.arg(support).args(options);
    if let Some(queries) = queries {
        command.arg("--queries").arg(queries);
    }
    run(&mut command, "")
}

/// All examples are satisfied, and nothing is said but the summary.
fn is_solved(ran: &Ran) {
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let mut parts =
        ran.stderr.lines().map(|line| line.split(' ').take(3).collect::<Vec<_>>().join(" "));
    assert_eq!(parts.next().as_deref(), Some("blicket: satisfied: all"), "{}", ran.stderr);
    let rest = |part: String| {
        let is_count = part.split(' ').nth(2).is_some_and(|word| word.starts_with("rule"));
        part.starts_with("blicket: open:") || is_count
    };
    assert!(parts.all(rest), "{}", ran.stderr);
}

/// The one object that is printed.
fn learn_json(support: &Path, queries: Option<&Path>, options: &[&str]) -> Value {
    let ran = learn(support, queries, &[&["--json"], options].concat());
    assert_eq!(ran.stderr, "");
    serde_json::from_str(&ran.stdout).unwrap()
}

#[test]
fn the_task_that_people_were_given_is_solved_and_answered() {
    let support = repository("data/miniscan/human-support.tsv");
    let queries = repository("data/miniscan/human-queries.tsv");
    let wanted = std::fs::read_to_string(&queries).unwrap().replace('\t', " -> ");
    for strategy in ["hybrid", "deduce"] {
        let ran = learn(&support, Some(&queries), &["--strategy", strategy]);
        is_solved(&ran);
        let (grammar, answers) = ran.stdout.split_once("\n\n").unwrap();
        assert!(grammar.contains("x1 kiki x2 -> [x2] [x1]"), "{grammar}");
        assert_eq!(answers, wanted);
    }
}

/// The top of the README: examples, and some of the rules, as they are in `examples/` and are printed. Its answers are run by
/// `tests/docs.rs`.
#[test]
fn the_top_of_the_readme_shows_what_is_printed() {
    let readme = std::fs::read_to_string(repository("README.md")).unwrap();
    let mut blocks =
        readme.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let examples = blocks.next().unwrap().lines().map(|line| {
        let (input, output) = line.split_once("  ").unwrap();
        format!("{input}\t{}\n", output.trim())
    });
    let support = repository("examples/home.tsv");
    assert_eq!(examples.collect::<String>(), std::fs::read_to_string(&support).unwrap());
    let ran = learn(&support, Some(&repository("examples/home-queries.txt")), &[]);
    for rule in blocks.next().unwrap().lines() {
        assert!(ran.stdout.lines().any(|line| line == rule), "{rule}");
    }
}

/// The picture of the paper's languages, line by line: an example, and what is printed beside it.
#[test]
fn the_picture_of_the_guide_shows_what_is_printed() {
    let readme = std::fs::read_to_string(repository("docs/LEARNING.md")).unwrap();
    let picture =
        readme.split("```text\nsix examples").nth(1).unwrap().split("```").next().unwrap();
    let (mut examples, mut printed) = (String::new(), Vec::new());
    for line in picture.lines().skip(2) {
        let (example, output) = line.split_at(line.len().min(54));
        if let Some((input, wanted)) = example.trim().split_once("  ") {
            examples += &format!("{input}\t{}\n", wanted.trim());
        }
        printed.extend(Some(output.trim()).filter(|output| !output.is_empty()));
    }
    let (query, _) = printed.last().unwrap().split_once(" ->").unwrap();
    let support = file("readme.support", examples);
    let queries = file("readme.queries", query);
    let ran = learn(&support, Some(&queries), &[]);
    let lines: Vec<&str> = ran.stdout.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, printed);
}

#[test]
fn without_queries_a_grammar_is_printed_that_can_be_applied() {
    let learned = learn(&file("apply.tsv", SUPPORT), None, &[]);
    let grammar = file("apply.learned", learned.stdout);
    let applied = run(blicket("apply").arg(grammar), "lug fep\ndax lug\n");
    assert_eq!(applied.stdout, "BLUE BLUE BLUE\nRED BLUE\n");
}

#[test]
fn scan_files_and_standard_input_are_read() {
    let support = "IN: walk OUT: I_WALK\nIN: jump OUT: I_JUMP\nIN: run OUT: I_RUN\n\
                   IN: walk twice OUT: I_WALK I_WALK\nIN: run twice OUT: I_RUN I_RUN\n\
                   IN: walk and run OUT: I_WALK I_RUN\n\
                   IN: run twice and walk OUT: I_RUN I_RUN I_WALK\n";
    let queries = file("scan.queries", "IN: jump twice and walk OUT: I_JUMP I_JUMP I_WALK\n");
    let ran = run(blicket("learn").args(["-", "--queries"]).arg(queries), support);
    is_solved(&ran);
    assert!(ran.stdout.contains("jump twice and walk -> I_JUMP I_JUMP I_WALK"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("wanted"), "{}", ran.stdout);
}

#[test]
fn json_has_the_fields_of_bench_with_alternatives_and_problems() {
    let support = file("json.tsv", SUPPORT);
    let queries = file("json.queries", "lug fep\tBLUE BLUE BLUE\ndax lug\tGREEN\nlug dax fep\n");
    let learned = learn_json(&support, Some(&queries), &[]);
    let details = [
        "agrees",
        "alternatives",
        "leaves",
        "problems",
        "questions",
        "ranking_seconds",
        "solving_seconds",
        "unsatisfied",
    ];
    let mut expected = [RECORD_FIELDS.as_slice(), &details].concat();
    expected.sort_unstable();
    assert_eq!(fields(learned.as_object().unwrap()), expected);
    assert_eq!(learned["name"], support.display().to_string());
    for (field, value) in [
        ("outcome", json!("solved")),
        ("satisfied", json!(4)),
        ("support", json!(4)),
        ("correct", json!(1)),
        ("scored", json!(2)),
        ("queries", json!(3)),
        ("problems", json!([])),
        ("stuck", json!([null, null, null])),
    ] {
        assert_eq!(learned[field], value, "{field}");
    }
    assert_eq!(learned["answers"][0], "BLUE BLUE BLUE");
    assert_eq!(learned["confidence"].as_array().unwrap().len(), 3);
    assert!(learned["seconds"].as_f64().unwrap() > 0.0);
    let alternatives = learned["alternatives"].as_array().unwrap();
    assert!(!alternatives.is_empty());
    for alternative in alternatives {
        assert_eq!(fields(alternative.as_object().unwrap()), ["grammar", "weight"]);
        assert!((0.0..=1.0).contains(&alternative["weight"].as_f64().unwrap()));
        assert_ne!(alternative["grammar"], learned["grammar"]);
    }
}

#[test]
fn an_answer_that_examples_leave_open_says_how_sure_it_is() {
    // `fep` may take one word or all before it.
    let queries = file("open.queries", "lug dax fep\nlug fep\n");
    let ran = learn(&file("open.tsv", SUPPORT), Some(&queries), &[]);
    let answers: Vec<&str> = ran.stdout.lines().rev().take(2).collect();
    let open = "lug dax fep -> (not sure; a guess: BLUE RED BLUE RED BLUE RED, 68 %, or BLUE RED RED RED, 32 %)";
    assert_eq!(answers[1], open, "{ran:?}");
    assert_eq!(answers[0], "lug fep -> BLUE BLUE BLUE");
}

#[test]
fn words_that_only_queries_have_are_not_guessed_at() {
    let support = file("strict.tsv", SUPPORT);
    let queries = file("strict.queries", "lug fep\nlug wug\n");
    let ran = learn(&support, Some(&queries), &[]);
    is_solved(&ran);
    assert!(ran.stdout.ends_with("lug wug -> (stuck: no rule matches wug)\n"), "{}", ran.stdout);
    let learned = learn_json(&support, Some(&queries), &["--strict"]);
    assert_eq!(learned["answers"], json!(["BLUE BLUE BLUE", null]));
    assert_eq!(learned["stuck"], json!([null, ["wug"]]));
    assert_eq!(learned["confidence"][1], Value::Null);
    assert!(!learned["grammar"].as_str().unwrap().contains("wug"));
}

#[test]
fn a_guess_is_marked_as_one() {
    let queries = file("guess.queries", "lug wug\n");
    let ran = learn(&file("guess.tsv", SUPPORT), Some(&queries), &[]);
    let answer = ran.stdout.lines().last().unwrap();
    let stuck = answer.contains("stuck: no rule matches wug");
    assert!(stuck || answer.contains("a guess: no example has wug"), "{answer}");
}

#[test]
fn examples_that_contradict_each_other_are_named_and_the_best_is_printed() {
    let support = file("contradiction.tsv", format!("{SUPPORT}\ndax fep\tRED\n"));
    let queries = file("contradiction.queries", "dax lug\n");
    let ran = learn(&support, Some(&queries), &[]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stdout.contains("dax -> RED") && ran.stdout.contains("dax lug -> RED BLUE"));
    assert!(ran.stderr.contains("examples 3 and 5 contradict each other"), "{}", ran.stderr);
    let unsatisfied = "example 5 (line 6): dax fep: wanted RED, the grammar gives RED RED RED\n";
    assert!(ran.stderr.contains(unsatisfied), "{}", ran.stderr);
    let last = ran.stderr.lines().last().unwrap();
    assert!(
        last.starts_with("blicket: 4 of 5 examples satisfied, by 4 rules: correct or leave out"),
        "{last}"
    );

    let ran = learn(&support, None, &["--json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
    let learned: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&learned["outcome"], &learned["satisfied"]), (&json!("best"), &json!(4)));
    let problems = learned["problems"].as_array().unwrap();
    assert_eq!((problems.len(), &problems[0]["kind"]), (1, &json!("contradiction")));
    assert_eq!(problems[0]["examples"], json!([2, 4]));
    let unsatisfied = json!([{"example": 4, "instead": "RED RED RED"}]);
    assert_eq!(learned["unsatisfied"], unsatisfied);
}

#[test]
fn it_ends_with_a_summary_of_what_is_satisfied_uncertain_and_open() {
    let support = file("summary.tsv", SUPPORT);
    let ran = learn(&support, None, &[]);
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!((ran.code, lines.len()), (Some(0), 3), "{}", ran.stderr);
    assert_eq!(lines[0], "blicket: satisfied: all 4 examples, by 4 rules");
    // The third example alone has `fep`, the fourth alone joins two words.
    assert!(lines[1].starts_with("blicket: 2 rules rest on one example each: `"), "{}", lines[1]);
    assert!(lines[1].contains("fep ->") && lines[1].contains("(example 3)"), "{}", lines[1]);
    assert!(lines[1].contains("(example 4)"), "{}", lines[1]);
    assert!(
        lines[2].starts_with("blicket: open: ") && lines[2].contains("--questions 3"),
        "{}",
        lines[2]
    );
    assert!(lines[2].contains(&format!("`blicket teach {}`", support.display())), "{}", lines[2]);
}

/// Why deduction could not do it is no problem where another learner has done it: synonyms, and values in brackets.
#[test]
fn what_one_learner_could_not_do_is_not_told_where_another_one_has() {
    let support = "take lamp\tTAKE ( lamp )\nget key\tTAKE ( key )\ngrab box\tTAKE ( box )\n\
                   pick up lamp\tTAKE ( lamp )\nget box\tTAKE ( box )\ngrab key\tTAKE ( key )\n";
    let support = file("leads.tsv", support);
    is_solved(&learn(&support, None, &[]));
    assert_eq!(learn_json(&support, None, &[])["problems"], json!([]));
    // By deduction alone there is no grammar; and it does not say that no word means the token.
    let ran = learn(&support, None, &["--strategy", "deduce"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(
        ran.stderr.contains("if several words mean it, show each of them alone"),
        "{}",
        ran.stderr
    );
}

/// 4 where questions were asked for and there are some, 0 where there are none.
#[test]
fn the_exit_code_says_whether_a_question_is_left() {
    let open = learn(&file("exit-open.tsv", OPEN), None, &["--questions", "1"]);
    assert_eq!(open.code, Some(4), "{}", open.stderr);
    assert!(open.stderr.contains("open: the question above"), "{}", open.stderr);
    // What an example says is not open.
    let pool = file("exit-pool.txt", "dax lug\n");
    let options = ["--questions", "1", "--pool", pool.to_str().unwrap()];
    let closed = learn(&file("exit-closed.tsv", OPEN), None, &options);
    assert_eq!(closed.code, Some(0), "{closed:?}");
    assert!(closed.stderr.ends_with("open: nothing that was found\n"), "{}", closed.stderr);
}

/// A file with spaces or commas where the TAB should be.
#[test]
fn a_file_without_tabs_is_told_what_it_has_instead_and_what_makes_tabs() {
    let home = std::fs::read_to_string(repository("examples/home.tsv")).unwrap();
    for (separator, what, command) in
        [("    ", "spaces", r"sed -E 's/  +/\t/'"), (",", "a comma", r"sed -E 's/,/\t/'")]
    {
        let support = file("separators.txt", home.replace('\t', separator));
        let ran = learn(&support, None, &[]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
        let said =
            format!("It has {what} instead: perhaps `turn on the kitchen lamp` is the input and");
        assert!(ran.stderr.contains(&said) && ran.stderr.contains(command), "{}", ran.stderr);
        assert!(ran.stderr.contains("separators.txt, line 1: found `turn on"), "{}", ran.stderr);
        // What it says does help.
        let (_, rest) = ran.stderr.split_once("; `sed").unwrap();
        let line = format!("sed{}", rest.split('`').next().unwrap());
        let line = line.strip_suffix(" > NEW.tsv").expect("it writes a new file");
        let mended = std::process::Command::new("sh").args(["-c", line]).output().unwrap();
        assert_eq!(String::from_utf8(mended.stdout).unwrap(), home);
    }
}

#[test]
fn what_cannot_be_learned_is_said_in_words() {
    let support = file("impossible.tsv", "a b\tX Y\na b\tX Y\nc\tZ Z Z\n");
    let ran = learn(&support, None, &["--strategy", "deduce"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("deduction found no grammar for all examples"), "{}", ran.stderr);
}

#[test]
fn with_noise_nobody_is_told_to_give_noise() {
    let support = file(
        "given-up.tsv",
        "dax\tRED\nlug\tBLUE\ndax fep\tRED RED RED\nlug fep\tBLUE BLUE BLUE\ndax\tBLUE\n",
    );
    let ran = learn(&support, None, &["--noise"]);
    let last = ran.stderr.lines().last().unwrap();
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("taken to be wrong, and not learnt from: correct"),
        "{}",
        ran.stderr
    );
    assert!(
        last.contains("given up: correct those that are wrong, and learn without --noise"),
        "{last}"
    );
}

#[test]
fn time_that_is_up_says_which_option_gives_more() {
    let ran = learn(&file("time.tsv", SUPPORT), None, &["--timeout", "0"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("time was up: --timeout gives more"), "{}", ran.stderr);
}

#[test]
fn the_same_seed_and_steps_give_the_same_result() {
    // Ambiguous enough that random choices matter.
    let support = file("seed.tsv", "dax\tRED\ndax fep lug\tRED BLUE RED\nlug kiki\tBLUE BLUE\n");
    let queries = file("seed.queries", "lug fep dax kiki\nlug kiki fep dax\ndax lug kiki\n");
    for seed in ["0", "1", "18446744073709551615"] {
        let options = ["--json", "--seed", seed, "--steps", "2000"];
        let ran = learn(&support, Some(&queries), &options);
        let again = learn(&support, Some(&queries), &options);
        assert_eq!(ran.timeless_json(), again.timeless_json());
    }
}

#[test]
fn wrong_usage_and_input_exit_with_2_and_say_why() {
    let support = file("wrong.tsv", SUPPORT);
    let support = support.to_str().unwrap();
    let empty = file("wrong.empty", "\n \n");
    let no_output = file("wrong.no-output", "dax\tRED\nlug BLUE\n");
    let binary = file("wrong.binary", b"dax\t\xff\n");
    for (arguments, message) in [
        (vec![empty.to_str().unwrap()], "wrong.empty: there are no examples to learn from"),
        (
            vec![no_output.to_str().unwrap()],
            "wrong.no-output, line 2: found `lug BLUE` and no TAB; expected an input, a TAB and an output",
        ),
        (vec![binary.to_str().unwrap()], "wrong.binary, line 1: not UTF-8 text"),
        (vec!["no such file"], "no such file: "),
        (vec![support, "--queries", "no such file"], "no such file: "),
        (vec!["-", "--queries", "-"], "cannot both come from standard input"),
        (vec![support, "--timeout", "ten"], "such as 10 or 0.5"),
        (vec![support, "--strategy", "guess"], "hybrid, deduce, neural, greedy"),
        (vec![support, "--domain", "colours"], "auto, words, numbers"),
        (vec![], "<EXAMPLES>"),
    ] {
        let ran = run(blicket("learn").args(&arguments), "");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(ran.stderr.contains(message), "{arguments:?}: {}", ran.stderr);
    }
}

/// It is not the examples that are wrong.
#[test]
fn without_a_network_nothing_is_learnt_that_needs_one() {
    let support = file("no-network.tsv", SUPPORT);
    for (strategy, json) in [("neural", None), ("neural", Some("--json")), ("greedy", None)] {
        let options = ["--strategy", strategy, "--runtime", "/nowhere/libonnxruntime.so"];
        let ran = run(blicket("learn").arg(&support).args(options).args(json), "");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(3), ""), "{}", ran.stderr);
        let needs = format!("blicket: --strategy {strategy} needs a network: ");
        assert!(ran.stderr.starts_with(&needs), "{}", ran.stderr);
    }
}

/// What is too long for a search is not worked out afterwards, where no limit of the search holds: two
/// thousand of these would take minutes.
#[test]
fn answers_that_are_too_long_are_said_to_be_that_and_not_worked_out() {
    let support = file("long.support", "a\tA\nb\tB\na c\tA A\na b c\tA B A B\nb a\tB A\n");
    let long = format!("a{}\n", " c".repeat(18));
    let queries = file("long.queries", format!("a c\n{}", long.repeat(12)));
    let ran = learn(&support, Some(&queries), &["--strategy", "deduce"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.stdout.contains("\na c -> A A\n"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with(&format!("{} -> (no answer)\n", long.trim_end())));
    assert_eq!(ran.stdout.matches("(no answer)").count(), 12);
    let said = "queries 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more: the answer is longer than";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
}

/// Examples of which one word's rule is open: does `fep` repeat a word, or all before it?
const OPEN: &str =
    "dax\tRED\nlug\tBLUE\ndax fep\tRED RED RED\nlug fep\tBLUE BLUE BLUE\ndax lug\tRED BLUE\n";

#[test]
fn learn_asks_what_would_decide_the_most_and_says_when_nothing_is_open() {
    let path = file("ask.tsv", OPEN);
    let asked = blicket("learn").arg(&path).args(["--questions", "1"]).output().unwrap();
    let text = String::from_utf8(asked.stdout).unwrap();
    let question = text.lines().find_map(|line| line.strip_prefix("# What does this mean?  "));
    assert!(question.is_some_and(|input| input.contains("fep")), "{text}");
    let json = blicket("learn").arg(&path).args(["--questions", "2", "--json"]).output().unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let question = &json["questions"][0];
    let weights = question["answers"].as_array().unwrap().iter();
    let sum: f64 = weights.map(|answer| answer["weight"].as_f64().unwrap()).sum();
    assert!(question["worth"].as_f64().unwrap() > 0.0 && sum > 0.9, "{question}");
    let pool = file("ask-pool.txt", "dax lug fep\nlug dax lug\n");
    let mut asked = blicket("learn");
    asked.arg(&path).args(["--questions", "1", "--pool"]).arg(pool);
    let text = String::from_utf8(asked.output().unwrap().stdout).unwrap();
    assert!(text.contains("# What does this mean?  dax lug fep"), "{text}");
}

#[test]
fn what_is_denied_is_not_learnt() {
    let reads = |examples: &str, name: &str| {
        let queries = file(&format!("{name}-queries.txt"), "dax lug fep\n");
        let mut learn = blicket("learn");
        learn.arg(file(name, examples)).arg("--queries").arg(queries).arg("--json");
        let output = learn.output().unwrap();
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        json["guess"][0].as_str().map(str::to_owned)
    };
    let free = reads(OPEN, "deny-free.tsv");
    let given = free.expect("it has a meaning while nothing is denied");
    let denied = reads(&format!("{OPEN}! dax lug fep\t{given}\n"), "deny-output.tsv");
    assert_ne!(denied.as_deref(), Some(&*given));
}
