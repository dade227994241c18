//! The conversation of `blicket teach`, through a pipe.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A path of a file that is not there yet; names have to differ between all tests.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// What is said to these lines, and how it ended.
fn teach(arguments: &[&Path], lines: &str) -> String {
    let mut teach = Command::new(env!("CARGO_BIN_EXE_blicket"));
    let piped = || Stdio::piped();
    teach.arg("teach").args(arguments).stdin(piped()).stdout(piped()).stderr(piped());
    let mut child = teach.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_language_is_taught_from_nothing_and_kept_as_plain_lines() {
    let (file, grammar) = (fresh("teach.tsv"), fresh("teach-grammar.txt"));
    let said = teach(
        &[&file, Path::new("--grammar"), &grammar],
        "walk\n= WALK\nrun -> RUN\nwalk twice -> WALK WALK\nrun twice\n:yes\n:examples\n",
    );
    assert!(said.contains("nothing was taught yet"), "{said}");
    assert!(said.contains("> run twice\n= RUN RUN"), "{said}");
    assert!(said.contains("   4  run twice -> RUN RUN"), "{said}");
    let kept = "walk\tWALK\nrun\tRUN\nwalk twice\tWALK WALK\nrun twice\tRUN RUN\n";
    assert_eq!(fs::read_to_string(&file).unwrap(), kept);
    let rules = fs::read_to_string(&grammar).unwrap();
    assert!(rules.contains("twice -> "), "{rules}");
    // It goes on where it ended.
    let said = teach(&[&file], "run twice\n:undo\n");
    assert!(said.starts_with("4 examples. ") && said.contains("nothing to take back"), "{said}");
}

#[test]
fn corrections_replace_and_are_taken_back() {
    let file = fresh("teach-correct.tsv");
    fs::write(&file, "walk\tWALK\nrun\tRUN\nwalk twice\tWALK WALK\n").unwrap();
    teach(&[&file], "run twice\n= RUN RUN RUN\n");
    assert!(fs::read_to_string(&file).unwrap().ends_with("run twice\tRUN RUN RUN\n"));
    let said = teach(&[&file], ":remove 4\n:remove 9\nrun twice\n:no\n:undo\n");
    assert!(said.contains("expected a number up to 3") && said.contains("noted."), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "walk\tWALK\nrun\tRUN\nwalk twice\tWALK WALK\n");
    teach(&[&file], "run twice\n:no\n");
    assert!(fs::read_to_string(&file).unwrap().ends_with("! run twice\n"));
}

#[test]
fn a_question_is_answered_by_a_number() {
    let file = fresh("teach-ask.tsv");
    let examples =
        "dax\tRED\nlug\tBLUE\ndax fep\tRED RED RED\nlug fep\tBLUE BLUE BLUE\ndax lug\tRED BLUE\n";
    fs::write(&file, examples).unwrap();
    let said = teach(&[&file], ":ask\n1\n:examples\n7\n");
    assert!(
        said.contains("What does this mean?") && said.contains("learnt. 6 examples."),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 6);
}

#[test]
fn without_a_file_there_is_a_home_to_try_and_mistakes_are_told() {
    let said = teach(
        &[],
        "turn on the hall lamp\n:rules\n:lint\n:why\n:sing\n:remove x\n:yes\n:wrong\n:remove\n:pin\nquit\n=OFF\n",
    );
    assert!(said.contains("nothing is kept") && said.contains("= ON ( lamp , hall )"), "{said}");
    assert!(said.contains("there is no :sing; :help lists"), "{said}");
    assert!(said.contains("expected the number of an example"), "{said}");
    assert!(said.contains(":remove needs the number of an example"), "{said}");
    assert!(said.contains(":pin needs a rule"), "{said}");
    assert!(said.contains(":quit, with a colon") && said.contains("a space behind ="), "{said}");
}

#[test]
fn rules_are_pinned_and_examples_disabled_and_both_are_kept() {
    let (file, grammar) = (fresh("teach-pin.tsv"), fresh("teach-pin-grammar.txt"));
    fs::write(
        &file,
        "# A language.\nwalk\tWALK\nrun\tRUN\nwalk twice\tWALK WALK\nrun twice\tRUN\n",
    )
    .unwrap();
    let arguments = [&*file, Path::new("--grammar"), &*grammar];
    let said = teach(
        &arguments,
        ":disable 4\n:pin u1 gladly -> [u1] [u2]\n:pin u1 gladly -> [u1] SMILE\nrun gladly\n:unpin run -> RUN\n",
    );
    assert!(said.contains("3 examples, 1 disabled"), "{said}");
    assert!(said.contains("found `[u2]`, expected a variable of the left side: [u1]"), "{said}");
    assert!(said.contains("> run gladly\n= RUN SMILE\n"), "{said}");
    assert!(said.contains("no such rule is pinned"), "{said}");
    let kept = fs::read_to_string(&file).unwrap();
    assert!(kept.starts_with("# A language.\n") && kept.ends_with("# run twice\tRUN\n"), "{kept}");
    assert!(
        fs::read_to_string(&grammar).unwrap().contains("u1 gladly -> [u1] SMILE    # pinned\n")
    );
    // It goes on where it ended.
    let said = teach(
        &arguments,
        "jump -> JUMP\njump gladly\n:enable 1\n:unpin u1 gladly -> [u1] SMILE\n:undo\n",
    );
    assert!(said.contains("> jump gladly\n= JUMP SMILE\n"), "{said}");
    assert!(fs::read_to_string(&grammar).unwrap().contains("# pinned"));
    assert!(!fs::read_to_string(&file).unwrap().contains("# run"));
}
