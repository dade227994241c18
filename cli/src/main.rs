//! The `blicket` command.

#![forbid(unsafe_code)]

mod system;
mod terminal;
mod highlight;
mod columns;
mod encoding;
mod failure;
mod replace;
mod defect;
mod input;
mod attention;
mod engine;
#[cfg(feature = "baselines")]
mod baselines;
mod normalisation;
mod options;
mod grammar_file;
mod example_file;
mod statistics;
mod score;
mod record;
mod sample;
mod apply;
mod check;
mod lint;
mod words;
mod format;
mod export;
mod sections;
mod summary;
mod learn;
mod teach;
mod studio;
mod redraw;
mod bench;
mod info;
mod help;
mod usage;
mod pages;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::Failure;
use std::io::{self, Write};
use std::process::ExitCode;
use terminal::Colors;

/// Learns the rules of a small language from a handful of examples, and applies them exactly.
///
/// Examples are a file of lines: an input, a TAB and the output that it means. What is learnt is an interpretation
/// grammar: an ordered list of rewrite rules, to be read, edited, stored and run.
#[derive(Parser)]
#[command(name = "blicket", version, max_term_width = 100, after_help = FIRST_STEPS)]
struct Arguments {
    /// When there are colours: always, never, or auto, which is on a terminal unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        hide_default_value = true
    )]
    color: Colors,
    #[command(subcommand)]
    command: Command,
}

const FIRST_STEPS: &str = "\
Examples are lines with an input, a TAB and an output:

  turn on the hall lamp<TAB>ON ( lamp , hall )

The first minutes:

  blicket teach                            a conversation with a home that is taught already
  blicket learn home.tsv > home.txt        rules from examples of your own
  echo \"turn on the hall lamp\" | blicket apply home.txt

Exit codes:

  0  done; `learn` satisfies all examples
  1  `learn` does not (the best is still printed), `check` or `lint` has warnings or
     examples that differ, or `format --check` names files; `apply` exits with 0
     whatever has no value, and says how many lines that are
  2  wrong usage or input
  3  failure of the machine, or a defect
  4  `learn --questions` satisfies all examples, and has a question left: something is open

`blicket help learn` says more of `learn`, with examples, and so for the others.";

#[derive(Subcommand)]
enum Command {
    Teach(teach::Arguments),
    Studio(studio::Arguments),
    Learn(learn::Arguments),
    Apply(apply::Arguments),
    Check(check::Arguments),
    Lint(lint::Arguments),
    Words(words::Arguments),
    Format(format::Arguments),
    Export(export::Arguments),
    Sections(sections::Arguments),
    Bench(bench::Arguments),
    Sample(sample::Arguments),
    Info(info::Arguments),
}

fn main() -> ExitCode {
    system::be_told_of_files_that_may_not_grow();
    defect::catch(run)
}

fn run() -> ExitCode {
    let done = |()| ExitCode::SUCCESS;
    let command = help::with_help(Arguments::command().color(help_colors()));
    let matches = match pages::beside(command.clone()).try_get_matches() {
        Ok(matches) => matches,
        Err(message) => return say(&usage::explained(message, &command)),
    };
    if let Some(prefix) = pages::asked_for(&matches) {
        return pages::run(prefix, command).map_or_else(Failure::report, done);
    }
    let arguments = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(message) => return say(&message),
    };
    arguments.color.choose();
    let result = match arguments.command {
        Command::Teach(arguments) => teach::run(&arguments).map(done),
        Command::Studio(arguments) => studio::run(&arguments).map(done),
        Command::Learn(arguments) => learn::run(&arguments),
        Command::Apply(arguments) => apply::run(&arguments).map(done),
        Command::Check(arguments) => check::run(&arguments),
        Command::Lint(arguments) => lint::run(&arguments),
        Command::Words(arguments) => words::run(&arguments).map(done),
        Command::Format(arguments) => format::run(&arguments),
        Command::Export(arguments) => export::run(&arguments).map(done),
        Command::Sections(arguments) => sections::run(&arguments).map(done),
        Command::Bench(arguments) => bench::run(&arguments).map(done),
        Command::Sample(arguments) => sample::run(&arguments).map(done),
        Command::Info(arguments) => info::run(&arguments).map(done),
    };
    result.unwrap_or_else(Failure::report)
}

/// When help has colours, which is to be known before the line is read: clap itself looks at the terminal and NO_COLOR.
fn help_colors() -> clap::ColorChoice {
    let arguments: Vec<_> = std::env::args_os().collect();
    let is_said = |when: &str| {
        let joined = format!("--color={when}");
        arguments.iter().any(|one| *one == *joined)
            || arguments.windows(2).any(|two| two[0] == "--color" && two[1] == when)
    };
    match (is_said("always"), is_said("never")) {
        (true, false) => clap::ColorChoice::Always,
        (false, true) => clap::ColorChoice::Never,
        _ => clap::ColorChoice::Auto,
    }
}

/// Help, the version, or what is wrong with the command line. By itself clap would not say that the first
/// two cannot be written.
fn say(message: &clap::Error) -> ExitCode {
    let written = message.print().and_then(|()| io::stdout().flush());
    match written {
        Err(error) if !message.use_stderr() => Failure::writing(&error).report(),
        _ => ExitCode::from(u8::try_from(message.exit_code()).unwrap_or(2)),
    }
}
