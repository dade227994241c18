//! The `blicket` command.

mod apply;
mod failure;
mod info;

use clap::{Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

/// Learns the rules of a small language from a handful of examples, and applies them exactly.
///
/// This version reads, runs and explains interpretation grammars: ordered lists of rewrite rules
/// such as `u1 fep -> [u1] [u1] [u1]`.
#[derive(Parser)]
#[command(name = "blicket", version, max_term_width = 100, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 done, 2 wrong usage or input, 3 failure.";

#[derive(Subcommand)]
enum Command {
    Apply(apply::Arguments),
    Info(info::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Apply(arguments) => apply::run(&arguments),
        Command::Info(arguments) => info::run(&arguments),
    };
    result.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}
