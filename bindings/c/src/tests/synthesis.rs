//! Tasks, and what comes of them.

use super::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Solves a task and frees it.
fn solve(task: *mut blicket_task) -> *mut blicket_result {
    let (engine, mut result) = (engine(), null_mut());
    // SAFETY: all pointers are good.
    unsafe {
        assert_eq!(blicket_solve(engine, task, &mut result, null_mut()), BLICKET_OK);
        blicket_task_free(task);
        blicket_engine_free(engine);
    }
    result
}

#[test]
fn a_grammar_is_learnt_and_answers() {
    let task = task(&EXAMPLES, &["dax fep kiki lug", "wug fep"]);
    // SAFETY: the task is live.
    let status = unsafe { blicket_task_set_use_query_inputs(task, false, null_mut()) };
    assert_eq!(status, BLICKET_OK);
    let result = solve(task);
    // SAFETY: the result is live.
    unsafe {
        assert_eq!(blicket_result_outcome(result), blicket_success::Solved);
        assert_eq!(blicket_result_stop_reason(result), blicket_stop_reason::Solved);
        let counts = (blicket_result_example_count(result), blicket_result_satisfied_count(result));
        assert_eq!(counts, (6, 6));
        assert_eq!(
            (blicket_result_unsatisfied_count(result), blicket_result_problem_count(result)),
            (0, 0)
        );
        let grammar = blicket_result_grammar(result);
        let rules = read(blicket_grammar_text(grammar));
        assert!(
            rules.contains("dax -> RED\n") && blicket_grammar_rule_count(grammar) >= 4,
            "{rules}"
        );

        assert_eq!(blicket_result_answer_count(result), 2);
        assert!(blicket_result_answer_has_text(result, 0));
        assert_eq!(read(blicket_result_answer_text(result, 0)), "BLUE RED RED RED");
        assert!(blicket_result_answer_agrees(result, 0));
        let confidence = blicket_result_answer_confidence(result, 0);
        assert!(confidence > 0.5 && confidence <= 1.0 + 1e-9, "{confidence}");
        assert_eq!(blicket_result_answer_stuck_count(result, 0), 0);
        assert!(!blicket_result_answer_is_stuck(result, 0));
        assert!(!blicket_result_answer_number(result, 0, &mut 0), "these are tokens");
        assert!(!blicket_result_answer_has_text(result, 1));
        assert_eq!(blicket_result_answer_text(result, 1).len, 0);
        assert!(blicket_result_answer_is_stuck(result, 1));
        assert_eq!(read(blicket_result_answer_stuck_text(result, 1)), "wug");
        assert_eq!(blicket_result_answer_stuck_count(result, 1), 1);
        assert_eq!(read(blicket_result_answer_stuck_word(result, 1, 0)), "wug");
        assert_eq!(blicket_result_answer_stuck_word(result, 1, 1).len, 0);

        let weights: Vec<f64> = (0..blicket_result_alternative_count(result))
            .map(|index| {
                let grammar = blicket_result_alternative_grammar(result, index);
                assert!(blicket_grammar_rule_count(grammar) >= 4);
                blicket_result_alternative_weight(result, index)
            })
            .collect();
        assert!(weights.is_sorted_by(|a, b| a >= b) && weights.iter().sum::<f64>() < 1.0 + 1e-9);

        assert!(blicket_result_steps(result) > 0 && blicket_result_programs(result) > 0);
        assert!(blicket_result_leaves(result) > 0);
        assert!(blicket_result_solving_seconds(result) > 0.0);
        assert!(blicket_result_ranking_seconds(result) >= 0.0);
        blicket_result_free(result);
    }
}

/// The one call gives what a task with the same examples gives.
#[test]
fn one_call_is_enough() {
    let support = EXAMPLES.map(|(a, b)| blicket_example { input: text(a), output: text(b) });
    let queries = [text("dax fep kiki lug")];
    let (engine, mut result) = (engine(), null_mut());
    let with_task = solve(task(&EXAMPLES, &["dax fep kiki lug"]));
    // SAFETY: all pointers are good, and the handles live.
    unsafe {
        let status = blicket_synthesize(
            engine,
            support.as_ptr(),
            support.len(),
            queries.as_ptr(),
            queries.len(),
            60_000,
            &mut result,
            null_mut(),
        );
        assert_eq!(status, BLICKET_OK);
        assert_eq!(read(blicket_result_answer_text(result, 0)), "BLUE RED RED RED");
        assert_eq!(
            read(blicket_grammar_text(blicket_result_grammar(result))),
            read(blicket_grammar_text(blicket_result_grammar(with_task)))
        );
        blicket_result_free(result);
        blicket_result_free(with_task);
        blicket_engine_free(engine);
    }
}

#[test]
fn that_nothing_fits_is_no_failure() {
    // Nothing to learn from.
    let result = solve(task(&[], &["dax"]));
    // SAFETY: the result is live.
    unsafe {
        assert_eq!(blicket_result_outcome(result), blicket_success::None);
        assert!(blicket_result_grammar(result).is_null());
        assert!(read(blicket_result_problem(result, 0)).contains("no examples"));
        assert_eq!(blicket_result_problem(result, 1).len, 0);
        assert_eq!(blicket_result_answer_count(result), 1, "every query has an answer");
        assert!(!blicket_result_answer_has_text(result, 0));
        blicket_result_free(result);
    }
    // One input, two outputs: two examples for one of them.
    let contradiction = [("dax", "RED"), ("lug", "BLUE"), ("dax", "BLUE"), ("dax", "RED")];
    let result = solve(task(&contradiction, &[]));
    // SAFETY: the result is live.
    unsafe {
        assert_eq!(blicket_result_outcome(result), blicket_success::Best);
        assert_eq!(blicket_result_satisfied_count(result), 3);
        assert_eq!(blicket_result_unsatisfied_count(result), 1);
        assert_eq!(blicket_result_unsatisfied_example(result, 0), 2);
        assert!(blicket_result_unsatisfied_has_text(result, 0));
        assert_eq!(read(blicket_result_unsatisfied_text(result, 0)), "RED");
        assert_eq!(blicket_result_unsatisfied_example(result, 1), usize::MAX);
        let problem = read(blicket_result_problem(result, 0));
        assert!(problem.contains("examples 1 and 3 contradict"), "{problem}");
        blicket_result_free(result);
    }
    // Without time and without steps.
    for stop in [blicket_stop_reason::Timeout, blicket_stop_reason::Steps] {
        let task = task(&EXAMPLES, &["dax"]);
        // SAFETY: the task is live.
        let status = unsafe {
            match stop {
                blicket_stop_reason::Timeout => blicket_task_set_timeout_ms(task, 0, null_mut()),
                _ => blicket_task_set_step_limit(task, 0, null_mut()),
            }
        };
        assert_eq!(status, BLICKET_OK);
        let result = solve(task);
        // SAFETY: the result is live.
        unsafe {
            assert_eq!(blicket_result_stop_reason(result), stop);
            assert_eq!(blicket_result_outcome(result), blicket_success::None);
            blicket_result_free(result);
        }
    }
}

#[test]
fn a_tasks_settings_arrive() {
    let task = task(&EXAMPLES, &["dax"]);
    // SAFETY: the task is live.
    unsafe {
        for status in [
            blicket_task_set_domain(task, blicket_domain::Words as u32, null_mut()),
            blicket_task_set_strategy(task, blicket_strategy::Deduce as u32, null_mut()),
            blicket_task_set_seed(task, 7, null_mut()),
            blicket_task_set_timeout_ms(task, 1500, null_mut()),
            blicket_task_set_step_limit(task, 99, null_mut()),
            blicket_task_set_use_query_inputs(task, false, null_mut()),
            blicket_task_set_noise(task, true, null_mut()),
        ] {
            assert_eq!(status, BLICKET_OK);
        }
        let message = failing(BLICKET_OUT_OF_RANGE, |e| blicket_task_set_domain(task, 3, e));
        assert!(message.contains("`domain`"), "{message}");
        let message = failing(BLICKET_OUT_OF_RANGE, |e| blicket_task_set_strategy(task, 4, e));
        assert!(message.contains("`strategy`"), "{message}");

        let set = crate::handle::get::<core::Task>(task).unwrap();
        assert_eq!(set.domain, Some(core::Domain::Words));
        assert_eq!(set.strategy, core::Strategy::Deduce);
        assert_eq!((set.seed, set.timeout.as_millis(), set.step_limit), (7, 1500, 99));
        assert!(!set.use_query_inputs && set.noise);
        assert_eq!((blicket_task_example_count(task), blicket_task_query_count(task)), (6, 1));

        let auto = blicket_domain::Auto as u32;
        assert_eq!(blicket_task_set_domain(task, auto, null_mut()), BLICKET_OK);
        assert_eq!(crate::handle::get::<core::Task>(task).unwrap().domain, None);
        blicket_task_free(task);
    }
}

/// A grammar of a result can be used, but neither freed nor changed, and goes with the result.
#[test]
fn a_result_keeps_its_grammars() {
    let result = solve(task(&EXAMPLES, &[]));
    let (mut copy, mut evaluation) = (null_mut(), null_mut());
    // SAFETY: misuse is what is tried: cells outlive their handles.
    unsafe {
        let lent = blicket_result_grammar(result);
        let rules = read(blicket_grammar_text(lent));
        blicket_grammar_free(lent.cast_mut());
        assert_eq!(read(blicket_grammar_text(lent)), rules, "still there");
        let mut limits = blicket_limits_default();
        limits.steps = 1;
        let set = |e| blicket_grammar_set_limits(lent.cast_mut(), limits, e);
        let message = failing(BLICKET_INVALID_HANDLE, set);
        assert!(message.contains("`grammar`") && message.contains("a result"), "{message}");
        assert!(blicket_grammar_limits(lent).steps > 1);

        let apply = |grammar, evaluation: &mut _| {
            blicket_grammar_apply(grammar, text("lug fep"), evaluation, null_mut())
        };
        assert_eq!(apply(lent, &mut evaluation), BLICKET_OK);
        assert_eq!(read(blicket_evaluation_text(evaluation)), "BLUE BLUE BLUE");
        assert_eq!(blicket_grammar_copy(lent, &mut copy, null_mut()), BLICKET_OK);
        assert_ne!(copy.cast_const(), lent);
        blicket_result_free(result);
        blicket_result_free(result);

        assert_eq!(blicket_grammar_text(lent).len, 0);
        assert_eq!(apply(lent, &mut evaluation), BLICKET_INVALID_HANDLE);
        blicket_grammar_free(lent.cast_mut());
        assert!(blicket_result_grammar(result).is_null());

        assert_eq!(read(blicket_grammar_text(copy)), rules, "the copy lives on");
        assert_eq!(blicket_grammar_set_limits(copy, limits, null_mut()), BLICKET_OK);
        let copied = copy;
        assert_eq!(blicket_grammar_copy(copied, &mut copy, null_mut()), BLICKET_OK);
        assert_eq!(blicket_grammar_limits(copy).steps, 1, "limits are copied too");
        blicket_grammar_free(copied);
        blicket_grammar_free(copy);
        blicket_evaluation_free(evaluation);
    }
}

/// One engine and one task for several threads, each with the small stack that the header asks for.
#[test]
fn threads_share_an_engine_and_a_task() {
    struct Shared(*mut blicket_engine, *mut blicket_task);
    // SAFETY: that is what is tried.
    unsafe impl Sync for Shared {}

    let shared = Shared(engine(), task(&EXAMPLES, &["dax fep kiki lug"]));
    let answered = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let work = || {
                let (shared, mut result) = (&shared, null_mut());
                for _ in 0..3 {
                    // SAFETY: the handles live, and are only read.
                    unsafe {
                        let status = blicket_solve(shared.0, shared.1, &mut result, null_mut());
                        assert_eq!(status, BLICKET_OK);
                        let answer = read(blicket_result_answer_text(result, 0));
                        assert_eq!(answer, "BLUE RED RED RED");
                        blicket_result_free(result);
                    }
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            };
            std::thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, work).unwrap();
        }
    });
    assert_eq!(answered.into_inner(), 12);
    // SAFETY: both live, and nobody uses them.
    unsafe {
        blicket_task_free(shared.1);
        blicket_engine_free(shared.0);
    }
}

/// Questions, what is denied, and examples that are taken back.
#[test]
fn a_task_is_corrected_and_its_result_asks() {
    let open = [
        ("dax", "RED"),
        ("lug", "BLUE"),
        ("dax fep", "RED RED RED"),
        ("dax lug", "RED BLUE"),
        ("x", "Y"),
    ];
    let task = task(&open, &[]);
    let text = |text: &'static str| blicket_str::new(text);
    // SAFETY: all pointers are good, and the handles are live.
    unsafe {
        assert_eq!(blicket_task_remove_example(task, 4, null_mut()), BLICKET_OK);
        assert_eq!(blicket_task_remove_example(task, 4, null_mut()), BLICKET_OUT_OF_RANGE);
        let replace = |index| {
            blicket_task_replace_example(task, index, text("lug"), text("GREEN"), null_mut())
        };
        assert_eq!((replace(4), replace(1)), (BLICKET_OUT_OF_RANGE, BLICKET_OK));
        let replaced =
            blicket_task_replace_example(task, 3, text("dax lug"), text("RED GREEN"), null_mut());
        assert_eq!((replaced, blicket_task_example_count(task)), (BLICKET_OK, 4));
        let enable = |index, enabled| blicket_task_enable_example(task, index, enabled, null_mut());
        assert_eq!((enable(3, false), enable(4, false)), (BLICKET_OK, BLICKET_OUT_OF_RANGE));
        assert_eq!(enable(3, true), BLICKET_OK);
        assert_eq!(blicket_task_set(task, text("questions"), text("3"), null_mut()), BLICKET_OK);
        assert_eq!(blicket_task_add_no_sentence(task, text("fep"), null_mut()), BLICKET_OK);
        let wrong = blicket_task_add_wrong_output(task, text("lug fep"), text("RED"), null_mut());
        assert_eq!(wrong, BLICKET_OK);
        let pool = blicket_task_add_question_input(task, text("dax lug fep"), null_mut());
        assert_eq!(pool, BLICKET_OK);
        let result = solve(task);
        assert_eq!(blicket_result_question_count(result), 1);
        assert_eq!(read(blicket_result_question(result, 0)), "dax lug fep");
        assert!(blicket_result_question_worth(result, 0) > 0.0);
        let answers = blicket_result_question_answer_count(result, 0);
        assert!(answers >= 2, "{answers}");
        let weights: Vec<f64> =
            (0..answers).map(|n| blicket_result_question_answer_weight(result, 0, n)).collect();
        assert!(weights.is_sorted_by(|a, b| a >= b), "{weights:?}");
        let texts: Vec<bool> =
            (0..answers).map(|n| blicket_result_question_answer_has_text(result, 0, n)).collect();
        let with_text = texts.iter().position(|has| *has).expect("some grammar reads it");
        assert!(read(blicket_result_question_answer(result, 0, with_text)).contains("RED"));
        for n in 0..answers {
            let count = blicket_result_question_answer_example_count(result, 0, n);
            let last = blicket_result_question_answer_example(result, 0, n, count);
            assert_eq!(last, usize::MAX);
        }
        assert_eq!(blicket_result_question(result, 1).len, 0);
        assert_eq!(blicket_result_question_worth(result, 1), 0.0);
        assert!(
            read(blicket_result_json(result)).contains(r#""questions":[{"input":"dax lug fep""#)
        );
        blicket_result_free(result);
    }
}

#[test]
fn slips_in_examples_are_remarked() {
    let examples = [
        ("open door", "OPEN door"),
        ("open chest", "OPEN chest"),
        ("open box", "OPNE box"),
        ("open gate", "OPEN gate"),
    ];
    let task = task(&examples, &[]);
    let mut remarks = null_mut();
    // SAFETY: all pointers are good, and the handles are live.
    unsafe {
        assert_eq!(blicket_task_lint(task, &mut remarks, null_mut()), BLICKET_OK);
        let mut all = 0..blicket_remarks_count(remarks);
        let slip = all.find(|it| read(blicket_remarks_kind(remarks, *it)) == "one_letter").unwrap();
        assert_eq!(blicket_remarks_example(remarks, slip), 2);
        assert_eq!(read(blicket_remarks_severity(remarks, slip)), "warning");
        assert_eq!(read(blicket_remarks_found(remarks, slip)), "OPNE");
        assert_eq!(read(blicket_remarks_suggestion(remarks, slip)), "OPEN");
        assert!(read(blicket_remarks_text(remarks, slip)).contains("OPEN"));
        let past = blicket_remarks_count(remarks);
        assert_eq!(blicket_remarks_example(remarks, past), usize::MAX);
        assert_eq!(blicket_remarks_other_example(remarks, past), usize::MAX);
        assert_eq!(blicket_remarks_text(remarks, past).len, 0);
        assert_eq!(blicket_remarks_count(null_mut()), 0);
        blicket_remarks_free(remarks);
        blicket_remarks_free(null_mut());
        assert_eq!(blicket_task_lint(null_mut(), &mut remarks, null_mut()), BLICKET_NULL_ARGUMENT);
        blicket_task_free(task);
    }
}
