//! `blicket_advice`.

use crate::boundary;
use crate::error::{Error, blicket_error};
use crate::grammar::{self, blicket_grammar};
use crate::handle::{self, Handle};
use crate::status::blicket_status;
use crate::text::blicket_str;

/// What a grammar can say about an input, for the person who typed it: which words are unknown, where the
/// input stops being a sentence, what could come there, and which sentences are near.
///
/// Ownership: made by blicket_grammar_advise, freed by blicket_advice_free; it does not need its grammar any
/// more. Threads: may be read from any number of threads at once.
#[allow(non_camel_case_types)]
pub struct blicket_advice {
    _opaque: [u8; 0],
}

/// What an advice handle holds.
#[derive(Debug)]
pub(crate) struct Advice {
    advice: core::Advice,
    json: String,
}

impl Handle for Advice {
    type Opaque = blicket_advice;
    const KIND: usize = 10;
}

/// Says what there is to say about an input, with at most max_suggestions near sentences, for instance 3.
/// They are looked for within bounds, which takes some milliseconds, and longer with thousands of rules; 0
/// looks for none.
///
/// To complete what a person is typing, ask about the words so far: if blicket_advice_reached is
/// blicket_advice_word_count, the expected words are those that may come next.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_grammar_advise(
    grammar: *const blicket_grammar,
    input: blicket_str,
    max_suggestions: usize,
    advice: *mut *mut blicket_advice,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let make = || {
        // SAFETY: the header asks for a live handle.
        let grammar = unsafe { grammar::get(grammar) }?;
        // SAFETY: the header asks for text that can be read during the call.
        let input = unsafe { input.read() }.map_err(|status| Error::argument("input", status))?;
        let advice = grammar.grammar().advise_within(input, max_suggestions, grammar.limits());
        let json = advice.to_json();
        Ok(Advice { advice, json })
    };
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("advice", advice, make)) }
}

/// Reads something of an advice; gives `otherwise` for NULL and for handles that are none.
///
/// # Safety
/// `advice` is NULL or a handle that nobody frees meanwhile.
unsafe fn read<T>(
    advice: *const blicket_advice,
    otherwise: T,
    get: impl FnOnce(&core::Advice) -> Option<T>,
) -> T {
    let value = boundary::read(None, || {
        // SAFETY: the caller's promise.
        unsafe { handle::get::<Advice>(advice) }.map(|held| get(&held.advice))
    });
    value.unwrap_or(otherwise)
}

/// Whether the grammar reads the input; false if advice is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_is_read(advice: *const blicket_advice) -> bool {
    // SAFETY: the header asks for a live handle.
    unsafe { read(advice, false, |advice| Some(advice.read)) }
}

/// How many words the input has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_word_count(advice: *const blicket_advice) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(advice, 0, |advice| Some(advice.words)) }
}

/// How many words can be the beginning of a sentence. If the input is not read, the word at this place, from
/// 0, cannot be there, or the input ends too early.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_reached(advice: *const blicket_advice) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(advice, 0, |advice| Some(advice.reached)) }
}

/// How many words of the input no rule of the grammar names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_unknown_count(advice: *const blicket_advice) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(advice, 0, |advice| Some(advice.unknown.len())) }
}

/// One of these words, from 0, as it was typed; empty past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_unknown_word(
    advice: *const blicket_advice,
    index: usize,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read(advice, blicket_str::EMPTY, |advice| {
            advice.unknown.get(index).map(|unknown| blicket_str::new(&unknown.word))
        })
    }
}

/// The place of such a word in the input, from 0; SIZE_MAX past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_unknown_place(
    advice: *const blicket_advice,
    index: usize,
) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read(advice, usize::MAX, |advice| advice.unknown.get(index).map(|unknown| unknown.place))
    }
}

/// How many words of the grammar could come where the input stops being a sentence, or behind it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_expected_count(advice: *const blicket_advice) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(advice, 0, |advice| Some(advice.expected.words.len())) }
}

/// One of these words, from 0, in alphabetical order; empty past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_expected_word(
    advice: *const blicket_advice,
    index: usize,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read(advice, blicket_str::EMPTY, |advice| {
            advice.expected.words.get(index).map(|word| blicket_str::new(word))
        })
    }
}

/// How many sections could begin there. Their words are among the expected ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_expected_section_count(
    advice: *const blicket_advice,
) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(advice, 0, |advice| Some(advice.expected.sections.len())) }
}

/// The name of one of these sections, from 0; "integer" is one that is built in. Empty past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_expected_section(
    advice: *const blicket_advice,
    index: usize,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read(advice, blicket_str::EMPTY, |advice| {
            advice.expected.sections.get(index).map(|name| blicket_str::new(name))
        })
    }
}

/// Whether any word at all could come there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_expects_any_word(advice: *const blicket_advice) -> bool {
    // SAFETY: the header asks for a live handle.
    unsafe { read(advice, false, |advice| Some(advice.expected.any)) }
}

/// How many near sentences were found, the cheapest first. None if the input is read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_suggestion_count(advice: *const blicket_advice) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(advice, 0, |advice| Some(advice.nearest.len())) }
}

/// One near sentence, from 0; empty past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_suggestion(
    advice: *const blicket_advice,
    index: usize,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe {
        read(advice, blicket_str::EMPTY, |advice| {
            advice.nearest.get(index).map(|one| blicket_str::new(&one.text))
        })
    }
}

/// What a near sentence costs: a point for each letter or space that is changed, added, taken away or swapped
/// with the next. For a word that is exchanged for one unlike it, the letters of both count; for one that only
/// has other capital letters, or punctuation around it, one point. SIZE_MAX past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_suggestion_cost(
    advice: *const blicket_advice,
    index: usize,
) -> usize {
    // SAFETY: the header asks for a live handle.
    unsafe { read(advice, usize::MAX, |advice| advice.nearest.get(index).map(|one| one.cost)) }
}

/// The advice as one JSON object: {"read": true or false, "words": how many, "unknown": [{"word", "place"},
/// ...], "reached", "expected": {"complete": whether the words so far are a sentence, "words": [...],
/// "sections": [...], "any", "cut": whether it took too long to find everything}, "nearest": [{"text",
/// "cost"}, ...]}. Later versions may add fields. Empty if advice is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_json(advice: *const blicket_advice) -> blicket_str {
    boundary::read(blicket_str::EMPTY, || {
        // SAFETY: the header asks for a live handle.
        unsafe { handle::get::<Advice>(advice) }.map(|held| blicket_str::new(&held.json))
    })
}

/// Frees an advice. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_advice_free(advice: *mut blicket_advice) {
    // SAFETY: the header asks for a handle that nobody uses any more.
    boundary::read((), || unsafe { handle::free::<Advice>(advice) });
}

const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<Advice>();
};
