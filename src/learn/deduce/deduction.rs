//! From prepared examples to leaves that satisfy them.

use super::draws::may_meet;
use super::likelihood::Inputs;
use super::posterior::Posterior;
use super::{Assumptions, Leaf, SearchEnd, Set, Solver, SolverLimits};
use crate::arrange::Arrange;
use crate::budget::Budget;
use crate::judge::Found;
use crate::language::class::{ClassGrammar, Role, WordId, bytes_of};
use crate::language::rule::Rule;
use crate::language::vocabulary::Word;
use crate::learn::Ended;
use crate::prepare::{NumberedExample, Prepared};
use crate::random::Random;
use crate::solution::StopReason;
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

/// Up to this many examples are solved at once; more by counter-examples.
pub(super) const AT_ONCE: usize = 150;
/// The first examples to solve from, where there are many; and how many that fail are added.
const FIRST: usize = 10;
const ADDED: usize = 2;
/// The first round whose grammar is a candidate for the best so far.
const FIRST_OFFER: usize = 8;
/// Nodes of the first try; each further one has a quarter more.
const FIRST_NODES: u64 = 300;
/// The rounds after which some of the examples are solved, where all of them could not be so far.
const PATIENCE: u32 = 6;
/// Nodes for a set of examples where one is given up if nothing is found.
const THOROUGH_NODES: u64 = 5_000;
/// The leaves that are ranked, and the nodes spent on finding them.
pub(super) const MOST_LEAVES: usize = 48;
const RANKING_NODES: u64 = 6_000;

/// How thoroughly a set of examples is tried, some of which may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// One short try at each class.
    Quick,
    /// Longer, where one example is given up if nothing is found.
    Thorough,
}

/// What deduction found.
#[derive(Clone, Debug)]
pub(super) struct Deduced {
    pub(super) leaves: Vec<Leaf>,
    /// A grammar of the first leaf that was run on all examples, where not all were solved from.
    pub(super) verified: Option<ClassGrammar>,
    pub(super) ended: Ended,
}

impl Deduced {
    fn nothing(ended: Ended) -> Self {
        Self { leaves: Vec::new(), verified: None, ended }
    }
}

/// What satisfies some of the examples.
#[derive(Clone, Debug, Default)]
pub(super) struct Most {
    pub(super) leaves: Vec<Leaf>,
    /// Whether that is all but so few that these may be wrong.
    pub(super) are_all_but_few: bool,
}

/// Solves some of the examples: the leaves of one class, the first one alone or several to rank.
pub(crate) struct Deducing<'a, 'f> {
    pub(super) prepared: &'a Prepared<'a>,
    pub(super) budget: &'a mut Budget,
    /// Who takes candidates for the best so far, if anybody does.
    pub(super) found: Option<&'a mut Found<'f>>,
    /// What satisfies some of the examples, once it was looked for.
    pub(super) most: Option<Most>,
    /// The steps after which others are to have a turn.
    pub(super) patience: u64,
    /// The words of each pair's input, once that was asked for.
    words_of_pairs: Option<Vec<Set<WordId>>>,
}

/// Where two grammars with the same last rule say different things.
struct ClassDifference {
    /// Words whose rules differ.
    words: Set<WordId>,
    /// Operators whose rules are the other way round, where that matters: only inputs with both are read differently.
    turned: Vec<Set<WordId>>,
}

impl ClassDifference {
    fn of(a: &ClassGrammar, b: &ClassGrammar) -> Self {
        let roles = a.roles.iter().zip(&b.roles);
        let words = WordId::first(a.roles.len()).zip(roles).filter(|(_, (a, b))| a != b);
        let place = |word: &WordId| b.order.iter().position(|other| other == word);
        let meet =
            |one: &WordId, other: &WordId| match (a.roles[one.index()], a.roles[other.index()]) {
                (Role::Operator(one, _), Role::Operator(other, _)) => may_meet(one, other),
                _ => false,
            };
        let turned = a.order.iter().enumerate().flat_map(|(index, first)| {
            let after = a.order[index + 1..].iter();
            let is_turned = move |then: &&WordId| meet(first, then) && place(then) < place(first);
            after.filter(is_turned).map(|then| Set::one(*first) | Set::one(*then))
        });
        Self { words: words.map(|(word, _)| word).collect(), turned: turned.collect() }
    }

    fn touches(&self, words: Set<WordId>) -> bool {
        words.meets(self.words) || self.turned.iter().any(|both| both.is_within(words))
    }
}

impl<'a, 'f> Deducing<'a, 'f> {
    pub(crate) fn new(
        prepared: &'a Prepared<'a>,
        budget: &'a mut Budget,
        found: Option<&'a mut Found<'f>>,
    ) -> Self {
        Self { prepared, budget, found, most: None, patience: u64::MAX, words_of_pairs: None }
    }

    pub(super) fn seed(&self) -> u64 {
        self.prepared.task.seed
    }

    /// Leaves that satisfy all of `examples`, with several if they are to be `ranked`. It follows
    /// from the examples and the seed alone, whatever was solved before.
    fn solve(&mut self, examples: &[NumberedExample], ranked: bool) -> Deduced {
        let words = self.prepared.words().len();
        let mut random = Random::new(self.seed());
        // All classes, a little more of each in turn: the narrow one is usually the right one, so
        // the others are not even set up before it has had its first try.
        let mut classes = vec![Assumptions::WIDE, Assumptions::SCAN, Assumptions::MINISCAN];
        let mut solvers: VecDeque<(Solver, u64, u32)> = VecDeque::new();
        loop {
            let next = match classes.pop() {
                Some(class) => Solver::new(class, words, examples, self.budget.ticker())
                    .map(|solver| (solver, FIRST_NODES, 0)),
                None if solvers.is_empty() => break,
                None => solvers.pop_front(),
            };
            if let Some(stop) = self.budget.over() {
                return Deduced::nothing(Ended::Stopped(stop));
            }
            if self.budget.steps >= self.patience {
                return Deduced::nothing(Ended::OutOfPatience);
            }
            let Some((mut solver, nodes, round)) = next else { continue };
            if ranked && round == PATIENCE && self.most.is_none() {
                // It is hard, or hopeless. Whoever asks for the best so far shall have one.
                self.solve_most();
            }
            let pace = SolverLimits { noise: round > 0, probe: round % 2 == 1, ..self.pace(nodes) };
            let (leaves, found) = self.search(&mut solver, pace, &mut random);
            if !leaves.is_empty() {
                self.budget.solved = Some(self.budget.elapsed());
                let leaves = match ranked {
                    true => self.more_leaves(&mut solver, leaves, &mut random),
                    false => leaves,
                };
                return Deduced { leaves, verified: None, ended: Ended::Solved };
            }
            match found {
                SearchEnd::Everything => {}
                SearchEnd::OutOfMemory => {
                    return Deduced::nothing(Ended::Stopped(StopReason::Memory));
                }
                _ => solvers.push_back((solver, nodes * 5 / 4, round + 1)),
            }
        }
        Deduced::nothing(self.budget.over().map_or(Ended::Exhausted, Ended::Stopped))
    }

    /// A plain search for one leaf. There are up to three solvers at a time, for as many classes.
    pub(super) fn pace(&self, nodes: u64) -> SolverLimits {
        let nodes = nodes.min(self.budget.steps_left());
        let bytes = self.budget.control().memory_left() / 3;
        SolverLimits { nodes, leaves: 1, bytes, noise: false, probe: false }
    }

    pub(super) fn search(
        &mut self,
        solver: &mut Solver,
        pace: SolverLimits,
        random: &mut Random,
    ) -> (Vec<Leaf>, SearchEnd) {
        let mut leaves = Vec::new();
        let ticker = self.budget.solver_ticker();
        let (found, nodes) = solver.search(pace, random, ticker, &mut leaves);
        self.budget.steps += nodes;
        (leaves, found)
    }

    /// As many leaves as there are, within reason.
    fn more_leaves(
        &mut self,
        solver: &mut Solver,
        first: Vec<Leaf>,
        random: &mut Random,
    ) -> Vec<Leaf> {
        self.offer(&first[0]);
        let pace = SolverLimits { leaves: MOST_LEAVES, ..self.pace(RANKING_NODES) };
        let (leaves, _) = self.search(solver, pace, random);
        // Unless it ran out of nodes, it has met the first leaf again.
        let leaves = if leaves.is_empty() { first } else { leaves };
        self.budget.control().keep(leaves.iter().map(Leaf::bytes).sum());
        leaves
    }

    /// Makes a grammar of a leaf a candidate for the best so far.
    pub(super) fn offer(&mut self, leaf: &Leaf) {
        let Some(of_class) = self.any(leaf) else { return };
        self.offer_grammar(&of_class);
    }

    fn offer_grammar(&mut self, of_class: &ClassGrammar) {
        if let Some(found) = &mut self.found {
            found.offer(self.prepared.grammar(of_class), self.budget);
        }
    }

    /// A plain grammar of a leaf.
    fn any(&self, leaf: &Leaf) -> Option<ClassGrammar> {
        let inputs = Inputs::new([], 1);
        let posterior =
            Posterior::new(&inputs, self.prepared.tokens().len(), &self.prepared.task.memo);
        posterior.any(leaf, &self.budget.ticker())
    }

    /// The rules of a grammar that satisfies these pairs, if there is one in the class and it is found
    /// soon.
    pub(crate) fn rules(&mut self, pairs: &[usize], care: Care) -> Option<Vec<Rule>> {
        if self.budget.over().is_some() {
            return None;
        }
        let examples = self.examples(pairs);
        let leaves = match care {
            Care::Quick => self.solve_quickly(&examples),
            Care::Thorough => {
                self.patience = self.budget.steps + THOROUGH_NODES;
                self.solve(&examples, false).leaves
            }
        };
        let of_class = self.any(leaves.first()?)?;
        let prepared = self.prepared;
        Some(of_class.rules(prepared.words(), prepared.tokens(), prepared.shown))
    }

    /// Leaves that satisfy every pair that can be solved from, and how it ended.
    pub(super) fn solve_all(&mut self) -> Deduced {
        let solvable: Vec<usize> = self.prepared.solvable().collect();
        if solvable.len() <= AT_ONCE {
            let examples = self.examples(&solvable);
            return self.solve(&examples, true);
        }
        self.by_counter_examples(&solvable)
    }

    /// The examples of pairs, or less if it is over.
    pub(super) fn examples(&self, pairs: &[usize]) -> Vec<NumberedExample> {
        let ticker = self.budget.ticker();
        let unless_over = |pair: &usize| (!ticker.is_over()).then(|| self.prepared.example(*pair));
        pairs.iter().map_while(unless_over).collect()
    }

    pub(super) fn input(&self, pair: usize) -> &[Word] {
        self.prepared.input(&self.prepared.pairs[pair])
    }

    /// Solves a few, checks all, adds some that fail, until none does.
    fn by_counter_examples(&mut self, solvable: &[usize]) -> Deduced {
        let mut chosen = self.first_examples(solvable);
        let mut last = None;
        for round in 1usize.. {
            let examples = self.examples(&chosen);
            let mut deduced = self.solve_some(&examples);
            if deduced.leaves.is_empty() {
                // What satisfied all but a few is the best so far.
                let ended = deduced.ended;
                return last.map_or(deduced, |last| Deduced { ended, ..last });
            }
            let Some(of_class) = deduced.verified.take() else {
                let ended = self.budget.over().map_or(deduced.ended, Ended::Stopped);
                return Deduced { ended, ..deduced };
            };
            if round >= FIRST_OFFER && round.is_power_of_two() {
                // Now and then only: to run it on all examples takes longer than to find it. Most tasks are solved
                // before the first time.
                self.offer_grammar(&of_class);
            }
            let failing = self.failing(&of_class, ADDED);
            deduced.verified = Some(of_class);
            if let Some(stop) = self.budget.over() {
                return Deduced { ended: Ended::Stopped(stop), ..deduced };
            }
            let failing = failing.unwrap_or_default();
            if failing.iter().all(|index| chosen.contains(index)) {
                return deduced;
            }
            let new = failing.into_iter().filter(|index| !chosen.contains(index));
            chosen.extend(new.collect::<Vec<_>>());
            last = Some(deduced);
        }
        unreachable!("some round is the last")
    }

    /// The first `most` pairs that a grammar does not satisfy; `None` if that is not known.
    pub(super) fn failing(&mut self, of_class: &ClassGrammar, most: usize) -> Option<Vec<usize>> {
        let grammar = self.prepared.grammar(of_class);
        self.found.as_mut()?.failing(&grammar, most, self.budget)
    }

    /// [`failing`](Self::failing) of a grammar that is nearly the same as another one of which it is known what it fails:
    /// only inputs are run that have a word of which the two say different things.
    pub(super) fn failing_beside(
        &mut self,
        (known, failing): (&ClassGrammar, &[usize]),
        of_class: &ClassGrammar,
        most: usize,
    ) -> Option<Vec<usize>> {
        if known.swaps != of_class.swaps {
            return self.failing(of_class, most);
        }
        let difference = ClassDifference::of(known, of_class);
        let prepared = self.prepared;
        let known_words = &mut self.words_of_pairs;
        let mut touched = |pair: usize| {
            let words = known_words.get_or_insert_with(|| {
                let pairs = prepared.pairs.iter();
                pairs.map(|pair| prepared.numbers(pair).iter().collect()).collect()
            });
            difference.touches(words[pair])
        };
        let mut all: Vec<usize> = failing.to_vec();
        all.retain(|pair| !touched(*pair));
        let grammar = prepared.grammar(of_class);
        let most_new = most.saturating_sub(all.len());
        if most_new > 0 {
            let others = (&all[..], touched);
            let found = self.found.as_mut()?;
            let new = found.failing_beside(&grammar, others, most_new, self.budget)?;
            all.extend(new);
        }
        all.arrange();
        all.truncate(most);
        Some(all)
    }

    /// The first leaf for a few of many examples, and its most probable grammar, which has yet to be
    /// verified. Where there is another example it is mostly the same few again: so it is noted what
    /// came of them, and at how many steps.
    fn solve_some(&mut self, examples: &[NumberedExample]) -> Deduced {
        let mut key = self.seed().to_le_bytes().to_vec();
        key.extend([self.prepared.words().len() as u8, self.prepared.tokens().len() as u8]);
        for NumberedExample { input, output } in examples {
            key.push(input.len() as u8);
            key.extend(bytes_of(input));
            key.push(output.len() as u8);
            key.extend(bytes_of(output));
        }
        let known = self.prepared.task.memo.thing::<(Deduced, u64)>(&key);
        if let Some(known) = known.filter(|known| known.1 < self.budget.steps_left()) {
            self.budget.solved = Some(self.budget.elapsed());
            self.budget.steps += known.1;
            return known.0.clone();
        }
        let before = self.budget.steps;
        let mut deduced = self.solve(examples, false);
        if let Some(leaf) = deduced.leaves.first() {
            deduced.verified = self.best(leaf, examples);
        }
        if deduced.verified.is_some() && !self.budget.interrupted() {
            let steps = self.budget.steps - before;
            self.prepared.task.memo.keep_thing(&key, Arc::new((deduced.clone(), steps)));
        }
        deduced
    }

    /// Short examples that show every word, then any. Which ones follows from what is in them, so
    /// that it is nearly the same ones when there is another example.
    fn first_examples(&self, solvable: &[usize]) -> Vec<usize> {
        let ticker = self.budget.ticker();
        let drawn = |index: &usize| (!ticker.is_over()).then(|| (self.lot(*index), *index));
        let mut drawn: Vec<(u64, usize)> = solvable.iter().map_while(drawn).collect();
        if drawn.len() < solvable.len() {
            // It is over, and sorting many takes its time.
            return Vec::new();
        }
        drawn.sort_unstable();
        let others: Vec<usize> = drawn.into_iter().map(|(_, index)| index).collect();
        let mut sorted = others.clone();
        sorted.arrange_by_key(|index| self.input(*index).len());
        let mut seen: HashSet<Word> = HashSet::new();
        let mut chosen = Vec::new();
        for index in sorted {
            if ticker.is_over() {
                break;
            }
            let before = seen.len();
            seen.extend(self.input(index));
            if seen.len() > before {
                chosen.push(index);
            }
        }
        let missing = FIRST.saturating_sub(chosen.len()).max(2);
        let others = others.into_iter().filter(|index| !chosen.contains(index)).take(missing);
        let others: Vec<usize> = others.collect();
        chosen.extend(others);
        chosen
    }

    /// A random number that follows from the seed and from an example's words.
    fn lot(&self, pair: usize) -> u64 {
        let words = self.prepared.numbers(&self.prepared.pairs[pair]);
        let mixed = |lot: u64, word: &WordId| Random::new(lot ^ u64::from(word.0)).bits();
        words.iter().fold(Random::new(self.seed()).bits(), mixed)
    }

    /// The most probable grammar of a leaf, from a few examples.
    fn best(&self, leaf: &Leaf, examples: &[NumberedExample]) -> Option<ClassGrammar> {
        let inputs = examples.iter().map(|example| example.input.clone());
        let longest = examples.iter().map(|example| example.output.len()).max().unwrap_or(1);
        let inputs = Inputs::new(inputs, longest);
        let posterior =
            Posterior::new(&inputs, self.prepared.tokens().len(), &self.prepared.task.memo);
        let mut random = Random::new(self.seed());
        let top = posterior.top(leaf, &mut random, &self.budget.ticker());
        top.map(|(of_class, _)| of_class)
    }
}
