//! Tasks whose outputs are numbers.

use super::ballot::Ballot;
use super::budget::Budget;
use super::check::{A_MOMENT, Checker};
use super::listed::{Kind, clipped};
use super::problem::{Prepared, is_numeral};
use super::weigh::{ALTERNATIVES, Decision};
use crate::deduce::LONGEST_INPUT;
use crate::evaluation::Evaluation;
use crate::grammar::{Domain, Grammar};
use crate::numbers::{Example, MOST_QUERIES, Number, Stops, learn};
use crate::rule::{Pattern, Rule};
use crate::solution::{Problem, Solution, StopReason};
use crate::task::Task;
use crate::vocabulary::Word;
use std::collections::{HashMap, HashSet};

/// Up to this many examples are learnt from at once; of more, the shortest, and then some of those
/// that fail.
const AT_ONCE: usize = 300;
const ADDED: usize = 30;

/// Whether a task is one of numbers: because it says so, or because all outputs are numbers.
pub(super) fn is_about_numbers(task: &Task) -> bool {
    match task.domain {
        Some(domain) => domain == Domain::Numbers,
        None => task.support.iter().all(|(_, output)| is_whole_number(output)),
    }
}

/// Whether an output looks like a whole number, whatever its size: one that does not fit is a mistake,
/// not a token.
fn is_whole_number(output: &str) -> bool {
    let output = output.trim();
    is_numeral(output.strip_prefix(['+', '-']).unwrap_or(output))
}

/// Solves a task of numbers.
pub(super) fn solve(
    task: &Task,
    prepared: &Prepared,
    budget: &mut Budget,
    solution: &mut Solution,
) -> Decision {
    let mut checker = Checker::new(prepared, &task.known, budget);
    let Some(lesson) = Lesson::new(task, prepared, budget, &mut solution.problems) else {
        solution.stop = budget.over().unwrap_or(StopReason::Exhausted);
        return Decision::default();
    };
    if lesson.words.len() > usize::from(Number::MAX) {
        let (found, most) = (lesson.words.len(), usize::from(Number::MAX));
        solution.problems.push(Problem::TooManySymbols { found, most });
        return Decision::default();
    }
    budget.keep_reserve(true);
    let mut grammars = lesson.learn(&mut checker, budget);
    // Before the reserve is given free: what ended it is that all but the reserve was spent.
    let over = budget.over();
    budget.keep_reserve(false);
    solution.statistics.solving = budget.elapsed();
    solution.statistics.leaves = grammars.len();
    solution.stop = match budget.control().least_unsatisfied() {
        0 => StopReason::Solved,
        _ => over.unwrap_or(StopReason::Exhausted),
    };
    let ballots = ballots(prepared, &grammars, budget);
    let alternatives = grammars.drain(..).skip(1).take(ALTERNATIVES).collect();
    Decision { grammar: None, ballots, alternatives }
}

/// What is learnt from: the examples that can be, in numbers of words.
struct Lesson<'a> {
    prepared: &'a Prepared,
    /// By number: the words of the inputs, in the order in which they come.
    words: Vec<Word>,
    numbers: HashMap<Word, Number>,
    /// The examples, by their pairs, the short ones first. There may be many, of which few are learnt from.
    examples: Vec<u32>,
    /// The queries whose words are all in examples.
    queries: Vec<Vec<Number>>,
}

impl<'a> Lesson<'a> {
    /// `None` if it is told to stop. Outputs that are no numbers are problems.
    fn new(
        task: &Task,
        prepared: &'a Prepared,
        budget: &Budget,
        problems: &mut Vec<Problem>,
    ) -> Option<Self> {
        let mut words: Vec<Word> = Vec::new();
        let mut numbers: HashMap<Word, Number> = HashMap::new();
        let mut by_length: Vec<Vec<u32>> = vec![Vec::new(); LONGEST_INPUT + 1];
        let mut others = Kind::new("examples that want no whole number");
        for (index, pair) in prepared.pairs.iter().enumerate() {
            // A part of a millisecond.
            if index % 512 == 0 && budget.interrupted() {
                return None;
            }
            if prepared.number(pair).is_none() {
                let output = || clipped(&task.support[pair.first].1).into_owned();
                let problem = || Problem::NotANumber { example: pair.first, output: output() };
                let problem = others.one(problem);
                if let Some(Problem::NotANumber { output, .. }) = &problem {
                    budget.control().keep(size_of::<Problem>() + output.len());
                }
                problems.extend(problem);
                continue;
            }
            if !pair.solvable {
                continue;
            }
            for word in prepared.input(pair) {
                numbers.entry(*word).or_insert_with(|| {
                    words.push(*word);
                    // Past what fits, nothing is learnt: the count is looked at before.
                    (words.len() - 1) as Number
                });
            }
            by_length[prepared.input(pair).len()].push(index as u32);
        }
        problems.extend(others.others());
        // Words that no example shows have no number, and what has such words teaches nothing.
        let numbered = |query: &[Word]| {
            query.iter().map(|word| numbers.get(word).copied()).collect::<Option<Vec<Number>>>()
        };
        // Long ones teach nothing either that short ones do not, at a higher price.
        let is_used = |query: &&[Word]| task.use_query_inputs && query.len() <= LONGEST_INPUT;
        let in_time = |(index, _): &(usize, _)| index % 512 > 0 || !budget.interrupted();
        let queries = prepared.queries().enumerate().take_while(in_time).map(|(_, query)| query);
        let queries = queries.filter(is_used).filter_map(numbered).take(MOST_QUERIES).collect();
        Some(Self { prepared, words, numbers, examples: by_length.concat(), queries })
    }

    /// An example by its place.
    fn example(&self, index: usize) -> Example {
        let pair = &self.prepared.pairs[self.examples[index] as usize];
        let words = self.prepared.input(pair).iter().map(|word| self.numbers[word]).collect();
        let value = self.prepared.number(pair).expect("others are not learnt from");
        Example { words, value }
    }

    /// Grammars by their share of the probability, the most probable first, which is offered as the
    /// best so far.
    fn learn(&self, checker: &mut Checker<'_>, budget: &mut Budget) -> Vec<(Grammar, f64)> {
        let mut chosen: Vec<usize> = (0..self.examples.len().min(AT_ONCE)).collect();
        let mut least = usize::MAX;
        loop {
            let examples: Vec<Example> = chosen.iter().map(|i| self.example(*i)).collect();
            let (steps, mut deadline) = (budget.steps_left(), budget.deadline());
            let mut last = budget.last_deadline();
            let mut offer = |rules| checker.offer_in_time(self.grammar(rules), budget);
            let (words, queries) = (&self.words, &self.queries);
            let stops = Stops { stop: &mut deadline, last: &mut last };
            let learnt = learn(words, &examples, queries, steps, &mut offer, stops);
            budget.steps += learnt.nodes;
            budget.programs += learnt.tried;
            let grammars = learnt.grammars.into_iter();
            let mut grammars: Vec<(Grammar, f64)> =
                grammars.map(|(rules, weight)| (self.grammar(rules), weight)).collect();
            let Some((best, _)) = grammars.first() else { return grammars };
            checker.offer_in_time(best.clone(), budget);
            if chosen.len() == self.examples.len() {
                return grammars;
            }
            let failing = self.failing(best, budget);
            let new = failing.iter().filter(|index| !chosen.contains(index)).take(ADDED);
            let new: Vec<usize> = new.copied().collect();
            // If more examples do not help, there is something wrong with them.
            if new.is_empty() || failing.len() >= least || budget.over().is_some() {
                // The others were not run on all examples.
                grammars.truncate(1);
                return grammars;
            }
            least = failing.len();
            chosen.extend(new);
        }
    }

    fn grammar(&self, rules: Vec<Rule>) -> Grammar {
        Grammar::new(Domain::Numbers, rules, self.prepared.vocabulary.clone())
            .expect("rules of sketches are well formed")
    }

    /// The examples that a grammar does not satisfy, as far as there is time.
    fn failing(&self, grammar: &Grammar, budget: &Budget) -> Vec<usize> {
        let mut evaluation = Evaluation::new();
        let mut is_wrong = |index: &usize| {
            let pair = &self.prepared.pairs[self.examples[*index] as usize];
            grammar.apply_words(self.prepared.input(pair), &mut evaluation);
            evaluation.number() != self.prepared.number(pair)
        };
        let in_time = |_: &usize| !budget.interrupted();
        (0..self.examples.len()).take_while(in_time).filter(&mut is_wrong).collect()
    }
}

impl Prepared {
    /// The examples for which a grammar of numbers has a rule that is the example itself: several words
    /// and no variable. A word alone is not learnt by heart, it is what others are made of.
    pub(super) fn by_heart(&self, grammar: &Grammar) -> Vec<usize> {
        if grammar.domain() != Domain::Numbers {
            return Vec::new();
        }
        let whole = |rule: &Rule| -> Option<Vec<Word>> {
            let word = |pattern: &Pattern| match pattern {
                Pattern::Word(word) => Some(*word),
                Pattern::Variable(_) => None,
            };
            rule.left.iter().map(word).collect::<Option<Vec<Word>>>().filter(|left| left.len() > 1)
        };
        let lefts: HashSet<Vec<Word>> = grammar.rules().iter().filter_map(whole).collect();
        let is_one = |pair: &usize| lefts.contains(self.input(&self.pairs[*pair]));
        let pairs: Vec<usize> = (0..self.pairs.len()).filter(is_one).collect();
        self.examples_of(&pairs).map(|(example, _)| example).collect()
    }
}

/// How grammars vote on each query, as far as there is time. Words that no example shows have no
/// rule, so nobody guesses at them.
pub(super) fn ballots(
    prepared: &Prepared,
    grammars: &[(Grammar, f64)],
    budget: &Budget,
) -> Vec<Ballot> {
    let mut evaluation = Evaluation::new();
    let mut ballots: Vec<Ballot> = Vec::new();
    let mut limited: Vec<(Grammar, f64)> = grammars.to_vec();
    limited.iter_mut().for_each(|(grammar, _)| grammar.set_limits(A_MOMENT));
    for query in prepared.queries() {
        let mut ballot = Ballot::default();
        for (grammar, weight) in &limited {
            if budget.interrupted() {
                return ballots;
            }
            grammar.apply_words(query, &mut evaluation);
            budget.control().keep(ballot.add(evaluation.text(), *weight));
        }
        ballots.push(ballot);
    }
    ballots
}
