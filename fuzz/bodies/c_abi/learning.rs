//! Tasks, results and searches.

use super::Host;
use super::pool::Kind::*;
use super::pool::Picked;
use crate::result::*;
use crate::search::*;
use crate::status::blicket_status::*;
use crate::synthesis::*;
use crate::task::*;
use crate::text::blicket_str;
use std::ffi::c_void;
use std::ptr::{null, null_mut, without_provenance_mut};

/// Examples from which something can be learnt.
const EXAMPLES: [(&str, &str); 7] = [
    ("dax", "RED"),
    ("lug", "BLUE"),
    ("dax fep", "RED RED RED"),
    ("dax kiki lug", "BLUE RED"),
    ("one", "1"),
    ("one ten", "11"),
    ("dax", "BLUE"),
];

/// Returns what the host gave it: to go on, to stop, or a number that means neither.
unsafe extern "C-unwind" fn flow(progress: *const blicket_progress, user_data: *mut c_void) -> u32 {
    // SAFETY: it is there during the call.
    let progress = unsafe { &*progress };
    assert!(progress.satisfied <= progress.examples);
    user_data.addr() as u32
}

impl Host<'_> {
    pub(super) fn learn(&mut self) {
        match self.choices.below(16) {
            0..2 => self.new_task(),
            2..7 => self.add(),
            7..9 => self.set(),
            9 => self.solve(),
            10 => self.synthesize(),
            11..13 => self.start(),
            13..15 => self.search_result(),
            _ => self.lent(),
        }
    }

    fn new_task(&mut self) {
        // SAFETY: the places can be written or are NULL.
        let task = self.make(Task, true, &[], |task, e| unsafe { blicket_task_new(task, e) });
        if let Some(task) = task {
            // SAFETY: a live handle.
            let set = unsafe {
                let steps = blicket_task_set_step_limit(task, 20, null_mut());
                [steps, blicket_task_set_timeout_ms(task, 5, null_mut())]
            };
            assert_eq!(set, [BLICKET_OK; 2]);
        }
    }

    fn add(&mut self) {
        let task = self.pool.pick(Task, &mut self.choices);
        let mut texts = [(); 2].map(|()| self.texts.pick(&mut self.choices));
        if self.choices.flag() {
            let (input, output) = self.choices.pick(&EXAMPLES);
            texts = [input, output].map(|text| self.texts.keep(text.as_bytes()));
        }
        let [input, output] = texts;
        let before = counts(task);
        let is_query = self.choices.below(4) == 3;
        let fit = task.owned && input.fits && (is_query || output.fits);
        let added = self.status(fit, &[], |e| {
            // SAFETY: a handle that the library gave out or NULL; the place can be written or is NULL.
            unsafe {
                match is_query {
                    true => blicket_task_add_query(task.get(), input.text, e),
                    false => blicket_task_add_example(task.get(), input.text, output.text, e),
                }
            }
        });
        let [examples, queries] = before;
        let (more_examples, more_queries) = (added && !is_query, added && is_query);
        let after = [examples + usize::from(more_examples), queries + usize::from(more_queries)];
        assert_eq!(counts(task), after);
    }

    fn set(&mut self) {
        let picked = self.pool.pick(Task, &mut self.choices);
        let (fit, task) = (picked.owned, picked.get());
        let (number, flag) = (self.choices.number(), self.choices.flag());
        let small = self.choices.below(6) as u32;
        let others = &[BLICKET_OUT_OF_RANGE];
        // SAFETY: a handle that the library gave out or NULL; the place can be written or is NULL.
        unsafe {
            match self.choices.below(9) {
                0 => self.status(fit, others, |e| blicket_task_set_domain(task, small, e)),
                1 => self.status(fit, others, |e| blicket_task_set_strategy(task, small, e)),
                2 => self.status(fit, &[], |e| blicket_task_set_seed(task, number, e)),
                // A sequence of calls has to come to an end.
                3 => self.status(fit, &[], |e| blicket_task_set_timeout_ms(task, small.into(), e)),
                4 => self.status(fit, &[], |e| blicket_task_set_step_limit(task, number, e)),
                5 => self.status(fit, &[], |e| blicket_task_set_use_query_inputs(task, flag, e)),
                6 => self.status(fit, &[], |e| blicket_task_set_noise(task, flag, e)),
                7 => {
                    let names = ["noise", "seed", "domain", "use_query_inputs", "strategy", "nois"];
                    let name = blicket_str::new(names[small as usize]);
                    let value = blicket_str::new(if flag { "true" } else { "2" });
                    let others = &[BLICKET_INVALID_OPTION];
                    self.status(fit, others, |e| blicket_task_set(task, name, value, e))
                }
                _ => {
                    blicket_task_forget(task);
                    true
                }
            }
        };
    }

    fn solve(&mut self) {
        let engine = self.pool.pick(Engine, &mut self.choices);
        let task = self.pool.pick(Task, &mut self.choices);
        let fit = engine.reads && task.reads;
        // SAFETY: handles that the library gave out or NULL; places can be written or are NULL.
        self.make(Result, fit, &[], |result, e| unsafe {
            blicket_solve(engine.get(), task.get(), result, e)
        });
    }

    fn synthesize(&mut self) {
        let engine = self.pool.pick(Engine, &mut self.choices);
        let pair = |host: &mut Self| [(); 2].map(|()| host.texts.pick(&mut host.choices));
        let pairs: Vec<_> = (0..self.choices.below(4)).map(|_| pair(self)).collect();
        let support: Vec<_> = pairs
            .iter()
            .map(|[input, output]| blicket_example { input: input.text, output: output.text })
            .collect();
        let queries: Vec<_> =
            (0..self.choices.below(3)).map(|_| self.texts.pick(&mut self.choices)).collect();
        let texts: Vec<blicket_str> = queries.iter().map(|query| query.text).collect();
        let (mut support_data, mut count) = (support.as_ptr(), support.len());
        let mut fit = engine.reads
            && pairs.iter().flatten().all(|text| text.fits)
            && queries.iter().all(|query| query.fits);
        match self.choices.below(8) {
            6 => {
                support_data = null();
                fit &= count == 0;
            }
            7 => {
                count = usize::MAX - count;
                fit = false;
            }
            _ => {}
        }
        // SAFETY: handles that the library gave out or NULL; absurd counts are found before they are
        // used; places can be written or are NULL.
        self.make(Result, fit, &[], |result, e| unsafe {
            let (queries, n) = (texts.as_ptr(), texts.len());
            blicket_synthesize(engine.get(), support_data, count, queries, n, 5, result, e)
        });
    }

    fn start(&mut self) {
        let engine = self.pool.pick(Engine, &mut self.choices);
        let task = self.pool.pick(Task, &mut self.choices);
        let fit = engine.reads && task.reads;
        let callback: blicket_callback = if self.choices.flag() { Some(flow) } else { None };
        let user_data = without_provenance_mut(self.choices.below(3));
        // SAFETY: handles that the library gave out or NULL; places can be written or are NULL.
        self.make(Search, fit, &[], |search, e| unsafe {
            blicket_search_start(engine.get(), task.get(), callback, user_data, search, e)
        });
    }

    /// What came of a search, or the best so far; before that it may be cancelled or waited for.
    fn search_result(&mut self) {
        let search = self.pool.pick(Search, &mut self.choices);
        // SAFETY: a handle that the library gave out or NULL; places can be written or are NULL.
        unsafe {
            match self.choices.below(4) {
                0 => blicket_search_cancel(search.get()),
                1 => assert!(blicket_search_wait(search.get(), u64::MAX)),
                2 => drop(blicket_search_wait(search.get(), 0)),
                _ => {}
            }
            self.make(Result, search.reads, &[], |result, e| {
                blicket_search_result(search.get(), result, e)
            });
        }
    }

    /// The grammars that a result gives out are handles too.
    fn lent(&mut self) {
        let result = self.pool.pick(Result, &mut self.choices);
        let index = self.choices.number() as usize;
        // SAFETY: a handle that the library gave out or NULL.
        let lent = unsafe {
            let result = result.get();
            [blicket_result_grammar(result), blicket_result_alternative_grammar(result, index)]
        };
        for grammar in lent {
            assert!(result.reads || grammar.is_null());
            self.pool.lend(Grammar, grammar, result.get());
        }
    }
}

/// How many examples and queries there are.
fn counts(task: Picked) -> [usize; 2] {
    // SAFETY: a handle that the library gave out or NULL.
    unsafe { [blicket_task_example_count(task.get()), blicket_task_query_count(task.get())] }
}
