//! Number words as a learner.

use super::{MOST_QUERIES, NumberExample, NumberWordId, learn};
use crate::budget::{Budget, Reserve};
use crate::grammar::{Domain, Evaluation, Grammar};
use crate::judge::{Candidate, Choice, Found};
use crate::language::rule::Rule;
use crate::language::vocabulary::Word;
use crate::learn::{Effort, Ended, Learner};
use crate::prepare::{CountedProblems, LONGEST_INPUT, Prepared, clipped};
use crate::solution::Problem;
use std::collections::HashMap;
use std::time::Duration;

/// Up to this many examples are learnt from at once; of more, the shortest, and then some of those
/// that fail.
const AT_ONCE: usize = 300;
const ADDED: usize = 30;
/// Time for a word of an example that is learnt by heart, and for votes on a query: several times what either takes.
const OF_WORD: Duration = Duration::from_micros(20);
const OF_QUERY: Duration = Duration::from_millis(2);

/// Learns grammars of number words.
#[derive(Default)]
pub(crate) struct NumberWords;

impl Learner for NumberWords {
    fn accepts(&self, task: &Prepared<'_>) -> bool {
        task.is_about_numbers()
    }

    fn learn(
        &mut self,
        task: &Prepared<'_>,
        _: Effort,
        budget: &mut Budget,
        found: &mut Found<'_>,
    ) -> Ended {
        let Some(lesson) = NumberLesson::new(task, budget, &mut found.problems) else {
            return budget.over().map_or(Ended::Exhausted, Ended::Stopped);
        };
        if lesson.words.len() > NumberWordId::MOST {
            let (found_words, most) = (lesson.words.len(), NumberWordId::MOST);
            found.problems.push(Problem::TooManySymbols { found: found_words, most });
            return Ended::Exhausted;
        }
        budget.keep_reserve(Reserve::AtMost(lesson.afterwards()));
        let [weighed, doubts] = lesson.learn(found, budget);
        // Before the reserve is given free: what ended it is that all but the reserve was spent.
        let over = budget.over();
        budget.keep_reserve(Reserve::Nothing);
        budget.solved = Some(budget.elapsed());
        found.begin_ranking(budget);
        found.statistics.leaves = weighed.len();
        let any = |(grammar, weight)| (Candidate::Any(grammar), weight);
        let weighed = weighed.into_iter().map(any).collect();
        let doubts = doubts.into_iter().map(any).collect();
        found.choice = Choice { weighed, doubts, ..Choice::default() };
        match (budget.control().least_unsatisfied(), over) {
            (0, _) => Ended::Solved,
            (_, Some(reason)) => Ended::Stopped(reason),
            (_, None) => Ended::Exhausted,
        }
    }
}

/// What is learnt from: the examples that can be, in numbers of words.
struct NumberLesson<'a> {
    prepared: &'a Prepared<'a>,
    /// By number: the words of the inputs, in the order in which they come.
    words: Vec<Word>,
    numbers: HashMap<Word, NumberWordId>,
    /// The examples, by their pairs, the short ones first. There may be many, of which few are learnt from.
    examples: Vec<u32>,
    /// The queries whose words are all in examples.
    queries: Vec<Vec<NumberWordId>>,
}

impl<'a> NumberLesson<'a> {
    /// `None` if it is told to stop. Outputs that are no numbers are problems.
    fn new(
        prepared: &'a Prepared<'a>,
        budget: &Budget,
        problems: &mut Vec<Problem>,
    ) -> Option<Self> {
        let mut words: Vec<Word> = Vec::new();
        let mut numbers: HashMap<Word, NumberWordId> = HashMap::new();
        let mut by_length: Vec<Vec<u32>> = vec![Vec::new(); LONGEST_INPUT + 1];
        let mut others = CountedProblems::new("examples that want no whole number");
        for (index, pair) in prepared.pairs.iter().enumerate() {
            // A part of a millisecond.
            if index % 512 == 0 && budget.interrupted() {
                return None;
            }
            if prepared.number(pair).is_none() {
                let output = || clipped(&prepared.task.support[pair.first].1).into_owned();
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
                    NumberWordId::at(words.len() - 1)
                });
            }
            by_length[prepared.input(pair).len()].push(index as u32);
        }
        problems.extend(others.others());
        // Words that no example shows have no number, and what has such words teaches nothing.
        let numbered = |query: &[Word]| {
            query
                .iter()
                .map(|word| numbers.get(word).copied())
                .collect::<Option<Vec<NumberWordId>>>()
        };
        // Long ones teach nothing either that short ones do not, at a higher price.
        let is_used =
            |query: &&[Word]| prepared.task.use_query_inputs && query.len() <= LONGEST_INPUT;
        let in_time = |(index, _): &(usize, _)| index % 512 > 0 || !budget.interrupted();
        let queries = prepared.queries().enumerate().take_while(in_time).map(|(_, query)| query);
        let queries = queries.filter(is_used).filter_map(numbered).take(MOST_QUERIES).collect();
        Some(Self { prepared, words, numbers, examples: by_length.concat(), queries })
    }

    /// What comes after a search that is ended takes no longer, about: examples that are left are learnt by heart, and
    /// grammars vote on queries.
    fn afterwards(&self) -> Duration {
        let examples = self.examples.iter().take(AT_ONCE);
        let words =
            examples.map(|pair| self.prepared.input(&self.prepared.pairs[*pair as usize]).len());
        let times = |all: usize| u32::try_from(all).unwrap_or(u32::MAX);
        let words = OF_WORD.saturating_mul(times(words.sum()));
        words.saturating_add(OF_QUERY.saturating_mul(times(self.prepared.task.queries.len())))
    }

    /// An example by its place.
    fn example(&self, index: usize) -> NumberExample {
        let pair = &self.prepared.pairs[self.examples[index] as usize];
        let words = self.prepared.input(pair).iter().map(|word| self.numbers[word]).collect();
        let value = self.prepared.number(pair).expect("others are not learnt from");
        NumberExample { words, value }
    }

    /// Grammars by their share of the probability, the most probable first, which is offered as the
    /// best so far; and those that only vote.
    fn learn(&self, found: &mut Found<'_>, budget: &mut Budget) -> [Vec<(Grammar, f64)>; 2] {
        let mut chosen: Vec<usize> = (0..self.examples.len().min(AT_ONCE)).collect();
        let mut least = usize::MAX;
        loop {
            let examples: Vec<NumberExample> = chosen.iter().map(|i| self.example(*i)).collect();
            let steps = budget.steps_left();
            let tickers = (&budget.ticker(), &budget.last_ticker());
            let mut offer = |rules| found.offer_last(self.grammar(rules), budget);
            let (words, queries) = (&self.words, &self.queries);
            let learnt = learn(words, &examples, queries, steps, &mut offer, tickers);
            budget.steps += learnt.nodes;
            budget.programs += learnt.tried;
            let [mut grammars, mut doubts] = [learnt.grammars, learnt.doubts].map(|all| {
                let all = all.into_iter().map(|(rules, weight)| (self.grammar(rules), weight));
                all.collect::<Vec<(Grammar, f64)>>()
            });
            let Some((best, _)) = grammars.first() else { return [grammars, doubts] };
            found.offer_last(best.clone(), budget);
            if chosen.len() == self.examples.len() {
                return [grammars, doubts];
            }
            let failing = self.failing(best, budget);
            let new = failing.iter().filter(|index| !chosen.contains(index)).take(ADDED);
            let new: Vec<usize> = new.copied().collect();
            // If more examples do not help, there is something wrong with them.
            if new.is_empty() || failing.len() >= least || budget.over().is_some() {
                // The others were not run on all examples.
                grammars.truncate(1);
                doubts.clear();
                return [grammars, doubts];
            }
            least = failing.len();
            chosen.extend(new);
        }
    }

    fn grammar(&self, rules: Vec<Rule>) -> Grammar {
        self.prepared.grammar_from(Domain::Numbers, rules)
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
