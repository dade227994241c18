//! Bodies of rules, each kept once. Grammars then are lists of small numbers:
//! cheap to copy, to compare and to take back.

use super::digits::is_digits;
use super::hash::{FastMap, hash_of};
use super::symbol::{Symbol, WordSet, slots};
use super::task::CommandTask;

pub(crate) type BodyId = u32;

pub(crate) struct Body {
    pub(crate) left: Box<[Symbol]>,
    pub(crate) right: Box<[Symbol]>,
    pub(crate) bits: f64,
    pub(crate) words: WordSet,
    pub(crate) slots: usize,
    pub(crate) kind: Kind,
    /// A hash of it, whatever the sections of its slots are.
    pub(crate) outline: u64,
}

/// What a member of a section is: people keep numbers, values and words that
/// mean nothing apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Kind(u8);

impl Kind {
    const NUMBER: Kind = Kind(1);
    const NOTHING: Kind = Kind(2);
    const VALUE: Kind = Kind(4);

    fn of(task: &CommandTask, left: &[Symbol], right: &[Symbol]) -> Kind {
        if right.is_empty() {
            Kind::NOTHING
        } else if slots(left) > 0 {
            Kind(0)
        } else if left == right && left.len() == 1 && is_digits(task.texts.of(left[0])) {
            Kind::NUMBER
        } else {
            Kind::VALUE
        }
    }

    pub(crate) fn with(self, other: Kind) -> Kind {
        Kind(self.0 | other.0)
    }

    /// Kinds beyond the first.
    pub(crate) fn extra(self) -> f64 {
        f64::from(self.0.count_ones().saturating_sub(1))
    }
}

/// Ids say nothing but "the same": their order depends on what was tried
/// before, so nothing may be decided by it.
#[derive(Default)]
pub(crate) struct Store {
    bodies: Vec<Body>,
    ids: FastMap<u64, Vec<BodyId>>,
    /// What the sides of bodies take.
    sides: usize,
}

/// What a body takes beside its sides, about: itself, and its place in the table.
const OF_BODY: usize = size_of::<Body>() + 64;

impl Store {
    /// The bytes that all of it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.bodies.len() * OF_BODY + self.sides
    }

    pub(crate) fn get(&self, id: BodyId) -> &Body {
        &self.bodies[id as usize]
    }

    pub(crate) fn find(&self, left: &[Symbol], right: &[Symbol]) -> Option<BodyId> {
        let ids = self.ids.get(&hash_of(&(left, right)))?;
        ids.iter().copied().find(|&id| *self.get(id).left == *left && *self.get(id).right == *right)
    }

    pub(crate) fn intern(
        &mut self,
        task: &CommandTask,
        left: &[Symbol],
        right: &[Symbol],
    ) -> BodyId {
        if let Some(id) = self.find(left, right) {
            return id;
        }
        let id = self.bodies.len() as BodyId;
        self.sides += size_of_val(left) + size_of_val(right);
        self.bodies.push(Body {
            left: left.into(),
            right: right.into(),
            bits: task.rule_bits(left, right),
            words: WordSet::of(left),
            slots: slots(left),
            kind: Kind::of(task, left, right),
            outline: outline(left, right),
        });
        self.ids.entry(hash_of(&(left, right))).or_default().push(id);
        id
    }
}

fn outline(left: &[Symbol], right: &[Symbol]) -> u64 {
    let alike = |symbol: &Symbol| if symbol.is_slot() { Symbol::slot(0) } else { *symbol };
    hash_of(&(left.iter().map(alike).collect::<Vec<_>>(), right))
}
