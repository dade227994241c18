//! What the bridge adds to the core: no panic gets out, and what C++ can do and Rust cannot is an
//! error. That the values arrive on the other side is shown by `cpp-examples/bridge.cpp`.

use crate::boundary::Error;
use crate::bridge::ffi::{Device, Limit, Limits, Options, Outcome};
use crate::engine::{Engine, default_options};
use crate::evaluation::Evaluation;
use crate::grammar::Grammar;
use crate::limits::default_limits;
use crate::version::{abi_version, version};
use std::cell::Cell;

thread_local! {
    static ASKED: Cell<bool> = const { Cell::new(false) };
}

/// The guard calls this where a defect of the library would panic.
pub(crate) fn panic_if_asked() {
    if ASKED.get() {
        panic!("asked to");
    }
}

const WALK: &str = "walk -> WALK\nx1 twice -> [x1] [x1]\n";

fn message<T>(result: Result<T, Error>) -> String {
    result.err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn a_panic_is_an_error_in_every_function() {
    let mut grammar = Grammar::parse(WALK).unwrap();
    let mut evaluation = grammar.apply("walk twice").unwrap();
    let explanation = grammar.explain("walk twice").unwrap();
    let options = default_options().unwrap();
    let engine = Engine::create(&options).unwrap();
    let limits = default_limits().unwrap();

    ASKED.set(true);
    let messages = [
        message(abi_version()),
        message(version()),
        message(default_limits()),
        message(default_options()),
        message(Grammar::parse(WALK)),
        message(grammar.text()),
        message(grammar.domain()),
        message(grammar.rule_count()),
        message(grammar.rule(0)),
        message(grammar.apply("walk")),
        message(grammar.apply_into("walk", &mut evaluation)),
        message(grammar.apply_many(&["walk"])),
        message(grammar.explain("walk")),
        message(grammar.limits()),
        message(grammar.set_limits(limits)),
        message(Evaluation::create()),
        message(evaluation.outcome()),
        message(evaluation.limit()),
        message(evaluation.text()),
        message(evaluation.tokens()),
        message(evaluation.token_count()),
        message(evaluation.token(0)),
        message(evaluation.has_number()),
        message(evaluation.number()),
        message(evaluation.stuck_text()),
        message(evaluation.stuck_words()),
        message(evaluation.stuck_count()),
        message(evaluation.stuck_word(0)),
        message(evaluation.steps()),
        message(explanation.text()),
        message(explanation.json()),
        message(Engine::create(&options)),
        message(engine.device()),
        message(engine.device_reason()),
        message(engine.info()),
    ];
    ASKED.set(false);

    for message in &messages {
        assert_eq!(message, "a defect in blicket, please report it: asked to");
    }
    let declared = include_str!("bridge.rs").lines().filter(|l| l.trim_start().starts_with("fn "));
    let in_the_bridge = declared.filter(|line| line.ends_with(';')).count();
    assert_eq!(messages.len(), in_the_bridge, "a function of the bridge is not in this list");
    // The objects are as they were.
    assert_eq!(evaluation.text().unwrap(), "WALK WALK");
}

#[test]
fn an_error_is_the_cores_whole_message() {
    let parsed = Grammar::parse("walk -> WALK\nu1 fep -> [u2]");
    let core = blicket::Grammar::parse("walk -> WALK\nu1 fep -> [u2]").unwrap_err();
    assert_eq!(message(parsed), core.to_string());

    let cuda = Options { device: Device::Cuda, device_index: 1 };
    assert!(message(Engine::create(&cuda)).contains("cuda:1"));
}

#[test]
fn text_of_an_evaluation_is_not_an_input_for_it() {
    let grammar = Grammar::parse(WALK).unwrap();
    for input in ["walk twice", "hop twice"] {
        let mut evaluation = Evaluation::create().unwrap();
        grammar.apply_into(input, &mut evaluation).unwrap();
        let texts = [evaluation.text().unwrap(), evaluation.stuck_text().unwrap()];
        let given = texts.into_iter().find(|text| !text.is_empty()).unwrap();
        assert!(evaluation.gave_out(given) && evaluation.gave_out(&given[1..2]));
        let copy = String::from(given);
        assert!(!evaluation.gave_out(&copy) && !evaluation.gave_out(""));
    }
}

#[test]
fn an_enum_of_cpp_may_hold_any_number() {
    let unknown = Options { device: Device { repr: 9 }, device_index: 0 };
    assert_eq!(message(Engine::create(&unknown)), "`device` is out of range");
    let no_card = Options { device: Device::Cpu, device_index: 1 };
    assert!(message(Engine::create(&no_card)).contains("`device_index`"));
}

#[test]
fn what_is_not_there_is_an_error() {
    let grammar = Grammar::parse(WALK).unwrap();
    let evaluation = grammar.apply("walk twice").unwrap();
    assert_eq!(message(grammar.rule(2)), "there are 2 rules, and none has the index 2");
    assert_eq!(message(evaluation.token(7)), "there are 2 tokens, and none has the index 7");
    assert_eq!(
        message(evaluation.stuck_word(0)),
        "there are 0 stuck words, and none has the index 0"
    );
    assert_eq!(message(evaluation.number()), "the evaluation has no number");
    assert!(!evaluation.has_number().unwrap());
}

#[test]
fn each_limit_has_its_name() {
    let numbers = "%numbers\nbig -> 9223372036854775807\nx1 big -> [x1] + 1";
    let tokens = "big -> BIG BIG\nx1 big -> [x1] [x1]";
    let default = default_limits().unwrap();
    let cases = [
        (numbers, default, Limit::Overflow),
        (tokens, Limits { steps: 1, ..default }, Limit::Steps),
        (tokens, Limits { depth: 0, ..default }, Limit::Depth),
        (tokens, Limits { output_tokens: 3, ..default }, Limit::Length),
        (tokens, Limits { output_bytes: 7, ..default }, Limit::Length),
    ];
    for (text, limits, limit) in cases {
        let mut grammar = Grammar::parse(text).unwrap();
        grammar.set_limits(limits).unwrap();
        assert_eq!(grammar.limits().unwrap().output_bytes, limits.output_bytes);
        let evaluation = grammar.apply("big big").unwrap();
        assert_eq!(evaluation.outcome().unwrap(), Outcome::Limit);
        assert_eq!(evaluation.limit().unwrap(), limit, "{limits:?}");
    }
}
