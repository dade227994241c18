//! Which rule of a section reads which words, and which parts its typed variables take.
//!
//! The first rule in order that matches is used, and among its splits the first from the left,
//! greedily, whose typed parts are read. What was found out about a section and a part of the input
//! is kept, and so is every beginning of a rule after which its rest could not be matched: so the
//! work is polynomial in the number of words, however sections recurse.
//!
//! A section that is asked for words while it is already reading exactly these does not read them:
//! so `x1:list` within `list` is harmless. Sections that can ask each other for the same words in a
//! circle give answers that depend on who asked. These are neither kept nor taken from the table
//! while such a circle is being gone through, so that no answer depends on what was asked before. But what a section
//! cannot read while others of its circle read the same words, it cannot read while more of them do: such failures are
//! kept for as long as those wait, so that the ways through a circle are not all tried.

use super::table::{ABSENT, ReadingTable};
use crate::language::vocabulary::Word;
use crate::run::Span;
use crate::run::limits::Limit;
use crate::run::matching::StepsLeft;
use crate::run::program::NONE;
use crate::run::program::sections::{Give, NO_INTEGER, RuleItems, SectionCode, SectionItem, Takes};

/// No rule of the section matches.
const FAILED: u32 = NONE;
/// What a part has in the place of a node that no section read.
pub(super) const NO_NODE: u32 = NONE;
/// What an entry of the table, or a part of a derivation, costs in steps: it covers its memory.
const COST_OF_MEMORY: u64 = 8;

/// What to read, and with what.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) code: &'a SectionCode,
    pub(super) input: &'a [Word],
    /// The number of every word that is written in digits.
    pub(super) integers: &'a [i64],
    /// How deep sections may nest.
    pub(super) depth: u32,
}

/// A rule that reads `from..to`, and where its items end.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadNode {
    pub(super) rule: u32,
    pub(super) from: u32,
    pub(super) to: u32,
    /// Where its items start in [`Reader::parts`].
    pub(super) parts: u32,
    /// What it is worth, if its section asks for sums that are well formed; otherwise [`UNCHECKED`].
    number: i64,
}

/// What stands for a number that is not known while reading.
const UNCHECKED: i64 = i64::MIN;

/// Where an item ends, and the node that reads it, or [`NONE`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ItemEnd {
    pub(super) end: u32,
    pub(super) node: u32,
}

/// A section that is being asked to read `from..to`.
#[derive(Clone, Copy, Debug)]
struct ReadFrame {
    section: u32,
    from: u32,
    to: u32,
    /// The next candidate rule.
    cursor: u32,
    rule: u32,
    /// The item that is being matched, and the end that is being tried for it.
    item: u32,
    end: u32,
    /// Where the rule's parts start in [`Reader::trying`].
    base: u32,
    /// Whether the answer holds for everyone, and is kept.
    kept: bool,
    /// How many failures held for the time being when it was entered.
    held: u32,
}

/// A part that is being tried.
#[derive(Clone, Copy, Debug, Default)]
struct Trial {
    start: u32,
    node: u32,
    /// Whether a sum was refused since this part was begun: with other parts before it, it might have been allowed.
    refused: bool,
}

/// Reads inputs, one at a time, and keeps what it found.
#[derive(Debug, Default)]
pub(super) struct SectionReader {
    table: ReadingTable,
    pub(super) nodes: Vec<ReadNode>,
    pub(super) parts: Vec<ItemEnd>,
    /// The rules that could match somewhere in this input, those of a section side by side.
    candidates: Vec<u32>,
    /// Where those of each section start; one more than there are sections.
    sections: Vec<u32>,
    /// By word: whether the input has it.
    present: Vec<bool>,
    frames: Vec<ReadFrame>,
    trying: Vec<Trial>,
    /// The failures in the table that hold only while frames of their circle wait: section, from, to.
    held: Vec<(u32, u32, u32)>,
    /// What this input's rules asked for, each with its section, some of it more than once, if that is to be noted; and what
    /// they did not ask for because of the words at its ends.
    pub(super) asked: Vec<(u32, Span)>,
    pub(super) ruled_out: Vec<(u32, Span)>,
    pub(super) notes_asked: bool,
}

/// What a frame does next.
enum Next {
    /// Tries its next rule.
    Rule,
    /// Matches its item where the one before it ends.
    Item,
    /// Tries its item with its end.
    End,
    /// Takes back the item before.
    Back,
}

/// What is known of whether a section reads some words.
enum Known {
    Answer(u32),
    /// It has to be found out; the answer will hold for everyone if it is `kept`.
    Nothing {
        kept: bool,
    },
}

/// What a frame came to.
enum Came {
    /// It has to know whether `section` reads `from..to`, and whether the answer will be kept.
    Asks(u32, u32, u32, bool),
    /// It has its answer.
    Answers(u32),
}

impl SectionReader {
    /// Forgets the last input, and finds the rules that the words of this one leave possible.
    pub(super) fn load(&mut self, code: &SectionCode, input: &[Word], budget: &mut StepsLeft) {
        self.table.clear();
        self.nodes.clear();
        self.parts.clear();
        self.frames.clear();
        self.held.clear();
        self.asked.clear();
        self.ruled_out.clear();
        self.candidates.clear();
        self.sections.clear();
        self.present.resize(self.present.len().max(code.anchors.len()), false);
        let known = |word: &&Word| word.index() < code.anchors.len();
        self.candidates.extend_from_slice(&code.unanchored);
        for word in input.iter().filter(known) {
            if !std::mem::replace(&mut self.present[word.index()], true) {
                let (first, end) = code.anchors[word.index()];
                let rules = &code.anchored[first as usize..end as usize];
                budget.spend(rules.len() as u64);
                self.candidates.extend_from_slice(rules);
            }
        }
        let present = &self.present;
        self.candidates.retain(|rule| {
            let (first, end) = code.rules[*rule as usize].words;
            let words = &code.words[first as usize..end as usize];
            words.iter().all(|word| present[word.index()])
        });
        self.candidates.sort_unstable();
        let mut place = 0;
        for section in &code.sections {
            self.sections.push(place as u32);
            while self.candidates.get(place).is_some_and(|rule| *rule < section.rules.1) {
                place += 1;
            }
        }
        self.sections.push(place as u32);
        for word in input.iter().filter(known) {
            self.present[word.index()] = false;
        }
    }

    /// The node by which `section` reads `from..to`; [`NONE`] if it does not.
    pub(super) fn read(
        &mut self,
        text: Text<'_>,
        (section, from, to): (u32, u32, u32),
        budget: &mut StepsLeft,
    ) -> Result<u32, Limit> {
        // A limit may have ended what was read before.
        self.frames.clear();
        self.release(0);
        match self.table.get(section, from, to) {
            ABSENT => self.enter(text, (section, from, to), true, budget)?,
            known => return Ok(known),
        }
        let mut next = Next::Rule;
        loop {
            match self.advance(text, next, budget)? {
                Came::Asks(section, from, to, kept) => {
                    self.enter(text, (section, from, to), kept, budget)?;
                    next = Next::Rule;
                }
                Came::Answers(answer) => {
                    let frame = self.frames.pop().expect("the frame that answers is there");
                    self.keep(text.code, &frame, answer);
                    if self.frames.is_empty() {
                        return Ok(answer);
                    }
                    next = self.receive(text.code, answer);
                }
            }
        }
    }

    fn enter(
        &mut self,
        text: Text<'_>,
        (section, from, to): (u32, u32, u32),
        kept: bool,
        budget: &mut StepsLeft,
    ) -> Result<(), Limit> {
        if self.frames.len() >= text.depth as usize {
            return Err(Limit::Depth);
        }
        budget.spend(COST_OF_MEMORY);
        if self.notes_asked {
            self.asked.push((section, Span { start: from, end: to }));
        }
        let base = self.frames.last().map_or(0, |frame| {
            let (first, end) = text.code.rules[frame.rule as usize].items;
            budget.spend(u64::from(end - first) / COST_OF_MEMORY);
            frame.base + (end - first) + 1
        });
        let cursor = self.sections[section as usize];
        let held = self.held.len() as u32;
        let (rule, item, end) = (0, 0, 0);
        self.frames.push(ReadFrame {
            section,
            from,
            to,
            cursor,
            rule,
            item,
            end,
            base,
            kept,
            held,
        });
        Ok(())
    }

    /// Keeps the answer of a frame that has ended, as far as it holds.
    ///
    /// A failure that came about because a frame further out was reading the same words holds until that frame answers. If
    /// that fails too, both hold as long as what that one's failure came from; in the end, if nothing is left, for good. If it
    /// reads the words, what was refused for its sake has to be asked again.
    fn keep(&mut self, code: &SectionCode, frame: &ReadFrame, answer: u32) {
        let ReadFrame { section, from, to, kept, held, .. } = *frame;
        if answer != FAILED {
            self.release(held);
        }
        if kept {
            self.held.truncate(held as usize);
            self.table.set(section, from, to, answer);
        } else if answer == FAILED && code.sections[section as usize].failures_hold {
            self.held.push((section, from, to));
            self.table.set(section, from, to, FAILED);
        }
    }

    /// Forgets the failures that held for the time being, but for the first `held` of them.
    fn release(&mut self, held: u32) {
        for (section, from, to) in self.held.drain(held as usize..) {
            self.table.set(section, from, to, ABSENT);
        }
    }

    /// Takes in the answer that the last frame was waiting for.
    fn receive(&mut self, code: &SectionCode, answer: u32) -> Next {
        let frame = self.frames.last_mut().expect("a frame waits for the answer");
        let index = (frame.base + frame.item - code.rules[frame.rule as usize].items.0) as usize;
        if answer != NONE {
            self.trying[index].node = answer;
            self.trying[index + 1].start = frame.end;
            frame.item += 1;
            return Next::Item;
        }
        frame.end = frame.end.wrapping_sub(1);
        Next::End
    }

    /// Goes on with the last frame until it needs an answer or has one.
    fn advance(
        &mut self,
        text: Text<'_>,
        mut next: Next,
        budget: &mut StepsLeft,
    ) -> Result<Came, Limit> {
        let Text { code, input, .. } = text;
        let depth = self.frames.len() - 1;
        let mut frame = self.frames[depth];
        let mut rule = code.rules.get(frame.rule as usize).copied().unwrap_or(RuleItems::NOTHING);
        loop {
            let index = (frame.base + frame.item.wrapping_sub(rule.items.0)) as usize;
            match next {
                Next::Rule => {
                    let Some(found) = self.next_rule(text, &mut frame, budget)? else {
                        return Ok(Came::Answers(FAILED));
                    };
                    rule = code.rules[found as usize];
                    (frame.rule, frame.item) = (found, rule.items.0);
                    let size = (frame.base + rule.items.1 - rule.items.0) as usize + 1;
                    if self.trying.len() < size {
                        self.trying.resize(size, Trial::default());
                    }
                    self.trying[frame.base as usize].start = frame.from;
                    next = Next::Item;
                }
                Next::Item if frame.item == rule.items.1 => {
                    if let Some(number) = self.worth(text, &frame, &rule) {
                        return Ok(Came::Answers(self.found(&frame, &rule, number, budget)));
                    }
                    let parts = frame.base as usize..index;
                    budget.spend(parts.len() as u64);
                    self.trying[parts].iter_mut().for_each(|part| part.refused = true);
                    next = Next::Back;
                }
                Next::Item => {
                    budget.spend(1);
                    self.trying[index].node = NONE;
                    self.trying[index].refused = false;
                    let start = self.trying[index].start;
                    let item = &code.items[frame.item as usize];
                    if let Takes::Word(word) = item.takes {
                        next = Next::Back;
                        if input[start as usize] == word {
                            self.trying[index + 1].start = start + 1;
                            frame.item += 1;
                            next = Next::Item;
                        }
                        continue;
                    }
                    let (low, high) = ends(item, start, frame.to);
                    frame.end = high;
                    next = Next::End;
                    if low > high || self.has_failed(code, &frame, start) {
                        next = Next::Back;
                    }
                }
                Next::End => {
                    if budget.exhausted() {
                        return Err(Limit::Steps);
                    }
                    let start = self.trying[index].start;
                    let item = &code.items[frame.item as usize];
                    let (low, _) = ends(item, start, frame.to);
                    // Below zero it wraps around.
                    if frame.end < low || frame.end > frame.to {
                        self.fail(code, &frame, index, budget);
                        next = Next::Back;
                        continue;
                    }
                    budget.spend(1);
                    let mut accepted = NONE;
                    let accepts = self.following_fits(text, &frame, &rule)
                        && match item.takes {
                            Takes::Section(_) if frame.end == start => true,
                            Takes::Section(section)
                                if !code.beginnings.allow(section, input[start as usize])
                                    || !code.ends.allow(section, input[frame.end as usize - 1]) =>
                            {
                                if self.notes_asked {
                                    let span = Span { start, end: frame.end };
                                    self.ruled_out.push((section, span));
                                }
                                false
                            }
                            Takes::Section(section) => {
                                match self.known(code, section, start, frame.end) {
                                    Known::Answer(FAILED) => false,
                                    Known::Answer(node) => {
                                        accepted = node;
                                        true
                                    }
                                    Known::Nothing { kept } => {
                                        self.frames[depth] = frame;
                                        return Ok(Came::Asks(section, start, frame.end, kept));
                                    }
                                }
                            }
                            Takes::Integer => {
                                frame.end == start || text.integers[start as usize] != NO_INTEGER
                            }
                            Takes::Unlisted => {
                                let part = start as usize..frame.end as usize;
                                budget.spend(part.len() as u64 / 8);
                                part.into_iter().all(|place| {
                                    text.integers[place] == NO_INTEGER && !code.lists(input[place])
                                })
                            }
                            Takes::Untyped | Takes::Copy | Takes::Word(_) => true,
                        };
                    if accepts {
                        self.trying[index].node = accepted;
                        self.trying[index + 1].start = frame.end;
                        frame.item += 1;
                        next = Next::Item;
                    } else {
                        frame.end = frame.end.wrapping_sub(1);
                    }
                }
                Next::Back => {
                    if frame.item == rule.items.0 {
                        next = Next::Rule;
                        continue;
                    }
                    frame.item -= 1;
                    if !matches!(code.items[frame.item as usize].takes, Takes::Word(_)) {
                        frame.end = self.trying[index].start.wrapping_sub(1);
                        next = Next::End;
                    }
                }
            }
        }
    }

    /// What is known of whether `section` reads `from..to`, for the last frame.
    fn known(&self, code: &SectionCode, section: u32, from: u32, to: u32) -> Known {
        let circle = code.sections[section as usize].circle;
        if circle != NONE {
            // Only frames that read exactly these words can be asked for them again.
            let same = |frame: &&ReadFrame| (frame.from, frame.to) == (from, to);
            let mut kept = true;
            for frame in self.frames.iter().rev().take_while(same) {
                if frame.section == section {
                    return Known::Answer(FAILED);
                }
                kept &= code.sections[frame.section as usize].circle != circle;
            }
            if !kept {
                let failed = code.sections[section as usize].failures_hold
                    && self.table.get(section, from, to) == FAILED;
                return if failed { Known::Answer(FAILED) } else { Known::Nothing { kept } };
            }
        }
        match self.table.get(section, from, to) {
            ABSENT => Known::Nothing { kept: true },
            answer => Known::Answer(answer),
        }
    }

    /// The next candidate whose length and whose words at its ends fit.
    fn next_rule(
        &self,
        Text { code, input, .. }: Text<'_>,
        frame: &mut ReadFrame,
        budget: &mut StepsLeft,
    ) -> Result<Option<u32>, Limit> {
        let end = self.sections[frame.section as usize + 1];
        let length = frame.to - frame.from;
        while frame.cursor < end {
            budget.spend(1);
            if budget.exhausted() {
                return Err(Limit::Steps);
            }
            let index = self.candidates[frame.cursor as usize];
            frame.cursor += 1;
            let rule = &code.rules[index as usize];
            let fits = rule.least <= length
                && length <= rule.most
                && (rule.first == Word::UNKNOWN || input[frame.from as usize] == rule.first)
                && (rule.last == Word::UNKNOWN || input[frame.to as usize - 1] == rule.last);
            if fits {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Whether the item after the current one, if it is a word, stands where the current one ends.
    fn following_fits(&self, text: Text<'_>, frame: &ReadFrame, rule: &RuleItems) -> bool {
        if frame.item + 1 == rule.items.1 {
            return true;
        }
        match text.code.items[frame.item as usize + 1].takes {
            Takes::Word(word) => text.input.get(frame.end as usize) == Some(&word),
            _ => true,
        }
    }

    /// What stands in the table for the rest of a rule from an item on.
    fn rest(code: &SectionCode, frame: &ReadFrame) -> u32 {
        code.sections.len() as u32 + frame.item
    }

    /// Whether the rest of the rule is known not to match from `start` on.
    fn has_failed(&self, code: &SectionCode, frame: &ReadFrame, start: u32) -> bool {
        start > frame.from && self.table.get(Self::rest(code, frame), start, frame.to) == FAILED
    }

    /// Keeps that the rest of the rule does not match from `start` on. If that is where the rule
    /// starts, a section may have been asked for all of the frame's words, and it may depend on who
    /// asked; but then there is only one way to get here.
    ///
    /// Where a sum was refused, the rest may match after other parts.
    fn fail(
        &mut self,
        code: &SectionCode,
        frame: &ReadFrame,
        index: usize,
        budget: &mut StepsLeft,
    ) {
        let Trial { start, refused, .. } = self.trying[index];
        if start > frame.from && !refused {
            budget.spend(COST_OF_MEMORY);
            self.table.set(Self::rest(code, frame), start, frame.to, FAILED);
        }
    }

    /// What a rule gives for the parts that are being tried, as far as that matters while reading; `None` if it
    /// is no number, or a sum that is not well formed.
    fn worth(&self, text: Text<'_>, frame: &ReadFrame, rule: &RuleItems) -> Option<i64> {
        let code = text.code;
        let Some(sums) = code.sections[frame.section as usize].sums else { return Some(UNCHECKED) };
        let (mut sum, mut before, mut known) = (0_i64, 0, true);
        for give in &code.operations[rule.operations.0 as usize..rule.operations.1 as usize] {
            let term = match *give {
                Give::Number(number, factor) => number.checked_mul(factor)?,
                Give::Value(item, factor) => match self.number_of(text, frame, rule, item) {
                    UNCHECKED => {
                        known = false;
                        continue;
                    }
                    number if !sums.allow_product(number, factor) => return None,
                    number => number.checked_mul(factor)?,
                },
                Give::Token(_) | Give::Copy(_) => continue,
            };
            if term != 0 && !sums.allow(before, term) {
                return None;
            }
            before = if term == 0 { before } else { term };
            sum = sum.checked_add(term)?;
        }
        Some(if known { sum } else { UNCHECKED })
    }

    /// The number of an item that is being tried.
    fn number_of(&self, text: Text<'_>, frame: &ReadFrame, rule: &RuleItems, item: u32) -> i64 {
        let trial = &self.trying[(frame.base + item) as usize..];
        if trial[0].start == trial[1].start {
            return 0;
        }
        match text.code.items[(rule.items.0 + item) as usize].takes {
            Takes::Integer => text.integers[trial[0].start as usize],
            Takes::Section(_) => self.nodes[trial[0].node as usize].number,
            _ => UNCHECKED,
        }
    }

    /// Keeps what the frame found.
    fn found(
        &mut self,
        frame: &ReadFrame,
        rule: &RuleItems,
        number: i64,
        budget: &mut StepsLeft,
    ) -> u32 {
        let items = (rule.items.1 - rule.items.0) as usize;
        budget.spend(COST_OF_MEMORY + items as u64);
        let parts = self.parts.len() as u32;
        let trying = &self.trying[frame.base as usize..=frame.base as usize + items];
        let ends = trying.windows(2).map(|pair| ItemEnd { end: pair[1].start, node: pair[0].node });
        self.parts.extend(ends);
        let node = self.nodes.len() as u32;
        self.nodes.push(ReadNode {
            rule: frame.rule,
            from: frame.from,
            to: frame.to,
            parts,
            number,
        });
        node
    }
}

/// The first and the last place where an item that starts at `start` can end.
fn ends(item: &SectionItem, start: u32, to: u32) -> (u32, u32) {
    let low = start.saturating_add(item.least).max(to.saturating_sub(item.rest_most));
    let high = start.saturating_add(item.most).min(to.saturating_sub(item.rest_least));
    (low, high)
}
