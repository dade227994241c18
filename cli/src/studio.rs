//! `blicket studio`: a page on which one teaches and sees.

use crate::engine::EngineArguments;
use crate::failure::{Failure, say};
use crate::input::Input;
use crate::replace::can_be_replaced;
use crate::terminal::stdout;
use blicket_studio::Studio;
use blicket_studio::server::{Document, Server};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Open a page on which one teaches and sees: examples, rules, commands to try, questions
///
/// The page is shown by this command itself, on 127.0.0.1, at an address that has a secret in it, so that nobody else on the
/// machine sees it. Examples are learnt from while they are typed. Nothing is written but the file that it was opened with,
/// when you save. Ctrl-C ends it.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The examples to open; a file that does not exist is begun when you save
    examples: Option<PathBuf>,
    /// The port of 127.0.0.1 to listen on [default: any free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = parse_port)]
    port: u16,
    /// Print the address, and open no browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    engine: EngineArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.examples {
        // What cannot be read or written is told here, where one looks, and not on a page.
        if path.exists() {
            Input::open(path)?.read_all()?;
        }
        can_be_replaced(path)?;
    }
    let document = Document::new(arguments.examples.clone());
    let studio = Studio::new(arguments.engine.engine()?);
    let port = arguments.port;
    let server = Server::bind(port, studio, document).map_err(|error| unbound(port, &error))?;
    let address = server.address();
    let text = format!("{address}\n");
    stdout().write_all(text.as_bytes()).map_err(|error| Failure::writing(&error))?;
    if std::io::stdout().is_terminal() {
        let opens = !arguments.no_open && open(&address);
        let how = if opens { "if no browser does it by itself" } else { "in a browser" };
        say(format_args!("open this address {how}; Ctrl-C ends the studio"));
    }
    server.run().map_err(|error| Failure::Machine(format!("the server ended: {error}")))
}

/// A port of this machine; 0 is any free one.
fn parse_port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| "expected a number from 0 to 65535, such as 8080".to_owned())
}

/// Why nobody can be answered there, and what would help.
fn unbound(port: u16, error: &io::Error) -> Failure {
    let why = match error.kind() {
        io::ErrorKind::AddrInUse => "another program answers there".to_owned(),
        io::ErrorKind::PermissionDenied => "you may not answer there".to_owned(),
        _ => error.to_string(),
    };
    Failure::Machine(format!(
        "127.0.0.1:{port}: {why}; give another --port, or none for one that is free"
    ))
}

/// Opens the page in the browser that the system prefers; whether there is something that does so.
fn open(address: &str) -> bool {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let nothing = || Stdio::null();
    let started = Command::new(opener)
        .arg(address)
        .stdin(nothing())
        .stdout(nothing())
        .stderr(nothing())
        .spawn();
    let Ok(mut child) = started else { return false };
    // It ends by itself, and is waited for so that nothing of it stays behind.
    drop(std::thread::spawn(move || child.wait()));
    true
}
