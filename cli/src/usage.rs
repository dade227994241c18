//! What is wrong with a command line, said so that whoever typed it can go on.

use crate::help;
use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use std::error::Error as _;
use std::fmt::Write;
use std::num::{IntErrorKind, ParseIntError};

/// The message of clap, with what it does not know.
pub(crate) fn explained(mut message: Error, command: &Command) -> Error {
    // Nobody means a misspelt option as the name of a file, which is all that these tips are about.
    message.remove(ContextKind::Suggested);
    let invalid = text_of(&message, ContextKind::InvalidArg);
    match message.kind() {
        ErrorKind::ValueValidation => match message.source().and_then(|it| it.downcast_ref()) {
            Some(error) => {
                let value = text_of(&message, ContextKind::InvalidValue).unwrap_or_default();
                let option = invalid.unwrap_or_default();
                let expected = expected_number(error);
                let text = format!("invalid value '{value}' for '{option}': expected {expected}\n");
                return Error::raw(ErrorKind::ValueValidation, text);
            }
            None => return message,
        },
        ErrorKind::UnknownArgument => {
            let argument = invalid.unwrap_or_default();
            if is_negative(&argument) {
                let text = format!("found '{argument}'; expected a number from 0\n");
                return Error::raw(ErrorKind::ValueValidation, text);
            }
            if !argument.starts_with('-') && subcommand(command) == Some("learn") {
                tip(&mut message, "sentences to answer are given by `--queries FILE`");
            }
        }
        ErrorKind::MissingRequiredArgument => {
            if let Some(example) = subcommand(command).and_then(help::first_example) {
                tip(&mut message, &format!("for example `{example}`"));
            }
        }
        _ => {}
    }
    message
}

fn text_of(message: &Error, kind: ContextKind) -> Option<String> {
    match message.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    }
}

fn tip(message: &mut Error, text: &str) {
    let mut tip = StyledStr::new();
    let _ = tip.write_str(text);
    message.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
}

/// The subcommand that was typed.
fn subcommand(command: &Command) -> Option<&str> {
    let typed = std::env::args().skip(1);
    let mut named = typed.filter_map(|one| command.find_subcommand(one).map(Command::get_name));
    named.next()
}

fn is_negative(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(|rest| rest.parse::<f64>().is_ok())
}

fn expected_number(error: &ParseIntError) -> &'static str {
    match error.kind() {
        IntErrorKind::Zero => "a whole number from 1",
        IntErrorKind::PosOverflow => "a smaller number",
        _ => "a whole number, such as 3",
    }
}
