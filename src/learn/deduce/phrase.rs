//! Parts of inputs and of outputs, interned: a search talks about them by number.

use super::class::{NOTHING, Roles, Set};
use crate::language::class::{OperatorShape, SHAPES, TokenId, WordId};
use std::collections::HashMap;

/// Where a shape does not apply.
pub(super) const NOWHERE: u8 = u8::MAX;

/// A part of an input, by its number among [`Phrases`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct PhraseId(u32);

impl PhraseId {
    /// No phrase: there is no such part.
    pub(super) const NONE: Self = Self(u32::MAX);

    /// Its place in lists that go by phrase.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A sequence of tokens, by its number among [`Values`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub(super) struct ValueId(u32);

impl ValueId {
    /// No value: it is not known.
    pub(super) const NONE: Self = Self(u32::MAX);

    /// Its place in lists that go by value.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an interned sequence takes in a table besides its own bytes, with what allocators add and
/// with room for growth, about.
const ENTRY: usize = 128;

/// A contiguous part of some input.
#[derive(Debug)]
pub(super) struct Phrase {
    pub(super) words: Box<[WordId]>,
    /// Its words as a set.
    pub(super) mask: Set<WordId>,
    /// The words that could be its operator.
    pub(super) sites: Vec<Site>,
    /// By place of the operator, its two sides; for place 0, which no operator has, the first word
    /// and the rest. [`PhraseId::NONE`] where there is none or where it has not been asked for yet.
    parts: Vec<(PhraseId, PhraseId)>,
}

/// A word of a phrase, and where each shape of an operator would split the phrase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) word: WordId,
    /// By shape: the place, or [`NOWHERE`].
    pub(super) places: [u8; 6],
    /// The shapes that match the phrase.
    fitting: Roles,
    /// By shape: all shapes that have the same place.
    beside: [Roles; 6],
}

impl Site {
    fn new(word: WordId, words: &[WordId]) -> Self {
        let n = words.len();
        let at = |place: usize, fits: bool| {
            if fits && words[place] == word { place as u8 } else { NOWHERE }
        };
        let places = SHAPES.map(|shape| match shape {
            OperatorShape::UnaryOne => at(n - 1, n == 2),
            OperatorShape::UnarySome => at(n - 1, true),
            _ if n < 3 => NOWHERE,
            OperatorShape::OneOne => at(1, n == 3),
            OperatorShape::OneSome => at(1, true),
            OperatorShape::SomeOne => at(n - 2, true),
            // Greedy from the left, so the last one that leaves a word behind it.
            OperatorShape::SomeSome => {
                (1..n - 1).rfind(|place| words[*place] == word).map_or(NOWHERE, |place| place as u8)
            }
        });
        let fits = |shape: &OperatorShape| places[*shape as usize] != NOWHERE;
        let fitting = SHAPES.into_iter().filter(fits).fold(0, |fitting, it| fitting | it.bit());
        let beside = places.map(|place| {
            let same = SHAPES.into_iter().filter(|shape| places[*shape as usize] == place);
            same.fold(0, |beside, shape| beside | shape.bit())
        });
        Self { word, places, fitting, beside }
    }

    /// The places where shapes among `roles` split the phrase, each with its shapes.
    pub(super) fn splits(&self, roles: Roles) -> impl Iterator<Item = (u8, Roles)> {
        let mut left = self.matching(roles);
        let matching = left;
        std::iter::from_fn(move || {
            let shape = (left != 0).then(|| left.trailing_zeros() as usize)?;
            let together = self.beside[shape] & matching;
            left &= !together;
            Some((self.places[shape], together))
        })
    }

    /// The shapes among `roles` that match the phrase.
    pub(super) fn matching(&self, roles: Roles) -> Roles {
        self.fitting & roles
    }
}

/// All phrases of a task.
#[derive(Debug, Default)]
pub(super) struct Phrases {
    all: Vec<Phrase>,
    numbers: HashMap<Box<[WordId]>, PhraseId>,
    /// What all of that takes, about.
    bytes: usize,
}

impl Phrases {
    pub(super) fn intern(&mut self, words: &[WordId]) -> PhraseId {
        if let Some(&id) = self.numbers.get(words) {
            return id;
        }
        let mut sites: Vec<Site> = Vec::new();
        if words.len() >= 2 {
            for &word in words {
                if sites.iter().all(|site| site.word != word) {
                    sites.push(Site::new(word, words));
                }
            }
            sites.retain(|site| site.fitting != 0);
        }
        let id = PhraseId(self.all.len() as u32);
        let parts = size_of::<(PhraseId, PhraseId)>() * words.len();
        self.bytes += ENTRY + size_of::<Phrase>() + 2 * words.len() + parts;
        self.bytes += size_of::<Site>() * sites.capacity();
        self.all.push(Phrase {
            words: words.into(),
            mask: words.iter().collect(),
            sites,
            parts: vec![(PhraseId::NONE, PhraseId::NONE); words.len()],
        });
        self.numbers.insert(words.into(), id);
        id
    }

    pub(super) fn get(&self, id: PhraseId) -> &Phrase {
        &self.all[id.index()]
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The words on both sides of the operator at `place`; the second is [`PhraseId::NONE`] if there are none.
    /// For place 0, the first word and the rest.
    pub(super) fn parts(&mut self, id: PhraseId, place: usize) -> (PhraseId, PhraseId) {
        let parts = self.all[id.index()].parts[place];
        if parts.0 != PhraseId::NONE {
            return parts;
        }
        let words = self.all[id.index()].words.clone();
        let first = self.intern(&words[..place.max(1)]);
        let rest = &words[place + 1..];
        let second = if rest.is_empty() { PhraseId::NONE } else { self.intern(rest) };
        self.all[id.index()].parts[place] = (first, second);
        (first, second)
    }
}

/// All sequences of tokens that a search has come across.
#[derive(Debug, Default)]
pub(super) struct Values {
    all: Vec<Box<[TokenId]>>,
    masks: Vec<Set<TokenId>>,
    numbers: HashMap<Box<[TokenId]>, ValueId>,
    /// What all of that takes, about.
    bytes: usize,
}

impl Values {
    pub(super) fn intern(&mut self, tokens: &[TokenId]) -> ValueId {
        if let Some(&id) = self.numbers.get(tokens) {
            return id;
        }
        let id = ValueId(self.all.len() as u32);
        self.bytes +=
            ENTRY + size_of::<Set<TokenId>>() + size_of::<Box<[TokenId]>>() + 2 * tokens.len();
        self.all.push(tokens.into());
        self.masks.push(tokens.iter().collect());
        self.numbers.insert(tokens.into(), id);
        id
    }

    pub(super) fn get(&self, id: ValueId) -> &[TokenId] {
        &self.all[id.index()]
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Its tokens as a set.
    pub(super) fn mask(&self, id: ValueId) -> Set<TokenId> {
        self.masks[id.index()]
    }

    /// The value of a primitive, from the one member of its set of meanings.
    pub(super) fn of_primitive(&mut self, meaning: TokenId) -> ValueId {
        if NOTHING.has(meaning) {
            return self.intern(&[]);
        }
        self.intern(&[meaning])
    }
}

/// A primitive's value as a set of meanings, if a primitive can have it.
pub(super) fn meaning(value: &[TokenId]) -> Option<Set<TokenId>> {
    match *value {
        [] => Some(NOTHING),
        [token] => Some(Set::one(token)),
        _ => None,
    }
}
