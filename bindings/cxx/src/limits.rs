//! `Limits`.

use crate::boundary::{Error, guarded};
use crate::bridge::ffi::Limits;

impl From<blicket::Limits> for Limits {
    fn from(blicket::Limits { steps, depth, output, text, .. }: blicket::Limits) -> Self {
        Self { steps, depth, output_tokens: output, output_bytes: text }
    }
}

impl From<Limits> for blicket::Limits {
    fn from(Limits { steps, depth, output_tokens, output_bytes }: Limits) -> Self {
        Self::DEFAULT.with(|limits| {
            limits.steps = steps;
            limits.depth = depth;
            limits.output = output_tokens;
            limits.text = output_bytes;
        })
    }
}

pub(crate) fn default_limits() -> Result<Limits, Error> {
    guarded(|| Ok(blicket::Limits::default().into()))
}
