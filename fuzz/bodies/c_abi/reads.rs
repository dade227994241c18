//! Functions that merely read: what they give out is text, and of a handle that is none they give
//! nothing.

use super::Host;
use super::pool::Kind::*;
use crate::advice::*;
use crate::batch::*;
use crate::engine::*;
use crate::error::*;
use crate::evaluation::*;
use crate::explanation::*;
use crate::grammar::*;
use crate::problem::*;
use crate::result::*;
use crate::search::*;
use crate::slot::*;
use crate::status::blicket_status::{self, BLICKET_OK, *};
use crate::text::blicket_str;

/// Checks that texts can be read, and that there is nothing where there is no handle.
fn check(reads: bool, texts: &[blicket_str], counts: &[u64]) {
    for text in texts {
        assert!(!text.data.is_null());
        // SAFETY: the library gave it out, and its handle is as before.
        unsafe { text.read() }.expect("what is given out is UTF-8");
        assert!(reads || text.len == 0);
    }
    assert!(reads || counts.iter().all(|count| *count == 0), "{counts:?}");
}

/// An error that was just made.
pub(super) fn error(error: *const blicket_error, status: blicket_status) {
    // SAFETY: a live handle.
    unsafe {
        assert_eq!(blicket_error_status(error), status);
        let message = blicket_error_message(error);
        assert!(message.len > 0);
        let place = [blicket_error_line(error), blicket_error_column(error)];
        assert_eq!(place.iter().all(|number| *number > 0), status == BLICKET_GRAMMAR);
        check(true, &[message], &[]);
    }
}

impl Host<'_> {
    pub(super) fn read(&mut self) {
        match self.choices.below(8) {
            0 => self.read_engine(),
            1 => self.read_grammar(),
            2..4 => self.read_evaluation(),
            4 if self.choices.flag() => self.read_batch(),
            4 => self.read_explanation_and_advice(),
            5 => self.read_search(),
            6 => self.read_error(),
            _ => self.read_result(),
        }
    }

    fn read_error(&mut self) {
        let picked = self.pool.pick(Error, &mut self.choices);
        let error = picked.get();
        // SAFETY: a handle that the library gave out or NULL.
        unsafe {
            let counts = [blicket_error_line(error), blicket_error_column(error)];
            check(picked.reads, &[blicket_error_message(error)], &counts.map(|count| count as u64));
            assert_eq!(blicket_error_status(error) == BLICKET_OK, !picked.reads);
        }
    }

    fn read_engine(&mut self) {
        let picked = self.pool.pick(Engine, &mut self.choices);
        let engine = picked.get();
        let index = self.choices.number() as usize;
        // Reading the models takes their hashes.
        let models = self.choices.below(8) == 7;
        // SAFETY: a handle that the library gave out or NULL.
        unsafe {
            if models {
                let others = [BLICKET_RUNTIME_UNAVAILABLE, BLICKET_MODEL_INVALID];
                let warm =
                    self.status(picked.reads, &others, |e| blicket_engine_warm_up(engine, e));
                assert!(!warm, "there is no runtime");
                let texts = [
                    blicket_engine_model_file(engine, index),
                    blicket_engine_model_format(engine, index),
                    blicket_engine_model_contract(engine, index),
                    blicket_engine_model_sha256(engine, index),
                ];
                check(picked.reads, &texts, &[blicket_engine_model_count(engine) as u64]);
            }
            let texts = [
                blicket_engine_runtime_version(engine),
                blicket_engine_runtime_path(engine),
                blicket_engine_network_problem(engine),
                blicket_engine_device_reason(engine),
                blicket_engine_info(engine),
            ];
            let device = blicket_engine_device_index(engine).into();
            check(picked.reads, &texts, &[device, blicket_engine_threads(engine) as u64]);
            assert_eq!(blicket_engine_device(engine), crate::options::blicket_device::Cpu);
        }
    }

    fn read_grammar(&mut self) {
        let picked = self.pool.pick(Grammar, &mut self.choices);
        let grammar = picked.get();
        let index = self.choices.number() as usize;
        // SAFETY: a handle that the library gave out or NULL.
        unsafe {
            let rules = blicket_grammar_rule_count(grammar);
            let rule = blicket_grammar_rule(grammar, index);
            check(picked.reads, &[blicket_grammar_text(grammar), rule], &[rules as u64]);
            assert_eq!(rule.len > 0, index < rules);
            let numbers = blicket_grammar_domain(grammar) == blicket_domain::Numbers;
            assert!(picked.reads || !numbers);
            blicket_grammar_limits(grammar);
        }
    }

    fn read_batch(&mut self) {
        let picked = self.pool.pick(Batch, &mut self.choices);
        let batch = picked.get();
        let index = self.choices.number() as usize;
        let mut number = -7;
        // SAFETY: a handle that the library gave out or NULL, and a place for a number.
        unsafe {
            let texts = [blicket_batch_text(batch, index), blicket_batch_stuck_text(batch, index)];
            check(picked.reads, &texts, &[blicket_batch_count(batch) as u64]);
            let limited = blicket_batch_limit(batch, index) != blicket_limit::None;
            let outcome = blicket_batch_outcome(batch, index);
            assert_eq!(limited, outcome == blicket_outcome::Limit);
            assert_eq!(blicket_batch_number(batch, index, &mut number), number != -7);
            assert!(number == -7 || outcome == blicket_outcome::Value);
        }
    }

    fn read_evaluation(&mut self) {
        let picked = self.pool.pick(Evaluation, &mut self.choices);
        let evaluation = picked.get();
        let index = self.choices.number() as usize;
        let mut number = -7;
        // SAFETY: a handle that the library gave out or NULL, and a place for a number.
        unsafe {
            let tokens = blicket_evaluation_token_count(evaluation);
            let stuck = blicket_evaluation_stuck_count(evaluation);
            let token = blicket_evaluation_token(evaluation, index);
            let word = blicket_evaluation_stuck_word(evaluation, index);
            let texts = [
                blicket_evaluation_text(evaluation),
                blicket_evaluation_stuck_text(evaluation),
                blicket_evaluation_json(evaluation),
                token,
                word,
            ];
            let steps = blicket_evaluation_steps(evaluation);
            check(picked.reads, &texts, &[tokens as u64, stuck as u64, steps]);
            assert_eq!((token.len > 0, word.len > 0), (index < tokens, index < stuck));
            let limited = blicket_evaluation_limit(evaluation) != blicket_limit::None;
            let outcome = blicket_evaluation_outcome(evaluation);
            assert_eq!(limited, outcome == blicket_outcome::Limit);
            assert_eq!(blicket_evaluation_number(evaluation, &mut number), number != -7);
            assert!(number == -7 || outcome == blicket_outcome::Value);
            let slots = blicket_evaluation_slot_count(evaluation);
            check(picked.reads, &[], &[slots as u64]);
            assert!(slots == 0 || outcome == blicket_outcome::Value);
            let mut slot = std::mem::MaybeUninit::<blicket_slot>::uninit();
            let found = blicket_evaluation_slot(evaluation, index, slot.as_mut_ptr());
            assert_eq!(found, index < slots);
            if found {
                let slot = slot.assume_init();
                check(picked.reads, &[slot.section, slot.words, slot.value], &[]);
                assert!(slot.from <= slot.to && (slot.depth == 0) == (slot.parent == usize::MAX));
                let (section, mut again) = (slot.section, slot);
                assert!(blicket_evaluation_find_slot(evaluation, section, index, &mut again));
                assert_eq!(again.index, index);
            }
        }
    }

    fn read_explanation_and_advice(&mut self) {
        let picked = self.pool.pick(Explanation, &mut self.choices);
        // SAFETY: a handle that the library gave out or NULL.
        let texts = unsafe {
            [blicket_explanation_text(picked.get()), blicket_explanation_json(picked.get())]
        };
        check(picked.reads, &texts, &[]);
        let picked = self.pool.pick(Advice, &mut self.choices);
        let (advice, index) = (picked.get(), self.choices.number() as usize);
        // SAFETY: a handle that the library gave out or NULL.
        unsafe {
            let counts = [
                blicket_advice_word_count(advice),
                blicket_advice_reached(advice),
                blicket_advice_unknown_count(advice),
                blicket_advice_expected_count(advice),
                blicket_advice_expected_section_count(advice),
                blicket_advice_suggestion_count(advice),
            ];
            let texts = [
                blicket_advice_unknown_word(advice, index),
                blicket_advice_expected_word(advice, index),
                blicket_advice_expected_section(advice, index),
                blicket_advice_suggestion(advice, index),
                blicket_advice_json(advice),
            ];
            check(picked.reads, &texts, &counts.map(|count| count as u64));
            assert!(counts[1] <= counts[0] && counts[2] <= counts[0]);
            assert!(!blicket_advice_is_read(advice) || counts[5] == 0);
            assert_eq!(
                blicket_advice_suggestion_cost(advice, index) == usize::MAX,
                index >= counts[5]
            );
            assert_eq!(
                blicket_advice_unknown_place(advice, index) == usize::MAX,
                index >= counts[2]
            );
            blicket_advice_expects_any_word(advice);
        }
    }

    fn read_search(&mut self) {
        let picked = self.pool.pick(Search, &mut self.choices);
        // SAFETY: a handle that the library gave out or NULL; the progress is not asked for.
        let is_over = unsafe { blicket_search_poll(picked.get(), std::ptr::null_mut()) };
        assert!(picked.reads || is_over);
    }

    fn read_result(&mut self) {
        let picked = self.pool.pick(Result, &mut self.choices);
        let result = picked.get();
        let index = self.choices.number() as usize;
        let word = self.choices.below(4);
        let mut number = -7;
        // SAFETY: a handle that the library gave out or NULL, and a place for a number.
        unsafe {
            let texts = [
                blicket_result_unsatisfied_text(result, index),
                blicket_result_problem(result, index),
                blicket_result_problem_string(result, index, word),
                blicket_result_json(result),
                blicket_result_answer_text(result, index),
                blicket_result_answer_stuck_text(result, index),
                blicket_result_answer_stuck_word(result, index, word),
            ];
            let examples = blicket_result_example_count(result);
            let satisfied = blicket_result_satisfied_count(result);
            let unsatisfied = blicket_result_unsatisfied_count(result);
            let answers = blicket_result_answer_count(result);
            let alternatives = blicket_result_alternative_count(result);
            let counts = [
                examples,
                satisfied,
                unsatisfied,
                answers,
                alternatives,
                blicket_result_problem_count(result),
                blicket_result_problem_example_count(result, index),
                blicket_result_problem_query_count(result, index),
                blicket_result_problem_string_count(result, index),
                blicket_result_problem_number_count(result, index),
                blicket_result_problem_number(result, index, word),
                blicket_result_answer_stuck_count(result, index),
            ];
            check(picked.reads, &texts, &counts.map(|count| count as u64));
            let counts = [
                blicket_result_steps(result),
                blicket_result_programs(result),
                blicket_result_leaves(result),
            ];
            check(picked.reads, &[], &counts);
            let grammar = blicket_result_grammar(result);
            let left = if grammar.is_null() { 0 } else { examples };
            assert_eq!(satisfied + unsatisfied, left);
            let outcome = blicket_result_outcome(result);
            assert_eq!(outcome == blicket_success::None, grammar.is_null());
            let solved = !grammar.is_null() && unsatisfied == 0;
            assert_eq!(outcome == blicket_success::Solved, solved);
            let example = blicket_result_unsatisfied_example(result, index);
            assert!(if index < unsatisfied { example < examples } else { example == usize::MAX });
            let has_text = blicket_result_unsatisfied_has_text(result, index);
            assert!(!has_text || index < unsatisfied);
            let has_text = blicket_result_answer_has_text(result, index);
            assert!(!has_text || index < answers);
            assert_eq!(blicket_result_answer_number(result, index, &mut number), number != -7);
            assert!(!blicket_result_answer_is_stuck(result, index) || index < answers);
            assert!(!blicket_result_answer_agrees(result, index) || index < answers);
            let shares = [
                blicket_result_answer_confidence(result, index),
                blicket_result_alternative_weight(result, index),
            ];
            assert!(shares.iter().all(|share| (0.0..=1.0 + 1e-9).contains(share)), "{shares:?}");
            let seconds =
                [blicket_result_solving_seconds(result), blicket_result_ranking_seconds(result)];
            assert!(seconds.iter().all(|seconds| *seconds >= 0.0));
            blicket_result_stop_reason(result);
            let kind = blicket_result_problem_kind(result, index);
            let is_listed = index < blicket_result_problem_count(result);
            assert_eq!(kind != blicket_problem_kind::None, is_listed);
            let example = blicket_result_problem_example(result, index, word);
            let is_named = word < blicket_result_problem_example_count(result, index);
            assert!(if is_named { example < examples } else { example == usize::MAX });
            let query = blicket_result_problem_query(result, index, word);
            let is_named = word < blicket_result_problem_query_count(result, index);
            assert!(if is_named { query < answers } else { query == usize::MAX });
        }
    }
}
