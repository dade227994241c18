//! From prepared examples to leaves that satisfy them.

use super::budget::Budget;
use super::check::Checker;
use super::problem::Prepared;
use crate::deduce::{Class, Completion, Example, Found, Leaf, Pace, Solver};
use crate::rank::likelihood::Inputs;
use crate::rank::posterior::Posterior;
use crate::sample::Random;
use crate::solution::StopReason;
use crate::vocabulary::Word;
use std::collections::{HashSet, VecDeque};

/// Up to this many examples are solved at once; more by counter-examples.
const AT_ONCE: usize = 150;
/// The first examples to solve from, where there are many; and how many that fail are added.
const FIRST: usize = 10;
const ADDED: usize = 2;
/// Nodes of the first try; each further one has a quarter more.
const FIRST_NODES: u64 = 300;
/// Nodes for a try at some of the examples, where all of them could not be satisfied.
const QUICK_NODES: u64 = 200;
/// The leaves that are ranked, and the nodes spent on finding them.
const MOST_LEAVES: usize = 48;
const RANKING_NODES: u64 = 6_000;

/// What deduction found.
#[derive(Debug)]
pub(super) struct Deduced {
    pub(super) leaves: Vec<Leaf>,
    /// A grammar of the first leaf that was run on all examples, where not all were solved from.
    pub(super) verified: Option<Completion>,
    pub(super) stop: StopReason,
}

impl Deduced {
    fn nothing(stop: StopReason) -> Self {
        Self { leaves: Vec::new(), verified: None, stop }
    }
}

/// Solves some of the examples: the leaves of one class, the first one alone or several to rank.
pub(super) struct Deduction<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) budget: &'a mut Budget,
    pub(super) random: Random,
}

impl Deduction<'_> {
    /// Leaves that satisfy all of `examples`, with several if they are to be `ranked`.
    pub(super) fn solve(&mut self, examples: &[Example], ranked: bool) -> Deduced {
        let words = self.prepared.words.len();
        // All classes, a little more of each in turn: the narrow one is usually the right one, so
        // the others are not even set up before it has had its first try.
        let mut classes = vec![Class::WIDE, Class::SCAN, Class::MINISCAN];
        let mut solvers: VecDeque<(Solver, u64, u32)> = VecDeque::new();
        loop {
            let (mut solver, nodes, round) = match classes.pop() {
                Some(class) => match Solver::new(class, words, examples) {
                    Some(solver) => (solver, FIRST_NODES, 0),
                    None => continue,
                },
                None => match solvers.pop_front() {
                    Some(next) => next,
                    None => break,
                },
            };
            if let Some(stop) = self.budget.over() {
                return Deduced::nothing(stop);
            }
            let pace = Pace {
                nodes: nodes.min(self.budget.steps_left()),
                leaves: 1,
                noise: round > 0,
                probe: round % 2 == 1,
            };
            let (leaves, found) = self.search(&mut solver, pace);
            if !leaves.is_empty() {
                self.budget.solved = Some(self.budget.elapsed());
                let leaves = if ranked { self.more_leaves(&mut solver, leaves) } else { leaves };
                return Deduced { leaves, verified: None, stop: StopReason::Solved };
            }
            if found != Found::Everything {
                solvers.push_back((solver, nodes * 5 / 4, round + 1));
            }
        }
        Deduced::nothing(StopReason::Exhausted)
    }

    fn search(&mut self, solver: &mut Solver, pace: Pace) -> (Vec<Leaf>, Found) {
        let mut leaves = Vec::new();
        let mut deadline = self.budget.deadline();
        let (found, nodes) = solver.search(pace, &mut self.random, &mut deadline, &mut leaves);
        self.budget.steps += nodes;
        (leaves, found)
    }

    /// As many leaves as there are, within reason.
    fn more_leaves(&mut self, solver: &mut Solver, first: Vec<Leaf>) -> Vec<Leaf> {
        let nodes = RANKING_NODES.min(self.budget.steps_left());
        let pace = Pace { nodes, leaves: MOST_LEAVES, noise: false, probe: false };
        let (leaves, _) = self.search(solver, pace);
        // Unless it ran out of nodes, it has met the first leaf again.
        if leaves.is_empty() { first } else { leaves }
    }

    /// Leaves that satisfy every pair that can be solved from, and how it ended.
    pub(super) fn solve_all(&mut self, checker: &mut Checker<'_>) -> Deduced {
        let solvable: Vec<usize> = (0..self.prepared.pairs.len())
            .filter(|index| self.prepared.pairs[*index].solvable.is_some())
            .collect();
        if solvable.len() <= AT_ONCE {
            let examples = self.examples(&solvable);
            return self.solve(&examples, true);
        }
        self.by_counter_examples(&solvable, checker)
    }

    /// Leaves that satisfy as many examples as can be satisfied together, found by adding one after
    /// the other and leaving out what does not go with those before. Short ones come first, because
    /// they say the most about single words.
    pub(super) fn solve_most(&mut self) -> Vec<Leaf> {
        let mut pairs: Vec<usize> = (0..self.prepared.pairs.len())
            .filter(|index| self.prepared.pairs[*index].solvable.is_some())
            .collect();
        pairs.sort_by_key(|index| self.prepared.pairs[*index].input.len());
        let mut kept: Vec<Example> = Vec::new();
        let mut best = Vec::new();
        // In halves: whole runs of examples that go together are added at once.
        let mut open: Vec<Vec<usize>> = vec![pairs];
        while let Some(run) = open.pop() {
            if self.budget.over().is_some() {
                break;
            }
            let mut tried = kept.clone();
            tried.extend(self.examples(&run));
            let leaves = self.solve_quickly(&tried);
            if !leaves.is_empty() {
                (kept, best) = (tried, leaves);
            } else if run.len() > 1 {
                let (first, second) = run.split_at(run.len() / 2);
                open.push(second.to_vec());
                open.push(first.to_vec());
            }
        }
        best
    }

    /// One try at each class.
    fn solve_quickly(&mut self, examples: &[Example]) -> Vec<Leaf> {
        let words = self.prepared.words.len();
        for class in [Class::MINISCAN, Class::SCAN, Class::WIDE] {
            let Some(mut solver) = Solver::new(class, words, examples) else { continue };
            let nodes = QUICK_NODES.min(self.budget.steps_left());
            let pace = Pace { nodes, leaves: 1, noise: false, probe: false };
            let (leaves, _) = self.search(&mut solver, pace);
            if !leaves.is_empty() {
                return leaves;
            }
        }
        Vec::new()
    }

    fn examples(&self, pairs: &[usize]) -> Vec<Example> {
        pairs.iter().filter_map(|index| self.prepared.pairs[*index].solvable.clone()).collect()
    }

    /// Solves a few, checks all, adds some that fail, until none does.
    fn by_counter_examples(&mut self, solvable: &[usize], checker: &mut Checker<'_>) -> Deduced {
        let mut chosen = self.first_examples(solvable);
        let mut last = None;
        loop {
            let examples = self.examples(&chosen);
            let mut deduced = self.solve(&examples, false);
            if deduced.leaves.is_empty() {
                // What satisfied all but a few is the best so far.
                let stop = deduced.stop;
                return last.map_or(deduced, |last| Deduced { stop, ..last });
            }
            let Some(completion) = self.best(&deduced.leaves[0], &examples) else { return deduced };
            let failing = checker.failing(&completion, ADDED, self.budget);
            deduced.verified = Some(completion);
            if failing.iter().all(|index| chosen.contains(index)) {
                return deduced;
            }
            if let Some(stop) = self.budget.over() {
                return Deduced { stop, ..deduced };
            }
            chosen.extend(
                failing.into_iter().filter(|index| !chosen.contains(index)).collect::<Vec<_>>(),
            );
            last = Some(deduced);
        }
    }

    /// Short examples that show every word, then any.
    fn first_examples(&mut self, solvable: &[usize]) -> Vec<usize> {
        let mut sorted = solvable.to_vec();
        self.random.shuffle(&mut sorted);
        sorted.sort_by_key(|index| self.prepared.pairs[*index].input.len());
        let mut seen: HashSet<Word> = HashSet::new();
        let mut chosen = Vec::new();
        for index in sorted {
            let before = seen.len();
            seen.extend(&self.prepared.pairs[index].input);
            if seen.len() > before {
                chosen.push(index);
            }
        }
        let mut others = solvable.to_vec();
        self.random.shuffle(&mut others);
        others.retain(|index| !chosen.contains(index));
        let missing = FIRST.saturating_sub(chosen.len()).max(2);
        chosen.extend(others.into_iter().take(missing));
        chosen
    }

    /// The most probable grammar of a leaf, from a few examples.
    fn best(&mut self, leaf: &Leaf, examples: &[Example]) -> Option<Completion> {
        let inputs = examples.iter().map(|example| example.input.clone());
        let longest = examples.iter().map(|example| example.output.len()).max().unwrap_or(1);
        let inputs = Inputs::new(inputs, longest);
        let mut posterior = Posterior::new(&inputs, self.prepared.tokens.len());
        let mut deadline = self.budget.deadline();
        let (_, top) = posterior.sample(leaf, 1, &mut self.random, &mut deadline);
        top.map(|(completion, _)| completion)
    }
}
