//! A leaf of the search: a product of possibilities, every one of which satisfies the examples.

use super::class::{JOIN, LastRules, NEW_TOKEN, NOTHING, PRIMITIVE, SWAP, Set, shapes};
use super::state::WordState;
use super::{Assumptions, Solver};
use crate::arrange::Arrange;
use crate::budget::Ticker;
use crate::language::class::{OperatorShape, RightSide, Role, TokenId, WordId};
use crate::random::Random;

/// A set of grammars: roles of words, right sides and meanings in any combination, and any order of
/// rules that keeps what has to come before what.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    words: Vec<WordState>,
    last_rules: LastRules,
    class: Assumptions,
}

/// How many combinations of roles are tried for one that has an order.
const MOST_COMBINATIONS: u32 = 20_000;

impl Leaf {
    /// What `solver` knows, if there is a grammar that fits it.
    pub(super) fn new(solver: &Solver) -> Option<Self> {
        let (words, last_rules) = (solver.state.words.clone(), solver.state.last_rules);
        let leaf = Self { words, last_rules, class: solver.class };
        leaf.first_shapes(&solver.ticker).is_some().then_some(leaf)
    }

    pub(crate) fn class(&self) -> &Assumptions {
        &self.class
    }

    /// The words that it is about.
    pub(crate) fn words(&self) -> impl Iterator<Item = WordId> + use<> {
        WordId::first(self.words.len())
    }

    /// The bytes that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let rights =
            |word: &WordState| word.rights.as_ref().map_or(0, |rights| size_of_val(&**rights));
        size_of_val(&*self.words) + self.words.iter().map(rights).sum::<usize>()
    }

    /// The shapes that `word` may have, `None` for a primitive.
    pub(crate) fn roles(&self, word: WordId) -> impl Iterator<Item = Option<OperatorShape>> + '_ {
        let roles = self.words[word.index()].roles;
        let primitive = (roles & PRIMITIVE != 0).then_some(None);
        primitive.into_iter().chain(shapes(roles).map(Some))
    }

    /// The right sides that are possible for `word`; `None` if all are.
    pub(crate) fn rights(&self, word: WordId) -> Option<&[RightSide]> {
        self.words[word.index()].rights.as_deref()
    }

    /// What `word` can stand for as a primitive.
    pub(crate) fn meanings(&self, word: WordId) -> impl Iterator<Item = Option<TokenId>> + '_ {
        let meanings = self.words[word.index()].meanings;
        let nothing = meanings.meets(NOTHING).then_some(None);
        let token = |token| if token == NEW_TOKEN { Role::UNKNOWN } else { token };
        (meanings & !NOTHING).members().map(move |meaning| Some(token(meaning))).chain(nothing)
    }

    /// Whether the last rule may swap; whether it may join.
    pub(crate) fn last_rules(&self) -> (bool, bool) {
        (self.last_rules & SWAP != 0, self.last_rules & JOIN != 0)
    }

    /// A number that follows from what the words may be and stand for. Leaves of two tasks that agree
    /// on that have the same.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hash = u64::from(self.last_rules);
        let mut add = |bits: u64| hash = Random::new(hash ^ bits).bits();
        for word in &self.words {
            add(u64::from(word.roles));
            word.meanings.folded().into_iter().for_each(&mut add);
            for order in word.rights.iter().flat_map(|rights| rights.iter()) {
                add(u64::from(order.length) << 32 | u64::from(order.second));
            }
        }
        hash
    }

    /// Whether the last rule has to swap.
    pub(crate) fn swaps(&self) -> bool {
        self.last_rules() == (true, false)
    }

    /// Whether `completion` is one of its grammars.
    #[cfg(test)]
    pub(crate) fn contains(&self, completion: &crate::language::class::ClassGrammar) -> bool {
        let place = |word: WordId| completion.order.iter().position(|other| *other == word);
        let fits = |(index, role): (usize, &Role)| {
            let word = &self.words[index];
            let (shape, order) = match role {
                Role::Primitive(meaning) => {
                    let meaning = meaning.map_or(NOTHING, Set::one);
                    return word.roles & PRIMITIVE != 0 && word.meanings.meets(meaning);
                }
                Role::Operator(shape, order) => (*shape, order),
            };
            let later =
                |other: WordId| place(other).is_some_and(|p| Some(p) >= place(WordId::at(index)));
            word.roles & shape.bit() != 0
                && word.rights.as_ref().is_none_or(|orders| orders.contains(order))
                && !(word.before | word.conditions[shape as usize]).members().any(later)
        };
        let last_rule = if completion.swaps { SWAP } else { JOIN };
        self.last_rules & last_rule != 0 && completion.roles.iter().enumerate().all(fits)
    }

    /// Shapes for all words, `None` for primitives, with which the operators have an order.
    pub(crate) fn first_shapes(&self, ticker: &Ticker) -> Option<Vec<Option<OperatorShape>>> {
        // Primitives first, then shapes under few conditions: that nearly always succeeds at once.
        let options: Vec<Vec<Option<OperatorShape>>> = self
            .words
            .iter()
            .map(|word| {
                let mut operators: Vec<OperatorShape> = shapes(word.roles).collect();
                operators.arrange_by_key(|shape| word.conditions[*shape as usize].len());
                let primitive = (word.roles & PRIMITIVE != 0).then_some(None);
                primitive.into_iter().chain(operators.into_iter().map(Some)).collect()
            })
            .collect();
        let mut picked = vec![0usize; options.len()];
        for number in 0..MOST_COMBINATIONS {
            if number % 64 == 63 && ticker.is_over() {
                return None;
            }
            let combination: Vec<Option<OperatorShape>> =
                picked.iter().zip(&options).map(|(index, options)| options[*index]).collect();
            if self.order(&combination, |_| 0).is_some() {
                return Some(combination);
            }
            let next =
                (0..picked.len()).rev().find(|word| picked[*word] + 1 < options[*word].len())?;
            picked[next] += 1;
            picked[next + 1..].fill(0);
        }
        None
    }

    /// An order of the operators that keeps what has to come before what, if there is one. Where
    /// several may come next, `choose` picks one of that many.
    pub(crate) fn order(
        &self,
        combination: &[Option<OperatorShape>],
        choose: impl FnMut(usize) -> usize,
    ) -> Option<Vec<WordId>> {
        let mut order = Vec::new();
        Self::in_order(&self.operators(combination), &mut order, choose).then_some(order)
    }

    /// The operators of a combination, each with what has to come before it.
    pub(super) fn operators(
        &self,
        combination: &[Option<OperatorShape>],
    ) -> Vec<(WordId, Set<WordId>)> {
        let operator = |(word, shape): (WordId, &Option<OperatorShape>)| {
            let known = &self.words[word.index()];
            Some((word, known.before | known.conditions[(*shape)? as usize]))
        };
        self.words().zip(combination).filter_map(operator).collect()
    }

    /// Brings operators into an order that keeps what has to come before what, if there is one.
    fn in_order(
        operators: &[(WordId, Set<WordId>)],
        order: &mut Vec<WordId>,
        mut choose: impl FnMut(usize) -> usize,
    ) -> bool {
        let mut left: Set<WordId> = operators.iter().map(|(word, _)| *word).collect();
        order.clear();
        for _ in operators {
            let is_ready =
                |(word, before): &&(WordId, Set<WordId>)| left.has(*word) && !before.meets(left);
            let ready = operators.iter().filter(is_ready).count();
            if ready == 0 {
                return false;
            }
            let next = operators.iter().filter(is_ready).nth(choose(ready));
            let Some((next, _)) = next else { return false };
            order.push(*next);
            left &= !Set::one(*next);
        }
        true
    }
}
