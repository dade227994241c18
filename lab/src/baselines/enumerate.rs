//! Grammars by decreasing probability, best first.
//!
//! A grammar is a path of choices. Because [`Bound`] knows the best that every choice leaves to be reached,
//! a path is only ever gone on with where its best grammar is the next one: there are no dead ends, and of
//! choices that have not been looked at yet one is enough to stand for all that are worse.

use super::bound::{Bound, Scored, best, left_variables};
use super::prior::Prior;
use super::right_side::{RightSide, RightSides};
use blicket::Rule;
use blicket::Vocabulary;
use blicket::laboratory::class::{higher_order, last_rule, primitive};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

/// Scores that differ by less are the same, added up in another order.
const SAME: f64 = 1e-9;
/// The bytes of a choice's alternatives, about.
const ALTERNATIVES: usize = 160;

/// All grammars of a prior, those with the highest score first.
pub(crate) struct Enumeration<'a> {
    prior: &'a Prior,
    bound: Bound<'a>,
    /// With one variable, and with two.
    right_sides: [RightSides; 2],
    /// The choices so far, each with the one before it.
    path: Vec<(u32, u32)>,
    queue: BinaryHeap<Waiting>,
    queued: u64,
}

/// A choice to be looked at.
struct Waiting {
    /// Of the best grammar with it.
    score: f64,
    /// Of equal ones the latest comes first, so that a grammar is finished before another is begun.
    number: u64,
    /// The choice before it in the path.
    before: u32,
    /// How many of its alternatives are better.
    rank: u32,
    among: Alternatives,
}

#[derive(Clone)]
enum Alternatives {
    /// The best first, with how much worse each is than the best.
    These(Rc<[Scored]>),
    /// All right sides with so many variables.
    RightSides(usize),
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then(self.number.cmp(&other.number))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

/// The choices of a path, by what they are about.
#[derive(Default)]
struct Partial {
    counts: Option<(usize, usize)>,
    words: Vec<u32>,
    /// What primitives give.
    outcomes: Vec<u32>,
    /// Of the rules.
    left_sides: Vec<u32>,
    right_sides: Vec<u32>,
    swaps: Option<u32>,
}

/// What a path goes on with.
enum Next {
    Counts,
    Word,
    Outcome,
    LeftSide,
    RightSide,
    Last,
    Nothing,
}

/// No choice is before the first.
const FIRST: u32 = u32::MAX;

impl<'a> Enumeration<'a> {
    /// Without odds it goes by the prior alone; the words and tokens that they name are the vocabulary's.
    pub(crate) fn new(
        prior: &'a Prior,
        odds: &BTreeMap<String, f64>,
        vocabulary: &Vocabulary,
    ) -> Self {
        let mut right_sides = [1, 2].map(|variables| RightSides::new(variables, prior.go_on));
        let best_of = |sides: &mut RightSides| sides.get(0).map_or(0.0, |side| side.score);
        let [one, two] = &mut right_sides;
        let bound = Bound::new(prior, odds, vocabulary, [best_of(one), best_of(two)]);
        let (path, queue) = (Vec::new(), BinaryHeap::new());
        let mut all = Self { prior, bound, right_sides, path, queue, queued: 0 };
        let counts = all.bound.counts();
        all.wait(best(&counts), FIRST, 0, ranked(counts));
        all
    }

    /// The bytes that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.path.len() * size_of::<(u32, u32)>()
            + self.queue.len() * (size_of::<Waiting>() + ALTERNATIVES)
    }

    fn wait(&mut self, score: f64, before: u32, rank: u32, among: Alternatives) {
        self.queued += 1;
        self.queue.push(Waiting { score, number: self.queued, before, rank, among });
    }

    /// An alternative, and how much worse it is than the best; `None` if there are not so many.
    fn alternative(&mut self, among: &Alternatives, rank: u32) -> Option<Scored> {
        match among {
            Alternatives::These(these) => these.get(rank as usize).copied(),
            Alternatives::RightSides(variables) => {
                let mut score =
                    |rank: u32| self.right_side(*variables, rank).map(|side| side.score);
                Some((rank, score(rank)? - score(0)?))
            }
        }
    }

    fn right_side(&mut self, variables: usize, rank: u32) -> Option<RightSide> {
        self.right_sides[variables - 1].get(rank as usize)
    }

    /// What comes after these choices; `None` after the last.
    fn alternatives(&self, partial: &Partial) -> Option<Alternatives> {
        let (primitives, rules) = partial.counts?;
        let bound = &self.bound;
        let taken = Bound::taken_by(&partial.left_sides);
        let scored = match partial.next() {
            Next::Counts | Next::Nothing => return None,
            Next::Word => bound.words(&partial.words, primitives + rules - partial.words.len()),
            Next::Outcome => {
                let tokens: Vec<u32> =
                    partial.outcomes.iter().filter_map(|outcome| outcome.checked_sub(1)).collect();
                let free = primitives.min(self.prior.tokens.len());
                bound.outcomes(&tokens, free.checked_sub(partial.outcomes.len() + 1))
            }
            Next::LeftSide => bound.left_sides(rules - partial.left_sides.len(), taken),
            Next::RightSide => {
                let left_side = *partial.left_sides.last().expect("it comes before the right side");
                return Some(Alternatives::RightSides(left_variables(left_side).len()));
            }
            Next::Last => bound.last(taken),
        };
        Some(ranked(scored))
    }

    /// The choices of a path, by where it ends.
    fn partial(&self, end: u32) -> Partial {
        let mut choices = Vec::new();
        let mut at = end;
        while at != FIRST {
            let (before, choice) = self.path[at as usize];
            choices.push(choice);
            at = before;
        }
        let mut partial = Partial::default();
        for choice in choices.into_iter().rev() {
            match partial.next() {
                Next::Counts => partial.counts = Some(self.prior.counts[choice as usize]),
                Next::Word => partial.words.push(choice),
                Next::Outcome => partial.outcomes.push(choice),
                Next::LeftSide => partial.left_sides.push(choice),
                Next::RightSide => partial.right_sides.push(choice),
                Next::Last => partial.swaps = Some(choice),
                Next::Nothing => {}
            }
        }
        partial
    }

    fn rules(&mut self, partial: &Partial) -> Vec<Rule> {
        let words: Vec<_> = partial.words.iter().map(|w| self.prior.words[*w as usize]).collect();
        let (primitives, others) = words.split_at(partial.outcomes.len());
        let mut rules = Vec::with_capacity(words.len() + 1);
        for (word, outcome) in primitives.iter().zip(&partial.outcomes) {
            let token = outcome.checked_sub(1).map(|token| self.prior.tokens[token as usize]);
            rules.push(primitive(*word, token));
        }
        let sides = partial.left_sides.iter().zip(&partial.right_sides);
        for (word, (left, right)) in others.iter().zip(sides) {
            let variables = left_variables(*left);
            let side = self.right_side(variables.len(), *right).expect("it was chosen");
            let item = |index| variables[(side.second >> index & 1) as usize];
            rules.push(higher_order(*word, &variables, (0..side.length).map(item)));
        }
        rules.push(last_rule(partial.swaps == Some(1)));
        rules
    }
}

impl Partial {
    fn next(&self) -> Next {
        let Some((primitives, rules)) = self.counts else { return Next::Counts };
        let finished = self.outcomes.len() + self.right_sides.len();
        match (finished == primitives + rules, self.words.len() == finished) {
            (true, _) if self.swaps.is_none() => Next::Last,
            (true, _) => Next::Nothing,
            (false, true) => Next::Word,
            (false, false) if finished < primitives => Next::Outcome,
            (false, false) if self.left_sides.len() == self.right_sides.len() => Next::LeftSide,
            (false, false) => Next::RightSide,
        }
    }
}

/// The best first, each with how much worse it is than the best; equal ones in their order.
fn ranked(mut scored: Vec<Scored>) -> Alternatives {
    let best = best(&scored);
    for (_, score) in &mut scored {
        let worse = *score - best;
        *score = if worse > -SAME { 0.0 } else { worse };
    }
    scored.retain(|(_, score)| score.is_finite());
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
    Alternatives::These(scored.into())
}

/// Grammars with their scores.
impl Iterator for Enumeration<'_> {
    type Item = (Vec<Rule>, f64);

    fn next(&mut self) -> Option<(Vec<Rule>, f64)> {
        loop {
            let Waiting { score, before, rank, among, .. } = self.queue.pop()?;
            let (choice, worse) = self.alternative(&among, rank).expect("it is waiting");
            if let Some((_, next)) = self.alternative(&among, rank + 1) {
                self.wait(score - worse + next, before, rank + 1, among);
            }
            let here = self.path.len() as u32;
            self.path.push((before, choice));
            let partial = self.partial(here);
            match self.alternatives(&partial) {
                Some(among) => self.wait(score, here, 0, among),
                None => return Some((self.rules(&partial), score)),
            }
        }
    }
}
