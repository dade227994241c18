//! `Explanation`.

use crate::boundary::{Error, guarded};
use blicket::Derivation;

pub(crate) struct Explanation(pub(crate) Derivation);

impl Explanation {
    pub(crate) fn text(&self) -> Result<String, Error> {
        guarded(|| Ok(self.0.to_string()))
    }

    pub(crate) fn json(&self) -> Result<String, Error> {
        guarded(|| Ok(self.0.to_json()))
    }
}
