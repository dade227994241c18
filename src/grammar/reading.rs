//! How an input was read, part by part: for whoever judges whether a reading is usual.

use super::{Domain, Evaluation, Grammar, Outcome};
use crate::run::program::sections::Takes;
use std::ops::Range;

/// A part of an input, and what read it.
#[derive(Clone, Debug)]
pub(crate) struct PartReading {
    /// The part around it, by its place in the list.
    pub(crate) parent: Option<usize>,
    /// The typed variable that took it, as a number of its own in the grammar.
    pub(crate) slot: Option<u32>,
    /// The rule that reads it, as a number of its own in the grammar. A part that a section of numbers reads has none,
    /// nor one that is read by `:word`, `:words`, `:unlisted` or `:integer`.
    pub(crate) rule: Option<u32>,
    /// The section that reads it; one that is built in has no number.
    pub(crate) section: Option<u32>,
    /// Its words, as a range of the words of the input.
    pub(crate) words: Range<usize>,
    /// Whether parts of it are read by sections of tokens.
    pub(crate) has_parts: bool,
    /// Whether it is read by `:word`, `:words`, `:unlisted` or `:integer`.
    pub(crate) copies: bool,
    /// Whether it is read by a section one of whose rules is nothing but such a variable.
    pub(crate) is_open: bool,
}

impl Evaluation {
    /// How the last input was read. There is nothing without a value, and nothing by a grammar without sections.
    pub(crate) fn readings(&self, grammar: &Grammar) -> Vec<PartReading> {
        let (Some(code), Some(found)) = (&grammar.program().sections, self.evaluator.sections())
        else {
            return Vec::new();
        };
        if self.outcome() != Outcome::Value {
            return Vec::new();
        }
        let of_numbers = |section: u32| code.sections[section as usize].domain == Domain::Numbers;
        let parts = found.parts(code).into_iter();
        let reading = |part: crate::run::sections::ReadPart| {
            let rule = part.rule.map(|rule| &code.rules[rule as usize]);
            let is_number = rule.is_some_and(|rule| of_numbers(rule.section));
            let items = rule
                .map_or(&[][..], |rule| &code.items[rule.items.0 as usize..rule.items.1 as usize]);
            let has_parts = !is_number
                && items.iter().any(
                    |item| matches!(item.takes, Takes::Section(section) if !of_numbers(section)),
                );
            let is_open = rule.is_some_and(|rule| code.sections[rule.section as usize].is_open);
            PartReading {
                parent: part.parent,
                slot: part.item,
                rule: part.rule.filter(|_| !is_number),
                section: rule.map(|rule| rule.section),
                words: part.span.range(),
                has_parts,
                copies: rule.is_none(),
                is_open,
            }
        };
        parts.map(reading).collect()
    }
}
