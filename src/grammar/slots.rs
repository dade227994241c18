//! Slots: which section read which words of an input, and what they mean.

use super::Grammar;
use super::word_list::WordList;
use crate::run::sections::{SectionEvaluator, Value};
use std::ops::Range;

/// One typed variable of an evaluation: a section, the words that it read, and their value.
#[derive(Clone, Copy, Debug)]
pub struct Slot<'a> {
    pub(super) list: &'a SlotList,
    /// The words of the input, and the tokens of the output.
    pub(super) input: &'a WordList,
    pub(super) output: &'a WordList,
    pub(super) index: usize,
}

/// The slots of an evaluation, which need their grammar no more.
#[derive(Debug, Default)]
pub(super) struct SlotList {
    entries: Vec<SlotEntry>,
    names: String,
    /// The values that are not a part of the output.
    aside: WordList,
    /// The slots that lie around the one that is being added.
    open: Vec<u32>,
}

#[derive(Debug)]
struct SlotEntry {
    name: Range<usize>,
    words: Range<usize>,
    value: SlotTokens,
    number: Option<i64>,
    depth: u32,
    parent: Option<u32>,
}

/// Where the tokens of a value are. Most values are a part of the output, and are not copied: slots
/// can lie in each other as deep as the input is long.
#[derive(Clone, Debug)]
enum SlotTokens {
    Unknown,
    OfOutput(Range<usize>),
    Aside(Range<usize>),
}

impl<'a> Slot<'a> {
    fn entry(&self) -> &'a SlotEntry {
        &self.list.entries[self.index]
    }

    /// Its place in the order of slots.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The name of the section that read it.
    pub fn section(&self) -> &'a str {
        &self.list.names[self.entry().name.clone()]
    }

    /// Its words, as a range of the words of the input.
    pub fn words(&self) -> Range<usize> {
        self.entry().words.clone()
    }

    /// Its words, with a space between them.
    pub fn text(&self) -> &'a str {
        self.input.part(self.words())
    }

    fn list_and_range(&self) -> Option<(&'a WordList, Range<usize>)> {
        match &self.entry().value {
            SlotTokens::Unknown => None,
            SlotTokens::OfOutput(range) => Some((self.output, range.clone())),
            SlotTokens::Aside(range) => Some((&self.list.aside, range.clone())),
        }
    }

    /// What its words mean: tokens with a space between them. `None` if that could not be found
    /// within the limits; it always could if the value stands in the output.
    pub fn value(&self) -> Option<&'a str> {
        self.list_and_range().map(|(list, range)| list.part(range))
    }

    /// The tokens of its value one by one.
    pub fn tokens(&self) -> impl ExactSizeIterator<Item = &'a str> {
        let (list, range) = self.list_and_range().unwrap_or((self.output, 0..0));
        range.map(|index| list.get(index).unwrap_or(""))
    }

    /// Its value, where its section gives numbers.
    pub fn number(&self) -> Option<i64> {
        self.entry().number
    }

    /// In how many slots it lies.
    pub fn depth(&self) -> usize {
        self.entry().depth as usize
    }

    /// The slot in which it lies, by its index.
    pub fn parent(&self) -> Option<usize> {
        self.entry().parent.map(|parent| parent as usize)
    }
}

impl SlotList {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The texts that slots give out, besides those of the input and the output.
    pub(super) fn texts(&self) -> [&str; 2] {
        [&self.names, &self.aside.text]
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.names.clear();
        self.aside.clear();
    }

    /// Takes over what an evaluation found, whose output is the first `output` of its tokens. Values
    /// that are no part of it are left out where their text is longer than `limit`.
    pub(super) fn fill(
        &mut self,
        grammar: &Grammar,
        found: &SectionEvaluator,
        input: &WordList,
        output: usize,
        limit: usize,
    ) {
        let tokens = found.tokens().get(output..).unwrap_or_default();
        let written = self.aside.add_section_tokens(tokens, grammar.vocabulary(), input, limit);
        self.open.clear();
        for slot in found.slots() {
            while self.open.len() > slot.depth as usize {
                self.open.pop();
            }
            let parent = self.open.last().copied();
            self.open.push(self.entries.len() as u32);
            let name_start = self.names.len();
            self.names.push_str(grammar.section_name(slot.section));
            let mut number = None;
            let value = match slot.value {
                Value::Unknown => SlotTokens::Unknown,
                Value::Tokens(start, end) if end as usize <= output => {
                    SlotTokens::OfOutput(start as usize..end as usize)
                }
                Value::Tokens(..) if written.is_err() => SlotTokens::Unknown,
                Value::Tokens(start, end) => {
                    SlotTokens::Aside(start as usize - output..end as usize - output)
                }
                Value::Number(value) => {
                    number = Some(value);
                    self.aside.push_number(value);
                    SlotTokens::Aside(self.aside.len() - 1..self.aside.len())
                }
            };
            self.entries.push(SlotEntry {
                name: name_start..self.names.len(),
                words: slot.from as usize..slot.to as usize,
                value,
                number,
                depth: slot.depth,
                parent,
            });
        }
    }
}
