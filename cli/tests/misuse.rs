//! Slips that everybody makes once: each message says what was wrong, where, and what would be right.

#[allow(dead_code, reason = "each test uses a part of it")]
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const EXAMPLES: &str = "dax\tRED\nlug\tBLUE\ndax fep\tRED RED\nlug fep\tBLUE BLUE\n";

/// A folder with files to go wrong with.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let utf16 = |mark: &str| -> Vec<u8> {
        format!("{mark}{EXAMPLES}").encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    let files: [(&str, Vec<u8>); 17] = [
        ("game.tsv", EXAMPLES.into()),
        ("game.txt", "dax -> RED\nlug -> BLUE\nx1 fep -> [x1] [x1]\n".into()),
        ("try.txt", "dax fep\nlug fep\n".into()),
        ("comma.csv", EXAMPLES.replace('\t', ",").into()),
        ("quoted.csv", "\"turn on, please\",\"ON ( lamp )\"\n".into()),
        ("spaces.tsv", "dax fep RED RED\n".into()),
        ("mark.tsv", utf16("\u{feff}")),
        ("utf16.tsv", utf16("")),
        ("latin1.tsv", b"dax\tRED\ngr\xfcn\tGREEN\n".to_vec()),
        ("nul.tsv", b"dax\tRED\nl\0g\tBLUE\n".to_vec()),
        ("empty.txt", Vec::new()),
        ("heading.tsv", format!("Input\tOutput\n{EXAMPLES}").into()),
        ("long.tsv", format!("{}\tRED\nlug\tBLUE\n", "dax ".repeat(9_000)).into()),
        ("three.tsv", "dax\tRED\tmore\n".into()),
        ("no-input.tsv", "\tRED\n".into()),
        ("commented.tsv", "# A game.\n\ndax\tRED\n\ndax\tBLUE\nlug\tGREEN\n".into()),
        ("windows.tsv", format!("\u{feff}{}", EXAMPLES.replace('\n', "\r\n")).into()),
    ];
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
    folder
}

/// How it exited, and what it said on standard error.
fn said(folder: &Path, line: &str) -> (i32, String) {
    let mut blicket = Command::new(env!("CARGO_BIN_EXE_blicket"));
    let output = blicket.args(line.split(' ')).current_dir(folder).stdin(Stdio::null()).output();
    let output = output.unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn each_slip_is_told_with_what_would_be_right() {
    let folder = folder("misuse");
    let cases: [(&str, i32, &[&str]); 46] = [
        // The command line.
        ("lern game.tsv", 2, &["unrecognized subcommand 'lern'", "similar", "'learn'"]),
        ("learn", 2, &["<EXAMPLES>", "for example `blicket learn game.tsv"]),
        ("learn game.tsv try.txt", 2, &["unexpected argument 'try.txt'", "`--queries FILE`"]),
        ("learn game.tsv --querys try.txt", 2, &["similar", "'--queries'"]),
        ("learn game.tsv --timeout ten", 2, &["a number of seconds, such as 10"]),
        ("learn game.tsv --timeout -1", 2, &["found '-1'; expected a number from 0"]),
        ("learn game.tsv --threads 0", 2, &["invalid value '0'", "a whole number from 1"]),
        ("learn game.tsv --questions few", 2, &["'few'", "a whole number, such as 3"]),
        ("learn game.tsv --device gpu", 2, &["'gpu'", "auto, cpu, cuda"]),
        ("export game.txt", 2, &["--to <NOTATION>", "for example `blicket export --to"]),
        ("export --to bnf game.txt", 2, &["jsgf, gbnf, hassil"]),
        ("sections numbers.eng", 2, &["there is no section", "numbers.en"]),
        ("words game.txt --section lamps", 2, &["there is no section `lamps`"]),
        ("studio --port 99999", 2, &["a number from 0 to 65535"]),
        ("apply - -", 2, &["cannot both come from standard input"]),
        // Files that are not there, or are others.
        ("learn nothing.tsv", 2, &["nothing.tsv: there is no such file; the folder is"]),
        ("learn .", 2, &["this is a folder; expected a file"]),
        ("learn game.txt", 2, &["line 1: found `dax -> RED` and no TAB", "an arrow"]),
        ("apply game.tsv try.txt", 2, &["these are examples, with TABs; expected a grammar"]),
        ("apply try.txt game.txt", 2, &["no line has an arrow `->`; expected a grammar"]),
        ("bench game.tsv", 2, &["which is no JSON", "`blicket learn` reads lines with TABs"]),
        (
            "learn empty.txt",
            2,
            &["there are no examples to learn from; expected lines", "`blicket teach empty.txt`"],
        ),
        ("check empty.txt", 1, &[]),
        ("check game.tsv", 2, &["these are examples, with TABs", "`blicket learn game.tsv -o"]),
        ("check game.txt game.txt", 2, &["line 1: found `dax -> RED` and no TAB"]),
        ("studio nowhere/game.tsv", 2, &["there is no folder nowhere to write it to"]),
        ("studio .", 2, &["this is a folder; expected a file"]),
        ("studio mark.tsv", 2, &["UTF-16 text", "iconv -f UTF-16 -t UTF-8 mark.tsv"]),
        ("apply empty.txt try.txt", 2, &["there is no rule in it; expected a grammar"]),
        // Text in other forms.
        ("learn comma.csv", 2, &["It has a comma instead", "sed -E 's/,/\\t/' comma.csv"]),
        ("learn quoted.csv", 2, &["CSV with quotes", "python3 -c"]),
        ("learn spaces.tsv", 2, &["and no TAB", "only a TAB says where the output begins"]),
        ("learn three.tsv", 2, &["line 1: found 2 TABs", "`cut -f 1,2 three.tsv > NEW.tsv`"]),
        ("learn no-input.tsv", 2, &["found no input before the TAB of `RED`"]),
        ("learn mark.tsv", 2, &["UTF-16 text", "iconv -f UTF-16 -t UTF-8 mark.tsv"]),
        ("apply game.txt utf16.tsv", 2, &["UTF-16 text", "iconv -f UTF-16LE"]),
        ("learn latin1.tsv", 2, &["latin1.tsv, line 2: not UTF-8", "iconv -f LATIN1"]),
        ("learn nul.tsv", 2, &["nul.tsv, line 2: found a NUL byte; expected text"]),
        // Examples where inputs are expected.
        (
            "apply game.txt heading.tsv",
            0,
            &["5 of them have a TAB", "`blicket check game.txt EXAMPLES`"],
        ),
        // Where comments and blank lines are, lines are told beside the numbers of examples.
        (
            "learn commented.tsv",
            1,
            &["examples 1 and 2 contradict", "leave out one of them (lines 3 and 5)"],
        ),
        (
            "learn commented.tsv",
            1,
            &["example 2 (line 5): dax: wanted BLUE", "`blicket lint commented.tsv`"],
        ),
        ("learn commented.tsv --pool nothing.txt", 2, &["nothing.txt: there is no such file"]),
        // What cannot be written, or would be lost.
        ("learn game.tsv -o nowhere/game.txt", 2, &["there is no folder nowhere to write it to"]),
        ("learn game.tsv -o .", 2, &["this is a folder; expected the name of a file"]),
        ("learn game.tsv -o game.tsv", 2, &["game.tsv: this file is read, and would be lost"]),
        ("teach nowhere/game.tsv", 2, &["there is no folder nowhere to write it to"]),
    ];
    for (line, code, parts) in cases {
        let (exit, message) = said(&folder, line);
        assert_eq!(exit, code, "{line}: {message}");
        for part in parts {
            assert!(message.contains(part), "{line}: {message:?} has no {part:?}");
        }
        assert!(message.len() < 700 && message.lines().count() < 9, "{line}: {message}");
    }
    assert_eq!(fs::read_to_string(folder.join("game.tsv")).unwrap(), EXAMPLES);
}

#[test]
fn what_is_odd_and_not_wrong_is_told_and_done() {
    let folder = folder("odd");
    let (code, message) = said(&folder, "learn heading.tsv");
    let heading = "heading.tsv, line 1: \"Input Output\" seems to be the heading of a table, and is learnt as an example: remove \
                   the line, or begin it with `# `";
    assert_eq!(code, 0);
    assert!(message.contains(heading) && message.contains("all 5 examples"), "{message}");
    let (_, message) = said(&folder, "teach heading.tsv");
    assert!(message.contains(heading), "{message}");
    let (code, message) = said(&folder, "learn windows.tsv");
    assert!(code == 0 && !message.contains("heading"), "{message}");
    // A line is recognised by its beginning.
    let (code, message) = said(&folder, "learn long.tsv");
    assert!(code == 1 && message.contains("more than 100 words"), "{message}");
    assert!(message.len() < 1_000, "{message}");
    let (code, message) = said(&folder, "words game.txt --after zup");
    let nothing = "blicket: no sentence of game.txt begins with: zup; `blicket words game.txt` lists its words\n";
    assert_eq!((code, &*message), (0, nothing));
}

#[test]
fn lint_counts_lines_where_the_library_counts_examples() {
    let folder = folder("lines");
    let mut blicket = Command::new(env!("CARGO_BIN_EXE_blicket"));
    let output = blicket.args(["lint", "--quiet", "commented.tsv"]).current_dir(&folder).output();
    let told = String::from_utf8(output.unwrap().stdout).unwrap();
    assert_eq!(
        told,
        "commented.tsv:5: error: line 3 has the same input and another output, \"RED\": only one of them can be right, so \
         leave the other out\n"
    );
}

#[test]
fn an_empty_grammar_is_told_in_words() {
    let folder = folder("empty-grammar");
    let mut blicket = Command::new(env!("CARGO_BIN_EXE_blicket"));
    let output = blicket.args(["check", "empty.txt"]).current_dir(&folder).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.contains("warning: there is no rule, so nothing is read: write some, such as"),
        "{told}"
    );
}

#[test]
fn a_port_that_is_taken_is_told() {
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let folder = folder("port");
    let (code, message) = said(&folder, &format!("studio --no-open --port {port}"));
    let told = format!(
        "blicket: 127.0.0.1:{port}: another program answers there; give another --port, or none for one that is free\n"
    );
    assert_eq!((code, message), (3, told));
}
