//! Freeing handles: once, twice, as another type, and those that are lent.

use super::Host;
use super::pool::Kind::{self, *};
use crate::advice::blicket_advice_free;
use crate::batch::blicket_batch_free;
use crate::engine::blicket_engine_free;
use crate::error::blicket_error_free;
use crate::evaluation::blicket_evaluation_free;
use crate::explanation::blicket_explanation_free;
use crate::grammar::blicket_grammar_free;
use crate::options::blicket_options_free;
use crate::result::blicket_result_free;
use crate::search::blicket_search_free;
use crate::task::blicket_task_free;
use std::ffi::c_void;

const KINDS: [Kind; 11] =
    [Grammar, Options, Engine, Error, Evaluation, Explanation, Advice, Task, Result, Search, Batch];

impl Host<'_> {
    pub(super) fn free(&mut self) {
        let kind = self.choices.pick(&KINDS);
        let picked = self.pool.pick(kind, &mut self.choices);
        free(kind, picked.get());
        if picked.owned {
            self.pool.freed(picked);
        }
    }

    /// Twice: the second time changes nothing.
    pub(super) fn free_everything(&mut self) {
        for (kind, handle) in self.pool.all().into_iter().chain(self.pool.all()) {
            free(kind, handle);
        }
    }
}

fn free(kind: Kind, handle: *mut c_void) {
    // SAFETY: the library gave the handle out, or it is NULL; all calls are made by one thread.
    unsafe {
        match kind {
            Options => blicket_options_free(handle.cast()),
            Engine => blicket_engine_free(handle.cast()),
            Error => blicket_error_free(handle.cast()),
            Grammar => blicket_grammar_free(handle.cast()),
            Evaluation => blicket_evaluation_free(handle.cast()),
            Batch => blicket_batch_free(handle.cast()),
            Explanation => blicket_explanation_free(handle.cast()),
            Advice => blicket_advice_free(handle.cast()),
            Task => blicket_task_free(handle.cast()),
            Result => blicket_result_free(handle.cast()),
            Search => blicket_search_free(handle.cast()),
        }
    }
}
