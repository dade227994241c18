//! Wrong examples: which ones are to be given up.
//!
//! By description length. A grammar is written down rule by rule, and an example that it does not
//! satisfy is named and its output is written down token by token: the shortest description in all
//! says which examples are wrong. Giving one up has to pay, so a set without wrong examples is
//! described by a grammar of all of them.
//!
//! Candidates come from small random sets of examples, most of which have a wrong one among them and
//! a few of which have none (RANSAC), and from whoever has others to offer.

use crate::arrange::Arrange;
use crate::budget::Ticker;
use crate::judge::{Example, Wanted};
use crate::language::rule::{Domain, Right, Rule};
use crate::language::vocabulary::Word;
use crate::learn::deduce::Care;
use crate::learn::propose::{FailuresFirst, Run, Target};
use crate::random::Random;
use std::collections::{HashMap, HashSet};

/// The shapes that a left side may have, and the most examples of a random set.
const SHAPES: f64 = 9.0;
const MOST_DRAWN: usize = 12;
/// A word that fewer examples have is not asked for in a random set.
const SEVERAL: usize = 3;
/// Random sets: at least and at most. Between, as many as it takes to be sure that a better set would
/// have been met, if the best so far has found the wrong examples.
const LEAST_SETS: usize = 12;
const MOST_SETS: usize = 600;
const SURE: f64 = 0.999;

/// What it takes to write down the output of an example that is given up, and its number.
pub(crate) fn price(output: usize, tokens: usize, examples: usize) -> f64 {
    (output + 1) as f64 * symbol(tokens + 1) + (examples as f64).ln()
}

/// Nats for one of so many symbols.
fn symbol(count: usize) -> f64 {
    (count as f64).ln()
}

/// Nats for a rule: its left side, then its right side item by item. Most right sides have either a
/// token alone or only variables, so it is said first whether that is so.
fn description(rule: &Rule, tokens: usize) -> f64 {
    let variables = rule.variables().count();
    let Right::Tokens(pieces) = &rule.right else { return f64::INFINITY };
    let items = pieces.len();
    let of_variables = (0..items).filter(|item| rule.right_variable(*item).is_some()).count();
    let usual = if variables == 0 { items <= 1 } else { of_variables == items };
    let right = match usual {
        true if variables == 0 => symbol(tokens + 1),
        true => (items + 1) as f64 * symbol(variables + 1),
        false => (items + 1) as f64 * symbol(variables + tokens + 1),
    };
    SHAPES.ln() + symbol(2) + right
}

/// The examples that a grammar gives up, of however many; `None` if it is told to stop.
pub(crate) fn given_up(
    examples: &[Example<'_>],
    words: usize,
    rules: &[Rule],
    ticker: &Ticker,
) -> Option<Vec<usize>> {
    match FailuresFirst::new(examples, Domain::Words, words).run(rules, f64::INFINITY, ticker) {
        Run::Whole(failing) => Some(failing.examples),
        Run::TooDear | Run::Stopped => None,
    }
}

/// A grammar and the examples that it gives up.
#[derive(Clone, Debug)]
pub(crate) struct Explanation {
    pub(crate) rules: Vec<Rule>,
    pub(crate) given_up: Vec<usize>,
    /// In nats, of all.
    pub(crate) length: f64,
}

/// A search for the shortest description. The prices of examples have to be nats.
pub(crate) struct Noise<'a> {
    target: Target<'a>,
    tokens: usize,
    checker: FailuresFirst<'a>,
    random: Random,
    /// Words that hardly any example has.
    rare: HashSet<Word>,
    pub(crate) best: Option<Explanation>,
}

/// Gives the rules of a grammar that satisfies these examples, if it finds one.
pub(crate) type Deduce<'a> = dyn FnMut(&[usize], Care) -> Option<Vec<Rule>> + 'a;

impl<'a> Noise<'a> {
    /// If it is told to stop, it has read a part of the examples, and will stop again.
    pub(crate) fn new(target: Target<'a>, ticker: &Ticker) -> Self {
        let checker = FailuresFirst::new(target.examples, Domain::Words, target.words);
        let random = Random::stream(target.seed, 0x6e_6f69_7365);
        let mut tokens: HashSet<Word> = HashSet::new();
        // By word: how many examples have it, and the last of them.
        let mut counts: HashMap<Word, (usize, usize)> = HashMap::new();
        'examples: for (index, example) in target.examples.iter().enumerate() {
            for word in example.input {
                if ticker.tick(1) {
                    break 'examples;
                }
                let (count, last) = counts.entry(*word).or_insert((0, usize::MAX));
                *count += usize::from(*last != index);
                *last = index;
            }
            for token in tokens_of(example) {
                if ticker.tick(1) {
                    break 'examples;
                }
                tokens.insert(*token);
            }
        }
        let is_rare = |(word, (count, _))| (count < SEVERAL).then_some(word);
        let (tokens, rare) = (tokens.len(), counts.into_iter().filter_map(is_rare).collect());
        Self { target, tokens, checker, random, rare, best: None }
    }

    /// The grammars that were run on the examples.
    pub(crate) fn programs(&self) -> u64 {
        self.checker.programs
    }

    /// Takes a grammar if its description is the shortest so far.
    pub(crate) fn offer(&mut self, rules: Vec<Rule>, ticker: &Ticker) -> bool {
        let of_rules: f64 = rules.iter().map(|rule| description(rule, self.tokens)).sum();
        let most = self.best.as_ref().map_or(f64::INFINITY, |best| best.length);
        let Run::Whole(failing) = self.checker.run(&rules, most - of_rules, ticker) else {
            return false;
        };
        let length = of_rules + failing.price;
        if length >= most {
            return false;
        }
        self.best = Some(Explanation { rules, given_up: failing.examples, length });
        true
    }

    /// Looks for wrong examples, unless all can be satisfied.
    pub(crate) fn search(&mut self, deduce: &mut Deduce<'_>, ticker: &Ticker) {
        let all: Vec<usize> = (0..self.target.examples.len()).collect();
        if let Some(rules) = deduce(&all, Care::Thorough)
            && self.offer(rules, ticker)
            && self.best.as_ref().is_some_and(|best| best.given_up.is_empty())
        {
            return;
        }
        self.grow(deduce, ticker);
        let mut sets = 0;
        while sets < MOST_SETS && !ticker.is_over() {
            let set = self.draw();
            sets += 1;
            if let Some(rules) = deduce(&set, Care::Quick)
                && self.offer(rules, ticker)
            {
                self.grow(deduce, ticker);
            }
            if sets >= LEAST_SETS && self.missed(sets, set.len()) < 1.0 - SURE {
                break;
            }
        }
    }

    /// A few examples, until every word was seen that is in several of them. Others would always bring
    /// the same example with them, which may be a wrong one.
    fn draw(&mut self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.target.examples.len()).collect();
        self.random.shuffle(&mut order);
        let mut seen = self.rare.clone();
        let mut set = Vec::new();
        for index in order {
            let before = seen.len();
            seen.extend(self.target.examples[index].input);
            if seen.len() > before && set.len() < MOST_DRAWN {
                set.push(index);
            }
        }
        set
    }

    /// How likely it is that no set so far was without a wrong example, if the best so far has found
    /// them all.
    fn missed(&self, sets: usize, size: usize) -> f64 {
        let given_up = self.best.as_ref().map_or(self.target.examples.len(), |b| b.given_up.len());
        let right = 1.0 - given_up as f64 / self.target.examples.len().max(1) as f64;
        (1.0 - right.powi(size as i32)).powi(sets as i32)
    }

    /// Makes the best description shorter: a grammar of all that it satisfies, and of one example
    /// more, as long as that pays.
    fn grow(&mut self, deduce: &mut Deduce<'_>, ticker: &Ticker) {
        let mut tried = HashSet::new();
        while let Some(best) = &self.best {
            let given_up = best.given_up.clone();
            let mut kept: Vec<usize> =
                (0..self.target.examples.len()).filter(|index| !given_up.contains(index)).collect();
            let mut next: Vec<usize> =
                given_up.into_iter().filter(|index| !tried.contains(index)).collect();
            next.arrange_by_key(|index| self.target.examples[*index].input.len());
            let Some(&example) = next.first() else { return };
            if ticker.is_over() {
                return;
            }
            tried.insert(example);
            kept.push(example);
            if let Some(rules) = deduce(&kept, Care::Thorough) {
                self.offer(rules, ticker);
            }
        }
    }
}

fn tokens_of<'a>(example: &Example<'a>) -> &'a [Word] {
    match example.wanted {
        Wanted::Tokens(tokens) => tokens,
        Wanted::Number(_) => &[],
    }
}
