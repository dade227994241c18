//! One connection: a request is read, within bounds of size and time, and answered.

use super::{Shared, routes};
use crate::http::{MOST_HEAD, Method, Response, parse};
use crate::message::Refusal;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// The most bytes of a body: all of SCAN is three million.
pub(super) const MOST_BODY: usize = 8 << 20;
/// Whoever takes nothing for so long is gone.
const WRITING: Duration = Duration::from_secs(10);
/// What is still coming from a client that was refused is read and dropped, so that it sees why: but not for long.
const DRAINING: Duration = Duration::from_millis(500);

/// Tells a client that there are too many.
pub(super) fn turn_away(stream: &TcpStream) {
    let refusal = Refusal::new(503, "too many connections at once: come again");
    let _ = stream.set_write_timeout(Some(Duration::from_millis(100)));
    let mut stream = stream;
    let _ = stream.write_all(&Response::json(refusal.status, refusal.to_json()).bytes());
}

/// Answers the request of a connection.
pub(super) fn answer(mut stream: TcpStream, shared: &Shared) {
    let _ = stream.set_nodelay(true);
    let _ = stream.set_write_timeout(Some(WRITING));
    let mut bytes = Vec::new();
    let until = Instant::now() + shared.patience;
    let done = match read_head(&mut stream, &mut bytes, until) {
        Ok(()) => answer_whole(&mut stream, &bytes, until, shared),
        Err(Some(refusal)) => Err(refusal),
        // It came to nothing, and nobody is there any more.
        Err(None) => return,
    };
    if let Err(refusal) = done {
        let _ = stream.write_all(&Response::json(refusal.status, refusal.to_json()).bytes());
        drain(&mut stream);
    }
    let _ = stream.shutdown(Shutdown::Both);
}

/// Reads until the head is whole; an error without a refusal if the client has gone.
fn read_head(
    stream: &mut TcpStream,
    bytes: &mut Vec<u8>,
    until: Instant,
) -> Result<(), Option<Refusal>> {
    while parse(bytes).map_err(|error| Some(error.into()))?.is_none() {
        if read_some(stream, bytes, MOST_HEAD, until)? == 0 {
            return Err(None);
        }
    }
    Ok(())
}

/// Checks who asks, reads the body, and answers.
fn answer_whole(
    stream: &mut TcpStream,
    bytes: &[u8],
    until: Instant,
    shared: &Shared,
) -> Result<(), Refusal> {
    let Some(head) = parse(bytes)? else { return Ok(()) };
    let path = shared.guard.admit(&head)?;
    if head.method == Method::Get {
        let response = routes::get(path, shared)?;
        let _ = stream.write_all(&response.bytes());
        return Ok(());
    }
    if head.header("content-type") != Some("application/json") {
        return Err(Refusal::new(415, "a message has to be application/json"));
    }
    if head.body > MOST_BODY {
        return Err(Refusal::new(
            413,
            format!(
                "a message may have {MOST_BODY} bytes at most: teach fewer examples here, or learn by `blicket learn`"
            ),
        ));
    }
    let mut body = bytes[head.length..].to_vec();
    while body.len() < head.body {
        let room = (head.body - body.len()).min(64 << 10);
        match read_some(stream, &mut body, room, until) {
            Ok(0) | Err(None) => return Ok(()),
            Ok(_) => {}
            Err(Some(refusal)) => return Err(refusal),
        }
    }
    body.truncate(head.body);
    let body =
        String::from_utf8(body).map_err(|_| Refusal::new(400, "a message has to be UTF-8"))?;
    routes::post(path, &body, stream, shared)
}

/// Appends what comes next, at most so many bytes of it.
fn read_some(
    stream: &mut TcpStream,
    bytes: &mut Vec<u8>,
    room: usize,
    until: Instant,
) -> Result<usize, Option<Refusal>> {
    let left = until.saturating_duration_since(Instant::now());
    let late = || Some(Refusal::new(408, "the request takes too long to come"));
    if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
        return Err(late());
    }
    let before = bytes.len();
    bytes.resize(before + room, 0);
    let result = stream.read(&mut bytes[before..]);
    bytes.truncate(before + *result.as_ref().unwrap_or(&0));
    result.map_err(|error| match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => late(),
        _ => None,
    })
}

/// A connection that is closed while something still comes is reset, and the client would not see the answer.
fn drain(stream: &mut TcpStream) {
    let until = Instant::now() + DRAINING;
    let _ = stream.shutdown(Shutdown::Write);
    let mut ignored = Vec::new();
    while let Ok(1..) = read_some(stream, &mut ignored, 64 << 10, until) {
        ignored.clear();
    }
}
