//! What a host sets up once: the device that networks run on, and whatever searches will share.

use crate::control::Control;
use crate::task::Task;
use crate::workers::Workers;
use std::fmt;
use std::num::NonZero;
use std::sync::Arc;

/// Where networks run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Device {
    /// The best that is there; the engine says which one it took, and why not another.
    #[default]
    Auto,
    /// The processor.
    Cpu,
    /// The NVIDIA card with this index. Asked for explicitly, it is an error if it cannot be had.
    Cuda(u32),
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Cpu => f.write_str("cpu"),
            Self::Cuda(index) => write!(f, "cuda:{index}"),
        }
    }
}

/// How an engine is to be set up.
#[derive(Clone, Debug, Default)]
pub struct EngineOptions {
    /// Where networks run.
    pub device: Device,
    /// How many threads may work at once, for all searches together; as many as there are processors
    /// if it is not set. What is found does not depend on it.
    pub threads: Option<NonZero<usize>>,
    /// The bytes that each search may take, about; 1 GiB if it is not set.
    pub memory_limit: Option<usize>,
}

impl EngineOptions {
    /// The bytes that each search may take if nothing else is said.
    pub const MEMORY_LIMIT: usize = 1 << 30;
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
    device: Device,
    reason: &'static str,
    workers: Arc<Workers>,
    memory_limit: usize,
}

/// Why nothing runs on a GPU.
const NO_NETWORK: &str = "this version has no network, so nothing runs on a GPU";

impl Engine {
    /// Sets up an engine.
    pub fn new(options: &EngineOptions) -> Result<Self, DeviceUnavailable> {
        let (device, reason) = match options.device {
            Device::Auto => (Device::Cpu, NO_NETWORK),
            Device::Cpu => (Device::Cpu, "the CPU was asked for"),
            device => return Err(DeviceUnavailable { device, reason: NO_NETWORK }),
        };
        let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = options.threads.map_or_else(processors, NonZero::get);
        let memory_limit = options.memory_limit.unwrap_or(EngineOptions::MEMORY_LIMIT);
        Ok(Self { device, reason, workers: Arc::new(Workers::new(threads)), memory_limit })
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
        Control::new(self.workers.clone(), self.memory_limit, task)
    }

    /// The device that is really used, never [`Device::Auto`].
    pub fn device(&self) -> Device {
        self.device
    }

    /// Why it is this device.
    pub fn device_reason(&self) -> &str {
        self.reason
    }
}

/// What an engine is, for a person.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (device, reason, threads) = (self.device, self.reason, self.threads());
        let version = env!("CARGO_PKG_VERSION");
        write!(f, "blicket {version}, up to {threads} threads, device {device}: {reason}")
    }
}

/// A device that was asked for and cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceUnavailable {
    /// The device.
    pub device: Device,
    /// Why not.
    pub reason: &'static str,
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

    #[test]
    fn auto_takes_the_processor_and_says_why() {
        let engine = Engine::new(&EngineOptions::default()).unwrap();
        assert_eq!((engine.device(), engine.device_reason()), (Device::Cpu, NO_NETWORK));
        assert!(engine.to_string().contains("device cpu"));
    }

    #[test]
    fn a_device_that_cannot_be_had_is_an_error_that_names_it() {
        let error =
            Engine::new(&EngineOptions { device: Device::Cuda(1), ..EngineOptions::default() })
                .unwrap_err();
        assert!(error.to_string().contains("cuda:1"), "{error}");
    }
}
