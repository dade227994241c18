//! `blicket_explanation`.

use crate::boundary;
use crate::handle::{self, Handle};
use crate::text::blicket_str;
use core::Derivation;

/// How a grammar evaluates one input: which rule rewrote which words to what.
///
/// Ownership: made by blicket_grammar_explain, freed by blicket_explanation_free. Threads: may be
/// read from any number of threads at once.
#[allow(non_camel_case_types)]
pub struct blicket_explanation {
    _opaque: [u8; 0],
}

/// What an explanation handle holds.
#[derive(Debug)]
pub(crate) struct Explanation {
    text: String,
    json: String,
}

impl Handle for Explanation {
    type Opaque = blicket_explanation;
    const KIND: usize = 5;
}

impl From<&Derivation> for Explanation {
    fn from(derivation: &Derivation) -> Self {
        Self { text: derivation.to_string(), json: derivation.to_json() }
    }
}

/// For a person: a line a step, indented by depth, such as
///     walk twice => WALK WALK    by x1 twice -> [x1] [x1]
///         x1 = walk => WALK    by walk -> WALK
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_explanation_text(
    explanation: *const blicket_explanation,
) -> blicket_str {
    boundary::read(blicket_str::EMPTY, || {
        // SAFETY: the header asks for a live handle.
        unsafe { handle::get::<Explanation>(explanation) }.map(|e| blicket_str::new(&e.text))
    })
}

/// For a program: one JSON object. "words" and "tokens" are the input and the output, "number" the
/// value of a grammar of numbers, "stuck" a range of words or null, "reason" a limit's name or null.
/// "steps" is a flat list in the order of the evaluation, each with "depth", "variable" (of the rule
/// above), "words" [from, to), "rule" (a key of "rules"), and "tokens" [from, to) or "number";
/// "omitted" says how many more there were.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_explanation_json(
    explanation: *const blicket_explanation,
) -> blicket_str {
    boundary::read(blicket_str::EMPTY, || {
        // SAFETY: the header asks for a live handle.
        unsafe { handle::get::<Explanation>(explanation) }.map(|e| blicket_str::new(&e.json))
    })
}

/// Frees an explanation. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_explanation_free(explanation: *mut blicket_explanation) {
    // SAFETY: the header asks for a handle that nobody uses any more.
    boundary::read((), || unsafe { handle::free::<Explanation>(explanation) });
}
