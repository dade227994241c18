//! The command as a user runs it: what it prints, where, and how it exits.

use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const GRAMMAR: &str = "dax -> RED\nlug -> BLUE\nu1 fep -> [u1] [u1] [u1]\nu1 x1 -> [u1] [x1]\n";

/// A file in a directory that cargo keeps for tests, with a name of its own.
fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path
}

fn blicket() -> Command {
    Command::new(env!("CARGO_BIN_EXE_blicket"))
}

fn start(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs the command with this on its standard input.
fn run(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
    let mut child = start(command);
    // A command that refuses its arguments closes its input before it has read any.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// How the command tells the nearest sentence, if it was built to do so.
fn meant(sentence: &str) -> String {
    let told = cfg!(feature = "suggestions").then(|| format!("; did you mean: {sentence}"));
    told.unwrap_or_default()
}

#[test]
fn applies_a_grammar_to_every_line_of_a_file_or_of_standard_input() {
    let grammar = file("lines.grammar", GRAMMAR);
    let queries = file("lines.queries", "dax fep\r\n\nlug wug dax\nlug dax");
    let expected = format!(
        "RED RED RED\n(stuck: no rule matches no words)\n\
         (stuck: no rule matches wug{})\nBLUE RED\n",
        meant("lug lug dax")
    );
    let from_file = run(blicket().arg("apply").args([&grammar, &queries]), "");
    let from_input = run(blicket().arg("apply").arg(&grammar), fs::read(&queries).unwrap());
    for output in [from_file, from_input] {
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(text(&output.stdout), expected);
        assert_eq!(text(&output.stderr), "blicket: 2 of 4 lines have no value\n");
    }
}

/// The mark that some editors begin a file with. Elsewhere it is a part of a word like any other.
#[test]
fn a_mark_before_the_first_line_is_no_part_of_it() {
    let grammar = file("mark.grammar", "\u{feff}dax -> RED\n");
    let ran = run(blicket().arg("apply").arg(&grammar), "\u{feff}dax\r\n\u{feff}dax\n");
    let stuck = format!("(stuck: no rule matches \u{feff}dax{})", meant("dax"));
    assert_eq!(text(&ran.stdout), format!("RED\n{stuck}\n"));
    let json = run(blicket().arg("apply").arg(&grammar).arg("--json"), "\u{feff}dax");
    assert!(text(&json.stdout).starts_with("{\"input\":\"dax\","), "{json:?}");
}

#[test]
fn answers_in_json() {
    let grammar = file("json.grammar", format!("{GRAMMAR}x1 boom -> [x1] [x1]\n"));
    let huge = format!("dax{}", " boom".repeat(60));
    let output =
        run(blicket().args(["apply", "--json"]).arg(&grammar), format!("dax\nwug\n{huge}"));
    let lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines[0],
        json!({"input": "dax", "output": "RED", "stuck": null, "reason": null, "slots": []})
    );
    assert_eq!(
        lines[1],
        json!({"input": "wug", "output": null, "stuck": ["wug"], "reason": null, "slots": []})
    );
    // `u1 x1` is tried before `x1 boom`, so the last line is stuck on the last word.
    assert_eq!(lines[2]["stuck"], json!(["boom"]));
    assert_eq!(lines.len(), 3);
}

#[test]
fn names_the_limit_that_ended_an_evaluation() {
    let numbers =
        file("limit.numbers", "%numbers\nbig -> 9223372036854775807\nu1 x1 -> [u1] + [x1]\n");
    let doubling = file("limit.doubling", "a -> A\nx1 a -> [x1] [x1]\n");
    let circular = file("limit.circular", "x1 -> [x1]\n");
    let many = "a ".repeat(60);
    for (grammar, input, option, reason) in [
        (&numbers, "big big", None, "overflow"),
        (&doubling, many.as_str(), None, "length"),
        (&circular, "a", None, "depth"),
        (&doubling, "a a a", Some("--steps=3"), "steps"),
    ] {
        let output = run(blicket().args(["apply", "--json"]).args(option).arg(grammar), input);
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&answer["reason"], &answer["output"]), (&json!(reason), &Value::Null));
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn explains() {
    let grammar = file("explain.grammar", GRAMMAR);
    let output = run(blicket().args(["apply", "--explain"]).arg(&grammar), "dax fep\n");
    assert_eq!(
        text(&output.stdout),
        "RED RED RED\n\
         dax fep => RED RED RED    by u1 fep -> [u1] [u1] [u1]\n\
         \u{20}   u1 = dax => RED    by dax -> RED\n\n"
    );
    let output = run(blicket().args(["apply", "--explain", "--json"]).arg(&grammar), "dax fep\n");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["derivation"]["steps"][1]["variable"], "u1");
    assert_eq!(answer["derivation"]["rules"]["2"], "u1 fep -> [u1] [u1] [u1]");
}

#[test]
fn says_what_is_wrong_where_and_what_would_be_right() {
    let wrong = file("wrong.grammar", "dax -> RED\n\tu1 fep -> [u2]\n");
    let output = run(blicket().arg("apply").arg(&wrong), "dax\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    let expected = format!(
        "blicket: {}:2:12: found `[u2]`, expected a variable of the left side: [u1]\n  \
         \tu1 fep -> [u2]\n  \t          ^\n",
        wrong.display()
    );
    assert_eq!(text(&output.stderr), expected);
}

#[test]
fn wrong_usage_and_input_exit_with_2() {
    let grammar = file("usage.grammar", GRAMMAR);
    let binary = file("usage.binary", b"dax \xff -> RED\n");
    for arguments in [
        vec!["aply".into()],
        vec!["apply".into()],
        vec!["apply".into(), "--steps".into(), "many".into(), grammar.clone()],
        vec!["apply".into(), "no such file".into()],
        vec!["apply".into(), grammar.clone(), "no such file".into()],
        vec!["apply".into(), PathBuf::from("/")],
        vec!["apply".into(), binary],
    ] {
        let output = run(blicket().args(&arguments), "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn bad_input_loses_nothing_that_came_before() {
    let grammar = file("bytes.grammar", GRAMMAR);
    let output = run(blicket().arg("apply").arg(&grammar), b"dax\n\xff\nlug\n");
    assert_eq!(text(&output.stdout), "RED\n");
    assert!(text(&output.stderr).contains("standard input, line 2"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_host_that_waits_for_each_answer_gets_it() {
    let grammar = file("dialogue.grammar", GRAMMAR);
    let mut child = start(blicket().arg("apply").arg(&grammar));
    let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut output = BufReader::new(output);
    for (query, answer) in [("dax", "RED\n"), ("lug fep", "BLUE BLUE BLUE\n")] {
        writeln!(input, "{query}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, answer);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_output_is_no_error_and_a_full_disk_is_one() {
    let grammar = file("closed.grammar", GRAMMAR);
    let mut child = start(blicket().arg("apply").arg(&grammar));
    drop(child.stdout.take());
    let _ = child.stdin.take().unwrap().write_all("dax\n".repeat(10_000).as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));

    let full = File::options().write(true).open("/dev/full").unwrap();
    let queries = file("closed.queries", "dax\n");
    let output = blicket().arg("apply").args([&grammar, &queries]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("standard output"));
}

#[test]
fn info_tells_the_version() {
    let output = run(blicket().args(["info", "--json"]), "");
    let info: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&info["version"], &info["abi"]), (&json!(env!("CARGO_PKG_VERSION")), &json!(1)));
    assert!(text(&run(blicket().arg("info"), "").stdout).starts_with("blicket "));
}

#[test]
#[cfg(feature = "neural")]
fn info_tells_why_there_are_no_networks() {
    let nowhere = ["info", "--runtime", "/nowhere/libonnxruntime.so.1"];
    let output = run(blicket().args(nowhere).arg("--json"), "");
    assert_eq!(output.status.code(), Some(0));
    let info: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&info["device"], &info["runtime"]), (&json!("cpu"), &Value::Null));
    let problem = info["network_problem"].as_str().unwrap();
    assert!(problem.contains("/nowhere/libonnxruntime.so.1 (the option): not there"), "{problem}");
    let models = info["models"].as_array().unwrap();
    assert_eq!((models.len(), &models[0]["file"]), (3, &json!("words-encode.onnx")));
    assert!(text(&run(blicket().args(nowhere), "").stdout).contains("by deduction alone\n"));

    let output = run(blicket().args(nowhere).args(["--device", "cuda:1"]), "");
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("the device cuda:1 cannot be had: "));
    let output = run(blicket().args(["info", "--device", "gpu"]), "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("expected auto, cpu, cuda, or cuda:"));
}

#[test]
fn help_is_there_for_every_command() {
    for arguments in [vec!["--help"], vec!["-h"], vec!["apply", "--help"], vec!["info", "--help"]] {
        let output = run(blicket().args(&arguments), "");
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("Usage: blicket"));
    }
}

/// The first page leads to what a new user needs, says TAB, and every exit code.
#[test]
fn the_first_page_begins_with_teach_and_learn() {
    let output = run(blicket().arg("--help"), "");
    let page = text(&output.stdout);
    assert!(page.contains("Begin here:\n  teach "), "{page}");
    assert!(page.contains("turn on the hall lamp<TAB>ON"), "{page}");
    assert!((0..=4).all(|code| page.contains(&format!("\n  {code}  "))), "{page}");
    assert!(!page.contains("pages"), "{page}");
}

#[test]
fn man_pages_and_completions_are_written_below_a_prefix() {
    let prefix = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    let output = run(blicket().arg("pages").arg(&prefix), "");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let read = |path: &str| fs::read_to_string(prefix.join("share").join(path)).unwrap();
    assert!(read("man/man1/blicket.1").contains("blicket\\-learn(1)"));
    assert!(read("man/man1/blicket-learn.1").contains("\\-\\-questions"));
    for path in [
        "bash-completion/completions/blicket",
        "zsh/site-functions/_blicket",
        "fish/vendor_completions.d/blicket.fish",
    ] {
        let completions = read(path);
        assert!(completions.contains("questions") && !completions.contains("pages"), "{path}");
    }
    completes(&prefix.join("share"));
    let nowhere = run(blicket().args(["pages", "/dev/null"]), "");
    assert_eq!(nowhere.status.code(), Some(3));
    assert!(text(&nowhere.stderr).contains("/dev/null/share/man/man1: "), "{nowhere:?}");
}

/// That shells complete by what was written; those that are not here are passed over, and bash is everywhere.
fn completes(share: &Path) {
    let bash = "source \"$1\"/bash-completion/completions/blicket
        COMP_WORDS=(blicket le); COMP_CWORD=1; _blicket blicket le blicket; echo \"${COMPREPLY[@]}\"
        COMP_WORDS=(blicket learn --que); COMP_CWORD=2; _blicket blicket --que learn; echo \"${COMPREPLY[@]}\"";
    let fish = "source $argv[1]/fish/vendor_completions.d/blicket.fish
        complete -C 'blicket le'; complete -C 'blicket learn --que'";
    for (shell, script, name) in [("bash", bash, Some("bash")), ("fish", fish, None)] {
        let mut command = Command::new(shell);
        command.arg("-c").arg(script).args(name).arg(share).stdin(Stdio::null());
        let Ok(output) = command.output() else { continue };
        let told = text(&output.stdout);
        assert!(told.starts_with("learn") && told.contains("--queries"), "{shell}: {output:?}");
        assert!(told.contains("--questions") && !told.contains("--noise"), "{shell}: {told}");
    }
}

#[test]
fn colours_are_not_for_pipes_unless_they_are_asked_for() {
    let grammar = file("colours.grammar", GRAMMAR);
    let run = |arguments: &[&str]| {
        let output = run(blicket().arg("apply").arg(&grammar).args(arguments), "dax\nwug\x1b[31m");
        (text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let (plain, said) = run(&[]);
    assert!(plain.starts_with("RED\n(stuck: no rule matches wug") && !said.contains('\x1b'));
    assert_eq!(run(&["--color", "never"]), (plain, said));
    // What is asked for has our colours, and nobody else's.
    let (coloured, said) = run(&["--color=always"]);
    assert!(coloured.starts_with("RED\n\x1b[1;31m(stuck: no rule matches wug"), "{coloured}");
    assert!(coloured.contains("\\u{1b}[31m") && said.starts_with("\x1b["), "{coloured} {said}");
}
