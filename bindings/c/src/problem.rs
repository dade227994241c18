//! The problems of a `blicket_result`.

use crate::mirror;
use crate::result::{Solution, blicket_result, read};
use crate::text::blicket_str;
use core::Problem;

/// What kind of problem a result has: what a program tells problems apart by. Each kind says which
/// data it comes with, in the order in which the functions below give them: examples and queries as
/// indices from 0, strings, and numbers. The names in quotes are those that blicket_result_json has.
/// Numbers are never given a second meaning; later versions may add some. Numbers from 1000 are reserved
/// for experiments, and no released library gives them out.
#[allow(non_camel_case_types)]
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blicket_problem_kind {
    /// There is no such problem.
    None = 0,
    /// The task has no examples.
    NoExamples = 1,
    /// Two examples have the same input and different outputs. "examples": the two. Strings: "input", then
    /// "outputs", which is what the first and what the second of them wants.
    Contradiction = 2,
    /// An example has an input without words. "examples": that one.
    EmptyInput = 3,
    /// An example is too long to be learnt from; what is learnt from the others is checked on it.
    /// "examples": that one. Numbers: "most_words" and "most_tokens" that are learnt from.
    TooLong = 4,
    /// No one word is in the inputs of all the examples whose outputs have this token. "examples": some
    /// that have it and no word in common. Strings: "token".
    UnexplainedToken = 5,
    /// There are more different words or tokens than the learner for such examples takes (254 for deduction);
    /// others of the strategy take more. Numbers: "found", and the "most" that there may be.
    TooManySymbols = 6,
    /// Every grammar of the class that deduction searches has been ruled out.
    OutsideClass = 7,
    /// The host's callback failed, which has cancelled the search. Strings: "message".
    CallbackFailed = 8,
    /// There is no network to propose grammars. Strings: "reason".
    NoNetwork = 9,
    /// There are more different words and tokens than a network reads.
    TooMuchToRead = 10,
    /// Some examples are taken to be wrong, and were not learnt from. "examples": these.
    GivenUp = 11,
    /// Some examples of number words have a rule of their own, which serves nothing else. "examples":
    /// these.
    ByHeart = 12,
    /// Wrong examples were to be found in a task of numbers, which cannot be done.
    NoiseOfNumbers = 13,
    /// An example of a task of numbers wants something that is no number. "examples": that one. Strings:
    /// "output", which is what it wants.
    NotANumber = 14,
    /// There are more problems like those before it: of each kind that examples have, the first hundred are
    /// listed. Numbers: "count". Strings: "of", which is what there are more of, in the plural.
    More = 15,
    /// The grammar's values for some queries are past the limits of a search, and nothing else was voted
    /// for: apply the grammar to them. "queries": these.
    AnswersPastLimits = 16,
    /// Time or memory was up before some queries were answered: apply the grammar to them. "queries": these.
    NotAnswered = 17,
    /// There is no grammar that could answer the queries. Strings: "stop", which is the name of the stop
    /// reason, such as "timeout".
    NoGrammar = 18,
    /// An example is probably a slip: what the other examples make of its input differs from its output in one token.
    /// "examples": that one. Strings: "meant", which is what the others make of it.
    ProbableSlip = 19,
    /// The grammar gives what some negative examples deny, because no grammar was found that satisfies the examples
    /// and does not. Strings: "inputs", which are those of these negative examples.
    NotKept = 30,
    /// A pinned rule has a part in what the grammar gives for some examples, which want something else. "examples":
    /// these. Strings: "rule".
    PinnedAgainst = 31,
    /// The pinned rules give tokens and the examples want numbers, or the other way round, so they were left out.
    /// Strings: "wanted", which is "numbers" or "words".
    PinnedUnusable = 32,
}

mirror! { blicket_problem_kind:
    None,
    NoExamples,
    Contradiction,
    EmptyInput,
    TooLong,
    UnexplainedToken,
    TooManySymbols,
    OutsideClass,
    CallbackFailed,
    NoNetwork,
    TooMuchToRead,
    GivenUp,
    ByHeart,
    NoiseOfNumbers,
    NotANumber,
    More,
    AnswersPastLimits,
    NotAnswered,
    NoGrammar,
    ProbableSlip,
    NotKept,
    PinnedAgainst,
    PinnedUnusable,
}

/// Reads something of a problem; gives `otherwise` where there is no such problem.
///
/// # Safety
/// `result` is NULL or a handle that nobody frees meanwhile.
unsafe fn read_problem<T>(
    result: *const blicket_result,
    problem: usize,
    otherwise: T,
    get: impl FnOnce(&Problem) -> Option<T>,
) -> T {
    // SAFETY: the caller's promise.
    unsafe { read(result, otherwise, |result| get(result.problems().get(problem)?)) }
}

/// How many problems there are to tell a person about: contradicting examples, for instance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_problem_count(result: *const blicket_result) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0, |result| Some(result.problems().len())) }
}

/// The text of one of the problems, from 0, in English, for a person; empty past the last. It counts
/// examples and queries from 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_problem(
    result: *const blicket_result,
    index: usize,
) -> blicket_str {
    let get = |result: &Solution| result.problem_text(index).map(blicket_str::new);
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, blicket_str::EMPTY, get) }
}

/// The kind of one of the problems, from 0; BLICKET_PROBLEM_KIND_NONE past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_problem_kind(
    result: *const blicket_result,
    index: usize,
) -> blicket_problem_kind {
    let none = blicket_problem_kind::None;
    let get = |problem: &Problem| Some(mirror::of(problem.kind().number(), none));
    // SAFETY: the header asks for a live handle.
    unsafe { read_problem(result, index, none, get) }
}

/// How many examples the problem names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_problem_example_count(
    result: *const blicket_result,
    index: usize,
) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read_problem(result, index, 0, |problem| Some(problem.examples().len())) }
}

/// One of the examples that the problem names, by its index in the task: the n-th, from 0; SIZE_MAX past
/// the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_problem_example(
    result: *const blicket_result,
    index: usize,
    n: usize,
) -> usize {
    let get = |problem: &Problem| problem.examples().get(n).copied();
    // SAFETY: the header asks for a live handle.
    unsafe { read_problem(result, index, usize::MAX, get) }
}

/// How many queries the problem names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_problem_query_count(
    result: *const blicket_result,
    index: usize,
) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read_problem(result, index, 0, |problem| Some(problem.queries().len())) }
}

/// One of the queries that the problem names, by its index in the task: the n-th, from 0; SIZE_MAX past
/// the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_problem_query(
    result: *const blicket_result,
    index: usize,
    n: usize,
) -> usize {
    let get = |problem: &Problem| problem.queries().get(n).copied();
    // SAFETY: the header asks for a live handle.
    unsafe { read_problem(result, index, usize::MAX, get) }
}

/// How many strings the problem comes with, as its kind says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_problem_string_count(
    result: *const blicket_result,
    index: usize,
) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read_problem(result, index, 0, |problem| Some(problem.strings().len())) }
}

/// One of the strings that the problem comes with: the n-th, from 0; empty past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_problem_string(
    result: *const blicket_result,
    index: usize,
    n: usize,
) -> blicket_str {
    let get = |problem: &Problem| problem.strings().get(n).map(|text| blicket_str::new(text));
    // SAFETY: the header asks for a live handle.
    unsafe { read_problem(result, index, blicket_str::EMPTY, get) }
}

/// How many numbers the problem comes with, as its kind says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_problem_number_count(
    result: *const blicket_result,
    index: usize,
) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read_problem(result, index, 0, |problem| Some(problem.numbers().len())) }
}

/// One of the numbers that the problem comes with: the n-th, from 0; 0 past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_problem_number(
    result: *const blicket_result,
    index: usize,
    n: usize,
) -> usize {
    let get = |problem: &Problem| problem.numbers().get(n).copied();
    // SAFETY: the header asks for a live handle.
    unsafe { read_problem(result, index, 0, get) }
}
