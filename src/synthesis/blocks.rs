//! Runs of many examples, and which grammars are known to satisfy all of one: a task that gets another
//! example has the same ones, but for the last.

use super::problem::Prepared;
use crate::grammar::Grammar;
use crate::known::Known;
use std::sync::Arc;

/// The pairs of a block. Fewer are run faster than they are looked up.
const LENGTH: usize = 256;
/// The most bytes of a block: to put a longer one together would take memory that nobody counts.
const MOST_BYTES: usize = 1 << 20;

/// The whole blocks of a task's pairs.
#[derive(Debug)]
pub(super) struct Blocks<'a> {
    known: &'a Known,
    /// What the blocks are called there, and since when.
    epoch: u32,
    names: Vec<u32>,
}

impl<'a> Blocks<'a> {
    /// All of them, or less if it is told to stop, or if one is very long.
    pub(super) fn new(
        prepared: &Prepared,
        known: &'a Known,
        stop: &mut dyn FnMut() -> bool,
    ) -> Self {
        let (mut epoch, mut names) = (0, Vec::new());
        for pairs in prepared.pairs.chunks_exact(LENGTH) {
            if stop() {
                break;
            }
            let Some(text) = prepared.text_of(pairs, MOST_BYTES) else { break };
            let Some((now, name)) = known.name(&[&text]) else { break };
            if !names.is_empty() && now != epoch {
                // Another began meanwhile: the blocks before are not called that any more.
                names.clear();
                break;
            }
            epoch = now;
            names.extend(name);
        }
        Self { known, epoch, names }
    }

    /// The block that begins with a pair, if one does; and where it ends.
    pub(super) fn beginning_at(&self, pair: usize) -> Option<(usize, usize)> {
        let block = pair / LENGTH;
        let begins = pair.is_multiple_of(LENGTH) && block < self.names.len();
        begins.then_some((block, pair + LENGTH))
    }

    /// How what is known of a grammar and a block is found; `all` if not only the pairs that can be
    /// solved from are meant.
    pub(super) fn key(&self, block: usize, text: &str, all: bool) -> Vec<u8> {
        let mut key = vec![b'b', u8::from(all)];
        key.extend(self.epoch.to_le_bytes());
        key.extend(self.names[block].to_le_bytes());
        key.extend(text.as_bytes());
        key
    }

    pub(super) fn is_satisfied(&self, key: &[u8]) -> bool {
        self.known.numbers().get(key).is_some()
    }

    pub(super) fn note_satisfied(&self, key: &[u8]) {
        self.known.numbers().put(key, Arc::new([]));
    }

    /// The text of a grammar, where there is a block to look up by it.
    pub(super) fn text(&self, grammar: &Grammar) -> String {
        if self.names.is_empty() { String::new() } else { grammar.to_string() }
    }
}
