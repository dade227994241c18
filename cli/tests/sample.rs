//! `blicket sample` as a user or a trainer runs it.

use blicket::Grammar;
use blicket_lab::episode::{Episode, EpisodeReader};
use std::collections::HashSet;
use std::fs::{self, File};
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
    for episode in episodes("numbers --episodes 50") {
        check(&episode);
        assert!((60..=100).contains(&episode.support.len()) && episode.queries.len() == 10);
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
    let french = format!("numbers --language {NUMBERS}/fr.tsv");
    for (kind, name) in [
        ("scan --rules 4", "scan-7"),
        ("numbers --support 50 --draw test", "numbers-7"),
        (&french, "numbers-fr-7"),
    ] {
        let all = episodes(&format!("{kind} --episodes 5 --seed 7"));
        assert_eq!(all[0].name, name);
        assert_eq!(all, episodes(&format!("{kind} --episodes 5 --seed 7")));
        for episode in &all {
            let seed = episode.name.rsplit('-').next().unwrap();
            let alone = episodes(&format!("{kind} --seed {seed}"));
            assert_eq!(alone.iter().collect::<Vec<_>>(), [episode]);
        }
        let names: HashSet<&str> = all.iter().map(|episode| episode.name.as_str()).collect();
        assert_eq!(names.len(), 5);
    }
}

const NUMBERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/numbers");

/// The numbers that an episode's examples and queries are of.
fn numbers(episode: &Episode) -> [HashSet<i64>; 2] {
    let queries = episode.queries.iter().map(|(_, output)| output.as_ref().unwrap());
    let support = episode.support.iter().map(|(_, output)| output);
    [support.map(|n| n.parse().unwrap()).collect(), queries.map(|n| n.parse().unwrap()).collect()]
}

#[test]
fn languages_have_the_papers_basic_words_or_those_of_any_language() {
    for (file, support, queries, shown) in [
        ("fr.tsv", 61, 49, 1_000_000),
        ("fr.raw.tsv", 61, 49, 10_000),
        ("ja.tsv", 44, 66, 10),
        ("de.tsv", 72, 38, 10_000_000),
    ] {
        for episode in episodes(&format!("numbers --language {NUMBERS}/{file} --episodes 10")) {
            let [examples, asked] = numbers(&episode);
            assert_eq!((examples.len(), asked.len()), (support, queries), "{file}");
            assert!(examples.is_disjoint(&asked) && examples.contains(&shown));
            assert_eq!(episode.grammar, None);
        }
    }
}

#[test]
fn a_language_can_have_other_basic_words_and_other_counts() {
    let options = "--necessary 1-3,500,123456789 --support 10-12 --queries 4 --corrupt 0";
    for episode in episodes(&format!("numbers --language {NUMBERS}/en.tsv {options}")) {
        let [examples, asked] = numbers(&episode);
        assert!((10..=12).contains(&examples.len()) && asked.len() == 4);
        assert!([1, 2, 3, 500].iter().all(|number| examples.contains(number)));
    }
    let [many] = &episodes(&format!("numbers --language {NUMBERS}/en.tsv --support 200"))[..]
    else {
        panic!("one episode was asked for")
    };
    assert_eq!((many.support.len(), many.queries.len()), (200, 10));
}

#[test]
fn a_language_that_cannot_be_read_is_refused_with_its_line() {
    let path = format!("{}/language.tsv", env!("CARGO_TARGET_TMPDIR"));
    let refusal = |content: &[u8]| {
        fs::write(&path, content).unwrap();
        refusal(&format!("numbers --language {path}"))
    };
    for (text, says) in [
        (
            "1\tone\n2 two\n",
            "line 2: found `2 two` and no TAB; expected a number such as 21, a TAB",
        ),
        ("one\t1\n", "line 1: found `one` where the number should be"),
        ("1\tone\n\n1\tun\n", "line 3: found 1 a second time"),
        ("1\tone\n2\ttwo\n", "110 different numbers (support and queries) were asked for"),
    ] {
        let message = refusal(text.as_bytes());
        assert!(message.contains(says), "{message}");
        assert!(!message.contains("line") || message.contains("language.tsv: line"), "{message}");
    }
    assert!(refusal(b"1\tun\n2\td\xe9\n").contains("not UTF-8"));
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
        for selection in ["uniform", "paper", "sampled"] {
            let arguments = format!("scan-split --split {split} --selection {selection}");
            let episodes = episodes(&arguments.replace("DATA", data));
            let [episode] = episodes.as_slice() else { panic!("one episode was asked for") };
            check(episode);
            assert_eq!(episode.queries.len(), queries);
            match selection {
                "uniform" | "sampled" => assert_eq!(episode.support.len(), 100),
                _ => assert!((65..=95).contains(&episode.support.len())),
            }
            let split = split.split(' ').next().unwrap();
            assert_eq!(episode.name, format!("scan-{split}-{selection}-0"));
        }
    }
}

#[test]
fn a_share_of_the_examples_is_made_wrong() {
    let english = format!("numbers --language {NUMBERS}/en.tsv --necessary 1-9 --support 20");
    for command in ["miniscan --support 20", "scan-split --split jump --support 20", &english] {
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
        ("miniscan --rules 18446744073709551615", "need 18446744073709551619 words"),
        ("miniscan --rules 9 --words 12", "ask for more words or for fewer rules"),
        ("miniscan --words 18", "there are 17 words to draw from, not 18"),
        ("miniscan --primitives 0", "at least one of the primitives"),
        ("miniscan --support 300", "310 examples"),
        ("miniscan --max-length 1", "ask for fewer or longer ones"),
        ("miniscan --max-length 18446744073709551615 --seed 6", "up to 10000 words"),
        ("scan --corrupt 2", "the share of wrong examples has to be from 0 to 1"),
        ("scan --primitives 10 --rules 3", "10 primitives need as many output tokens"),
        ("commands --asked nobody", "determined, open, out"),
        ("commands --support 0", "at least one"),
        ("scan-split", "--split"),
        ("scan-split --split left", "simple, length, jump, right"),
        ("scan-split --split simple", "--data DIR"),
        ("scan-split --split simple --data /nowhere", "/nowhere/tasks_train_simple.txt"),
        ("scan-split --split jump --data /nowhere", "--data is only for --split simple"),
        ("scan-split --split jump --queries many", "or all"),
        ("scan-split --split jump --queries 9999", "7706 different commands for queries"),
        ("numbers --support 30", "the basic words alone take up to 39 examples"),
        ("numbers --support 20000", "20010 different numbers (support and queries)"),
        ("numbers --necessary 1-20", "--language"),
        ("numbers --language - --necessary 1,0-18446744073709551615", "can have 100000 numbers"),
        ("numbers --language - --necessary 18446744073709551615", "up to 9223372036854775807"),
        ("numbers --draw short", "training, test"),
        ("numbers --language /nowhere/fr.tsv", "/nowhere/fr.tsv: there is no such file"),
        ("letters", "unrecognized subcommand"),
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
    for kind in ["", "miniscan", "scan", "scan-split", "numbers"] {
        let output = run(&format!("{kind} --help"));
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8(output.stdout).unwrap().contains("Usage: blicket sample"));
    }
}
