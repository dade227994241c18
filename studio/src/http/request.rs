//! The head of a request, from its bytes. It is strict: what a browser does not send is refused.

use std::fmt;

/// The most bytes that a head may have.
pub const MOST_HEAD: usize = 16 << 10;
/// The most headers that a head may have.
const MOST_HEADERS: usize = 64;

/// What a request wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// To read.
    Get,
    /// To ask, or to save.
    Post,
}

/// The head of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head<'a> {
    /// What it wants.
    pub method: Method,
    /// The path, without a query.
    pub path: &'a str,
    headers: Vec<(&'a str, &'a str)>,
    /// How many bytes its body has.
    pub body: usize,
    /// Where the body begins.
    pub length: usize,
}

impl<'a> Head<'a> {
    /// The value of a header, whose name is given in small letters.
    pub fn header(&self, name: &str) -> Option<&'a str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| *value)
    }
}

/// A request that is none, or that is not for this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadRequest {
    /// A status of HTTP.
    pub status: u16,
    /// What is wrong.
    pub message: &'static str,
}

impl fmt::Display for BadRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message)
    }
}

impl std::error::Error for BadRequest {}

const fn bad(message: &'static str) -> BadRequest {
    BadRequest { status: 400, message }
}

/// Reads the head of a request. `None` as long as its end has not come.
///
/// ```
/// use blicket_studio::http::{Method, parse};
///
/// let head = parse(b"GET /a?b HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n").unwrap().unwrap();
/// assert_eq!((head.method, head.path, head.header("host")), (Method::Get, "/a", Some("127.0.0.1:80")));
/// assert_eq!(parse(b"GET / HTTP/1.1\r\n"), Ok(None));
/// ```
pub fn parse(bytes: &[u8]) -> Result<Option<Head<'_>>, BadRequest> {
    let Some(length) = bytes.windows(4).take(MOST_HEAD).position(|four| four == b"\r\n\r\n") else {
        return match bytes.len() {
            0..MOST_HEAD => Ok(None),
            _ => Err(BadRequest { status: 431, message: "the head of the request is too long" }),
        };
    };
    let text = std::str::from_utf8(&bytes[..length]);
    let text = text.map_err(|_| bad("the head of the request is not UTF-8"))?;
    let mut lines = text.split("\r\n");
    let (method, path) = request_line(lines.next().unwrap_or_default())?;
    let mut headers: Vec<(&str, &str)> = Vec::new();
    for line in lines {
        if headers.len() == MOST_HEADERS {
            return Err(BadRequest { status: 431, message: "the request has too many headers" });
        }
        headers.push(header(line)?);
    }
    let mut head = Head { method, path, headers, body: 0, length: length + 4 };
    for once in ["host", "origin", "content-length", "content-type"] {
        let count = head.headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case(once)).count();
        if count > 1 {
            return Err(bad("a header stands twice that may stand once"));
        }
    }
    if head.header("transfer-encoding").is_some() {
        return Err(BadRequest { status: 501, message: "a body has to say how long it is" });
    }
    if let Some(text) = head.header("content-length") {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_number);
        head.body = number.ok_or(bad("the length of the body is no number"))?;
    }
    Ok(Some(head))
}

fn request_line(line: &str) -> Result<(Method, &str), BadRequest> {
    let mut parts = line.split(' ');
    let (Some(method), Some(target), Some(version), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(bad("the first line is not METHOD PATH HTTP/1.1"));
    };
    if version != "HTTP/1.1" && version != "HTTP/1.0" {
        return Err(BadRequest { status: 505, message: "only HTTP/1.1 is understood" });
    }
    let method = match method {
        "GET" => Method::Get,
        "POST" => Method::Post,
        _ => return Err(BadRequest { status: 405, message: "only GET and POST are understood" }),
    };
    if !target.starts_with('/') || !target.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(bad("the path has to begin with a slash, and to be of plain letters"));
    }
    Ok((method, target.split('?').next().unwrap_or_default()))
}

fn header(line: &str) -> Result<(&str, &str), BadRequest> {
    let (name, value) = line.split_once(':').ok_or(bad("a header without a colon"))?;
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_token) {
        return Err(bad("the name of a header is none"));
    }
    if value.chars().any(|character| character.is_control() && character != '\t') {
        return Err(bad("a header has control characters in it"));
    }
    Ok((name, value.trim_matches([' ', '\t'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(bytes: &[u8]) -> u16 {
        parse(bytes).unwrap_err().status
    }

    #[test]
    fn a_request_of_a_browser_is_read() {
        let text = "POST /t/api/learn HTTP/1.1\r\nHost: localhost:1\r\nOrigin: http://localhost:1\r\n\
                    Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
        let head = parse(text.as_bytes()).unwrap().unwrap();
        assert_eq!((head.method, head.path, head.body), (Method::Post, "/t/api/learn", 2));
        assert_eq!(head.header("origin"), Some("http://localhost:1"));
        assert_eq!(&text[head.length..], "{}");
    }

    #[test]
    fn the_end_of_a_head_is_waited_for_and_not_for_ever() {
        let text = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        for end in 0..text.len() {
            assert_eq!(parse(&text[..end]), Ok(None), "{end}");
        }
        let mut long = b"GET / HTTP/1.1\r\nA: ".to_vec();
        long.resize(MOST_HEAD, b'a');
        assert_eq!(status(&long), 431);
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(MOST_HEADERS + 1));
        assert_eq!(status(many.as_bytes()), 431);
    }

    #[test]
    fn what_no_browser_sends_is_refused() {
        for text in [
            "GET  / HTTP/1.1\r\n\r\n",
            "GET a HTTP/1.1\r\n\r\n",
            "GET http://a/ HTTP/1.1\r\n\r\n",
            "GET /\u{e9} HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost\r\n\r\n",
            "GET / HTTP/1.1\r\n: b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost : b\r\n\r\n",
            "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
            "GET / HTTP/1.1\r\nA: b\nc: d\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            "\r\n\r\n",
        ] {
            assert_eq!(status(text.as_bytes()), 400, "{text}");
        }
        assert_eq!(status(b"PUT / HTTP/1.1\r\n\r\n"), 405);
        assert_eq!(status(b"GET / HTTP/2\r\n\r\n"), 505);
        assert_eq!(status(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), 501);
        assert_eq!(status(b"GET / HTTP/1.1\r\nA: \xff\r\n\r\n"), 400);
    }
}
