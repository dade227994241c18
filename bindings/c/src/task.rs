//! `blicket_task`.

use crate::boundary;
use crate::error::{Error, blicket_error};
use crate::grammar::blicket_domain;
use crate::handle::{self, Handle};
use crate::mirror;
use crate::status::blicket_status;
use crate::text::blicket_str;
use core::{Domain, Memo, Strategy, Task};
use std::time::Duration;

/// How a grammar is looked for. Later versions may add some. Numbers from 1000 are reserved for
/// experiments.
#[allow(non_camel_case_types)]
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blicket_strategy {
    /// Deduction first. If no grammar of its class satisfies the examples, or if it takes too many steps,
    /// a network proposes grammars.
    Hybrid = 0,
    /// Deduction alone.
    Deduce = 1,
    /// A network proposes grammars, and those that fail are repaired.
    Neural = 2,
    /// The one grammar that the network finds most likely, without a search.
    Greedy = 3,
}

mirror! { blicket_strategy: Hybrid, Deduce, Neural, Greedy }

/// One problem: examples to learn a grammar from, queries to be answered by it, and what that may
/// cost.
///
/// Ownership: made by blicket_task_new, freed by blicket_task_free; it keeps copies of its texts.
/// Threads: any number of threads may solve it and read it at once. While one adds to it or sets something,
/// no other may use it.
#[allow(non_camel_case_types)]
pub struct blicket_task {
    _opaque: [u8; 0],
}

impl Handle for Task {
    type Opaque = blicket_task;
    const KIND: usize = 7;
}

/// A task without examples and queries: strategy BLICKET_STRATEGY_HYBRID, domain
/// BLICKET_DOMAIN_AUTO, seed 0, 30 seconds, no limit on steps, the queries' inputs are not used, and no
/// example is taken to be wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_new(
    task: *mut *mut blicket_task,
    error: *mut *mut blicket_error,
) -> blicket_status {
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("task", task, || Ok(Task::new()))) }
}

/// Changes a task in a way that can fail.
///
/// # Safety
/// `task` is NULL or a handle that nobody else uses, and `error` NULL or can be written.
unsafe fn change(
    task: *mut blicket_task,
    error: *mut *mut blicket_error,
    change: impl FnOnce(&mut Task) -> Result<(), Error>,
) -> blicket_status {
    let call = || {
        // SAFETY: the caller's promise.
        let task = unsafe { handle::get_mut::<Task>(task) };
        change(task.map_err(|status| Error::argument("task", status))?)
    };
    // SAFETY: the caller's promise.
    unsafe { boundary::run(error, call) }
}

/// Adds an example: the words of output, which white space separates, are what the words of input
/// mean. Examples and queries are counted from 0, in the order in which they were added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_add_example(
    task: *mut blicket_task,
    input: blicket_str,
    output: blicket_str,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let add = |task: &mut Task| {
        // SAFETY: the header asks for text that can be read during the call.
        let input = unsafe { input.read() }.map_err(|status| Error::argument("input", status))?;
        // SAFETY: likewise.
        let output =
            unsafe { output.read() }.map_err(|status| Error::argument("output", status))?;
        task.add_example(input, output);
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, add) }
}

/// Adds a query: what do the words of input mean?
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_add_query(
    task: *mut blicket_task,
    input: blicket_str,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let add = |task: &mut Task| {
        // SAFETY: the header asks for text that can be read during the call.
        let input = unsafe { input.read() }.map_err(|status| Error::argument("input", status))?;
        task.add_query(input);
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, add) }
}

/// Adds an input that is no sentence of the language. A grammar that reads it is not returned, and does not vote, as
/// long as others satisfy the examples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_add_no_sentence(
    task: *mut blicket_task,
    input: blicket_str,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let add = |task: &mut Task| {
        // SAFETY: the header asks for text that can be read during the call.
        let input = unsafe { input.read() }.map_err(|status| Error::argument("input", status))?;
        task.add_no_sentence(input);
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, add) }
}

/// Adds an output that is not the one of an input: a correction by somebody who does not know the right one. A grammar
/// that gives it is not returned, and does not vote, as long as others satisfy the examples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_add_wrong_output(
    task: *mut blicket_task,
    input: blicket_str,
    output: blicket_str,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let add = |task: &mut Task| {
        // SAFETY: the header asks for text that can be read during the call.
        let input = unsafe { input.read() }.map_err(|status| Error::argument("input", status))?;
        // SAFETY: likewise.
        let output =
            unsafe { output.read() }.map_err(|status| Error::argument("output", status))?;
        task.add_wrong_output(input, output);
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, add) }
}

/// Adds an input that questions may be about, such as what a player has typed. Where there are none, questions are
/// made of the words of the examples. The option "questions" says how many questions a result has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_add_question_input(
    task: *mut blicket_task,
    input: blicket_str,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let add = |task: &mut Task| {
        // SAFETY: the header asks for text that can be read during the call.
        let input = unsafe { input.read() }.map_err(|status| Error::argument("input", status))?;
        task.question_pool.push(input.to_owned());
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, add) }
}

/// Takes an example back. Those after it then have an index that is one less. Fails with BLICKET_OUT_OF_RANGE if there
/// is no such example.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_remove_example(
    task: *mut blicket_task,
    index: usize,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let remove = |task: &mut Task| {
        let count = task.support.len();
        let past_the_last = || Error::past_the_last(index, count, "examples");
        task.remove_example(index).map(|_| ()).ok_or_else(past_the_last)
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, remove) }
}

/// Has an example learnt from and checked, or not: one that is not enabled stays in its place. Fails with
/// BLICKET_OUT_OF_RANGE if there is no such example.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_enable_example(
    task: *mut blicket_task,
    index: usize,
    enabled: bool,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let enable = |task: &mut Task| match task.enable_example(index, enabled) {
        true => Ok(()),
        false => Err(Error::past_the_last(index, task.support.len(), "examples")),
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, enable) }
}

/// Puts another example in the place of one. Fails with BLICKET_OUT_OF_RANGE if there is no such example.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_replace_example(
    task: *mut blicket_task,
    index: usize,
    input: blicket_str,
    output: blicket_str,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let replace = |task: &mut Task| {
        // SAFETY: the header asks for text that can be read during the call.
        let input = unsafe { input.read() }.map_err(|status| Error::argument("input", status))?;
        // SAFETY: likewise.
        let output =
            unsafe { output.read() }.map_err(|status| Error::argument("output", status))?;
        let count = task.support.len();
        let past_the_last = || Error::past_the_last(index, count, "examples");
        let place = task.support.get_mut(index).ok_or_else(past_the_last)?;
        *place = (input.to_owned(), output.to_owned());
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, replace) }
}

/// Sets what the outputs are: domain is a blicket_domain. With BLICKET_DOMAIN_AUTO, which is what a
/// task begins with, they are numbers if all of them are whole numbers, and tokens otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set_domain(
    task: *mut blicket_task,
    domain: u32,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        let out_of_range = || Error::out_of_range("domain", domain, "a blicket_domain");
        task.domain = match domain == blicket_domain::Auto as u32 {
            true => None,
            false => Some(Domain::from_number(domain).ok_or_else(out_of_range)?),
        };
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// Sets how a grammar is looked for: strategy is a blicket_strategy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set_strategy(
    task: *mut blicket_task,
    strategy: u32,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        let out_of_range = || Error::out_of_range("strategy", strategy, "a blicket_strategy");
        let known = Strategy::from_number(strategy);
        let known = known.filter(|_| mirror::has::<blicket_strategy>(strategy));
        task.strategy = known.ok_or_else(out_of_range)?;
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// Sets the seed of all random choices. The same task with the same seed gives the same result, unless time
/// ends the search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set_seed(
    task: *mut blicket_task,
    seed: u64,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        task.seed = seed;
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// Sets after how many milliseconds to stop and give the best so far. 0 leaves no time at all;
/// UINT64_MAX sets no limit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set_timeout_ms(
    task: *mut blicket_task,
    timeout_ms: u64,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        task.timeout = Duration::from_millis(timeout_ms);
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// Sets after how many steps to stop and give the best so far. Unlike time, it stops at the same point on
/// every machine. UINT64_MAX sets no limit.
///
/// Where outputs are tokens, a step is a node of the search, or a grammar that is run on the examples. Where
/// they are numbers, a step is a sketch of a grammar that is expanded; the grammars that are tried on the way
/// are no steps, so that blicket_result_programs may be more than blicket_result_steps. Weighing the grammars
/// that were found takes steps too, and goes on past the limit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set_step_limit(
    task: *mut blicket_task,
    step_limit: u64,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        task.step_limit = step_limit;
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// Sets whether the inputs of queries may be used to choose between grammars that the examples leave open. A task begins
/// with false: the grammar depends on the examples alone, no answer on the other queries, and no word is guessed at that
/// only queries have.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set_use_query_inputs(
    task: *mut blicket_task,
    use_query_inputs: bool,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        task.use_query_inputs = use_query_inputs;
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// Sets whether examples may be wrong. If so, an example is given up where its output is shorter to write
/// down than the rules that a grammar needs to satisfy it. A problem of kind BLICKET_PROBLEM_KIND_GIVEN_UP
/// names these examples, and they count as not satisfied. In a task of numbers this cannot be done: its result
/// has no grammar, and a problem of kind BLICKET_PROBLEM_KIND_NOISE_OF_NUMBERS.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set_noise(
    task: *mut blicket_task,
    noise: bool,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        task.noise = noise;
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// Sets an option of the task by its name. This reaches every option there is, also one for which a later
/// version has no function of its own. Options and their values:
///
///   domain            auto, words or numbers, as for blicket_task_set_domain
///   strategy          hybrid, deduce, neural or greedy, as for blicket_task_set_strategy
///   seed              a whole number, as for blicket_task_set_seed
///   timeout_ms        a whole number, as for blicket_task_set_timeout_ms
///   step_limit        a whole number, as for blicket_task_set_step_limit
///   normalisation     what is done to the words of inputs before learning, and by the grammar whenever it is
///                     applied: auto, where the examples decide (the default), none, or some of fold-case,
///                     punctuation-split or punctuation-drop, and nfc, with commas between them
///   use_query_inputs  true or false, as for blicket_task_set_use_query_inputs
///   noise             true or false, as for blicket_task_set_noise
///   questions         a whole number: how many questions the result has at most, 0 if it is not set; see
///                     blicket_result_question_count
///   pinned            the text of a grammar whose rules every learnt grammar keeps, or nothing: those with the
///                     comment `# pinned` behind them, or all of them where none has it. One that contradicts an
///                     example is kept, and a problem of kind BLICKET_PROBLEM_KIND_PINNED_AGAINST says so
///   disabled          the indices of examples that are neither learnt from nor checked, with commas between them,
///                     or nothing; see blicket_task_enable_example
///
/// Fails with BLICKET_INVALID_OPTION if there is no such option, or if it cannot have this value; the
/// error says what would be right, and the task stays as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_set(
    task: *mut blicket_task,
    name: blicket_str,
    value: blicket_str,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |task: &mut Task| {
        // SAFETY: the header asks for text that can be read during the call.
        let name = unsafe { name.read() }.map_err(|status| Error::argument("name", status))?;
        // SAFETY: likewise.
        let value = unsafe { value.read() }.map_err(|status| Error::argument("value", status))?;
        Ok(task.set(name, value)?)
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(task, error, set) }
}

/// How many examples have been added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_example_count(task: *const blicket_task) -> usize {
    // SAFETY: the header asks for a live handle.
    boundary::read(0, || unsafe { handle::get::<Task>(task) }.map(|task| task.support.len()))
}

/// How many queries have been added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_query_count(task: *const blicket_task) -> usize {
    // SAFETY: the header asks for a live handle.
    boundary::read(0, || unsafe { handle::get::<Task>(task) }.map(|task| task.queries.len()))
}

/// Frees the memory in which a task keeps what was worked out when it was solved, 32 MiB at most. By it, a
/// task that is solved once more, as after an undo, takes a few hundredths of the time. Results are the same with and
/// without it. Searches that run are not affected. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_forget(task: *mut blicket_task) {
    boundary::read((), || {
        // SAFETY: the header asks for a live handle that no other thread uses.
        unsafe { handle::get_mut::<Task>(task) }.map(|task| task.memo = Memo::default())
    });
}

/// Frees a task. NULL is fine. Results that came of it live on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_task_free(task: *mut blicket_task) {
    // SAFETY: the header asks for a handle that nobody uses any more.
    boundary::read((), || unsafe { handle::free::<Task>(task) });
}
