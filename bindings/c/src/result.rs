//! `blicket_result`.

use crate::boundary;
use crate::grammar::{Grammar, blicket_grammar};
use crate::handle::{self, Handle, Lent};
use crate::mirror;
use crate::text::blicket_str;
use core::{Answer, Problem, Unsatisfied, WeightedGrammar};
use std::ptr::null;
use std::sync::OnceLock;

/// How far a search for a grammar came. Later versions may add to these.
#[allow(non_camel_case_types)]
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blicket_success {
    /// The grammar satisfies every example: it was run on each of them.
    Solved = 0,
    /// The grammar is the best that was found, and does not satisfy all of them.
    Best = 1,
    /// There is no grammar.
    None = 2,
}

mirror! { blicket_success: Solved, Best, None }

/// Why a search ended. Later versions may add to these.
#[allow(non_camel_case_types)]
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blicket_stop_reason {
    /// Every example is satisfied.
    Solved = 0,
    /// No grammar of the class that is searched satisfies all examples.
    Exhausted = 1,
    /// Time was up.
    Timeout = 2,
    /// The step limit was reached.
    Steps = 3,
    /// The engine's memory limit was reached.
    Memory = 4,
    /// It was cancelled, by blicket_search_cancel or by its callback.
    Cancelled = 5,
    /// It has not ended: this is the best so far of a search that still runs.
    Running = 6,
}

mirror! { blicket_stop_reason: Solved, Exhausted, Timeout, Steps, Memory, Cancelled, Running }

/// What came of a task: a grammar, the answers to the queries, and how sure they are.
///
/// Ownership: made by blicket_solve and blicket_synthesize, freed by blicket_result_free. It needs
/// neither its task nor its engine any more. Grammars that it gives out belong to it, and live as
/// long. Threads: may be read from any number of threads at once.
#[allow(non_camel_case_types)]
pub struct blicket_result {
    _opaque: [u8; 0],
}

/// What a result handle holds: the solution, and the texts and grammars that it gives out.
pub(crate) struct Solution {
    /// Without its grammars, which are the next two fields.
    solution: core::Solution,
    grammar: Option<Lent<Grammar>>,
    alternatives: Vec<(Lent<Grammar>, f64)>,
    /// Texts are made when the first of them is asked for. There may be as many as queries, and a host
    /// that has waited for a search does not wait for them.
    problems: OnceLock<Vec<String>>,
    /// For each answer.
    stuck_texts: OnceLock<Vec<String>>,
    json: OnceLock<String>,
}

impl Handle for Solution {
    type Opaque = blicket_result;
    const KIND: usize = 8;
}

impl Solution {
    /// What came of a task.
    pub(crate) fn new(mut solution: core::Solution) -> Self {
        let lend = |grammar| Lent::new(Grammar::from(grammar));
        let alternatives = std::mem::take(&mut solution.alternatives).into_iter();
        Self {
            grammar: solution.grammar.take().map(lend),
            alternatives: alternatives.map(|(grammar, weight)| (lend(grammar), weight)).collect(),
            problems: OnceLock::new(),
            stuck_texts: OnceLock::new(),
            json: OnceLock::new(),
            solution,
        }
    }

    pub(crate) fn problems(&self) -> &[Problem] {
        &self.solution.problems
    }

    pub(crate) fn questions(&self) -> &[core::Question] {
        &self.solution.questions
    }

    pub(crate) fn problem_text(&self, index: usize) -> Option<&str> {
        let all = || self.solution.problems.iter().map(ToString::to_string).collect();
        self.problems.get_or_init(all).get(index).map(String::as_str)
    }

    fn json(&self) -> &str {
        self.json.get_or_init(|| {
            let (mut report, mut details) = (self.solution.report(), self.solution.details());
            report.grammar = self.grammar.as_ref().map(|grammar| grammar.value().text().into());
            let weighted = self.alternatives.iter().map(|(grammar, weight)| WeightedGrammar {
                grammar: grammar.value().text().into(),
                weight: *weight,
            });
            details.alternatives = weighted.collect();
            report.to_json(&details)
        })
    }

    fn stuck_text(&self, index: usize) -> Option<&str> {
        let text = |answer: &Answer| answer.stuck.as_deref().unwrap_or_default().join(" ");
        let all = || self.solution.answers.iter().map(text).collect();
        self.stuck_texts.get_or_init(all).get(index).map(String::as_str)
    }

    fn answer(&self, index: usize) -> Option<&Answer> {
        self.solution.answers.get(index)
    }

    fn unsatisfied(&self, index: usize) -> Option<&Unsatisfied> {
        self.solution.unsatisfied.get(index)
    }
}

/// Reads something of a result; gives `otherwise` for NULL and for handles that are none.
///
/// # Safety
/// `result` is NULL or a handle that nobody frees meanwhile.
pub(crate) unsafe fn read<T>(
    result: *const blicket_result,
    otherwise: T,
    get: impl FnOnce(&Solution) -> Option<T>,
) -> T {
    let value = boundary::read(None, || {
        // SAFETY: the caller's promise.
        unsafe { handle::get::<Solution>(result) }.map(get)
    });
    value.unwrap_or(otherwise)
}

/// How far the search came; BLICKET_SUCCESS_NONE if result is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_outcome(result: *const blicket_result) -> blicket_success {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read(result, blicket_success::None, |result| {
            Some(mirror::of(result.solution.success.number(), blicket_success::None))
        })
    }
}

/// Why the search stopped there; BLICKET_STOP_REASON_EXHAUSTED if result is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_stop_reason(
    result: *const blicket_result,
) -> blicket_stop_reason {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read(result, blicket_stop_reason::Exhausted, |result| {
            Some(mirror::of(result.solution.stop.number(), blicket_stop_reason::Exhausted))
        })
    }
}

/// The grammar; NULL if there is none. It belongs to the result and is freed with it. To keep it, make a
/// blicket_grammar_copy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_grammar(
    result: *const blicket_result,
) -> *const blicket_grammar {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, null(), |result| result.grammar.as_ref().map(Lent::handle)) }
}

/// How many examples the task had.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_example_count(result: *const blicket_result) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0, |result| Some(result.solution.examples)) }
}

/// How many of the task's examples the grammar satisfies; 0 if there is no grammar.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_satisfied_count(result: *const blicket_result) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0, |result| Some(result.solution.satisfied())) }
}

/// How many examples the grammar does not satisfy; 0 if there is no grammar.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_unsatisfied_count(result: *const blicket_result) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0, |result| Some(result.solution.unsatisfied.len())) }
}

/// One of the examples that the grammar does not satisfy, by its index in the task; index goes from 0, and
/// past the last this is SIZE_MAX.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_unsatisfied_example(
    result: *const blicket_result,
    index: usize,
) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, usize::MAX, |r| r.unsatisfied(index).map(|u| u.example)) }
}

/// Whether the grammar gives anything for that example, which wants something else.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_unsatisfied_has_text(
    result: *const blicket_result,
    index: usize,
) -> bool {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, false, |r| r.unsatisfied(index).map(|u| u.instead.is_some())) }
}

/// What the grammar gives instead of that example's output, cut short after 4 KiB; empty where it gives
/// nothing, or where so many examples fail that all these texts would take too much of the memory limit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_unsatisfied_text(
    result: *const blicket_result,
    index: usize,
) -> blicket_str {
    let get =
        |result: &Solution| result.unsatisfied(index)?.instead.as_deref().map(blicket_str::new);
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, blicket_str::EMPTY, get) }
}

/// How many answers there are: one for each query of the task, in the same order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_answer_count(result: *const blicket_result) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0, |result| Some(result.solution.queries)) }
}

/// Whether query index, from 0, has an answer that is worth acting on. That may well be no tokens at all. Where there is
/// none, there may still be a guess: blicket_result_answer_has_guess.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_answer_has_text(
    result: *const blicket_result,
    index: usize,
) -> bool {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, false, |r| r.answer(index).map(|answer| answer.text.is_some())) }
}

/// The answer: the tokens with a space between them; empty where there is none. All grammars that
/// satisfy the examples vote on it, each by its probability.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_answer_text(
    result: *const blicket_result,
    index: usize,
) -> blicket_str {
    let get = |result: &Solution| result.answer(index)?.text.as_deref().map(blicket_str::new);
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, blicket_str::EMPTY, get) }
}

/// Whether query index, from 0, has a guess: the answer, or one that is not worth acting on because grammars that satisfy
/// the examples disagree, or because nothing like it was shown.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_answer_has_guess(
    result: *const blicket_result,
    index: usize,
) -> bool {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, false, |r| r.answer(index).map(|answer| answer.guess().is_some())) }
}

/// The guess: the tokens with a space between them; empty where there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_answer_guess(
    result: *const blicket_result,
    index: usize,
) -> blicket_str {
    let get = |result: &Solution| result.answer(index)?.guess().map(blicket_str::new);
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, blicket_str::EMPTY, get) }
}

/// Writes the answer of a task of numbers to *number and returns true; returns false and writes
/// nothing where there is none, or if number is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_answer_number(
    result: *const blicket_result,
    index: usize,
    number: *mut i64,
) -> bool {
    // SAFETY: the header asks for a live handle.
    let value = unsafe { read(result, None, |r| r.answer(index).map(|answer| answer.integer)) };
    // SAFETY: the header asks for a pointer that is NULL or can be written.
    unsafe { boundary::write(number, value) }
}

/// The share of the votes that are for the guess, from 0 to 1. It is 0 where there is no guess, whatever
/// share of the grammars has none; and where a search ended before grammars had voted, so that the best
/// grammar so far answers alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_answer_confidence(
    result: *const blicket_result,
    index: usize,
) -> f64 {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0.0, |r| r.answer(index).map(|answer| answer.confidence)) }
}

/// Whether the rules of the result's grammar give this guess too. They may not, because it is only one of the grammars
/// that vote. False where there is no guess.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_answer_agrees(
    result: *const blicket_result,
    index: usize,
) -> bool {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, false, |r| r.answer(index).map(|answer| answer.agrees)) }
}

/// Whether the result's grammar is stuck on the query: some of its words, or an empty query, match no
/// rule.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_answer_is_stuck(
    result: *const blicket_result,
    index: usize,
) -> bool {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, false, |r| r.answer(index).map(|answer| answer.stuck.is_some())) }
}

/// The words of the query on which the result's grammar is stuck, with a space between them; empty
/// where it is not stuck, and where the query has no words. If there is an answer as well, the answer is a
/// guess at the meaning of words that no example shows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_answer_stuck_text(
    result: *const blicket_result,
    index: usize,
) -> blicket_str {
    let get = |result: &Solution| result.stuck_text(index).map(blicket_str::new);
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, blicket_str::EMPTY, get) }
}

/// How many words of the query the result's grammar is stuck on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_answer_stuck_count(
    result: *const blicket_result,
    index: usize,
) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0, |r| r.answer(index)?.stuck.as_ref().map(Vec::len)) }
}

/// One of the words that the result's grammar is stuck on, from 0; empty past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_answer_stuck_word(
    result: *const blicket_result,
    index: usize,
    word: usize,
) -> blicket_str {
    let get = |r: &Solution| {
        r.answer(index)?.stuck.as_ref()?.get(word).map(|word| blicket_str::new(word))
    };
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, blicket_str::EMPTY, get) }
}

/// How many further grammars there are that satisfy every example, the most probable first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_alternative_count(result: *const blicket_result) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0, |result| Some(result.alternatives.len())) }
}

/// One of the further grammars, from 0; NULL past the last. It belongs to the result, as
/// blicket_result_grammar says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_alternative_grammar(
    result: *const blicket_result,
    index: usize,
) -> *const blicket_grammar {
    let get = |result: &Solution| result.alternatives.get(index).map(|other| other.0.handle());
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, null(), get) }
}

/// How probable that further grammar is, from 0 to 1; 0 past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_alternative_weight(
    result: *const blicket_result,
    index: usize,
) -> f64 {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0.0, |r| r.alternatives.get(index).map(|other| other.1)) }
}

/// How many steps it took, as blicket_task_set_step_limit counts them. For number words there may be more
/// programs than steps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_steps(result: *const blicket_result) -> u64 {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0, |result| Some(result.solution.statistics.steps)) }
}

/// How many complete grammars were run on the examples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_programs(result: *const blicket_result) -> u64 {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0, |result| Some(result.solution.statistics.programs)) }
}

/// How many leaves the search had: sets of grammars that satisfy the examples.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_leaves(result: *const blicket_result) -> u64 {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0, |result| Some(result.solution.statistics.leaves as u64)) }
}

/// The seconds until there was a grammar that satisfies every example.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_solving_seconds(result: *const blicket_result) -> f64 {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0.0, |r| Some(r.solution.statistics.solving.as_secs_f64())) }
}

/// The seconds after there was a grammar that satisfies every example: for weighing grammars and voting
/// on answers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_ranking_seconds(result: *const blicket_result) -> f64 {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, 0.0, |r| Some(r.solution.statistics.ranking.as_secs_f64())) }
}

/// The whole result as one JSON object. The text lives as long as the result; it is empty if result is
/// NULL. These are the fields:
///
///   "outcome"       "solved", "best" or "none"
///   "stop"          "solved", "exhausted", "timeout", "steps", "memory", "cancelled" or "running"
///   "satisfied"     how many examples the grammar satisfies
///   "support"       how many examples the task had
///   "queries"       how many queries the task had
///   "answers"       for each query the answer; null where there is none
///   "guess"         for each query the best guess, also where it was refused; null where there is none
///   "confidence"    for each query how sure the guess is, from 0 to 1; null where there is none
///   "stuck"         for each query the words that the grammar is stuck on; null where it is not stuck
///   "programs"      how many complete grammars were run on the examples
///   "steps"         how many steps it took
///   "grammar"       the text of the grammar; null where there is none
///   "agrees"        for each query whether the grammar gives the answer too
///   "unsatisfied"   [{"example": index from 0, "instead": what the grammar gives, or null}, ...]
///   "alternatives"  [{"grammar": text, "weight": from 0 to 1}, ...]
///   "problems"      [{"kind": name, "text": for a person, and its data}, ...]; the names of kinds and of
///                   their data are those that blicket_problem_kind has, in small letters: the kind of
///                   BLICKET_PROBLEM_KIND_GIVEN_UP is "given_up"
///   "questions"     [{"input": text, "worth": bits, "answers": [{"text": text or null, "weight": 0 to 1,
///                   "examples": [index, ...]}, ...]}, ...]
///   "leaves", "solving_seconds", "ranking_seconds"
///                   what the functions with these names give
///
/// Later versions may add fields, kinds and names. The command prints the same: `blicket learn --json`
/// all of them, `blicket bench --json` those from "outcome" to "grammar".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_json(result: *const blicket_result) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(result, blicket_str::EMPTY, |r| Some(blicket_str::new(r.json()))) }
}

/// Frees a result, and with it the grammars that it gave out. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_result_free(result: *mut blicket_result) {
    // SAFETY: the header asks for a handle that nobody uses any more.
    boundary::read((), || unsafe { handle::free::<Solution>(result) });
}

// A result is shared between threads, with the grammars that it gives out: the header says so.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<Solution>();
};
