//! A task of number words as the network reads it: the contract `numbers-1` of `models/README.md`.

use crate::budget::Ticker;
use crate::judge::{Example, Wanted};
use crate::language::vocabulary::Word;
use crate::learn::propose::logits::integers;
use crate::network::Tensor;
use std::collections::{HashMap, HashSet};

/// Places of a number, from 10^0 up.
pub(super) const PLACES: usize = 12;
const LARGEST: i64 = 999_999_999_999;
/// Beside the digits: no digit there, and no value known.
const BLANK: i64 = 10;
const UNKNOWN: i64 = 11;
/// The longest rows, the most of them, and the slots of their words.
const LONGEST: usize = 32;
const MOST_ROWS: usize = 256;
const SLOTS: usize = 16;
/// Tasks with more words than that are not read: all of them are compared in pairs.
const MOST_WORDS: usize = 400;
/// Pairs that may have a rule of their own: the first ones. Each of them is in every grammar's description.
const MOST_PAIRS: usize = 1024;
/// What the network computes with for each element, in numbers: several copies of its width.
const INSIDE: usize = 1024;

/// What it computes with for each digit of a word's value, in numbers: measured, a word takes 150 kilobytes.
const OF_DIGIT: usize = 3072;

/// Every word of the examples is a node, in order of first appearance.
#[derive(Debug)]
pub(super) struct NumberNodes {
    pub(super) words: Vec<Word>,
    /// By word: the value that an example shows for it alone.
    pub(super) values: Vec<Option<i64>>,
    /// Pairs of words that an example shows, with its number.
    pub(super) pairs: Vec<([usize; 2], i64)>,
    /// (side, slot, node, mark) of each element.
    rows: Vec<Vec<[i64; 4]>>,
}

impl NumberNodes {
    /// `None` if there is nothing to read, or too much, or if it was told to stop.
    pub(super) fn new(examples: &[Example<'_>], ticker: &Ticker) -> Option<Self> {
        let examples = || {
            examples.iter().filter_map(|example| match example.wanted {
                Wanted::Number(number) => Some((example.input, number)),
                Wanted::Tokens(_) => None,
            })
        };
        let mut numbers: HashMap<Word, usize> = HashMap::new();
        let mut task =
            Self { words: Vec::new(), values: Vec::new(), pairs: Vec::new(), rows: Vec::new() };
        for word in examples().flat_map(|(input, _)| input) {
            numbers.entry(*word).or_insert_with(|| {
                task.words.push(*word);
                task.words.len() - 1
            });
            if task.words.len() > MOST_WORDS || ticker.tick(1) {
                return None;
            }
        }
        if task.words.is_empty() {
            return None;
        }
        task.values = vec![None; task.words.len()];
        let mut paired = HashSet::new();
        for (input, number) in examples() {
            if ticker.tick(1 + input.len().min(LONGEST)) {
                return None;
            }
            if input.len() > LONGEST {
                continue;
            }
            let nodes: Vec<usize> = input.iter().map(|word| numbers[word]).collect();
            let fits = (0..=LARGEST).contains(&number);
            match nodes[..] {
                [word] if fits => _ = task.values[word].get_or_insert(number),
                [first, second] if paired.len() < MOST_PAIRS && paired.insert([first, second]) => {
                    task.pairs.push(([first, second], number));
                }
                _ => {}
            }
            if nodes.len() >= 2 && fits && task.rows.len() < MOST_ROWS {
                task.rows.push(row(&nodes, number));
            }
        }
        Some(task)
    }

    /// The longest row, and how many there are.
    fn grid(&self) -> (usize, usize) {
        (self.rows.iter().map(Vec::len).max().unwrap_or(1), self.rows.len().max(1))
    }

    /// About the bytes that it takes itself.
    pub(super) fn bytes(&self) -> usize {
        let (length, count) = self.grid();
        size_of::<[i64; 4]>() * length * count + 64 * (self.words.len() + self.pairs.len())
    }

    /// About the bytes that the graph takes. For each row, it has some matrices of all elements by all
    /// words.
    pub(super) fn bytes_to_encode(&self) -> usize {
        let ((length, count), words) = (self.grid(), self.words.len());
        let of_row = 4 * length * words + 4 * length * length + INSIDE * length;
        let of_word = 8 * words + INSIDE + PLACES * OF_DIGIT;
        self.bytes() + 4 * (count * of_row + words * of_word)
    }

    /// The inputs of the graph.
    pub(super) fn tensors(&self) -> Vec<(&'static str, Tensor)> {
        let digits = self.values.iter().flat_map(|value| digits(*value)).collect();
        let (length, count) = self.grid();
        let padding = [0, 0, -1, 0];
        let part = |part: usize| {
            let row = |row: usize| self.rows.get(row).map_or(&[][..], |row| row);
            let element = |(index, element): (usize, usize)| {
                row(index).get(element).unwrap_or(&padding)[part]
            };
            let all = (0..count).flat_map(|row| (0..length).map(move |element| (row, element)));
            integers(Some(count), all.map(element).collect())
        };
        vec![
            ("digit", integers(Some(self.words.len()), digits)),
            ("side", part(0)),
            ("slot", part(1)),
            ("node", part(2)),
            ("mark", part(3)),
        ]
    }
}

/// The digits of a word's value from 10^0 up.
fn digits(value: Option<i64>) -> [i64; PLACES] {
    let Some(value) = value else { return [UNKNOWN; PLACES] };
    let mut rest = Some(value);
    [(); PLACES].map(|()| {
        let digit = rest.map_or(BLANK, |rest| rest % 10);
        rest = rest.map(|rest| rest / 10).filter(|rest| *rest > 0);
        digit
    })
}

/// Its words, then the digits of its number from the highest place down.
fn row(nodes: &[usize], number: i64) -> Vec<[i64; 4]> {
    let mut distinct: Vec<usize> = Vec::new();
    let mut row = Vec::new();
    for &node in nodes {
        let rank = distinct.iter().position(|other| *other == node).unwrap_or_else(|| {
            distinct.push(node);
            distinct.len() - 1
        });
        row.push([1, (rank % SLOTS) as i64, node as i64, 0]);
    }
    let mut places = Vec::new();
    for (place, digit) in (0..).zip(digits(Some(number))).filter(|(_, digit)| *digit != BLANK) {
        places.push([2, 0, -1, 1 + 10 * place + digit]);
    }
    row.extend(places.into_iter().rev());
    row
}
