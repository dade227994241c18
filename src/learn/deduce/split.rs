//! How phrases may be split, and what follows from a split.

use super::class::{PRIMITIVE, Roles, Set, shapes};
use super::phrase::{PhraseId, ValueId};
use super::state::Split;
use super::{Consistent, Contradiction, Solver};
use crate::language::class::WordId;

/// One way to split a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SplitOption {
    pub(super) split: Split,
    /// The operator, and those of its roles that split there. The last rule has no operator: there, both
    /// say nothing.
    pub(super) word: WordId,
    pub(super) roles: Roles,
}

impl Solver {
    /// All ways to split `phrase` that what is known allows.
    pub(super) fn split_options(&self, phrase: PhraseId) -> Vec<SplitOption> {
        let mut options = Vec::with_capacity(8);
        let phrase = self.phrases.get(phrase);
        let mut all_may_let_go = true;
        for site in &phrase.sites {
            let word = &self.state.words[site.word.index()];
            let matching = site.matching(word.roles);
            if matching == 0 {
                continue;
            }
            if word.roles & !matching == 0 {
                all_may_let_go = false;
            }
            // An operator that has to come before and always matches would win.
            let beaten = word.before.meets(phrase.mask)
                && phrase.sites.iter().any(|other| {
                    let roles = self.state.words[other.word.index()].roles;
                    word.before.has(other.word) && roles & !other.matching(roles) == 0
                });
            if !beaten {
                options.extend(site.splits(matching).map(|(place, roles)| SplitOption {
                    split: Split::Operator(place),
                    word: site.word,
                    roles,
                }));
            }
        }
        if all_may_let_go && (phrase.words.len() == 2 || self.may_join()) {
            options.push(SplitOption { split: Split::LastRule, word: WordId(0), roles: 0 });
        }
        options
    }

    /// Decides how `phrase` is split.
    pub(super) fn apply_split(&mut self, phrase: PhraseId, option: SplitOption) -> Consistent {
        let words = self.phrases.get(phrase).mask;
        self.state.set_split(phrase, words, option.split);
        self.state.touch(words);
        let sites = self.phrases.get(phrase).sites.clone();
        let Split::Operator(place) = option.split else {
            if self.phrases.get(phrase).words.len() > 2 && self.state.last_rules != super::JOIN {
                if !self.may_join() {
                    return Err(Contradiction);
                }
                self.state.set_last_rules(super::JOIN);
            }
            for site in sites {
                let roles = self.state.words[site.word.index()].roles;
                self.restrict(site.word, roles & !site.matching(roles))?;
            }
            return self.parts_are_evaluated(phrase, 0);
        };
        self.restrict(option.word, option.roles)?;
        for site in sites.iter().filter(|site| site.word != option.word) {
            for shape in shapes(site.matching(self.state.words[site.word.index()].roles)) {
                self.state.add_condition(site.word, shape, Set::one(option.word));
            }
        }
        self.prune()?;
        self.parts_are_evaluated(phrase, place as usize)
    }

    /// Both parts of a split come to be evaluated, and a word that is evaluated alone is a primitive.
    fn parts_are_evaluated(&mut self, phrase: PhraseId, place: usize) -> Consistent {
        let words = &self.phrases.get(phrase).words;
        let (before, after) = (&words[..place.max(1)], &words[place + 1..]);
        let alone = [before, after].map(|part| match part {
            [word] => Some(*word),
            _ => None,
        });
        alone.into_iter().flatten().try_for_each(|word| self.restrict(word, PRIMITIVE))
    }

    /// Derives roles from the order and the order from roles, until nothing changes.
    pub(super) fn prune(&mut self) -> Consistent {
        loop {
            let words = self.state.take_unpruned();
            if words.is_empty() {
                break;
            }
            let words = words.members().take_while(|word| word.index() < self.single.len());
            for word in words.collect::<Vec<WordId>>() {
                self.prune_word(word)?;
            }
        }
        debug_assert!(self.is_pruned());
        Ok(())
    }

    fn prune_word(&mut self, word: WordId) -> Consistent<bool> {
        Ok(self.prune_primitive(word)? | self.prune_operator(word)?)
    }

    /// Whether nothing more follows for any word. Tests, which are built so, look at all of them.
    fn is_pruned(&mut self) -> bool {
        let words = WordId::first(self.state.words.len());
        words.into_iter().all(|word| matches!(self.prune_word(word), Ok(false)))
    }

    fn prune_primitive(&mut self, word: WordId) -> Consistent<bool> {
        let known = &self.state.words[word.index()];
        if known.roles & PRIMITIVE != 0 && known.meanings.is_empty() {
            self.restrict(word, known.roles & !PRIMITIVE)?;
            return Ok(true);
        }
        let single = self.single[word.index()];
        let open = known.roles == PRIMITIVE && self.state.value(single) == ValueId::NONE;
        if let Some(meaning) = known.meanings.only().filter(|_| open) {
            let value = self.values.of_primitive(meaning);
            self.fact(single, value)?;
            return Ok(true);
        }
        Ok(false)
    }

    fn prune_operator(&mut self, word: WordId) -> Consistent<bool> {
        let known = &self.state.words[word.index()];
        if known.roles == PRIMITIVE {
            return Ok(false);
        }
        let roles = known.roles;
        let mut left = roles & PRIMITIVE;
        let mut common = Set::ALL;
        for shape in shapes(roles) {
            let condition = known.conditions[shape as usize];
            // An operator that has to come before this one must not come after it.
            let circular = condition
                .members()
                .any(|other| other == word || self.state.words[other.index()].before.has(word));
            if !circular {
                left |= shape.bit();
                common &= condition;
            }
        }
        let mut changed = left != roles;
        self.restrict(word, left)?;
        if left & PRIMITIVE == 0 && common != Set::ALL {
            for other in (common & !self.state.words[word.index()].before).members() {
                self.put_before(other, word)?;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// Learns that the rule of `first` comes before that of `second`.
    fn put_before(&mut self, first: WordId, second: WordId) -> Consistent {
        let words = &self.state.words;
        if words[second.index()].before.has(first) {
            return Ok(());
        }
        if first == second || words[first.index()].before.has(second) {
            return Err(Contradiction);
        }
        let added = Set::one(first) | words[first.index()].before;
        for word in WordId::first(self.state.words.len()) {
            let before = self.state.words[word.index()].before;
            if (word == second || before.has(second)) && !added.is_within(before) {
                self.state.set_before(word, before | added);
            }
        }
        self.state.touch(Set::one(first) | Set::one(second));
        Ok(())
    }
}
