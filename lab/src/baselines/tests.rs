//! The three ways to go through a meta-grammar, against each other and against going through all choices.

use super::prior::{Address, Choices};
use super::{Chain, Enumeration, Prior};
use crate::sample::{GrammarSampler, LastRule, MetaGrammar};
use blicket::Random;
use blicket::grammar::{Pattern, Right, Rule};
use blicket::{Vocabulary, Word};
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow::{self, Continue};

/// A meta-grammar with so few grammars that they can be gone through, and everything that a large one has.
fn tiny() -> MetaGrammar {
    MetaGrammar {
        name: "tiny",
        primitives: 1..=2,
        rules: 0..=1,
        words: 2,
        empty: 0.25,
        go_on: 0.2,
        last: LastRule::JoinOrSwap,
        lexicon: &["dax", "fep"],
        tokens: &["RED", "BLUE"],
    }
}

/// A prior over these words and tokens, which a sampler numbers in the same way.
fn prior(meta: &MetaGrammar, words: &[&str], tokens: &[&str]) -> (Prior, Vocabulary) {
    let mut vocabulary = Vocabulary::new();
    let mut intern = |texts: &[&str]| -> Vec<Word> {
        texts.iter().map(|text| vocabulary.intern(text).unwrap()).collect()
    };
    let (words, tokens) = (intern(words), intern(tokens));
    (Prior::new(meta, words, tokens).unwrap(), vocabulary)
}

/// Goes through all choices, except that a right side ends where it is too improbable.
struct Odometer {
    /// What is chosen, and of how many.
    choices: Vec<(usize, usize)>,
    next: usize,
    probability: f64,
}

/// Right sides go on if they are more probable than this. By that, no grammar is left out that is more
/// probable than the second: the choices that lead to one grammar are all equally probable.
const GOES_ON: f64 = 1e-6;
const PROBABLE: f64 = 1e-5;

impl Odometer {
    fn choose(&mut self, options: usize, probability: impl Fn(usize) -> f64) -> usize {
        if self.next == self.choices.len() {
            self.choices.push((0, options));
        }
        let (choice, _) = self.choices[self.next];
        self.probability *= probability(choice);
        self.next += 1;
        choice
    }

    /// To the next; false after the last.
    fn advance(&mut self) -> bool {
        while let Some((choice, options)) = self.choices.pop() {
            if choice + 1 < options {
                self.choices.push((choice + 1, options));
                return true;
            }
        }
        false
    }
}

impl Choices for Odometer {
    fn below(&mut self, _: Address, options: usize) -> usize {
        self.choose(options, |_| 1.0 / options as f64)
    }

    fn chance(&mut self, address: Address, probability: f64) -> bool {
        let ends = matches!(address, Address::GoOn(..)) && self.probability < GOES_ON;
        let options = if ends { 1 } else { 2 };
        self.choose(options, |choice| [1.0 - probability, probability][choice]) == 1
    }
}

/// All grammars with their probabilities, but for those with the most improbable right sides.
fn all(prior: &Prior) -> HashMap<Vec<Rule>, f64> {
    let mut odometer = Odometer { choices: Vec::new(), next: 0, probability: 1.0 };
    let mut all = HashMap::new();
    loop {
        (odometer.next, odometer.probability) = (0, 1.0);
        let rules = prior.draw(&mut odometer);
        *all.entry(rules).or_insert(0.0) += odometer.probability;
        if !odometer.advance() {
            return all;
        }
    }
}

/// The probabilities above this, the highest first.
fn highest(probabilities: impl Iterator<Item = f64>, least: f64) -> Vec<f64> {
    let mut highest: Vec<f64> = probabilities.filter(|p| *p > least).collect();
    highest.sort_by(|a, b| b.total_cmp(a));
    highest
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

#[test]
fn enumeration_is_complete_and_by_decreasing_probability() {
    // With tokens for all primitives, and with too few of them.
    for tokens in [&["RED", "BLUE"][..], &["RED"]] {
        let (prior, vocabulary) = prior(&tiny(), &["dax", "fep"], tokens);
        let all = all(&prior);
        assert!((all.values().sum::<f64>() - 1.0).abs() < 0.01);
        let expected = highest(all.values().copied(), PROBABLE);
        assert!(expected.len() > 500, "{}", expected.len());
        let enumeration = Enumeration::new(&prior, &BTreeMap::new(), &vocabulary);
        let enumerated: Vec<_> = enumeration.take(expected.len()).collect();
        for ((rules, score), expected) in enumerated.iter().zip(&expected) {
            assert!(close(*score, expected.ln()), "{rules:?} {score} {expected}");
            assert!(close(*score, all[rules].ln()), "{rules:?} {score} {}", all[rules]);
        }
        assert!(enumerated.windows(2).all(|pair| pair[0].1 >= pair[1].1 - 1e-9));
        let different: HashMap<_, _> = enumerated.into_iter().collect();
        assert_eq!(different.len(), expected.len(), "a grammar is there twice");
    }
}

/// The tokens of a grammar's text.
fn has(rules: &[Rule], vocabulary: &Vocabulary, token: &str) -> bool {
    rules.iter().any(|rule| {
        let left = rule.left.iter().any(|pattern| match pattern {
            Pattern::Word(word) => vocabulary.text(*word) == token,
            Pattern::Variable(variable) => variable.to_string() == token,
            Pattern::Typed(..) | Pattern::Group(_) => false,
        });
        let Right::Tokens(pieces) = &rule.right else { return left };
        let word = vocabulary.find(token);
        left || pieces.contains(&blicket::grammar::Piece::Token(word))
    })
}

#[test]
fn odds_of_tokens_change_the_order_as_they_should() {
    let (prior, vocabulary) = prior(&tiny(), &["dax", "fep"], &["RED", "BLUE"]);
    let odds: [(&str, f64); 6] =
        [("dax", 0.9), ("fep", 0.3), ("RED", 0.7), ("u1", 0.99), ("x2", 0.8), ("u2", 0.3)];
    let all = all(&prior);
    let score = |rules: &Vec<Rule>| {
        let gains = odds.iter().filter(|(token, _)| has(rules, &vocabulary, token));
        all[rules].ln() + gains.map(|(_, p)| (p / (1.0 - p)).ln()).sum::<f64>()
    };
    let expected = highest(all.keys().map(score), f64::NEG_INFINITY);
    let odds = odds.iter().map(|(token, p)| ((*token).to_owned(), *p)).collect();
    let enumeration = Enumeration::new(&prior, &odds, &vocabulary);
    for ((rules, found), expected) in enumeration.take(500).zip(expected) {
        assert!(close(found, score(&rules)), "{rules:?} {found} {}", score(&rules));
        assert!(close(found, expected), "{rules:?} {found} {expected}");
    }
}

#[test]
fn probabilities_are_those_of_the_sampler() {
    let meta = MetaGrammar { primitives: 1..=1, rules: 1..=1, ..tiny() };
    let (prior, vocabulary) = prior(&meta, meta.lexicon, meta.tokens);
    let sampler = GrammarSampler::new(meta).unwrap();
    let (mut random, draws) = (Random::new(5), 40_000);
    let (mut sampled, mut drawn) = (HashMap::new(), HashMap::new());
    for _ in 0..draws {
        *sampled.entry(sampler.rules(1, 1, &mut random)).or_insert(0) += 1;
        *drawn.entry(prior.sample(&mut random)).or_insert(0) += 1;
    }
    let enumeration = Enumeration::new(&prior, &BTreeMap::new(), &vocabulary);
    for (rules, score) in enumeration.take(100) {
        let probability = score.exp();
        let deviation = (probability * (1.0 - probability) / f64::from(draws)).sqrt();
        for counts in [&sampled, &drawn] {
            let share = f64::from(counts.get(&rules).copied().unwrap_or(0)) / f64::from(draws);
            let off = (share - probability).abs();
            assert!(off < 4.5 * deviation, "{rules:?} {share} {probability}");
        }
    }
}

/// How often a chain is at something, by batches of steps.
struct Visits {
    batches: Vec<u32>,
}

const BATCHES: usize = 50;
const STEPS: u32 = 2_000;

impl Visits {
    /// Asserts that the share is this one, within four and a half of its standard errors, which are had
    /// from the batches: steps depend on each other, batches hardly.
    #[track_caller]
    fn assert_share(&self, expected: f64, what: &str) {
        let shares = self.batches.iter().map(|visits| f64::from(*visits) / f64::from(STEPS));
        let mean = shares.clone().sum::<f64>() / BATCHES as f64;
        let squares: f64 = shares.map(|share| (share - mean).powi(2)).sum();
        let error = (squares / (BATCHES * (BATCHES - 1)) as f64).sqrt();
        assert!(error < 0.01, "{what}: that could be anything");
        assert!((mean - expected).abs() < 4.5 * error, "{what}: {mean} ± {error}, not {expected}");
    }
}

#[test]
fn the_chain_is_at_every_grammar_as_often_as_the_posterior_says() {
    let (prior, vocabulary) = prior(&tiny(), &["dax", "fep"], &["RED"]);
    // Anything that depends on all there is to choose.
    let likelihood = |rules: &[Rule]| -> f64 {
        let has = |token| if has(rules, &vocabulary, token) { 1.0 } else { 0.0 };
        1.0 / rules.len() as f64 + 4.0 * has("RED") + 2.0 * has("x1") + has("u2")
    };
    let all = all(&prior);
    let total: f64 = all.iter().map(|(rules, p)| p * likelihood(rules)).sum();
    let mut chain = Chain::new(&prior, Random::new(8));
    let mut batches: Vec<HashMap<Vec<Rule>, u32>> = vec![HashMap::new(); BATCHES];
    for batch in &mut batches {
        for _ in 0..STEPS {
            let step: ControlFlow<()> = chain.step(|rules| Continue(likelihood(rules)));
            assert_eq!(step, Continue(()));
            *batch.entry(chain.rules()).or_insert(0) += 1;
        }
    }
    let check = |what: &str, counts: &dyn Fn(&[Rule]) -> bool| {
        let posterior = all.iter().filter(|(rules, _)| counts(rules));
        let posterior = posterior.map(|(rules, p)| p * likelihood(rules) / total).sum();
        let in_batch = |batch: &HashMap<Vec<Rule>, u32>| {
            batch.iter().filter(|(rules, _)| counts(rules)).map(|(_, visits)| visits).sum()
        };
        Visits { batches: batches.iter().map(in_batch).collect() }.assert_share(posterior, what);
    };
    // What the number of choices depends on.
    for length in [2, 3] {
        check(&format!("{length} rules"), &|rules| rules.len() == length);
    }
    check("one variable", &|rules| rules.iter().filter(|rule| rule.left.len() == 2).count() == 2);
    for items in 2..5 {
        let is_so_long = |rule: &Rule| match &rule.right {
            Right::Tokens(right) => rule.left.len() == 3 && right.len() == items,
            Right::Sum(_) => false,
        };
        check(&format!("{items} items"), &|rules| rules.iter().any(is_so_long));
    }
    for token in ["RED", "x1", "x2", "u2"] {
        check(token, &|rules| has(rules, &vocabulary, token));
    }
    for (rules, _) in all.iter().filter(|(_, probability)| **probability > 0.01) {
        check(&format!("{rules:?}"), &|other| other == rules.as_slice());
    }
}

#[test]
fn what_words_and_tokens_do_not_suffice_for_is_left_out() {
    let counts = |meta: &MetaGrammar, words: &[&str], tokens: &[&str]| {
        let (prior, _) = prior(meta, words, tokens);
        prior.counts
    };
    let miniscan = MetaGrammar::miniscan();
    let words = ["a", "b", "c", "d", "e", "f", "g"];
    let tokens = ["A", "B", "C", "D"];
    assert_eq!(counts(&miniscan, &words, &tokens), [(3, 2), (3, 3), (3, 4), (4, 2), (4, 3)]);
    assert_eq!(counts(&miniscan, &words[..6], &tokens[..3]), [(3, 2), (3, 3)]);
    // Fewer than it should have, but as many as there are.
    assert_eq!(counts(&miniscan, &words[..3], &tokens[..2]), [(1, 2), (2, 1)]);
    assert_eq!(counts(&MetaGrammar::scan(), &words[..7], &tokens[..2]), [(4, 3)]);
    assert!(Prior::new(&miniscan, Vec::new(), Vec::new()).is_none());
}
