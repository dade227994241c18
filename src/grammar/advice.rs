//! Help for those who write sentences: the words of a grammar, what may follow, and where a sentence
//! stops being one.

use super::{Grammar, Pattern, Section, SectionRef};
use crate::language::vocabulary::Word;
use crate::run::program::sections::{SectionCode, integer};
use crate::run::sections::{Follows, follows};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// How much looking for what may follow costs at most, in steps.
const STEPS: u64 = 2_000_000;

/// What may come after the first words of a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Continuation {
    /// Whether the words so far are a sentence as they stand.
    pub complete: bool,
    /// The words that may come next, sorted.
    pub words: Vec<String>,
    /// The sections that may begin here, by name, built-in ones included; their words are among
    /// [`words`](Self::words).
    pub sections: Vec<String>,
    /// Whether any other word may come, too.
    pub any: bool,
    /// Whether it took too long to find everything.
    pub cut: bool,
}

/// Why an input is not read, as far as that can be told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unread {
    /// The places of the words that no rule of the grammar names.
    pub unknown: Vec<usize>,
    /// How many words can be the beginning of a sentence. What stands at this place cannot be there,
    /// or the input ends too early.
    pub reached: usize,
    /// What could have come there.
    pub expected: Continuation,
}

impl Grammar {
    /// The words of all left sides that whole inputs are read by, sorted.
    pub fn words(&self) -> Vec<&str> {
        self.words_from(0)
    }

    /// The words that a section's left sides have, and those of the sections that it uses, sorted.
    /// `None` if there is no such section.
    pub fn section_words(&self, name: &str) -> Option<Vec<&str>> {
        let named = |section: &Section| section.name.as_deref() == Some(name);
        self.sections().iter().position(named).map(|section| self.words_from(section))
    }

    fn words_from(&self, section: usize) -> Vec<&str> {
        let mut words: BTreeSet<&str> = BTreeSet::new();
        for section in self.reachable(section) {
            for pattern in self.sections()[section].all_rules().flat_map(|rule| &rule.left) {
                if let Pattern::Word(word) = pattern {
                    words.insert(self.vocabulary().text(*word));
                }
            }
        }
        words.into_iter().collect()
    }

    /// A section and all that it uses, directly or not, in the order of the grammar.
    pub(super) fn reachable(&self, section: usize) -> Vec<usize> {
        let mut found = vec![false; self.sections().len()];
        let mut next = vec![section];
        while let Some(section) = next.pop() {
            if std::mem::replace(&mut found[section], true) {
                continue;
            }
            for pattern in self.sections()[section].all_rules().flat_map(|rule| &rule.left) {
                if let Pattern::Typed(_, SectionRef::Named(used)) = pattern {
                    next.push(*used as usize);
                }
            }
        }
        (0..found.len()).filter(|section| found[*section]).collect()
    }

    /// What may come after the words of `beginning`, for completing what is being typed. Nothing, if
    /// no sentence begins with these words.
    ///
    /// ```
    /// let grammar = blicket::Grammar::parse("@do\ntake the? x1:thing -> T\n@thing\nlamp -> L")?;
    /// let next = grammar.continuations("take the");
    /// assert_eq!((next.words, next.sections), (vec!["lamp".to_owned()], vec!["thing".to_owned()]));
    /// # Ok::<(), blicket::ParseError>(())
    /// ```
    pub fn continuations(&self, beginning: &str) -> Continuation {
        let beginning = self.normalisation().apply(beginning);
        let words: Vec<&str> = beginning.split_whitespace().collect();
        let follows = self.follows(&words);
        match follows.reached == words.len() {
            true => self.continuation(follows),
            false => Continuation::default(),
        }
    }

    /// What is wrong with an input that the grammar does not read; `None` if it is a sentence.
    ///
    /// ```
    /// let grammar = blicket::Grammar::parse("@do\ntake the? x1:thing -> T\n@thing\nlamp -> L")?;
    /// let unread = grammar.unread("take the lmap now").expect("it is not read");
    /// assert_eq!((unread.unknown, unread.reached), (vec![2, 3], 2));
    /// assert_eq!(unread.expected.words, ["lamp"]);
    /// # Ok::<(), blicket::ParseError>(())
    /// ```
    pub fn unread(&self, input: &str) -> Option<Unread> {
        let input = self.normalisation().apply(input);
        let words: Vec<&str> = input.split_whitespace().collect();
        let follows = self.follows(&words);
        let reached = follows.reached;
        if reached == words.len() && follows.complete {
            return None;
        }
        let known: BTreeSet<&str> = self.words().into_iter().collect();
        let unknown = (0..words.len()).filter(|place| !known.contains(words[*place])).collect();
        Some(Unread { unknown, reached, expected: self.continuation(follows) })
    }

    /// What may follow these words, which are in their normal form.
    fn follows(&self, words: &[&str]) -> Follows {
        let code: Cow<'_, SectionCode> = match &self.program().sections {
            Some(code) => Cow::Borrowed(code),
            None => Cow::Owned(SectionCode::compile(self.sections(), self.vocabulary())),
        };
        let input: Vec<Word> = words.iter().map(|word| self.vocabulary().find(word)).collect();
        let integers: Vec<i64> = words.iter().map(|word| integer(word)).collect();
        follows(&code, &input, &integers, STEPS)
    }

    fn continuation(&self, follows: Follows) -> Continuation {
        let text = |word: &Word| self.vocabulary().text(*word).to_owned();
        let name = |section: &SectionRef| self.section_name(*section).to_owned();
        let mut words: Vec<String> = follows.words.iter().map(text).collect();
        words.sort();
        let sections = follows.sections.iter().map(name).filter(|name| !name.is_empty()).collect();
        let Follows { complete, any, cut, .. } = follows;
        Continuation { complete, words, sections, any, cut }
    }
}
