//! A leaf of the search: a product of possibilities, every one of which satisfies the examples.

use super::class::{
    JOIN, LastRules, NEW_TOKEN, NOTHING, Order, PRIMITIVE, SHAPES, SWAP, Shape, shapes,
};
use super::set::Set;
use super::state::WordState;
use super::{Class, Solver};
use crate::sample::Random;

/// A set of grammars: roles of words, right sides and meanings in any combination, and any order of
/// rules that keeps what has to come before what.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    words: Vec<WordState>,
    last_rules: LastRules,
    class: Class,
}

/// The role of one word in a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    /// Stands for nothing, or for a token; a token that is not known yet is [`Role::UNKNOWN`].
    Primitive(Option<u8>),
    Operator(Shape, Order),
}

impl Role {
    /// The meaning of a primitive of which the examples say nothing.
    pub(crate) const UNKNOWN: u8 = u8::MAX;
}

/// One grammar of the class.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Completion {
    /// By word.
    pub(crate) roles: Vec<Role>,
    /// The operators in the order of their rules.
    pub(crate) order: Vec<u8>,
    /// Whether the last rule is `u1 u2 -> [u2] [u1]`, and not `u1 x1 -> [u1] [x1]`.
    pub(crate) swaps: bool,
}

/// How many combinations of roles are tried for one that has an order.
const MOST_COMBINATIONS: u32 = 20_000;

impl Leaf {
    /// What `solver` knows, if there is a grammar that fits it.
    pub(super) fn new(solver: &Solver, stop: &mut dyn FnMut() -> bool) -> Option<Self> {
        let (words, last_rules) = (solver.state.words.clone(), solver.state.last_rules);
        let leaf = Self { words, last_rules, class: solver.class };
        leaf.first_shapes(stop).is_some().then_some(leaf)
    }

    pub(crate) fn class(&self) -> &Class {
        &self.class
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// The bytes that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let rights =
            |word: &WordState| word.rights.as_ref().map_or(0, |rights| size_of_val(&**rights));
        size_of_val(&*self.words) + self.words.iter().map(rights).sum::<usize>()
    }

    /// The shapes that `word` may have, `None` for a primitive.
    pub(crate) fn roles(&self, word: usize) -> impl Iterator<Item = Option<Shape>> + '_ {
        let roles = self.words[word].roles;
        let primitive = (roles & PRIMITIVE != 0).then_some(None);
        primitive.into_iter().chain(shapes(roles).map(Some))
    }

    /// The right sides that are possible for `word`; `None` if all are.
    pub(crate) fn rights(&self, word: usize) -> Option<&[Order]> {
        self.words[word].rights.as_deref()
    }

    /// What `word` can stand for as a primitive.
    pub(crate) fn meanings(&self, word: usize) -> impl Iterator<Item = Option<u8>> + '_ {
        let meanings = self.words[word].meanings;
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
    pub(crate) fn contains(&self, completion: &Completion) -> bool {
        let place = |word: u8| completion.order.iter().position(|other| *other == word);
        let fits = |(index, role): (usize, &Role)| {
            let word = &self.words[index];
            let (shape, order) = match role {
                Role::Primitive(meaning) => {
                    let meaning = meaning.map_or(NOTHING, Set::one);
                    return word.roles & PRIMITIVE != 0 && word.meanings.meets(meaning);
                }
                Role::Operator(shape, order) => (*shape, order),
            };
            let later = |other: u8| place(other).is_some_and(|p| Some(p) >= place(index as u8));
            word.roles & shape.bit() != 0
                && word.rights.as_ref().is_none_or(|orders| orders.contains(order))
                && !(word.before | word.conditions[shape as usize]).members().any(later)
        };
        let last_rule = if completion.swaps { SWAP } else { JOIN };
        self.last_rules & last_rule != 0 && completion.roles.iter().enumerate().all(fits)
    }

    /// Shapes for all words, `None` for primitives, with which the operators have an order.
    pub(crate) fn first_shapes(
        &self,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Option<Shape>>> {
        // Primitives first, then shapes under few conditions: that nearly always succeeds at once.
        let options: Vec<Vec<Option<Shape>>> = self
            .words
            .iter()
            .map(|word| {
                let mut operators: Vec<Shape> = shapes(word.roles).collect();
                operators.sort_by_key(|shape| word.conditions[*shape as usize].len());
                let primitive = (word.roles & PRIMITIVE != 0).then_some(None);
                primitive.into_iter().chain(operators.into_iter().map(Some)).collect()
            })
            .collect();
        let mut picked = vec![0usize; options.len()];
        for number in 0..MOST_COMBINATIONS {
            if number % 64 == 63 && stop() {
                return None;
            }
            let combination: Vec<Option<Shape>> =
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
        combination: &[Option<Shape>],
        mut choose: impl FnMut(usize) -> usize,
    ) -> Option<Vec<u8>> {
        let operators = (0..).zip(combination).filter(|(_, shape)| shape.is_some());
        let mut left: Set = operators.map(|(word, _)| word).collect();
        let mut order = Vec::new();
        while !left.is_empty() {
            let ready: Vec<u8> = left
                .members()
                .filter(|word| {
                    let shape = combination[*word as usize].unwrap_or(SHAPES[0]);
                    let known = &self.words[*word as usize];
                    !(known.before | known.conditions[shape as usize]).meets(left)
                })
                .collect();
            if ready.is_empty() {
                return None;
            }
            let next = ready[choose(ready.len())];
            order.push(next);
            left &= !Set::one(next);
        }
        Some(order)
    }
}

impl Completion {
    /// The bytes that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.roles) + self.order.len() + 32
    }

    /// The shapes of its operators, `None` for primitives.
    pub(crate) fn shapes(&self) -> Vec<Option<Shape>> {
        let shape = |role: &Role| match role {
            Role::Primitive(_) => None,
            Role::Operator(shape, _) => Some(*shape),
        };
        self.roles.iter().map(shape).collect()
    }

    /// What it says of the words with a number below `shown`.
    pub(crate) fn among(&self, shown: usize) -> Completion {
        let shown = shown.min(self.roles.len());
        let order = self.order.iter().copied().filter(|word| usize::from(*word) < shown);
        Completion {
            roles: self.roles[..shown].to_vec(),
            order: order.collect(),
            swaps: self.swaps,
        }
    }

    /// The same grammar with an x of this word's rule made a u, in all ways, the narrowest first.
    pub(crate) fn narrower(&self, word: usize) -> Vec<Completion> {
        let Role::Operator(shape, order) = self.roles[word] else { return Vec::new() };
        let shapes: &[Shape] = match shape {
            Shape::UnarySome => &[Shape::UnaryOne],
            Shape::OneSome | Shape::SomeOne => &[Shape::OneOne],
            Shape::SomeSome => &[Shape::OneOne, Shape::OneSome, Shape::SomeOne],
            Shape::UnaryOne | Shape::OneOne => &[],
        };
        let with = |shape: &Shape| {
            let mut narrower = self.clone();
            narrower.roles[word] = Role::Operator(*shape, order);
            narrower
        };
        shapes.iter().map(with).collect()
    }
}
