//! How an example is read: the rules used, from the top down.

use super::chart::{Reader, Reading};
use super::grammar::Draft;
use super::store::Store;
use super::symbol::Symbol;

/// Rules in the order in which a reader from the left meets them: a rule, then
/// what fills its slots. Flat, so that nothing recurses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleUses {
    pub(crate) steps: Vec<RuleUse>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RuleUse {
    pub(crate) reader: Reader,
    pub(crate) section: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The step above, and which of its slots this one fills.
    pub(crate) parent: usize,
    pub(crate) slot: usize,
}

impl RuleUses {
    pub(crate) fn of(reading: Reading<'_>, grammar: &Draft, store: &Store) -> RuleUses {
        let mut steps = vec![];
        let mut open = vec![(reading, usize::MAX, 0)];
        while let Some((reading, parent, slot)) = open.pop() {
            let (start, end) = reading.span();
            let here = steps.len();
            steps.push(RuleUse {
                reader: reading.reader(),
                section: reading.section(),
                start,
                end,
                parent,
                slot,
            });
            if let Reader::Rule(rule) = reading.reader() {
                let slots = store.get(grammar.rules[rule].body).slots;
                open.extend(
                    reading.parts(slots).enumerate().rev().map(|(k, part)| (part, here, k)),
                );
            }
        }
        RuleUses { steps }
    }
}

/// A part of a sentence on its way to become a rule again.
#[derive(Clone, Debug, Default)]
pub(crate) struct SentencePart {
    pub(crate) left: Vec<Symbol>,
    pub(crate) right: Vec<Symbol>,
}

impl SentencePart {
    /// Puts phrases into the slots of a rule; `None` leaves a slot as it is.
    pub(crate) fn fill(
        left: &[Symbol],
        right: &[Symbol],
        parts: &[Option<SentencePart>],
    ) -> SentencePart {
        let mut phrase = SentencePart::default();
        let mut pieces: Vec<Vec<Symbol>> = vec![];
        let mut slots = 0;
        for &symbol in left {
            if !symbol.is_slot() {
                phrase.left.push(symbol);
                continue;
            }
            match &parts[pieces.len()] {
                Some(part) => {
                    phrase.left.extend_from_slice(&part.left);
                    let shifted = part
                        .right
                        .iter()
                        .map(|t| t.as_slot().map_or(*t, |k| Symbol::slot(k + slots)));
                    pieces.push(shifted.collect());
                    slots += super::symbol::slots(&part.left);
                }
                None => {
                    phrase.left.push(symbol);
                    pieces.push(vec![Symbol::slot(slots)]);
                    slots += 1;
                }
            }
        }
        for &token in right {
            match token.as_slot() {
                Some(k) => phrase.right.extend_from_slice(&pieces[k]),
                None => phrase.right.push(token),
            }
        }
        phrase
    }
}
