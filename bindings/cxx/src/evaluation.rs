//! `Evaluation`.

use crate::boundary::{Error, guarded};
use crate::bridge::ffi::{Limit, Outcome, Slot};

#[derive(Default)]
pub(crate) struct Evaluation(pub(crate) blicket::Evaluation);

impl Evaluation {
    pub(crate) fn create() -> Result<Box<Self>, Error> {
        guarded(|| Ok(Box::default()))
    }

    pub(crate) fn outcome(&self) -> Result<Outcome, Error> {
        guarded(|| Ok(self.0.outcome().into()))
    }

    pub(crate) fn limit(&self) -> Result<Limit, Error> {
        guarded(|| Ok(self.0.outcome().limit().map_or(Limit::None, Limit::from)))
    }

    pub(crate) fn text(&self) -> Result<&str, Error> {
        guarded(|| Ok(self.0.text().unwrap_or_default()))
    }

    pub(crate) fn guess(&self) -> Result<&str, Error> {
        guarded(|| Ok(self.0.guess().unwrap_or_default()))
    }

    pub(crate) fn confidence(&self) -> Result<f64, Error> {
        let sure = || self.0.guess().map_or(0.0, |_| 1.0);
        guarded(|| Ok(self.0.confidence().unwrap_or_else(sure)))
    }

    pub(crate) fn tokens(&self) -> Result<Vec<String>, Error> {
        guarded(|| Ok(self.0.tokens().map(str::to_owned).collect()))
    }

    pub(crate) fn token_count(&self) -> Result<usize, Error> {
        guarded(|| Ok(self.0.tokens().len()))
    }

    pub(crate) fn token(&self, index: usize) -> Result<&str, Error> {
        guarded(|| {
            let count = self.0.tokens().len();
            self.0.token(index).ok_or_else(|| past_the_last("tokens", count, index))
        })
    }

    pub(crate) fn has_number(&self) -> Result<bool, Error> {
        guarded(|| Ok(self.0.number().is_some()))
    }

    pub(crate) fn number(&self) -> Result<i64, Error> {
        guarded(|| {
            self.0.number().ok_or_else(|| {
                Error::new("the evaluation has no number: has_number() says whether there is one")
            })
        })
    }

    pub(crate) fn stuck_text(&self) -> Result<&str, Error> {
        guarded(|| Ok(self.0.stuck_text()))
    }

    pub(crate) fn stuck_words(&self) -> Result<Vec<String>, Error> {
        guarded(|| Ok(self.0.stuck().map(str::to_owned).collect()))
    }

    pub(crate) fn stuck_count(&self) -> Result<usize, Error> {
        guarded(|| Ok(self.0.stuck().len()))
    }

    pub(crate) fn stuck_word(&self, index: usize) -> Result<&str, Error> {
        guarded(|| {
            let count = self.0.stuck().len();
            self.0.stuck_word(index).ok_or_else(|| past_the_last("stuck words", count, index))
        })
    }

    pub(crate) fn slots(&self) -> Result<Vec<Slot>, Error> {
        guarded(|| Ok(self.0.slots().map(Slot::from).collect()))
    }

    pub(crate) fn slot_count(&self) -> Result<usize, Error> {
        guarded(|| Ok(self.0.slots().len()))
    }

    pub(crate) fn slot(&self, index: usize) -> Result<Slot, Error> {
        guarded(|| {
            let count = self.0.slots().len();
            let slot = self.0.slot(index).map(Slot::from);
            slot.ok_or_else(|| past_the_last("slots", count, index))
        })
    }

    pub(crate) fn json(&self) -> Result<String, Error> {
        guarded(|| Ok(self.0.to_json()))
    }

    pub(crate) fn steps(&self) -> Result<u64, Error> {
        guarded(|| Ok(self.0.steps()))
    }

    /// Whether `text` is part of what this evaluation gives out. C++ lets a host pass it as the
    /// next input, which Rust would have refused: the evaluation would write over what it reads.
    pub(crate) fn gave_out(&self, text: &str) -> bool {
        let text = text.as_bytes().as_ptr_range();
        self.0.memory_of_texts().iter().any(|own| {
            let own = own.as_bytes().as_ptr_range();
            text.start < own.end && own.start < text.end
        })
    }
}

/// The error of an index into a list that has no such item.
pub(crate) fn past_the_last(what: &str, count: usize, index: usize) -> Error {
    Error::new(format!("there are {count} {what}, and none has the index {index}"))
}

impl From<blicket::Slot<'_>> for Slot {
    fn from(slot: blicket::Slot<'_>) -> Self {
        Self {
            section: slot.section().to_owned(),
            words: slot.text().to_owned(),
            value: slot.value().unwrap_or_default().to_owned(),
            number: slot.number().unwrap_or(0),
            from: slot.words().start,
            to: slot.words().end,
            depth: slot.depth(),
            parent: slot.parent().unwrap_or(usize::MAX),
            has_value: slot.value().is_some(),
            has_number: slot.number().is_some(),
        }
    }
}
