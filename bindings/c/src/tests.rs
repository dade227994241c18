//! What the header promises of misuse: a status, an error that names the argument, and nothing
//! written. Real C and C++ programs are under `cpp-examples/`.

use crate::engine::*;
use crate::error::*;
use crate::evaluation::*;
use crate::explanation::*;
use crate::grammar::*;
use crate::limits::*;
use crate::options::*;
use crate::status::blicket_status::{self, *};
use crate::text::blicket_str;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::{null, null_mut};

thread_local! {
    static PANIC: Cell<bool> = const { Cell::new(false) };
}

/// Called inside every export: panics if the test that runs it has asked for that.
pub(crate) fn panic_if_asked() {
    if PANIC.take() {
        panic!("asked for by a test");
    }
}

fn text(text: &str) -> blicket_str {
    blicket_str::new(text)
}

fn read(text: blicket_str) -> String {
    // SAFETY: the library gave it out, and its handle is alive.
    unsafe { text.read() }.unwrap().to_owned()
}

fn grammar() -> *mut blicket_grammar {
    let mut grammar = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe {
        blicket_grammar_parse(text("dax -> RED\nu1 fep -> [u1] [u1]"), &mut grammar, null_mut())
    };
    assert_eq!(status, BLICKET_OK);
    grammar
}

/// Calls `call` with a place for an error; checks its status, gives the message.
fn failing(
    status: blicket_status,
    call: impl FnOnce(*mut *mut blicket_error) -> blicket_status,
) -> String {
    let mut error = null_mut();
    assert_eq!(call(&mut error), status);
    // SAFETY: a failing call wrote it.
    unsafe {
        assert_eq!(blicket_error_status(error), status);
        let message = read(blicket_error_message(error));
        blicket_error_free(error);
        message
    }
}

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
        refused(&mut |e| blicket_grammar_explain(null(), a, &mut explanation, e));
        refused(&mut |e| blicket_grammar_explain(grammar, a, null_mut(), e));
        refused(&mut |e| blicket_grammar_set_limits(null_mut(), limits, e));
        refused(&mut |e| blicket_options_new(null_mut(), e));
        refused(&mut |e| blicket_options_set_device(null_mut(), 0, 0, e));
        refused(&mut |e| blicket_engine_new(null(), null_mut(), e));
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
            blicket_error_message(null()),
        ] {
            assert!(!text.data.is_null() && text.len == 0);
        }
        assert_eq!(blicket_engine_device(null()), blicket_device::Cpu);
        assert_eq!(blicket_engine_device_index(null()), 0);
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

#[test]
fn an_engine_says_what_runs_and_why() {
    let (mut options, mut engine) = (null_mut(), null_mut());
    // SAFETY: all pointers are good.
    unsafe {
        assert_eq!(blicket_engine_new(null(), &mut engine, null_mut()), BLICKET_OK);
        assert_eq!(blicket_engine_device(engine), blicket_device::Cpu);
        assert!(read(blicket_engine_info(engine)).contains("device cpu"));
        assert!(blicket_engine_device_reason(engine).len > 0);
        blicket_engine_free(engine);

        blicket_options_new(&mut options, null_mut());
        let cuda = blicket_device::Cuda as u32;
        assert_eq!(blicket_options_set_device(options, cuda, 2, null_mut()), BLICKET_OK);
        let new = |e| blicket_engine_new(options, &mut engine, e);
        let message = failing(BLICKET_DEVICE_UNAVAILABLE, new);
        assert!(message.contains("cuda:2"), "{message}");
        let set = |device, index| blicket_options_set_device(options, device, index, null_mut());
        assert_eq!((set(9, 0), set(1, 1)), (BLICKET_OUT_OF_RANGE, BLICKET_OUT_OF_RANGE));
        blicket_options_free(options);
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
    let mut exports = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap() {
        let source = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for export in source.split("#[unsafe(no_mangle)]").skip(1) {
            let Some(start) = export.find("extern \"C\" fn ") else { continue };
            let name = export[start + 14..].split('(').next().unwrap();
            let body = export.split("\n}\n").next().unwrap();
            let guarded = body.contains("boundary::") || body.contains("read(evaluation");
            assert!(guarded || without.contains(&name), "{name}");
            exports += 1;
        }
    }
    assert_eq!(exports, 42);
}
