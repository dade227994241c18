//! Runs of many examples, and which grammars are known to satisfy all of one: a task that gets another
//! example has the same ones, but for the last.

use crate::budget::Ticker;
use crate::grammar::Grammar;
use crate::memo::Memo;
use crate::prepare::Prepared;
use std::sync::Arc;

/// The pairs of a block. Fewer are run faster than they are looked up.
const LENGTH: usize = 256;
/// The most bytes of a block: to put a longer one together would take memory that nobody counts.
const MOST_BYTES: usize = 1 << 20;

/// The whole blocks of a task's pairs.
#[derive(Debug)]
pub(crate) struct Blocks<'a> {
    memo: &'a Memo,
    /// What the blocks are called there, and since when.
    epoch: u32,
    names: Vec<u32>,
}

impl<'a> Blocks<'a> {
    /// All of them, or less if it is told to stop, or if one is very long.
    pub(crate) fn new(prepared: &Prepared, memo: &'a Memo, ticker: &Ticker) -> Self {
        let (mut epoch, mut names) = (0, Vec::new());
        for pairs in prepared.pairs.chunks_exact(LENGTH) {
            if ticker.is_over() {
                break;
            }
            let Some(text) = prepared.text_of(pairs, MOST_BYTES) else { break };
            let Some((now, name)) = memo.name(&[&text]) else { break };
            if !names.is_empty() && now != epoch {
                // Another began meanwhile: the blocks before are not called that any more.
                names.clear();
                break;
            }
            epoch = now;
            names.extend(name);
        }
        Self { memo, epoch, names }
    }

    /// The block that begins with a pair, if one does; and where it ends.
    pub(crate) fn beginning_at(&self, pair: usize) -> Option<(usize, usize)> {
        let block = pair / LENGTH;
        let begins = pair.is_multiple_of(LENGTH) && block < self.names.len();
        begins.then_some((block, pair + LENGTH))
    }

    /// How what is known of a grammar and a block is found; `all` if not only the pairs that can be
    /// solved from are meant.
    pub(crate) fn key(&self, block: usize, text: &str, all: bool) -> Vec<u8> {
        let mut key = vec![b'b', u8::from(all)];
        key.extend(self.epoch.to_le_bytes());
        key.extend(self.names[block].to_le_bytes());
        key.extend(text.as_bytes());
        key
    }

    pub(crate) fn is_satisfied(&self, key: &[u8]) -> bool {
        self.memo.numbers().get(key).is_some()
    }

    pub(crate) fn note_satisfied(&self, key: &[u8]) {
        self.memo.numbers().put(key, Arc::new([]));
    }

    /// The text of a grammar, where there is a block to look up by it.
    pub(crate) fn text(&self, grammar: &Grammar) -> String {
        if self.names.is_empty() { String::new() } else { grammar.to_string() }
    }
}
