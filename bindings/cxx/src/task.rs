//! `Task`.

use crate::boundary::{Error, guarded};
use crate::bridge::ffi::{Domain, Strategy};
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

    pub(crate) fn set_domain(&mut self, domain: Domain) -> Result<(), Error> {
        self.change(|task| {
            task.domain = match domain {
                Domain::Words => Some(blicket::Domain::Words),
                Domain::Numbers => Some(blicket::Domain::Numbers),
                Domain::Auto => None,
                _ => return Err(Error::new("`domain` is out of range")),
            };
            Ok(())
        })
    }

    pub(crate) fn set_strategy(&mut self, strategy: Strategy) -> Result<(), Error> {
        self.change(|task| {
            task.strategy = match strategy {
                Strategy::Hybrid => blicket::Strategy::Hybrid,
                Strategy::Deduce => blicket::Strategy::Deduce,
                Strategy::Neural => blicket::Strategy::Neural,
                Strategy::Greedy => blicket::Strategy::Greedy,
                _ => return Err(Error::new("`strategy` is out of range")),
            };
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

    pub(crate) fn forget(&mut self) -> Result<(), Error> {
        self.change(|task| {
            task.known = blicket::Known::default();
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
