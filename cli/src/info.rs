//! `blicket info`: what this build is.

use crate::failure::Failure;
use blicket::{ABI_VERSION, Limits};
use serde::Serialize;
use std::io::{Write, stdout};

/// Show the version, the ABI and the default limits
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Info {
    version: &'static str,
    abi: u32,
    limits: LimitsInfo,
}

#[derive(Serialize)]
struct LimitsInfo {
    steps: u64,
    depth: u32,
    output_tokens: u32,
    output_bytes: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Limits { steps, depth, output, text } = Limits::default();
    let limits = LimitsInfo { steps, depth, output_tokens: output, output_bytes: text };
    let info = Info { version: env!("CARGO_PKG_VERSION"), abi: ABI_VERSION, limits };
    let text = if arguments.json {
        serde_json::to_string(&info).expect("strings and numbers always serialize")
    } else {
        format!(
            "blicket {}\n\
             C ABI      {}\n\
             limits of an evaluation, unless it is given others\n\
             \u{20} steps    {steps}\n\
             \u{20} depth    {depth}\n\
             \u{20} output   {output} tokens, {text} bytes",
            info.version, info.abi
        )
    };
    writeln!(stdout(), "{text}").map_err(|error| Failure::writing(&error))
}
