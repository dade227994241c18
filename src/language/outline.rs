//! The sections of a grammar's text, found before its rules are read: a variable may name a section
//! that stands further below.

use super::error::ParseError;
use super::line::{TextLine, end_of_word};
use super::nearest::nearest;
use super::normalisation::{FOLD_CASE, NFC, Normalisation, PUNCTUATION, Punctuation};
use super::notation::{NUMBERS, SUMS, USE, is_comment};
use super::ready_made::ReadyMade;
use super::rule::{Domain, SectionRef};
use super::section::{Sums, is_name};
use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// What a line of a grammar's text is for.
pub(super) enum Purpose {
    /// It has no words, or is a comment.
    Nothing,
    /// `@name`.
    Section,
    /// `%…`.
    Directive,
    /// A rule.
    Rule,
}

impl TextLine<'_> {
    /// What the line is for, by its first characters.
    pub(super) fn purpose(&self) -> Purpose {
        let mut characters = self.rest().chars();
        match characters.next() {
            None | Some('#') => Purpose::Nothing,
            Some('%') => Purpose::Directive,
            Some('@') if characters.next().is_some_and(|c| !c.is_whitespace()) => Purpose::Section,
            Some(_) => Purpose::Rule,
        }
    }

    /// The next word without any quotes, and where it starts.
    fn plain_word(&mut self) -> (usize, &str) {
        self.skip_space();
        let (at, rest) = (self.at, self.rest());
        let end = end_of_word(rest);
        self.at += end;
        (at, &rest[..end])
    }
}

/// The names that a typed variable can give.
pub(super) struct SectionNames {
    sections: HashMap<Arc<str>, u32>,
    ordered: Vec<Arc<str>>,
}

impl SectionNames {
    pub(super) fn find(&self, name: &str) -> Option<SectionRef> {
        let built_in = SectionRef::BUILT_IN.iter().find(|(built_in, _)| *built_in == name);
        let named = || self.sections.get(name).map(|index| SectionRef::Named(*index));
        built_in.map(|(_, section)| *section).or_else(named)
    }

    /// What would be right where `name` was found.
    pub(super) fn expected(&self, name: &str) -> String {
        let built_in = SectionRef::BUILT_IN.iter().map(|(name, _)| *name);
        let names = || self.ordered.iter().map(|name| &**name).chain(built_in.clone());
        if let Some(meant) = nearest(name, names()) {
            return format!("a section that there is, perhaps :{meant}");
        }
        const SHOWN: usize = 8;
        let shown: Vec<String> = names().take(SHOWN).map(|name| format!(":{name}")).collect();
        let more = if names().count() > SHOWN { ", …" } else { "" };
        format!(
            "a section that there is ({}{more}), or a line @{name} with rules below it",
            shown.join(", ")
        )
    }
}

/// A section as its lines announce it.
pub(super) struct Announced<'a> {
    pub(super) name: Option<Arc<str>>,
    pub(super) domain: Domain,
    pub(super) sums: Option<Sums>,
    /// The ready-made rules that it uses: name, line, and text.
    pub(super) uses: Vec<(Arc<str>, usize, Cow<'a, str>)>,
}

impl Announced<'_> {
    fn new(name: Option<Arc<str>>) -> Self {
        Self { name, domain: Domain::Words, sums: None, uses: Vec::new() }
    }
}

/// Which sums the lines of a text say are well formed, if one says so.
pub(super) fn said_sums(text: &str) -> Option<Sums> {
    text.lines().find_map(|line| {
        let mut words = line.split_whitespace().take_while(|word| !is_comment(word));
        let rest = words.next().filter(|word| *word == SUMS).map(|_| words.collect::<Vec<_>>())?;
        Sums::from_name(&rest.join(" "))
    })
}

/// All sections, and the names of those that have one.
pub(super) struct Outline<'a> {
    pub(super) sections: Vec<Announced<'a>>,
    pub(super) names: SectionNames,
    pub(super) normalisation: Normalisation,
    /// Whether the first section is the one without a name.
    pub(super) unnamed: bool,
}

impl<'a> Outline<'a> {
    /// Finds the sections of `text`. Whatever is wrong with the lines that it reads, `@` and `%`, is
    /// added to `errors`.
    pub(super) fn read(
        text: &str,
        ready_made: &'a ReadyMade,
        errors: &mut Vec<ParseError>,
    ) -> Self {
        let first = Announced::new(None);
        let names = SectionNames { sections: HashMap::new(), ordered: Vec::new() };
        let normalisation = Normalisation::NONE;
        let mut outline = Self { sections: vec![first], names, normalisation, unnamed: true };
        let mut reading = OutlineState { rules: 0, numbers: None };
        for (index, text) in text.split('\n').enumerate() {
            let mut line = TextLine::new(index + 1, text);
            let result = match line.purpose() {
                Purpose::Nothing => Ok(()),
                Purpose::Rule => {
                    reading.rules += 1;
                    Ok(())
                }
                Purpose::Section => outline.section(&mut line, &mut reading),
                Purpose::Directive => outline.directive(&mut line, &mut reading, ready_made),
            };
            errors.extend(result.err());
        }
        outline
    }

    fn section(
        &mut self,
        line: &mut TextLine<'_>,
        reading: &mut OutlineState,
    ) -> Result<(), ParseError> {
        // Where nothing stands before the first name, that section is the first one.
        let nothing_before = self.sections.len() == 1
            && self.sections[0].name.is_none()
            && reading.rules == 0
            && self.sections[0].uses.is_empty();
        let stray = reading.numbers.take().filter(|_| nothing_before);
        if nothing_before {
            self.unnamed = false;
            self.sections.clear();
        }
        *reading = OutlineState { rules: 0, numbers: None };
        let (at, word) = line.plain_word();
        let name: Arc<str> = word[1..].into();
        let mut problem = if !is_name(&name) {
            Some("a name after @ that begins with a letter, of letters, digits, _ - and .; or the word in quotes".to_owned())
        } else if SectionRef::BUILT_IN.iter().any(|(built_in, _)| **built_in == *name) {
            Some(format!("another name: every grammar has the section {name}, which is built in"))
        } else if self.names.sections.contains_key(&name) {
            Some(format!("each section once: there is a section {name} above"))
        } else {
            None
        }
        .map(|expected| line.error(at, expected));
        let index = self.sections.len() as u32;
        if let Entry::Vacant(vacant) = self.names.sections.entry(name.clone()) {
            vacant.insert(index);
            self.names.ordered.push(name.clone());
        }
        self.sections.push(Announced::new(Some(name)));
        if problem.is_none() && !line.is_over() {
            let expected = "nothing after the name of a section on its line";
            problem = Some(line.error(line.at, expected));
        }
        stray.or(problem).map_or(Ok(()), Err)
    }

    /// A directive about the words of inputs. It holds for the whole grammar.
    fn normalise(
        &mut self,
        line: &mut TextLine<'_>,
        word: &str,
        at: usize,
        nothing_before: bool,
    ) -> Result<(), ParseError> {
        if !nothing_before {
            let expected = format!("{word} above all sections and rules: it holds for all of them");
            return Err(line.error(at, expected));
        }
        match word {
            FOLD_CASE => self.normalisation.fold_case = true,
            PUNCTUATION => {
                let (at, how) = line.plain_word();
                self.normalisation.punctuation = match how {
                    "split" => Punctuation::Split,
                    "drop" => Punctuation::Drop,
                    _ => return Err(line.error(at, "split or drop after %punctuation")),
                };
            }
            #[cfg(feature = "unicode")]
            _ => self.normalisation.compose = true,
            #[cfg(not(feature = "unicode"))]
            _ => {
                let expected =
                    "a library that was built with the feature `unicode`, which %nfc needs";
                return Err(line.error(at, expected));
            }
        }
        match line.is_over() {
            true => Ok(()),
            false => Err(line.error(line.at, "nothing more on the line of a directive")),
        }
    }

    /// A line that starts with `%`.
    fn directive(
        &mut self,
        line: &mut TextLine<'_>,
        reading: &mut OutlineState,
        ready_made: &'a ReadyMade,
    ) -> Result<(), ParseError> {
        let number = line.number;
        let nothing_before = self.unnamed
            && self.sections.len() == 1
            && reading.rules == 0
            && self.sections[0].domain == Domain::Words;
        let (at, word) = line.plain_word();
        if matches!(word, FOLD_CASE | PUNCTUATION | NFC) {
            let (word, at) = (word.to_owned(), at);
            return self.normalise(line, &word, at, nothing_before);
        }
        let section = self.sections.last_mut().expect("there is always a section");
        match word {
            NUMBERS => {
                if !line.is_over() {
                    return Err(line.error(line.at, "nothing after %numbers on its line"));
                }
                if reading.rules > 0 || section.domain == Domain::Numbers {
                    let expected = "%numbers at most once in a section, and before its first rule";
                    return Err(line.error(at, expected));
                }
                section.domain = Domain::Numbers;
                let expected = "%numbers below the name of the section whose rules give numbers";
                reading.numbers = Some(line.error(at, expected));
                Ok(())
            }
            SUMS => {
                let expected = if section.domain != Domain::Numbers || reading.rules > 0 {
                    "%sums below %numbers, and before the first rule"
                } else if section.sums.is_some() {
                    "%sums at most once in a section"
                } else {
                    section.sums = said_sums(line.text);
                    "descending, either or any after %sums, and perhaps twenties after the first two"
                };
                match section.sums.is_some() && expected.starts_with("descending,") {
                    true => Ok(()),
                    false => Err(line.error(at, expected)),
                }
            }
            USE => {
                let (at, name) = line.plain_word();
                let name: Arc<str> = name.into();
                let Some(text) = ready_made.find(&name) else {
                    let meant = ready_made.meant(&name);
                    let meant = match meant.is_empty() {
                        true => "such as numbers.en; `blicket sections` lists them".to_owned(),
                        false => format!("perhaps {}", meant.join(" or ")),
                    };
                    let expected = format!("the name of ready-made rules after %use, {meant}");
                    return Err(line.error(at, expected));
                };
                if !line.is_over() {
                    let expected = "nothing after the name of the ready-made rules";
                    return Err(line.error(line.at, expected));
                }
                let numbers = text.lines().any(|line| line.trim() == NUMBERS);
                if numbers && section.domain == Domain::Words {
                    if reading.rules > 0 {
                        let expected = format!(
                            "%use {name} before rules that give tokens, or in a section of its own: its rules give numbers"
                        );
                        return Err(line.error(at, expected));
                    }
                    section.domain = Domain::Numbers;
                } else if !numbers && section.domain == Domain::Numbers {
                    let expected = "ready-made rules that give numbers, as this section does";
                    return Err(line.error(at, expected));
                }
                section.sums = section.sums.or(said_sums(&text));
                section.uses.push((name, number, text));
                reading.rules += 1;
                Ok(())
            }
            _ => {
                let expected = "%numbers, %sums, %use, %fold-case, %punctuation, %nfc or %doubt; \
                                a rule whose first word starts with % has it in quotes";
                Err(line.error(at, expected))
            }
        }
    }
}

/// What was found in the section so far.
struct OutlineState {
    rules: usize,
    /// What to say about `%numbers` if it should turn out to stand above the first section's name.
    numbers: Option<ParseError>,
}
