//! The best of many right sides of each word, without keeping the others.

use super::rule::LeftShape;
use crate::arrange::Arrange;
use crate::learn::propose::ids::AskedWord;
use std::cmp::Ordering;

/// How much less likely than the best a rule may be, as a logarithm.
const FLOOR: f64 = 12.0;

/// A right side that is done.
#[derive(Clone, Debug)]
pub(super) struct Done {
    pub(super) shape: LeftShape,
    pub(super) items: Vec<u16>,
    pub(super) log_probability: f64,
}

/// One item more for a right side: what is known of it before it is decided whether it is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Longer {
    pub(super) log_probability: f64,
    /// The place of the right side that becomes longer, among those of this step.
    pub(super) parent: u32,
    pub(super) item: u16,
}

impl Longer {
    /// The likelier first; of those that are as likely, the one that came first.
    fn order(&self, other: &Self) -> Ordering {
        let likelier = other.log_probability.total_cmp(&self.log_probability);
        likelier.then((self.parent, self.item).cmp(&(other.parent, other.item)))
    }
}

/// The right sides of one word.
#[derive(Debug)]
struct Beam {
    done: Vec<Done>,
    longer: Vec<Longer>,
    /// What is not likelier than this cannot be among the best.
    floor: f64,
    /// What is not likelier than this cannot be among the best of this step, by what came before in it.
    least: f64,
}

/// The right sides of all words: so many of each are kept.
pub(super) struct Beams {
    width: usize,
    words: Vec<Beam>,
}

impl Beams {
    pub(super) fn new(words: usize, width: usize) -> Self {
        let beam = |_| Beam {
            done: Vec::new(),
            longer: Vec::new(),
            floor: f64::NEG_INFINITY,
            least: f64::NEG_INFINITY,
        };
        Self { width, words: (0..words).map(beam).collect() }
    }

    /// The most bytes that they take for a word.
    pub(super) fn bytes(width: usize, longest: usize) -> usize {
        let done = size_of::<Done>() + longest * size_of::<u16>();
        2 * width * (done + size_of::<Longer>())
    }

    /// A right side that is done. There is at most one for each that was kept.
    pub(super) fn finish(&mut self, word: AskedWord, done: Done) {
        self.words[word.index()].done.push(done);
    }

    /// A longer right side. In a step, they come in the order of parents and items.
    pub(super) fn lengthen(&mut self, word: AskedWord, longer: Longer) {
        let Beam { longer: best, floor, least, .. } = &mut self.words[word.index()];
        if longer.log_probability <= *floor || longer.log_probability <= *least {
            return;
        }
        best.push(longer);
        if best.len() == 2 * self.width {
            let (_, last, _) = best.select_nth_unstable_by(self.width - 1, Longer::order);
            *least = last.log_probability;
            best.truncate(self.width);
        }
    }

    /// Ends a step. Of each word's right sides, the best stay that are done, and of the longer ones the
    /// best that can still be among those: all of these in their order, each with its word.
    pub(super) fn step(&mut self) -> Vec<(AskedWord, Longer)> {
        let mut all = Vec::new();
        for (word, beam) in AskedWord::first(self.words.len()).zip(&mut self.words) {
            beam.done.arrange_by(|a, b| b.log_probability.total_cmp(&a.log_probability));
            beam.done.truncate(self.width);
            let log_probability = |index: usize| {
                beam.done.get(index).map_or(f64::NEG_INFINITY, |done| done.log_probability)
            };
            beam.floor = log_probability(self.width - 1).max(log_probability(0) - FLOOR);
            beam.least = f64::NEG_INFINITY;
            beam.longer.sort_unstable_by(Longer::order);
            beam.longer.truncate(self.width);
            let kept = beam.longer.drain(..).filter(|one| one.log_probability > beam.floor);
            all.extend(kept.map(|one| (word, one)));
        }
        all.sort_unstable_by(|(_, a), (_, b)| a.order(b));
        all
    }

    /// The right sides that are done, by word, the best first.
    pub(super) fn done(self) -> Vec<Vec<Done>> {
        self.words.into_iter().map(|beam| beam.done).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn what_is_kept_is_what_sorting_all_of_them_would_keep() {
        let (width, words) = (8, 3);
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut beams = Beams::new(words, width);
            let mut all = Vec::new();
            let mut most = 0;
            for parent in 0..60 {
                let word = AskedWord::at(random.below(words));
                if random.chance(0.1) {
                    let log_probability = -(random.below(30) as f64);
                    beams.finish(
                        word,
                        Done { shape: LeftShape::Primitive, items: vec![], log_probability },
                    );
                }
                for item in 0..random.below(20) as u16 {
                    // Few values, so that many are as likely as others.
                    let log_probability = -(random.below(30) as f64);
                    let longer = Longer { log_probability, parent, item };
                    all.push((word, longer));
                    beams.lengthen(word, longer);
                    most = most.max(beams.words[word.index()].longer.len());
                }
            }
            assert!(most < 2 * width);
            let kept = beams.step();
            let floors: Vec<f64> = beams.words.iter().map(|beam| beam.floor).collect();
            all.arrange_by(|(_, a), (_, b)| b.log_probability.total_cmp(&a.log_probability));
            let mut counts = vec![0; words];
            all.retain(|(word, longer)| {
                let kept =
                    counts[word.index()] < width && longer.log_probability > floors[word.index()];
                counts[word.index()] += usize::from(kept);
                kept
            });
            assert_eq!(kept, all, "{seed}");
            let done = beams.done();
            assert!(done.iter().all(|done| done.len() <= width));
        }
    }
}
