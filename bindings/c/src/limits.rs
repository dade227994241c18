//! `blicket_limits`.

use core::Limits;

/// What one evaluation may cost. Whatever the grammar and the input, an evaluation takes time in
/// proportion to steps and to the length of its input and output, and memory likewise.
#[allow(non_camel_case_types)]
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blicket_limits {
    /// The most steps: rules tried, words compared, items of right sides run.
    pub steps: u64,
    /// How deep evaluations may nest.
    pub depth: u32,
    /// The most tokens that an output may have.
    pub output_tokens: u32,
    /// The most bytes that the text of an output may have.
    pub output_bytes: usize,
}

impl From<Limits> for blicket_limits {
    fn from(Limits { steps, depth, output, text, .. }: Limits) -> Self {
        Self { steps, depth, output_tokens: output, output_bytes: text }
    }
}

impl From<blicket_limits> for Limits {
    fn from(limits: blicket_limits) -> Self {
        let blicket_limits { steps, depth, output_tokens, output_bytes } = limits;
        Limits::DEFAULT.with(|limits| {
            limits.steps = steps;
            limits.depth = depth;
            limits.output = output_tokens;
            limits.text = output_bytes;
        })
    }
}

/// The limits that a grammar has before blicket_grammar_set_limits: ten million steps (a fraction of
/// a second), a million levels, a million tokens, 16 MiB.
#[unsafe(no_mangle)]
pub extern "C" fn blicket_limits_default() -> blicket_limits {
    Limits::default().into()
}
