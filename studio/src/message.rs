//! What the page asks, and how it is told that this cannot be answered.

use crate::http::BadRequest;
use serde::de::DeserializeOwned;
use std::fmt;

/// Why something that was asked is not answered, with the status of HTTP that says the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// A status of HTTP.
    pub status: u16,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl Refusal {
    /// A refusal with this status.
    pub fn new(status: u16, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }

    /// The refusal as JSON: `{"error": message}`.
    pub fn to_json(&self) -> String {
        serde_json::json!({ "error": self.message }).to_string()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.status)
    }
}

impl std::error::Error for Refusal {}

impl From<BadRequest> for Refusal {
    fn from(bad: BadRequest) -> Self {
        Self::new(bad.status, bad.message)
    }
}

/// A message that was asked, from its JSON.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> Result<T, Refusal> {
    serde_json::from_str(json)
        .map_err(|error| Refusal::new(400, format!("the message cannot be read: {error}")))
}
