//! The contracts of `models/README.md` from stored vectors, and the search with a network that knows
//! nothing.

use super::aim::Aim;
use super::check::{Checker, Example, Run, Wanted};
use super::noise::{Noise, price};
use super::numbers;
use super::search::{Beside, Search};
use super::space::Space;
use super::words::{Breadth, Reading, Tables, WordGraphs};
use crate::grammar::{Domain, Grammar};
use crate::network::{Data, Graph, Network, NetworkError, NetworkOptions, Tensor};
use crate::rule::Rule;
use crate::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar};
use crate::vocabulary::{Vocabulary, Word};
use serde_json::Value;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Examples in the words of a vocabulary.
struct Lesson {
    vocabulary: Vocabulary,
    pairs: Vec<(Vec<Word>, Vec<Word>)>,
}

impl Lesson {
    fn new<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self::of(Vocabulary::new(), pairs)
    }

    /// In a vocabulary that has words already.
    fn of<'a>(vocabulary: Vocabulary, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut lesson = Self { vocabulary, pairs: Vec::new() };
        for (input, output) in pairs {
            let mut words = |text: &str| -> Vec<Word> {
                text.split_whitespace().map(|w| lesson.vocabulary.intern(w).unwrap()).collect()
            };
            let pair = (words(input), words(output));
            lesson.pairs.push(pair);
        }
        lesson
    }

    fn examples(&self) -> Vec<Example<'_>> {
        let one = |pair| -> Example<'_> {
            let (input, output): &(Vec<Word>, Vec<Word>) = pair;
            Example { input, wanted: Wanted::Tokens(output), price: 1.0 }
        };
        self.pairs.iter().map(one).collect()
    }

    fn text(&self, rules: &[Rule]) -> String {
        let vocabulary = Arc::new(self.vocabulary.clone());
        Grammar::new(Domain::Words, rules.to_vec(), vocabulary).unwrap().to_string()
    }
}

const TASK: [(&str, &str); 7] = [
    ("dax", "RED"),
    ("lug", "BLUE"),
    ("dax fep", "RED RED RED"),
    ("lug fep", "BLUE BLUE BLUE"),
    ("dax kiki lug", "BLUE RED"),
    ("dax fep kiki lug", "BLUE RED RED RED"),
    ("lug kiki dax fep", "RED RED RED BLUE"),
];

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
    fn run(&self, inputs: &[(&str, Tensor)]) -> Result<Vec<(String, Tensor)>, NetworkError> {
        let owned = inputs.iter().map(|(name, tensor)| ((*name).to_owned(), tensor.clone()));
        *self.given.lock().unwrap() = owned.collect();
        Ok(self.gives.clone())
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
        let graphs = WordGraphs { encode: &graph, decode: &graph };
        let trust = vectors["trust"].as_bool().unwrap();
        let Err(error) = Reading::new(graphs, &lesson.examples(), trust) else {
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
    let reading = numbers::Reading::new(&graph, &examples).unwrap().unwrap();
    let tables = reading.tables(&examples, numbers::Breadth { width: 16, likely: 4 });
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

/// The network that this repository ships. Without the library that `make runtime` fetches, a test that
/// needs it says so and is left out, or fails where nothing may be left out.
fn network() -> Option<Network> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("build/runtime/libonnxruntime.so.1");
    if !path.exists() {
        let message = format!("LEFT OUT: {} is not there", path.display());
        assert!(std::env::var_os("BLICKET_NOTHING_LEFT_OUT").is_none(), "{message}");
        eprintln!("*** {message} ***");
        return None;
    }
    let options = NetworkOptions { runtime: Some(path), threads: 1, ..NetworkOptions::default() };
    Some(Network::load(&options).unwrap())
}

#[test]
fn the_best_rules_are_those_of_the_vectors() {
    let Some(network) = network() else { return };
    let graphs = WordGraphs { encode: &*network.words_encode, decode: &*network.words_decode };
    for name in ["words-miniscan.json", "words-scan.json", "words-distrust.json"] {
        let vectors = vectors(name);
        let lesson = Lesson::new(support(&vectors));
        let examples = lesson.examples();
        let reading = Reading::new(graphs, &examples, vectors["trust"].as_bool().unwrap());
        let breadth = Breadth { free: false, width: 32 };
        let tables = reading.unwrap().unwrap();
        let tables = tables.tables(graphs, &examples, breadth, &mut || false).unwrap().unwrap();
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

/// A network to which everything is as likely as everything else.
struct Clueless;

impl Graph for Clueless {
    fn run(&self, inputs: &[(&str, Tensor)]) -> Result<Vec<(String, Tensor)>, NetworkError> {
        let size = |name: &str| {
            inputs.iter().find(|(known, _)| *known == name).map(|(_, tensor)| tensor.shape[0])
        };
        let zeros = |name: &str, shape: &[usize]| {
            (name.to_owned(), Tensor::float(shape, vec![0.0; shape.iter().product()]))
        };
        let nodes = size("kind").unwrap();
        Ok(match size("word") {
            Some(batch) => {
                vec![zeros("logits", &[batch, 3 + nodes]), zeros("next_state", &[batch, 2])]
            }
            None => vec![
                zeros("nodes", &[nodes, 2]),
                zeros("state", &[nodes, 2]),
                zeros("type", &[nodes, 9]),
                zeros("order", &[nodes, nodes]),
                zeros("last", &[2]),
            ],
        })
    }
}

const CLUELESS: WordGraphs<'_> = WordGraphs { encode: &Clueless, decode: &Clueless };

fn clueless(examples: &[Example<'_>], free: bool) -> Tables {
    let reading = Reading::new(CLUELESS, examples, true).unwrap().unwrap();
    let breadth = Breadth { free, width: 64 };
    reading.tables(CLUELESS, examples, breadth, &mut || false).unwrap().unwrap()
}

/// One after the other.
struct OneThread;

impl Beside for OneThread {
    fn alone<A>(&mut self, work: impl FnOnce(&mut dyn FnMut() -> bool) -> A) -> A {
        work(&mut || false)
    }

    fn both<A, B: Send>(
        &mut self,
        first: impl FnOnce(&mut dyn FnMut() -> bool) -> A,
        second: impl FnOnce(&mut dyn FnMut() -> bool) -> B + Send,
    ) -> (A, B) {
        let first = first(&mut || false);
        (first, second(&mut || false))
    }
}

/// At the same time.
struct TwoThreads;

impl Beside for TwoThreads {
    fn alone<A>(&mut self, work: impl FnOnce(&mut dyn FnMut() -> bool) -> A) -> A {
        work(&mut || false)
    }

    fn both<A, B: Send>(
        &mut self,
        first: impl FnOnce(&mut dyn FnMut() -> bool) -> A,
        second: impl FnOnce(&mut dyn FnMut() -> bool) -> B + Send,
    ) -> (A, B) {
        std::thread::scope(|scope| {
            let second = scope.spawn(|| second(&mut || false));
            (first(&mut || false), second.join().unwrap())
        })
    }
}

/// Searches round by round; the grammar, the programs it took, and the further grammars.
fn search(lesson: &Lesson, seed: u64, beside: &mut impl Beside) -> (String, u64, Vec<String>) {
    let examples = lesson.examples();
    let aim = Aim { examples: &examples, words: lesson.vocabulary.len(), seed };
    let more = |_: &mut dyn FnMut() -> bool| Ok(Some(clueless(&examples, true)));
    let mut search = Search::new(aim, clueless(&examples, false), vec![Box::new(more)]);
    while !search.is_solved() && search.programs < 100_000 {
        search.round(u64::MAX, beside).unwrap();
    }
    let (best, programs) = (search.best().unwrap(), search.programs);
    let others = search.satisfying(&mut || false);
    let others = others.iter().map(|other| lesson.text(&other.rules)).collect();
    (lesson.text(&best), programs, others)
}

#[test]
fn repair_finds_a_grammar_and_says_how_many_it_has_tried() {
    let lesson = Lesson::new(TASK);
    let (text, programs, others) = search(&lesson, 0, &mut OneThread);
    for text in others.iter().chain([&text]) {
        let grammar = Grammar::parse(text).unwrap();
        for (input, output) in TASK {
            assert_eq!(grammar.apply(input).text(), Some(output), "{text}");
        }
    }
    assert!(programs > 10, "{programs}");
    assert!(others.contains(&text), "the grammar that was found satisfies every example");
    let mut distinct = others.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), others.len());
}

#[test]
fn what_is_found_does_not_depend_on_threads_but_on_the_seed() {
    let meta = MetaGrammar { rules: 3..=3, ..MetaGrammar::miniscan() };
    let mut sampler = EpisodeSampler::new(meta, EpisodeSettings::miniscan()).unwrap();
    let mut by_seed = Vec::new();
    for seed in 0..8 {
        let episode = sampler.sample(seed).unwrap();
        let pairs = episode.support.iter().map(|(input, output)| (input.as_str(), output.as_str()));
        let lesson = Lesson::new(pairs);
        let alone = search(&lesson, 0, &mut OneThread);
        assert_eq!(alone, search(&lesson, 0, &mut TwoThreads), "{}", episode.name);
        by_seed.push(alone.1 != search(&lesson, 1, &mut OneThread).1);
    }
    assert!(by_seed.contains(&true), "another seed searches another way");
}

#[test]
fn greedy_is_one_grammar() {
    let lesson = Lesson::new(TASK);
    let examples = lesson.examples();
    let aim = Aim { examples: &examples, words: lesson.vocabulary.len(), seed: 0 };
    let tables = clueless(&examples, false);
    let likeliest = lesson.text(&tables.rules(&tables.likeliest()));
    let mut search = Search::new(aim, tables, Vec::new());
    search.greedy(&mut || false);
    assert_eq!((search.programs, search.is_solved()), (1, false));
    let best = search.best().unwrap();
    assert_eq!(lesson.text(&best), likeliest);
}

#[test]
fn a_search_that_is_told_to_stop_gives_what_it_has() {
    let lesson = Lesson::new(TASK);
    let examples = lesson.examples();
    let aim = Aim { examples: &examples, words: lesson.vocabulary.len(), seed: 0 };
    let mut search = Search::new(aim, clueless(&examples, false), Vec::new());
    let mut looks = 0;
    let mut stop = || {
        looks += 1;
        looks > 3
    };
    search.greedy(&mut stop);
    assert!(search.best().is_some());
    assert!(search.satisfying(&mut || false).is_empty(), "none satisfies every example");
    search.greedy(&mut || true);
    assert!(search.programs <= 2);
}

#[test]
fn a_grammar_is_run_no_further_than_it_may_cost() {
    let grammar = Grammar::parse("dax -> RED\nu1 fep -> [u1] [u1] [u1]").unwrap();
    let lesson = Lesson::of((**grammar.vocabulary()).clone(), TASK);
    let examples = lesson.examples();
    let mut checker = Checker::new(&examples, Domain::Words, lesson.vocabulary.len());
    let mut run = |most| checker.run(grammar.rules(), most, &mut || false);
    let Run::Whole(failing) = run(f64::INFINITY) else { panic!("it was to be run on all") };
    assert_eq!(failing.examples, [1, 3, 4, 5, 6]);
    assert_eq!(failing.price, 5.0);
    assert_eq!(run(4.5), Run::TooDear);
    assert_eq!(run(5.0), Run::Whole(failing));
    assert_eq!(checker.programs, 3);
}

/// The examples that are given up with a solver that finds the true grammar of any set without a wrong
/// example and nothing for others; and those that are wrong.
fn given_up(corrupt: f64, seed: u64) -> (Vec<usize>, Vec<usize>) {
    let sample = |corrupt| {
        let settings = EpisodeSettings { corrupt, ..EpisodeSettings::miniscan() };
        EpisodeSampler::new(MetaGrammar::miniscan(), settings).unwrap().sample(seed).unwrap()
    };
    let (episode, right) = (sample(corrupt), sample(0.0));
    let grammar = Grammar::parse(episode.grammar.as_ref().unwrap()).unwrap();
    let pairs = episode.support.iter().map(|(input, output)| (input.as_str(), output.as_str()));
    let lesson = Lesson::of((**grammar.vocabulary()).clone(), pairs);
    let mut examples = lesson.examples();
    let tokens = 8;
    for example in &mut examples {
        let Wanted::Tokens(output) = example.wanted else { unreachable!() };
        example.price = price(output.len(), tokens, lesson.pairs.len());
    }
    let is_wrong = |index: &usize| episode.support[*index] != right.support[*index];
    let wrong: Vec<usize> = (0..examples.len()).filter(is_wrong).collect();
    let aim = Aim { examples: &examples, words: lesson.vocabulary.len(), seed };
    let mut noise = Noise::new(aim);
    let mut deduce =
        |set: &[usize], _| (!set.iter().any(is_wrong)).then(|| grammar.rules().to_vec());
    noise.search(&mut deduce, &mut || false);
    (noise.best.unwrap().given_up, wrong)
}

#[test]
fn wrong_examples_are_given_up_and_no_others() {
    for seed in 0..20 {
        assert_eq!(given_up(0.0, seed), (vec![], vec![]));
        let (given_up, wrong) = given_up(0.2, seed);
        assert_eq!(wrong.len(), 6);
        assert_eq!(given_up, wrong, "seed {seed}");
    }
}
