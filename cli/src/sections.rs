//! `blicket sections`: the ready-made sections that a grammar can name.

use crate::columns;
use crate::failure::Failure;
use crate::grammar_file::ReadyMadeArguments;
use crate::terminal::stdout;
use std::io::Write;

/// List the ready-made sections that a grammar can use, or print one
///
/// A grammar names one with `%use`: `%use numbers.en` reads English number words.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The section to print, such as numbers.en; without it, all names are listed
    name: Option<String>,
    #[command(flatten)]
    ready_made: ReadyMadeArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let ready_made = arguments.ready_made.ready_made();
    let text = match &arguments.name {
        None => columns::list(&ready_made.names(), stdout().is_looked_at()),
        Some(name) => match ready_made.find(name) {
            Some(text) => text.into_owned(),
            None => {
                let meant = match ready_made.meant(name) {
                    meant if meant.is_empty() => String::new(),
                    meant => format!(", perhaps {}", meant.join(" or ")),
                };
                let message =
                    format!("there is no section {name:?}{meant}; `blicket sections` lists all");
                return Err(Failure::Input(message));
            }
        },
    };
    stdout().write_all(text.as_bytes()).map_err(|error| Failure::writing(&error))
}
