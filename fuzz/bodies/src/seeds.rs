//! What the seeds of all targets are made from: the repository's data.

use crate::random::Random;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A grammar with an input for it.
pub(crate) struct Case {
    pub(crate) grammar: String,
    pub(crate) input: String,
    /// `None` where the grammar has no value for the input.
    pub(crate) output: Option<String>,
}

/// A folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of the data.
pub(crate) fn read(file: &str) -> String {
    let path = root().join("data").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Some cases of the conformance data, from its two files.
pub(crate) fn cases(count: usize) -> Vec<Case> {
    let files = ["conformance/miniscan.jsonl", "conformance/scan.jsonl"].map(read);
    let lines = files.iter().flat_map(|file| file.lines().take(count / 2));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    lines
        .enumerate()
        .map(|(index, line)| {
            let value: Value = serde_json::from_str(line).expect("a line of JSON");
            let rules = value["rules"].as_array().expect("a list of rules");
            let cases = value["cases"].as_array().expect("a list of cases");
            let case = &cases[index % cases.len()];
            Case {
                grammar: rules.iter().map(text).collect::<Vec<_>>().join("\n"),
                input: text(&case["in"]),
                output: case["out"].as_str().map(str::to_owned),
            }
        })
        .collect()
}

/// So many seeds of random bytes, up to so long, that begin alike.
pub(crate) fn random(count: usize, longest: usize, beginning: &[u8]) -> Vec<Vec<u8>> {
    let mut random = Random::new(count as u64);
    let seeds = (0..count).map(|_| {
        let bytes = (0..random.below(longest)).map(|_| random.next() as u8);
        beginning.iter().copied().chain(bytes.collect::<Vec<_>>()).collect()
    });
    seeds.collect()
}
