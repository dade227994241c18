//! Learning for a tab: how far it is, line by line, until it is done or the tab is gone.

use super::Shared;
use crate::http::Response;
use crate::message::Refusal;
use blicket::Progress;
use std::io::{self, Write};
use std::net::TcpStream;
use std::time::Duration;

/// How often the page is told how far it is. A tab that has gone is noticed as fast.
const FRAME: Duration = Duration::from_millis(100);

/// Lines of JSON: `{"progress": {…}}` while it goes on, then `{"learnt": {…}}` or `{"error": …}`. A client that closes the
/// connection cancels the search.
pub(super) fn stream(json: &str, stream: &mut TcpStream, shared: &Shared) -> Result<(), Refusal> {
    let task = shared.studio.task(json)?;
    let search = shared.studio.engine().start(task);
    let search = search.map_err(|error| Refusal::new(503, error.to_string()))?;
    // Dropping the search, as every way out of here does, cancels it.
    if stream.write_all(Response::stream_head("application/x-ndjson").as_bytes()).is_err() {
        return Ok(());
    }
    while !search.wait_for(FRAME) {
        let line = progress_line(&search.poll());
        if is_gone(stream) || stream.write_all(line.as_bytes()).is_err() {
            return Ok(());
        }
    }
    let learnt = shared.studio.learnt(search.task(), &search.result());
    let _ = stream.write_all(format!("{{\"learnt\":{learnt}}}\n").as_bytes());
    Ok(())
}

fn progress_line(progress: &Progress) -> String {
    let line = serde_json::json!({ "progress": {
        "phase": progress.phase.name(),
        "seconds": progress.elapsed.as_secs_f64(),
        "steps": progress.steps,
        "examples": progress.examples,
        "satisfied": progress.satisfied,
    }});
    format!("{line}\n")
}

/// Whether the other side has closed the connection. It has nothing more to say, so anything else that comes is no reason
/// to go on either.
fn is_gone(stream: &TcpStream) -> bool {
    if stream.set_nonblocking(true).is_err() {
        return true;
    }
    let looked = stream.peek(&mut [0]);
    let blocks = stream.set_nonblocking(false).is_ok();
    !(blocks && looked.is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock))
}
