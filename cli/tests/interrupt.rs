//! Ctrl-C, as far as it can be had without a terminal: `ci/hosts.py` has one.

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "support/guard.rs"]
mod guard;
#[allow(dead_code, reason = "other tests use the rest")]
mod support;

use guard::Guard;
use serde_json::json;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;
use support::{Ran, file, start};

/// The command as a terminal starts it. Whoever runs the tests may ignore SIGINT, as `nohup make test &` does, and
/// would hand that down: `env` puts it back to what it is by default.
fn blicket(command: &str) -> Command {
    let mut env = Command::new("env");
    env.args(["--default-signal=INT", env!("CARGO_BIN_EXE_blicket"), command]);
    env
}

/// Examples that keep a search busy for seconds: all outputs are of one token, so that nearly every
/// grammar could be the one, and of random lengths, so that none is.
fn hard_examples() -> Vec<(String, String)> {
    let mut state = 1u64;
    let mut below = |n: u64| {
        state = (state * 1_103_515_245 + 12_345) % (1 << 31);
        (state >> 16) % n
    };
    let mut example = |_| {
        let words: Vec<String> =
            (0..12).map(|_| char::from(b'a' + below(8) as u8).to_string()).collect();
        (words.join(" "), vec!["X"; 20 + below(40) as usize].join(" "))
    };
    (0..12).map(&mut example).collect()
}

/// Sends SIGINT, as a terminal does for Ctrl-C, as soon as the command is ready for it. A command that never is
/// ready is ended by its guard.
fn interrupt(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let is_ready = || {
        let status = fs::read_to_string(&status).unwrap();
        let line = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        let has_ended = line("State:").trim().starts_with('Z');
        assert!(!has_ended, "the command ended without being ready for SIGINT:\n{status}");
        u64::from_str_radix(line("SigCgt:").trim(), 16).unwrap() & 1 << (2 - 1) != 0
    };
    while !is_ready() {
        thread::sleep(Duration::from_millis(1));
    }
    send_interrupt(child);
}

/// Interrupts a command, waits for it, and reads what it prints.
fn interrupted(child: Child) -> Ran {
    let guard = Guard::of(&child);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    guard.check();
    output.into()
}

fn send_interrupt(child: &Child) {
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
}

#[test]
fn learning_stops_with_the_best_so_far() {
    let lines: Vec<String> = hard_examples().iter().map(|(a, b)| format!("{a}\t{b}\n")).collect();
    let path = file("interrupt-learn.tsv", lines.concat());
    let mut command = blicket("learn");
    // By deduction: the default has learnt them by heart before anybody can interrupt it.
    let options = ["--json", "--timeout", "1000", "--threads", "1", "--strategy", "deduce"];
    let child = start(command.arg(&path).args(options));
    let ran = interrupted(child);
    assert_eq!(ran.code, Some(1), "it has no grammar that satisfies all: {ran:?}");
    let learned = &ran.json()[0];
    assert_eq!(learned["stop"], "cancelled");
    assert_ne!(learned["outcome"], "solved");
    assert_eq!(ran.stderr, "", "nothing is shown where there is no terminal");
}

#[test]
fn a_benchmark_sums_up_what_is_done() {
    let easy = json!({"name": "easy", "support": [["dax", "RED"]], "queries": [["dax", "RED"]]});
    let hard = json!({"name": "hard", "support": hard_examples(), "queries": []});
    let path = file("interrupt-bench.jsonl", format!("{easy}\n{hard}\n{easy}\n"));
    let mut command = blicket("bench");
    let mut child = start(command.arg(&path).args(["--json", "--timeout", "1000"]));
    let guard = Guard::of(&child);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    output.read_line(&mut first).unwrap();
    interrupt(&child);
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    guard.check();
    let rest: Vec<serde_json::Value> =
        rest.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(first.contains("easy"), "{first}");
    assert_eq!(rest.len(), 1, "the hard one is left out, and those after it: {rest:?}");
    assert_eq!(rest[0]["summary"]["episodes"], 1);
}

/// What is promised of Ctrl-C holds while the command waits for the next episode, too.
#[test]
fn a_benchmark_that_waits_for_a_pipe_sums_up_what_is_done() {
    let mut child = start(blicket("bench").args(["-", "--json"]));
    let guard = Guard::of(&child);
    let mut input = child.stdin.take().unwrap();
    input.write_all(EASY.as_bytes()).unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    interrupt(&child);
    let mut summary = String::new();
    output.read_to_string(&mut summary).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    guard.check();
    assert!(summary.starts_with("{\"summary\":{\"episodes\":1,"), "{summary}");
    drop(input);
}

const EASY: &str = "{\"name\": \"easy\", \"support\": [[\"dax\", \"RED\"]], \"queries\": []}\n";

/// A pipe with a name, which nobody has opened to write.
fn pipe(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path
}

#[test]
fn a_benchmark_that_waits_for_a_file_to_open_ends() {
    let (never, easy) = (pipe("interrupt.pipe"), file("interrupt-open.jsonl", EASY));
    let redraw = ["--redraw".into(), never.clone()];
    for arguments in [&[never][..], &[&[easy][..], &redraw].concat()] {
        let child = start(blicket("bench").arg("--json").args(arguments));
        let ran = interrupted(child);
        assert_eq!(ran.code, Some(0), "{arguments:?}: {ran:?}");
        assert_eq!(ran.json()[0]["summary"]["episodes"], 0, "{arguments:?}: {ran:?}");
    }
}

/// As a shell has it for what runs behind its back, and `nohup` for other signals.
#[test]
fn where_it_is_ignored_it_stays_so() {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' INT; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_blicket")]);
    let mut child = start(shell.args(["bench", "-", "--json"]));
    let guard = Guard::of(&child);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        input.write_all(EASY.as_bytes()).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains("easy"), "{line}");
        send_interrupt(&child);
    }
    drop(input);
    let mut summary = String::new();
    output.read_to_string(&mut summary).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    guard.check();
    assert!(summary.starts_with("{\"summary\":{\"episodes\":3,"), "{summary}");
}
