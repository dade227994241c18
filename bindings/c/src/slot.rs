//! `blicket_slot`.

use crate::boundary;
use crate::evaluation::{Evaluation, blicket_evaluation};
use crate::handle;
use crate::text::blicket_str;
use core::Slot;

/// A slot of an evaluation: a section of the grammar, the words of the input that it read, and what they
/// mean. With a rule `turn the? x1:lamp to x2:level -> ...`, the input "turn the kitchen lamp to 20" has a
/// slot of the section "lamp", with the words "kitchen lamp", and one of the section "level".
///
/// A plain value. Its texts live as long as those of the evaluation that it came from.
#[allow(non_camel_case_types)]
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blicket_slot {
    /// The name of the section.
    pub section: blicket_str,
    /// The words that it read, with a space between them.
    pub words: blicket_str,
    /// What they mean: tokens with a space between them, or a number in decimal digits.
    pub value: blicket_str,
    /// The value as a number; 0 where has_number is false.
    pub number: i64,
    /// The place of the first word in the input, from 0.
    pub from: usize,
    /// The place behind the last word.
    pub to: usize,
    /// Its own index.
    pub index: usize,
    /// In how many other slots it lies.
    pub depth: usize,
    /// The slot in which it lies, by its index; SIZE_MAX where depth is 0.
    pub parent: usize,
    /// Whether there is a value. Only one that does not stand in the output can be missing, where it
    /// would have cost more than the grammar's limits allow.
    pub has_value: bool,
    /// Whether the value is a number.
    pub has_number: bool,
}

impl From<Slot<'_>> for blicket_slot {
    fn from(slot: Slot<'_>) -> Self {
        Self {
            section: blicket_str::new(slot.section()),
            words: blicket_str::new(slot.text()),
            value: slot.value().map_or(blicket_str::EMPTY, blicket_str::new),
            number: slot.number().unwrap_or(0),
            from: slot.words().start,
            to: slot.words().end,
            index: slot.index(),
            depth: slot.depth(),
            parent: slot.parent().unwrap_or(usize::MAX),
            has_value: slot.value().is_some(),
            has_number: slot.number().is_some(),
        }
    }
}

/// How many slots there are: one for each variable with a section that took words. None without a value,
/// and none by a grammar without sections.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_slot_count(
    evaluation: *const blicket_evaluation,
) -> usize {
    boundary::read(0, || {
        // SAFETY: the header asks for a live handle.
        let held = unsafe { handle::get::<Evaluation>(evaluation) }?;
        Ok(held.evaluation().slots().len())
    })
}

/// Writes one slot to *slot and returns true; returns false and writes nothing past the last, or if slot is
/// NULL. Slots are in the order of their words, each before those that lie in it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_slot(
    evaluation: *const blicket_evaluation,
    index: usize,
    slot: *mut blicket_slot,
) -> bool {
    let found = boundary::read(None, || {
        // SAFETY: the header asks for a live handle.
        let held = unsafe { handle::get::<Evaluation>(evaluation) }?;
        Ok(held.evaluation().slot(index).map(blicket_slot::from))
    });
    // SAFETY: the header asks for a pointer that is NULL or can be written.
    unsafe { boundary::write(slot, found) }
}

/// Writes the first slot of a section to *slot and returns true; returns false and writes nothing if the
/// section read nothing, or if slot is NULL. First is the first to be looked at: 0, or where slots of the
/// same section are gone through, one more than the index of the last one found.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_evaluation_find_slot(
    evaluation: *const blicket_evaluation,
    section: blicket_str,
    first: usize,
    slot: *mut blicket_slot,
) -> bool {
    let found = boundary::read(None, || {
        // SAFETY: the header asks for a live handle.
        let held = unsafe { handle::get::<Evaluation>(evaluation) }?;
        // SAFETY: the header asks for text that can be read during the call.
        let section = unsafe { section.read() }?;
        let mut slots = held.evaluation().slots().skip(first);
        Ok(slots.find(|slot| slot.section() == section).map(blicket_slot::from))
    });
    // SAFETY: the header asks for a pointer that is NULL or can be written.
    unsafe { boundary::write(slot, found) }
}
