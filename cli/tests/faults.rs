//! What a machine can do to a command: a full disk, a disk that cannot be read, streams that are closed.

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "support/guard.rs"]
mod guard;
#[allow(dead_code, reason = "other tests use the rest")]
mod support;

use guard::finish;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use support::{Ran, file};

/// One that gives EIO to whoever reads it, as a broken disk does.
const BROKEN: &str = "/proc/self/mem";

/// The command, with what is promised: five seconds of the processor, which do not depend on who else uses
/// the machine. One that takes more is ended by the system, and has no exit code; one that hangs, by its guard.
fn blicket(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -t 5 && exec \"$@\"", "sh", env!("CARGO_BIN_EXE_blicket"), command]);
    shell
}

/// Every command, with something to say on standard output, in files of this test's own.
fn commands(test: &str) -> Vec<Command> {
    let name = |what: &str| -> PathBuf { format!("faults-{test}.{what}").into() };
    let write = |what, content: &str| file(name(what).to_str().unwrap(), content);
    let grammar = write("grammar", "dax -> RED\n");
    let queries = write("queries", "dax\n");
    let examples = write("tsv", "dax\tRED\nlug\tBLUE\n");
    let episodes =
        write("jsonl", "{\"name\": \"a\", \"support\": [[\"dax\", \"RED\"]], \"queries\": []}\n");
    let with = |command: &str, arguments: &[PathBuf]| {
        let mut blicket = blicket(command);
        blicket.args(arguments);
        blicket
    };
    vec![
        with("apply", &[grammar, queries]),
        with("learn", std::slice::from_ref(&examples)),
        with("learn", &[examples, "--json".into()]),
        with("bench", &[episodes]),
        with("sample", &["miniscan".into()]),
        with("info", &[]),
        with("info", &["--json".into()]),
        with("help", &[]),
        with("--help", &[]),
        with("--version", &[]),
        with("help", &["learn".into()]),
    ]
}

/// Runs it without anything on its standard input.
fn run(command: &mut Command) -> Ran {
    output(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))
}

/// Runs it with the streams that it has.
fn output(command: &mut Command) -> Ran {
    finish(command.spawn().unwrap())
}

/// An output that nobody reads.
fn closed() -> Stdio {
    io::pipe().unwrap().1.into()
}

fn full() -> File {
    File::options().write(true).open("/dev/full").unwrap()
}

#[test]
fn a_full_disk_is_a_failure_that_says_so() {
    for mut command in commands("full") {
        let ran = output(command.stdout(full()).stderr(Stdio::piped()));
        let said = "blicket: standard output: no space is left there";
        assert_eq!(ran.code, Some(3), "{command:?}: {ran:?}");
        assert!(ran.stderr.starts_with(said), "{command:?}: {ran:?}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    for mut command in commands("pipe") {
        let ran = output(command.stdout(closed()).stderr(Stdio::piped()));
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{command:?}");
    }
}

#[test]
fn a_closed_pipe_does_not_make_a_grammar_right() {
    let contradiction = file("faults-pipe.wrong", "dax\tRED\ndax\tBLUE\n");
    for json in [None, Some("--json")] {
        let mut command = blicket("learn");
        let ran =
            output(command.arg(&contradiction).args(json).stdout(closed()).stderr(Stdio::piped()));
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""), "{command:?}");
    }
}

/// Where the size of files is limited, the system would end the command, and say nothing.
#[test]
fn a_file_that_may_not_grow_is_a_failure_that_says_so() {
    let out = File::create(file("faults-limit.out", "")).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -f 1 && exec \"$@\"", "sh", env!("CARGO_BIN_EXE_blicket")]);
    shell.args(["sample", "miniscan", "--episodes", "100"]);
    let ran = output(shell.stdout(out).stderr(Stdio::piped()));
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.stderr.starts_with("blicket: standard output: File too large"), "{ran:?}");
}

#[test]
fn streams_that_were_never_opened_are_no_error() {
    for command in commands("closed") {
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec \"$@\" <&- >&- 2>&-", "sh"]);
        shell.arg(command.get_program()).args(command.get_args());
        let ran = run(&mut shell);
        assert_eq!(ran.code, Some(0), "{command:?}");
    }
}

#[test]
fn where_nobody_can_be_told_the_exit_code_still_tells() {
    let wrong = file("faults-silent.grammar", "dax => RED\n");
    let right = file("faults-silent.right", "dax -> RED\n");
    let contradiction = file("faults-silent.tsv", "dax\tRED\ndax\tBLUE\n");
    let unknown = file("faults-silent.queries", "wug\n");
    for (command, arguments, code) in [
        ("apply", vec![&wrong], 2),
        ("apply", vec![&right, &unknown], 0),
        ("learn", vec![&contradiction], 1),
    ] {
        let mut blicket = blicket(command);
        let ran = output(blicket.args(&arguments).stdout(Stdio::piped()).stderr(full()));
        assert_eq!(ran.code, Some(code), "{command} {arguments:?}");
    }
    assert_eq!(output(blicket("info").stdout(full()).stderr(full())).code, Some(3));
}

#[test]
fn a_disk_that_cannot_be_read_is_named() {
    let grammar = file("faults-broken.grammar", "dax -> RED\n");
    let grammar = grammar.to_str().unwrap();
    for arguments in [
        vec!["apply", BROKEN],
        vec!["apply", grammar, BROKEN],
        vec!["learn", BROKEN],
        vec!["bench", BROKEN],
    ] {
        let ran = run(blicket(arguments[0]).args(&arguments[1..]));
        assert_eq!(ran.code, Some(2), "{arguments:?}: {ran:?}");
        let is_named = ran.stderr.contains(BROKEN) && ran.stderr.contains("Input/output error");
        assert!(is_named, "{arguments:?}: {ran:?}");
    }
}

#[test]
#[cfg(feature = "neural")]
fn a_runtime_that_cannot_be_read_is_named_and_deduction_goes_on() {
    let info = run(blicket("info").args(["--runtime", BROKEN]));
    assert_eq!(info.code, Some(0), "{info:?}");
    assert!(info.stdout.contains("/proc/self/mem (the option): cannot be loaded: "), "{info:?}");
    let examples = file("faults-runtime.tsv", "dax\tRED\nlug\tBLUE\ndax fep\tRED RED\n");
    let learned = run(blicket("learn").arg(examples).args(["--runtime", BROKEN]));
    assert_eq!(learned.code, Some(0), "{learned:?}");
}
