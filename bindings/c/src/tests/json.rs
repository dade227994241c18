//! Results and evaluations as JSON.

use super::*;
use serde_json::{Value, json};

const HEADER: &str = include_str!("../../../../include/blicket/blicket.h");

/// The text above a function of the header.
fn description(function: &str) -> &'static str {
    let before = HEADER.split(function).next().unwrap();
    &before[before.rfind("/**").unwrap()..]
}

#[test]
fn a_result_as_json_is_what_the_functions_say_and_the_header_lists_every_field() {
    let (engine, mut result) = (engine(), null_mut());
    let task = task(&[("dax", "RED"), ("lug", "BLUE"), ("dax", "PINK")], &["lug", "wug wug"]);
    // SAFETY: all pointers are good.
    let json = unsafe {
        assert_eq!(blicket_solve(engine, task, &mut result, null_mut()), BLICKET_OK);
        let json = blicket_result_json(result);
        let again = blicket_result_json(result);
        assert_eq!((json.data, json.len), (again.data, again.len), "it lives with the result");
        read(json)
    };
    let value: Value = serde_json::from_str(&json).unwrap();
    let text = description("blicket_str blicket_result_json(");
    for name in value.as_object().unwrap().keys() {
        assert!(text.contains(&format!("\"{name}\"")), "{name} is not in the header");
    }
    // SAFETY: the result is live.
    unsafe {
        assert_eq!(value["outcome"], "best");
        assert_eq!(value["stop"], "exhausted");
        assert_eq!((&value["satisfied"], &value["support"]), (&json!(2), &json!(3)));
        let grammar = read(blicket_grammar_text(blicket_result_grammar(result)));
        assert_eq!(value["grammar"], grammar);
        assert_eq!(value["answers"][0], read(blicket_result_answer_text(result, 0)));
        let count = blicket_result_alternative_count(result);
        assert_eq!(value["alternatives"].as_array().unwrap().len(), count);
        let problem = read(blicket_result_problem(result, 0));
        let contradiction = json!({
            "kind": "contradiction", "text": problem, "examples": [0, 2],
            "input": "dax", "outputs": ["RED", "PINK"],
        });
        assert_eq!(value["problems"][0], contradiction);
        assert_eq!(value["unsatisfied"][0]["example"], json!(2));
        blicket_result_free(result);
        assert_eq!(
            blicket_result_json(result).len,
            0,
            "of a result that was freed there is nothing"
        );
        assert_eq!(blicket_result_json(null()).len, 0);
        blicket_task_free(task);
        blicket_engine_free(engine);
    }
}

#[test]
fn an_evaluation_as_json_is_that_of_its_last_input_and_may_be_the_next_one() {
    let (grammar, mut evaluation) = (grammar(), null_mut());
    // SAFETY: all pointers are good.
    unsafe {
        let mut apply = |input| blicket_grammar_apply(grammar, input, &mut evaluation, null_mut());
        assert_eq!(apply(text("dax fep")), BLICKET_OK);
    }
    // SAFETY: the evaluation is live.
    let json = unsafe { blicket_evaluation_json(evaluation) };
    assert_eq!(read(json), r#"{"output":"RED RED","stuck":null,"reason":null,"slots":[]}"#);
    // SAFETY: all pointers are good; the text is the evaluation's own, which the header allows.
    let status = unsafe { blicket_grammar_apply(grammar, json, &mut evaluation, null_mut()) };
    assert_eq!(status, BLICKET_OK);
    // SAFETY: the evaluation is live.
    let json: Value =
        serde_json::from_str(&read(unsafe { blicket_evaluation_json(evaluation) })).unwrap();
    let words = json!(["{\"output\":\"RED", "RED\",\"stuck\":null,\"reason\":null,\"slots\":[]}"]);
    assert_eq!(json, json!({"output": null, "stuck": words, "reason": null, "slots": []}));
    let text = description("blicket_str blicket_evaluation_json(");
    for name in json.as_object().unwrap().keys() {
        assert!(text.contains(&format!("\"{name}\"")), "{name} is not in the header");
    }
    // SAFETY: the evaluation is live until it is freed.
    unsafe {
        blicket_evaluation_free(evaluation);
        assert_eq!(blicket_evaluation_json(evaluation).len, 0);
        assert_eq!(blicket_evaluation_json(null()).len, 0);
        blicket_grammar_free(grammar);
    }
}

#[test]
fn json_of_an_evaluation_names_the_limit_that_ended_it() {
    let (grammar, mut evaluation) = (grammar(), null_mut());
    // SAFETY: all pointers are good.
    unsafe {
        let mut limits = blicket_limits_default();
        limits.steps = 1;
        assert_eq!(blicket_grammar_set_limits(grammar, limits, null_mut()), BLICKET_OK);
        blicket_grammar_apply(grammar, text("dax fep"), &mut evaluation, null_mut());
        let expected = r#"{"output":null,"stuck":null,"reason":"steps","slots":[]}"#;
        assert_eq!(read(blicket_evaluation_json(evaluation)), expected);
        blicket_evaluation_free(evaluation);
        blicket_grammar_free(grammar);
    }
}
