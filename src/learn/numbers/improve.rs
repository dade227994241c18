//! From one sketch that makes all examples right to cheaper ones, and to those that are as good.

use super::example::{NumberExample, NumberWordId};
use super::price;
use super::search::{SearchedSketch, SketchLimits, price_of_solution, search};
use super::sketch::Sketch;
use crate::arrange::Arrange;
use crate::budget::Ticker;

/// The most sketches that are kept.
const MOST: usize = 32;
/// What it may cost to find out anew what one word is for, or two of them.
const ONE_WORD: SketchLimits = SketchLimits { nodes: 12, further: 4 };
const TWO_WORDS: SketchLimits = SketchLimits { nodes: 40, further: 8 };
const MANY_WORDS: SketchLimits = SketchLimits { nodes: 80, further: 8 };
/// The price of a rule from which on it is suspicious, and the most such rules.
const DEAR: f64 = 2.4;
const MOST_SUSPICIOUS: usize = 6;
/// The most pairs of words.
const MOST_PAIRS: usize = 20;
/// The most sketches that are expanded, however much was learnt by heart.
const MOST_NODES: u64 = 2_500;
/// How often all words are gone through.
const ROUNDS: usize = 3;

/// For each word in turn, forgets what the cheapest sketch says of it and finds out anew. Most of what
/// examples leave open is what single words are for, so this finds the alternatives as well.
pub(super) fn improve(
    found: &mut SearchedSketch,
    examples: &[NumberExample],
    most_nodes: u64,
    ticker: &Ticker,
) {
    let task = ImprovingTask { examples, most_nodes: most_nodes.min(MOST_NODES) };
    for _ in 0..ROUNDS {
        let (best, before) = cheapest(found);
        let words: Vec<NumberWordId> = NumberWordId::first(best.values.len()).collect();
        for word in words {
            task.again(found, &[word], ONE_WORD, ticker);
        }
        for pair in task.inseparable(cheapest(found).0, ticker) {
            task.again(found, &pair, TWO_WORDS, ticker);
        }
        for words in task.suspicious(cheapest(found).0) {
            task.again(found, &words, MANY_WORDS, ticker);
        }
        reorder(found, examples, ticker);
        if cheapest(found).1 >= before {
            break;
        }
    }
    keep_cheapest(found);
}

struct ImprovingTask<'a> {
    examples: &'a [NumberExample],
    most_nodes: u64,
}

impl ImprovingTask<'_> {
    /// For each rule that has so much to say that it may well be wrong: all words that are not given
    /// of the examples that need it.
    fn suspicious(&self, sketch: &Sketch) -> Vec<Vec<NumberWordId>> {
        let dear = |index: &usize| price::of_rule(sketch, *index) > DEAR;
        let words = |index: usize| {
            let has = |example: &&NumberExample| {
                sketch.rules[index].words().all(|word| example.words.contains(&word))
            };
            let examples = self.examples.iter().filter(has);
            let words = examples.flat_map(|example| example.words.iter().copied());
            let mut words: Vec<NumberWordId> =
                words.filter(|word| !sketch.given[word.index()]).collect();
            words.arrange();
            words.dedup();
            words
        };
        let mut suspicious: Vec<Vec<NumberWordId>> =
            (0..sketch.rules.len()).filter(dear).map(words).collect();
        suspicious.arrange();
        suspicious.dedup();
        suspicious.truncate(MOST_SUSPICIOUS);
        suspicious
    }

    /// Words that no example shows without each other: what they are for may have been mixed up.
    fn inseparable(&self, sketch: &Sketch, ticker: &Ticker) -> Vec<[NumberWordId; 2]> {
        let is_open = |word: &NumberWordId| !sketch.given[word.index()];
        let mut pairs = Vec::new();
        let mut seen: Vec<Vec<usize>> = vec![Vec::new(); sketch.values.len()];
        for (index, example) in self.examples.iter().enumerate() {
            for &word in &example.words {
                let seen = &mut seen[word.index()];
                if seen.last() != Some(&index) {
                    seen.push(index);
                }
            }
        }
        for example in self.examples.iter().take_while(|_| !ticker.is_over()) {
            let together = all_pairs(example.words.iter().copied().filter(is_open).collect());
            let same = |[a, b]: &[NumberWordId; 2]| seen[a.index()] == seen[b.index()];
            pairs.extend(together.into_iter().filter(same));
        }
        pairs.arrange();
        pairs.dedup();
        pairs.truncate(MOST_PAIRS);
        pairs
    }

    /// Finds out anew what `words` are for.
    fn again(
        &self,
        found: &mut SearchedSketch,
        words: &[NumberWordId],
        pace: SketchLimits,
        ticker: &Ticker,
    ) {
        let nodes = pace.nodes.min(self.most_nodes.saturating_sub(found.nodes));
        if nodes == 0 || ticker.is_over() {
            return;
        }
        let best = cheapest(found).0;
        let start = words.iter().fold(best.clone(), |sketch, word| sketch.without(*word));
        if start == *best {
            return;
        }
        let again = search(start, self.examples, SketchLimits { nodes, ..pace }, ticker, None);
        found.nodes += again.nodes;
        found.tried += again.tried;
        if again.solved {
            again.sketches.into_iter().for_each(|(sketch, price)| add(found, sketch, price));
        }
    }
}

/// Puts the rules into order as far as the examples allow.
fn reorder(found: &mut SearchedSketch, examples: &[NumberExample], ticker: &Ticker) {
    let (best, price) = cheapest(found);
    if best.moved() == 0 {
        return;
    }
    let mut cheaper: Vec<(Sketch, f64)> = Vec::new();
    for sketch in best.reordered() {
        if ticker.is_over() {
            break;
        }
        if sketch.price() < price
            && let Some(price) = price_of_solution(&sketch, examples, ticker)
        {
            cheaper.push((sketch, price));
        }
    }
    cheaper.into_iter().for_each(|(sketch, price)| add(found, sketch, price));
}

fn all_pairs(mut words: Vec<NumberWordId>) -> Vec<[NumberWordId; 2]> {
    words.arrange();
    words.dedup();
    let after = |index: usize| words[index + 1..].iter().map(move |second| (index, *second));
    let pairs = (0..words.len()).flat_map(after);
    pairs.map(|(first, second)| [words[first], second]).collect()
}

fn add(found: &mut SearchedSketch, sketch: Sketch, price: f64) {
    if found.sketches.iter().all(|(known, _)| *known != sketch) {
        found.sketches.push((sketch, price));
    }
    if found.sketches.len() > 2 * MOST {
        keep_cheapest(found);
    }
}

fn keep_cheapest(found: &mut SearchedSketch) {
    found.sketches.arrange_by(|a, b| a.1.total_cmp(&b.1));
    found.sketches.truncate(MOST);
}

fn cheapest(found: &SearchedSketch) -> (&Sketch, f64) {
    let cheapest = found.sketches.iter().min_by(|a, b| a.1.total_cmp(&b.1));
    cheapest.map(|(sketch, price)| (sketch, *price)).expect("there is a sketch")
}
