//! What is wrong is recognised, wherever it comes from.

use super::*;

#[test]
fn text_that_is_null_not_utf8_or_absurdly_long_is_refused() {
    let bytes = [b'a', 0xff];
    let not_utf8 = blicket_str { data: bytes.as_ptr().cast(), len: 2 };
    let no_data = blicket_str { data: null(), len: 3 };
    let absurd = blicket_str { data: bytes.as_ptr().cast(), len: usize::MAX };
    let grammar = grammar();
    for (input, expected) in [
        (not_utf8, BLICKET_INVALID_UTF8),
        (no_data, BLICKET_NULL_ARGUMENT),
        (absurd, BLICKET_OUT_OF_RANGE),
    ] {
        let (mut parsed, mut evaluation) = (null_mut(), null_mut());
        // SAFETY: what is wrong with the text is found before it is read.
        unsafe {
            let message = failing(expected, |e| blicket_grammar_parse(input, &mut parsed, e));
            assert!(message.contains("`text`"), "{message}");
            let message =
                failing(expected, |e| blicket_grammar_apply(grammar, input, &mut evaluation, e));
            assert!(message.contains("`input`"), "{message}");
        }
        assert!(parsed.is_null() && evaluation.is_null(), "nothing was written");
    }
    let nothing = blicket_str { data: null(), len: 0 };
    let mut evaluation = null_mut();
    // SAFETY: all pointers are good.
    unsafe {
        assert_eq!(
            blicket_grammar_apply(grammar, nothing, &mut evaluation, null_mut()),
            BLICKET_OK
        );
        blicket_evaluation_free(evaluation);
        blicket_grammar_free(grammar);
    }
}

#[test]
fn null_is_a_status_or_an_empty_answer_everywhere() {
    let limits = blicket_limits_default();
    let (a, grammar) = (text("a"), grammar());
    let (mut evaluation, mut explanation) = (null_mut(), null_mut());
    // SAFETY: NULL is what is tried; everything else is good.
    unsafe {
        let refused = |call: &mut dyn FnMut(*mut *mut blicket_error) -> blicket_status| {
            let message = failing(BLICKET_NULL_ARGUMENT, &mut *call);
            assert!(message.contains("is NULL"), "{message}");
            assert_eq!(call(null_mut()), BLICKET_NULL_ARGUMENT, "without an error as well");
        };
        refused(&mut |e| blicket_grammar_parse(a, null_mut(), e));
        refused(&mut |e| blicket_grammar_apply(null(), a, &mut evaluation, e));
        refused(&mut |e| blicket_grammar_apply(grammar, a, null_mut(), e));
        refused(&mut |e| blicket_grammar_apply_many(null(), &a, 1, &mut evaluation, e));
        refused(&mut |e| blicket_grammar_apply_many(grammar, null(), 1, &mut evaluation, e));
        refused(&mut |e| blicket_grammar_apply_many(grammar, &a, 1, null_mut(), e));
        let mut batch = null_mut();
        refused(&mut |e| blicket_grammar_apply_batch(null(), &a, 1, &mut batch, e));
        refused(&mut |e| blicket_grammar_apply_batch(grammar, null(), 1, &mut batch, e));
        refused(&mut |e| blicket_grammar_apply_batch(grammar, &a, 1, null_mut(), e));
        assert!(batch.is_null());
        assert_eq!(blicket_batch_count(null()), 0);
        assert_eq!(blicket_batch_outcome(null(), 0), blicket_outcome::Stuck);
        assert_eq!(blicket_batch_limit(null(), 0), blicket_limit::None);
        assert_eq!(blicket_batch_text(null(), 0).len, 0);
        assert_eq!(blicket_batch_stuck_text(null(), 0).len, 0);
        assert!(!blicket_batch_number(null(), 0, &mut 0));
        blicket_batch_free(null_mut());
        refused(&mut |e| blicket_grammar_explain(null(), a, &mut explanation, e));
        refused(&mut |e| blicket_grammar_explain(grammar, a, null_mut(), e));
        refused(&mut |e| blicket_grammar_set_limits(null_mut(), limits, e));
        refused(&mut |e| blicket_options_new(null_mut(), e));
        refused(&mut |e| blicket_options_set_device(null_mut(), 0, 0, e));
        refused(&mut |e| blicket_options_set_runtime_path(null_mut(), a, e));
        refused(&mut |e| blicket_options_set_model_path(null_mut(), a, e));
        refused(&mut |e| blicket_engine_new(null(), null_mut(), e));
        refused(&mut |e| blicket_engine_warm_up(null(), e));
        assert_eq!(
            blicket_grammar_apply_many(grammar, null(), 0, null_mut(), null_mut()),
            BLICKET_OK,
            "none of nothing is fine"
        );

        assert_eq!(blicket_grammar_text(null()).len, 0);
        assert_eq!(blicket_grammar_domain(null()), blicket_domain::Words);
        assert_eq!(
            (blicket_grammar_rule_count(null()), blicket_grammar_rule(null(), 0).len),
            (0, 0)
        );
        assert_eq!(blicket_grammar_limits(null()).steps, limits.steps);
        assert_eq!(blicket_evaluation_outcome(null()), blicket_outcome::Stuck);
        assert_eq!(blicket_evaluation_limit(null()), blicket_limit::None);
        assert_eq!(
            (blicket_evaluation_token_count(null()), blicket_evaluation_steps(null())),
            (0, 0)
        );
        assert!(!blicket_evaluation_number(null(), &mut 0));
        for text in [
            blicket_evaluation_text(null()),
            blicket_evaluation_token(null(), 0),
            blicket_evaluation_stuck_text(null()),
            blicket_evaluation_stuck_word(null(), 0),
            blicket_explanation_text(null()),
            blicket_explanation_json(null()),
            blicket_engine_info(null()),
            blicket_engine_device_reason(null()),
            blicket_engine_runtime_version(null()),
            blicket_engine_runtime_path(null()),
            blicket_engine_network_problem(null()),
            blicket_engine_model_file(null(), 0),
            blicket_engine_model_format(null(), 0),
            blicket_engine_model_contract(null(), 0),
            blicket_engine_model_sha256(null(), 0),
            blicket_error_message(null()),
        ] {
            assert!(!text.data.is_null() && text.len == 0);
        }
        assert_eq!(blicket_engine_device(null()), blicket_device::Cpu);
        assert_eq!(blicket_engine_device_index(null()), 0);
        assert_eq!(blicket_engine_model_count(null()), 0);
        assert_eq!(blicket_error_status(null()), BLICKET_OK);
        blicket_grammar_free(null_mut());
        blicket_evaluation_free(null_mut());
        blicket_explanation_free(null_mut());
        blicket_options_free(null_mut());
        blicket_engine_free(null_mut());
        blicket_error_free(null_mut());
        blicket_grammar_free(grammar);
    }
}

#[test]
fn freed_handles_and_handles_of_another_type_are_recognised() {
    let freed = grammar();
    let (mut options, mut evaluation) = (null_mut(), null_mut());
    // SAFETY: misuse is what is tried: cells outlive their handles.
    unsafe {
        blicket_grammar_free(freed);
        blicket_grammar_free(freed);
        assert_eq!(blicket_grammar_text(freed).len, 0);
        let apply = |e| blicket_grammar_apply(freed, text("dax"), &mut evaluation, e);
        let message = failing(BLICKET_INVALID_HANDLE, apply);
        assert!(message.contains("`grammar` has been freed"), "{message}");
        assert!(evaluation.is_null());

        assert_eq!(blicket_options_new(&mut options, null_mut()), BLICKET_OK);
        let limits = blicket_limits_default();
        let status = blicket_grammar_set_limits(options.cast(), limits, null_mut());
        assert_eq!(status, BLICKET_INVALID_HANDLE);
        blicket_grammar_free(options.cast());
        let status = blicket_options_set_device(options, 1, 0, null_mut());
        assert_eq!(status, BLICKET_OK, "it was not freed as something else");
        blicket_options_free(options);
    }
}

#[test]
fn null_is_refused_for_tasks_and_results_too() {
    let (engine, task, a) = (engine(), task(&EXAMPLES, &[]), text("a"));
    let example = blicket_example { input: a, output: a };
    let mut result = null_mut();
    // SAFETY: NULL is what is tried; everything else is good.
    unsafe {
        let refused = |name, call: &mut dyn FnMut(*mut *mut blicket_error) -> blicket_status| {
            let message = failing(BLICKET_NULL_ARGUMENT, &mut *call);
            assert_eq!(message, format!("the argument `{name}` is NULL"));
            assert_eq!(call(null_mut()), BLICKET_NULL_ARGUMENT, "without an error as well");
        };
        refused("task", &mut |e| blicket_task_new(null_mut(), e));
        refused("task", &mut |e| blicket_task_add_example(null_mut(), a, a, e));
        refused("task", &mut |e| blicket_task_add_query(null_mut(), a, e));
        refused("task", &mut |e| blicket_task_set_domain(null_mut(), 0, e));
        refused("task", &mut |e| blicket_task_set_strategy(null_mut(), 0, e));
        refused("task", &mut |e| blicket_task_set_seed(null_mut(), 0, e));
        refused("task", &mut |e| blicket_task_set_timeout_ms(null_mut(), 0, e));
        refused("task", &mut |e| blicket_task_set_step_limit(null_mut(), 0, e));
        refused("task", &mut |e| blicket_task_set_use_query_inputs(null_mut(), true, e));
        refused("task", &mut |e| blicket_task_set_noise(null_mut(), true, e));
        refused("engine", &mut |e| blicket_solve(null(), task, &mut result, e));
        refused("task", &mut |e| blicket_solve(engine, null(), &mut result, e));
        refused("result", &mut |e| blicket_solve(engine, task, null_mut(), e));
        let mut synthesize = |engine, support, queries, e| {
            blicket_synthesize(engine, support, 1, queries, 1, 9, &mut result, e)
        };
        refused("engine", &mut |e| synthesize(null(), &example, &a, e));
        refused("support", &mut |e| synthesize(engine, null(), &a, e));
        refused("queries", &mut |e| synthesize(engine, &example, null(), e));
        refused("result", &mut |e| {
            blicket_synthesize(engine, &example, 1, &a, 1, 9, null_mut(), e)
        });
        let mut search = null_mut();
        let mut begin =
            |engine, task, e| blicket_search_start(engine, task, None, null_mut(), &mut search, e);
        refused("engine", &mut |e| begin(null(), task, e));
        refused("task", &mut |e| begin(engine, null(), e));
        assert!(search.is_null(), "nothing was written");
        refused("search", &mut |e| {
            blicket_search_start(engine, task, None, null_mut(), null_mut(), e)
        });
        refused("search", &mut |e| blicket_search_result(null(), &mut result, e));
        assert!(blicket_search_poll(null(), null_mut()) && blicket_search_wait(null(), 9));
        blicket_search_cancel(null());
        blicket_search_free(null_mut());
        blicket_task_forget(null_mut());
        assert_eq!(blicket_engine_threads(null()), 0);
        refused("options", &mut |e| blicket_options_set_threads(null_mut(), 1, e));
        refused("options", &mut |e| blicket_options_set_memory_limit(null_mut(), 1, e));
        refused("grammar", &mut |e| blicket_grammar_copy(null(), &mut null_mut(), e));
        assert!(result.is_null(), "nothing was written");

        let none = null::<blicket_result>();
        assert_eq!((blicket_task_example_count(null()), blicket_task_query_count(null())), (0, 0));
        assert_eq!(blicket_result_outcome(none), blicket_success::None);
        assert_eq!(blicket_result_stop_reason(none), blicket_stop_reason::Exhausted);
        assert!(blicket_result_grammar(none).is_null());
        assert!(blicket_result_alternative_grammar(none, 0).is_null());
        for count in [
            blicket_result_example_count(none),
            blicket_result_satisfied_count(none),
            blicket_result_unsatisfied_count(none),
            blicket_result_problem_count(none),
            blicket_result_problem_example_count(none, 0),
            blicket_result_problem_query_count(none, 0),
            blicket_result_problem_string_count(none, 0),
            blicket_result_problem_number_count(none, 0),
            blicket_result_problem_number(none, 0, 0),
            blicket_result_answer_count(none),
            blicket_result_answer_stuck_count(none, 0),
            blicket_result_alternative_count(none),
        ] {
            assert_eq!(count, 0);
        }
        assert_eq!(blicket_result_unsatisfied_example(none, 0), usize::MAX);
        assert_eq!(blicket_result_problem_example(none, 0, 0), usize::MAX);
        assert_eq!(blicket_result_problem_query(none, 0, 0), usize::MAX);
        assert_eq!(blicket_result_problem_kind(none, 0), blicket_problem_kind::None);
        assert!(!blicket_result_unsatisfied_has_text(none, 0));
        assert!(!blicket_result_answer_has_text(none, 0) && !blicket_result_answer_agrees(none, 0));
        let mut number = 7;
        assert!(!blicket_result_answer_number(none, 0, &mut number) && number == 7);
        assert!(!blicket_result_answer_is_stuck(none, 0));
        for text in [
            blicket_result_unsatisfied_text(none, 0),
            blicket_result_problem(none, 0),
            blicket_result_problem_string(none, 0, 0),
            blicket_result_json(none),
            blicket_result_answer_text(none, 0),
            blicket_result_answer_stuck_text(none, 0),
            blicket_result_answer_stuck_word(none, 0, 0),
        ] {
            assert!(!text.data.is_null() && text.len == 0);
        }
        let counted = [
            blicket_result_steps(none),
            blicket_result_programs(none),
            blicket_result_leaves(none),
        ];
        assert_eq!(counted, [0; 3]);
        for number in [
            blicket_result_answer_confidence(none, 0),
            blicket_result_alternative_weight(none, 0),
            blicket_result_solving_seconds(none),
            blicket_result_ranking_seconds(none),
        ] {
            assert_eq!(number, 0.0);
        }
        blicket_task_free(null_mut());
        blicket_result_free(null_mut());
        blicket_task_free(task);
        blicket_engine_free(engine);
    }
}

/// Texts and counts that cannot be are found before anything is done, and named.
#[test]
fn bad_texts_and_absurd_counts_are_named() {
    let bytes = [b'a', 0xff];
    let bad = blicket_str { data: bytes.as_ptr().cast(), len: 2 };
    let (engine, task, a) = (engine(), task(&[], &[]), text("a"));
    let good = blicket_example { input: a, output: a };
    let mut result = null_mut();
    // SAFETY: what is wrong is found before it is used.
    unsafe {
        let named = |message: String, name: &str| {
            assert!(message.contains(&format!("`{name}`")), "{message}");
        };
        let utf8 = BLICKET_INVALID_UTF8;
        named(failing(utf8, |e| blicket_task_add_example(task, bad, a, e)), "input");
        named(failing(utf8, |e| blicket_task_add_example(task, a, bad, e)), "output");
        named(failing(utf8, |e| blicket_task_add_query(task, bad, e)), "input");
        assert_eq!((blicket_task_example_count(task), blicket_task_query_count(task)), (0, 0));

        let mut synthesize = |support: &[blicket_example], n, queries: &[blicket_str], m, e| {
            let (support, queries) = (support.as_ptr(), queries.as_ptr());
            blicket_synthesize(engine, support, n, queries, m, 9, &mut result, e)
        };
        let input = [good, blicket_example { input: bad, output: a }];
        let output = [blicket_example { input: a, output: bad }];
        named(failing(utf8, |e| synthesize(&input, 2, &[], 0, e)), "support[1].input");
        named(failing(utf8, |e| synthesize(&output, 1, &[], 0, e)), "support[0].output");
        named(failing(utf8, |e| synthesize(&[good], 1, &[a, bad], 2, e)), "queries[1]");
        let absurd = BLICKET_OUT_OF_RANGE;
        named(failing(absurd, |e| synthesize(&[good], usize::MAX, &[], 0, e)), "n_support");
        named(failing(absurd, |e| synthesize(&[good], 1, &[a], usize::MAX, e)), "n_queries");
        assert!(result.is_null(), "nothing was written");

        let message =
            failing(BLICKET_INVALID_HANDLE, |e| blicket_solve(task.cast(), task, &mut result, e));
        named(message, "engine");
        blicket_task_free(task);
        blicket_task_free(task);
        named(
            failing(BLICKET_INVALID_HANDLE, |e| blicket_solve(engine, task, &mut result, e)),
            "task",
        );
        assert!(result.is_null());
        blicket_engine_free(engine);
    }
}

/// One call of each shape of export: with a status, with a value, and freeing.
#[test]
fn a_panic_becomes_a_status() {
    let (grammar, mut evaluation) = (grammar(), null_mut());
    // SAFETY: all pointers are good.
    unsafe {
        PANIC.set(true);
        let apply = |e| blicket_grammar_apply(grammar, text("dax"), &mut evaluation, e);
        let message = failing(BLICKET_PANIC, apply);
        assert!(message.contains("asked for by a test"), "{message}");
        assert!(evaluation.is_null());
        PANIC.set(true);
        assert_eq!(blicket_grammar_text(grammar).len, 0);
        PANIC.set(true);
        blicket_grammar_free(grammar);
        assert!(blicket_grammar_text(grammar).len > 0, "and the next call goes on as before");
        blicket_grammar_free(grammar);
    }
}

/// Every `extern "C"` function of this crate goes through the boundary, but for those that have
/// nothing to fail at.
#[test]
fn every_export_has_a_panic_boundary() {
    let without = ["blicket_abi_version", "blicket_version", "blicket_limits_default"];
    let guards = [
        "boundary::",
        "{ read(",
        "    read(",
        "{ read_problem(",
        "read_question(result",
        "{ read(remarks",
        "{ change(",
    ];
    let mut exports = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let source = std::fs::read_to_string(path).unwrap();
        for export in source.split("#[unsafe(no_mangle)]").skip(1) {
            let Some(start) = export.find("extern \"C\" fn ") else { continue };
            let name = export[start + 14..].split('(').next().unwrap();
            let body = export.split("\n}\n").next().unwrap();
            let guarded = guards.iter().any(|guard| body.contains(guard));
            assert!(guarded || without.contains(&name), "{name}");
            exports += 1;
        }
    }
    assert_eq!(exports, 187);
}
