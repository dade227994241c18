//! Who may ask: pages that this server has shown, and nobody else who can reach 127.0.0.1 by way of a browser.

use super::token;
use crate::http::{Head, Method};
use crate::message::Refusal;

pub(super) struct Guard {
    port: u16,
    token: String,
}

impl Guard {
    pub(super) fn new(port: u16) -> Self {
        Self { port, token: token::new() }
    }

    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// The path below the token's, if the request may be answered.
    pub(super) fn admit<'a>(&self, head: &Head<'a>) -> Result<&'a str, Refusal> {
        // A name that somebody has pointed to 127.0.0.1 would make their page one of the same origin.
        let host = head.header("host").unwrap_or_default();
        if !self.is_own(host) {
            let message = "this server answers to 127.0.0.1 and localhost only, with its port";
            return Err(Refusal::new(421, message));
        }
        let foreign = || Err(Refusal::new(403, "this server answers its own page only"));
        match head.header("origin") {
            Some(origin) if origin.strip_prefix("http://").is_none_or(|own| own != host) => {
                return foreign();
            }
            // Browsers send it with every POST.
            None if head.method == Method::Post => return foreign(),
            _ => {}
        }
        if head.header("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none")
        {
            return foreign();
        }
        let rest = head.path.strip_prefix('/').unwrap_or_default();
        match rest.split_once('/') {
            Some((given, path)) if token::is_same(given, &self.token) => Ok(path),
            _ => Err(Refusal::new(
                403,
                "the address lacks its token: open the address that `blicket studio` has printed",
            )),
        }
    }

    fn is_own(&self, host: &str) -> bool {
        let is_port = |text: &str| text.parse() == Ok(self.port) && !text.starts_with('+');
        matches!(host.split_once(':'), Some(("127.0.0.1" | "localhost", port)) if is_port(port))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::parse;

    fn admitted(guard: &Guard, request: &str, headers: &[&str]) -> Result<String, u16> {
        let request = request.replace("TOKEN", &guard.token);
        let text = format!("{request} HTTP/1.1\r\n{}\r\n\r\n", headers.join("\r\n"));
        let head = parse(text.as_bytes()).unwrap().unwrap();
        guard.admit(&head).map(str::to_owned).map_err(|refusal| refusal.status)
    }

    #[test]
    fn only_the_own_page_is_answered() {
        let guard = Guard::new(8080);
        let own = "Host: 127.0.0.1:8080";
        assert_eq!(admitted(&guard, "GET /TOKEN/", &[own]), Ok(String::new()));
        assert_eq!(
            admitted(&guard, "GET /TOKEN/a/b.js", &["Host: localhost:8080"]),
            Ok("a/b.js".to_owned())
        );
        assert_eq!(
            admitted(&guard, "POST /TOKEN/x", &[own, "Origin: http://127.0.0.1:8080"]),
            Ok("x".to_owned())
        );
        for (request, headers, status) in [
            ("GET /", &[own][..], 403),
            ("GET /TOKEN", &[own], 403),
            ("GET /0123456789abcdef0123456789abcdef/", &[own], 403),
            ("GET //TOKEN/", &[own], 403),
            ("GET /TOKEN/", &[], 421),
            ("GET /TOKEN/", &["Host: evil.example:8080"], 421),
            ("GET /TOKEN/", &["Host: 127.0.0.1"], 421),
            ("GET /TOKEN/", &["Host: 127.0.0.1:8081"], 421),
            ("GET /TOKEN/", &["Host: 127.0.0.1:+8080"], 421),
            ("GET /TOKEN/", &["Host: 127.0.0.1:8080.evil.example"], 421),
            ("GET /TOKEN/", &[own, "Origin: http://evil.example"], 403),
            ("GET /TOKEN/", &[own, "Origin: null"], 403),
            ("GET /TOKEN/", &[own, "Sec-Fetch-Site: cross-site"], 403),
            ("GET /TOKEN/", &[own, "Sec-Fetch-Site: same-site"], 403),
            ("POST /TOKEN/x", &[own], 403),
            ("POST /TOKEN/x", &[own, "Origin: https://127.0.0.1:8080"], 403),
            ("POST /TOKEN/x", &[own, "Origin: http://127.0.0.1:8080.evil.example"], 403),
            ("POST /TOKEN/x", &[own, "Origin: http://localhost:8080"], 403),
        ] {
            assert_eq!(admitted(&guard, request, headers), Err(status), "{request} {headers:?}");
        }
    }
}
