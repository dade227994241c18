//! Problems as data, and options by name.

use super::*;

fn solve(task: *mut blicket_task) -> *mut blicket_result {
    let (engine, mut result) = (engine(), null_mut());
    // SAFETY: all pointers are good.
    unsafe {
        assert_eq!(blicket_solve(engine, task, &mut result, null_mut()), BLICKET_OK);
        blicket_engine_free(engine);
        blicket_task_free(task);
    }
    result
}

#[test]
fn a_problem_has_a_kind_examples_and_strings() {
    let result = solve(task(&[("dax", "RED"), ("lug", "BLUE"), ("dax", "PINK")], &["dax"]));
    // SAFETY: the result is live.
    unsafe {
        assert_eq!(blicket_result_problem_count(result), 1);
        let kind = blicket_result_problem_kind(result, 0);
        assert_eq!(kind, blicket_problem_kind::Contradiction);
        assert!(read(blicket_result_problem(result, 0)).starts_with("examples 1 and 3 contradict"));
        assert_eq!(blicket_result_problem_example_count(result, 0), 2);
        let examples = [0, 1, 2].map(|n| blicket_result_problem_example(result, 0, n));
        assert_eq!(examples, [0, 2, usize::MAX]);
        assert_eq!(blicket_result_problem_string_count(result, 0), 3);
        let strings = [0, 1, 2, 3].map(|n| read(blicket_result_problem_string(result, 0, n)));
        assert_eq!(strings, ["dax", "RED", "PINK", ""]);
        assert_eq!(blicket_result_problem_query_count(result, 0), 0);
        assert_eq!(blicket_result_problem_query(result, 0, 0), usize::MAX);
        assert_eq!(blicket_result_problem_number_count(result, 0), 0);
        assert_eq!(blicket_result_problem_number(result, 0, 0), 0);

        for index in [1, usize::MAX] {
            let kind = blicket_result_problem_kind(result, index);
            assert_eq!(kind, blicket_problem_kind::None, "there is no such problem");
            assert_eq!(blicket_result_problem_example_count(result, index), 0);
            assert_eq!(blicket_result_problem_example(result, index, 0), usize::MAX);
            assert_eq!(blicket_result_problem_string(result, index, 0).len, 0);
        }
        blicket_result_free(result);
        assert_eq!(blicket_result_problem_kind(result, 0), blicket_problem_kind::None);
        assert_eq!(blicket_result_problem_string_count(result, 0), 0);
    }
}

#[test]
fn a_problem_has_queries_numbers_and_reasons() {
    let long = "dax ".repeat(600);
    let tokens = "RED ".repeat(600);
    let result = solve(task(&[("dax", "RED"), (&long, &tokens)], &[]));
    // SAFETY: the result is live.
    unsafe {
        assert_eq!(blicket_result_problem_kind(result, 0), blicket_problem_kind::TooLong);
        assert_eq!(blicket_result_problem_example(result, 0, 0), 1);
        assert_eq!(blicket_result_problem_number_count(result, 0), 2);
        let numbers = [0, 1, 2].map(|n| blicket_result_problem_number(result, 0, n));
        assert!(numbers[0] > 0 && numbers[1] > 0 && numbers[2] == 0, "{numbers:?}");
        blicket_result_free(result);
    }
    let task = task(&[("dax", "RED")], &["dax"]);
    // SAFETY: the task is live.
    let status = unsafe { blicket_task_set_timeout_ms(task, 0, null_mut()) };
    assert_eq!(status, BLICKET_OK);
    let result = solve(task);
    // SAFETY: the result is live.
    unsafe {
        assert_eq!(blicket_result_problem_kind(result, 0), blicket_problem_kind::NoGrammar);
        assert_eq!(read(blicket_result_problem_string(result, 0, 0)), "timeout");
        assert_eq!(blicket_result_answer_confidence(result, 0), 0.0);
        blicket_result_free(result);
    }
}

/// The header says so of an answer that there is not.
#[test]
fn a_refused_answer_has_confidence_0_whatever_share_of_the_grammars_refuses() {
    let task = task(&EXAMPLES, &["wug wug wug", "dax"]);
    // SAFETY: the task is live.
    let status = unsafe { blicket_task_set_use_query_inputs(task, false, null_mut()) };
    assert_eq!(status, BLICKET_OK);
    let result = solve(task);
    // SAFETY: the result is live.
    unsafe {
        assert!(!blicket_result_answer_has_text(result, 0));
        assert!(blicket_result_answer_is_stuck(result, 0));
        assert_eq!(blicket_result_answer_confidence(result, 0), 0.0);
        assert!(blicket_result_answer_confidence(result, 1) > 0.0);
        blicket_result_free(result);
    }
}

#[test]
fn an_option_is_set_by_its_name_and_misuse_says_what_would_be_right() {
    let task = task(&EXAMPLES, &["dax"]);
    let bytes = [b'a', 0xff];
    let bad = blicket_str { data: bytes.as_ptr().cast(), len: 2 };
    let null_text = blicket_str { data: null(), len: 1 };
    let set = |name, value, e| {
        // SAFETY: the task is live, and what is wrong with texts is found before they are used.
        unsafe { blicket_task_set(task, name, value, e) }
    };
    assert_eq!(set(text("step_limit"), text("0"), null_mut()), BLICKET_OK);
    let wrong = failing(BLICKET_INVALID_OPTION, |e| set(text("steplimit"), text("0"), e));
    assert!(wrong.contains("`steplimit`") && wrong.contains("step_limit"), "{wrong}");
    let wrong = failing(BLICKET_INVALID_OPTION, |e| set(text("noise"), text("maybe"), e));
    assert!(wrong.contains("`maybe`") && wrong.contains("true or false"), "{wrong}");
    assert!(failing(BLICKET_INVALID_UTF8, |e| set(bad, text("1"), e)).contains("`name`"));
    assert!(failing(BLICKET_INVALID_UTF8, |e| set(text("seed"), bad, e)).contains("`value`"));
    assert!(
        failing(BLICKET_NULL_ARGUMENT, |e| set(text("seed"), null_text, e)).contains("`value`")
    );
    let (name, value) = (text("seed"), text("1"));
    // SAFETY: NULL is refused.
    let nobody =
        failing(BLICKET_NULL_ARGUMENT, |e| unsafe { blicket_task_set(null_mut(), name, value, e) });
    assert!(nobody.contains("`task`"), "{nobody}");
    let result = solve(task);
    // SAFETY: the result is live.
    unsafe {
        assert_eq!(blicket_result_stop_reason(result), blicket_stop_reason::Steps);
        blicket_result_free(result);
    }
}
