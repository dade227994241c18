//! `blicket bench --redraw`: new examples where a try fails.

mod support;

use serde_json::json;
use std::collections::HashSet;
use support::{RECORD_FIELDS, Ran, blicket, fields, file, run};

/// No grammar satisfies these.
const CONTRADICTION: &str = r#"[["dax","RED"],["dax","BLUE"]]"#;
const EXAMPLES: &str = "dax\tRED\nlug\tBLUE\nIN: dax lug OUT: RED BLUE\nlug lug\tBLUE BLUE\n";

fn episode(name: &str, support: &str) -> String {
    let queries = r#"[["lug dax","BLUE RED"]]"#;
    format!(r#"{{"name":"{name}","support":{support},"queries":{queries}}}"#) + "\n"
}

fn redraw(name: &str, examples: &str, options: &[&str], episodes: &str) -> Ran {
    let examples = file(name, examples);
    let mut command = blicket("bench");
    run(command.args(["-", "--redraw"]).arg(examples).args(options), episodes)
}

fn refusal(ran: &Ran) -> &str {
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{}", ran.stderr);
    &ran.stderr
}

#[test]
fn a_task_that_fails_is_tried_again_with_other_examples() {
    let episodes = episode("wrong", CONTRADICTION)
        + &episode("right", r#"[["dax","RED"],["lug","BLUE"]]"#)
        + &episode("without lug", r#"[["dax","RED"],["dax dax","RED RED"]]"#);
    let options = ["--json", "--redraw-support", "4"];
    let ran = redraw("redraw.again", EXAMPLES, &options, &episodes);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let records = ran.json();
    let mut expected: HashSet<&str> = RECORD_FIELDS.into_iter().collect();
    expected.extend(["tries", "examples_used"]);
    assert_eq!(fields(&records[0]).into_iter().collect::<HashSet<_>>(), expected);
    // The contradiction, then all of the file; `dax` is in both.
    let of = |record: usize, names: [&str; 4]| names.map(|name| records[record][name].clone());
    let names = ["outcome", "tries", "examples_used", "support"];
    assert_eq!(of(0, names), [json!("solved"), json!(2), json!(4), json!(4)]);
    assert_eq!(of(1, names), [json!("solved"), json!(1), json!(2), json!(2)]);
    // Its examples are satisfied, but the file has another word.
    assert_eq!(of(2, names), [json!("solved"), json!(2), json!(5), json!(4)]);
    assert_eq!(records[0]["correct"], json!(1));
    assert_eq!(records[3]["summary"]["solved"], json!(3));
}

#[test]
fn what_is_added_up_is_that_of_all_tries() {
    let contradictions = "dax\tRED\nlug\tBLUE\ndax lug\tBLUE\nlug lug dax\tRED\n";
    // What contradicts itself by the rules of deduction's class: the default would learn it by heart.
    let options = ["--json", "--strategy", "deduce", "--redraw-support", "3", "--redraw-tries"];
    let tried = |tries: &str| {
        let name = format!("redraw.tries.{tries}");
        let options = [&options[..], &[tries]].concat();
        redraw(&name, contradictions, &options, &episode("a", CONTRADICTION)).timeless_json()
    };
    let (one, three) = (&tried("1")[0], &tried("3")[0]);
    assert_eq!((&one["tries"], &one["examples_used"]), (&json!(1), &json!(1)));
    assert_eq!((&three["tries"], &three["outcome"]), (&json!(3), &json!("best")));
    assert_eq!(three["support"], json!(3));
    assert!(three["examples_used"].as_u64().unwrap() >= 3);
    assert!(three["steps"].as_u64() > one["steps"].as_u64());
    assert_eq!(*three, tried("3")[0], "the same seed gives the same draws");
}

#[test]
fn a_seed_draws_other_examples_than_another() {
    let examples: String = (0..50).map(|n| format!("dax w{n}\tRED\n")).collect();
    let grammars: HashSet<String> = ["1", "2"]
        .map(|seed| {
            let options =
                ["--json", "--seed", seed, "--redraw-support", "5", "--strategy", "deduce"];
            let name = format!("redraw.seed.{seed}");
            let ran = redraw(&name, &examples, &options, &episode("a", CONTRADICTION));
            ran.json()[0]["grammar"].to_string()
        })
        .into();
    assert_eq!(grammars.len(), 2);
}

#[test]
fn a_person_reads_how_often_it_was_tried() {
    let options = ["--redraw-support", "4"];
    let ran = redraw("redraw.person", EXAMPLES, &options, &episode("a", CONTRADICTION));
    let line = ran.stdout.lines().next().unwrap();
    assert!(line.ends_with("2 tries, 4 examples used"), "{line}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let plain = episode("a", CONTRADICTION);
    let few = redraw("redraw.few", EXAMPLES, &[], &plain);
    assert!(refusal(&few).contains("4 different commands for support"), "{}", few.stderr);
    let none = redraw("redraw.none", "", &["--redraw-support", "1"], &plain);
    assert!(refusal(&none).contains("redraw.none"), "{}", none.stderr);
    let malformed = redraw("redraw.malformed", "dax\n", &["--redraw-support", "1"], &plain);
    assert!(refusal(&malformed).contains("redraw.malformed, line 1: "), "{}", malformed.stderr);
    let noise = redraw("redraw.noise", EXAMPLES, &["--noise"], &plain);
    assert!(refusal(&noise).contains("--noise gives some up"), "{}", noise.stderr);
    // The output of a query would be learnt.
    let leak = EXAMPLES.to_owned() + "lug   dax\tBLUE RED\n";
    let leak = redraw("redraw.leak", &leak, &["--redraw-support", "1"], &plain);
    assert!(refusal(&leak).contains("has the query `lug dax` of the episode a"), "{}", leak.stderr);
    let long = "a b c d e f g h i j\tRED\n";
    let options = ["--redraw-support", "1", "--redraw-selection", "paper"];
    let long = redraw("redraw.long", long, &options, &plain);
    assert!(refusal(&long).contains("one to nine words"), "{}", long.stderr);
    // It would wait for ever for such a command to be drawn.
    let options = ["--redraw-support", "1", "--redraw-selection", "sampled"];
    let strange = redraw("redraw.strange", EXAMPLES, &options, &plain);
    assert!(refusal(&strange).contains("the split has 0 different commands"), "{}", strange.stderr);

    let both = run(blicket("bench").args(["-", "--redraw", "-"]), &plain);
    assert!(refusal(&both).contains("cannot both come from standard input"), "{}", both.stderr);
    for option in ["--redraw-support", "--redraw-tries"] {
        let alone = run(blicket("bench").args(["-", option, "3"]), &plain);
        assert!(refusal(&alone).contains("--redraw <FILE>"), "{}", alone.stderr);
        let options = [option, "0"];
        assert_eq!(redraw("redraw.zero", EXAMPLES, &options, &plain).code, Some(2));
    }
}

#[test]
fn scan_as_the_paper_searches_it() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/scan");
    let sample = "scan-split --split simple --selection paper --queries 20 --data";
    let episodes = run(blicket("sample").args(sample.split(' ')).arg(folder), "");
    assert_eq!(episodes.code, Some(0), "{}", episodes.stderr);
    // A step is not enough to solve anything, so that every try but the first is a new draw.
    let options = "--json --steps 1 --strategy deduce --redraw-selection paper --redraw-tries 3";
    let training = format!("{folder}/tasks_train_simple.txt");
    let mut command = blicket("bench");
    command.args(["-", "--redraw", &training]).args(options.split(' '));
    let ran = run(&mut command, episodes.stdout);
    let record = &ran.json()[0];
    assert_eq!((&record["tries"], &record["scored"]), (&json!(3), &json!(20)));
    // Three times 82 to 85, because what is drawn twice counts once; and short ones come every time.
    let used = record["examples_used"].as_u64().unwrap();
    assert!((150..255).contains(&used), "{used}");
}
