//! `blicket teach`: a conversation in which examples are given, answers are seen and corrected, and questions are asked.

mod line;
mod lesson;
mod terminal;
mod conversation;

use crate::engine::EngineArguments;
use crate::example_file::ExampleFile;
use crate::failure::{Failure, say_as};
use crate::grammar_file::GrammarFile;
use crate::replace::can_be_replaced;
use crate::terminal::Style;
use blicket::Pinned;
use conversation::Conversation;
use lesson::{Lesson, Taught};
use std::path::PathBuf;
use terminal::Lines;

/// Teach a language in a conversation: try commands, correct answers, be asked what is open
///
/// Type a command to see what it means, how sure that is, and why; `= OUTPUT` says what it should mean; `:ask` asks what would
/// help most; `:help` lists the rest. Everything that is taught is kept in the file, as plain lines: an input, a TAB and an
/// output; after `! ` what is no command, and after `# ` comments and examples that are disabled. Without a file it begins with the examples of a home, and keeps nothing.
/// On a terminal lines can be edited, and TAB completes words that may come next; from a pipe it reads a line at a time.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The examples, which are read and kept here; a file that does not exist is begun
    examples: Option<PathBuf>,
    /// Where the grammar is kept, anew after every change; rules in it with the comment `# pinned` behind them are kept
    #[arg(long, value_name = "FILE")]
    grammar: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArguments,
}

/// What a new user begins with.
const HOME: &str = include_str!("../../../examples/home.tsv");

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut taught = match &arguments.examples {
        Some(path) if path.exists() => {
            let file = ExampleFile::read(path)?;
            if let Some(heading) = file.heading() {
                say_as(Style::Doubtful, heading);
            }
            let ExampleFile { examples, negatives, disabled, comments, .. } = file;
            Taught { examples, negatives, disabled, comments, pinned: None }
        }
        Some(_) => Taught::default(),
        None => {
            let ExampleFile { examples, negatives, .. } =
                ExampleFile::parse("the home's examples".to_owned(), HOME)?;
            Taught { examples, negatives, ..Taught::default() }
        }
    };
    if let Some(path) = arguments.grammar.as_deref().filter(|path| path.exists()) {
        let file = GrammarFile::read(path)?;
        let pinned = Pinned::parse_marked(&file.text).map_err(|errors| file.wrong(&errors))?;
        taught.pinned = pinned.map(|pinned| pinned.to_string());
    }
    // Who has taught for an hour is not to hear then that nothing can be kept.
    for path in [&arguments.examples, &arguments.grammar].into_iter().flatten() {
        can_be_replaced(path)?;
    }
    let lines = Lines::new();
    let lesson = Lesson::new(taught, arguments.examples.clone());
    let engine = arguments.engine.engine()?;
    let mut conversation = Conversation::new(lesson, engine, arguments.grammar.clone(), lines)?;
    conversation.greet(arguments.examples.as_deref())?;
    while conversation.next()? {}
    Ok(())
}
