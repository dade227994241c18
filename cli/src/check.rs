//! `blicket check`: what is wrong with a grammar, and what does nothing in it.

use crate::failure::Failure;
use crate::grammar_file::{GrammarFile, ReadyMadeArguments};
use blicket::{Finding, Severity, check_grammar};
use serde::Serialize;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Check a grammar: all errors, and rules and sections that do nothing
///
/// Prints a line `FILE:LINE:COLUMN: error, warning or note: …` for each finding. Errors are places that cannot be read.
/// Warnings are rules that are never used, because they stand twice or earlier rules match whatever they match, and
/// sections that are never used or read nothing. Notes need not be acted on: sections that begin with themselves. Exits with 0 if there are at
/// most notes, with 1 if there are warnings, and with 2 if there are errors.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The grammar; `-` for standard input
    grammar: PathBuf,
    /// Print one JSON object: {"grammar", "findings": [{"line", "column", "severity", "kind", "message"}]}
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    ready_made: ReadyMadeArguments,
}

#[derive(Serialize)]
struct Report<'a> {
    grammar: &'a str,
    findings: &'a [Finding],
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let file = GrammarFile::read(&arguments.grammar)?;
    let findings = check_grammar(&file.text, &arguments.ready_made.ready_made());
    let mut text = String::new();
    if arguments.json {
        let report = Report { grammar: &file.name, findings: &findings };
        text = serde_json::to_string(&report).expect("strings and numbers always serialize");
        text.push('\n');
    } else {
        for finding in &findings {
            text.push_str(&format!("{}:{finding}", file.name));
            if finding.severity == Severity::Error {
                text.push_str(&file.line_with_mark(finding.line, finding.column));
            }
            text.push('\n');
        }
    }
    stdout().write_all(text.as_bytes()).map_err(|error| Failure::writing(&error))?;
    Ok(match findings.iter().map(|finding| finding.severity).max() {
        Some(Severity::Error) => ExitCode::from(2),
        Some(Severity::Warning) => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    })
}
