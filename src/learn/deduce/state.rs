//! What is known at a point of the search, and the trail that takes it back.
//!
//! Everything that a search decides or derives is in here and is written through the methods below,
//! each of which notes the old value. Going back to a mark restores all of it, at the cost of what
//! was changed, not of what is known.

use super::class::{ANY_ROLE, LastRules, Roles, Set};
use super::phrase::{PhraseId, ValueId};
use crate::language::class::{OperatorShape, RightSide, TokenId, WordId};
use std::sync::Arc;

/// How a phrase is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Split {
    /// By the operator at this place.
    Operator(u8),
    /// By the last rule.
    LastRule,
}

/// What is known of one word.
#[derive(Clone, Debug)]
pub(super) struct WordState {
    /// What it may be.
    pub(super) roles: Roles,
    /// What it may stand for as a primitive, see [`super::class::NOTHING`].
    pub(super) meanings: Set<TokenId>,
    /// The operators whose rules come before its own, all of them (transitively).
    pub(super) before: Set<WordId>,
    /// By shape: the operators that have to come before it if it has that shape.
    pub(super) conditions: [Set<WordId>; 6],
    /// Its possible right sides, once something is known of them.
    pub(super) rights: Option<Arc<[RightSide]>>,
    /// The logarithm of how much of the prior those right sides have.
    pub(super) log_rights: f64,
}

/// What a search knows.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) words: Vec<WordState>,
    pub(super) last_rules: LastRules,
    values: Vec<ValueId>,
    splits: Vec<Option<Split>>,
    /// Phrases with a known value that has not been explained yet.
    agenda: Vec<PhraseId>,
    /// Words about which something was learned since the agenda was last gone through.
    changed: Set<WordId>,
    /// Words of which roles and order may not follow from each other yet.
    unpruned: Set<WordId>,
    trail: Vec<Undo>,
    /// By word: the number of the last change that concerns it, and what was said here before each change. No number comes
    /// twice, so who finds an old one finds what was known then.
    stamps: Vec<u64>,
    stamped: Vec<(WordId, u64)>,
    changes: u64,
    /// What lists of right sides take, of all words.
    rights_bytes: usize,
}

/// What a change has replaced.
#[derive(Clone, Debug)]
enum Undo {
    Roles(WordId, Roles),
    Meanings(WordId, Set<TokenId>),
    Before(WordId, Set<WordId>),
    Condition(WordId, OperatorShape, Set<WordId>),
    Rights(WordId, Option<Arc<[RightSide]>>, f64),
    LastRules(LastRules),
    Value(PhraseId),
    Split(PhraseId),
    Added,
    Removed(u32, PhraseId),
}

/// A point to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TrailMark {
    trail: usize,
    stamped: usize,
    unpruned: Set<WordId>,
}

impl State {
    pub(super) fn new(words: usize, last_rules: LastRules) -> Self {
        let word = WordState {
            roles: ANY_ROLE,
            meanings: Set::ALL,
            before: Set::EMPTY,
            conditions: [Set::EMPTY; 6],
            rights: None,
            log_rights: 0.0,
        };
        Self {
            words: vec![word; words],
            last_rules,
            values: Vec::new(),
            splits: Vec::new(),
            agenda: Vec::new(),
            changed: Set::ALL,
            unpruned: Set::ALL,
            trail: Vec::new(),
            stamps: vec![0; words],
            stamped: Vec::new(),
            changes: 0,
            rights_bytes: 0,
        }
    }

    /// The bytes that it takes, about.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Undo>() * self.trail.capacity()
            + size_of::<(WordId, u64)>() * self.stamped.capacity()
            + size_of::<ValueId>() * self.values.capacity()
            + size_of::<Option<Split>>() * self.splits.capacity()
            + size_of_val(&*self.words)
            + self.rights_bytes
    }

    pub(super) fn mark(&self) -> TrailMark {
        let (trail, stamped) = (self.trail.len(), self.stamped.len());
        TrailMark { trail, stamped, unpruned: self.unpruned }
    }

    /// Forgets everything that was learned since `mark`.
    pub(super) fn go_back(&mut self, mark: TrailMark) {
        while self.trail.len() > mark.trail {
            match self.trail.pop().expect("it is longer than the mark") {
                Undo::Roles(word, roles) => self.words[word.index()].roles = roles,
                Undo::Meanings(word, meanings) => self.words[word.index()].meanings = meanings,
                Undo::Before(word, before) => self.words[word.index()].before = before,
                Undo::Condition(word, shape, condition) => {
                    self.words[word.index()].conditions[shape as usize] = condition;
                }
                Undo::Rights(word, rights, log_rights) => {
                    let word = &mut self.words[word.index()];
                    self.rights_bytes -= word.rights.as_ref().map_or(0, |r| size_of_val(&**r));
                    (word.rights, word.log_rights) = (rights, log_rights);
                }
                Undo::LastRules(last_rules) => self.last_rules = last_rules,
                Undo::Value(phrase) => self.values[phrase.index()] = ValueId::NONE,
                Undo::Split(phrase) => self.splits[phrase.index()] = None,
                Undo::Added => {
                    self.agenda.pop();
                }
                Undo::Removed(index, phrase) => {
                    // It was taken out by swapping the last one in.
                    self.agenda.push(phrase);
                    let last = self.agenda.len() - 1;
                    self.agenda.swap(index as usize, last);
                }
            }
        }
        for (word, stamp) in self.stamped.drain(mark.stamped..).rev() {
            self.stamps[word.index()] = stamp;
        }
        self.changed = Set::ALL;
        self.unpruned = mark.unpruned;
    }

    /// The words whose roles, right sides or conditions have changed since `mark`.
    pub(super) fn weighed_anew_since(&self, mark: TrailMark) -> Set<WordId> {
        let word = |undo: &Undo| match undo {
            Undo::Roles(word, _) | Undo::Condition(word, ..) | Undo::Rights(word, ..) => {
                Some(*word)
            }
            _ => None,
        };
        self.trail[mark.trail..].iter().filter_map(word).collect()
    }

    /// The words of which roles and order may not follow from each other yet; from now on they do.
    pub(super) fn take_unpruned(&mut self) -> Set<WordId> {
        std::mem::take(&mut self.unpruned)
    }

    /// What tells whether anything about a phrase of these words, or about its parts, has changed: it is the same only if
    /// all of that is.
    pub(super) fn stamp(&self, words: &[WordId]) -> u64 {
        words.iter().map(|word| self.stamps[word.index()]).max().unwrap_or_default()
    }

    /// Gives these words the number of a change that was just made.
    fn stamp_all(&mut self, words: impl IntoIterator<Item = WordId>) {
        self.changes += 1;
        for word in words {
            let before = std::mem::replace(&mut self.stamps[word.index()], self.changes);
            self.stamped.push((word, before));
        }
    }

    pub(super) fn set_roles(&mut self, word: WordId, roles: Roles) {
        let old = std::mem::replace(&mut self.words[word.index()].roles, roles);
        self.trail.push(Undo::Roles(word, old));
        self.unpruned |= Set::one(word);
        self.stamp_all([word]);
        self.touch(Set::one(word));
    }

    pub(super) fn set_meanings(&mut self, word: WordId, meanings: Set<TokenId>) {
        let old = std::mem::replace(&mut self.words[word.index()].meanings, meanings);
        self.trail.push(Undo::Meanings(word, old));
        self.unpruned |= Set::one(word);
        self.stamp_all([word]);
        self.touch(Set::one(word));
    }

    pub(super) fn set_before(&mut self, word: WordId, before: Set<WordId>) {
        let old = std::mem::replace(&mut self.words[word.index()].before, before);
        self.trail.push(Undo::Before(word, old));
        // Whoever has it among its conditions.
        self.unpruned = Set::ALL;
        self.stamp_all([word]);
        self.touch(Set::one(word));
    }

    pub(super) fn add_condition(
        &mut self,
        word: WordId,
        shape: OperatorShape,
        operators: Set<WordId>,
    ) {
        let condition = &mut self.words[word.index()].conditions[shape as usize];
        if !operators.is_within(*condition) {
            self.trail.push(Undo::Condition(word, shape, *condition));
            *condition |= operators;
            self.unpruned |= Set::one(word);
        }
    }

    /// `go_on` is the class's, for the prior of these right sides.
    pub(super) fn set_rights(&mut self, word: WordId, rights: Arc<[RightSide]>, go_on: f64) {
        let binary = rights.iter().any(|order| order.second != 0);
        let mass = RightSide::mass(&rights, binary, go_on);
        // Old ones stay on the trail, so this only grows until they are taken back.
        self.rights_bytes += size_of_val(&*rights);
        let state = &mut self.words[word.index()];
        let old = state.rights.replace(rights);
        let old_mass = std::mem::replace(&mut state.log_rights, mass.ln());
        self.trail.push(Undo::Rights(word, old, old_mass));
        self.stamp_all([word]);
        self.touch(Set::one(word));
    }

    pub(super) fn set_last_rules(&mut self, last_rules: LastRules) {
        let old = std::mem::replace(&mut self.last_rules, last_rules);
        self.trail.push(Undo::LastRules(old));
        self.stamp_all(WordId::first(self.words.len()));
        self.touch(Set::ALL);
    }

    /// The value of a phrase, [`ValueId::NONE`] if it is not known.
    pub(super) fn value(&self, phrase: PhraseId) -> ValueId {
        self.values.get(phrase.index()).copied().unwrap_or(ValueId::NONE)
    }

    /// `words` are those of the phrase.
    pub(super) fn set_value(&mut self, phrase: PhraseId, words: Set<WordId>, value: ValueId) {
        if self.values.len() <= phrase.index() {
            self.values.resize(phrase.index() + 32, ValueId::NONE);
        }
        debug_assert_eq!(self.values[phrase.index()], ValueId::NONE);
        self.values[phrase.index()] = value;
        self.trail.push(Undo::Value(phrase));
        self.stamp_all(words.members());
    }

    pub(super) fn split(&self, phrase: PhraseId) -> Option<Split> {
        self.splits.get(phrase.index()).copied().flatten()
    }

    /// `words` are those of the phrase.
    pub(super) fn set_split(&mut self, phrase: PhraseId, words: Set<WordId>, split: Split) {
        if self.splits.len() <= phrase.index() {
            self.splits.resize(phrase.index() + 32, None);
        }
        self.splits[phrase.index()] = Some(split);
        self.trail.push(Undo::Split(phrase));
        self.stamp_all(words.members());
    }

    pub(super) fn agenda(&self) -> &[PhraseId] {
        &self.agenda
    }

    pub(super) fn add_to_agenda(&mut self, phrase: PhraseId) {
        self.agenda.push(phrase);
        self.trail.push(Undo::Added);
    }

    pub(super) fn remove_from_agenda(&mut self, index: usize) {
        let phrase = self.agenda.swap_remove(index);
        self.trail.push(Undo::Removed(index as u32, phrase));
    }

    /// Notes that something was learned about these words.
    pub(super) fn touch(&mut self, words: Set<WordId>) {
        self.changed |= words;
    }

    pub(super) fn changed(&self) -> Set<WordId> {
        self.changed
    }

    pub(super) fn take_changed(&mut self) -> Set<WordId> {
        std::mem::take(&mut self.changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::deduce::class::{JOIN, PRIMITIVE};

    #[test]
    fn stamps_tell_whether_anything_has_changed() {
        let words: Vec<WordId> = WordId::first(3).collect();
        let mut state = State::new(words.len(), JOIN);
        let (phrase, other) = (&words[..2], words[2]);
        state.set_roles(words[0], PRIMITIVE);
        let (mark, first) = (state.mark(), state.stamp(phrase));
        state.set_roles(other, PRIMITIVE);
        assert_eq!(state.stamp(phrase), first);
        state.set_roles(words[1], PRIMITIVE);
        let then = state.stamp(phrase);
        assert_ne!(then, first);
        state.go_back(mark);
        assert_eq!(state.stamp(phrase), first);
        // The same change made again may be followed by others: it is another one.
        state.set_roles(words[1], PRIMITIVE);
        assert!(![first, then].contains(&state.stamp(phrase)));
        state.go_back(mark);
        state.set_last_rules(JOIN);
        assert_ne!(state.stamp(phrase), first);
    }
}
