//! A section as lines of text, which alternatives to a grammar are compared by.

use super::notation::{NUMBERS, SUMS, USE};
use super::print::RuleText;
use super::rule::Domain;
use super::section::Section;
use super::vocabulary::Vocabulary;

/// A section line by line.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct SectionText {
    pub(super) name: Option<String>,
    /// What stands before its rules.
    pub(super) directives: Vec<String>,
    /// Its rules. Where it uses ready-made ones, everything is among the directives, and nothing here: what is used is
    /// no line of its own to refer to.
    pub(super) rules: Vec<String>,
}

impl SectionText {
    /// All of its lines but its name.
    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.directives.iter().chain(&self.rules).map(String::as_str)
    }
}

/// The sections of a grammar as text.
pub(super) fn section_texts(sections: &[Section], vocabulary: &Vocabulary) -> Vec<SectionText> {
    let text = |section: &Section| {
        let Section { name, domain, sums, rules, uses } = section;
        let mut directives = Vec::new();
        if *domain == Domain::Numbers && uses.first().is_none_or(|one| one.before > 0) {
            directives.push(NUMBERS.to_owned());
        }
        if let Some(sums) = sums
            && !uses.iter().any(|one| one.sums == Some(*sums))
        {
            directives.push(format!("{SUMS} {}", sums.name()));
        }
        let rule = |rule| RuleText { rule, domain: *domain, vocabulary, sections }.to_string();
        let mut lines: Vec<String> = rules.iter().map(rule).collect();
        for one in uses.iter().rev() {
            lines.insert(one.before.min(lines.len()), format!("{USE} {}", one.name));
        }
        if !uses.is_empty() {
            directives.append(&mut lines);
        }
        SectionText { name: name.as_deref().map(str::to_owned), directives, rules: lines }
    };
    sections.iter().map(text).collect()
}
