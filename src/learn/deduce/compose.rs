//! How a value is made of the values of its parts: right sides that do it, and parts that would.

use super::Solver;
use super::class::Set;
use super::phrase::ValueId;
use crate::language::class::{RightSide, TokenId, WordId};
use std::cell::Cell;

/// The most right sides that are listed for one operator. Only very long ones around an empty part
/// are more.
pub(super) const MOST_ORDERS: usize = 1 << 16;

impl Solver {
    /// Whether parts are empty, and whether the target can come about then.
    pub(super) fn one_sided(
        &self,
        a: ValueId,
        b: ValueId,
        binary: bool,
        target: ValueId,
    ) -> OneSided {
        let (a_empty, b_empty) = (self.values.get(a).is_empty(), self.values.get(b).is_empty());
        if a_empty && (!binary || b_empty) {
            let possible = self.values.get(target).is_empty();
            return if possible { OneSided::Nothing } else { OneSided::Impossible };
        }
        if !binary || !(a_empty || b_empty) {
            return OneSided::No;
        }
        let other = if a_empty { b } else { a };
        match self.repeats(other, target) {
            Some(_) => OneSided::Repeats,
            None => OneSided::Impossible,
        }
    }

    /// How often `part`, which is not empty, is repeated in `target`, if that is all there is.
    pub(super) fn repeats(&self, part: ValueId, target: ValueId) -> Option<usize> {
        let times = self.values.get(target).len() / self.values.get(part).len();
        let possible = times > 0 && times <= self.class.longest_right;
        let gives = || self.gives(part, part, RightSide::repeat(times), target);
        (possible && gives()).then_some(times)
    }

    /// The right sides that make `target` of `a` and `b`, up to a length and a number of them.
    pub(super) fn orders(
        &self,
        a: ValueId,
        b: ValueId,
        binary: bool,
        target: ValueId,
        (longest, most): (usize, usize),
    ) -> Vec<RightSide> {
        let (a, b, target) = (self.values.get(a), self.values.get(b), self.values.get(target));
        let mut orders = Vec::new();
        if !binary {
            let times = target.len() / a.len().max(1);
            let fits = times * a.len() == target.len() && target.chunks(a.len()).all(|c| c == a);
            if (1..=longest).contains(&times) && fits {
                orders.push(RightSide::repeat(times));
            }
            return orders;
        }
        // Depth first over what comes next; at most `longest` deep.
        let mut open = vec![(RightSide { length: 0, second: 0 }, 0)];
        let mut tried = 0u32;
        while let Some((order, done)) = open.pop() {
            tried += 1;
            if tried.is_multiple_of(4096) && self.is_stopped() {
                break;
            }
            let both = order.second != 0 && order.count_second() < order.length as usize;
            if done == target.len() && both {
                orders.push(order);
                if orders.len() >= most {
                    break;
                }
            }
            // What is left has to fit into the items that are left: most of what could be tried
            // cannot, where parts are short and the target is long.
            let most = (longest - order.length as usize) * a.len().max(b.len());
            if order.length as usize == longest || target.len() - done > most {
                continue;
            }
            for (second, part) in [(1u32, b), (0, a)] {
                if target[done..].starts_with(part) {
                    let second = order.second | second << order.length;
                    open.push((RightSide { length: order.length + 1, second }, done + part.len()));
                }
            }
        }
        orders
    }

    /// Whether `order` makes `target` of `a` and `b`.
    pub(super) fn gives(&self, a: ValueId, b: ValueId, order: RightSide, target: ValueId) -> bool {
        let (a, b) = (self.values.get(a), self.values.get(b));
        let mut rest = self.values.get(target);
        for second in order.items() {
            let part = if second { b } else { a };
            match rest.strip_prefix(part) {
                Some(after) => rest = after,
                None => return false,
            }
        }
        rest.is_empty()
    }

    /// Which of many right sides make `target` of `a` and `b`. There are very many only around an empty
    /// part, where all that matters is how often the other one stands there, and where both parts
    /// repeat the same; none do any more when it is told to stop.
    pub(super) fn giving(
        &self,
        a: ValueId,
        b: ValueId,
        target: ValueId,
    ) -> impl Fn(&RightSide) -> bool + '_ {
        let [first, second] = [a, b].map(|part| self.values.get(part));
        let one_empty = first.is_empty() != second.is_empty();
        let part = if first.is_empty() { second } else { first };
        let whole = self.values.get(target);
        let repeats = one_empty
            && whole.len().is_multiple_of(part.len())
            && whole.chunks(part.len()).all(|chunk| chunk == part);
        let asked = Cell::new(0u32);
        let stopped = Cell::new(false);
        move |order| {
            if !one_empty {
                asked.set(asked.get() + 1);
                if asked.get().is_multiple_of(4096) {
                    stopped.set(stopped.get() || self.is_stopped());
                }
                return !stopped.get() && self.gives(a, b, *order, target);
            }
            let seconds = order.count_second();
            let count = if first.is_empty() { seconds } else { order.length as usize - seconds };
            repeats && count * part.len() == whole.len()
        }
    }

    /// The one value that the first or the `second` part must have for `order` to make `target`, if
    /// the other part has the value `known`.
    pub(super) fn solve_for(
        &mut self,
        order: RightSide,
        second: bool,
        known: ValueId,
        target: ValueId,
    ) -> Option<ValueId> {
        let target = self.values.get(target);
        let known = if known == ValueId::NONE { &[] } else { self.values.get(known) };
        let unknowns = order.items().filter(|item| *item == second).count();
        let known_length = (order.length as usize - unknowns) * known.len();
        let rest = target.len().checked_sub(known_length)?;
        if unknowns == 0 || rest % unknowns != 0 {
            return None;
        }
        let length = rest / unknowns;
        let mut found: Option<&[TokenId]> = None;
        let mut at = 0;
        for item in order.items() {
            if item == second {
                let part = &target[at..at + length];
                if found.is_some_and(|found| found != part) {
                    return None;
                }
                found = Some(part);
                at += length;
            } else {
                target[at..].strip_prefix(known)?;
                at += known.len();
            }
        }
        let found = found?.to_vec();
        Some(self.values.intern(&found))
    }

    /// Whether a right side that `word` may have makes `target` of the values of its parts; `b` is `a`
    /// once more where there is only one.
    pub(super) fn may_give(
        &self,
        word: WordId,
        (a, b, binary): (ValueId, ValueId, bool),
        target: ValueId,
    ) -> bool {
        if let Some(orders) = &self.state.words[word.index()].rights {
            return orders.iter().any(self.giving(a, b, target));
        }
        match self.one_sided(a, b, binary, target) {
            OneSided::Impossible => false,
            OneSided::Nothing | OneSided::Repeats => true,
            OneSided::No => {
                !self.orders(a, b, binary, target, (self.class.longest_right, 1)).is_empty()
            }
        }
    }

    /// Where the tokens of two parts are disjoint, every maximal block of one part's tokens in the
    /// target is a repetition of its value, so all blocks are powers of one sequence.
    pub(super) fn blocks_fit(
        &mut self,
        target: ValueId,
        own: Set<TokenId>,
        other: Set<TokenId>,
        value: ValueId,
    ) -> bool {
        if own.meets(other) {
            return true;
        }
        if value != ValueId::NONE {
            return self.are_blocks_of(target, own, value);
        }
        let own = own & self.values.mask(target);
        if own.is_empty() || own.is_single() {
            return true;
        }
        if let Some(known) = self.blocks.get(&(target, own)) {
            return *known;
        }
        let fits = self.are_blocks_of(target, own, value);
        self.blocks.insert((target, own), fits);
        fits
    }

    /// Works it out, without a look whether it is known.
    fn are_blocks_of(&self, target: ValueId, own: Set<TokenId>, value: ValueId) -> bool {
        let mut root: Option<&[TokenId]> = (value != ValueId::NONE).then(|| self.values.get(value));
        if root.is_some_and(<[TokenId]>::is_empty) {
            return !self.values.mask(target).meets(own);
        }
        let is_own = |token: &TokenId| own.has(*token);
        let blocks =
            self.values.get(target).split(|token| !is_own(token)).filter(|b| !b.is_empty());
        for block in blocks {
            let root = *root.get_or_insert_with(|| primitive_root(block));
            if block.len() % root.len() != 0 || block.chunks(root.len()).any(|part| part != root) {
                return false;
            }
        }
        true
    }
}

/// What follows from a part that is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OneSided {
    /// No part is.
    No,
    /// All are, and so is the target.
    Nothing,
    /// One is, and the target repeats the other.
    Repeats,
    /// The target cannot come about.
    Impossible,
}

/// The shortest sequence of which `tokens` is a repetition.
pub(super) fn primitive_root(tokens: &[TokenId]) -> &[TokenId] {
    let repeats = |length: &usize| {
        tokens.len().is_multiple_of(*length)
            && tokens.chunks(*length).all(|part| part == &tokens[..*length])
    };
    let length = (1..=tokens.len()).find(repeats).unwrap_or(tokens.len());
    &tokens[..length]
}
