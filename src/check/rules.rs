//! Rules that are never used.

use super::cover::covers;
use super::lines::{Lines, RulePlace};
use super::{Finding, FindingKind, Severity};
use crate::arrange::Arrange;
use crate::grammar::{Grammar, Pattern, SectionRef, Variable};
use crate::language::groups;
use std::collections::HashMap;

/// How many comparisons of two left sides are made at most.
const MOST_COMPARISONS: usize = 20_000_000;

pub(super) fn check(grammar: &Grammar, lines: &Lines) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut comparisons = 0;
    for (section, places) in grammar.sections().iter().zip(&lines.rules) {
        let mut earlier = Earlier::default();
        for (rule, place) in section.all_rules().zip(places) {
            let Ok(lefts) = groups::expand(&rule.left) else { continue };
            comparisons += lefts.len() * (1 + earlier.open.len());
            if comparisons > MOST_COMPARISONS {
                let message =
                    "there are too many rules to tell which of those from here on are never used"
                        .to_owned();
                findings.push(finding(
                    place.line,
                    Severity::Note,
                    FindingKind::NotChecked,
                    message,
                ));
                return findings;
            }
            if !place.ready_made
                && let Some(by) = earlier.covering(&lefts)
            {
                findings.push(never_used(*place, &by, earlier.same.get(&renamed(&rule.left))));
            }
            earlier.add(renamed(&rule.left), lefts, *place);
        }
    }
    findings
}

/// The rules of a section before the one that is looked at.
#[derive(Default)]
struct Earlier {
    /// Left sides without variables, and where they stand.
    closed: HashMap<Vec<Pattern>, RulePlace>,
    /// Left sides with variables.
    open: Vec<(Vec<Pattern>, RulePlace)>,
    /// Whole left sides, groups included, with their variables renamed.
    same: HashMap<Vec<Pattern>, RulePlace>,
}

impl Earlier {
    fn add(&mut self, whole: Vec<Pattern>, lefts: Vec<Vec<Pattern>>, place: RulePlace) {
        self.same.entry(whole).or_insert(place);
        for left in lefts {
            // A rule that is nothing but one section may not read what it is asked for, if that leads back to it.
            if matches!(left[..], [Pattern::Typed(_, SectionRef::Named(_))]) {
                continue;
            }
            match left.iter().any(|item| item.variable().is_some()) {
                true => self.open.push((left, place)),
                false => drop(self.closed.entry(left).or_insert(place)),
            }
        }
    }

    /// The rules that together match everything that these left sides match.
    fn covering(&self, lefts: &[Vec<Pattern>]) -> Option<Vec<RulePlace>> {
        lefts
            .iter()
            .map(|left| {
                let closed = self.closed.get(left).copied();
                let open = || {
                    self.open.iter().find(|(open, _)| covers(open, left)).map(|(_, place)| *place)
                };
                closed.or_else(open)
            })
            .collect()
    }
}

fn never_used(place: RulePlace, by: &[RulePlace], same: Option<&RulePlace>) -> Finding {
    if let Some(first) = same {
        let message =
            format!("never used: line {} has the same left side; remove one of them", first.line);
        return finding(place.line, Severity::Warning, FindingKind::DuplicateRule, message);
    }
    let mut lines: Vec<usize> = by.iter().map(|place| place.line).collect();
    lines.arrange();
    lines.dedup();
    let message = match &lines[..] {
        [line] => {
            format!(
                "never used: line {line}, which is tried first, matches whatever this matches; put this one above it"
            )
        }
        lines => {
            let shown: Vec<String> = lines.iter().take(8).map(usize::to_string).collect();
            let more = if lines.len() > 8 { ", …" } else { "" };
            format!(
                "never used: lines {}{more}, which are tried first, match whatever this matches; put this one above them",
                shown.join(", ")
            )
        }
    };
    finding(place.line, Severity::Warning, FindingKind::UnreachableRule, message)
}

/// A left side with its variables numbered in order, so that `x1 and x2` and `x3 and x7` are the same.
fn renamed(left: &[Pattern]) -> Vec<Pattern> {
    let mut count = 0;
    let mut rename = |variable: Variable| {
        count += 1;
        Variable { number: Some(count), ..variable }
    };
    let item = |pattern: &Pattern| match *pattern {
        Pattern::Variable(variable) => Pattern::Variable(rename(variable)),
        Pattern::Typed(variable, section) => Pattern::Typed(rename(variable), section),
        other => other,
    };
    left.iter().map(item).collect()
}

pub(super) fn finding(
    line: usize,
    severity: Severity,
    kind: FindingKind,
    message: String,
) -> Finding {
    Finding { line, column: 1, severity, kind, message }
}
