//! `blicket export`: what a grammar reads, in the notations of others.

use crate::failure::Failure;
use crate::grammar_file::{GrammarFile, ReadyMadeArguments};
use crate::terminal::stdout;
use blicket::Notation;
use clap::ValueEnum;
use std::io::Write;
use std::path::PathBuf;

/// Write what a grammar reads in another notation
///
/// For a speech recogniser (jsgf), a language model (gbnf) or Home Assistant (hassil) that is to be held to sentences of
/// the grammar. All sentences that the grammar reads are in it. Others are too where the grammar has untyped variables, which a
/// context-free grammar cannot follow. JSGF lists the words of the grammar where it takes any word; hassil goes three
/// levels deep where sections refer to themselves.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The notation
    #[arg(long, value_name = "NOTATION")]
    to: NotationName,
    /// The grammar; `-` for standard input
    grammar: PathBuf,
    #[command(flatten)]
    ready_made: ReadyMadeArguments,
}

#[derive(Clone, Copy, ValueEnum)]
enum NotationName {
    Jsgf,
    Gbnf,
    Hassil,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let notation = match arguments.to {
        NotationName::Jsgf => Notation::Jsgf,
        NotationName::Gbnf => Notation::Gbnf,
        NotationName::Hassil => Notation::Hassil,
    };
    let file = GrammarFile::read(&arguments.grammar)?;
    let grammar = file.grammar(&arguments.ready_made.ready_made())?;
    let text = grammar
        .export(notation)
        .map_err(|error| Failure::Input(format!("{}: {error}", file.name)))?;
    stdout().write_all(text.as_bytes()).map_err(|error| Failure::writing(&error))
}
