//! All handles that there ever were, and what is true of them.

use blicket_fuzz::Choices;
use std::ffi::c_void;
use std::ptr::null_mut;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Options,
    Engine,
    Error,
    Grammar,
    Evaluation,
    Batch,
    Explanation,
    Advice,
    Task,
    Result,
    Search,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Live,
    /// It belongs to the handle of this index.
    Lent(usize),
    Freed,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    handle: *mut c_void,
    kind: Kind,
    state: State,
}

/// A handle as an argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picked {
    handle: *mut c_void,
    /// Whether it can be read, as the kind that was asked for.
    pub(super) reads: bool,
    /// Whether it can be changed and freed as well.
    pub(super) owned: bool,
}

impl Picked {
    pub(super) fn get<T>(self) -> *mut T {
        self.handle.cast()
    }

    pub(super) fn is_null(self) -> bool {
        self.handle.is_null()
    }
}

#[derive(Default)]
pub(super) struct Pool {
    slots: Vec<Slot>,
}

impl Pool {
    pub(super) fn add<T>(&mut self, kind: Kind, handle: *mut T) {
        assert!(!handle.is_null());
        let handle = handle.cast();
        let is_used = |slot: &Slot| slot.handle == handle && slot.state != State::Freed;
        assert!(!self.slots.iter().any(is_used), "a handle was given out twice");
        self.slots.push(Slot { handle, kind, state: State::Live });
    }

    /// A handle that belongs to another one, which is live. The same one may be given out again.
    pub(super) fn lend<T>(&mut self, kind: Kind, handle: *const T, owner: *const c_void) {
        let handle: *mut c_void = handle.cast_mut().cast();
        if !handle.is_null() && self.find(handle).is_none() {
            let owner = self.find(owner).expect("its owner is live");
            self.slots.push(Slot { handle, kind, state: State::Lent(owner) });
        }
    }

    fn find(&self, handle: *const c_void) -> Option<usize> {
        let is_it = |slot: &Slot| slot.handle.cast_const() == handle && slot.state != State::Freed;
        self.slots.iter().position(is_it)
    }

    /// Mostly a handle that fits, one of the latest; else NULL, or any handle that there ever was.
    pub(super) fn pick(&self, kind: Kind, choices: &mut Choices<'_>) -> Picked {
        let fits = |slot: &&Slot| slot.kind == kind && slot.state != State::Freed;
        let (how, back) = (choices.below(16), choices.below(8));
        let latest = |count: usize| back.min(count.saturating_sub(1));
        let slot = match how {
            0..13 => self
                .slots
                .iter()
                .rev()
                .filter(fits)
                .nth(latest(self.slots.iter().filter(fits).count())),
            13 => None,
            _ => self.slots.iter().rev().nth(usize::from(choices.byte())),
        };
        slot.map_or(self.null(), |slot| {
            let is_kind = slot.kind == kind;
            let (reads, owned) = (slot.state != State::Freed, slot.state == State::Live);
            Picked { handle: slot.handle, reads: is_kind && reads, owned: is_kind && owned }
        })
    }

    pub(super) fn null(&self) -> Picked {
        Picked { handle: null_mut(), reads: false, owned: false }
    }

    /// Notes that this one was freed, and what belonged to it.
    pub(super) fn freed(&mut self, picked: Picked) {
        let owner = self.find(picked.handle).expect("it was live");
        self.slots[owner].state = State::Freed;
        for slot in &mut self.slots {
            if slot.state == State::Lent(owner) {
                slot.state = State::Freed;
            }
        }
    }

    /// All handles that there ever were, with their kinds.
    pub(super) fn all(&self) -> Vec<(Kind, *mut c_void)> {
        self.slots.iter().map(|slot| (slot.kind, slot.handle)).collect()
    }
}
