//! The commands about grammars themselves: check, format, export, sections; and learning in normal form.

use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A file in a directory that cargo keeps for tests; names have to differ between all tests.
fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path
}

fn blicket(command: &str) -> Command {
    let mut blicket = Command::new(env!("CARGO_BIN_EXE_blicket"));
    blicket.arg(command);
    blicket
}

/// What a command printed, and how it exited.
struct Ran {
    stdout: String,
    stderr: String,
    code: Option<i32>,
}

fn ran(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code() }
}

#[test]
fn check_exits_by_the_worst_finding_and_names_lines() {
    let good = ran(blicket("check").arg(file("check-good.txt", "dax -> RED\nx1 fep -> [x1]\n")));
    assert_eq!((good.code, good.stdout.as_str()), (Some(0), ""));
    let path = file("check-twice.txt", "dax -> RED\ndax -> BLUE\n");
    let twice = ran(blicket("check").arg(&path));
    assert_eq!(twice.code, Some(1));
    assert_eq!(
        twice.stdout,
        format!(
            "{}:2:1: warning: never used: line 1 has the same left side; remove one of them\n",
            path.display()
        )
    );
    let wrong = ran(blicket("check").arg(file("check-wrong.txt", "a => B\nb -> B\nx1 -> [x2]\n")));
    assert_eq!(wrong.code, Some(2));
    assert_eq!(wrong.stdout.matches("error: found").count(), 2, "{}", wrong.stdout);
    let printed = ran(blicket("check").arg("--json").arg(&path)).stdout;
    let report: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(
        report["findings"],
        json!([{"line": 2, "column": 1, "severity": "warning", "kind": "duplicate-rule",
                "message": "never used: line 1 has the same left side; remove one of them"}])
    );
}

#[test]
fn format_prints_checks_or_changes_files() {
    let path = file("format.txt", "dax   -> RED # a colour\n\n\n\"lug\" -> BLUE");
    let formatted = "dax -> RED  # a colour\n\nlug -> BLUE\n";
    let printed = ran(blicket("format").arg(&path));
    assert_eq!((printed.code, printed.stdout.as_str()), (Some(0), formatted));
    let checked = ran(blicket("format").arg("--check").arg(&path));
    assert_eq!((checked.code, checked.stdout.as_str()), (Some(1), ""));
    assert!(checked.stderr.contains("format.txt: not in the common form"));
    assert_eq!(ran(blicket("format").arg("--write").arg(&path)).code, Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), formatted);
    assert_eq!(ran(blicket("format").arg("--check").arg(&path)).code, Some(0));
    let wrong = file("format-wrong.txt", "a => B\n");
    assert_eq!(ran(blicket("format").arg("--write").arg(&wrong)).code, Some(2));
    assert_eq!(fs::read_to_string(&wrong).unwrap(), "a => B\n");
}

#[test]
fn export_writes_each_notation_and_refuses_what_reads_nothing() {
    let path = file("export.txt", "@go\nturn on x1:lamp -> ON\n@lamp\n(red|blue) lamp -> L\n");
    let export = |notation| ran(blicket("export").args(["--to", notation]).arg(&path)).stdout;
    let jsgf = "#JSGF V1.0 UTF-8;\ngrammar blicket;\npublic <go> = turn on <lamp>;\n<lamp> = red lamp | blue lamp;\n";
    assert_eq!(export("jsgf"), jsgf);
    assert_eq!(
        export("gbnf"),
        "root ::= \"turn on \" lamp\nlamp ::= \"red lamp\" | \"blue lamp\"\n"
    );
    assert!(export("hassil").contains("  lamp: \"(red lamp|blue lamp)\"\n"));
    let nothing = file("export-nothing.txt", "x1 twice -> [x1] [x1]\n");
    let nothing = ran(blicket("export").args(["--to", "jsgf"]).arg(&nothing));
    assert_eq!(nothing.code, Some(2));
    assert!(nothing.stderr.contains("reads no sentence"), "{}", nothing.stderr);
}

#[test]
fn sections_are_listed_printed_and_found_in_folders() {
    let list = ran(&mut blicket("sections")).stdout;
    assert!(list.lines().any(|line| line == "numbers.en") && list.lines().count() > 80);
    assert!(ran(blicket("sections").arg("numbers.en")).stdout.contains("\ntwenty-one -> 21\n"));
    let unknown = ran(blicket("sections").arg("number.en"));
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.stderr.contains("perhaps numbers.en;"), "{}", unknown.stderr);
    let own = file("own-digits.txt", "%numbers\none -> 1\n");
    let grammar = file("uses.txt", "@c\nstep x1:n -> [x1]\n@n\n%use own-digits\n");
    let inputs = file("uses-inputs.txt", "step one\n");
    let folder = own.parent().unwrap();
    let found = ran(blicket("apply").arg(&grammar).arg(&inputs).arg("--sections").arg(folder));
    assert_eq!(found.stdout, "1\n");
    assert_eq!(ran(blicket("apply").arg(&grammar).arg(&inputs)).code, Some(2));
}

#[test]
fn what_is_learnt_in_normal_form_is_applied_in_it() {
    let examples = file(
        "learn-normal.tsv",
        "Dax\tRED\nlug!\tBLUE\nDAX, fep\tRED RED RED\nlug Fep\tBLUE BLUE BLUE\n",
    );
    let asked = ran(blicket("learn").arg(&examples).args(["--fold-case", "--punctuation", "drop"]));
    assert!(asked.stdout.starts_with("%fold-case\n%punctuation drop\n"), "{}", asked.stdout);
    let verbatim = ran(blicket("learn").arg(&examples).arg("--verbatim"));
    assert!(!verbatim.stdout.contains("%fold-case"), "{}", verbatim.stdout);
    let learnt = ran(blicket("learn").arg(&examples));
    assert_eq!(learnt.code, Some(0), "{}", learnt.stderr);
    assert!(learnt.stdout.starts_with("%fold-case\n%punctuation drop\n"), "{}", learnt.stdout);
    let grammar = file("learn-normal.txt", &learnt.stdout);
    let inputs = file("learn-normal-inputs.txt", "LUG, fep!\n");
    assert_eq!(ran(blicket("apply").arg(&grammar).arg(&inputs)).stdout, "BLUE BLUE BLUE\n");
}

/// A grammar with sections, and a sentence that it reads.
const LAMPS: &str = "@command\nturn the? x1:lamp to x2:level -> LEVEL ( [x1] , [x2] )\n\
                     turn (on|off) the x1:lamp -> SWITCH ( [x1] )\n\
                     @lamp\nkitchen lamp -> kitchen_lamp\n@level\n%numbers\nx1:integer -> [x1]\n";

#[test]
fn apply_shows_the_slots_of_a_line_for_a_person_and_as_json() {
    let grammar = file("slots.txt", LAMPS);
    let input = file("slots-input.txt", "turn the kitchen lamp to 20\n");
    let shown = ran(blicket("apply").arg("--slots").arg(&grammar).arg(&input)).stdout;
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(
        lines,
        [
            "LEVEL ( kitchen_lamp , 20 )",
            "    lamp = kitchen_lamp    from kitchen lamp",
            "    level = 20    from 20",
            "        integer = 20    from 20",
        ]
    );
    let printed = ran(blicket("apply").arg("--json").arg(&grammar).arg(&input)).stdout;
    let answer: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(
        answer["slots"],
        json!([
            {"section": "lamp", "words": "kitchen lamp", "from": 2, "to": 4,
             "value": "kitchen_lamp", "number": null, "parent": null},
            {"section": "level", "words": "20", "from": 5, "to": 6,
             "value": "20", "number": 20, "parent": null},
            {"section": "integer", "words": "20", "from": 5, "to": 6,
             "value": "20", "number": 20, "parent": 1},
        ])
    );
}

#[test]
#[cfg(feature = "suggestions")]
fn a_line_that_is_not_read_is_answered_by_what_was_probably_meant() {
    let grammar = file("meant.txt", LAMPS);
    let input = file("meant-input.txt", "turn of the kitchen lamp\n");
    let told = ran(blicket("apply").arg(&grammar).arg(&input)).stdout;
    let reason = "(stuck: no rule matches turn of the kitchen lamp; \
                  did you mean: turn off the kitchen lamp)\n";
    assert_eq!(told, reason);
    let advice = ran(blicket("apply").arg("--advice").arg(&grammar).arg(&input)).stdout;
    let lines: Vec<&str> = advice.lines().skip(1).map(str::trim).collect();
    assert_eq!(
        lines,
        [
            "unknown: of",
            "reading ends after word 1, where there could be: kitchen, off, on, the, @lamp",
            "did you mean: turn off the kitchen lamp",
            "did you mean: turn on the kitchen lamp",
        ]
    );
    let printed = ran(blicket("apply").args(["--advice", "--json"]).arg(&grammar).arg(&input));
    let answer: Value = serde_json::from_str(&printed.stdout).unwrap();
    assert_eq!(answer["advice"]["unknown"], json!([{"word": "of", "place": 1}]));
    assert_eq!(
        answer["advice"]["nearest"][0],
        json!({"text": "turn off the kitchen lamp", "cost": 1})
    );
}

#[test]
fn words_lists_the_vocabulary_of_a_section_and_what_may_come_next() {
    let grammar = file("words.txt", LAMPS);
    let words = |arguments: &[&str]| ran(blicket("words").arg(&grammar).args(arguments));
    assert_eq!(words(&[]).stdout, "kitchen\nlamp\noff\non\nthe\nto\nturn\n");
    assert_eq!(words(&["--section", "lamp"]).stdout, "kitchen\nlamp\n");
    let none = words(&["--section", "lamps"]);
    assert_eq!(none.code, Some(2));
    let expected = "there is no section `lamps`; the sections are: command, lamp, level";
    assert!(none.stderr.contains(expected), "{}", none.stderr);
    assert_eq!(words(&["--after", "turn the"]).stdout, "kitchen\n:lamp\n");
    let printed = words(&["--json", "--after", "turn the kitchen lamp to 20"]).stdout;
    let next: Value = serde_json::from_str(&printed).unwrap();
    let expected =
        json!({"complete": true, "words": [], "sections": [], "any": false, "cut": false});
    assert_eq!(next, expected);
}

#[test]
fn lint_names_the_line_and_what_is_meant() {
    let clean = "open door\tOPEN door\nopen gate\tOPEN gate\n\nopen chest\tOPEN chest\n";
    let fine = ran(blicket("lint").arg("--quiet").arg(file("lint-clean.tsv", clean)));
    assert_eq!((fine.code, fine.stdout.as_str()), (Some(0), ""));
    let path = file("lint-slip.tsv", format!("{clean}open box\tOPNE box\n"));
    let slip = ran(blicket("lint").arg("--quiet").arg(&path));
    assert_eq!(slip.code, Some(1));
    let said = "warning: \"OPNE\" stands here only, and is nearly \"OPEN\", which is frequent: is \"OPEN\" meant?";
    assert_eq!(slip.stdout, format!("{}:5: {said}\n", path.display()));
    let printed = ran(blicket("lint").args(["--quiet", "--json"]).arg(&path)).stdout;
    let report: Value = serde_json::from_str(&printed).unwrap();
    let remark = &report["remarks"][0];
    assert_eq!((&remark["kind"], &remark["line"]), (&json!("one_letter"), &json!(5)));
    assert_eq!((&remark["example"], &remark["suggestion"]), (&json!(3), &json!("OPEN")));
}

#[test]
fn check_runs_a_grammar_on_examples_line_by_line() {
    let grammar = file("check-examples.txt", "open x1 -> OPEN [x1]\ndoor -> door\n");
    let right = file("check-right.tsv", "open door\tOPEN  door\n");
    let fine = ran(blicket("check").args([&grammar, &right]));
    assert_eq!((fine.code, fine.stdout.as_str()), (Some(0), ""), "{}", fine.stderr);
    let wrong = file("check-differs.tsv", "open door\tOPEN door\n\ndoor\tGATE\nshut door\tSHUT\n");
    let differs = ran(blicket("check").args([&grammar, &wrong]));
    let name = wrong.display();
    let gives = format!("{name}:3: differs: door: wanted GATE, the grammar gives door\n");
    let stuck =
        format!("{name}:4: differs: shut door: wanted SHUT, the grammar has no value for it\n");
    assert_eq!((differs.code, differs.stdout), (Some(1), gives + &stuck));
    let denied =
        file("check-denied.tsv", "! open door\tSHUT\n! door\n! open door\tOPEN door\n! gate\n");
    let differs = ran(blicket("check").args([&grammar, &denied]));
    let name = denied.display();
    let first = format!("{name}:2: differs: door: not to be so, the grammar gives door\n");
    let second =
        format!("{name}:3: differs: open door: not to be so, the grammar gives OPEN door\n");
    assert_eq!((differs.code, differs.stdout), (Some(1), first + &second));
    let printed = ran(blicket("check").arg("--json").args([&grammar, &wrong])).stdout;
    let report: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(report["examples"], json!(3));
    assert_eq!(
        report["differs"][1],
        json!({"line": 4, "input": "shut door", "wanted": "SHUT", "instead": null})
    );
}
