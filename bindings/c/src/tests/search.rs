//! Searches in the background.

use super::*;
use std::ffi::c_void;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Examples that keep a search busy for seconds: all outputs are of one token, so that nearly every
/// grammar could be the one, and of random lengths, so that none is.
fn endless() -> Vec<(String, String)> {
    let mut state = 1u64;
    let mut below = |n: u64| {
        state = (state * 1_103_515_245 + 12_345) % (1 << 31);
        (state >> 16) % n
    };
    let mut example = |_| {
        let input: Vec<&str> =
            (0..12).map(|_| ["a", "b", "c", "d", "e", "f", "g", "h"][below(8) as usize]).collect();
        (input.join(" "), "X ".repeat(20 + below(40) as usize))
    };
    (0..12).map(&mut example).collect()
}

fn endless_task() -> *mut blicket_task {
    let examples = endless();
    let examples: Vec<(&str, &str)> = examples.iter().map(|(a, b)| (&**a, &**b)).collect();
    task(&examples, &["a b"])
}

fn start(
    engine: *const blicket_engine,
    task: *const blicket_task,
    callback: blicket_callback,
    user_data: *mut c_void,
) -> *mut blicket_search {
    let mut search = null_mut();
    // SAFETY: all pointers are good.
    let status =
        unsafe { blicket_search_start(engine, task, callback, user_data, &mut search, null_mut()) };
    assert_eq!(status, BLICKET_OK);
    search
}

fn result(search: *const blicket_search) -> *mut blicket_result {
    let mut result = null_mut();
    // SAFETY: all pointers are good.
    unsafe { assert_eq!(blicket_search_result(search, &mut result, null_mut()), BLICKET_OK) };
    result
}

/// A search gives what the call that waits gives, and needs neither its engine nor its task.
#[test]
fn a_search_gives_what_solving_gives() {
    let (engine, task) = (engine(), task(&EXAMPLES, &["dax fep kiki lug", ""]));
    let mut solved = null_mut();
    // SAFETY: all pointers are good.
    unsafe {
        assert_eq!(blicket_solve(engine, task, &mut solved, null_mut()), BLICKET_OK);
        let search = start(engine, task, None, null_mut());
        blicket_task_free(task);
        blicket_engine_free(engine);
        assert!(blicket_search_wait(search, u64::MAX));
        let mut progress = std::mem::zeroed();
        assert!(blicket_search_poll(search, &mut progress));
        assert_eq!((progress.phase, progress.has_grammar), (blicket_phase::Done, true));
        assert_eq!((progress.satisfied, progress.examples), (6, 6));
        assert!(progress.steps > 0 && progress.programs > 0 && progress.seconds > 0.0);
        blicket_search_cancel(search);
        let found = result(search);
        assert_eq!(blicket_result_stop_reason(found), blicket_stop_reason::Solved);
        for index in 0..2 {
            assert_eq!(
                read(blicket_result_answer_text(found, index)),
                read(blicket_result_answer_text(solved, index))
            );
        }
        assert!(blicket_result_answer_is_stuck(found, 1), "an empty query matches no rule");
        assert_eq!(blicket_result_answer_stuck_count(found, 1), 0);
        assert_eq!(
            read(blicket_grammar_text(blicket_result_grammar(found))),
            read(blicket_grammar_text(blicket_result_grammar(solved)))
        );
        blicket_search_free(search);
        assert_eq!(read(blicket_result_answer_text(found, 0)), "BLUE RED RED RED", "it lives on");
        blicket_result_free(found);
        blicket_result_free(solved);
    }
}

#[test]
fn a_search_is_cancelled_from_another_thread_with_the_best_so_far() {
    let (engine, task) = (engine(), endless_task());
    // SAFETY: all pointers are good, and a search may be shared.
    unsafe {
        let search = start(engine, task, None, null_mut());
        assert!(!blicket_search_wait(search, 20) && !blicket_search_poll(search, null_mut()));
        let running = result(search);
        assert_eq!(blicket_result_stop_reason(running), blicket_stop_reason::Running);
        assert_eq!(blicket_result_answer_count(running), 1);
        blicket_result_free(running);
        let shared = AtomicPtr::new(search);
        thread::scope(|scope| {
            scope.spawn(|| blicket_search_cancel(shared.load(Ordering::Relaxed)));
            assert!(blicket_search_wait(search, u64::MAX));
        });
        let cancelled = result(search);
        assert_eq!(blicket_result_stop_reason(cancelled), blicket_stop_reason::Cancelled);
        blicket_result_free(cancelled);
        blicket_search_free(search);
        // And freed while it runs.
        blicket_search_free(start(engine, task, None, null_mut()));
        blicket_task_free(task);
        blicket_engine_free(engine);
    }
}

/// What a callback was called with.
#[derive(Default)]
struct Calls {
    seen: Mutex<Vec<blicket_phase>>,
    search: AtomicPtr<blicket_search>,
    freed: AtomicBool,
}

unsafe extern "C-unwind" fn stop_at_once(
    progress: *const blicket_progress,
    calls: *mut c_void,
) -> u32 {
    // SAFETY: the test gave it this.
    let (progress, calls) = unsafe { (&*progress, &*calls.cast::<Calls>()) };
    calls.seen.lock().unwrap().push(progress.phase);
    blicket_flow::BLICKET_STOP as u32
}

#[test]
fn a_callback_stops_a_search_and_is_called_last_when_it_is_over() {
    let (engine, task, calls) = (engine(), endless_task(), Calls::default());
    let user_data = std::ptr::from_ref(&calls).cast_mut().cast();
    // SAFETY: all pointers are good.
    unsafe {
        let search = start(engine, task, Some(stop_at_once), user_data);
        assert!(blicket_search_wait(search, u64::MAX));
        let stopped = result(search);
        assert_eq!(blicket_result_stop_reason(stopped), blicket_stop_reason::Cancelled);
        blicket_result_free(stopped);
        blicket_search_free(search);
        let seen = calls.seen.lock().unwrap();
        assert_eq!(seen.len(), 2, "once to be stopped, and once when it was");
        assert_ne!(seen[0], blicket_phase::Done);
        assert_eq!(seen[1], blicket_phase::Done);
        blicket_task_free(task);
        blicket_engine_free(engine);
    }
}

unsafe extern "C-unwind" fn use_own_search(_: *const blicket_progress, calls: *mut c_void) -> u32 {
    // SAFETY: the test gave it this.
    let calls = unsafe { &*calls.cast::<Calls>() };
    let search = calls.search.load(Ordering::Acquire);
    if !search.is_null() {
        assert!(!calls.freed.load(Ordering::Acquire), "it is not called after it has freed");
        // SAFETY: the search lives, and this is its callback.
        unsafe {
            assert!(!blicket_search_wait(search, u64::MAX), "it would wait for itself");
            blicket_search_poll(search, null_mut());
            blicket_result_free(result(search));
            blicket_search_cancel(search);
            calls.freed.store(true, Ordering::Release);
            blicket_search_free(search);
        }
    }
    blicket_flow::BLICKET_CONTINUE as u32
}

#[test]
fn a_callback_may_use_its_own_search_and_free_it() {
    let (engine, task) = (engine(), endless_task());
    // It is used after the search was freed, by a thread that nobody waits for.
    static CALLS: Calls = Calls {
        seen: Mutex::new(Vec::new()),
        search: AtomicPtr::new(null_mut()),
        freed: AtomicBool::new(false),
    };
    let user_data = std::ptr::from_ref(&CALLS).cast_mut().cast();
    let search = start(engine, task, Some(use_own_search), user_data);
    CALLS.search.store(search, Ordering::Release);
    while !CALLS.freed.load(Ordering::Acquire) {
        thread::sleep(Duration::from_millis(1));
    }
    // SAFETY: all pointers are good. The search is recognised as freed, or soon will be.
    unsafe {
        blicket_task_free(task);
        blicket_engine_free(engine);
        while !blicket_search_poll(search, null_mut()) {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(
            blicket_search_result(search, &mut null_mut(), null_mut()),
            BLICKET_INVALID_HANDLE
        );
    }
}

#[test]
fn limits_of_an_engine_hold() {
    let (mut options, mut engine, task) = (null_mut(), null_mut(), endless_task());
    // SAFETY: all pointers are good.
    unsafe {
        assert_eq!(blicket_options_new(&mut options, null_mut()), BLICKET_OK);
        assert_eq!(blicket_options_set_threads(options, 3, null_mut()), BLICKET_OK);
        assert_eq!(blicket_options_set_memory_limit(options, 100_000, null_mut()), BLICKET_OK);
        assert_eq!(blicket_engine_new(options, &mut engine, null_mut()), BLICKET_OK);
        assert_eq!(blicket_engine_threads(engine), 3);
        let search = start(engine, task, None, null_mut());
        assert!(blicket_search_wait(search, u64::MAX));
        let result = result(search);
        assert_eq!(blicket_result_stop_reason(result), blicket_stop_reason::Memory);
        blicket_result_free(result);
        blicket_search_free(search);
        blicket_engine_free(engine);
        blicket_options_free(options);
        blicket_task_forget(task);
        blicket_task_free(task);
    }
}

/// 16 threads with a thousand searches each over one engine, which are cancelled, waited for and
/// freed at random. Every result that there is must be the right one, and nothing may be lost.
#[test]
fn sixteen_threads_of_searches_over_one_engine() {
    let (engine, small, hard) = (engine(), task(&EXAMPLES, &["dax fep kiki lug"]), endless_task());
    let shared = [engine.cast::<c_void>(), small.cast(), hard.cast()].map(AtomicPtr::new);
    let counts: [AtomicUsize; 3] = Default::default();
    const PER_THREAD: usize = 1000;
    let work = |seed: u64| {
        let [engine, small, hard] = [0, 1, 2].map(|i| shared[i].load(Ordering::Relaxed));
        let mut random = seed;
        let mut below = |n: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(seed | 1);
            (random >> 33) % n
        };
        for _ in 0..PER_THREAD {
            let is_hard = below(8) == 0;
            let task = if is_hard { hard } else { small };
            let calls = Calls::default();
            let user_data = std::ptr::from_ref(&calls).cast_mut().cast();
            let callback: blicket_callback = if below(16) == 0 { Some(stop_at_once) } else { None };
            let search = start(engine.cast(), task.cast(), callback, user_data);
            // SAFETY: all handles live.
            unsafe {
                if is_hard || below(3) == 0 {
                    blicket_search_wait(search, below(3));
                    blicket_search_cancel(search);
                }
                if below(4) == 0 {
                    blicket_search_free(search);
                    counts[0].fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                while !blicket_search_wait(search, below(5)) {}
                let found = result(search);
                match blicket_result_stop_reason(found) {
                    blicket_stop_reason::Cancelled => counts[1].fetch_add(1, Ordering::Relaxed),
                    reason => {
                        assert!(!is_hard, "it cannot be over");
                        assert_eq!(reason, blicket_stop_reason::Solved);
                        let answer = read(blicket_result_answer_text(found, 0));
                        assert_eq!(answer, "BLUE RED RED RED");
                        assert_eq!(blicket_result_satisfied_count(found), 6);
                        counts[2].fetch_add(1, Ordering::Relaxed)
                    }
                };
                blicket_result_free(found);
                blicket_search_free(search);
            }
        }
    };
    thread::scope(|scope| {
        for number in 0..16 {
            scope.spawn(move || work(number));
        }
    });
    let [freed, cancelled, solved] = counts.map(AtomicUsize::into_inner);
    assert_eq!(freed + cancelled + solved, 16 * PER_THREAD);
    assert!(freed > PER_THREAD && cancelled > PER_THREAD && solved > PER_THREAD);
    // SAFETY: nobody uses them any more.
    unsafe {
        blicket_task_free(small);
        blicket_task_free(hard);
        blicket_engine_free(engine);
    }
}
