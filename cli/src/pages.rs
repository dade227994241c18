//! `blicket pages`: man pages, and what shells complete the command line by. Not for users: `make install` calls it.

use crate::failure::Failure;
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::{Shell, generate};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const NAME: &str = "pages";
const PREFIX: &str = "PREFIX";

/// The command with this one beside the others. It stands in no help and no page.
pub(crate) fn beside(command: Command) -> Command {
    let prefix = Arg::new(PREFIX).required(true).value_parser(value_parser!(PathBuf));
    let about = "Write the man pages, and completions for bash, zsh and fish, below a prefix such as /usr/local";
    command.subcommand(Command::new(NAME).hide(true).about(about).arg(prefix))
}

/// Below which prefix pages are to be written, if they are.
pub(crate) fn asked_for(matches: &ArgMatches) -> Option<&PathBuf> {
    matches.subcommand_matches(NAME)?.get_one(PREFIX)
}

/// Where each shell looks.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "share/bash-completion/completions/blicket"),
    (Shell::Zsh, "share/zsh/site-functions/_blicket"),
    (Shell::Fish, "share/fish/vendor_completions.d/blicket.fish"),
];

pub(crate) fn run(prefix: &Path, command: Command) -> Result<(), Failure> {
    let machine = |(path, error): (PathBuf, io::Error)| {
        Failure::Machine(format!("{}: {error}", path.display()))
    };
    write(prefix, command).map_err(machine)
}

/// Writes all; a file or folder that cannot be written is named.
fn write(prefix: &Path, mut command: Command) -> Result<(), (PathBuf, io::Error)> {
    let manual = prefix.join("share/man/man1");
    let pages = fs::create_dir_all(&manual)
        .and_then(|()| clap_mangen::generate_to(command.clone(), &manual));
    pages.map_err(|error| (manual, error))?;
    for (shell, path) in COMPLETIONS {
        let (path, mut text) = (prefix.join(path), Vec::new());
        generate(shell, &mut command, "blicket", &mut text);
        let folder = path.parent().unwrap_or(prefix);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        written.map_err(|error| (path, error))?;
    }
    Ok(())
}
