//! `Options` and `Engine`.

use crate::boundary::{Error, guarded};
use crate::bridge::ffi::{Device, Example, Model, Options, Remark};
use crate::solution::Solution;
use crate::task::{Task, bridged};
use blicket::{EngineOptions, ModelInfo, RuntimeInfo};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

pub(crate) struct Engine(pub(crate) blicket::Engine);

pub(crate) fn default_options() -> Result<Options, Error> {
    guarded(|| {
        let device = EngineOptions::default().device;
        let (device, device_index) = (device.into(), device.index());
        let memory_limit = EngineOptions::MEMORY_LIMIT;
        let (runtime_path, model_path) = (String::new(), String::new());
        Ok(Options { device, device_index, threads: 0, memory_limit, runtime_path, model_path })
    })
}

/// An enum of C++ can hold any number, so there are more devices than have names.
fn to_core(device: Device, index: u32) -> Result<blicket::Device, Error> {
    let number = device.repr.into();
    blicket::Device::from_number(number, index).ok_or_else(|| {
        Error::new(match blicket::Device::from_number(number, 0) {
            Some(_) => "`device_index` is out of range: only cards of CUDA have an index",
            None => "`device` is out of range: expected Auto, Cpu or Cuda",
        })
    })
}

/// A path that may be left out.
fn path(text: &str) -> Option<PathBuf> {
    Some(text).filter(|text| !text.is_empty()).map(PathBuf::from)
}

impl Engine {
    pub(crate) fn create(options: &Options) -> Result<Box<Self>, Error> {
        guarded(|| {
            let device = to_core(options.device, options.device_index)?;
            let threads = NonZero::new(options.threads);
            let memory_limit = Some(options.memory_limit);
            let (runtime_path, model_path) =
                (path(&options.runtime_path), path(&options.model_path));
            let options = EngineOptions::default().with(|options| {
                options.device = device;
                options.threads = threads;
                options.memory_limit = memory_limit;
                options.runtime_path = runtime_path;
                options.model_path = model_path;
            });
            Ok(Box::new(Self(blicket::Engine::new(&options)?)))
        })
    }

    pub(crate) fn solve(&self, task: &Task) -> Result<Box<Solution>, Error> {
        guarded(|| Ok(Box::new(Solution::new(self.0.solve(&task.0)))))
    }

    pub(crate) fn synthesize(
        &self,
        support: &[Example<'_>],
        queries: &[&str],
        timeout_ms: u64,
    ) -> Result<Box<Solution>, Error> {
        guarded(|| {
            let pairs = support.iter().map(|example| (example.input, example.output));
            let timeout = Duration::from_millis(timeout_ms);
            let solution = self.0.synthesize(pairs, queries.iter().copied(), timeout);
            Ok(Box::new(Solution::new(solution)))
        })
    }

    pub(crate) fn threads(&self) -> Result<usize, Error> {
        guarded(|| Ok(self.0.threads()))
    }

    pub(crate) fn lint(&self, task: &Task) -> Result<Vec<Remark>, Error> {
        guarded(|| Ok(self.0.lint(&task.0).into_iter().map(bridged).collect()))
    }

    pub(crate) fn warm_up(&self) -> Result<(), Error> {
        guarded(|| Ok(self.0.warm_up()?))
    }

    pub(crate) fn runtime_version(&self) -> Result<&str, Error> {
        guarded(|| Ok(self.0.runtime().map_or("", |runtime| &runtime.version)))
    }

    pub(crate) fn runtime_path(&self) -> Result<String, Error> {
        let path = |runtime: &RuntimeInfo| runtime.path.display().to_string();
        guarded(|| Ok(self.0.runtime().map(path).unwrap_or_default()))
    }

    pub(crate) fn network_problem(&self) -> Result<String, Error> {
        guarded(|| Ok(self.0.network_error().map(ToString::to_string).unwrap_or_default()))
    }

    pub(crate) fn models(&self) -> Result<Vec<Model>, Error> {
        let model = |model: &ModelInfo| Model {
            file: model.file.clone(),
            format: model.format.to_owned(),
            contract: model.contract.to_owned(),
            sha256: model.sha256.clone(),
        };
        guarded(|| Ok(self.0.models().map_err(Clone::clone)?.iter().map(model).collect()))
    }

    pub(crate) fn device(&self) -> Result<Device, Error> {
        guarded(|| Ok(self.0.device().into()))
    }

    pub(crate) fn device_reason(&self) -> Result<&str, Error> {
        guarded(|| Ok(self.0.device_reason()))
    }

    pub(crate) fn info(&self) -> Result<String, Error> {
        guarded(|| Ok(self.0.to_string()))
    }
}
