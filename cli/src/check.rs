//! `blicket check`: what is wrong with a grammar, and what does nothing in it.

use crate::columns::{self, Remarked};
use crate::example_file::ExampleFile;
use crate::failure::Failure;
use crate::grammar_file::{GrammarFile, ReadyMadeArguments};
use crate::record::to_json;
use crate::score::is_right;
use crate::terminal::{Painted, Style, stdout};
use blicket::{Evaluation, Finding, Grammar, ReadyMade, Severity, check_grammar};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Check a grammar: all errors, and rules and sections that do nothing
///
/// Prints a line `FILE:LINE:COLUMN: error, warning or note: …` for each finding. Errors are places that cannot be read.
/// Warnings are rules that are never used, because they stand twice or earlier rules match whatever they match, and
/// sections that are never used or read nothing. Notes need not be acted on: sections that begin with themselves. Exits with 0 if there are at
/// most notes, with 1 if there are warnings, and with 2 if there are errors.
///
/// With examples, the grammar is run on each of them as well, and `FILE:LINE: differs: …` says where it does not give what
/// an example wants, or gives what a line that begins with `! ` denies. Then it exits with 1 if any differs: so a grammar that was edited by hand is checked.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The grammar; `-` for standard input
    grammar: PathBuf,
    /// Examples that the grammar has to satisfy, one a line: an input, a TAB and an output, or SCAN's `IN: … OUT: …`
    examples: Option<PathBuf>,
    /// Print one JSON object: {"grammar", "findings": [{"line", "column", "severity", "kind", "message"}]}, and with
    /// examples "examples", how many there are, and "differs" [{"line", "input", "wanted": text, or null where it is denied, "instead": text or null}]
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    ready_made: ReadyMadeArguments,
}

#[derive(Serialize)]
struct Report<'a> {
    grammar: &'a str,
    findings: &'a [Finding],
    #[serde(skip_serializing_if = "Option::is_none")]
    examples: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<&'a [Difference<'a>]>,
}

/// An example that a grammar does not satisfy.
#[derive(Serialize)]
struct Difference<'a> {
    line: usize,
    input: &'a str,
    /// Nothing where what the grammar gives is denied.
    wanted: Option<&'a str>,
    instead: Option<String>,
}

/// Where a grammar does not give what examples want; nothing where the text is no grammar.
fn differences<'a>(
    text: &str,
    ready_made: &ReadyMade,
    file: &'a ExampleFile,
) -> Vec<Difference<'a>> {
    let Ok(grammar) = Grammar::parse_with(text, ready_made) else { return Vec::new() };
    let mut evaluation = Evaluation::default();
    let mut differences = Vec::new();
    for ((input, wanted), line) in file.examples.iter().zip(&file.lines.0) {
        grammar.apply_into(input, &mut evaluation);
        if !is_right(evaluation.text(), wanted) {
            let instead = evaluation.text().map(str::to_owned);
            differences.push(Difference { line: *line, input, wanted: Some(wanted), instead });
        }
    }
    for ((input, denied), line) in file.negatives.iter().zip(&file.lines_of_negatives) {
        grammar.apply_into(input, &mut evaluation);
        if let Some(given) = evaluation.text()
            && denied.as_ref().is_none_or(|denied| is_right(Some(given), denied))
        {
            let instead = Some(given.to_owned());
            differences.push(Difference { line: *line, input, wanted: None, instead });
        }
    }
    differences.sort_by_key(|difference| difference.line);
    differences
}

/// An output, so that an empty one can be seen.
fn shown(output: &str) -> &str {
    if output.is_empty() { "nothing" } else { output }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let file = GrammarFile::read(&arguments.grammar)?;
    let ready_made = arguments.ready_made.ready_made();
    // One sentence says more than an error for each line.
    if file.is_examples()
        && let Err(errors) = Grammar::parse_with(&file.text, &ready_made)
    {
        return Err(file.wrong(&errors));
    }
    let examples = arguments.examples.as_deref().map(ExampleFile::read).transpose()?;
    let findings = check_grammar(&file.text, &ready_made);
    let differs = examples.as_ref().map(|examples| differences(&file.text, &ready_made, examples));
    let mut text = Painted::default();
    if arguments.json {
        let report = Report {
            grammar: &file.name,
            findings: &findings,
            examples: examples.as_ref().map(|file| file.examples.len()),
            differs: differs.as_deref(),
        };
        text.push_str(&to_json(&report));
        text.push_str("\n");
    } else {
        let remarked = findings.iter().map(|finding| Remarked {
            place: format!("{}:{}:{}", file.name, finding.line, finding.column),
            severity: finding.severity,
            message: finding.message.clone(),
            below: match finding.severity {
                Severity::Error => file.line_with_mark(finding.line, finding.column),
                _ => String::new(),
            },
        });
        text = columns::remarks(&remarked.collect::<Vec<_>>(), stdout().is_looked_at());
        let name = examples.as_ref().map_or("", |file| &file.name);
        for Difference { line, input, wanted, instead } in differs.iter().flatten() {
            let instead = match instead {
                Some(instead) => format!("the grammar gives {}", shown(instead)),
                None => "the grammar has no value for it".to_owned(),
            };
            let wanted =
                wanted.map_or("not to be so".to_owned(), |it| format!("wanted {}", shown(it)));
            text.push_str(&format!("{name}:{line}: "));
            text.paint(Style::Bad, "differs");
            text.push_str(&format!(": {input}: {wanted}, {instead}\n"));
        }
    }
    stdout().write_painted(&text).map_err(|error| Failure::writing(&error))?;
    Ok(match findings.iter().map(|finding| finding.severity).max() {
        Some(Severity::Error) => ExitCode::from(2),
        Some(Severity::Warning) => ExitCode::from(1),
        _ if differs.is_some_and(|differs| !differs.is_empty()) => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    })
}
