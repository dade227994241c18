//! The search: derive what follows, decide what does not, go back where it fails.

use super::branch::{Branch, Decision};
use super::class::{PRIMITIVE, shapes};
use super::explain::Explained;
use super::leaf::Leaf;
use super::phrase::PhraseId;
use super::state::{TrailMark, WordState};
use super::{Consistent, Contradiction, Solver};
use crate::arrange::Arrange;
use crate::budget::Ticker;
use crate::language::class::WordId;
use crate::random::Random;

/// What a search may cost, and how it looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolverLimits {
    /// The most nodes.
    pub(crate) nodes: u64,
    /// The most leaves.
    pub(crate) leaves: usize,
    /// The most bytes that the solver may come to take.
    pub(crate) bytes: usize,
    /// Whether to draw among options that look alike, for a restart that looks elsewhere.
    pub(crate) noise: bool,
    /// Whether to try a few decisions before one is taken: slower a node, and fewer nodes.
    pub(crate) probe: bool,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchEnd {
    /// All there is.
    Everything,
    /// As many leaves as were wanted.
    Enough,
    /// No more nodes.
    OutOfNodes,
    /// No more memory.
    OutOfMemory,
    /// It was told to stop.
    Stopped,
}

/// Phrases that are explained before it is asked again whether to stop.
const AT_ONCE: usize = 8;
/// Decisions that are tried before one is taken.
const MOST_PROBED: usize = 6;

/// A decision on the way to where the search is.
#[derive(Debug)]
struct Fork {
    mark: TrailMark,
    /// What is still to be tried, the best last.
    open: Vec<Branch>,
}

/// What is left to do at a node.
enum SearchNode {
    /// All is explained.
    Leaf,
    /// These choices, the best last.
    Fork(Vec<Branch>),
}

impl Solver {
    /// Searches for leaves from what is known, and adds them to `leaves`. The ticker is asked many times a
    /// node; when it says that it is over, that looks like a contradiction, and the search backs out.
    /// What is known is the same afterwards. Gives the number of nodes as well.
    pub(crate) fn search(
        &mut self,
        pace: SolverLimits,
        random: &mut Random,
        ticker: Ticker,
        leaves: &mut Vec<Leaf>,
    ) -> (SearchEnd, u64) {
        self.ticker = ticker;
        let base = self.state.mark();
        let mut nodes = 0;
        let found = self.search_from(pace, random, leaves, &mut nodes);
        self.ticker.report(nodes);
        self.state.go_back(base);
        (if self.ticker.is_over() { SearchEnd::Stopped } else { found }, nodes)
    }

    fn search_from(
        &mut self,
        pace: SolverLimits,
        random: &mut Random,
        leaves: &mut Vec<Leaf>,
        nodes: &mut u64,
    ) -> SearchEnd {
        let mut forks: Vec<Fork> = Vec::new();
        loop {
            if *nodes >= pace.nodes {
                return SearchEnd::OutOfNodes;
            }
            if self.bytes() > pace.bytes {
                return SearchEnd::OutOfMemory;
            }
            *nodes += 1;
            self.ticker.report(*nodes);
            if self.ticker.is_over() {
                return SearchEnd::Stopped;
            }
            match self.node(pace, random, nodes) {
                Ok(SearchNode::Leaf) => {
                    if let Some(leaf) = Leaf::new(self) {
                        leaves.push(leaf);
                        if leaves.len() >= pace.leaves {
                            return SearchEnd::Enough;
                        }
                    }
                }
                Ok(SearchNode::Fork(open)) => {
                    forks.push(Fork { mark: self.state.mark(), open });
                }
                Err(_) => {}
            }
            // The next choice that is not a contradiction at once.
            loop {
                let Some(fork) = forks.last_mut() else { return SearchEnd::Everything };
                self.state.go_back(fork.mark);
                let Some(choice) = fork.open.pop() else {
                    forks.pop();
                    continue;
                };
                if self.choose(&choice).is_ok() {
                    break;
                }
            }
        }
    }

    /// Derives all that follows, and finds what to decide.
    fn node(
        &mut self,
        pace: SolverLimits,
        random: &mut Random,
        nodes: &mut u64,
    ) -> Consistent<SearchNode> {
        loop {
            self.propagate()?;
            if self.state.agenda().is_empty() {
                return Ok(SearchNode::Leaf);
            }
            let open = self.open_decisions(pace, random)?;
            let Some(open) = open else { continue };
            if !pace.probe {
                let (_, phrase, decision) = open[0];
                let choices = self.choices(decision);
                if choices.is_empty() {
                    self.blame(phrase);
                }
                return Ok(SearchNode::Fork(self.ranked(choices, pace, random)));
            }
            let survivors = self.probe(&open, nodes)?;
            if let [only] = survivors.as_slice() {
                self.choose(only)?;
                continue;
            }
            return Ok(SearchNode::Fork(self.ranked(survivors, pace, random)));
        }
    }

    /// Goes through the agenda until nothing more follows.
    fn propagate(&mut self) -> Consistent {
        let mut asked = 0;
        loop {
            self.prune()?;
            let changed = self.state.take_changed();
            if changed.is_empty() {
                return Ok(());
            }
            let mut index = 0;
            while let Some(&phrase) = self.state.agenda().get(index) {
                if !self.phrases.get(phrase).mask.meets(changed | self.state.changed()) {
                    index += 1;
                    continue;
                }
                asked += 1;
                if asked % AT_ONCE == 0 && self.ticker.is_over() {
                    return Err(Contradiction);
                }
                match self.explain(phrase) {
                    Ok(Explained::Done) => self.state.remove_from_agenda(index),
                    Ok(Explained::Open(..)) => index += 1,
                    Err(contradiction) => {
                        self.blame(phrase);
                        return Err(contradiction);
                    }
                }
            }
        }
    }

    /// What is open and most promising, the best first: few options, and phrases that made searches fail.
    /// `None` if looking for it has found out something new.
    #[allow(clippy::type_complexity)]
    fn open_decisions(
        &mut self,
        pace: SolverLimits,
        random: &mut Random,
    ) -> Consistent<Option<Vec<(f32, PhraseId, Decision)>>> {
        let mut open = Vec::new();
        for index in 0..self.state.agenda().len() {
            if index % AT_ONCE == 0 && self.ticker.is_over() {
                return Err(Contradiction);
            }
            let phrase = self.state.agenda()[index];
            match self.explain(phrase) {
                Ok(Explained::Open(decision, options)) => {
                    let noise = if pace.noise { 1.0 + 0.3 * random.unit() as f32 } else { 1.0 };
                    open.push((options as f32 / self.weight(phrase) * noise, phrase, decision));
                }
                Ok(Explained::Done) => {
                    self.state.remove_from_agenda(index);
                    return Ok(None);
                }
                Err(contradiction) => {
                    self.blame(phrase);
                    return Err(contradiction);
                }
            }
        }
        if !self.state.changed().is_empty() {
            return Ok(None);
        }
        // Of equal ones, the first.
        let length = |phrase: PhraseId| self.phrases.get(phrase).words.len();
        let most = if pace.probe { MOST_PROBED } else { 1 };
        let promising = std::iter::from_fn(|| {
            let all = open.iter().enumerate();
            let first = all.min_by(|(_, a), (_, b)| {
                a.0.total_cmp(&b.0).then_with(|| length(a.1).cmp(&length(b.1)))
            });
            let first = first?.0;
            Some(open.remove(first))
        });
        Ok(Some(promising.take(most).collect()))
    }

    /// Tries a few decisions one step deep; the choices that survive of the one with the fewest.
    fn probe(
        &mut self,
        open: &[(f32, PhraseId, Decision)],
        nodes: &mut u64,
    ) -> Consistent<Vec<Branch>> {
        let mark = self.state.mark();
        let mut best: Option<Vec<Branch>> = None;
        for (_, phrase, decision) in open {
            let mut survivors = Vec::new();
            for choice in self.choices(*decision) {
                *nodes += 1;
                if self.choose(&choice).and_then(|()| self.propagate()).is_ok() {
                    survivors.push(choice);
                }
                self.state.go_back(mark);
            }
            if survivors.is_empty() {
                self.blame(*phrase);
                return Err(Contradiction);
            }
            let fewer = best.as_ref().is_none_or(|best| survivors.len() < best.len());
            if fewer {
                best = Some(survivors);
            }
            if best.as_ref().is_some_and(|best| best.len() == 1) {
                break;
            }
        }
        Ok(best.unwrap_or_default())
    }

    /// The choices with the most prior mass last.
    fn ranked(
        &mut self,
        choices: Vec<Branch>,
        pace: SolverLimits,
        random: &mut Random,
    ) -> Vec<Branch> {
        if choices.len() < 2 {
            return choices;
        }
        let mark = self.state.mark();
        let masses: Vec<(f64, f64)> = self.state.words.iter().map(log_mass).collect();
        let mut ranked: Vec<(f64, Branch)> = Vec::with_capacity(choices.len());
        for choice in choices {
            if self.ticker.is_over() {
                break;
            }
            let consistent = self.choose(&choice).is_ok();
            let noise = if pace.noise { 2.0 * random.unit() } else { 0.0 };
            if consistent {
                ranked.push((self.log_mass(&masses, mark) + noise, choice));
            }
            self.state.go_back(mark);
        }
        // Equal ones in their own order, when popped from the end.
        ranked.reverse();
        ranked.arrange_by(|a, b| a.0.total_cmp(&b.0));
        ranked.into_iter().map(|(_, choice)| choice).collect()
    }

    /// About how much of the prior the grammars have that are still possible. `masses` are those of the words at `mark`.
    fn log_mass(&self, masses: &[(f64, f64)], mark: TrailMark) -> f64 {
        let anew = self.state.weighed_anew_since(mark);
        let mut mass = 0.0;
        for (word, known) in WordId::first(masses.len()).zip(masses) {
            let (roles, rights) = match anew.has(word) {
                true => log_mass(&self.state.words[word.index()]),
                false => *known,
            };
            mass += roles;
            mass += rights;
        }
        mass
    }

    fn blame(&mut self, phrase: PhraseId) {
        if self.weights.len() <= phrase.index() {
            self.weights.resize(self.phrases.len().max(phrase.index() + 1), 1.0);
        }
        self.weights[phrase.index()] += 1.0;
    }

    fn weight(&self, phrase: PhraseId) -> f32 {
        self.weights.get(phrase.index()).copied().unwrap_or(1.0)
    }
}

/// About how much of the prior the rules of a word have that are still possible: its left sides, and its right sides if it is
/// an operator.
fn log_mass(word: &WordState) -> (f64, f64) {
    let is_primitive = word.roles & PRIMITIVE != 0;
    let mut roles = if is_primitive { 0.4 } else { 0.0 };
    for shape in shapes(word.roles) {
        let conditions = word.conditions[shape as usize].len();
        roles += 0.6 * shape.prior() / (1.0 + f64::from(conditions));
    }
    (roles.ln(), if is_primitive { 0.0 } else { word.log_rights })
}
