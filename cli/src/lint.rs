//! `blicket lint`: what is probably not meant in a file of examples.

use crate::columns::{self, Remarked};
use crate::example_file::{ExampleFile, Lines};
use crate::failure::Failure;
use crate::record::to_json;
use crate::terminal::{Painted, stdout};
use blicket::{Engine, EngineOptions, Remark, Severity, Task, lint_examples};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Look for slips in examples: contradictions, misspelt words, lines that are none
///
/// Prints a line `FILE:LINE: error, warning or note: …` for each. Errors are examples that contradict others. Warnings are
/// likely slips: words and tokens that differ from frequent ones by a letter or in capitals, brackets that do not match,
/// duplicates, a line of headings. Notes say what one more example would show, and need not be acted on. Exits with 1 if
/// there are errors or warnings. Nothing is learnt without --learn.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The examples, one a line: an input, a TAB and an output, or SCAN's `IN: … OUT: …`; `-` for standard input
    examples: PathBuf,
    /// Learn from the examples, and warn of those that cost the grammar a rule of their own where nearly the same output would
    /// need none; it takes as long as learning
    #[arg(long)]
    learn: bool,
    /// Leave out notes
    #[arg(long)]
    quiet: bool,
    /// Print one JSON object: {"examples": how many, "remarks": [{"line", "message", "kind", "severity", "example",
    /// "other", "side", "place", "found", "suggestion"}]}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    examples: usize,
    remarks: Vec<Located<'a>>,
}

#[derive(Serialize)]
struct Located<'a> {
    line: usize,
    message: String,
    #[serde(flatten)]
    remark: &'a Remark,
}

/// What is said of an example. The library counts examples, and here lines are shown.
fn message(remark: &Remark, lines: &Lines) -> String {
    let text = remark.to_string();
    let Some(other) = remark.other else { return text };
    match text.strip_prefix(&format!("example {} ", other + 1)) {
        Some(rest) => format!("line {} {rest}", lines.0[other]),
        None => text,
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let file = ExampleFile::read(&arguments.examples)?;
    let mut remarks = match arguments.learn {
        true => {
            let engine = Engine::new(&EngineOptions::default());
            let engine = engine.map_err(|error| Failure::Machine(error.to_string()))?;
            engine.lint(&Task::new().with(|task| task.support.clone_from(&file.examples)))
        }
        false => lint_examples(&file.examples),
    };
    if arguments.quiet {
        remarks.retain(|remark| remark.severity > Severity::Note);
    }
    let located = remarks.iter().map(|remark| Located {
        line: file.lines.0[remark.example],
        message: message(remark, &file.lines),
        remark,
    });
    let located: Vec<Located<'_>> = located.collect();
    let mut text = Painted::default();
    if arguments.json {
        let report = Report { examples: file.examples.len(), remarks: located };
        text.push_str(&to_json(&report));
        text.push_str("\n");
    } else {
        let remarked = located.iter().map(|Located { line, message, remark }| Remarked {
            place: format!("{}:{line}", file.name),
            severity: remark.severity,
            message: message.clone(),
            below: String::new(),
        });
        text = columns::remarks(&remarked.collect::<Vec<_>>(), stdout().is_looked_at());
    }
    stdout().write_painted(&text).map_err(|error| Failure::writing(&error))?;
    let is_bad = remarks.iter().any(|remark| remark.severity > Severity::Note);
    Ok(if is_bad { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
