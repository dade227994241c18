//! Responses.

/// What every response says to the browser: load nothing from elsewhere, show the page in no frame, keep nothing.
pub const SECURITY_HEADERS: &str = "\
Cache-Control: no-store\r\n\
Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
Cross-Origin-Opener-Policy: same-origin\r\n\
Cross-Origin-Resource-Policy: same-origin\r\n\
Referrer-Policy: no-referrer\r\n\
X-Content-Type-Options: nosniff\r\n\
X-Frame-Options: DENY\r\n";

/// What is answered to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// A status of HTTP.
    pub status: u16,
    /// What the body is.
    pub media_type: &'static str,
    /// What it holds.
    pub body: Vec<u8>,
}

impl Response {
    /// JSON, with this status.
    pub fn json(status: u16, text: String) -> Self {
        Self { status, media_type: "application/json", body: text.into_bytes() }
    }

    /// Its bytes. The connection ends with it.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = head(self.status, self.media_type, Some(self.body.len())).into_bytes();
        bytes.extend_from_slice(&self.body);
        bytes
    }

    /// The head of a response whose end is the end of the connection.
    pub fn stream_head(media_type: &str) -> String {
        head(200, media_type, None)
    }
}

fn head(status: u16, media_type: &str, length: Option<usize>) -> String {
    let reason = reason(status);
    let length = length.map(|length| format!("Content-Length: {length}\r\n")).unwrap_or_default();
    format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: {media_type}\r\n{length}Connection: close\r\n{SECURITY_HEADERS}\r\n"
    )
}

/// What a status is called.
pub fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        410 => "Gone",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        500 => "Internal Server Error",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        505 => "HTTP Version Not Supported",
        _ => "Other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_says_how_long_it_is_and_what_the_browser_may_load() {
        let text = String::from_utf8(Response::json(404, "{}".to_owned()).bytes()).unwrap();
        assert!(text.starts_with("HTTP/1.1 404 Not Found\r\n"), "{text}");
        assert!(text.contains("\r\nContent-Length: 2\r\n"), "{text}");
        assert!(text.contains("default-src 'none'"), "{text}");
        assert!(text.ends_with("\r\n\r\n{}"), "{text}");
        assert!(!Response::stream_head("a/b").contains("Content-Length"));
    }
}
