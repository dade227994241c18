//! What networks run on.

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

/// Reads what a device is printed as; `cuda` alone is the first card.
impl std::str::FromStr for Device {
    type Err = UnknownDevice;

    fn from_str(text: &str) -> Result<Self, UnknownDevice> {
        match text {
            "auto" => Ok(Self::Auto),
            "cpu" => Ok(Self::Cpu),
            "cuda" => Ok(Self::Cuda(0)),
            _ => {
                let index = text.strip_prefix("cuda:").and_then(|index| index.parse().ok());
                index.map(Self::Cuda).ok_or(UnknownDevice)
            }
        }
    }
}

/// A text that names no device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownDevice;

impl fmt::Display for UnknownDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected auto, cpu, cuda, or cuda: and the index of a card, such as cuda:1")
    }
}

impl std::error::Error for UnknownDevice {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_reads_back() {
        for device in [Device::Auto, Device::Cpu, Device::Cuda(0), Device::Cuda(7)] {
            assert_eq!(device.to_string().parse(), Ok(device));
        }
        assert_eq!("cuda".parse(), Ok(Device::Cuda(0)));
        for wrong in ["", "gpu", "cuda:", "cuda:-1", "cuda:x", "CPU"] {
            assert_eq!(wrong.parse::<Device>(), Err(UnknownDevice), "{wrong}");
        }
    }
}
