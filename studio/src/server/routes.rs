//! What is answered to which path.

use super::{Shared, learning};
use crate::files;
use crate::http::Response;
use crate::message::Refusal;
use std::io::Write;
use std::net::TcpStream;

pub(super) fn get(path: &str, shared: &Shared) -> Result<Response, Refusal> {
    if path == "api/document" {
        return shared.document.load().map(|json| Response::json(200, json));
    }
    let file = files::find(path).ok_or_else(|| Refusal::new(404, "there is no such file"))?;
    Ok(Response { status: 200, media_type: file.media_type, body: file.text.into() })
}

pub(super) fn post(
    path: &str,
    body: &str,
    stream: &mut TcpStream,
    shared: &Shared,
) -> Result<(), Refusal> {
    let what = path.strip_prefix("api/").unwrap_or_default();
    let json = match what {
        "learn" => return learning::stream(body, stream, shared),
        "save" => shared.document.save(body)?,
        _ => shared.studio.answer(what, body)?,
    };
    let _ = stream.write_all(&Response::json(200, json).bytes());
    Ok(())
}
