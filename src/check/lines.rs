//! On which line each rule and each section of a grammar stands.

use crate::grammar::Grammar;
use crate::language::layout::{Content, lines};

/// Places in the text of a grammar.
pub(super) struct Lines {
    /// By section, the line of its name; the first line for the section without one.
    pub(super) sections: Vec<usize>,
    /// By section and rule, in the order in which rules are tried.
    pub(super) rules: Vec<Vec<RulePlace>>,
}

/// Where a rule stands.
#[derive(Clone, Copy)]
pub(super) struct RulePlace {
    pub(super) line: usize,
    /// Whether it is one of the ready-made rules that this line uses.
    pub(super) ready_made: bool,
}

pub(super) fn of(text: &str, grammar: &Grammar) -> Lines {
    let sections = grammar.sections();
    let mut found = Lines { sections: Vec::new(), rules: Vec::new() };
    if sections.first().is_some_and(|section| section.name.is_none()) {
        found.begin(1);
    }
    for line in lines(text) {
        match (line.content, found.rules.len().checked_sub(1)) {
            (Content::Section, _) => found.begin(line.number),
            (Content::Rule, Some(section)) => {
                found.rules[section].push(RulePlace { line: line.number, ready_made: false });
            }
            (Content::Use, Some(section)) => {
                let used = found.rules[section].iter().filter(|place| place.ready_made);
                let mut lines: Vec<usize> = used.map(|place| place.line).collect();
                lines.dedup();
                let count =
                    sections[section].uses.get(lines.len()).map_or(0, |one| one.rules.len());
                let place = RulePlace { line: line.number, ready_made: true };
                found.rules[section].extend(std::iter::repeat_n(place, count));
            }
            _ => {}
        }
    }
    found
}

impl Lines {
    fn begin(&mut self, line: usize) {
        self.sections.push(line);
        self.rules.push(Vec::new());
    }
}
