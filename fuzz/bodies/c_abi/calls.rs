//! Options, engines and grammars.

use super::Host;
use super::pool::Kind::{self, *};
use crate::advice::*;
use crate::batch::*;
use crate::engine::*;
use crate::grammar::*;
use crate::limits::*;
use crate::options::*;
use crate::status::blicket_status::*;
use std::ptr::{null, null_mut};

/// There is no such library, so no machine's runtime is ever loaded.
const NOWHERE: &str = "/nowhere/libonnxruntime.so.1";

impl Host<'_> {
    pub(super) fn call(&mut self) {
        match self.choices.below(16) {
            0 => self.new_options(),
            1..3 => self.set_options(),
            3 => self.new_engine(),
            4..8 => self.parse(),
            8 => self.copy(),
            9 => self.set_limits(),
            10..13 => self.apply(),
            13 => self.apply_many(),
            14 => self.apply_batch(),
            _ => self.explain_and_advise(),
        }
    }

    fn new_options(&mut self) {
        // SAFETY: the places can be written or are NULL.
        let options = self.make(Options, true, &[], |o, e| unsafe { blicket_options_new(o, e) });
        if let Some(options) = options {
            let path = self.texts.keep(NOWHERE.as_bytes()).text;
            // SAFETY: a live handle and a text.
            let set = unsafe { blicket_options_set_runtime_path(options, path, null_mut()) };
            assert_eq!(set, BLICKET_OK);
        }
    }

    fn set_options(&mut self) {
        let options = self.pool.pick(Options, &mut self.choices);
        let (fit, options) = (options.owned, options.get());
        let (number, index) = (self.choices.number(), self.choices.below(3) as u32);
        let path = self.texts.pick(&mut self.choices);
        // A path may not have a NUL, and no runtime is to be found.
        let others = &[BLICKET_OUT_OF_RANGE];
        // SAFETY: handles that the library gave out or NULL; places that can be written or are NULL.
        unsafe {
            match self.choices.below(4) {
                0 => self.status(fit, others, |e| {
                    blicket_options_set_device(options, number as u32, index, e)
                }),
                1 => self
                    .status(fit, &[], |e| blicket_options_set_threads(options, number as usize, e)),
                2 => self.status(fit, &[], |e| {
                    blicket_options_set_memory_limit(options, number as usize, e)
                }),
                _ if path.fits && path.text.len == 0 => false,
                _ => self.status(fit && path.fits, others, |e| {
                    blicket_options_set_model_path(options, path.text, e)
                }),
            }
        };
    }

    fn new_engine(&mut self) {
        let options = self.pool.pick(Options, &mut self.choices);
        if options.is_null() {
            // The default is fine, but may find a runtime: so it is not used any further.
            let mut engine = null_mut();
            // SAFETY: the place can be written.
            unsafe {
                assert_eq!(blicket_engine_new(null(), &mut engine, null_mut()), BLICKET_OK);
                blicket_engine_free(engine);
            }
            return;
        }
        // SAFETY: a handle that the library gave out; places that can be written or are NULL.
        self.make(Engine, options.reads, &[BLICKET_DEVICE_UNAVAILABLE], |engine, e| unsafe {
            blicket_engine_new(options.get(), engine, e)
        });
    }

    fn parse(&mut self) {
        let text = self.texts.pick(&mut self.choices);
        // SAFETY: what can be read of the text is promised; places can be written or are NULL.
        let grammar = self.make(Grammar, text.fits, &[BLICKET_GRAMMAR], |grammar, e| unsafe {
            blicket_grammar_parse(text.text, grammar, e)
        });
        if let Some(grammar) = grammar {
            // SAFETY: a live handle.
            let set = unsafe { blicket_grammar_set_limits(grammar, few(10_000), null_mut()) };
            assert_eq!(set, BLICKET_OK);
        }
    }

    fn copy(&mut self) {
        let grammar = self.pool.pick(Grammar, &mut self.choices);
        // SAFETY: a handle that the library gave out or NULL; places can be written or are NULL.
        self.make(Grammar, grammar.reads, &[], |copy, e| unsafe {
            blicket_grammar_copy(grammar.get(), copy, e)
        });
    }

    fn set_limits(&mut self) {
        let grammar = self.pool.pick(Grammar, &mut self.choices);
        let limits = few(self.choices.number());
        // SAFETY: a handle that the library gave out or NULL; the place can be written or is NULL.
        self.status(grammar.owned, &[], |e| unsafe {
            blicket_grammar_set_limits(grammar.get(), limits, e)
        });
    }

    /// Into a new evaluation, or into one that there is: then also its own text.
    fn apply(&mut self) {
        let grammar = self.pool.pick(Grammar, &mut self.choices);
        let used = self.pool.pick(Evaluation, &mut self.choices);
        let mut input = self.texts.pick(&mut self.choices);
        if used.owned && self.choices.flag() {
            // SAFETY: a live handle.
            input.text = unsafe { crate::evaluation::blicket_evaluation_stuck_text(used.get()) };
            input.fits = true;
        }
        let mut evaluation = used.get();
        let fit = grammar.reads && input.fits && (used.owned || used.is_null());
        // SAFETY: handles that the library gave out or NULL; places can be written or are NULL.
        let applied = self.status(fit, &[], |e| unsafe {
            blicket_grammar_apply(grammar.get(), input.text, &mut evaluation, e)
        });
        if applied && used.is_null() {
            self.pool.add(Evaluation, evaluation);
        } else {
            assert_eq!(evaluation, used.get(), "what was there was changed");
        }
    }

    fn apply_many(&mut self) {
        let grammar = self.pool.pick(Grammar, &mut self.choices);
        let mut count = self.choices.below(4);
        let inputs: Vec<_> = (0..count).map(|_| self.texts.pick(&mut self.choices)).collect();
        let texts: Vec<_> = inputs.iter().map(|input| input.text).collect();
        // None may be there twice.
        let mut used: Vec<super::pool::Picked> = Vec::new();
        for _ in 0..count {
            let picked = self.pool.pick(Evaluation, &mut self.choices);
            let twice = used.iter().any(|u| u.get::<u8>() == picked.get() && !u.is_null());
            used.push(if twice { self.pool.null() } else { picked });
        }
        let before: Vec<_> = used.iter().map(|picked| picked.get()).collect();
        let mut evaluations = before.clone();
        let fit = grammar.reads
            && inputs.iter().all(|input| input.fits)
            && used.iter().all(|used| used.owned || used.is_null());
        let is_absurd = count > 0 && self.choices.below(8) == 7;
        if is_absurd {
            count = usize::MAX - count;
        }
        let fit = count == 0 || fit && !is_absurd;
        // SAFETY: handles that the library gave out or NULL; absurd counts are found before they are
        // used.
        let applied = self.status(fit, &[], |e| unsafe {
            let (inputs, evaluations) = (texts.as_ptr(), evaluations.as_mut_ptr());
            blicket_grammar_apply_many(grammar.get(), inputs, count, evaluations, e)
        });
        for (before, after) in before.into_iter().zip(evaluations) {
            if applied && before.is_null() {
                self.pool.add(Evaluation, after);
            } else {
                assert_eq!(before, after, "what was there was changed");
            }
        }
    }

    /// Into a new batch, or into one that there is: then also its own text.
    fn apply_batch(&mut self) {
        let grammar = self.pool.pick(Grammar, &mut self.choices);
        let used = self.pool.pick(Batch, &mut self.choices);
        let count = self.choices.below(4);
        let mut inputs: Vec<_> = (0..count).map(|_| self.texts.pick(&mut self.choices)).collect();
        if used.owned && self.choices.flag() {
            for (index, input) in inputs.iter_mut().enumerate() {
                // SAFETY: a live handle.
                input.text = unsafe { blicket_batch_stuck_text(used.get(), index) };
                input.fits = true;
            }
        }
        let texts: Vec<_> = inputs.iter().map(|input| input.text).collect();
        let fit = grammar.reads
            && inputs.iter().all(|input| input.fits)
            && (used.owned || used.is_null());
        let mut batch = used.get();
        // SAFETY: handles that the library gave out or NULL; places can be written or are NULL.
        let applied = self.status(fit, &[], |e| unsafe {
            blicket_grammar_apply_batch(grammar.get(), texts.as_ptr(), count, &mut batch, e)
        });
        if applied && used.is_null() {
            self.pool.add(Batch, batch);
        } else {
            assert_eq!(batch, used.get(), "what was there was changed");
        }
    }

    fn explain_and_advise(&mut self) {
        let grammar = self.pool.pick(Grammar, &mut self.choices);
        let input = self.texts.pick(&mut self.choices);
        let fit = grammar.reads && input.fits;
        // SAFETY: handles that the library gave out or NULL; places can be written or are NULL.
        self.make(Kind::Explanation, fit, &[], |explanation, e| unsafe {
            blicket_grammar_explain(grammar.get(), input.text, explanation, e)
        });
        let most = self.choices.below(4);
        // SAFETY: the same.
        self.make(Kind::Advice, fit, &[], |advice, e| unsafe {
            blicket_grammar_advise(grammar.get(), input.text, most, advice, e)
        });
    }
}

/// Limits that keep one call short.
fn few(steps: u64) -> blicket_limits {
    let steps = steps.min(50_000);
    blicket_limits { steps, depth: 1_000, output_tokens: 10_000, output_bytes: 1 << 16 }
}
