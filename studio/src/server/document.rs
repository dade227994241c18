//! The file that the studio was opened with: read for the page, and written when a person saves.

use super::replace::replace;
use crate::message::{Refusal, read};
use serde::Deserialize;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The file that the studio was opened with, if any. Nothing else is ever written.
#[derive(Debug, Default)]
pub struct Document {
    path: Option<PathBuf>,
    /// One save at a time.
    saving: Mutex<()>,
}

/// `{"text": what to write, "before": what the page has read or written last}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Save {
    text: String,
    before: String,
}

impl Document {
    /// A file, which need not exist yet; or none.
    pub fn new(path: Option<PathBuf>) -> Self {
        Self { path, saving: Mutex::default() }
    }

    /// `{"name": its name or null, "text": what it holds or null}`.
    pub(super) fn load(&self) -> Result<String, Refusal> {
        let Some(path) = &self.path else {
            return Ok(serde_json::json!({ "name": null, "text": null }).to_string());
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = self.text()?;
        Ok(serde_json::json!({ "name": name, "text": text }).to_string())
    }

    /// Saves, unless somebody else has changed the file meanwhile.
    pub(super) fn save(&self, json: &str) -> Result<String, Refusal> {
        let Some(path) = &self.path else {
            let message = "the studio was opened without a file: download the examples instead";
            return Err(Refusal::new(409, message));
        };
        let Save { text, before } = read(json)?;
        let _one = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        if self.text()?.unwrap_or_default() != before {
            let message =
                format!("{} was changed by somebody else: reload, or download", path.display());
            return Err(Refusal::new(409, message));
        }
        let written = replace(path, &text);
        written.map_err(|error| {
            let name = path.display();
            Refusal::new(
                500,
                format!("{name} cannot be written: {error}; download the examples instead"),
            )
        })?;
        Ok(serde_json::json!({ "saved": text.len() }).to_string())
    }

    /// What the file holds; `None` if there is no such file yet.
    fn text(&self) -> Result<Option<String>, Refusal> {
        let Some(path) = &self.path else { return Ok(None) };
        match fs::read_to_string(path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => {
                Err(Refusal::new(500, format!("{} cannot be read: {error}", path.display())))
            }
        }
    }
}
