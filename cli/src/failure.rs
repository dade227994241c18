//! What goes wrong, what is said about it, and the exit code.

use crate::encoding::no_utf8;
use crate::terminal::{Painted, Style, stderr};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// The most characters that a message shows of an input, an output or a rule.
const LONGEST_SHOWN: usize = 120;

/// As much of a text as a person reads to recognise it.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Why a command ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line or a file is wrong, and whoever wrote it can mend it.
    Input(String),
    /// The machine is in the way: a full disk, for one.
    Machine(String),
    /// Nobody reads the output any more, as with `blicket … | head`. That is no error: what is left is not done.
    OutputClosed,
}

/// Why a file or stream cannot be read, and what would help.
pub(crate) fn unreadable(name: impl Display, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::InvalidData => no_utf8(&name.to_string(), None),
        io::ErrorKind::NotFound => format!(
            "{name}: there is no such file; the folder is {}",
            std::env::current_dir().unwrap_or_default().display()
        ),
        io::ErrorKind::IsADirectory => format!("{name}: this is a folder; expected a file"),
        io::ErrorKind::PermissionDenied => {
            format!("{name}: you may not read this file; `ls -l` says who may")
        }
        _ => format!("{name}: {error}"),
    }
}

/// Why a file cannot be written, and what would help.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let name = path.display();
    match error.kind() {
        io::ErrorKind::NotFound => {
            let folder = path.parent().unwrap_or(path).display();
            Failure::Input(format!("{name}: there is no folder {folder} to write it to"))
        }
        io::ErrorKind::IsADirectory => {
            Failure::Input(format!("{name}: this is a folder; expected the name of a file"))
        }
        io::ErrorKind::PermissionDenied => Failure::Input(format!(
            "{name}: you may not write this file, or not in its folder; expected another place"
        )),
        io::ErrorKind::StorageFull => Failure::Machine(format!(
            "{name}: no space is left there; make room, or write elsewhere"
        )),
        _ => Failure::Machine(format!("{name}: {error}")),
    }
}

impl Failure {
    /// A file or stream that cannot be read.
    pub(crate) fn reading(name: impl Display, error: &io::Error) -> Self {
        Self::Input(unreadable(name, error))
    }

    /// Output that cannot be written.
    pub(crate) fn writing(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            io::ErrorKind::StorageFull => Self::Machine(
                "standard output: no space is left there; make room, or write elsewhere".to_owned(),
            ),
            _ => Self::Machine(format!("standard output: {error}")),
        }
    }

    /// Says what went wrong; the code to exit with.
    pub(crate) fn report(self) -> ExitCode {
        let (message, code) = match self {
            Self::Input(message) => (message, 2),
            Self::Machine(message) => (message, 3),
            Self::OutputClosed => return ExitCode::SUCCESS,
        };
        say_as(Style::Bad, message);
        ExitCode::from(code)
    }
}

/// Says something on standard error.
pub(crate) fn say(message: impl Display) {
    say_as(Style::Faint, message);
}

/// Says something on standard error as good or bad news. If standard error is closed or full, nobody can be told.
pub(crate) fn say_as(style: Style, message: impl Display) {
    let mut text = Painted::default();
    text.paint(style, "blicket:");
    text.push_str(&format!(" {message}\n"));
    let mut stderr = stderr();
    let _ = stderr.write_painted(&text).and_then(|()| stderr.flush());
}
