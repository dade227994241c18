//! The questions of a `blicket_result`: what to ask a person next.

use crate::result::{Solution, blicket_result, read};
use crate::text::blicket_str;
use core::{PossibleAnswer, Question};

/// Reads something of a question; gives `otherwise` where there is no such question.
///
/// # Safety
/// `result` is NULL or a handle that nobody frees meanwhile.
unsafe fn read_question<T>(
    result: *const blicket_result,
    question: usize,
    otherwise: T,
    get: impl FnOnce(&Question) -> Option<T>,
) -> T {
    // SAFETY: the caller's promise.
    unsafe { read(result, otherwise, |result: &Solution| get(result.questions().get(question)?)) }
}

/// How many questions there are: inputs whose answers would decide what the examples leave open, the most
/// decisive first. At most as many as the task's option "questions" says. If that is not 0 and there are none,
/// nothing is open, as far as it was looked for in the time that there was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_question_count(result: *const blicket_result) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0, |result: &Solution| Some(result.questions().len())) }
}

/// The input that one of the questions is about, from 0; empty past the last. What a person says that it means
/// becomes an example: blicket_task_add_example, or blicket_task_add_no_sentence.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_question(
    result: *const blicket_result,
    index: usize,
) -> blicket_str {
    let get = |question: &Question| Some(blicket_str::new(&question.input));
    // SAFETY: the header asks for a live handle.
    unsafe { read_question(result, index, blicket_str::EMPTY, get) }
}

/// How much the answer to one of the questions would decide, in bits: 1 is a choice between two meanings that
/// are equally likely. 0 past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_question_worth(
    result: *const blicket_result,
    index: usize,
) -> f64 {
    // SAFETY: the header asks for a live handle.
    unsafe { read_question(result, index, 0.0, |question| Some(question.worth)) }
}

/// How many answers are in question, the most probable first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_question_answer_count(
    result: *const blicket_result,
    index: usize,
) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read_question(result, index, 0, |question| Some(question.answers.len())) }
}

/// Whether the n-th answer, from 0, is that the input has a meaning. If not, it may be no sentence of the language.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_question_answer_has_text(
    result: *const blicket_result,
    index: usize,
    n: usize,
) -> bool {
    let get = |question: &Question| Some(question.answers.get(n)?.text.is_some());
    // SAFETY: the header asks for a live handle.
    unsafe { read_question(result, index, false, get) }
}

/// The n-th answer that is in question, from 0; empty if it is that the input is no sentence, and past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_question_answer(
    result: *const blicket_result,
    index: usize,
    n: usize,
) -> blicket_str {
    let get = |question: &Question| {
        let answer: &PossibleAnswer = question.answers.get(n)?;
        answer.text.as_deref().map(blicket_str::new)
    };
    // SAFETY: the header asks for a live handle.
    unsafe { read_question(result, index, blicket_str::EMPTY, get) }
}

/// The share of the weight of all grammars that stands behind the n-th answer, from 0 to 1; 0 past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_question_answer_weight(
    result: *const blicket_result,
    index: usize,
    n: usize,
) -> f64 {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read_question(result, index, 0.0, |question| {
            question.answers.get(n).map(|answer| answer.weight)
        })
    }
}

/// How many examples are named that speak for the n-th answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_question_answer_example_count(
    result: *const blicket_result,
    index: usize,
    n: usize,
) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read_question(result, index, 0, |question| {
            question.answers.get(n).map(|answer| answer.examples.len())
        })
    }
}

/// One of these examples, by its index in the task; SIZE_MAX past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_question_answer_example(
    result: *const blicket_result,
    index: usize,
    n: usize,
    example: usize,
) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read_question(result, index, usize::MAX, |question| {
            question.answers.get(n)?.examples.get(example).copied()
        })
    }
}
