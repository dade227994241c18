//! Decisions: what can be chosen where nothing follows, and choosing it.

use super::class::{JOIN, LastRules, PRIMITIVE, SWAP, Set};
use super::compose::MOST_ORDERS;
use super::phrase::{PhraseId, ValueId, meaning};
use super::split::SplitOption;
use super::state::Split;
use super::{Consistent, Solver};
use crate::language::class::{RightSide, TokenId, WordId};
use std::sync::Arc;

/// Something that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// How a phrase is split.
    Split(PhraseId),
    /// Which of its possible right sides an operator has.
    Right(WordId),
    /// Which right sides an operator can have at all, from a phrase with an empty part.
    Orders(PhraseId),
    /// What a primitive stands for.
    Meaning(WordId),
    /// Which last rule there is.
    LastRule,
    /// The value of one part of a phrase whose operator's right side is not known.
    Part(PhraseId),
    /// The lengths of both parts of a phrase whose operator's right side is known.
    Lengths(PhraseId),
    /// The value of the first word of a phrase that the last rule splits.
    FirstWord(PhraseId),
}

/// One option of a decision.
#[derive(Clone, Debug)]
pub(super) enum Branch {
    Split(PhraseId, SplitOption),
    Rights(WordId, Arc<[RightSide]>),
    LastRule(LastRules),
    Value(PhraseId, ValueId),
    Values([(PhraseId, ValueId); 2]),
}

impl Solver {
    /// Makes a choice.
    pub(super) fn choose(&mut self, choice: &Branch) -> Consistent {
        match choice {
            Branch::Split(phrase, option) => self.apply_split(*phrase, *option),
            Branch::Rights(word, orders) => {
                self.state.set_rights(*word, orders.clone(), self.class.go_on);
                Ok(())
            }
            Branch::LastRule(last_rule) => {
                self.state.set_last_rules(*last_rule);
                Ok(())
            }
            Branch::Value(phrase, value) => self.fact(*phrase, *value),
            Branch::Values(facts) => {
                facts.iter().try_for_each(|(phrase, value)| self.fact(*phrase, *value))
            }
        }
    }

    /// The options of a decision; some of them, if it is told to stop.
    pub(super) fn choices(&mut self, decision: Decision) -> Vec<Branch> {
        match decision {
            Decision::Split(phrase) => {
                let target = self.state.value(phrase);
                let options = match target {
                    ValueId::NONE => self.split_options(phrase),
                    target => self.feasible_splits(phrase, target),
                };
                options.into_iter().map(|option| Branch::Split(phrase, option)).collect()
            }
            Decision::Right(word) => {
                let orders = self.state.words[word.index()].rights.clone();
                let orders = orders.iter().flat_map(|orders| orders.iter());
                orders.map(|order| Branch::Rights(word, Arc::new([*order]))).collect()
            }
            Decision::Orders(phrase) => self.listed_orders(phrase),
            Decision::Meaning(word) => {
                let single = self.single[word.index()];
                let meanings = self.state.words[word.index()].meanings;
                let meanings = meanings.members();
                meanings
                    .map(|meaning| Branch::Value(single, self.values.of_primitive(meaning)))
                    .collect()
            }
            Decision::LastRule => vec![Branch::LastRule(JOIN), Branch::LastRule(SWAP)],
            Decision::FirstWord(phrase) => self.first_words(phrase),
            Decision::Lengths(phrase) => self.lengths(phrase),
            Decision::Part(phrase) => self.part_values(phrase),
        }
    }

    /// The place of the operator that splits `phrase`.
    fn operator_place(&self, phrase: PhraseId) -> usize {
        match self.state.split(phrase) {
            Some(Split::Operator(place)) => place as usize,
            other => unreachable!("an operator splits it, not {other:?}"),
        }
    }

    fn listed_orders(&mut self, phrase: PhraseId) -> Vec<Branch> {
        let place = self.operator_place(phrase);
        let word = self.phrases.get(phrase).words[place];
        let (first, second) = self.phrases.parts(phrase, place);
        let (a, b) = (self.state.value(first), self.state.value(second));
        let target = self.state.value(phrase);
        let other = if self.values.get(a).is_empty() { b } else { a };
        let times = self.repeats(other, target).unwrap_or(0);
        // An empty part could stand any number of times. A few are much more likely than many, of
        // which there are very many.
        let few = self.class.longest_right.min(times + 4);
        let short = self.orders(a, b, true, target, (few, MOST_ORDERS));
        let mut long = self.orders(a, b, true, target, (self.class.longest_right, MOST_ORDERS));
        long.retain(|order| order.length as usize > few);
        let choices = [short, long].into_iter().filter(|orders| !orders.is_empty());
        choices.map(|orders| Branch::Rights(word, orders.into())).collect()
    }

    /// The last rule gives the first word's token first, or last where it swaps.
    fn first_words(&mut self, phrase: PhraseId) -> Vec<Branch> {
        let (first, _) = self.phrases.parts(phrase, 0);
        let tokens = self.values.get(self.state.value(phrase));
        let token = if self.may_join() { tokens.first() } else { tokens.last() };
        let mut values: Vec<Vec<TokenId>> = token.map(|token| vec![*token]).into_iter().collect();
        if self.class.empty_primitives {
            values.push(Vec::new());
        }
        values.iter().map(|value| Branch::Value(first, self.values.intern(value))).collect()
    }

    /// A known right side and two unknown parts: their lengths decide everything.
    fn lengths(&mut self, phrase: PhraseId) -> Vec<Branch> {
        let place = self.operator_place(phrase);
        let word = self.phrases.get(phrase).words[place];
        let (first, second) = self.phrases.parts(phrase, place);
        let target = self.state.value(phrase);
        let Some(&[order]) = self.state.words[word.index()].rights.as_deref() else {
            unreachable!("its right side is known")
        };
        let tokens = self.values.get(target).to_vec();
        let seconds = order.count_second();
        let firsts = order.length as usize - seconds;
        let least = usize::from(!self.class.empty_primitives);
        let mut choices = Vec::new();
        for a_length in least..=tokens.len() / firsts {
            let rest = tokens.len() - a_length * firsts;
            let b_length = rest / seconds;
            if !rest.is_multiple_of(seconds) || b_length < least {
                continue;
            }
            // Where each of them stands for the first time.
            let (mut at, mut a, mut b) = (0, None, None);
            for item in order.items() {
                let (part, length) = if item { (&mut b, b_length) } else { (&mut a, a_length) };
                part.get_or_insert(&tokens[at..at + length]);
                at += length;
            }
            let [a, b] = [a, b].map(|part| self.values.intern(part.unwrap_or_default()));
            if self.gives(a, b, order, target) {
                choices.push(Branch::Values([(first, a), (second, b)]));
            }
        }
        choices
    }

    /// The values that a part of `phrase` could have: pieces of its own value.
    fn part_values(&mut self, phrase: PhraseId) -> Vec<Branch> {
        let place = self.operator_place(phrase);
        let word = self.phrases.get(phrase).words[place];
        let (first, second) = self.phrases.parts(phrase, place);
        let binary = second != PhraseId::NONE;
        let target = self.state.value(phrase);
        let a = self.state.value(first);
        let b = if binary { self.state.value(second) } else { ValueId::NONE };
        let length = |part: PhraseId| self.phrases.get(part).words.len();
        let take_first = a == ValueId::NONE
            && (!binary || b != ValueId::NONE || length(first) <= length(second));
        let (part, other, other_value) =
            if take_first { (first, second, b) } else { (second, first, a) };

        let single = length(part) == 1;
        let own = self.token_bounds(&self.phrases.get(part).words).can;
        let others =
            if binary { self.token_bounds(&self.phrases.get(other).words).can } else { Set::EMPTY };
        let mut choices = Vec::new();
        for piece in pieces(self.values.get(target), single, self.class.empty_primitives) {
            if binary && !piece.iter().collect::<Set<TokenId>>().is_within(own) {
                continue;
            }
            if self.ticker.is_over() {
                break;
            }
            let value = self.values.intern(&piece);
            let fits = self.fits_as(part, value, single)
                && (!binary || self.blocks_fit(target, own, others, value))
                && self.completes(word, (value, other_value), (binary, take_first), target);
            if fits {
                choices.push(Branch::Value(part, value));
            }
        }
        choices
    }

    fn fits_as(&self, part: PhraseId, value: ValueId, single: bool) -> bool {
        if !single {
            return self.may_have(part, value);
        }
        let word = &self.state.words[self.phrases.get(part).words[0].index()];
        let meaning = meaning(self.values.get(value));
        word.roles & PRIMITIVE != 0 && meaning.is_some_and(|meaning| word.meanings.meets(meaning))
    }

    /// Whether a right side could make `target` of a part's value and what is known of the other.
    fn completes(
        &self,
        word: WordId,
        (value, other): (ValueId, ValueId),
        (binary, is_first): (bool, bool),
        target: ValueId,
    ) -> bool {
        if binary && other == ValueId::NONE {
            return true;
        }
        let other = if binary { other } else { value };
        let (a, b) = if is_first { (value, other) } else { (other, value) };
        self.may_give(word, (a, b, binary), target)
    }
}

/// The distinct contiguous pieces of `tokens`, in the order of their places; only those of one token
/// for a `single` word. Last the empty one, where that is possible.
fn pieces(tokens: &[TokenId], single: bool, empty: bool) -> Vec<Vec<TokenId>> {
    let mut pieces: Vec<Vec<TokenId>> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for start in 0..tokens.len() {
        let longest = if single { start + 1 } else { tokens.len() };
        for end in start + 1..=longest {
            if seen.insert(&tokens[start..end]) {
                pieces.push(tokens[start..end].to_vec());
            }
        }
    }
    if empty {
        pieces.push(Vec::new());
    }
    pieces
}
