//! What the header promises of misuse: a status, an error that names the argument, and nothing
//! written. Real C and C++ programs are under `cpp-examples/`.

mod advice;
mod batch;
mod enums;
mod fuzz;
mod grammar;
mod json;
mod misuse;
mod problems;
mod search;
mod slots;
mod synthesis;

use crate::advice::*;
use crate::batch::*;
use crate::engine::*;
use crate::error::*;
use crate::evaluation::*;
use crate::explanation::*;
use crate::grammar::*;
use crate::limits::*;
use crate::options::*;
use crate::problem::*;
use crate::question::*;
use crate::remarks::*;
use crate::result::*;
use crate::search::*;
use crate::slot::*;
use crate::status::blicket_status::{self, *};
use crate::synthesis::*;
use crate::task::*;
use crate::text::blicket_str;
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

/// Examples of a small language.
const EXAMPLES: [(&str, &str); 6] = [
    ("dax", "RED"),
    ("lug", "BLUE"),
    ("dax fep", "RED RED RED"),
    ("lug fep", "BLUE BLUE BLUE"),
    ("dax kiki lug", "BLUE RED"),
    ("lug fep kiki dax fep", "RED RED RED BLUE BLUE BLUE"),
];

fn engine() -> *mut blicket_engine {
    let mut engine = null_mut();
    // SAFETY: all pointers are good.
    assert_eq!(unsafe { blicket_engine_new(null(), &mut engine, null_mut()) }, BLICKET_OK);
    engine
}

fn task(examples: &[(&str, &str)], queries: &[&str]) -> *mut blicket_task {
    let mut task = null_mut();
    // SAFETY: all pointers are good.
    unsafe {
        assert_eq!(blicket_task_new(&mut task, null_mut()), BLICKET_OK);
        for (input, output) in examples {
            let status = blicket_task_add_example(task, text(input), text(output), null_mut());
            assert_eq!(status, BLICKET_OK);
        }
        for query in queries {
            assert_eq!(blicket_task_add_query(task, text(query), null_mut()), BLICKET_OK);
        }
    }
    task
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
#[cfg(not(feature = "neural"))]
fn an_engine_without_networks_says_so() {
    let mut engine = null_mut();
    // SAFETY: all pointers are good.
    unsafe {
        assert_eq!(blicket_engine_new(null(), &mut engine, null_mut()), BLICKET_OK);
        let message = failing(BLICKET_RUNTIME_UNAVAILABLE, |e| blicket_engine_warm_up(engine, e));
        assert_eq!(message, "this build of blicket has no networks");
        assert_eq!(read(blicket_engine_network_problem(engine)), message);
        assert_eq!(blicket_engine_model_count(engine), 0);
        blicket_engine_free(engine);
    }
}

#[test]
#[cfg(feature = "neural")]
fn an_engine_without_a_runtime_says_so_and_works() {
    let (mut options, mut engine) = (null_mut(), null_mut());
    let nowhere = "/nowhere/libonnxruntime.so.1";
    // SAFETY: all pointers are good.
    unsafe {
        blicket_options_new(&mut options, null_mut());
        let status = blicket_options_set_runtime_path(options, text(nowhere), null_mut());
        assert_eq!(status, BLICKET_OK);
        assert_eq!(blicket_engine_new(options, &mut engine, null_mut()), BLICKET_OK);
        let before = blicket_engine_info(engine);
        assert_eq!(blicket_engine_network_problem(engine).len, 0, "nobody has asked");

        let message = failing(BLICKET_RUNTIME_UNAVAILABLE, |e| blicket_engine_warm_up(engine, e));
        assert!(message.contains(nowhere), "{message}");
        assert_eq!(read(blicket_engine_network_problem(engine)), message);
        assert!(read(blicket_engine_info(engine)).contains("by deduction alone"));
        assert!(!read(before).contains("by deduction alone"), "what was given out stays");
        let runtime = [blicket_engine_runtime_version(engine), blicket_engine_runtime_path(engine)];
        assert!(runtime.iter().all(|text| text.len == 0));

        assert_eq!(blicket_engine_model_count(engine), 3);
        assert_eq!(read(blicket_engine_model_file(engine, 0)), "words-encode.onnx");
        assert_eq!(read(blicket_engine_model_format(engine, 1)), "1");
        assert_eq!(read(blicket_engine_model_contract(engine, 2)), "numbers-1");
        assert_eq!(blicket_engine_model_sha256(engine, 2).len, 64);
        assert_eq!(blicket_engine_model_file(engine, 3).len, 0);
        blicket_engine_free(engine);

        let set = |path| blicket_options_set_model_path(options, text(path), null_mut());
        assert_eq!((set("a\0b"), set("/nowhere")), (BLICKET_OUT_OF_RANGE, BLICKET_OK));
        assert_eq!(blicket_engine_new(options, &mut engine, null_mut()), BLICKET_OK);
        let message = failing(BLICKET_MODEL_INVALID, |e| blicket_engine_warm_up(engine, e));
        assert!(message.contains("/nowhere/MANIFEST"), "{message}");
        assert_eq!(blicket_engine_model_count(engine), 0);
        blicket_engine_free(engine);
        blicket_options_free(options);
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
