//! A meta-grammar over the words and tokens of a task, as a program of random choices.

use crate::sample::{LastRule, MetaGrammar};
use blicket::Random;
use blicket::Word;
use blicket::grammar::{Rule, Variable};
use blicket::laboratory::class::{ONE_VARIABLE, VARIABLES, higher_order, last_rule, primitive};

/// Where grammars come from. They are those of [`GrammarSampler`](crate::sample::GrammarSampler), but for
/// what a task's words and tokens do not suffice for:
///
/// - the numbers of primitives and of rules are drawn together, from all pairs that there are words for;
///   where there is no such pair, from those with the most words that there are;
/// - a primitive for which no token is left gives nothing.
#[derive(Clone, Debug)]
pub(crate) struct Prior {
    pub(super) words: Vec<Word>,
    pub(super) tokens: Vec<Word>,
    /// How many primitives and how many rules there may be.
    pub(super) counts: Vec<(usize, usize)>,
    /// The probability that a primitive gives nothing.
    pub(super) empty: f64,
    /// The probability that a right side goes on.
    pub(super) go_on: f64,
    /// Whether the last rule may swap, with probability one half.
    pub(super) may_swap: bool,
}

/// A random choice, by what it is about. Rules are counted in their order, primitives first: so a word
/// keeps its rule where the number of primitives changes.
///
/// What there is to choose from, and how probable each of it is, depends on nothing but the address.
/// That makes [`Chain`](super::Chain) as simple as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Address {
    /// The numbers of primitives and of rules.
    Counts,
    /// The word of a rule.
    Word(usize),
    /// The token of a primitive.
    Token(usize),
    /// Whether a primitive gives nothing.
    Empty(usize),
    /// Whether a rule has one variable.
    OneVariable(usize),
    /// The variables of a rule.
    First(usize),
    Second(usize),
    /// Whether a right side goes on after this many items more than it needs.
    GoOn(usize, usize),
    /// Which variable such an item is.
    Which(usize, usize),
    /// Where the second variable is put, and then each further item.
    Place(usize, usize),
    /// Whether the last rule swaps.
    Swap,
}

/// Who makes choices.
pub(super) trait Choices {
    /// A number below `options`, which all are equally probable.
    fn below(&mut self, address: Address, options: usize) -> usize;

    /// True with this probability.
    fn chance(&mut self, address: Address, probability: f64) -> bool;
}

impl Choices for Random {
    fn below(&mut self, _: Address, options: usize) -> usize {
        Random::below(self, options)
    }

    fn chance(&mut self, _: Address, probability: f64) -> bool {
        Random::chance(self, probability)
    }
}

impl Prior {
    /// The grammars of a meta-grammar over these words and tokens; `None` if there are none.
    pub(crate) fn new(meta: &MetaGrammar, words: Vec<Word>, tokens: Vec<Word>) -> Option<Self> {
        let fits = |(primitives, rules): &(usize, usize)| {
            let enough_tokens = *primitives <= tokens.len() || meta.empty > 0.0;
            *primitives > 0 && primitives + rules <= words.len() && enough_tokens
        };
        let pairs = |primitives: std::ops::RangeInclusive<usize>, least: usize| {
            let rules = least..=*meta.rules.end();
            primitives
                .flat_map(move |primitives| rules.clone().map(move |rules| (primitives, rules)))
        };
        let usual = pairs(meta.primitives.clone(), *meta.rules.start());
        let mut counts: Vec<(usize, usize)> = usual.filter(fits).collect();
        if counts.is_empty() {
            counts = pairs(1..=*meta.primitives.end(), 0).filter(fits).collect();
            let most = counts.iter().map(|(primitives, rules)| primitives + rules).max()?;
            counts.retain(|(primitives, rules)| primitives + rules == most);
        }
        let (empty, go_on) = (meta.empty, meta.go_on);
        let may_swap = meta.last == LastRule::JoinOrSwap;
        Some(Self { words, tokens, counts, empty, go_on, may_swap })
    }

    /// A grammar at random.
    pub(crate) fn sample(&self, random: &mut Random) -> Vec<Rule> {
        self.draw(random)
    }

    /// The grammar that these choices make.
    pub(super) fn draw(&self, choices: &mut impl Choices) -> Vec<Rule> {
        let (primitives, rules) = self.counts[choices.below(Address::Counts, self.counts.len())];
        let words = shuffled(&self.words, primitives + rules, Address::Word, choices);
        let tokens = shuffled(&self.tokens, primitives, Address::Token, choices);
        let mut all = Vec::with_capacity(words.len() + 1);
        for (rule, word) in words[..primitives].iter().enumerate() {
            let token = tokens.get(rule).copied();
            let mut is_empty = || choices.chance(Address::Empty(rule), self.empty);
            let token = token.filter(|_| self.empty == 0.0 || !is_empty());
            all.push(primitive(*word, token));
        }
        for (rule, word) in words.iter().enumerate().skip(primitives) {
            all.push(self.higher_order(rule, *word, choices));
        }
        all.push(last_rule(self.may_swap && choices.chance(Address::Swap, 0.5)));
        all
    }

    fn higher_order(&self, rule: usize, word: Word, choices: &mut impl Choices) -> Rule {
        let count = if choices.chance(Address::OneVariable(rule), ONE_VARIABLE) { 1 } else { 2 };
        let at = |index| [Address::First(rule), Address::Second(rule)][index];
        let variables = shuffled(&VARIABLES, count, at, choices);
        // Whatever comes is put anywhere, so that in the end every order is as probable as every other.
        let mut right: Vec<Variable> = vec![variables[0]];
        let mut put = |variable: Variable, choices: &mut _| {
            let (length, one) = (right.len(), count == 1);
            let place = if one { length } else { put_at(rule, length, choices) };
            right.insert(place, variable);
        };
        if count == 2 {
            put(variables[1], choices);
        }
        for more in 0.. {
            if self.go_on == 0.0 || !choices.chance(Address::GoOn(rule, more), self.go_on) {
                break;
            }
            let which = if count == 1 { 0 } else { choices.below(Address::Which(rule, more), 2) };
            put(variables[which], choices);
        }
        higher_order(word, &variables, right.into_iter())
    }
}

/// Where one more item is put into a right side of this length.
fn put_at(rule: usize, length: usize, choices: &mut impl Choices) -> usize {
    choices.below(Address::Place(rule, length), length + 1)
}

/// Draws `count` of `items` without replacement, or all if there are fewer.
fn shuffled<T: Copy>(
    items: &[T],
    count: usize,
    address: impl Fn(usize) -> Address,
    choices: &mut impl Choices,
) -> Vec<T> {
    let mut items = items.to_vec();
    let count = count.min(items.len());
    for index in 0..count {
        let other = choices.below(address(index), items.len() - index);
        items.swap(index, index + other);
    }
    items.truncate(count);
    items
}
