//! The contracts of `models/README.md` from stored vectors.

use super::super::distribution::Distribution;
use super::super::numbers;
use super::super::words::{ReadWords, RuleBreadth, WordGraphs};
use super::{Lesson, memory};
use crate::budget::Ticker;
use crate::grammar::{Domain, Grammar};
use crate::judge::Wanted;
use crate::network::{Data, Graph, IsOver, Network, NetworkError, NetworkOptions, Outputs, Tensor};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

fn vectors(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/vectors").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn support(vectors: &Value) -> Vec<(&str, &str)> {
    let pairs = vectors["support"].as_array().unwrap().iter();
    pairs.map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap())).collect()
}

/// Keeps what it is given, and gives what it was told to.
#[derive(Default)]
struct Recorder {
    given: Mutex<Vec<(String, Tensor)>>,
    gives: Vec<(String, Tensor)>,
}

impl Graph for Recorder {
    fn run(
        &self,
        inputs: &[(&str, Tensor)],
        _: IsOver<'_>,
    ) -> Result<Option<Outputs>, NetworkError> {
        let owned = inputs.iter().map(|(name, tensor)| ((*name).to_owned(), tensor.clone()));
        *self.given.lock().unwrap() = owned.collect();
        Ok(Some(self.gives.clone()))
    }
}

impl Recorder {
    fn compare(&self, inputs: &Value) {
        let given = self.given.lock().unwrap();
        assert_eq!(given.len(), inputs.as_object().unwrap().len());
        for (name, Tensor { shape, data }) in given.iter() {
            let expected = &inputs[name];
            let Data::Integer(data) = data else { panic!("{name} has no integers") };
            assert_eq!(serde_json::json!(shape), expected["shape"], "{name}");
            assert_eq!(serde_json::json!(data), expected["data"], "{name}");
        }
    }
}

#[test]
fn tasks_of_words_become_the_tensors_of_the_contract() {
    for name in ["words-miniscan.json", "words-scan.json", "words-distrust.json"] {
        let vectors = vectors(name);
        let lesson = Lesson::new(support(&vectors));
        let graph = Recorder::default();
        let graphs = WordGraphs { encode: &graph, decode: &graph, over: &|| false };
        let trust = vectors["trust"].as_bool().unwrap();
        let Err(error) =
            ReadWords::new(graphs, &lesson.examples(), trust, memory(), &Ticker::never())
        else {
            panic!("the graph gives nothing")
        };
        let message = error.to_string();
        assert!(message.contains("words-encode") && message.contains("`nodes`"), "{message}");
        graph.compare(&vectors["encode"]["inputs"]);
    }
}

#[test]
fn tasks_of_numbers_become_tensors_and_outputs_the_likeliest_answers() {
    let vectors = vectors("numbers-sampled.json");
    let support = support(&vectors);
    let lesson = Lesson::new(support.iter().map(|(input, _)| (*input, "")));
    let numbers: Vec<i64> = support.iter().map(|(_, output)| output.parse().unwrap()).collect();
    let mut examples = lesson.examples();
    for (example, number) in examples.iter_mut().zip(&numbers) {
        example.wanted = Wanted::Number(*number);
    }
    let mut graph = Recorder::default();
    for (name, tensor) in vectors["encode"]["outputs"].as_object().unwrap() {
        let shape: Vec<usize> = serde_json::from_value(tensor["shape"].clone()).unwrap();
        let data: Vec<f32> = serde_json::from_value(tensor["data"].clone()).unwrap();
        graph.gives.push((name.clone(), Tensor::float(shape, data)));
    }
    let reading =
        numbers::ReadNumbers::new(&graph, &examples, &|| false, memory(), &Ticker::never())
            .unwrap()
            .unwrap();
    let breadth = numbers::MeaningBreadth { width: 16, likely: 4 };
    let tables = reading.tables(&examples, breadth, &Ticker::never()).unwrap();
    graph.compare(&vectors["encode"]["inputs"]);
    // The most likely grammar says of each word what the vectors say.
    let rules = tables.rules(&tables.likeliest());
    let text =
        Grammar::new(Domain::Numbers, rules, Arc::new(lesson.vocabulary)).unwrap().to_string();
    let lines: Vec<&str> = text.lines().collect();
    for (word, best) in vectors["best"].as_object().unwrap() {
        let number = |name: &str| best[name].as_i64().unwrap();
        let mut expected = Vec::new();
        if let Some(value) = vectors["values"][word].as_i64() {
            expected.push(format!("{word} -> {value}"));
        }
        match number("role") {
            1 | 2 => expected.push(format!("{word} -> {}", number("value"))),
            3 => expected.push(format!("u1 {word} x1 -> [u1] + [x1]")),
            _ => {}
        }
        let power = |name| 10_i64.pow(number(name) as u32);
        if number("once") > 0 {
            expected.push(format!("{word} y1 -> {}*1 + [y1]", power("once")));
        }
        if number("times") > 0 {
            expected.push(format!("x1 {word} y1 -> [x1]*{} + [y1]", power("times")));
        }
        for line in &expected {
            assert!(lines.contains(&line.as_str()), "{line} is not in\n{text}");
        }
        // Beside rules of pairs, there is nothing else about it.
        let one_word = |line: &&&str| {
            let left = line.split(" -> ").next().unwrap_or_default();
            let mut words = left.split(' ').filter(|part| !["u1", "x1", "y1"].contains(part));
            words.next() == Some(word) && words.next().is_none()
        };
        assert_eq!(lines.iter().filter(one_word).count(), expected.len(), "{word} in\n{text}");
    }
}

/// ONNX Runtime. Without the library that `make runtime` fetches, a test that needs it says so and is left out, or fails
/// where nothing may be left out.
pub(super) fn library() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("build/runtime/libonnxruntime.so.1");
    if !path.exists() {
        let message = format!("LEFT OUT: {} is not there", path.display());
        assert!(std::env::var_os("BLICKET_NOTHING_LEFT_OUT").is_none(), "{message}");
        eprintln!("*** {message} ***");
        return None;
    }
    Some(path)
}

/// The network that this repository ships.
fn network() -> Option<Network> {
    let runtime = Some(library()?);
    let options = NetworkOptions { runtime, threads: 1, ..NetworkOptions::default() };
    Some(Network::load(&options, Domain::Words).unwrap())
}

#[test]
fn the_best_rules_are_those_of_the_vectors() {
    let Some(network) = network() else { return };
    let (encode, decode) = (&*network.encode, network.decode());
    let graphs = WordGraphs { encode, decode, over: &|| false };
    for name in ["words-miniscan.json", "words-scan.json", "words-distrust.json"] {
        let vectors = vectors(name);
        let lesson = Lesson::new(support(&vectors));
        let examples = lesson.examples();
        let trust = vectors["trust"].as_bool().unwrap();
        let reading = ReadWords::new(graphs, &examples, trust, memory(), &Ticker::never());
        let breadth = RuleBreadth { free: false, width: 32 };
        let tables = reading.unwrap().unwrap();
        let tables = tables.tables(graphs, &examples, breadth, &Ticker::never()).unwrap().unwrap();
        let mut compared = 0;
        for (word, rules) in vectors["best"].as_object().unwrap() {
            let word = lesson.vocabulary.find(word);
            let found = tables.best(word).map(|(rule, log_probability)| {
                (lesson.text(std::slice::from_ref(rule)).trim().to_owned(), log_probability)
            });
            for (expected, (rule, log_probability)) in rules.as_array().unwrap().iter().zip(found) {
                let (rule, expected_rule) = (rule.trim(), expected["rule"].as_str().unwrap());
                assert_eq!(rule, expected_rule, "{name}");
                let difference = log_probability - expected["log_probability"].as_f64().unwrap();
                assert!(difference.abs() < 1e-3, "{name}: {rule} {log_probability}");
                compared += 1;
            }
        }
        assert!(compared > 10, "{name} has {compared} rules");
    }
}
