//! As much of HTTP/1.1 as the page needs: requests are read by a pure function, responses are written whole.

mod request;
mod response;

pub use request::{BadRequest, Head, MOST_HEAD, Method, parse};
pub use response::{Response, SECURITY_HEADERS, reason};
