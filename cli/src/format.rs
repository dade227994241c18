//! `blicket format`: a grammar's text, written the way in which all are written.

use crate::failure::{Failure, say};
use crate::grammar_file::{GrammarFile, ReadyMadeArguments};
use crate::replace::replace;
use crate::terminal::stdout;
use blicket::format_grammar;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write a grammar's text in the common form, with its comments
///
/// Prints it, unless it is told otherwise. What the grammar means stays the same.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The grammars; `-` for standard input
    #[arg(required = true)]
    grammars: Vec<PathBuf>,
    /// Change the files
    #[arg(long, conflicts_with = "check")]
    write: bool,
    /// Change and print nothing, but name the files that are not in the common form, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    ready_made: ReadyMadeArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let ready_made = arguments.ready_made.ready_made();
    let mut differing = 0;
    for path in &arguments.grammars {
        if arguments.write && path == Path::new("-") {
            return Err(Failure::Input(
                "--write is for files: standard input cannot be changed".to_owned(),
            ));
        }
        let file = GrammarFile::read(path)?;
        let formatted =
            format_grammar(&file.text, &ready_made).map_err(|errors| file.wrong(&errors))?;
        let differs = formatted != file.text;
        differing += usize::from(differs);
        if arguments.check && differs {
            say(format_args!("{}: not in the common form", file.name));
        } else if arguments.write && differs {
            replace(path, &formatted)?;
        } else if !arguments.check && !arguments.write {
            stdout().write_all(formatted.as_bytes()).map_err(|error| Failure::writing(&error))?;
        }
    }
    Ok(if arguments.check && differing > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
