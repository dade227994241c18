//! What learners find: every candidate is checked here, the best so far is kept here, and grammars that ran
//! are counted here, for all learners alike.

use super::check::TaskChecker;
use crate::budget::{Budget, Phase, Ticker};
use crate::grammar::Grammar;
use crate::language::class::{ClassGrammar, WordId};
use crate::pin::Pins;
use crate::prepare::Prepared;
use crate::solution::{Problem, Statistics};

/// Takes what learners find in one search.
pub struct Found<'a> {
    checker: TaskChecker<'a>,
    /// The rules that every grammar keeps.
    pins: Option<&'a Pins>,
    /// What the learner that solved the task wants to be voted with; or else the first that had something.
    pub(crate) choice: Choice,
    /// What a person should know, whatever comes of the task.
    pub(crate) problems: Vec<Problem>,
    /// What a person should know if the task is not solved.
    pub(crate) excuses: Vec<Problem>,
    pub(crate) statistics: Statistics,
    /// Where the task is solved already: an account in more bits than these is not believed instead.
    pub(crate) to_beat: Option<f64>,
}

impl<'a> Found<'a> {
    pub(crate) fn new(prepared: &'a Prepared<'a>, pins: Option<&'a Pins>, budget: &Budget) -> Self {
        Self {
            checker: TaskChecker::new(prepared, budget),
            pins,
            choice: Choice::default(),
            problems: Vec::new(),
            excuses: Vec::new(),
            statistics: Statistics::default(),
            to_beat: None,
        }
    }

    /// Checks a grammar on every example, and makes it the best so far unless another satisfies more.
    pub fn offer(&mut self, grammar: Grammar, budget: &mut Budget) {
        budget.count_program();
        let ticker = budget.ticker();
        let grammar = self.with_pins(grammar, &ticker);
        self.checker.keep(grammar, budget.control(), &ticker);
    }

    /// [`offer`](Self::offer), and a moment longer if time is up already: the last word of a learner.
    pub fn offer_last(&mut self, grammar: Grammar, budget: &mut Budget) {
        budget.count_program();
        self.keep_last(grammar, budget);
    }

    /// [`offer_last`](Self::offer_last) for a grammar that the learner has run and counted itself.
    pub fn keep_last(&mut self, grammar: Grammar, budget: &Budget) {
        let over = budget.interrupted();
        let ticker = if over { budget.ticker_with_grace() } else { budget.ticker() };
        let grammar = self.with_pins(grammar, &ticker);
        self.checker.keep(grammar, budget.control(), &ticker);
    }

    /// A grammar with the pinned rules in it.
    fn with_pins(&mut self, grammar: Grammar, ticker: &Ticker) -> Grammar {
        let Some(pins) = self.pins else { return grammar };
        let checker = &mut self.checker;
        let kept = pins.kept_in(&grammar, |grammar| checker.failing_in_all(grammar, ticker));
        kept.unwrap_or(grammar)
    }

    /// A grammar with the pinned rules in it, and how many pairs it fails.
    pub(super) fn pinned(&mut self, grammar: Grammar, budget: &Budget) -> (Grammar, usize) {
        let ticker = budget.ticker();
        let grammar = self.with_pins(grammar, &ticker);
        let failing = self.checker.failing_in_all(&grammar, &ticker);
        (grammar, failing)
    }

    /// The first `most` pairs that could be solved from and that a grammar does not satisfy; `None` if the
    /// search was over before that was known.
    pub(crate) fn failing(
        &mut self,
        grammar: &Grammar,
        most: usize,
        budget: &mut Budget,
    ) -> Option<Vec<usize>> {
        budget.count_program();
        self.checker.failing(grammar, most, &budget.ticker())
    }

    /// [`failing`](Self::failing) of some of the pairs.
    pub(crate) fn failing_of(
        &mut self,
        pairs: impl Iterator<Item = usize>,
        grammar: &Grammar,
        most: usize,
        budget: &mut Budget,
    ) -> Option<Vec<usize>> {
        budget.count_program();
        self.checker.failing_of(pairs, grammar, most, &budget.ticker())
    }

    /// [`failing`](Self::failing) of a grammar of which all is known but what it makes of the pairs that are `touched`: that it fails
    /// those `beside` them.
    pub(crate) fn failing_beside(
        &mut self,
        grammar: &Grammar,
        others: (&[usize], impl FnMut(usize) -> bool),
        most: usize,
        budget: &mut Budget,
    ) -> Option<Vec<usize>> {
        budget.count_program();
        self.checker.failing_beside(grammar, others, most, &budget.ticker())
    }

    /// Whether the best so far satisfies every example.
    pub fn is_solved(&self, budget: &Budget) -> bool {
        budget.control().least_unsatisfied() == 0
    }

    /// Has grammars that satisfy the examples vote on the answers, each with its share of the weight.
    pub fn vote_with(&mut self, weighed: Vec<(Grammar, f64)>) {
        let any = |(grammar, weight): (Grammar, f64)| (Candidate::Any(grammar), weight);
        self.choice =
            Choice { weighed: weighed.into_iter().map(any).collect(), ..Choice::default() };
    }

    /// Makes a grammar the best so far, however many examples it satisfies.
    pub(crate) fn insist_on(&mut self, grammar: Grammar, budget: &mut Budget) {
        budget.count_program();
        let over = budget.interrupted();
        let ticker = if over { budget.ticker_with_grace() } else { budget.ticker() };
        let grammar = self.with_pins(grammar, &ticker);
        self.checker.insist_on(grammar, budget.control(), &ticker);
    }

    /// Says what a person should know.
    pub fn report(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// Notes that grammars were found, and are now weighed against each other.
    pub(crate) fn begin_ranking(&mut self, budget: &Budget) {
        self.statistics.solving = budget.solved.unwrap_or_else(|| budget.elapsed());
        budget.control().set_phase(Phase::Ranking);
    }
}

/// A grammar that votes on the answers.
#[derive(Clone, Debug)]
pub(crate) enum Candidate {
    /// One of the paper's class, in a form that is a fraction of a grammar's size: there may be a thousand of
    /// them. It may guess at words that only queries have.
    OfClass(ClassGrammar),
    /// Any other. Words that no example shows have no rule in it, so nobody guesses at them.
    Any(Grammar),
}

impl Candidate {
    /// As it votes.
    pub(crate) fn voter(&self, prepared: &Prepared<'_>) -> Grammar {
        match self {
            Self::OfClass(of_class) => prepared.guess(of_class),
            Self::Any(grammar) => grammar.clone(),
        }
    }

    /// All that it says of words that examples have, in few bytes: those whose keys begin alike are alike.
    pub(super) fn key(&self, prepared: &Prepared<'_>) -> Vec<u8> {
        let mut key = Vec::new();
        match self {
            Self::OfClass(of_class) => {
                let words: Vec<WordId> =
                    WordId::first(prepared.shown.min(of_class.roles.len())).collect();
                of_class.add_to_key(&words, &mut key);
            }
            Self::Any(grammar) => key.extend(grammar.to_string().as_bytes()),
        }
        key
    }

    /// As it is returned.
    pub(crate) fn returned(self, prepared: &Prepared<'_>) -> Grammar {
        match self {
            Self::OfClass(of_class) => prepared.grammar(&of_class),
            Self::Any(grammar) => grammar,
        }
    }
}

/// The root of weights by which grammars count that weigh next to nothing: what has a millionth of the weight has a thirtieth then.
pub(crate) const FLATNESS: f64 = 4.0;

/// What a learner makes of a task: grammars with their shares of the weight, and the one to return.
#[derive(Default)]
pub(crate) struct Choice {
    /// Grammars that vote, each with its share of the weight.
    pub(crate) weighed: Vec<(Candidate, f64)>,
    /// Grammars that vote too, each with its weight, and are not listed: they fail examples, because they leave out
    /// rules that cannot be relied on.
    pub(crate) doubts: Vec<(Candidate, f64)>,
    /// Grammars that satisfy the examples too, of which most weigh next to nothing, each with the root of its weight. Where those that
    /// vote agree, they say what no example has decided.
    pub(crate) unlikely: Vec<(Candidate, f64)>,
    /// The one to return, if that is not the best so far.
    pub(crate) chosen: Option<Candidate>,
    /// Whether the chosen one is returned even if the best so far satisfies more examples: because it takes fewer bits to
    /// say it, and the examples that it fails, than to say the best so far.
    pub(crate) insists: bool,
    /// Further forms of the chosen one, as likely as it is: the one that agrees with the most votes is returned.
    pub(crate) variants: Option<Box<dyn FnMut() -> Option<Candidate>>>,
    /// Grammars that vote, each with its weight, on queries that none of `weighed` reads.
    pub(crate) last_resort: Vec<(Candidate, f64)>,
    /// Examples in the form in which grammars are stored, if answers that do not look like theirs are to be refused.
    pub(crate) shown: Vec<(String, String)>,
}

impl Choice {
    /// Whether there is nothing to choose.
    pub(crate) fn is_empty(&self) -> bool {
        self.weighed.is_empty() && self.chosen.is_none()
    }
}
