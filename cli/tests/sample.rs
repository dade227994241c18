//! `blicket sample` as a user or a trainer runs it.

use blicket::Grammar;
use blicket::episode::{Episode, EpisodeReader};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

fn sample(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_blicket"));
    command.arg("sample").args(arguments.split_whitespace());
    command
}

fn run(arguments: &str) -> Output {
    sample(arguments).output().unwrap()
}

/// The episodes that are printed; nothing else may be.
fn episodes(arguments: &str) -> Vec<Episode> {
    let output = run(arguments);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""), "{arguments}");
    EpisodeReader::new(&output.stdout[..]).collect::<Result<_, _>>().unwrap()
}

/// What is said about a command that cannot be run.
fn refusal(arguments: &str) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments}");
    assert!(output.stdout.is_empty(), "{arguments}");
    String::from_utf8(output.stderr).unwrap()
}

fn check(episode: &Episode) {
    let grammar = Grammar::parse(episode.grammar.as_ref().unwrap()).unwrap();
    let queries = episode.queries.iter().map(|(input, output)| (input, output.as_ref().unwrap()));
    let mut inputs = HashSet::new();
    for (input, output) in episode.support.iter().map(|(i, o)| (i, o)).chain(queries) {
        assert_eq!(grammar.apply(input).text(), Some(output.as_str()), "{}", episode.name);
        assert!(inputs.insert(input), "{}: {input} is there twice", episode.name);
    }
}

#[test]
fn the_defaults_are_the_papers() {
    for episode in episodes("miniscan --episodes 50") {
        check(&episode);
        assert_eq!((episode.support.len(), episode.queries.len()), (30, 10));
    }
    for episode in episodes("scan --episodes 50 --seed 9") {
        check(&episode);
        assert!((30..=50).contains(&episode.support.len()) && episode.queries.len() == 10);
    }
}

#[test]
fn options_say_what_the_episodes_are_like() {
    let options = "--rules 13 --primitives 3-4 --support 10-12 --queries 4 --max-length 8";
    for episode in episodes(&format!("miniscan --episodes 50 {options}")) {
        check(&episode);
        let grammar = episode.grammar.unwrap();
        let primitives = grammar.lines().filter(|rule| !rule.contains('[')).count();
        assert!((3..=4).contains(&primitives));
        assert_eq!(grammar.lines().count(), primitives + 13 + 1);
        assert!((10..=12).contains(&episode.support.len()) && episode.queries.len() == 4);
        let words = |(input, output): &(String, String)| {
            input.split(' ').count().max(output.split(' ').count())
        };
        assert!(episode.support.iter().all(|example| words(example) <= 8));
    }
}

#[test]
fn any_episode_can_be_made_again_alone() {
    let all = episodes("scan --episodes 5 --seed 7 --rules 4");
    assert_eq!(all[0].name, "scan-7");
    assert_eq!(all, episodes("scan --episodes 5 --seed 7 --rules 4"));
    for episode in &all {
        let seed = episode.name.rsplit('-').next().unwrap();
        let alone = episodes(&format!("scan --seed {seed} --rules 4"));
        assert_eq!(alone.iter().collect::<Vec<_>>(), [episode]);
    }
    let names: HashSet<&str> = all.iter().map(|episode| episode.name.as_str()).collect();
    assert_eq!(names.len(), 5);
}

#[test]
fn splits_of_scan() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/scan");
    for (split, queries) in [
        ("simple --queries all --data DATA", 4_182),
        ("length --queries all", 3_920),
        ("jump --queries 20", 20),
        ("right", 500),
    ] {
        for selection in ["uniform", "paper"] {
            let arguments = format!("scan-split --split {split} --selection {selection}");
            let episodes = episodes(&arguments.replace("DATA", data));
            let [episode] = episodes.as_slice() else { panic!("one episode was asked for") };
            check(episode);
            assert_eq!(episode.queries.len(), queries);
            match selection {
                "uniform" => assert_eq!(episode.support.len(), 100),
                _ => assert!((65..=95).contains(&episode.support.len())),
            }
            let split = split.split(' ').next().unwrap();
            assert_eq!(episode.name, format!("scan-{split}-{selection}-0"));
        }
    }
}

#[test]
fn a_share_of_the_examples_is_made_wrong() {
    for command in ["miniscan --support 20", "scan-split --split jump --support 20"] {
        let [right] = &episodes(command)[..] else { panic!("one episode was asked for") };
        let [wrong] = &episodes(&format!("{command} --corrupt 0.25"))[..] else { panic!() };
        let differ = right.support.iter().zip(&wrong.support).filter(|(r, w)| r.1 != w.1).count();
        assert_eq!(differ, 5);
        assert_eq!((&right.queries, &right.grammar), (&wrong.queries, &wrong.grammar));
    }
}

#[test]
fn what_cannot_be_done_is_refused_with_what_could_be() {
    for (arguments, says) in [
        ("miniscan --rules five", "expected a number such as 4, or a range such as 3-5"),
        ("miniscan --rules 5-3", "3-5 would be right"),
        ("miniscan --rules 14", "4 primitives and 14 rules need 18 words, and there are 17"),
        ("miniscan --rules 9 --words 12", "ask for more words or for fewer rules"),
        ("miniscan --words 18", "there are 17 words to draw from, not 18"),
        ("miniscan --primitives 0", "at least one of the primitives"),
        ("miniscan --support 300", "310 examples"),
        ("miniscan --max-length 1", "ask for fewer or longer ones"),
        ("scan --corrupt 2", "the share of wrong examples has to be from 0 to 1"),
        ("scan --primitives 10 --rules 3", "10 primitives need as many output tokens"),
        ("scan-split", "--split"),
        ("scan-split --split left", "simple, length, jump, right"),
        ("scan-split --split simple", "--data DIR"),
        ("scan-split --split simple --data /nowhere", "/nowhere/tasks_train_simple.txt"),
        ("scan-split --split jump --data /nowhere", "--data is only for --split simple"),
        ("scan-split --split jump --queries many", "or all"),
        ("scan-split --split jump --queries 9999", "7706 different commands for queries"),
        ("numbers", "unrecognized subcommand"),
        ("", "Usage: blicket sample"),
    ] {
        let message = refusal(arguments);
        assert!(message.contains(says), "{arguments}: {message}");
    }
}

#[test]
fn it_stops_quietly_when_nobody_reads_any_more() {
    let mut child = sample("miniscan --episodes 100000000")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    check(&Episode::from_json(&line).unwrap());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn a_full_disk_is_a_failure() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = sample("miniscan").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8(output.stderr).unwrap().contains("standard output"));
}

#[test]
fn help_says_what_there_is() {
    for kind in ["", "miniscan", "scan", "scan-split"] {
        let output = run(&format!("{kind} --help"));
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8(output.stdout).unwrap().contains("Usage: blicket sample"));
    }
}
