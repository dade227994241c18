//! `Task`.

use crate::boundary::{Error, guarded};
use crate::bridge::ffi::{Domain, Remark, Strategy};
use crate::evaluation::past_the_last;
use std::time::Duration;

pub(crate) struct Task(pub(crate) blicket::Task);

impl Task {
    pub(crate) fn create() -> Result<Box<Self>, Error> {
        guarded(|| Ok(Box::new(Self(blicket::Task::new()))))
    }

    /// Changes the task.
    fn change(
        &mut self,
        change: impl FnOnce(&mut blicket::Task) -> Result<(), Error>,
    ) -> Result<(), Error> {
        guarded(|| change(&mut self.0))
    }

    pub(crate) fn add_example(&mut self, input: &str, output: &str) -> Result<(), Error> {
        self.change(|task| {
            task.add_example(input, output);
            Ok(())
        })
    }

    pub(crate) fn add_query(&mut self, input: &str) -> Result<(), Error> {
        self.change(|task| {
            task.add_query(input);
            Ok(())
        })
    }

    pub(crate) fn add_no_sentence(&mut self, input: &str) -> Result<(), Error> {
        self.change(|task| {
            task.add_no_sentence(input);
            Ok(())
        })
    }

    pub(crate) fn add_wrong_output(&mut self, input: &str, output: &str) -> Result<(), Error> {
        self.change(|task| {
            task.add_wrong_output(input, output);
            Ok(())
        })
    }

    pub(crate) fn add_question_input(&mut self, input: &str) -> Result<(), Error> {
        self.change(|task| {
            task.question_pool.push(input.to_owned());
            Ok(())
        })
    }

    pub(crate) fn remove_example(&mut self, index: usize) -> Result<(), Error> {
        self.change(|task| {
            example_at(task, index)?;
            task.remove_example(index);
            Ok(())
        })
    }

    pub(crate) fn enable_example(&mut self, index: usize, enabled: bool) -> Result<(), Error> {
        self.change(|task| {
            example_at(task, index)?;
            task.enable_example(index, enabled);
            Ok(())
        })
    }

    pub(crate) fn replace_example(
        &mut self,
        index: usize,
        input: &str,
        output: &str,
    ) -> Result<(), Error> {
        self.change(|task| {
            *example_at(task, index)? = (input.to_owned(), output.to_owned());
            Ok(())
        })
    }

    pub(crate) fn lint(&self) -> Result<Vec<Remark>, Error> {
        guarded(|| Ok(self.0.lint().into_iter().map(bridged).collect()))
    }

    pub(crate) fn set_domain(&mut self, domain: Domain) -> Result<(), Error> {
        self.change(|task| {
            let out_of_range =
                || Error::new("`domain` is out of range: expected Auto, Words or Numbers");
            let known = || blicket::Domain::from_number(domain.repr.into());
            task.domain = match domain {
                Domain::Auto => None,
                _ => Some(known().ok_or_else(out_of_range)?),
            };
            Ok(())
        })
    }

    pub(crate) fn set_strategy(&mut self, strategy: Strategy) -> Result<(), Error> {
        self.change(|task| {
            let known = blicket::Strategy::from_number(strategy.repr.into());
            task.strategy = known.ok_or_else(|| {
                Error::new("`strategy` is out of range: expected Hybrid, Deduce, Neural or Greedy")
            })?;
            Ok(())
        })
    }

    pub(crate) fn set_seed(&mut self, seed: u64) -> Result<(), Error> {
        self.change(|task| {
            task.seed = seed;
            Ok(())
        })
    }

    pub(crate) fn set_timeout_ms(&mut self, timeout_ms: u64) -> Result<(), Error> {
        self.change(|task| {
            task.timeout = Duration::from_millis(timeout_ms);
            Ok(())
        })
    }

    pub(crate) fn set_step_limit(&mut self, step_limit: u64) -> Result<(), Error> {
        self.change(|task| {
            task.step_limit = step_limit;
            Ok(())
        })
    }

    pub(crate) fn set_use_query_inputs(&mut self, use_query_inputs: bool) -> Result<(), Error> {
        self.change(|task| {
            task.use_query_inputs = use_query_inputs;
            Ok(())
        })
    }

    pub(crate) fn set_noise(&mut self, noise: bool) -> Result<(), Error> {
        self.change(|task| {
            task.noise = noise;
            Ok(())
        })
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        self.change(|task| Ok(task.set(name, value)?))
    }

    pub(crate) fn get(&self, name: &str) -> Result<String, Error> {
        guarded(|| {
            // What is said of an option that cannot be set holds for one that cannot be read.
            let unknown = || match blicket::Task::new().set(name, "") {
                Err(error) => Error::from(error),
                Ok(()) => Error::new(format!("a task has no option `{name}`")),
            };
            self.0.get(name).ok_or_else(unknown)
        })
    }

    pub(crate) fn forget(&mut self) -> Result<(), Error> {
        self.change(|task| {
            task.memo = blicket::Memo::default();
            Ok(())
        })
    }

    pub(crate) fn example_count(&self) -> Result<usize, Error> {
        guarded(|| Ok(self.0.support.len()))
    }

    pub(crate) fn query_count(&self) -> Result<usize, Error> {
        guarded(|| Ok(self.0.queries.len()))
    }
}

/// A remark as the bridge has it.
pub(crate) fn bridged(remark: blicket::Remark) -> Remark {
    Remark {
        text: remark.to_string(),
        kind: remark.kind.name().to_owned(),
        severity: remark.severity.name().to_owned(),
        example: remark.example,
        found: remark.found,
        suggestion: remark.suggestion.unwrap_or_default(),
    }
}

/// An example by its index, or what is wrong with the index.
fn example_at(task: &mut blicket::Task, index: usize) -> Result<&mut (String, String), Error> {
    let count = task.support.len();
    let past_the_last = || past_the_last("examples", count, index);
    task.support.get_mut(index).ok_or_else(past_the_last)
}
