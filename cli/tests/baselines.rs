//! The paper's baselines on the command line, in a build that has them.

#![cfg(feature = "baselines")]

mod support;

use serde_json::json;
use support::{RECORD_FIELDS, Ran, blicket, fields, file, run};

const EPISODE: &str = r#"{"name":"a","support":[["dax","RED"],["lug","BLUE"],["dax fep","RED RED"]],"queries":[["lug fep","BLUE BLUE"]]}
"#;

fn bench(options: &str, episodes: &str) -> Ran {
    run(blicket("bench").arg("-").args(options.split_whitespace()), episodes)
}

#[test]
fn every_baseline_solves_a_small_task() {
    let hints = file("hints.jsonl", r#"{"name":"a","odds":{"dax":0.9,"u2":0.1}}"#);
    let deepcoder = format!("deepcoder --hints {}", hints.display());
    for strategy in ["prior", "mcmc", "enumerate", &deepcoder] {
        let options = format!("--json --steps 20000 --meta-grammar miniscan --strategy {strategy}");
        let ran = bench(&options, EPISODE);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{strategy}");
        let record = &ran.json()[0];
        assert_eq!(fields(record), RECORD_FIELDS);
        assert_eq!((&record["outcome"], &record["satisfied"]), (&json!("solved"), &json!(3)));
        assert_eq!(record["programs"], record["steps"]);
        assert_eq!(ran.timeless_json(), bench(&options, EPISODE).timeless_json());
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let hints = file("other-hints.jsonl", r#"{"name":"b","odds":{}}"#);
    let hints = hints.display();
    let numbers = r#"{"name":"n","support":[["one","1"]],"queries":[]}"#.to_owned() + "\n";
    for (options, episodes, message) in [
        ("--strategy deepcoder".to_owned(), EPISODE, "--hints FILE"),
        (format!("--hints {hints}"), EPISODE, "only for --strategy deepcoder"),
        (format!("--strategy deepcoder --hints {hints}"), EPISODE, "no line for the episode a"),
        ("--strategy deepcoder --hints nowhere".to_owned(), EPISODE, "there is no such file"),
        ("--strategy mcmc --noise".to_owned(), EPISODE, "--noise is not for --strategy mcmc"),
        ("--strategy prior".to_owned(), &numbers, "n: the paper's baselines have no grammars"),
        (
            format!("--strategy deepcoder --hints {hints} --redraw {hints}"),
            EPISODE,
            "about examples that --redraw replaces",
        ),
    ] {
        let ran = bench(&options, episodes);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{options}: {}", ran.stderr);
        assert!(ran.stderr.contains(message), "{options}: {}", ran.stderr);
    }
}

/// Otherwise a search by chance would make the same choices in all of them.
#[test]
fn every_episode_has_a_seed_of_its_own() {
    let sample = "miniscan --rules 4 --seed 5".split_whitespace();
    let one = run(blicket("sample").args(sample), "").stdout;
    // The last line is the summary.
    let lines = bench("--json --strategy prior --steps 200", &one.repeat(3)).json();
    assert_eq!(lines.len(), 4);
    assert_ne!(lines[0]["grammar"], lines[1]["grammar"]);
    assert_ne!(lines[1]["grammar"], lines[2]["grammar"]);
}
