//! What a host sets up once: the device that networks run on, and whatever searches will share.

use crate::again;
use crate::budget::workers::Workers;
use crate::budget::{Budget, Control, Watch};
use crate::device::Device;
use crate::learn::schedule::Schedule;
use crate::network::{ModelInfo, NetworkError, NetworkOptions, Networks, RuntimeInfo};
use crate::solution::Solution;
use crate::solve;
use crate::task::Task;
use std::fmt;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How an engine is to be set up.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct EngineOptions {
    /// Where networks run.
    pub device: Device,
    /// How many threads may work at once, for all searches together; as many as there are processors
    /// if it is not set. What is found does not depend on it.
    pub threads: Option<NonZero<usize>>,
    /// The bytes that each search may take, about; 1 GiB if it is not set.
    pub memory_limit: Option<usize>,
    /// The library of ONNX Runtime, which runs networks; looked for if it is not set (see
    /// [`Engine::warm_up`]).
    pub runtime_path: Option<PathBuf>,
    /// A folder with models and their `MANIFEST`. Those that it lists are used instead of the ones that
    /// are built in.
    pub model_path: Option<PathBuf>,
    /// The folder that the library is in that blicket was built into, if it is not the program
    /// itself: ONNX Runtime may be beside it.
    pub library_folder: Option<PathBuf>,
}

impl EngineOptions {
    /// The bytes that each search may take if nothing else is said.
    pub const MEMORY_LIMIT: usize = 1 << 30;

    /// These options with some of them changed:
    /// `EngineOptions::default().with(|options| options.device = Device::Cpu)`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// The part of a host's process that belongs to blicket. It can be shared between threads.
///
/// ```
/// use blicket::{Device, Engine, EngineOptions};
///
/// let engine = Engine::new(&EngineOptions::default())?;
/// assert_eq!(engine.device(), Device::Cpu);
/// # Ok::<(), blicket::DeviceUnavailable>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    networks: Arc<Networks>,
    workers: Arc<Workers>,
    memory_limit: usize,
}

/// Why nothing is known about devices yet.
const NOT_NEEDED: &str = "no network has been needed yet";

impl Engine {
    /// Sets up an engine. Networks are loaded when they are first needed, or by
    /// [`warm_up`](Self::warm_up), so that this takes no time to speak of; but if a card is asked for,
    /// they are loaded at once, and it is an error if it cannot be had.
    pub fn new(options: &EngineOptions) -> Result<Self, DeviceUnavailable> {
        Self::asking(options, false)
    }

    /// One whose searches ask networks together on the processor, too, as they do on a card.
    #[cfg(all(test, feature = "neural"))]
    pub(crate) fn asking_together(options: &EngineOptions) -> Result<Self, DeviceUnavailable> {
        Self::asking(options, true)
    }

    fn asking(options: &EngineOptions, together: bool) -> Result<Self, DeviceUnavailable> {
        let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = options.threads.map_or_else(processors, NonZero::get);
        let memory_limit = options.memory_limit.unwrap_or(EngineOptions::MEMORY_LIMIT);
        let device = options.device;
        let networks = Networks::new(NetworkOptions {
            device,
            runtime: options.runtime_path.clone(),
            beside: options.library_folder.clone(),
            models: options.model_path.clone(),
            threads,
            together,
        });
        if let Device::Cuda(_) = device
            && let Err(reason) = networks.load()
        {
            return Err(DeviceUnavailable { device, reason });
        }
        let workers = Arc::new(Workers::new(threads));
        Ok(Self { networks: Arc::new(networks), workers, memory_limit })
    }

    /// Loads the networks now, so that the first search that needs them does not wait for that. Without
    /// them an engine works all the same, by deduction.
    ///
    /// ONNX Runtime is taken from [`EngineOptions::runtime_path`], or else from the environment variable
    /// `BLICKET_ONNXRUNTIME`. If neither is set, it is looked for beside the library, beside the
    /// program, in the `lib` of the program's prefix, and where the system looks.
    pub fn warm_up(&self) -> Result<(), NetworkError> {
        self.networks.load()
    }

    /// How many threads may work at once, for all searches together.
    pub fn threads(&self) -> usize {
        self.workers.most()
    }

    /// The bytes that each search may take, about.
    pub fn memory_limit(&self) -> usize {
        self.memory_limit
    }

    /// What a search for this task shares with whoever starts it. Its time begins now.
    pub(crate) fn control(&self, task: &Task) -> Arc<Control> {
        Control::new(self.workers.clone(), self.networks.clone(), self.memory_limit, task)
    }

    /// The device that networks really run on, never [`Device::Auto`]; the processor as long as none
    /// is loaded.
    pub fn device(&self) -> Device {
        self.networks.state().and_then(Result::ok).map_or(Device::Cpu, |info| info.device)
    }

    /// Why it is this device.
    pub fn device_reason(&self) -> &str {
        match self.networks.state() {
            None => NOT_NEEDED,
            Some(Ok(info)) => &info.reason,
            Some(Err(_)) => "there is no network to run",
        }
    }

    /// ONNX Runtime, once networks are loaded.
    pub fn runtime(&self) -> Option<&RuntimeInfo> {
        self.networks.state().and_then(Result::ok).map(|info| &info.runtime)
    }

    /// The models that networks are loaded from. To know them, nothing need be loaded.
    pub fn models(&self) -> Result<&[ModelInfo], &NetworkError> {
        self.networks.models()
    }

    /// Why there are no networks, if they were needed and could not be loaded.
    pub fn network_error(&self) -> Option<&NetworkError> {
        self.networks.state().and_then(Result::err)
    }
}

impl Engine {
    /// Learns a grammar from examples, and answers queries by it: [`solve`](Self::solve) with a
    /// task's default settings.
    ///
    /// ```
    /// use blicket::{Engine, EngineOptions};
    /// use std::time::Duration;
    ///
    /// let engine = Engine::new(&EngineOptions::default())?;
    /// let support = [("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED RED")];
    /// let solution = engine.synthesize(support, ["lug fep"], Duration::from_secs(1));
    /// assert_eq!(solution.answers[0].text.as_deref(), Some("BLUE BLUE BLUE"));
    /// # Ok::<(), blicket::DeviceUnavailable>(())
    /// ```
    pub fn synthesize<'a>(
        &self,
        support: impl IntoIterator<Item = (&'a str, &'a str)>,
        queries: impl IntoIterator<Item = &'a str>,
        timeout: Duration,
    ) -> Solution {
        let mut task = Task::new();
        support.into_iter().for_each(|(input, output)| task.add_example(input, output));
        queries.into_iter().for_each(|query| task.add_query(query));
        task.timeout = timeout;
        // Nobody can ask for the same task again.
        self.solve_by(&task, Schedule::of(task.strategy))
    }

    /// Solves a task. It always comes back, at the latest a moment after the task's timeout, with the
    /// best that was found by then.
    pub fn solve(&self, task: &Task) -> Solution {
        again::solve(task, &mut self.budget(task)).0
    }

    /// Solves a task by the learners of a schedule of one's own.
    #[doc(hidden)]
    pub fn solve_by(&self, task: &Task, schedule: Schedule) -> Solution {
        solve::run(task, schedule, &mut self.budget(task)).0
    }

    /// What a task may take that is solved on this thread.
    fn budget(&self, task: &Task) -> Budget {
        Budget::new(Watch::new(self.control(task), None))
    }
}

/// What an engine is, for a person.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (device, reason, threads) = (self.device(), self.device_reason(), self.threads());
        let version = env!("CARGO_PKG_VERSION");
        write!(f, "blicket {version}, up to {threads} threads, device {device}: {reason}")?;
        if let Some(RuntimeInfo { version, path }) = self.runtime() {
            write!(f, "; ONNX Runtime {version} from {}", path.display())?;
        }
        if let Some(error) = self.network_error() {
            write!(f, "; without networks, by deduction alone: {error}")?;
        }
        Ok(())
    }
}

/// A device that was asked for and cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeviceUnavailable {
    /// The device.
    pub device: Device,
    /// Why not.
    pub reason: NetworkError,
}

impl fmt::Display for DeviceUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { device, reason } = self;
        write!(f, "the device {device} cannot be had: {reason}; ask for auto or cpu")
    }
}

impl std::error::Error for DeviceUnavailable {}

#[cfg(test)]
mod tests {
    use super::*;

    /// A runtime that there is not.
    fn options(device: Device) -> EngineOptions {
        let runtime_path = Some("/nowhere/libonnxruntime.so.1".into());
        EngineOptions { device, runtime_path, ..EngineOptions::default() }
    }

    #[test]
    fn an_engine_loads_nothing_before_it_is_needed_and_works_without() {
        let engine = Engine::new(&options(Device::Auto)).unwrap();
        assert_eq!((engine.device(), engine.device_reason()), (Device::Cpu, NOT_NEEDED));
        assert!(engine.network_error().is_none());
        assert!(engine.to_string().contains("device cpu: no network has been needed yet"));

        let error = engine.warm_up().unwrap_err();
        assert_eq!(engine.network_error(), Some(&error));
        assert!(engine.runtime().is_none());
        assert_eq!(engine.device(), Device::Cpu);
        assert!(engine.to_string().contains("by deduction alone: "), "{engine}");
        let solution = engine.synthesize(
            [("dax", "RED"), ("wif", "BLUE"), ("dax fep", "RED RED")],
            ["wif fep"],
            std::time::Duration::from_secs(10),
        );
        assert_eq!(solution.answers[0].text.as_deref(), Some("BLUE BLUE"));
    }

    #[test]
    fn a_device_that_cannot_be_had_is_an_error_that_names_it() {
        let error = Engine::new(&options(Device::Cuda(1))).unwrap_err();
        assert!(error.to_string().contains("cuda:1"), "{error}");
    }
}
