//! `blicket studio`: a page on which one teaches and sees.

use crate::engine::EngineArguments;
use crate::failure::{Failure, say};
use crate::terminal::stdout;
use blicket_studio::Studio;
use blicket_studio::server::{Document, Server};
use std::io::{IsTerminal, Write};
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
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Print the address, and open no browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    engine: EngineArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.examples
        && path.exists()
    {
        // What cannot be read is told here, where one looks, and not on a page.
        std::fs::read_to_string(path).map_err(|error| Failure::reading(path.display(), &error))?;
    }
    let document = Document::new(arguments.examples.clone());
    let studio = Studio::new(arguments.engine.engine()?);
    let port = arguments.port;
    let server = Server::bind(port, studio, document).map_err(|error| {
        Failure::Machine(format!("127.0.0.1:{port}: {error}; another --port may be free"))
    })?;
    let address = server.address();
    let text = format!("{address}\n");
    stdout().write_all(text.as_bytes()).map_err(|error| Failure::writing(&error))?;
    if !arguments.no_open && std::io::stdout().is_terminal() {
        open(&address);
    }
    server.run().map_err(|error| Failure::Machine(format!("the server ended: {error}")))
}

/// Opens the page in the browser that the system prefers.
fn open(address: &str) {
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
    match started {
        // It ends by itself, and is waited for so that nothing of it stays behind.
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(_) => say("open this address in a browser; Ctrl-C ends the studio"),
    }
}
