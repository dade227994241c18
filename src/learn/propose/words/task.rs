//! A task of words as the network reads it: the contract `words-1` of `models/README.md`.

use crate::budget::Ticker;
use crate::judge::{Example, Wanted};
use crate::language::vocabulary::Word;
use crate::learn::propose::logits::integers;
use crate::network::Tensor;
use std::collections::{HashMap, HashSet};

/// Kinds of nodes: a word whose rule is sought, a token, and a token that a known word means.
const WORD: i64 = 0;
const TOKEN: i64 = 1;
const KNOWN: i64 = 2;
/// Slots of one kind.
const SLOTS: i64 = 16;
/// The longest sides of a row, and the most rows.
const LONGEST_SIDE: usize = 32;
const MOST_ROWS: usize = 256;
/// Tasks with more words and tokens than that are not read: all of them are compared in pairs.
const MOST_NODES: usize = 400;

/// The most words whose rules are known: they are in every grammar that is tried.
const MOST_KNOWN: usize = 4096;
/// What the network computes with for each element, in numbers: several copies of its width.
const INSIDE: usize = 1024;

/// A task's words and tokens as nodes, numbered from 0: first the words whose rules are sought, then
/// the tokens.
#[derive(Debug)]
pub(super) struct WordNodes {
    pub(super) words: Vec<Word>,
    pub(super) tokens: Vec<Word>,
    /// Words that an example shows alone with one token, and that token: their rules are known.
    pub(super) known: Vec<(Word, Word)>,
    pub(super) kinds: Vec<i64>,
    /// (side, slot, node) of each element.
    rows: Vec<Vec<[i64; 3]>>,
}

impl WordNodes {
    /// Numbers words and tokens, and makes rows of the examples. Where examples are not to be
    /// trusted, no word is known. `None` if there is nothing to read, or too much, or if it was told to
    /// stop.
    pub(super) fn new(examples: &[Example<'_>], trust: bool, ticker: &Ticker) -> Option<Self> {
        let examples = || {
            examples.iter().filter_map(|example| match example.wanted {
                Wanted::Tokens(tokens) => Some((example.input, tokens)),
                Wanted::Number(_) => None,
            })
        };
        let (mut known, mut meanings) = (Vec::new(), HashMap::new());
        for (input, output) in examples().filter(|_| trust) {
            if let (&[word], &[token]) = (input, output) {
                meanings.entry(word).or_insert_with(|| {
                    known.push((word, token));
                    token
                });
            }
            if known.len() > MOST_KNOWN || ticker.tick(1) {
                return None;
            }
        }
        let (mut words, mut tokens) = (NodeNumbering::default(), NodeNumbering::default());
        known.iter().for_each(|(_, token)| tokens.add(*token));
        let of_known = tokens.list.len();
        for (input, output) in examples() {
            let inputs = input.iter().map(|word| (true, word));
            for (is_word, name) in inputs.chain(output.iter().map(|token| (false, token))) {
                match is_word {
                    true if meanings.contains_key(name) => {}
                    true => words.add(*name),
                    false => tokens.add(*name),
                }
                let is_much = words.list.len() + tokens.list.len() > MOST_NODES;
                if is_much || ticker.tick(1) {
                    return None;
                }
            }
        }
        let kinds = words.list.iter().map(|_| WORD);
        let kinds: Vec<i64> = kinds
            .chain((0..tokens.list.len()).map(|token| if token < of_known { KNOWN } else { TOKEN }))
            .collect();
        if kinds.is_empty() {
            return None;
        }
        let token_node = |token: &Word| words.list.len() + tokens.numbers[token];
        let word_node = |word: &Word| match meanings.get(word) {
            Some(token) => token_node(token),
            None => words.numbers[word],
        };
        let mut rows = Vec::new();
        let mut seen = HashSet::new();
        for (input, output) in examples() {
            let says_known = matches!(input, [word] if meanings.get(word).map(std::slice::from_ref) == Some(output));
            let too_long = input.len().max(output.len()) > LONGEST_SIDE;
            let work = if too_long { 1 } else { input.len() + output.len() };
            if ticker.tick(work) {
                return None;
            }
            if rows.len() == MOST_ROWS {
                break;
            }
            if says_known || too_long || input.is_empty() {
                continue;
            }
            let inputs = input.iter().map(|word| (1, word_node(word)));
            let outputs = output.iter().map(|token| (2, token_node(token)));
            let elements: Vec<(i64, usize)> = inputs.chain(outputs).collect();
            let (row, key) = slots(&elements, input.len(), &kinds);
            if seen.insert(key) {
                rows.push(row);
            }
        }
        Some(Self { words: words.list, tokens: tokens.list, known, kinds, rows })
    }

    pub(super) fn kind(&self) -> Tensor {
        integers(None, self.kinds.clone())
    }

    /// The longest row, and how many there are.
    fn grid(&self) -> (usize, usize) {
        (self.rows.iter().map(Vec::len).max().unwrap_or(1), self.rows.len().max(1))
    }

    /// About the bytes that it takes itself.
    pub(super) fn bytes(&self) -> usize {
        let (length, count) = self.grid();
        size_of::<[i64; 3]>() * length * count + 128 * (self.kinds.len() + self.known.len())
    }

    /// About the bytes that `encode` takes. For each row, it has a matrix of all nodes by all nodes, and
    /// some of all elements by all nodes.
    pub(super) fn bytes_to_encode(&self) -> usize {
        let ((length, count), nodes) = (self.grid(), self.kinds.len());
        let of_row = nodes * nodes + 4 * length * nodes + 4 * length * length + INSIDE * length;
        self.bytes() + 4 * (count * of_row + 8 * nodes * nodes + INSIDE * nodes)
    }

    /// The inputs of the graph `encode`.
    pub(super) fn tensors(&self) -> Vec<(&'static str, Tensor)> {
        let (length, count) = self.grid();
        let mut parts = [(); 3].map(|()| Vec::with_capacity(count * length));
        for row in 0..count {
            let row = self.rows.get(row).map_or(&[][..], |row| row);
            for element in 0..length {
                let element = row.get(element).unwrap_or(&[0, 0, -1]);
                (0..3).for_each(|part| parts[part].push(element[part]));
            }
        }
        let [side, slot, node] = parts.map(|part| integers(Some(count), part));
        vec![("kind", self.kind()), ("side", side), ("slot", slot), ("node", node)]
    }
}

/// Numbers words in the order in which they come.
#[derive(Default)]
struct NodeNumbering {
    list: Vec<Word>,
    numbers: HashMap<Word, usize>,
}

impl NodeNumbering {
    fn add(&mut self, word: Word) {
        self.numbers.entry(word).or_insert_with(|| {
            self.list.push(word);
            self.list.len() - 1
        });
    }
}

/// Gives the nodes of one example slots, and says what makes it the same as another example.
///
/// Known words that mean different tokens are as good as each other, so examples that differ only in
/// them are the same; but a token that the input has not brought may be one of a rule's own.
fn slots(
    elements: &[(i64, usize)],
    inputs: usize,
    kinds: &[i64],
) -> (Vec<[i64; 3]>, Vec<(i64, i64)>) {
    let mut ranks: HashMap<usize, i64> = HashMap::new();
    let mut counts = [0; 3];
    let (mut row, mut key) = (Vec::new(), Vec::new());
    for &(side, node) in elements {
        let kind = kinds[node];
        let count = &mut counts[kind as usize];
        let rank = *ranks.entry(node).or_insert_with(|| {
            *count += 1;
            *count - 1
        });
        row.push([side, SLOTS * kind + rank % SLOTS, node as i64]);
        let brought = elements[..inputs].iter().any(|(_, other)| *other == node);
        key.push((side, if kind == KNOWN && brought { -1 - rank } else { node as i64 }));
    }
    (row, key)
}
