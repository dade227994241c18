//! Grammars drawn from a leaf by their weights.

use super::weights::Combination;
use super::{Leaf, Set};
use crate::language::class::{ClassGrammar, OperatorShape, RightSide, Role, TokenId, WordId};
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
    /// The right sides of a word in a shape: their probabilities, and the sum.
    right_sides: FastMap<(WordId, OperatorShape), (Vec<f64>, f64)>,
    /// The logarithms of small numbers.
    logs: Vec<f64>,
    /// By all that was chosen: the place of the grammar.
    places: FastMap<Box<[u32]>, usize>,
    /// Room for what is chosen in one draw.
    chosen: Vec<u32>,
    free: Vec<TokenId>,
    order: Vec<WordId>,
    pub(super) draws: Draws,
}

/// What there is to choose in a combination.
struct Plan {
    /// The operators, each with what has to come before it.
    operators: Vec<(WordId, Set<WordId>)>,
    /// The tokens that no primitive is known to give, and how many primitives one is chosen for.
    free: Vec<TokenId>,
    open: usize,
}

impl Plan {
    fn of(leaf: &Leaf, meanings: &[Meaning], combination: &Combination, tokens: usize) -> Self {
        let primitives = meanings.iter().zip(combination).filter(|(_, shape)| shape.is_none());
        Self {
            operators: leaf.operators(combination),
            free: free_tokens(meanings, combination, tokens),
            open: primitives.filter(|(meaning, _)| meaning.is_none()).count(),
        }
    }
}

impl<'a> Drawing<'a> {
    pub(super) fn new(leaf: &'a Leaf, combinations: usize, tokens: usize) -> Self {
        Self {
            leaf,
            meanings: meanings(leaf),
            tokens,
            plans: (0..combinations).map(|_| None).collect(),
            right_sides: FastMap::default(),
            logs: (0..=leaf.words().count()).map(|n| (n as f64).ln()).collect(),
            places: FastMap::default(),
            chosen: Vec::new(),
            free: Vec::new(),
            order: Vec::new(),
            draws: Draws::default(),
        }
    }

    /// Draws one grammar of a combination, with this number among all; unless it has no order.
    pub(super) fn draw(
        &mut self,
        (index, combination): (usize, &Combination),
        log_weight: f64,
        random: &mut Random,
    ) {
        let (leaf, meanings, logs) = (self.leaf, &self.meanings[..], &self.logs);
        let plan = || Plan::of(leaf, meanings, combination, self.tokens);
        let plan = self.plans[index].get_or_insert_with(plan);
        let (order, chosen) = (&mut self.order, &mut self.chosen);
        let mut log_orders = 0.0;
        let mut left = plan.operators.len();
        let has_order = Leaf::in_order(&plan.operators, order, |ready| {
            log_orders += logs[ready] - logs[left];
            left -= 1;
            random.below(ready)
        });
        if !has_order {
            return;
        }
        self.free.clone_from(&plan.free);
        random.shuffle(&mut self.free);
        chosen.clear();
        chosen.push(index as u32);
        chosen.extend(order.iter().map(|word| u32::from(word.0)));
        chosen.extend(self.free.iter().take(plan.open).map(|token| u32::from(token.0)));
        let right_sides = chosen.len();
        for (word, _) in &plan.operators {
            let Some(shape) = combination[word.index()] else { continue };
            let right = draw_right(leaf, *word, shape, &mut self.right_sides, random);
            chosen.extend([u32::from(right.length), right.second]);
        }
        let draws = &mut self.draws;
        let place = match self.places.get(&chosen[..]) {
            Some(place) => *place,
            None => {
                let mut free = self.free.iter().copied();
                let mut rights = chosen[right_sides..].chunks_exact(2);
                let role = |(word, shape): (WordId, &Option<OperatorShape>)| match shape {
                    None => Role::Primitive(meanings[word.index()].unwrap_or_else(|| {
                        // A word that no example shows: a token that no other word gives.
                        Some(free.next().unwrap_or(Role::UNKNOWN))
                    })),
                    Some(shape) => {
                        let right = rights.next().expect("each operator has one");
                        let right = RightSide { length: right[0] as u8, second: right[1] };
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

/// Of all orders of operators that mean the same, the first one by their numbers: so that grammars that mean the same
/// are equal. The order of two rules matters only where both match.
fn canonical(order: &[WordId], combination: &Combination) -> Vec<WordId> {
    let meet = |a: &WordId, b: &WordId| match (combination[a.index()], combination[b.index()]) {
        (Some(a), Some(b)) => may_meet(a, b),
        _ => true,
    };
    let mut left = order.to_vec();
    let mut canonical = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let is_free = |place: &usize| !left[..*place].iter().any(|it| meet(it, &left[*place]));
        let next = (0..left.len()).filter(is_free).min_by_key(|place| left[*place]);
        canonical.push(left.remove(next.expect("the first is always free")));
    }
    canonical
}

/// Whether two rules with different words can match the same sequence. Two words before the end, or after the
/// beginning, or in a sequence of three, cannot be at the same place.
pub(super) fn may_meet(a: OperatorShape, b: OperatorShape) -> bool {
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

/// A right side of an operator, drawn by its probability.
fn draw_right(
    leaf: &Leaf,
    word: WordId,
    shape: OperatorShape,
    known: &mut FastMap<(WordId, OperatorShape), (Vec<f64>, f64)>,
    random: &mut Random,
) -> RightSide {
    let (binary, go_on) = (shape.is_binary(), leaf.class().go_on);
    let Some(rights) = leaf.rights(word) else {
        return draw_prior(binary, go_on, random);
    };
    let (weights, sum) = known.entry((word, shape)).or_insert_with(|| {
        let weights: Vec<f64> = rights.iter().map(|o| o.log_prior(binary, go_on).exp()).collect();
        let sum = weights.iter().sum::<f64>();
        (weights, sum)
    });
    let mut point = random.unit() * *sum;
    for (right, weight) in rights.iter().zip(weights) {
        point -= *weight;
        if point <= 0.0 {
            return *right;
        }
    }
    rights[rights.len() - 1]
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
    use crate::language::class::SHAPES;

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
