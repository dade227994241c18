//! `blicket words`: the words of a grammar, of a section, or those that may come next.

use crate::columns;
use crate::failure::{Failure, say};
use crate::grammar_file::{GrammarFile, ReadyMadeArguments};
use crate::terminal::stdout;
use blicket::{Continuation, Grammar};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// List the words that a grammar reads, or those that may come next
///
/// Prints a word a line: those of the whole grammar, of one section and of the sections that it uses, or those that may
/// come after a beginning.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The grammar; `-` for standard input
    grammar: PathBuf,
    /// Only the words of this section, and of those that it uses
    #[arg(long, value_name = "NAME", conflicts_with = "after")]
    section: Option<String>,
    /// The words that may come after this beginning of a sentence; sections that may begin there are printed as :NAME,
    /// and any word as *
    #[arg(long, value_name = "WORDS")]
    after: Option<String>,
    /// Print one JSON object: {"words": […]}, and with --after also "complete", "sections", "any" and "cut"
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    ready_made: ReadyMadeArguments,
}

#[derive(Serialize)]
struct Words<'a> {
    words: Vec<&'a str>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let file = GrammarFile::read(&arguments.grammar)?;
    let grammar = file.grammar(&arguments.ready_made.ready_made())?;
    let text = match &arguments.after {
        Some(beginning) => {
            let next = grammar.continuations(beginning);
            if !next.complete && !next.any && next.words.is_empty() && next.sections.is_empty() {
                let name = &file.name;
                say(format_args!(
                    "no sentence of {name} begins with: {beginning}; `blicket words {name}` lists its words"
                ));
            }
            continuation(&next, arguments.json)
        }
        None => words(&grammar, arguments)?,
    };
    stdout().write_all(text.as_bytes()).map_err(|error| Failure::writing(&error))
}

fn words(grammar: &Grammar, arguments: &Arguments) -> Result<String, Failure> {
    let words = match &arguments.section {
        None => grammar.words(),
        Some(name) => grammar.section_words(name).ok_or_else(|| {
            let names = grammar.sections().iter().filter_map(|section| section.name.as_deref());
            let names = names.collect::<Vec<_>>().join(", ");
            Failure::Input(format!("there is no section `{name}`; the sections are: {names}"))
        })?,
    };
    Ok(match arguments.json {
        true => json(&Words { words }),
        false => columns::list(&words, stdout().is_looked_at()),
    })
}

fn continuation(next: &Continuation, as_json: bool) -> String {
    if as_json {
        return json(next);
    }
    let sections = next.sections.iter().map(|section| format!(":{section}"));
    let any = next.any.then(|| "*".to_owned());
    let all: Vec<String> = next.words.iter().cloned().chain(sections).chain(any).collect();
    columns::list(&all, stdout().is_looked_at())
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings always serialize") + "\n"
}
