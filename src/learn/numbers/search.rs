//! The search: from what single words are worth to sketches that make every example right.

use super::example::{NumberExample, NumberWordId};
use super::linear::Linear;
use super::price;
use super::reading::Remarks;
use super::repair::{SketchRepair, repairs};
use super::sketch::{Sketch, SketchRule};
use crate::arrange::Arrange;
use crate::budget::Ticker;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What an example that is not right yet is expected to cost. Every other sketch is taken in the
/// hope to get straight to the end; every other one because it has said little so far.
const EXPECTED: [f64; 2] = [1.5, 0.3];
/// What an unknown word is expected to cost.
const UNKNOWN: f64 = 1.0;
/// How many examples are looked at for one that is easy to make right, and what easy is.
const LOOKED_AT: usize = 8;
const EASY: f64 = 1.5;
/// How much more than the cheapest a sketch may have to say to be kept.
const DEARER: f64 = 4.0;
/// The most repairs of an example that are looked at any further, the cheapest.
const MOST_REPAIRS: usize = 80;
/// The most bytes of sketches, about: there are not that many in earnest. Where there is less memory, a part of it: half
/// for the sketches of a search, and an eighth for all ways to mend one of them.
const MOST_BYTES: usize = 64 << 20;
const FOR_SKETCHES: usize = 2;
const FOR_REPAIRS: usize = 8;
/// From so many examples on, a word that is in all of them may well mean nothing.
const IN_ALL: usize = 4;

/// What a search may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct SketchLimits {
    /// The most sketches that are expanded.
    pub(super) nodes: u64,
    /// The most that are expanded after the first solution, to find cheaper ones.
    pub(super) further: u64,
}

/// What a sketch makes of an example.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SketchReading {
    Wrong,
    /// Right, with this on the way.
    Right(Remarks),
}

impl SketchReading {
    fn remarks(self) -> Option<Remarks> {
        match self {
            Self::Wrong => None,
            Self::Right(remarks) => Some(remarks),
        }
    }
}

/// A sketch and how well it does. What it makes of each example is found out again when its turn
/// comes: most never have one.
struct SketchNode {
    sketch: Sketch,
    price: f64,
    /// How many examples are not right.
    failing: usize,
}

impl SketchNode {
    /// With what the sketch alone costs.
    fn new(sketch: Sketch, price: f64, readings: &[SketchReading]) -> Self {
        let remarks = readings.iter().filter_map(|reading| reading.remarks());
        let failing = readings.len() - remarks.clone().count();
        let price = price + price::of_readings(remarks);
        Self { sketch, price, failing }
    }
}

/// A node in a queue: those that seem to end up cheap first, then those that were found first.
#[derive(PartialEq)]
struct QueueEntry {
    expected: f64,
    node: usize,
}

impl Eq for QueueEntry {}

impl PartialOrd for QueueEntry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The largest is taken first.
impl Ord for QueueEntry {
    fn cmp(&self, other: &Self) -> Ordering {
        other.expected.total_cmp(&self.expected).then(other.node.cmp(&self.node))
    }
}

/// What came of a search.
#[derive(Debug, Default)]
pub(super) struct SearchedSketch {
    /// Sketches that make all examples right, with their prices; or the one that makes the most right.
    pub(super) sketches: Vec<(Sketch, f64)>,
    pub(super) solved: bool,
    /// Sketches that were expanded.
    pub(super) nodes: u64,
    /// Sketches that were run on examples.
    pub(super) tried: u64,
}

/// Searches until the pace is over or `stop` says so. What is left then is learnt by heart, until
/// `by_heart` says to stop if there is such, and otherwise not after `stop` has.
pub(super) fn search(
    start: Sketch,
    examples: &[NumberExample],
    pace: SketchLimits,
    ticker: &Ticker,
    by_heart: Option<&Ticker>,
) -> SearchedSketch {
    let mut with_word: Vec<Vec<usize>> = vec![Vec::new(); start.values.len()];
    for (index, example) in examples.iter().enumerate() {
        let mut words = example.words.clone();
        words.arrange();
        words.dedup();
        words.into_iter().for_each(|word| with_word[word.index()].push(index));
    }
    let room = MOST_BYTES.min(ticker.memory_left() / FOR_SKETCHES);
    let (nodes, queues) = (Vec::new(), Default::default());
    let mut search = SketchSearch { examples, with_word, nodes, queues, bytes: 0, room };
    let mut found = SearchedSketch::default();
    let mut unread: Option<SketchNode> = None;
    for start in search.starts(start) {
        match search.readings(&start, ticker) {
            Some(readings) => search.push(start.price(), start, &readings),
            None => {
                let price = start.price();
                unread.get_or_insert(SketchNode { sketch: start, price, failing: usize::MAX });
            }
        }
    }
    let mut best: Option<SketchNode> = None;
    let mut last = pace.nodes;
    let mut cheapest = f64::INFINITY;
    while let Some(node) = search.next(found.nodes) {
        if node.price > cheapest + DEARER {
            continue;
        }
        if node.failing == 0 {
            if found.sketches.is_empty() {
                last = last.min(found.nodes + pace.further);
            }
            cheapest = cheapest.min(node.price);
            found.sketches.push((node.sketch, node.price));
            continue;
        }
        if found.nodes >= last || search.bytes > search.room || ticker.is_over() {
            best.get_or_insert(node);
            break;
        }
        found.nodes += 1;
        found.tried += search.expand(&node, ticker);
        if best.as_ref().is_none_or(|best| node.failing < best.failing) {
            best = Some(node);
        }
    }
    if found.sketches.is_empty()
        && let Some(best) = best.or(unread)
    {
        let node = match by_heart {
            Some(by_heart) => search.by_heart(best, by_heart),
            None => search.by_heart(best, ticker),
        };
        found.solved = node.failing == 0;
        found.sketches.push((node.sketch, node.price));
    } else {
        found.solved = true;
    }
    found.sketches.retain(|(_, price)| *price <= cheapest + DEARER);
    found
}

struct SketchSearch<'a> {
    examples: &'a [NumberExample],
    /// The examples that have a word.
    with_word: Vec<Vec<usize>>,
    /// All that were found, until they are taken from a queue.
    nodes: Vec<Option<SketchNode>>,
    queues: [BinaryHeap<QueueEntry>; 2],
    /// What the sketches take, about, and what they may take.
    bytes: usize,
    room: usize,
}

impl SketchSearch<'_> {
    /// The first sketches: the given one, and that a word means nothing which all examples of several
    /// words have.
    fn starts(&self, start: Sketch) -> Vec<Sketch> {
        let several = self.examples.iter().filter(|example| example.words.len() > 1).count();
        let is_in_all = |word: &NumberWordId| {
            let with = &self.with_word[word.index()];
            several >= IN_ALL && with.len() == several && !start.knows(*word)
        };
        let words = NumberWordId::first(start.values.len()).filter(is_in_all);
        let mut starts: Vec<Sketch> =
            words.map(|word| start.with_value(word, Linear::ZERO)).collect();
        starts.insert(0, start);
        starts
    }

    /// What a sketch makes of the examples; `None` if it is told to stop.
    fn readings(&self, sketch: &Sketch, ticker: &Ticker) -> Option<Vec<SketchReading>> {
        let examples = self.examples.iter();
        examples
            .map(|example| (!ticker.tick(pieces(example))).then(|| read(sketch, example)))
            .collect()
    }

    fn push(&mut self, price: f64, sketch: Sketch, readings: &[SketchReading]) {
        let words = NumberWordId::first(sketch.values.len());
        let unknown = words.filter(|word| !sketch.knows(*word)).count();
        self.bytes += sketch.bytes();
        let node = SketchNode::new(sketch, price, readings);
        for (queue, each) in self.queues.iter_mut().zip(EXPECTED) {
            let expected = node.price + each * node.failing as f64 + UNKNOWN * unknown as f64;
            queue.push(QueueEntry { expected, node: self.nodes.len() });
        }
        self.nodes.push(Some(node));
    }

    /// The next from the queue whose turn it is, that has not been taken from the other one.
    fn next(&mut self, turn: u64) -> Option<SketchNode> {
        let queue = &mut self.queues[(turn % 2) as usize];
        while let Some(entry) = queue.pop() {
            if let Some(node) = self.nodes[entry.node].take() {
                self.bytes -= node.sketch.bytes();
                return Some(node);
            }
        }
        None
    }

    /// Adds what makes one more example right; how many there were.
    fn expand(&mut self, node: &SketchNode, ticker: &Ticker) -> u64 {
        let mut tried = 0;
        let Some(readings) = self.readings(&node.sketch, ticker) else { return tried };
        let mut easiest: Option<(f64, Vec<(f64, SketchRepair)>)> = None;
        for example in self.next_examples(node, &readings) {
            if ticker.is_over() {
                return tried;
            }
            let room = ticker.memory_left() / FOR_REPAIRS;
            let repairs = repairs(&node.sketch, &self.examples[example], room);
            tried += repairs.len() as u64;
            let price = |repair: SketchRepair| (repair.sketch.price(), repair);
            let mut repairs: Vec<(f64, SketchRepair)> = repairs.into_iter().map(price).collect();
            repairs.arrange_by(|a, b| a.0.total_cmp(&b.0));
            repairs.truncate(MOST_REPAIRS);
            let ease = ease(&repairs);
            if easiest.as_ref().is_none_or(|(easiest, _)| ease < *easiest) {
                easiest = Some((ease, repairs));
            }
            if ease <= node.sketch.price() + EASY {
                break;
            }
        }
        for (price, repair) in easiest.map_or(Vec::new(), |(_, repairs)| repairs) {
            if ticker.is_over() {
                break;
            }
            self.push_repair(&readings, price, repair, ticker);
        }
        tried
    }

    /// The sketch with all that is left of the examples; as it was if it is told to stop.
    fn by_heart(&self, node: SketchNode, ticker: &Ticker) -> SketchNode {
        let mut sketch = node.sketch.clone();
        loop {
            let Some(readings) = self.readings(&sketch, ticker) else { return node };
            let pairs = self.examples.iter().zip(&readings);
            let wrong = pairs.filter(|(_, reading)| **reading == SketchReading::Wrong);
            let rules: Vec<SketchRule> = wrong.map(|(example, _)| example.by_heart()).collect();
            if rules.is_empty() || rules.iter().any(|rule| sketch.has_rule(&rule.left)) {
                return SketchNode::new(sketch.clone(), sketch.price(), &readings);
            }
            // What is learnt by heart may be a part of what was right before: so once more.
            for rule in rules {
                sketch = sketch.with_rule(rule);
            }
        }
    }

    /// Adds a repaired sketch, unless it is told to stop.
    fn push_repair(
        &mut self,
        readings: &[SketchReading],
        price: f64,
        repair: SketchRepair,
        ticker: &Ticker,
    ) {
        let mut readings = readings.to_vec();
        for word in repair.words {
            for &index in &self.with_word[word.index()] {
                if ticker.tick(pieces(&self.examples[index])) {
                    return;
                }
                readings[index] = read(&repair.sketch, &self.examples[index]);
            }
        }
        self.push(price, repair.sketch, &readings);
    }

    /// The examples that say the most: few unknown words, and short.
    fn next_examples(&self, node: &SketchNode, readings: &[SketchReading]) -> Vec<usize> {
        let known: Vec<bool> = NumberWordId::first(node.sketch.values.len())
            .map(|word| node.sketch.knows(word))
            .collect();
        let difficulty = |index: &usize| {
            let words = &self.examples[*index].words;
            let mut unknown: Vec<NumberWordId> =
                words.iter().copied().filter(|word| !known[word.index()]).collect();
            unknown.arrange();
            unknown.dedup();
            (unknown.len(), words.len())
        };
        let wrong = |index: &usize| readings[*index] == SketchReading::Wrong;
        let mut failing: Vec<usize> = (0..self.examples.len()).filter(wrong).collect();
        failing.arrange_by_cached_key(difficulty);
        failing.truncate(LOOKED_AT);
        failing
    }
}

/// How easy it is to decide on a repair: the cheapest must be cheap, and others must be dearer.
fn ease(repairs: &[(f64, SketchRepair)]) -> f64 {
    let Some((cheapest, _)) = repairs.first() else { return f64::INFINITY };
    let doubtful: f64 = repairs.iter().map(|(price, _)| (cheapest - price).exp()).sum();
    cheapest + doubtful.ln()
}

/// The price of a sketch, if it makes all examples right and is not told to stop.
pub(super) fn price_of_solution(
    sketch: &Sketch,
    examples: &[NumberExample],
    ticker: &Ticker,
) -> Option<f64> {
    let remarks =
        |example| (!ticker.tick(pieces(example))).then(|| read(sketch, example).remarks())?;
    let readings: Option<Vec<Remarks>> = examples.iter().map(remarks).collect();
    Some(sketch.price() + price::of_readings(readings?.into_iter()))
}

/// What reading an example counts for: to read one of a hundred words, with many rules, takes a part of a
/// millisecond.
fn pieces(example: &NumberExample) -> usize {
    16 * example.words.len()
}

fn read(sketch: &Sketch, example: &NumberExample) -> SketchReading {
    let mut remarks = Remarks::default();
    match sketch.read_with(&example.words, &mut remarks) == Ok(Linear::number(example.value)) {
        true => SketchReading::Right(remarks),
        false => SketchReading::Wrong,
    }
}
