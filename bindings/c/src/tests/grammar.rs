//! Grammars and evaluations.

use super::*;
use std::alloc::{GlobalAlloc, Layout, System};

#[test]
fn a_grammar_is_read_applied_and_explained() {
    let grammar = grammar();
    let (mut evaluation, mut explanation) = (null_mut(), null_mut());
    // SAFETY: all pointers are good, and handles are freed once.
    unsafe {
        let apply = |input, evaluation: &mut _| {
            blicket_grammar_apply(grammar, text(input), evaluation, null_mut())
        };
        assert_eq!(apply("dax fep", &mut evaluation), BLICKET_OK);
        assert_eq!(read(blicket_evaluation_text(evaluation)), "RED RED");
        assert_eq!(blicket_evaluation_token_count(evaluation), 2);
        assert_eq!(read(blicket_evaluation_token(evaluation, 1)), "RED");
        assert_eq!(read(blicket_evaluation_token(evaluation, 2)), "");
        let first = evaluation;
        assert_eq!(apply("wug fep", &mut evaluation), BLICKET_OK);
        assert_eq!(evaluation, first, "used again");
        assert_eq!(blicket_evaluation_outcome(evaluation), blicket_outcome::Stuck);
        assert_eq!(read(blicket_evaluation_stuck_word(evaluation, 0)), "wug");
        assert_eq!(blicket_evaluation_text(evaluation).len, 0);

        let input = text("dax fep");
        let status = blicket_grammar_explain(grammar, input, &mut explanation, null_mut());
        assert_eq!(status, BLICKET_OK);
        assert!(read(blicket_explanation_text(explanation)).contains("u1 = dax => RED"));
        assert!(read(blicket_explanation_json(explanation)).starts_with('{'));

        assert_eq!(blicket_grammar_rule_count(grammar), 2);
        assert_eq!(read(blicket_grammar_rule(grammar, 1)), "u1 fep -> [u1] [u1]");
        let mut limits = blicket_grammar_limits(grammar);
        limits.output_tokens = 1;
        assert_eq!(blicket_grammar_set_limits(grammar, limits, null_mut()), BLICKET_OK);
        assert_eq!(apply("dax fep", &mut evaluation), BLICKET_OK);
        assert_eq!(blicket_evaluation_limit(evaluation), blicket_limit::Length);

        blicket_grammar_free(grammar);
        assert_eq!(blicket_evaluation_outcome(evaluation), blicket_outcome::Limit, "lives on");
        blicket_explanation_free(explanation);
        blicket_evaluation_free(evaluation);
    }
}

#[test]
fn a_text_that_cannot_be_read_gives_line_and_column() {
    let (mut grammar, mut error) = (null_mut(), null_mut());
    // SAFETY: all pointers are good.
    unsafe {
        let status =
            blicket_grammar_parse(text("dax -> RED\nfep -> [x1]"), &mut grammar, &mut error);
        assert_eq!((status, grammar.is_null()), (BLICKET_GRAMMAR, true));
        assert_eq!((blicket_error_line(error), blicket_error_column(error)), (2, 8));
        blicket_error_free(error);
    }
}

/// Counts what this thread allocates.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is handed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // Not while a thread ends, when its counter is gone.
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[test]
fn a_loop_over_one_evaluation_does_not_allocate() {
    let (grammar, mut evaluation) = (grammar(), null_mut());
    let mut run = || {
        for input in ["dax", "dax fep", "wug fep"] {
            // SAFETY: all pointers are good.
            let status =
                unsafe { blicket_grammar_apply(grammar, text(input), &mut evaluation, null_mut()) };
            assert_eq!(status, BLICKET_OK);
        }
    };
    run();
    let before = ALLOCATIONS.get();
    (0..100).for_each(|_| run());
    assert_eq!(ALLOCATIONS.get(), before);
    // SAFETY: both are live.
    unsafe {
        blicket_evaluation_free(evaluation);
        blicket_grammar_free(grammar);
    }
}

#[test]
fn an_evaluation_can_be_applied_to_its_own_text() {
    let (mut grammar, mut evaluation) = (null_mut(), null_mut());
    // SAFETY: all pointers are good.
    unsafe {
        let rules = text("a -> b a\nb -> a\nu1 x1 -> [u1] [x1]");
        blicket_grammar_parse(rules, &mut grammar, null_mut());
        blicket_grammar_apply(grammar, text("a b"), &mut evaluation, null_mut());
        for _ in 0..3 {
            let own = blicket_evaluation_text(evaluation);
            assert_eq!(
                blicket_grammar_apply(grammar, own, &mut evaluation, null_mut()),
                BLICKET_OK
            );
        }
        assert_eq!(blicket_evaluation_token_count(evaluation), 13);
        // Also where another evaluation of the same call gave it out.
        let inputs = [text("a a a a a a a a a a a a a"), blicket_evaluation_text(evaluation)];
        let mut evaluations = [evaluation, null_mut()];
        let (inputs, evaluations) = (inputs.as_ptr(), evaluations.as_mut_ptr());
        let status = blicket_grammar_apply_many(grammar, inputs, 2, evaluations, null_mut());
        assert_eq!(status, BLICKET_OK);
        assert_eq!(blicket_evaluation_token_count(*evaluations.add(1)), 21);
        blicket_evaluation_free(*evaluations.add(1));
        blicket_evaluation_free(evaluation);
        blicket_grammar_free(grammar);
    }
}

#[test]
fn many_inputs_are_all_applied_or_none() {
    let grammar = grammar();
    let bad = blicket_str { data: [0xffu8].as_ptr().cast(), len: 1 };
    let mut evaluations = [null_mut(); 3];
    // SAFETY: all pointers are good; the bad text is found before it is used.
    unsafe {
        let inputs = [text("dax"), text("dax fep"), bad];
        let all = |count, evaluations: &mut [*mut blicket_evaluation; 3]| {
            let evaluations = evaluations.as_mut_ptr();
            blicket_grammar_apply_many(grammar, inputs.as_ptr(), count, evaluations, null_mut())
        };
        assert_eq!(all(3, &mut evaluations), BLICKET_INVALID_UTF8);
        assert_eq!(evaluations, [null_mut(); 3]);
        assert_eq!(all(2, &mut evaluations), BLICKET_OK);
        assert_eq!(read(blicket_evaluation_text(evaluations[1])), "RED RED");
        assert_eq!(all(usize::MAX, &mut evaluations), BLICKET_OUT_OF_RANGE);
        evaluations.into_iter().for_each(|evaluation| blicket_evaluation_free(evaluation));
        blicket_grammar_free(grammar);
    }
}

#[test]
fn numbers_come_as_integers() {
    let (mut grammar, mut evaluation, mut number) = (null_mut(), null_mut(), 7);
    let rules = text("%numbers\nbig -> 9223372036854775807\nu1 x1 -> [u1] + [x1]");
    // SAFETY: all pointers are good.
    unsafe {
        assert_eq!(blicket_grammar_parse(rules, &mut grammar, null_mut()), BLICKET_OK);
        assert_eq!(blicket_grammar_domain(grammar), blicket_domain::Numbers);
        blicket_grammar_apply(grammar, text("big big"), &mut evaluation, null_mut());
        assert_eq!(blicket_evaluation_limit(evaluation), blicket_limit::Overflow);
        assert!(!blicket_evaluation_number(evaluation, &mut number) && number == 7);
        blicket_grammar_apply(grammar, text("big"), &mut evaluation, null_mut());
        assert!(blicket_evaluation_number(evaluation, &mut number) && number == i64::MAX);
        assert!(!blicket_evaluation_number(evaluation, null_mut()));
        blicket_evaluation_free(evaluation);
        blicket_grammar_free(grammar);
    }
}
