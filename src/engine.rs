//! What a host sets up once: the device that networks run on, and whatever searches will share.

use std::fmt;

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
}

/// Why nothing runs on a GPU.
const NO_NETWORK: &str = "this version has no network, so nothing runs on a GPU";

impl Engine {
    /// Sets up an engine.
    pub fn new(options: &EngineOptions) -> Result<Self, DeviceUnavailable> {
        match options.device {
            Device::Auto => Ok(Self { device: Device::Cpu, reason: NO_NETWORK }),
            Device::Cpu => Ok(Self { device: Device::Cpu, reason: "the CPU was asked for" }),
            device => Err(DeviceUnavailable { device, reason: NO_NETWORK }),
        }
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
        let Self { device, reason } = self;
        write!(f, "blicket {}, device {device}: {reason}", env!("CARGO_PKG_VERSION"))
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
        let error = Engine::new(&EngineOptions { device: Device::Cuda(1) }).unwrap_err();
        assert!(error.to_string().contains("cuda:1"), "{error}");
    }
}
