//! As many examples as can be satisfied together, where all cannot be: some of them may be wrong.

use super::deduction::{Deducing, MOST_LEAVES, Most};
use super::{Assumptions, Leaf, Solver};
use crate::arrange::Arrange;
use crate::prepare::NumberedExample;
use crate::random::Random;

/// Nodes for a try at some of the examples, where all of them could not be satisfied.
const QUICK_NODES: u64 = 200;
/// The most examples for that, the shortest ones: thousands more would say the same, and none of them
/// could be looked at in a moment.
const MOST_TRIED: usize = 1000;
/// How often one example is left out instead of those that it contradicts.
const MOST_BLAMED: usize = 8;
/// The most examples that are asked which of them is wrong, because they contradict each other.
const MOST_IN_CONFLICT: usize = 8;

/// Steps for finding out which examples are to be left out instead; a language of the class takes some dozens.
const BLAMING: u64 = 500;
/// One example in so many may be wrong, or more likely the class is.
const ONE_IN: usize = 10;

/// Examples that are satisfied together, and those that are left out.
struct Together {
    kept: Vec<usize>,
    left_out: Vec<usize>,
    leaves: Vec<Leaf>,
}

impl Deducing<'_, '_> {
    /// Leaves that satisfy as many examples as can be satisfied together, as far as that is soon found. At first, whatever
    /// does not go with the shorter ones is left out. Then one of the examples that it contradicts is left out instead: a short
    /// one that is wrong would take many down with it that are right. Where it makes no difference, there are leaves of each.
    pub(super) fn solve_most(&mut self) -> Option<Most> {
        if self.most.is_some() {
            return self.most.clone();
        }
        // Short ones come first, because they say the most about single words.
        let mut pairs: Vec<usize> = self.prepared.solvable().collect();
        pairs.arrange_by_key(|index| self.input(*index).len());
        pairs.truncate(MOST_TRIED);
        let all = pairs.len();
        let few = all.div_ceil(ONE_IN);
        let mut best = self.together(&pairs, all)?;
        let mut leaves = std::mem::take(&mut best.leaves);
        let patience = self.patience;
        self.patience = patience.min(self.budget.steps + BLAMING);
        // Those that are blamed are no more among the pairs.
        while let Some(first) = best.left_out.first().copied()
            && all - pairs.len() < MOST_BLAMED
        {
            let before = best.left_out.len();
            // How many may be left out, the suspect among them. Where most are now, only a few are worth looking for.
            let mut most = if before > pairs.len() / 2 { few } else { before };
            let mut fewer = None;
            for suspect in self.conflict(&best.kept, first) {
                let others: Vec<usize> =
                    pairs.iter().copied().filter(|pair| *pair != suspect).collect();
                let Some(mut other) = self.together(&others, most - 1) else { continue };
                let left_out = other.left_out.len() + 1;
                let is_fewer = left_out < if fewer.is_some() { most } else { before };
                if is_fewer {
                    leaves.clear();
                }
                leaves.append(&mut other.leaves);
                if is_fewer {
                    fewer = Some((others, other));
                }
                most = left_out;
            }
            let Some(fewer) = fewer else { break };
            (pairs, best) = fewer;
        }
        self.patience = patience;
        leaves.truncate(MOST_LEAVES);
        let left_out = best.left_out.len() + all - pairs.len();
        let most = Most { leaves, are_all_but_few: left_out <= few };
        if self.budget.steps < self.patience {
            self.most = Some(most.clone());
        }
        Some(most)
    }

    /// As many of these examples as can be satisfied together, added in their order, in halves: whole runs of examples that
    /// go together are added at once. Nothing if more than so many are left out, or if it is over before any is satisfied.
    fn together(&mut self, pairs: &[usize], most_left_out: usize) -> Option<Together> {
        let mut together = Together { kept: Vec::new(), left_out: Vec::new(), leaves: Vec::new() };
        let mut numbered: Vec<NumberedExample> = Vec::new();
        let mut open: Vec<&[usize]> = vec![pairs];
        while let Some(run) = open.pop() {
            if self.budget.over().is_some() || self.budget.steps >= self.patience {
                together.left_out.extend(run);
                continue;
            }
            let mut tried = numbered.clone();
            tried.extend(self.examples(run));
            let leaves = self.solve_quickly(&tried);
            if !leaves.is_empty() {
                self.offer(&leaves[0]);
                (numbered, together.leaves) = (tried, leaves);
                together.kept.extend(run);
            } else if run.len() > 1 {
                let (first, second) = run.split_at(run.len() / 2);
                open.push(second);
                open.push(first);
            } else {
                together.left_out.extend(run);
                if together.left_out.len() > most_left_out {
                    return None;
                }
            }
        }
        (!together.leaves.is_empty()).then_some(together)
    }

    /// Few of the examples that are satisfied together and that cannot be together with another one.
    fn conflict(&mut self, kept: &[usize], with: usize) -> Vec<usize> {
        let mut conflict = vec![with];
        let mut others = kept;
        while conflict.len() <= MOST_IN_CONFLICT {
            // The fewest of the first ones that contradict those.
            let (mut low, mut high) = (0, others.len());
            while low < high && self.budget.over().is_none() && self.budget.steps < self.patience {
                let middle = low.midpoint(high);
                let mut tried = self.examples(&conflict);
                tried.extend(self.examples(&others[..middle]));
                match self.solve_quickly(&tried).is_empty() {
                    true => high = middle,
                    false => low = middle + 1,
                }
            }
            let Some(last) = low.checked_sub(1) else { break };
            conflict.push(others[last]);
            others = &others[..last];
        }
        conflict.remove(0);
        conflict
    }

    /// One try at each class.
    pub(super) fn solve_quickly(&mut self, examples: &[NumberedExample]) -> Vec<Leaf> {
        let words = self.prepared.words().len();
        for class in [Assumptions::MINISCAN, Assumptions::SCAN, Assumptions::WIDE] {
            // Also where there is a contradiction at once.
            self.budget.steps += 1;
            let solver = Solver::new(class, words, examples, self.budget.ticker());
            let Some(mut solver) = solver else { continue };
            let pace = self.pace(QUICK_NODES);
            let (leaves, _) = self.search(&mut solver, pace, &mut Random::new(self.seed()));
            if !leaves.is_empty() {
                return leaves;
            }
        }
        Vec::new()
    }
}
