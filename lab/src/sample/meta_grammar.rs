//! Grammars at random: primitives, higher-order rules, and a last rule that joins words.

use super::error::{SampleError, check_range, check_share};
use blicket::laboratory::class::{ONE_VARIABLE, VARIABLES, higher_order, last_rule, primitive};
use blicket::{Random, Rule, Vocabulary, Word};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// How grammars are drawn: the paper's MiniSCAN and SCAN-like grammars are two settings of this.
///
/// In this order, which is also the order of the rules:
/// 1. primitives, distinct words to distinct tokens (`dax -> RED`) or to nothing;
/// 2. higher-order rules with a word of their own (`x1 kiki u2 -> [u2] [x1] [u2]`), `v w` with
///    probability 0.4 and `v w v'` otherwise, where v and v' are drawn without replacement from u1,
///    u2, x1 and x2. On the right stands every variable once; then, as often as a draw says to go
///    on, one more of them; then all of it in a random order;
/// 3. one rule without words, the last.
#[derive(Clone, Debug, PartialEq)]
pub struct MetaGrammar {
    /// What it is called; the names of its episodes begin with it.
    pub name: &'static str,
    /// How many primitives.
    pub primitives: RangeInclusive<usize>,
    /// How many higher-order rules.
    pub rules: RangeInclusive<usize>,
    /// How many of `lexicon`'s words there are to draw from: the first so many.
    pub words: usize,
    /// The probability that a primitive gives nothing.
    pub empty: f64,
    /// The probability that a right side goes on after any of its items.
    pub go_on: f64,
    /// What the last rule can be.
    pub last: LastRule,
    /// All words.
    pub lexicon: &'static [&'static str],
    /// All output tokens.
    pub tokens: &'static [&'static str],
}

/// The rule at the end of a sampled grammar, which says what words mean that no other rule joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastRule {
    /// `u1 x1 -> [u1] [x1]`.
    Join,
    /// That, or `u1 u2 -> [u2] [u1]`; half each.
    JoinOrSwap,
}

impl MetaGrammar {
    fn check(&self) -> Result<(), SampleError> {
        let Self { primitives, rules, words, empty, go_on, lexicon, tokens, .. } = self;
        check_range(primitives, "primitives")?;
        check_range(rules, "rules")?;
        // Without one there is no sentence at all.
        if *primitives.start() == 0 {
            return Err(SampleError::None { what: "the primitives" });
        }
        if *words > lexicon.len() {
            return Err(SampleError::NoSuchWords { asked: *words, words: lexicon.len() });
        }
        check_share(*empty, "empty primitives")?;
        // A right side that always goes on would never end.
        if !(0.0..=0.99).contains(go_on) {
            return Err(SampleError::GoOn(*go_on));
        }
        let (primitives, rules) = (*primitives.end(), *rules.end());
        if primitives.saturating_add(rules) > *words {
            return Err(SampleError::TooFewWords { primitives, rules, words: *words });
        }
        if primitives > tokens.len() {
            return Err(SampleError::TooFewTokens { primitives, tokens: tokens.len() });
        }
        Ok(())
    }
}

/// Draws grammars of one meta-grammar, all over the same vocabulary.
#[derive(Clone, Debug)]
pub struct GrammarSampler {
    meta: MetaGrammar,
    vocabulary: Arc<Vocabulary>,
    words: Vec<Word>,
    tokens: Vec<Word>,
}

impl GrammarSampler {
    /// A sampler, if the meta-grammar has words and tokens enough.
    pub fn new(meta: MetaGrammar) -> Result<Self, SampleError> {
        meta.check()?;
        let mut vocabulary = Vocabulary::new();
        let mut intern = |texts: &[&str]| -> Vec<Word> {
            let word = |text: &&str| vocabulary.intern(text).expect("a meta-grammar has words");
            texts.iter().map(word).collect()
        };
        let (words, tokens) = (intern(&meta.lexicon[..meta.words]), intern(meta.tokens));
        Ok(Self { meta, vocabulary: Arc::new(vocabulary), words, tokens })
    }

    /// What is drawn from.
    pub fn meta(&self) -> &MetaGrammar {
        &self.meta
    }

    /// The words and tokens of all grammars.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// The rules of a grammar with so many primitives and higher-order rules, which must not be
    /// more than the meta-grammar allows.
    pub fn rules(&self, primitives: usize, rules: usize, random: &mut Random) -> Vec<Rule> {
        let (mut words, mut tokens) = (self.words.clone(), self.tokens.clone());
        random.shuffle_first(&mut words, primitives + rules);
        random.shuffle_first(&mut tokens, primitives);
        let mut all = Vec::with_capacity(primitives + rules + 1);
        for (word, token) in words.iter().zip(&tokens).take(primitives) {
            let empty = self.meta.empty > 0.0 && random.chance(self.meta.empty);
            all.push(primitive(*word, (!empty).then_some(*token)));
        }
        let words = words[primitives..primitives + rules].iter();
        all.extend(words.map(|word| operator(*word, self.meta.go_on, random)));
        all.push(last_rule(self.meta.last == LastRule::JoinOrSwap && random.chance(0.5)));
        all
    }
}

/// A rule for `word`, with one or two variables.
fn operator(word: Word, go_on: f64, random: &mut Random) -> Rule {
    let mut variables = VARIABLES;
    let count = if random.chance(ONE_VARIABLE) { 1 } else { 2 };
    random.shuffle_first(&mut variables, count);
    let variables = &variables[..count];
    let mut right = variables.to_vec();
    while random.chance(go_on) {
        right.push(*random.choose(variables));
    }
    random.shuffle(&mut right);
    higher_order(word, variables, right.into_iter())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use blicket::{Domain, Grammar};
    use std::collections::{BTreeMap, HashSet};

    /// The texts of the rules of many grammars: primitives, higher-order rules, last rules.
    fn sampled(meta: MetaGrammar, grammars: usize) -> [Vec<String>; 3] {
        let sampler = GrammarSampler::new(meta).unwrap();
        let mut random = Random::new(11);
        let mut all = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..grammars {
            let rules = sampler.rules(4, 5, &mut random);
            let grammar = Grammar::new(Domain::Words, rules, sampler.vocabulary().clone()).unwrap();
            let texts: Vec<String> = grammar.to_string().lines().map(str::to_owned).collect();
            assert_eq!(texts.len(), 10);
            let word = |text: &String| {
                let left = text.split(" ->").next().unwrap().split(' ');
                left.filter(|item| !"u1 u2 x1 x2".contains(item)).collect::<String>()
            };
            let words: HashSet<String> = texts[..9].iter().map(word).collect();
            let outputs = |text: &String| text.split("-> ").nth(1).map(str::to_owned);
            let tokens: Vec<String> = texts[..4].iter().filter_map(outputs).collect();
            assert_eq!(words.len(), 9, "{texts:?}");
            assert_eq!(tokens.iter().collect::<HashSet<_>>().len(), tokens.len(), "{texts:?}");
            for (rules, part) in all.iter_mut().zip([&texts[..4], &texts[4..9], &texts[9..]]) {
                rules.extend_from_slice(part);
            }
        }
        all
    }

    /// Whether `count` of `total` is what this probability gives, within four standard deviations.
    #[track_caller]
    pub(in crate::sample) fn assert_share(count: usize, total: usize, probability: f64) {
        let (total, share) = (total as f64, count as f64 / total as f64);
        let deviation = (probability * (1.0 - probability) / total).sqrt();
        assert!((share - probability).abs() < 4.0 * deviation, "{share}, not {probability}");
    }

    fn count(rules: &[String], is_counted: impl Fn(&str, &str) -> bool) -> usize {
        let sides = |rule: &String| {
            let (left, right) = rule.split_once(" ->").unwrap();
            is_counted(left, right.trim())
        };
        rules.iter().filter(|rule| sides(rule)).count()
    }

    #[test]
    fn higher_order_rules_have_the_probabilities_of_the_paper() {
        for (meta, go_on) in [(MetaGrammar::miniscan(), 0.4), (MetaGrammar::scan(), 0.65)] {
            let [_, rules, _] = sampled(meta, 4_000);
            let one = |left: &str, _: &str| left.split(' ').count() == 2;
            let (total, ones) = (rules.len(), count(&rules, one));
            assert_share(ones, total, 0.4);
            for variable in ["u1", "u2", "x1", "x2"] {
                let first = |left: &str, _: &str| left.starts_with(variable);
                let last = |left: &str, _: &str| left.ends_with(variable);
                assert_share(count(&rules, first), total, 0.25);
                assert_share(count(&rules, last), total - ones, 0.25);
            }
            // How far a right side goes on beyond having every variable once.
            let more =
                |left: &str, right: &str| right.split(' ').count() + 1 - left.split(' ').count();
            for times in 0..4 {
                let so_many = count(&rules, |left, right| more(left, right) == times);
                assert_share(so_many, total, (1.0 - go_on) * f64::powi(go_on, times as i32));
            }
            let every = |left: &str, right: &str| {
                let variables = left.split(' ').filter(|item| "u1 u2 x1 x2".contains(item));
                variables.clone().all(|variable| right.contains(&format!("[{variable}]")))
            };
            assert_eq!(count(&rules, every), total);
            // Two different variables and no more: both orders alike.
            let two = |left: &str, right: &str| !one(left, right) && more(left, right) == 0;
            let swapped =
                |left: &str, right: &str| two(left, right) && right[1..3] == left[left.len() - 2..];
            assert_share(count(&rules, swapped), count(&rules, two), 0.5);
        }
    }

    #[test]
    fn primitives_and_last_rules_have_the_probabilities_of_the_paper() {
        let empty = |_: &str, right: &str| right.is_empty();
        let [primitives, _, last] = sampled(MetaGrammar::miniscan(), 1_000);
        assert_eq!(count(&primitives, empty), 0);
        assert!(last.iter().all(|rule| rule == "u1 x1 -> [u1] [x1]"));
        let [primitives, _, last] = sampled(MetaGrammar::scan(), 4_000);
        assert_share(count(&primitives, empty), primitives.len(), 1.0 / 7.0);
        let swaps = last.iter().filter(|rule| *rule == "u1 u2 -> [u2] [u1]").count();
        assert_share(swaps, last.len(), 0.5);
        assert!(last.iter().all(|rule| rule.starts_with("u1 u2") || rule == "u1 x1 -> [u1] [x1]"));
    }

    #[test]
    fn every_word_and_every_token_is_as_probable_as_every_other() {
        for (meta, words) in [(MetaGrammar::miniscan(), 12), (MetaGrammar::scan(), 17)] {
            let tokens = meta.tokens.len();
            let [primitives, ..] = sampled(meta, 4_000);
            let (mut by_word, mut by_token) = (BTreeMap::new(), BTreeMap::new());
            for rule in &primitives {
                let (word, token) = rule.split_once(" ->").unwrap();
                *by_word.entry(word).or_insert(0) += 1;
                *by_token.entry(token).or_insert(0) += 1;
            }
            by_token.remove("");
            assert_eq!((by_word.len(), by_token.len()), (words, tokens));
            by_word.values().for_each(|n| assert_share(*n, primitives.len(), 1.0 / words as f64));
            let full: usize = by_token.values().sum();
            by_token.values().for_each(|n| assert_share(*n, full, 1.0 / tokens as f64));
        }
    }

    #[test]
    fn settings_that_cannot_be_met_are_refused() {
        let refused = |change: fn(&mut MetaGrammar)| {
            let mut meta = MetaGrammar::miniscan();
            change(&mut meta);
            GrammarSampler::new(meta).map(|_| ()).unwrap_err().to_string()
        };
        let message = refused(|meta| meta.rules = 3..=9);
        assert!(message.starts_with("4 primitives and 9 rules need 13 words, and there are 12"));
        assert!(refused(|meta| meta.words = 40).contains("17 words to draw from, not 40"));
        assert!(refused(|meta| meta.primitives = 3..=9).contains("13 words"));
        let many = |meta: &mut MetaGrammar| (meta.words, meta.primitives) = (17, 9..=9);
        assert!(refused(many).contains("9 primitives need as many output tokens"));
        assert!(refused(|meta| meta.primitives = 0..=3).contains("at least one of the primitives"));
        assert!(refused(|meta| meta.rules = RangeInclusive::new(4, 3)).contains("range of rules"));
        assert!(refused(|meta| meta.go_on = 1.0).contains("0 to 0.99"));
        assert!(refused(|meta| meta.empty = f64::NAN).contains("empty primitives"));
    }
}
