//! The C ABI as a sequence of calls that the bytes choose: with live handles, freed ones, those of other
//! types, lent ones and NULL, and with texts of any bytes.
//!
//! What is promised: wrong arguments have a status other than OK, outputs are then as they were, an error
//! is made exactly where the call failed and somebody wants it, and nothing panics, not even inside.

mod calls;
mod freeing;
mod learning;
mod pool;
mod reads;
mod texts;

use crate::error::blicket_error;
use crate::status::blicket_status::{self, *};
use blicket_fuzz::Choices;
use pool::{Kind, Pool};
use std::ptr::{null_mut, without_provenance_mut};
use texts::Texts;

/// The most calls of a sequence: so few handles that none which was freed is used again.
const MOST_CALLS: usize = 200;

/// Runs the sequence of calls that the bytes say.
pub fn run(bytes: &[u8]) {
    let mut host =
        Host { choices: Choices::new(bytes), pool: Pool::default(), texts: Texts::default() };
    for _ in 0..MOST_CALLS {
        if host.choices.is_over() {
            break;
        }
        match host.choices.below(8) {
            0..4 => host.call(),
            4..6 => host.learn(),
            6 => host.read(),
            _ => host.free(),
        }
    }
    host.free_everything();
}

/// A program that uses the library, badly.
struct Host<'a> {
    choices: Choices<'a>,
    pool: Pool,
    texts: Texts,
}

/// What is in a place that no call has written.
fn untouched<T>() -> *mut T {
    without_provenance_mut(0xb11c)
}

impl Host<'_> {
    /// A call with a status. If its arguments `fit`, it may fail with `others` only.
    fn status(
        &mut self,
        fit: bool,
        others: &[blicket_status],
        call: impl FnOnce(*mut *mut blicket_error) -> blicket_status,
    ) -> bool {
        let mut error = untouched();
        let wanted = self.choices.flag();
        let status = call(if wanted { &mut error } else { null_mut() });
        match (status, fit) {
            (BLICKET_OK, fit) => assert!(fit, "wrong arguments were taken"),
            (status, true) => assert!(others.contains(&status), "{status:?}"),
            (BLICKET_NULL_ARGUMENT | BLICKET_INVALID_UTF8, false) => {}
            (BLICKET_OUT_OF_RANGE | BLICKET_INVALID_HANDLE, false) => {}
            // The text may be wrong as a grammar before another argument is looked at.
            (status, false) => assert!(others.contains(&status), "{status:?}"),
        }
        assert_eq!(error == untouched(), status == BLICKET_OK || !wanted);
        if error != untouched() {
            self.pool.add(Kind::Error, error);
            reads::error(error, status);
        }
        status == BLICKET_OK
    }

    /// A call that makes a handle; its place may be NULL.
    fn make<T>(
        &mut self,
        kind: Kind,
        fit: bool,
        others: &[blicket_status],
        call: impl FnOnce(*mut *mut T, *mut *mut blicket_error) -> blicket_status,
    ) -> Option<*mut T> {
        let mut output = untouched();
        let is_null = self.choices.below(16) == 15;
        let place = if is_null { null_mut() } else { &raw mut output };
        let made = self.status(fit && !is_null, others, |error| call(place, error));
        assert_eq!(output != untouched(), made);
        made.then(|| self.pool.add(kind, output)).map(|_| output)
    }
}
