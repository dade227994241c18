//! Sections compiled for reading: every rule without groups, its items with the fewest and the most
//! words that they and all items after them can take.

use super::NONE;
use super::circles::circles;
use crate::language::groups;
use crate::language::rule::{
    Domain, Pattern, Piece, Right, Rule, SectionRef, Term, Variable, VariableKind,
};
use crate::language::section::{Section, Sums};
use crate::language::vocabulary::{Vocabulary, Word};
use std::collections::HashMap;

/// How many words something can take where there is no bound.
pub(crate) const UNBOUNDED: u32 = u32::MAX;
/// What stands for the number of a word that is not written in digits.
pub(crate) const NO_INTEGER: i64 = -1;

/// The sections of a grammar in the form in which they are read.
#[derive(Clone, Debug)]
pub(crate) struct SectionCode {
    pub(crate) sections: Vec<SectionInfo>,
    /// The rules of all sections, in their order, groups written out.
    pub(crate) rules: Vec<RuleItems>,
    pub(crate) items: Vec<SectionItem>,
    pub(crate) operations: Vec<Give>,
    /// By word: whether some rule names it on its left.
    listed: Vec<bool>,
    /// The words that each rule names on its left, one range a rule.
    pub(crate) words: Vec<Word>,
    /// By word: the rules that can only match where it stands, as a range of `anchored`.
    pub(crate) anchors: Vec<(u32, u32)>,
    pub(crate) anchored: Vec<u32>,
    /// The rules that name no word.
    pub(crate) unanchored: Vec<u32>,
    /// By word: the number that it is in digits, or [`NO_INTEGER`].
    pub(crate) integers: Vec<i64>,
    /// The words that each section can begin and end with.
    pub(crate) beginnings: Edges,
    pub(crate) ends: Edges,
    /// The words that are numbers with zeros before them, sorted: `08` is not how 8 is written.
    padded: Vec<Word>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SectionInfo {
    pub(crate) domain: Domain,
    /// Which sums are well formed, if only those are read.
    pub(crate) sums: Option<Sums>,
    /// Its rules, as a range of [`SectionCode::rules`].
    pub(crate) rules: (u32, u32),
    /// No fewer and no more words than these can be read.
    pub(crate) least: u32,
    pub(crate) most: u32,
    /// The sections with which it can be asked for the same words in a circle, as a number that they
    /// share; [`NONE`] if there is no such circle.
    pub(crate) circle: u32,
    /// Whether words that it cannot read while some sections of its circle read them cannot be read either
    /// while more of them do. Not where one of them refuses sums: it might refuse one reading, and not the next.
    pub(crate) failures_hold: bool,
    /// Whether one of its rules is nothing but words that are their own value.
    pub(crate) is_open: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleItems {
    pub(crate) section: u32,
    /// Which rule of the grammar it is, counted through all sections; several share one that has
    /// groups.
    pub(crate) source: u32,
    pub(crate) items: (u32, u32),
    pub(crate) operations: (u32, u32),
    pub(crate) words: (u32, u32),
    pub(crate) least: u32,
    pub(crate) most: u32,
    /// The words at its ends, [`Word::UNKNOWN`] where there is none.
    pub(crate) first: Word,
    pub(crate) last: Word,
    /// How many of its items are typed.
    pub(crate) typed: u32,
}

/// What an item of a left side takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// This word.
    Word(Word),
    /// Any words, which the rule's own section evaluates if their value is asked for.
    Untyped,
    /// Words that this section reads.
    Section(u32),
    /// A word in digits.
    Integer,
    /// Any words, which are their own value.
    Copy,
    /// Words that no rule names and that are no integers, which are their own value.
    Unlisted,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SectionItem {
    pub(crate) takes: Takes,
    /// The fewest and the most words that it takes.
    pub(crate) least: u32,
    pub(crate) most: u32,
    /// The fewest and the most words that the items after it take.
    pub(crate) rest_least: u32,
    pub(crate) rest_most: u32,
    /// The variable, and which of the rule's typed items it is. No meaning for a word.
    pub(crate) variable: Variable,
    pub(crate) section: Option<SectionRef>,
    pub(crate) ordinal: u32,
}

/// One item of a right side. Items of the left side are counted from the rule's first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Give {
    Token(Word),
    /// The value of an item; in a sum, times a factor.
    Value(u32, i64),
    /// The words of an item.
    Copy(u32),
    /// A number times a factor.
    Number(i64, i64),
}

/// The words that sections can begin or end with, a bit each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edges {
    /// Whether a section can begin with any word.
    any: Vec<bool>,
    /// How many numbers of 64 bits each section has.
    width: usize,
    bits: Vec<u64>,
}

impl Edges {
    /// Whether a section can begin, or end, with `word`.
    #[inline]
    pub(crate) fn allow(&self, section: u32, word: Word) -> bool {
        let (section, word) = (section as usize, word.index());
        self.any[section]
            || (word / 64 < self.width
                && self.bits[section * self.width + word / 64] >> (word % 64) & 1 == 1)
    }

    /// Whether a section can begin, or end, with any word.
    pub(crate) fn allows_any(&self, section: u32) -> bool {
        self.any[section as usize]
    }

    fn add_word(&mut self, section: u32, word: Word) -> bool {
        let bits = &mut self.bits[section as usize * self.width + word.index() / 64];
        let before = *bits;
        *bits |= 1 << (word.index() % 64);
        *bits != before
    }

    /// Adds all that `other` has to what `section` has.
    fn add_section(&mut self, section: u32, other: u32) -> bool {
        let (section, other) = (section as usize, other as usize);
        let mut changed = self.any[other] && !self.any[section];
        self.any[section] |= self.any[other];
        for index in 0..self.width {
            let added = self.bits[other * self.width + index];
            let bits = &mut self.bits[section * self.width + index];
            changed |= *bits | added != *bits;
            *bits |= added;
        }
        changed
    }
}

impl RuleItems {
    /// A rule that matches nothing.
    pub(crate) const NOTHING: Self = Self {
        section: 0,
        source: 0,
        items: (0, 0),
        operations: (0, 0),
        words: (0, 0),
        least: UNBOUNDED,
        most: 0,
        first: Word::UNKNOWN,
        last: Word::UNKNOWN,
        typed: 0,
    };
}

impl SectionCode {
    /// Compiles sections whose rules are well formed.
    pub(crate) fn compile(sections: &[Section], vocabulary: &Vocabulary) -> Self {
        let mut code = Self {
            sections: Vec::with_capacity(sections.len()),
            rules: Vec::new(),
            items: Vec::new(),
            operations: Vec::new(),
            listed: vec![false; vocabulary.len()],
            words: Vec::new(),
            anchors: Vec::new(),
            anchored: Vec::new(),
            unanchored: Vec::new(),
            integers: vocabulary.words().map(|word| integer(vocabulary.text(word))).collect(),
            beginnings: Edges::default(),
            ends: Edges::default(),
            padded: vocabulary
                .words()
                .filter(|word| {
                    let text = vocabulary.text(*word);
                    text.len() > 1 && text.starts_with('0') && integer(text) != NO_INTEGER
                })
                .collect(),
        };
        let mut source = 0;
        for (index, section) in sections.iter().enumerate() {
            let first = code.rules.len() as u32;
            for rule in section.all_rules() {
                let grouped = rule.left.iter().any(|item| matches!(item, Pattern::Group(_)));
                if grouped {
                    let sides = groups::expand(&rule.left).unwrap_or_default();
                    sides.iter().for_each(|left| code.rule(left, rule, index as u32, source));
                } else {
                    code.rule(&rule.left, rule, index as u32, source);
                }
                source += 1;
            }
            if section.sums.is_some() {
                code.read_parts_by_their_section(index as u32);
            }
            let rules = (first, code.rules.len() as u32);
            let Section { domain, sums, .. } = *section;
            let is_open = code.rules[first as usize..].iter().any(|rule| {
                let takes = code.items.get(rule.items.0 as usize).map(|item| item.takes);
                let copies = matches!(takes, Some(Takes::Copy | Takes::Unlisted | Takes::Integer));
                copies && rule.items.1 - rule.items.0 == 1
            });
            code.sections.push(SectionInfo {
                domain,
                sums,
                rules,
                least: 1,
                most: 0,
                circle: NONE,
                failures_hold: true,
                is_open,
            });
        }
        code.measure();
        code.find_circles();
        code.beginnings = code.edges(vocabulary.len(), false);
        code.ends = code.edges(vocabulary.len(), true);
        code.index(vocabulary.len());
        code
    }

    /// Whether the right side of a rule asks for the value of an item.
    pub(crate) fn evaluates(&self, rule: &RuleItems, item: u32) -> bool {
        let operations = &self.operations[rule.operations.0 as usize..rule.operations.1 as usize];
        operations.iter().any(|give| matches!(give, Give::Value(index, _) if *index == item))
    }

    /// Whether some rule names a word on its left.
    pub(crate) fn lists(&self, word: Word) -> bool {
        self.listed.get(word.index()).is_some_and(|listed| *listed)
    }

    /// Whether a word in digits is how its number is written.
    pub(crate) fn canonical(&self, word: Word) -> bool {
        self.padded.binary_search(&word).is_err()
    }

    fn rule(&mut self, left: &[Pattern], rule: &Rule, section: u32, source: u32) {
        let (items, operations) = (self.items.len() as u32, self.operations.len() as u32);
        let words = self.words.len() as u32;
        let mut places = HashMap::new();
        let mut typed = 0;
        for (index, pattern) in left.iter().enumerate() {
            let item = item(*pattern, typed);
            typed += u32::from(item.section.is_some());
            if let Pattern::Word(word) = pattern {
                self.words.push(*word);
                self.listed[word.index()] = true;
            }
            if let Some(variable) = pattern.variable() {
                places.insert(variable, index as u32);
            }
            self.items.push(item);
        }
        let place = |variable: &Variable| places.get(variable).copied().unwrap_or_default();
        match &rule.right {
            Right::Tokens(pieces) => {
                self.operations.extend(pieces.iter().map(|piece| match piece {
                    Piece::Token(word) => Give::Token(*word),
                    Piece::Variable(variable) => Give::Value(place(variable), 1),
                    Piece::Copy(variable) => Give::Copy(place(variable)),
                }))
            }
            Right::Sum(terms) => self.operations.extend(terms.iter().map(|term| match term {
                Term::Number(number, factor) => Give::Number(*number, factor.unwrap_or(1)),
                Term::Variable(variable, factor) => {
                    Give::Value(place(variable), factor.unwrap_or(1))
                }
            })),
        }
        let end_word = |pattern: Option<&Pattern>| match pattern {
            Some(Pattern::Word(word)) => *word,
            _ => Word::UNKNOWN,
        };
        self.rules.push(RuleItems {
            section,
            source,
            items: (items, self.items.len() as u32),
            operations: (operations, self.operations.len() as u32),
            words: (words, self.words.len() as u32),
            least: 0,
            most: 0,
            first: end_word(left.first()),
            last: end_word(left.last()),
            typed,
        });
    }

    /// Has the section itself read the untyped variables of its rules so far.
    fn read_parts_by_their_section(&mut self, section: u32) {
        for rule in self.rules.iter().rev().take_while(|rule| rule.section == section) {
            for item in &mut self.items[rule.items.0 as usize..rule.items.1 as usize] {
                if item.takes == Takes::Untyped {
                    item.takes = Takes::Section(section);
                }
            }
        }
    }

    /// Finds how many words sections, rules and items can take. The lower bounds start low and rise,
    /// so that they hold whenever this stops; upper bounds that have not settled by then are given up.
    fn measure(&mut self) {
        const ROUNDS: usize = 64;
        for round in 0..2 * ROUNDS {
            let mut changed = false;
            for section in 0..self.sections.len() {
                let (first, end) = self.sections[section].rules;
                let (mut least, mut most) = (UNBOUNDED, 0);
                for rule in first..end {
                    let bounds = self.measure_rule(rule as usize);
                    least = least.min(bounds.0);
                    most = most.max(bounds.1);
                }
                let info = &mut self.sections[section];
                // What grows for long grows for ever, or may as well be thought to.
                if most > info.most && round >= ROUNDS {
                    most = UNBOUNDED;
                }
                changed |= (least, most) != (info.least, info.most);
                (info.least, info.most) = (least, most);
            }
            if !changed {
                return;
            }
        }
        self.sections.iter_mut().for_each(|info| info.most = UNBOUNDED);
        for rule in 0..self.rules.len() {
            self.measure_rule(rule);
        }
    }

    /// The fewest and the most words that a rule can match, by what is known of the sections so far.
    fn measure_rule(&mut self, rule: usize) -> (u32, u32) {
        let (first, end) = self.rules[rule].items;
        let (mut least, mut most) = (0_u32, 0_u32);
        for index in (first..end).rev() {
            let item = &mut self.items[index as usize];
            (item.rest_least, item.rest_most) = (least, most);
            if let Takes::Section(section) = item.takes {
                let info = self.sections[section as usize];
                let optional = item.variable.kind == VariableKind::Any;
                let one = item.variable.kind == VariableKind::One;
                item.least = if optional { 0 } else { info.least.max(1) };
                item.most = if one { info.most.min(1) } else { info.most };
            }
            least = least.saturating_add(item.least);
            most = most.saturating_add(item.most);
        }
        (self.rules[rule].least, self.rules[rule].most) = (least, most);
        (least, most)
    }

    /// Finds the sections that can be asked for the same words by each other or by themselves.
    fn find_circles(&mut self) {
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); self.sections.len()];
        for rule in &self.rules {
            for item in &self.items[rule.items.0 as usize..rule.items.1 as usize] {
                if let Takes::Section(section) = item.takes
                    && rule.least == item.least
                {
                    edges[rule.section as usize].push(section);
                }
            }
        }
        let circles = circles(&edges);
        let mut refuses = vec![false; self.sections.len()];
        for (info, circle) in self.sections.iter_mut().zip(&circles) {
            info.circle = *circle;
            if *circle != NONE {
                refuses[*circle as usize] |= info.sums.is_some();
            }
        }
        for info in self.sections.iter_mut().filter(|info| info.circle != NONE) {
            info.failures_hold = !refuses[info.circle as usize];
        }
    }

    /// The words with which each section's sentences begin, or end if they are gone through backward.
    fn edges(&self, words: usize, backward: bool) -> Edges {
        const ROUNDS: usize = 64;
        /// Where the table would be larger, every section is taken to begin with anything.
        const MOST_BITS: usize = 1 << 24;
        let width = words.div_ceil(64);
        let mut edges = Edges { any: vec![true; self.sections.len()], width, bits: Vec::new() };
        if width * 64 * self.sections.len() > MOST_BITS {
            return edges;
        }
        edges.any.fill(false);
        edges.bits = vec![0; width * self.sections.len()];
        for _ in 0..ROUNDS {
            let mut changed = false;
            for rule in &self.rules {
                let items = &self.items[rule.items.0 as usize..rule.items.1 as usize];
                let first = |index: usize| if backward { items.len() - 1 - index } else { index };
                for index in 0..items.len() {
                    let item = &items[first(index)];
                    changed |= match item.takes {
                        Takes::Word(word) => edges.add_word(rule.section, word),
                        Takes::Section(section) => edges.add_section(rule.section, section),
                        _ => !std::mem::replace(&mut edges.any[rule.section as usize], true),
                    };
                    if item.least > 0 {
                        break;
                    }
                }
            }
            if !changed {
                return edges;
            }
        }
        edges.any.fill(true);
        edges
    }

    /// Groups the rules by a word that they need, the one that fewest rules have.
    fn index(&mut self, words: usize) {
        let mut rarity = vec![0_u32; words];
        self.words.iter().for_each(|word| rarity[word.index()] += 1);
        let mut anchors: Vec<(Word, u32)> = Vec::new();
        for (index, rule) in self.rules.iter().enumerate() {
            let words = &self.words[rule.words.0 as usize..rule.words.1 as usize];
            match words.iter().min_by_key(|word| rarity[word.index()]) {
                Some(word) => anchors.push((*word, index as u32)),
                None => self.unanchored.push(index as u32),
            }
        }
        anchors.sort_unstable();
        self.anchors = vec![(0, 0); words];
        for (place, (word, rule)) in anchors.into_iter().enumerate() {
            let range = &mut self.anchors[word.index()];
            if range.0 == range.1 {
                *range = (place as u32, place as u32);
            }
            range.1 += 1;
            self.anchored.push(rule);
        }
    }
}

/// An item of a left side without groups; what its section can take is found out later.
fn item(pattern: Pattern, ordinal: u32) -> SectionItem {
    let none = Variable { kind: VariableKind::One, number: None };
    let (variable, section, takes) = match pattern {
        Pattern::Word(word) => (none, None, Takes::Word(word)),
        Pattern::Group(_) => unreachable!("groups are written out before"),
        Pattern::Variable(variable) => (variable, None, Takes::Untyped),
        Pattern::Typed(variable, section) => {
            let takes = match section {
                SectionRef::Named(index) => Takes::Section(index),
                SectionRef::Integer => Takes::Integer,
                SectionRef::Word | SectionRef::Words => Takes::Copy,
                SectionRef::Unlisted => Takes::Unlisted,
            };
            (variable, Some(section), takes)
        }
    };
    let one_word = matches!(section, Some(SectionRef::Integer | SectionRef::Word));
    let (least, most) = match variable.kind {
        VariableKind::One => (1, 1),
        VariableKind::Some => (1, if one_word { 1 } else { UNBOUNDED }),
        VariableKind::Any => (0, if one_word { 1 } else { UNBOUNDED }),
    };
    SectionItem { takes, least, most, rest_least: 0, rest_most: 0, variable, section, ordinal }
}

/// The number that `text` is in digits, or [`NO_INTEGER`].
pub(crate) fn integer(text: &str) -> i64 {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().unwrap_or(NO_INTEGER) } else { NO_INTEGER }
}
