//! Who reads an input as somebody did who was run on it.
//!
//! It is known what that one read, and what it tried to read and could not. Whoever has all rules by which it read
//! something, and no other rule that could have read what it was asked for, with more luck or earlier, comes to the same at
//! every step. Whether a rule could read some words is answered without running it, from its words and from those that
//! sections begin and end with: a rule that could may fail all the same. So whoever is left out may agree, and is run; nobody is
//! counted in who does not.

use super::alike::{Alike, TellingRule};
use crate::grammar::votes::{ClassMemory, VoterSet, places};
use crate::grammar::{Evaluation, Grammar};
use crate::language::rule::VariableKind;
use crate::run::Span;
use crate::run::program::NONE;
use crate::run::program::sections::{Edges, SectionCode, Takes};

/// Longer inputs are not looked at: places in front of words are bits.
const MOST_WORDS: usize = 63;
/// Whoever is counted in may need so many times the steps that were taken.
const ROOM: u64 = 1000;

/// Where so many sets of 64 words would be kept for each end of sections, nobody is told to follow: every two grammars are
/// compared, and a file may have many sections and many words.
const MOST_EDGES: usize = 1 << 20;

/// What is known of the rules and sections of grammars.
#[derive(Debug, Default)]
pub(super) struct Followers {
    /// By rule: what its left side takes, as a range of the list.
    rules: Vec<(u32, u32)>,
    taken: Vec<ItemTakes>,
    /// What sections can begin with in any of the grammars, and end with.
    beginnings: EdgeWords,
    ends: EdgeWords,
    /// By grammar: those one of whose sections can read fewer or more words than its own; and by section those in which that
    /// one can begin or end with other words. They ask for words that it does not ask for.
    wider: Vec<VoterSet>,
    broader: Vec<Vec<VoterSet>>,
    /// By section: those that read whole inputs by it, and those in which it copies words by themselves.
    of_root: Vec<VoterSet>,
    open: Vec<VoterSet>,
}

/// What an item of a left side takes.
#[derive(Clone, Copy, Debug)]
enum ItemTakes {
    Word(u32),
    Other { section: u32, is_number: bool, may_be_empty: bool, is_one: bool },
}

/// By section: whether any word will do, and otherwise words, a bit each.
#[derive(Debug, Default)]
struct EdgeWords {
    any: Vec<bool>,
    width: usize,
    bits: Vec<u64>,
}

/// What is known of an input: where its words stand, and which of them are numbers.
struct InputPlaces<'a> {
    numbers: &'a [Option<u32>],
    digits: u64,
    of_word: &'a [u64],
}

impl EdgeWords {
    fn new(sections: usize, words: usize) -> EdgeWords {
        let width = words.div_ceil(64);
        EdgeWords { any: vec![false; sections], width, bits: vec![0; sections * width] }
    }

    fn allow(&self, section: usize, word: Option<u32>) -> bool {
        let listed = |word: u32| {
            self.bits[section * self.width + word as usize / 64] >> (word % 64) & 1 == 1
        };
        self.any[section] || word.is_some_and(listed)
    }
}

impl Followers {
    /// From the grammars that `alike` is about.
    pub(super) fn new(alike: &Alike, grammars: &[&Grammar]) -> Followers {
        let mut followers = Followers::default();
        let (sections, words) = (alike.section_count, alike.words.len());
        let edges = grammars.len().saturating_mul(sections).saturating_mul(words.div_ceil(64));
        if alike.everybody == 0 || edges > MOST_EDGES {
            return followers;
        }
        followers.rules = vec![(NONE, NONE); alike.rules.len()];
        let mut edges_of: Vec<[EdgeWords; 2]> = Vec::new();
        [followers.of_root, followers.open] = [vec![0; sections], vec![0; sections]];
        for (voter, grammar) in grammars.iter().enumerate() {
            let Some(code) = &grammar.program().sections else { return Followers::default() };
            followers.of_root[alike.sections[voter][0] as usize] |= 1 << voter;
            for (own, info) in code.sections.iter().enumerate() {
                let section = alike.sections[voter][own] as usize;
                followers.open[section] |= VoterSet::from(info.is_open) << voter;
            }
            followers.wider.push(wider(alike, voter, grammars));
            for (rule, number) in alike.known[voter].iter().enumerate() {
                if followers.rules[*number as usize].0 == NONE {
                    let first = followers.taken.len() as u32;
                    let (from, to) = code.rules[rule].items;
                    let taken = |item| taken(alike, voter, grammar, code, item);
                    followers.taken.extend((from..to).map(taken));
                    followers.rules[*number as usize] = (first, followers.taken.len() as u32);
                }
            }
            let own: Vec<_> = alike
                .words
                .iter()
                .map(|(text, number)| (grammar.vocabulary().find(text), *number))
                .collect();
            edges_of.push([&code.beginnings, &code.ends].map(|code| {
                let mut edges = EdgeWords::new(sections, words);
                edges.add(code, &alike.sections[voter], &own);
                edges
            }));
        }
        let is_broader = |section: usize, own: &[EdgeWords; 2], other: &[EdgeWords; 2]| {
            own.iter().zip(other).any(|(own, other)| other.has_more(own, section))
        };
        for own in &edges_of {
            let broader = (0..sections).map(|section| {
                let others = edges_of.iter().enumerate();
                let others = others.filter(|(_, other)| is_broader(section, own, other));
                others.fold(0, |all, (other, _)| all | 1 << other)
            });
            followers.broader.push(broader.collect());
        }
        [followers.beginnings, followers.ends] = [0, 1].map(|side| {
            let mut all = EdgeWords::new(sections, words);
            edges_of.iter().for_each(|edges| all.add_all(&edges[side]));
            all
        });
        followers
    }

    /// Whether anybody may be told to follow.
    pub(super) fn knows_something(&self) -> bool {
        !self.wider.is_empty()
    }

    /// Those among some grammars who read an input as the first of them did, which was just run on it. `memory` has the
    /// candidates of the input.
    pub(super) fn of(
        &self,
        alike: &Alike,
        (voter, grammar): (usize, &Grammar),
        (words, among): (&[&str], VoterSet),
        evaluation: &Evaluation,
        memory: &mut ClassMemory,
    ) -> Option<VoterSet> {
        let own: VoterSet = 1 << voter;
        let code = grammar.program().sections.as_ref()?;
        let found = evaluation.read_by_sections()?;
        let (count, digits) = evaluation.words_read();
        let limits = evaluation.limits();
        let depth = (alike.section_count * (count + 1)) as u64;
        if !self.knows_something()
            || count != words.len()
            || count > MOST_WORDS
            || found.steps() > limits.steps / ROOM
            || depth > limits.depth.into()
        {
            return None;
        }
        let is_own = |voters: VoterSet| voters & own != 0;
        let side = |voters: VoterSet| if is_own(voters) { voters } else { !voters };
        let rule = |number: u32| &alike.rules[number as usize];
        let mut agreeing = alike.apart.iter().fold(among, |all, voters| all & side(*voters));
        let known = &alike.known[voter];
        for (read, _) in found.read() {
            let TellingRule { voters, section, .. } = rule(known[read as usize]);
            agreeing &= voters;
            // How strange copied words are depends on whether the section could copy them by themselves.
            if self.copies(known[read as usize]) {
                agreeing &= side(self.open[*section as usize]);
            }
        }
        if agreeing == own {
            return Some(own);
        }
        let ClassMemory { places: of_word, candidates, edges, asked, asked_from, numbers, .. } =
            memory;
        if candidates.iter().any(|number| rule(*number).reads_unlisted) {
            for number in numbers.iter().flatten() {
                agreeing &= side(alike.rules_of_word[*number as usize].1);
            }
        }
        let known_places = InputPlaces { numbers, digits, of_word };
        let reads = |edges: &mut [_], number: u32, from: u32| {
            self.reach(number, from, &known_places, edges)
        };
        // Rules that it has, but others try earlier.
        for (read, span) in found.read() {
            for (first, voters) in &rule(known[read as usize]).before {
                let tried = is_own(*voters) || !is_own(rule(*first).voters);
                if !tried
                    && agreeing & voters != 0
                    && reads(edges, *first, span.start) >> span.end & 1 == 1
                {
                    agreeing &= !voters;
                }
            }
        }
        // Rules that it does not have: where words were asked for and not read, and where they were read by a later one.
        let others = |number: &&u32| {
            let voters = rule(**number).voters;
            !is_own(voters) && voters & agreeing != 0
        };
        if agreeing == own || !candidates.iter().any(|number| others(&number)) {
            return Some(agreeing);
        }
        // Those who ask for more than it did.
        let mut loose = self.wider[voter];
        for (section, span) in found.ruled_out() {
            let section = alike.sections[voter][*section as usize] as usize;
            let broader = self.broader[voter][section] & agreeing & !loose;
            if broader != 0 {
                let (begin, end) =
                    *edges[section].get_or_insert_with(|| self.edges(section, numbers));
                if begin >> span.start & end >> span.end & 1 == 1 {
                    loose |= broader;
                }
            }
        }
        let others: Vec<u32> = candidates.iter().filter(others).copied().collect();
        note_failures(alike, (voter, code), (found.asked(), found.read()), asked, asked_from);
        for number in &others {
            let TellingRule { voters, section, .. } = rule(*number);
            let froms = asked_from[*section as usize];
            let mut could = |from: usize| {
                reads(edges, *number, from as u32) & asked[*section as usize * 64 + from] != 0
            };
            if agreeing & voters != 0 && places(froms).any(&mut could) {
                agreeing &= !voters;
            }
            let wider = agreeing & voters & loose;
            if wider != 0
                && (0..count as u32).any(|from| reads(edges, *number, from) & !(1 << from) != 0)
            {
                agreeing &= !wider;
            }
        }
        for (read, span) in found.read() {
            let read = known[read as usize];
            for number in
                others.iter().filter(|number| rule(**number).section == rule(read).section)
            {
                let earlier = |other: &usize| {
                    let own = &alike.own[*other];
                    own[*number as usize] < own[read as usize]
                };
                let voters = places(rule(*number).voters & agreeing).filter(earlier);
                let voters = voters.fold(0, |all: VoterSet, voter| all | 1 << voter);
                if voters != 0 && reads(edges, *number, span.start) >> span.end & 1 == 1 {
                    agreeing &= !voters;
                }
            }
        }
        Some(agreeing)
    }

    /// Those among some grammars who may be able to read an input, whose words were read, and whose candidates `memory` has:
    /// whoever has no rule for whole inputs that could is stuck. Comes before [`of`](Self::of).
    pub(super) fn may_read(
        &self,
        alike: &Alike,
        (words, among): (&[&str], VoterSet),
        evaluation: &Evaluation,
        memory: &mut ClassMemory,
    ) -> VoterSet {
        let (count, digits) = evaluation.words_read();
        if !self.knows_something() || count != words.len() || count > MOST_WORDS {
            return among;
        }
        let ClassMemory { places: of_word, candidates, edges, numbers, .. } = memory;
        numbers.clear();
        numbers.extend(words.iter().map(|word| alike.words.get(*word).copied()));
        edges.clear();
        edges.resize(alike.section_count, None);
        let known_places = InputPlaces { numbers, digits, of_word };
        let mut may = 0;
        for number in candidates.iter() {
            let TellingRule { voters, section, .. } = &alike.rules[*number as usize];
            let voters = voters & self.of_root[*section as usize] & among & !may;
            if voters != 0 && self.reach(*number, 0, &known_places, edges) >> count & 1 == 1 {
                may |= voters;
            }
        }
        may
    }

    /// Whether a rule may take words without a section that reads them.
    fn copies(&self, rule: u32) -> bool {
        let (first, end) = self.rules[rule as usize];
        let taken = &self.taken[first as usize..end as usize];
        taken.iter().any(|taken| matches!(taken, ItemTakes::Other { section: NONE, .. }))
    }

    /// Where words could end that a rule reads from a place on: a bit each.
    fn reach(
        &self,
        rule: u32,
        from: u32,
        places: &InputPlaces<'_>,
        edges: &mut [Option<(u64, u64)>],
    ) -> u64 {
        let (first, end) = self.rules[rule as usize];
        let mut here = 1_u64 << from;
        for taken in &self.taken[first as usize..end as usize] {
            here = match *taken {
                ItemTakes::Word(word) => (here & places.of_word[word as usize]) << 1,
                ItemTakes::Other { section, is_number, may_be_empty, is_one } => {
                    let (begin, end) = match section {
                        NONE if is_number => (places.digits, places.digits << 1),
                        NONE => (u64::MAX, u64::MAX),
                        section => *edges[section as usize]
                            .get_or_insert_with(|| self.edges(section as usize, places.numbers)),
                    };
                    let starts = here & begin;
                    let behind = match (starts, is_one) {
                        (0, _) => 0,
                        (_, true) => starts << 1,
                        // All places behind the first one.
                        _ => !(starts | (starts - 1)) | (starts & (starts - 1)),
                    };
                    let last = places.numbers.len() as u32;
                    let behind = behind & end & (u64::MAX >> (63 - last));
                    if may_be_empty { here | behind } else { behind }
                }
            };
            if here == 0 {
                break;
            }
        }
        here
    }

    /// The places before words with which a section can begin, and behind those with which it can end.
    fn edges(&self, section: usize, numbers: &[Option<u32>]) -> (u64, u64) {
        let (mut begin, mut end) = (0, 0);
        for (place, number) in numbers.iter().enumerate() {
            begin |= u64::from(self.beginnings.allow(section, *number)) << place;
            end |= u64::from(self.ends.allow(section, *number)) << (place + 1);
        }
        (begin, end)
    }
}

impl EdgeWords {
    fn add_all(&mut self, other: &EdgeWords) {
        self.any.iter_mut().zip(&other.any).for_each(|(own, other)| *own |= other);
        self.bits.iter_mut().zip(&other.bits).for_each(|(own, other)| *own |= other);
    }

    /// Whether a section can begin or end with more words than here in `other`.
    fn has_more(&self, other: &EdgeWords, section: usize) -> bool {
        let bits = section * self.width..(section + 1) * self.width;
        let mut words = self.bits[bits.clone()].iter().zip(&other.bits[bits]);
        !other.any[section] && (self.any[section] || words.any(|(own, other)| own & !other != 0))
    }

    fn add(
        &mut self,
        code: &Edges,
        sections: &[u32],
        words: &[(crate::language::vocabulary::Word, u32)],
    ) {
        for (own, section) in sections.iter().enumerate() {
            let section = *section as usize;
            self.any[section] |= code.allows_any(own as u32);
            for (word, number) in words {
                let allows = u64::from(code.allow(own as u32, *word));
                self.bits[section * self.width + *number as usize / 64] |= allows << (number % 64);
            }
        }
    }
}

/// What an item takes, with words and sections by the numbers that they have in all grammars.
fn taken(
    alike: &Alike,
    voter: usize,
    grammar: &Grammar,
    code: &SectionCode,
    item: u32,
) -> ItemTakes {
    let item = &code.items[item as usize];
    let section = match item.takes {
        Takes::Word(word) => {
            return ItemTakes::Word(
                alike.words.get(grammar.vocabulary().text(word)).copied().unwrap_or(NONE),
            );
        }
        Takes::Section(section) => alike.sections[voter][section as usize],
        _ => NONE,
    };
    let is_number = item.takes == Takes::Integer;
    ItemTakes::Other {
        section,
        is_number,
        may_be_empty: item.variable.kind == VariableKind::Any,
        is_one: is_number || item.variable.kind == VariableKind::One,
    }
}

/// Notes what was asked for and not read.
fn note_failures(
    alike: &Alike,
    (voter, code): (usize, &SectionCode),
    (all, read): (&[(u32, Span)], impl Iterator<Item = (u32, Span)>),
    asked: &mut Vec<u64>,
    asked_from: &mut Vec<u64>,
) {
    asked_from.clear();
    asked_from.resize(alike.section_count, 0);
    asked.resize(asked.len().max(alike.section_count * 64), 0);
    let sections = &alike.sections[voter];
    for (section, span) in all {
        let section = sections[*section as usize] as usize;
        let here = &mut asked[section * 64 + span.start as usize];
        // What is there is of another input as long as nothing was asked from here on.
        if asked_from[section] >> span.start & 1 == 0 {
            asked_from[section] |= 1 << span.start;
            *here = 0;
        }
        *here |= 1 << span.end;
    }
    for (rule, span) in read {
        let section = code.rules[rule as usize].section;
        // In a circle the same words are read for one who asks, and not for another.
        if code.sections[section as usize].circle == NONE {
            asked[sections[section as usize] as usize * 64 + span.start as usize] &=
                !(1 << span.end);
        }
    }
}

/// Those one of whose sections can read fewer words than this grammar's, or more.
fn wider(alike: &Alike, voter: usize, grammars: &[&Grammar]) -> VoterSet {
    let bounds = |voter: usize| {
        let mut bounds = vec![None; alike.section_count];
        for (own, section) in alike.sections[voter].iter().enumerate() {
            let code = grammars[voter].program().sections.as_ref();
            bounds[*section as usize] =
                code.map(|code| (code.sections[own].least, code.sections[own].most));
        }
        bounds
    };
    let own = bounds(voter);
    let is_wider = |other: &usize| {
        own.iter().zip(bounds(*other)).any(|(own, other)| match (own, other) {
            (Some(own), Some(other)) => other.0 < own.0 || other.1 > own.1,
            _ => false,
        })
    };
    (0..grammars.len()).filter(is_wider).fold(0, |all, other| all | 1 << other)
}
