//! Writes what a grammar's rules leave open: alternatives as what differs in them.

use super::notation::{ARROW, is_comment};
use super::open_read::{
    ALTERNATIVE, BALANCED, BALANCED_TOKENS, KNOWN, LAST_RESORT, NONE, NOT, RULES, SHOWN,
};
use super::parts::DOUBT;
use super::print::quote;
use super::section::Section;
use super::section_text::{SectionText, section_texts};
use super::vocabulary::Vocabulary;
use crate::arrange::Arrange;
use std::fmt::{self, Write};

/// The sections of a grammar, and the words of its rules.
pub(crate) type SectionsWithWords<'a> = (&'a [Section], &'a Vocabulary);

/// What is to be written.
pub(crate) struct OpenText<'a> {
    pub(crate) rules: SectionsWithWords<'a>,
    pub(crate) shown: &'a [(String, String)],
    pub(crate) known: &'a [(String, String)],
    pub(crate) denied: &'a [(String, Option<String>)],
    /// Pairs of brackets that close, and whether also inside of tokens.
    pub(crate) balanced: Vec<(bool, String)>,
    pub(crate) voters: Vec<(SectionsWithWords<'a>, f64)>,
    pub(crate) last_resort: Vec<(SectionsWithWords<'a>, f64)>,
}

impl OpenText<'_> {
    /// Writes it below the rules.
    pub(crate) fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = |list: &[(SectionsWithWords<'_>, f64)]| -> Vec<(Vec<SectionText>, f64)> {
            list.iter().map(|((s, v), weight)| (section_texts(s, v), *weight)).collect()
        };
        let own = section_texts(self.rules.0, self.rules.1);
        let (voters, last_resort) = (texts(&self.voters), texts(&self.last_resort));
        writeln!(f, "\n{DOUBT}")?;
        for (input, output) in self.shown {
            example(SHOWN, input, Some(output), f)?;
        }
        for (input, output) in self.known {
            example(KNOWN, input, Some(output), f)?;
        }
        for (input, output) in self.denied {
            example(NOT, input, output.as_deref(), f)?;
        }
        for (inside, pairs) in &self.balanced {
            f.write_str(if *inside { BALANCED } else { BALANCED_TOKENS })?;
            pairs
                .as_bytes()
                .chunks(2)
                .try_for_each(|pair| write!(f, " {}", pair.escape_ascii()))?;
            f.write_char('\n')?;
        }
        for (place, (voter, weight)) in voters.iter().chain(&last_resort).enumerate() {
            let directive = if place < voters.len() { ALTERNATIVE } else { LAST_RESORT };
            write!(f, "{directive} {weight}")?;
            let above = voters.iter().chain(&last_resort).take(place);
            let (base, text) = shortest(voter, above.map(|(other, _)| other), &own);
            base.map_or(Ok(()), |number| write!(f, " {number}"))?;
            write!(f, "\n{text}")?;
        }
        Ok(())
    }
}

fn example(
    directive: &str,
    input: &str,
    output: Option<&str>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    f.write_str(directive)?;
    words(input, f)?;
    if let Some(output) = output {
        write!(f, " {ARROW}")?;
        words(output, f)?;
    }
    f.write_char('\n')
}

/// The words of an example, each after a space.
fn words(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for word in text.split_whitespace() {
        f.write_char(' ')?;
        match word == ARROW || is_comment(word) || word.starts_with('"') {
            true => quote(word, f)?,
            false => f.write_str(word)?,
        }
    }
    Ok(())
}

/// What differs in a grammar from whichever it is most alike: the rules themselves, or an alternative above, which is given
/// with its number.
fn shortest<'a>(
    grammar: &[SectionText],
    above: impl Iterator<Item = &'a Vec<SectionText>>,
    rules: &[SectionText],
) -> (Option<usize>, String) {
    let mut best = (None, difference(grammar, rules, rules));
    let mut fewest = best.1.lines().count();
    for (place, base) in above.enumerate() {
        if fewest == 0 {
            break;
        }
        let text = difference(grammar, base, rules);
        let lines = text.lines().count();
        if lines < fewest {
            (best, fewest) = ((Some(place + 1), text), lines);
        }
    }
    best
}

/// What differs in a grammar from another one, in the order of the sections of the grammar that both belong to; others
/// come after these by their names. A section that is missing is one that reads nothing.
fn difference(grammar: &[SectionText], base: &[SectionText], rules: &[SectionText]) -> String {
    let place = |name: &Option<String>| rules.iter().position(|known| known.name == *name);
    let mut names: Vec<&Option<String>> =
        grammar.iter().chain(base).map(|section| &section.name).collect();
    names.arrange_by_key(|name| (place(name).unwrap_or(usize::MAX), *name));
    names.dedup();
    let mut text = String::new();
    for name in names {
        let find = |all: &'_ [SectionText]| all.iter().position(|section| section.name == *name);
        let (own, before) = (find(grammar).map(|at| &grammar[at]), find(base).map(|at| &base[at]));
        match (own, before) {
            (own, before) if own == before => {}
            (Some(own), before) => {
                section_text(own, before.map_or(&[][..], |before| &before.rules[..]), &mut text);
            }
            (None, Some(before)) if before.lines().next().is_some() => match name {
                Some(name) => text.push_str(&format!("@{name}\n")),
                None => text.push_str(&format!("{RULES} {NONE}\n")),
            },
            (None, _) => {}
        }
    }
    text
}

fn section_text(section: &SectionText, before: &[String], text: &mut String) {
    if let Some(name) = &section.name {
        text.push_str(&format!("@{name}\n"));
    } else if section.lines().next().is_none() {
        text.push_str(&format!("{RULES} {NONE}\n"));
    }
    section.directives.iter().for_each(|line| text.push_str(&format!("{line}\n")));
    rules(&section.rules, before, text);
}

/// Rules of which some stand in another list already, in the same order.
fn rules(own: &[String], before: &[String], text: &mut String) {
    let common = common(own, before);
    let mut at = 0;
    while at < own.len() {
        let Some(first) = common[at] else {
            text.push_str(&format!("{}\n", own[at]));
            at += 1;
            continue;
        };
        let run = (0..own.len() - at).take_while(|next| common[at + next] == Some(first + next));
        let count = run.count();
        match count {
            1 => text.push_str(&format!("{RULES} {}\n", first + 1)),
            _ => text.push_str(&format!("{RULES} {}-{}\n", first + 1, first + count)),
        }
        at += count;
    }
}

/// For each rule, the place of the same rule in another list: as many as possible, in their order.
fn common(own: &[String], before: &[String]) -> Vec<Option<usize>> {
    let width = before.len() + 1;
    let mut longest = vec![0u32; (own.len() + 1) * width];
    for i in (0..own.len()).rev() {
        for j in (0..before.len()).rev() {
            longest[i * width + j] = match own[i] == before[j] {
                true => longest[(i + 1) * width + j + 1] + 1,
                false => longest[(i + 1) * width + j].max(longest[i * width + j + 1]),
            };
        }
    }
    let mut common = vec![None; own.len()];
    let (mut i, mut j) = (0, 0);
    while i < own.len() && j < before.len() {
        if own[i] == before[j] {
            common[i] = Some(j);
            (i, j) = (i + 1, j + 1);
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    common
}
