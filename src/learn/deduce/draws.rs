//! Grammars drawn from a leaf by their weights.

use super::weights::Combination;
use super::{Leaf, Roles, Set};
use crate::language::class::{
    ClassGrammar, OperatorShape, RightSide, Role, SHAPES, TokenId, WordId,
};
use crate::length::hash::FastMap;
use crate::random::Random;

/// Grammars that were drawn: where the examples leave little open, a thousand draws give a few.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draws {
    /// Each grammar once.
    pub(crate) grammars: Vec<ClassGrammar>,
    /// By draw: which grammar it gave, and the logarithm of its weight. Weights mean something relative to each other.
    pub(crate) drawn: Vec<(usize, f64)>,
}

/// Draws from one leaf.
pub(super) struct Drawing<'a> {
    leaf: &'a Leaf,
    meanings: Vec<Meaning>,
    tokens: usize,
    /// By combination, as soon as one of its grammars was drawn.
    plans: Vec<Option<Plan>>,
    /// The right sides of a word in a shape, and which place they have in the list.
    right_sides: Vec<RightSides<'a>>,
    places_of_rights: FastMap<(WordId, OperatorShape), usize>,
    /// The logarithms of small numbers.
    logs: Vec<f64>,
    /// By all that was chosen: the place of the grammar.
    places: FastMap<Box<[u32]>, usize>,
    /// Room for what is chosen in one draw.
    chosen: Vec<u32>,
    free: Vec<TokenId>,
    order: Vec<WordId>,
    waits: Vec<usize>,
    ready: Vec<usize>,
    pub(super) draws: Draws,
}

/// What there is to choose in a combination.
struct Plan {
    operators: Vec<PlannedOperator>,
    /// The operators that have to come after others, by their places, beside each other for each of these.
    then: Vec<usize>,
    /// The tokens that no primitive is known to give, and how many primitives one is chosen for.
    free: Vec<TokenId>,
    open: usize,
}

struct PlannedOperator {
    word: WordId,
    /// How many others have to come before it, and where the list of those that come after it ends.
    waits: usize,
    then: usize,
    /// The place of its right sides.
    rights: usize,
}

/// The right sides that are possible for an operator.
enum RightSides<'a> {
    /// All that there are.
    Any {
        binary: bool,
        go_on: f64,
    },
    Only(RightSide),
    /// These with their probabilities, which have this sum.
    Some(&'a [RightSide], Vec<f64>, f64),
}

impl<'a> Drawing<'a> {
    pub(super) fn new(leaf: &'a Leaf, combinations: usize, tokens: usize) -> Self {
        Self {
            leaf,
            meanings: meanings(leaf),
            tokens,
            plans: (0..combinations).map(|_| None).collect(),
            right_sides: Vec::new(),
            places_of_rights: FastMap::default(),
            logs: (0..=leaf.words().count()).map(|n| (n as f64).ln()).collect(),
            places: FastMap::default(),
            chosen: Vec::new(),
            free: Vec::new(),
            order: Vec::new(),
            waits: Vec::new(),
            ready: Vec::new(),
            draws: Draws::default(),
        }
    }

    fn plan(&mut self, combination: &Combination) -> Plan {
        let (leaf, meanings) = (self.leaf, &self.meanings);
        let known = leaf.operators(combination);
        let all: Set<WordId> = known.iter().map(|(word, _)| *word).collect();
        let mut then = Vec::new();
        let mut operators: Vec<PlannedOperator> = Vec::with_capacity(known.len());
        for (word, before) in &known {
            let shape = combination[word.index()].expect("an operator has a shape");
            let all_rights = &mut self.right_sides;
            let rights = *self.places_of_rights.entry((*word, shape)).or_insert_with(|| {
                all_rights.push(RightSides::of(leaf, *word, shape));
                all_rights.len() - 1
            });
            let waits = (all & *before).len() as usize;
            let after = known.iter().enumerate().filter(|(_, (_, before))| before.has(*word));
            then.extend(after.map(|(place, _)| place));
            operators.push(PlannedOperator { word: *word, waits, then: then.len(), rights });
        }
        let primitives = meanings.iter().zip(combination).filter(|(_, shape)| shape.is_none());
        Plan {
            operators,
            then,
            free: free_tokens(meanings, combination, self.tokens),
            open: primitives.filter(|(meaning, _)| meaning.is_none()).count(),
        }
    }

    /// Draws one grammar of a combination, with this number among all; unless it has no order.
    pub(super) fn draw(
        &mut self,
        (index, combination): (usize, &Combination),
        log_weight: f64,
        random: &mut Random,
    ) {
        if self.plans[index].is_none() {
            self.plans[index] = Some(self.plan(combination));
        }
        let plan = self.plans[index].as_ref().expect("it was just made");
        let (leaf, meanings, logs) = (self.leaf, &self.meanings[..], &self.logs);
        let (order, chosen, ready) = (&mut self.order, &mut self.chosen, &mut self.ready);
        let mut log_orders = 0.0;
        self.waits.clear();
        self.waits.extend(plan.operators.iter().map(|operator| operator.waits));
        ready.clear();
        ready.extend((0..plan.operators.len()).filter(|place| self.waits[*place] == 0));
        order.clear();
        for left in (1..=plan.operators.len()).rev() {
            if ready.is_empty() {
                return;
            }
            log_orders += logs[ready.len()] - logs[left];
            let next = ready.remove(random.below(ready.len()));
            order.push(plan.operators[next].word);
            let first = next.checked_sub(1).map_or(0, |before| plan.operators[before].then);
            for place in &plan.then[first..plan.operators[next].then] {
                self.waits[*place] -= 1;
                if self.waits[*place] == 0 {
                    ready.insert(ready.partition_point(|other| other < place), *place);
                }
            }
        }
        self.free.clone_from(&plan.free);
        random.shuffle_first(&mut self.free, plan.open);
        // As many numbers as it takes to shuffle all of them, whose order does not matter.
        random.skip(plan.free.len().saturating_sub(plan.open));
        chosen.clear();
        chosen.push(index as u32);
        chosen.extend(order.iter().map(|word| u32::from(word.0)));
        chosen.extend(self.free.iter().take(plan.open).map(|token| u32::from(token.0)));
        let right_sides = chosen.len();
        for operator in &plan.operators {
            self.right_sides[operator.rights].draw(random, chosen);
        }
        let draws = &mut self.draws;
        let place = match self.places.get(&chosen[..]) {
            Some(place) => *place,
            None => {
                let mut free = self.free.iter().copied();
                let mut rights = chosen[right_sides..].iter().copied();
                let mut operators = plan.operators.iter();
                let role = |(word, shape): (WordId, &Option<OperatorShape>)| match shape {
                    None => Role::Primitive(meanings[word.index()].unwrap_or_else(|| {
                        // A word that no example shows: a token that no other word gives.
                        Some(free.next().unwrap_or(Role::UNKNOWN))
                    })),
                    Some(shape) => {
                        let operator = operators.next().expect("each operator is planned");
                        let right = self.right_sides[operator.rights].chosen(&mut rights);
                        Role::Operator(*shape, right)
                    }
                };
                let roles = leaf.words().zip(combination).map(role).collect();
                let order = canonical(order, combination);
                let of_class = ClassGrammar { roles, order, swaps: leaf.swaps() };
                draws.grammars.push(of_class);
                self.places.insert(chosen[..].into(), draws.grammars.len() - 1);
                draws.grammars.len() - 1
            }
        };
        draws.drawn.push((place, log_weight + log_orders));
    }
}

impl<'a> RightSides<'a> {
    fn of(leaf: &'a Leaf, word: WordId, shape: OperatorShape) -> Self {
        let (binary, go_on) = (shape.is_binary(), leaf.class().go_on);
        match leaf.rights(word) {
            None => Self::Any { binary, go_on },
            Some([only]) => Self::Only(*only),
            Some(rights) => {
                let weight = |right: &RightSide| right.log_prior(binary, go_on).exp();
                let weights: Vec<f64> = rights.iter().map(weight).collect();
                let sum = weights.iter().sum();
                Self::Some(rights, weights, sum)
            }
        }
    }

    /// Draws one by its probability, and notes which, if there are several.
    fn draw(&self, random: &mut Random, chosen: &mut Vec<u32>) {
        match self {
            Self::Any { binary, go_on } => {
                let right = draw_prior(*binary, *go_on, random);
                chosen.extend([u32::from(right.length), right.second]);
            }
            Self::Only(_) => random.skip(1),
            Self::Some(_, weights, sum) => {
                let mut point = random.unit() * *sum;
                let is_it = |weight: &f64| {
                    point -= *weight;
                    point <= 0.0
                };
                let place = weights.iter().position(is_it).unwrap_or(weights.len() - 1);
                chosen.push(place as u32);
            }
        }
    }

    /// The one that was noted.
    fn chosen(&self, noted: &mut impl Iterator<Item = u32>) -> RightSide {
        let mut next = || noted.next().expect("what is drawn is noted");
        match self {
            Self::Any { .. } => RightSide { length: next() as u8, second: next() },
            Self::Only(only) => *only,
            Self::Some(rights, ..) => rights[next() as usize],
        }
    }
}

/// Of all orders of operators that mean the same, the first one by their numbers: so that grammars that mean the same
/// are equal. The order of two rules matters only where both match.
fn canonical(order: &[WordId], combination: &Combination) -> Vec<WordId> {
    let meet = |a: WordId, b: WordId| match (combination[a.index()], combination[b.index()]) {
        (Some(a), Some(b)) => MEETING[a as usize] & b.bit() != 0,
        _ => true,
    };
    // By operator: how many of those that are left have to come before it.
    let count = |place: usize| order[..place].iter().filter(|it| meet(**it, order[place])).count();
    let mut waits: Vec<usize> = (0..order.len()).map(count).collect();
    let mut canonical = Vec::with_capacity(order.len());
    for _ in order {
        let is_free = |place: &usize| waits[*place] == 0;
        let next = (0..order.len()).filter(is_free).min_by_key(|place| order[*place]);
        let next = next.expect("the first that is left is always free");
        canonical.push(order[next]);
        waits[next] = usize::MAX;
        for later in next + 1..order.len() {
            if waits[later] != usize::MAX && meet(order[next], order[later]) {
                waits[later] -= 1;
            }
        }
    }
    canonical
}

/// By shape: those that it may meet.
const MEETING: [Roles; SHAPES.len()] = {
    let mut meeting = [0; SHAPES.len()];
    let mut pair = 0;
    while pair < SHAPES.len() * SHAPES.len() {
        let (a, b) = (SHAPES[pair / SHAPES.len()], SHAPES[pair % SHAPES.len()]);
        if may_meet(a, b) {
            meeting[a as usize] |= 1 << b as u8;
        }
        pair += 1;
    }
    meeting
};

/// Whether two rules with different words can match the same sequence. Two words before the end, or after the
/// beginning, or in a sequence of three, cannot be at the same place.
pub(super) const fn may_meet(a: OperatorShape, b: OperatorShape) -> bool {
    use OperatorShape::{OneOne, OneSome, SomeOne, SomeSome, UnaryOne, UnarySome};
    match (a, b) {
        // Two words: no other rule takes as few, but `x w`, and that has another word at the end.
        (UnaryOne, _) | (_, UnaryOne) => false,
        (UnarySome, UnarySome) => false,
        (UnarySome, _) | (_, UnarySome) => true,
        // Three words: the second one decides.
        (OneOne, _) | (_, OneOne) => false,
        (OneSome, OneSome) | (SomeOne, SomeOne) => false,
        (OneSome | SomeOne | SomeSome, OneSome | SomeOne | SomeSome) => true,
    }
}

/// What a word stands for as a primitive, if that is known; which may be nothing.
type Meaning = Option<Option<TokenId>>;

/// By word.
pub(super) fn meanings(leaf: &Leaf) -> Vec<Meaning> {
    let meaning = |word: WordId| {
        let mut meanings = leaf.meanings(word);
        meanings.next().filter(|_| meanings.next().is_none())
    };
    leaf.words().map(meaning).collect()
}

/// The tokens that no primitive is known to give.
pub(super) fn free_tokens(
    meanings: &[Meaning],
    combination: &Combination,
    tokens: usize,
) -> Vec<TokenId> {
    let mut used = Set::EMPTY;
    for (meaning, _) in meanings.iter().zip(combination).filter(|(_, shape)| shape.is_none()) {
        match meaning {
            Some(Some(token)) if *token != Role::UNKNOWN => used |= Set::one(*token),
            _ => {}
        }
    }
    TokenId::first(tokens).filter(|token| !used.has(*token)).collect()
}

/// A right side from the meta-grammar.
fn draw_prior(binary: bool, go_on: f64, random: &mut Random) -> RightSide {
    let mut items = if binary { vec![false, true] } else { vec![false] };
    while items.len() < 14 && random.unit() < go_on {
        items.push(binary && random.unit() < 0.5);
    }
    random.shuffle(&mut items);
    let bits = items.iter().enumerate().map(|(index, second)| u32::from(*second) << index);
    RightSide { length: items.len() as u8, second: bits.sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether `shape` with its word at a place of a sequence of so many words matches.
    fn matches(shape: OperatorShape, place: usize, length: usize) -> bool {
        let (before, after) = (place, length - 1 - place);
        match shape {
            OperatorShape::UnaryOne => before == 1 && after == 0,
            OperatorShape::UnarySome => before >= 1 && after == 0,
            OperatorShape::OneOne => before == 1 && after == 1,
            OperatorShape::OneSome => before == 1 && after >= 1,
            OperatorShape::SomeOne => before >= 1 && after == 1,
            OperatorShape::SomeSome => before >= 1 && after >= 1,
        }
    }

    #[test]
    fn rules_meet_where_both_match_a_sequence_with_their_words_at_different_places() {
        for (a, b) in SHAPES.into_iter().flat_map(|a| SHAPES.map(|b| (a, b))) {
            let both = |length: usize| {
                let places = (0..length).flat_map(|one| (0..length).map(move |other| (one, other)));
                places
                    .filter(|(one, other)| one != other)
                    .any(|(one, other)| matches(a, one, length) && matches(b, other, length))
            };
            assert_eq!(may_meet(a, b), (1..8).any(both), "{a:?} {b:?}");
        }
    }

    /// Orders that one comes to by exchanging neighbours that do not meet are the same, and others are not.
    #[test]
    fn the_canonical_order_is_the_same_for_all_orders_that_mean_the_same() {
        let shapes = [
            OperatorShape::UnarySome,
            OperatorShape::OneSome,
            OperatorShape::UnarySome,
            OperatorShape::OneOne,
            OperatorShape::OneSome,
        ];
        let combination: Combination = shapes.map(Some).to_vec();
        let mut random = Random::new(1);
        for _ in 0..200 {
            let mut order: Vec<WordId> = WordId::first(5).collect();
            random.shuffle(&mut order);
            let first = canonical(&order, &combination);
            let before = |order: &[WordId], a: WordId, b: WordId| {
                order.iter().position(|it| *it == a) < order.iter().position(|it| *it == b)
            };
            for (a, b) in WordId::first(5).flat_map(|a| WordId::first(5).map(move |b| (a, b))) {
                if a != b && may_meet(shapes[a.index()], shapes[b.index()]) {
                    assert_eq!(before(&order, a, b), before(&first, a, b));
                }
            }
            for _ in 0..20 {
                let place = random.below(4);
                let (a, b) = (order[place], order[place + 1]);
                if !may_meet(shapes[a.index()], shapes[b.index()]) {
                    order.swap(place, place + 1);
                }
                assert_eq!(canonical(&order, &combination), first);
            }
        }
    }
}
