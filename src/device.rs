//! What networks run on.

use std::fmt;

/// Where networks run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Device {
    /// The best that is there; the engine says which one it took, and why not another.
    #[default]
    Auto,
    /// The processor.
    Cpu,
    /// The NVIDIA card with this index. Asked for explicitly, it is an error if it cannot be had.
    Cuda(u32),
}

impl Device {
    /// The name of its kind, without the index of a card.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Cpu => "cpu",
            Self::Cuda(_) => "cuda",
        }
    }

    /// Its number in the C header, which has the index of a card apart.
    pub fn number(self) -> u32 {
        match self {
            Self::Auto => 0,
            Self::Cpu => 1,
            Self::Cuda(_) => 2,
        }
    }

    /// The index of a card; 0 for other devices, which have none.
    pub fn index(self) -> u32 {
        match self {
            Self::Auto | Self::Cpu => 0,
            Self::Cuda(index) => index,
        }
    }

    /// The device with this number in the C header, and with this index, if there is one. Only cards have
    /// an index other than 0.
    pub fn from_number(number: u32, index: u32) -> Option<Self> {
        [Self::Auto, Self::Cpu, Self::Cuda(index)]
            .into_iter()
            .find(|device| (device.number(), device.index()) == (number, index))
    }
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
