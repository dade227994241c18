//! Explaining a phrase: how its value comes about from the values of its parts.

use super::branch::Decision;
use super::class::{BOTH_LAST_RULES, JOIN, PRIMITIVE, SWAP};
use super::compose::{MOST_ORDERS, OneSided};
use super::phrase::{PhraseId, ValueId};
use super::split::SplitOption;
use super::state::Split;
use super::{Consistent, Contradiction, Solver, TokenBounds};
use crate::language::class::{RightSide, TokenId, WordId};
use crate::prepare::LONGEST_OUTPUT;

/// What became of explaining a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Explained {
    /// Nothing about it is open any more.
    Done,
    /// This decision would help, and has about so many options.
    Open(Decision, u32),
}

/// What is known of the value of a part.
enum Evaluated {
    Value(ValueId),
    Open(Decision, u32),
}

impl Solver {
    /// Relates the value of `phrase` to those of its parts, as far as what is known allows. What was open is open as long
    /// as nothing has changed that it depends on: most phrases are asked for again and again.
    pub(super) fn explain(&mut self, phrase: PhraseId) -> Consistent<Explained> {
        let stamp = self.state.stamp(&self.phrases.get(phrase).words);
        if let Some(Some((then, decision, options))) = self.open.get(phrase.index())
            && *then == stamp
        {
            let known = Explained::Open(*decision, *options);
            // Tests, which are built so, work it out anew.
            debug_assert!(self.explain_anew(phrase).ok() == Some(known) || self.is_stopped());
            return Ok(known);
        }
        let before = self.state.mark();
        let explained = self.explain_anew(phrase)?;
        if let Explained::Open(decision, options) = explained
            && self.state.mark() == before
        {
            if self.open.len() <= phrase.index() {
                self.open.resize(self.phrases.len(), None);
            }
            self.open[phrase.index()] = Some((stamp, decision, options));
        }
        Ok(explained)
    }

    fn explain_anew(&mut self, phrase: PhraseId) -> Consistent<Explained> {
        let target = self.state.value(phrase);
        let split = match self.state.split(phrase) {
            Some(split) => split,
            None => {
                let options = self.feasible_splits(phrase, target);
                match *options.as_slice() {
                    [] => return Err(Contradiction),
                    [option] => {
                        self.apply_split(phrase, option)?;
                        option.split
                    }
                    _ => return Ok(Explained::Open(Decision::Split(phrase), options.len() as u32)),
                }
            }
        };
        match split {
            Split::LastRule => self.explain_join(phrase, target),
            Split::Operator(place) => self.explain_operator(phrase, place as usize, target),
        }
    }

    /// The ways to split `phrase` that could give it this value.
    pub(super) fn feasible_splits(
        &mut self,
        phrase: PhraseId,
        target: ValueId,
    ) -> Vec<SplitOption> {
        let mut options = self.split_options(phrase);
        let mut around = std::mem::take(&mut self.around);
        around.clear();
        options.retain(|option| self.is_feasible(phrase, option, target, &mut around));
        self.around = around;
        options
    }

    fn explain_join(&mut self, phrase: PhraseId, target: ValueId) -> Consistent<Explained> {
        let (first, rest) = self.phrases.parts(phrase, 0);
        let a = self.evaluate(first)?.value();
        let b = self.evaluate(rest)?.value();
        let two = self.phrases.get(phrase).words.len() == 2;
        let may_swap = two && self.state.last_rules & SWAP != 0;
        if a != ValueId::NONE && b != ValueId::NONE {
            let joined = self.may_join() && self.gives(a, b, RightSide::FORWARD, target);
            let swapped = may_swap && self.gives(a, b, RightSide::BACKWARD, target);
            let possible = if joined { JOIN } else { 0 } | if swapped { SWAP } else { 0 };
            if possible == 0 {
                return Err(Contradiction);
            }
            if two && self.state.last_rules & !possible != 0 {
                self.state.set_last_rules(self.state.last_rules & possible);
            }
            return Ok(Explained::Done);
        }
        if self.may_join() && may_swap {
            return Ok(Explained::Open(Decision::LastRule, 2));
        }
        if a == ValueId::NONE && b == ValueId::NONE {
            return Ok(Explained::Open(Decision::FirstWord(phrase), 2));
        }
        let order = if self.may_join() { RightSide::FORWARD } else { RightSide::BACKWARD };
        let (part, second, known) =
            if a == ValueId::NONE { (first, false, b) } else { (rest, true, a) };
        let value = self.solve_for(order, second, known, target).ok_or(Contradiction)?;
        self.fact(part, value)?;
        Ok(Explained::Done)
    }

    fn explain_operator(
        &mut self,
        phrase: PhraseId,
        place: usize,
        target: ValueId,
    ) -> Consistent<Explained> {
        let (first, second) = self.phrases.parts(phrase, place);
        let word = self.phrases.get(phrase).words[place];
        let left = self.evaluate(first)?;
        let right = if second == PhraseId::NONE { None } else { Some(self.evaluate(second)?) };
        let a = left.value();
        let b = right.as_ref().map_or(a, Evaluated::value);
        if a != ValueId::NONE && b != ValueId::NONE {
            return self.explain_known(phrase, word, (a, b, second != PhraseId::NONE), target);
        }
        let rights = self.state.words[word.index()].rights.clone();
        let best = match &rights {
            Some(orders)
                if second == PhraseId::NONE || a != ValueId::NONE || b != ValueId::NONE =>
            {
                // One part is open: each right side has at most one value for it.
                let (part, unknown, known) = match (second, a) {
                    (PhraseId::NONE, _) => (first, false, ValueId::NONE),
                    (_, ValueId::NONE) => (first, false, b),
                    _ => (second, true, a),
                };
                let mut solved: Vec<(RightSide, ValueId)> = Vec::new();
                for (index, order) in orders.iter().enumerate() {
                    if index % 1024 == 1023 && self.is_stopped() {
                        return Err(Contradiction);
                    }
                    let value = self.solve_for(*order, unknown, known, target);
                    solved.extend(value.map(|value| (*order, value)));
                }
                if solved.is_empty() {
                    return Err(Contradiction);
                }
                if solved.len() != orders.len() {
                    let orders = solved.iter().map(|(order, _)| *order).collect();
                    self.state.set_rights(word, orders, self.class.go_on);
                }
                if let [(_, value)] = *solved.as_slice() {
                    self.fact(part, value)?;
                    return Ok(Explained::Done);
                }
                (Decision::Right(word), solved.len() as u32)
            }
            Some(orders) if orders.len() == 1 => (Decision::Lengths(phrase), 4),
            Some(orders) => (Decision::Right(word), orders.len() as u32),
            None => (Decision::Part(phrase), self.guess_options(phrase, place, (a, b), target)),
        };
        let parts = [Some(left), right].into_iter().flatten();
        let (decision, options) = parts
            .filter_map(|part| match part {
                Evaluated::Open(decision, options) => Some((decision, options)),
                Evaluated::Value(_) => None,
            })
            .fold(best, |best, part| if part.1 < best.1 { part } else { best });
        Ok(Explained::Open(decision, options))
    }

    /// About how many values a part could have, if nothing is known of the right side.
    fn guess_options(
        &self,
        phrase: PhraseId,
        place: usize,
        (a, b): (ValueId, ValueId),
        target: ValueId,
    ) -> u32 {
        let length = self.values.get(target).len() as u32;
        let words = &self.phrases.get(phrase).words;
        if place + 1 == words.len() {
            return if length <= 1 { 1 } else { 2 };
        }
        if a != ValueId::NONE || b != ValueId::NONE {
            return 2 + length / 8;
        }
        let can = |words: &[WordId]| self.token_bounds(words).can;
        if can(&words[..place]).meets(can(&words[place + 1..])) { 4 + length / 4 } else { 3 }
    }

    /// The values of all parts are known: that tells something about the right side.
    fn explain_known(
        &mut self,
        phrase: PhraseId,
        word: WordId,
        (a, b, binary): (ValueId, ValueId, bool),
        target: ValueId,
    ) -> Consistent<Explained> {
        if let Some(orders) = self.state.words[word.index()].rights.clone() {
            let fitting: Vec<RightSide> =
                orders.iter().copied().filter(self.giving(a, b, target)).collect();
            if fitting.is_empty() {
                return Err(Contradiction);
            }
            if fitting.len() != orders.len() {
                self.state.set_rights(word, fitting.into(), self.class.go_on);
            }
            return Ok(Explained::Done);
        }
        match self.one_sided(a, b, binary, target) {
            OneSided::Impossible => Err(Contradiction),
            // Any right side will do.
            OneSided::Nothing => Ok(Explained::Done),
            // Too many right sides will do to list them without need.
            OneSided::Repeats => Ok(Explained::Open(Decision::Orders(phrase), 500)),
            OneSided::No => {
                let orders =
                    self.orders(a, b, binary, target, (self.class.longest_right, MOST_ORDERS));
                if orders.is_empty() {
                    return Err(Contradiction);
                }
                self.state.set_rights(word, orders.into(), self.class.go_on);
                Ok(Explained::Done)
            }
        }
    }

    /// The value of a part, from what is known of its own parts.
    fn evaluate(&mut self, phrase: PhraseId) -> Consistent<Evaluated> {
        let known = self.state.value(phrase);
        if known != ValueId::NONE {
            return Ok(Evaluated::Value(known));
        }
        if let [word] = *self.phrases.get(phrase).words {
            self.restrict(word, PRIMITIVE)?;
            let meanings = self.state.words[word.index()].meanings.len();
            return Ok(Evaluated::Open(Decision::Meaning(word), meanings));
        }
        let split = match self.state.split(phrase) {
            Some(split) => split,
            None => {
                let options = self.split_options(phrase);
                match *options.as_slice() {
                    [] => return Err(Contradiction),
                    [option] => {
                        self.apply_split(phrase, option)?;
                        option.split
                    }
                    _ => return Ok(Evaluated::Open(Decision::Split(phrase), options.len() as u32)),
                }
            }
        };
        let place = match split {
            Split::LastRule => 0,
            Split::Operator(place) => place as usize,
        };
        let (first, second) = self.phrases.parts(phrase, place);
        let left = self.evaluate(first)?;
        let right = if second == PhraseId::NONE { None } else { Some(self.evaluate(second)?) };
        let a = match left {
            Evaluated::Value(a) => a,
            open => return Ok(open),
        };
        let b = match right {
            None => a,
            Some(Evaluated::Value(b)) => b,
            Some(open) => return Ok(open),
        };
        let order = match split {
            Split::LastRule if self.phrases.get(phrase).words.len() > 2 => RightSide::FORWARD,
            Split::LastRule => match self.state.last_rules {
                BOTH_LAST_RULES => return Ok(Evaluated::Open(Decision::LastRule, 2)),
                SWAP => RightSide::BACKWARD,
                _ => RightSide::FORWARD,
            },
            Split::Operator(_) => {
                let word = self.phrases.get(phrase).words[place];
                match self.state.words[word.index()].rights.as_deref() {
                    Some(&[order]) => order,
                    rights => {
                        let options = rights.map_or(1000, |orders| orders.len() as u32);
                        return Ok(Evaluated::Open(Decision::Right(word), options));
                    }
                }
            }
        };
        let mut tokens = Vec::new();
        for item in order.items() {
            tokens.extend_from_slice(self.values.get(if item { b } else { a }));
            if tokens.len() > LONGEST_OUTPUT {
                return Err(Contradiction);
            }
        }
        let value = self.values.intern(&tokens);
        self.state.set_value(phrase, self.phrases.get(phrase).mask, value);
        Ok(Evaluated::Value(value))
    }

    /// A quick look at whether `option` could give `phrase` this value.
    /// Whether a way to split `phrase` could give it this value. `around` is empty, or what
    /// [`Solver::bounds_around`] says of it: it is looked up when it is needed.
    fn is_feasible(
        &mut self,
        phrase: PhraseId,
        option: &SplitOption,
        target: ValueId,
        around: &mut Vec<TokenBounds>,
    ) -> bool {
        let place = match option.split {
            Split::LastRule => 0,
            Split::Operator(place) => place as usize,
        };
        let (first, second) = self.phrases.parts(phrase, place);
        let a = self.state.value(first);
        let b = if second == PhraseId::NONE { ValueId::NONE } else { self.state.value(second) };
        if option.split == Split::LastRule {
            let tokens = self.values.get(target);
            let fits = |head: ValueId, tail: ValueId| {
                let head = if head == ValueId::NONE { None } else { Some(self.values.get(head)) };
                let tail = if tail == ValueId::NONE { None } else { Some(self.values.get(tail)) };
                let length = |part: Option<&[TokenId]>| part.map_or(0, <[TokenId]>::len);
                head.is_none_or(|head| tokens.starts_with(head))
                    && tail.is_none_or(|tail| tokens.ends_with(tail))
                    && match (head, tail) {
                        (Some(_), Some(_)) => length(head) + length(tail) == tokens.len(),
                        _ => length(head) + length(tail) <= tokens.len(),
                    }
            };
            let two = self.phrases.get(phrase).words.len() == 2;
            let may_swap = two && self.state.last_rules & SWAP != 0;
            return (self.may_join() && fits(a, b)) || (may_swap && fits(b, a));
        }
        let binary = second != PhraseId::NONE;
        if a == ValueId::NONE || (binary && b == ValueId::NONE) {
            if around.is_empty() {
                self.bounds_around(phrase, around);
            }
            let [before, after] = [place, around.len() / 2 + place + 1].map(|part| around[part]);
            return self.parts_may_give([before, after], binary, (a, b), target);
        }
        let b = if binary { b } else { a };
        self.may_give(option.word, (a, b, binary), target)
    }

    /// By their tokens alone: whether the parts around a word could give `target`, where [`ValueId::NONE`]
    /// stands for a value that is not known.
    fn parts_may_give(
        &mut self,
        [before, after]: [TokenBounds; 2],
        binary: bool,
        (a, b): (ValueId, ValueId),
        target: ValueId,
    ) -> bool {
        if !before.with(&after).allow(self.values.mask(target)) {
            return false;
        }
        if binary
            && !(self.blocks_fit(target, before.can, after.can, a)
                && self.blocks_fit(target, after.can, before.can, b))
        {
            return false;
        }
        // A value that is known is somewhere in the target.
        [a, b].into_iter().filter(|part| *part != ValueId::NONE).all(|part| {
            let (part, target) = (self.values.get(part), self.values.get(target));
            part.is_empty() || target.windows(part.len()).any(|window| window == part)
        })
    }
}

impl Evaluated {
    fn value(&self) -> ValueId {
        match self {
            Self::Value(value) => *value,
            Self::Open(..) => ValueId::NONE,
        }
    }
}
