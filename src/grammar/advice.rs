//! Help for those who write sentences: the words of a grammar, what may follow, where a sentence stops
//! being one, and which sentences are near.

use super::nearest::{Nearest, Suggestion, Typed};
use super::{Evaluation, Grammar, Outcome, Pattern, Section, SectionRef};
use crate::arrange::Arrange;
use crate::language::vocabulary::Word;
use crate::language::{Normalisation, Punctuation};
use crate::run::limits::Limits;
use crate::run::program::sections::{NO_INTEGER, SectionCode, integer};
use crate::run::sections::{EarleyChart, Follows};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// How much looking for what may follow costs at most, in steps.
const STEPS: u64 = 2_000_000;

/// What may come after the first words of a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
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

/// What a grammar can say about an input: whether it is a sentence, and if not, why, and what may have been
/// meant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Advice {
    /// Whether the grammar reads the input. A reading that would cost more than the limits counts as one.
    pub read: bool,
    /// How many words the input has.
    pub words: usize,
    /// The words that no rule of the grammar names.
    pub unknown: Vec<UnknownWord>,
    /// How many words can be the beginning of a sentence. If the input is not read, the word at this place
    /// cannot be there, or the input ends too early.
    pub reached: usize,
    /// What could have come there; behind a whole sentence, how it can go on.
    pub expected: Continuation,
    /// The nearest sentences, cheapest first. None if the input is read.
    pub nearest: Vec<Suggestion>,
}

/// A word that no rule names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UnknownWord {
    /// The word as it was typed.
    pub word: String,
    /// Its place in the input, from 0.
    pub place: usize,
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

    /// The words of a section, by its index from 0, in alphabetical order; none past the last.
    pub fn words_of(&self, section: usize) -> Vec<&str> {
        if section < self.sections().len() { self.words_from(section) } else { Vec::new() }
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
        match self.follow(&words) {
            (reached, expected) if reached == words.len() => expected,
            _ => Continuation::default(),
        }
    }

    /// What there is to say about an input, for a person who typed it; with at most so many near sentences.
    /// They are looked for within bounds, so there may be others. None are found without the feature
    /// `suggestions`.
    ///
    /// ```
    /// let grammar = blicket::Grammar::parse("@do\ntake the? x1:thing -> T\n@thing\nlamp -> L")?;
    /// let advice = grammar.advise("take teh lamp", 3);
    /// assert!(!advice.read);
    /// assert_eq!((advice.unknown[0].word.as_str(), advice.reached), ("teh", 1));
    /// assert_eq!(advice.expected.words, ["lamp", "the"]);
    /// # #[cfg(feature = "suggestions")]
    /// assert_eq!(advice.nearest[0].text, "take the lamp");
    /// # Ok::<(), blicket::ParseError>(())
    /// ```
    pub fn advise(&self, input: &str, most: usize) -> Advice {
        self.advise_within(input, most, Limits::DEFAULT)
    }

    /// Says what [`advise`](Self::advise) says, with limits of one's own on what an evaluation may cost.
    pub fn advise_within(&self, input: &str, most: usize, limits: Limits) -> Advice {
        let mut buffer = String::new();
        let mut form = |text| {
            let form = self.normalisation().form(text, &mut buffer).to_owned();
            Typed { text, form, respelled: false }
        };
        let mut typed: Vec<Typed<'_>> = self.normalisation().words(input).map(&mut form).collect();
        let words: Vec<&str> = typed.iter().map(|word| word.form.as_str()).collect();
        let (reached, expected) = self.follow(&words);
        let mut evaluation = Evaluation::within(limits);
        self.apply_into(input, &mut evaluation);
        // What only alternatives make something of, and was refused, was probably meant otherwise.
        let is_refused = evaluation.outcome() == Outcome::Refused;
        if is_refused {
            self.rules_alone().apply_into(input, &mut evaluation);
        }
        let read = evaluation.outcome() != Outcome::Stuck;
        let known = |place: usize| self.knows(words[place]);
        let unknown = |place: usize| UnknownWord { word: typed[place].text.to_owned(), place };
        let unknown: Vec<UnknownWord> =
            (0..words.len()).filter(|place| !known(*place)).map(unknown).collect();
        let nearest = match read || most == 0 {
            true if is_refused => self.with_known_names(&words, most, limits),
            true => Vec::new(),
            false => {
                self.respell(&mut typed, &unknown);
                Nearest::new(self, &self.code(), &typed).find(most, limits)
            }
        };
        Advice { read, words: typed.len(), unknown, reached, expected, nearest }
    }

    /// What was refused, with a name of the examples in place of a word that is a slip of the keyboard away from it, where
    /// that is answered.
    fn with_known_names(&self, words: &[&str], most: usize, limits: Limits) -> Vec<Suggestion> {
        let Some(jury) = &self.jury else { return Vec::new() };
        let mut evaluation = Evaluation::within(limits);
        let mut found = Vec::new();
        for (place, word) in words.iter().enumerate() {
            for name in jury.names_like(word) {
                let mut words = words.to_vec();
                words[place] = name;
                let text = words.join(" ");
                self.apply_into(&text, &mut evaluation);
                if evaluation.outcome() == Outcome::Value {
                    found.push(Suggestion { text, cost: 1 });
                }
            }
        }
        found.truncate(most);
        found
    }

    /// Gives unknown words the form that the grammar knows, where capital letters or punctuation alone make them unknown.
    fn respell(&self, typed: &mut [Typed<'_>], unknown: &[UnknownWord]) {
        let as_people_mean =
            Normalisation { fold_case: true, punctuation: Punctuation::Drop, compose: true };
        for UnknownWord { word, place } in unknown {
            let form = as_people_mean.apply(word);
            if self.knows(&form) {
                typed[*place] = Typed { form, respelled: true, ..typed[*place] };
            }
        }
    }

    /// Whether a rule by which inputs are read names a word, or a built-in section reads its digits.
    fn knows(&self, word: &str) -> bool {
        let is_integer = integer(word) != NO_INTEGER;
        let number = self.vocabulary().find(word);
        let names = |pattern: &Pattern| match pattern {
            Pattern::Word(named) => *named == number,
            Pattern::Typed(_, SectionRef::Integer) => is_integer,
            _ => false,
        };
        let mut sections = self.reachable(0).into_iter().map(|section| &self.sections()[section]);
        sections.any(|section| section.all_rules().flat_map(|rule| &rule.left).any(names))
    }

    /// The program by which sections are read, of any grammar.
    pub(super) fn code(&self) -> Cow<'_, SectionCode> {
        match &self.program().sections {
            Some(code) => Cow::Borrowed(code),
            None => Cow::Owned(SectionCode::compile(self.sections(), self.vocabulary())),
        }
    }

    /// How many of these words, which are in their normal form, can begin a sentence, and what may come
    /// behind them.
    fn follow(&self, words: &[&str]) -> (usize, Continuation) {
        let code = self.code();
        let mut chart = EarleyChart::new(&code, STEPS);
        let mut path = vec![EarleyChart::FIRST];
        for word in words {
            let Some(column) = chart.extend(&path, self.vocabulary().find(word), integer(word))
            else {
                break;
            };
            path.push(column);
        }
        let reached = path.len() - 1;
        (reached, self.continuation(chart.follows(path[reached]), chart.cut()))
    }

    fn continuation(&self, follows: Follows, cut: bool) -> Continuation {
        let text = |word: &Word| self.vocabulary().text(*word).to_owned();
        let name = |section: &SectionRef| self.section_name(*section).to_owned();
        let mut words: Vec<String> = follows.words.iter().map(text).collect();
        words.arrange();
        let sections = follows.sections.iter().map(name).filter(|name| !name.is_empty()).collect();
        let Follows { complete, any, .. } = follows;
        Continuation { complete, words, sections, any, cut }
    }
}

impl Advice {
    /// The advice as one JSON object: `{"read", "words", "unknown": [{"word", "place"}, …], "reached",
    /// "expected": {"complete", "words", "sections", "any", "cut"}, "nearest": [{"text", "cost"}, …]}`.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers always serialize")
    }
}
