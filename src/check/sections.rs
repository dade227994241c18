//! Sections that nothing refers to, that read nothing, or that refer to themselves where they begin.

use super::lines::Lines;
use super::rules::finding;
use super::{Finding, FindingKind, Severity};
use crate::grammar::{Grammar, Pattern, Rule, Section, SectionRef, VariableKind};
use crate::language::groups;

pub(super) fn check(grammar: &Grammar, lines: &Lines) -> Vec<Finding> {
    let sections = grammar.sections();
    let name = |index: usize| sections[index].name.as_deref().unwrap_or("without a name");
    let mut findings = Vec::new();
    let used = used(sections);
    let reads = reads_something(sections);
    for index in 0..sections.len() {
        let line = lines.sections[index];
        if !used[index] {
            let message = format!(
                "the section {0} is never used: no rule that is used has a variable such as x1:{0}; write one, or remove the section",
                name(index)
            );
            findings.push(finding(line, Severity::Warning, FindingKind::UnusedSection, message));
        }
        if !reads[index] {
            let message = match sections[index].rule_count() {
                0 if sections.len() == 1 && sections[0].name.is_none() => {
                    "there is no rule, so nothing is read: write some, such as `dax -> RED`"
                        .to_owned()
                }
                0 => format!(
                    "the section {} has no rules, so it reads nothing: write some below it",
                    name(index)
                ),
                _ => format!(
                    "the section {} reads nothing: each of its rules needs a section that reads nothing; give it a rule of words",
                    name(index)
                ),
            };
            findings.push(finding(line, Severity::Warning, FindingKind::EmptySection, message));
        }
        let mut told = false;
        for (rule, place) in sections[index].all_rules().zip(&lines.rules[index]) {
            let Ok(lefts) = groups::expand(&rule.left) else { continue };
            if reads[index] && !lefts.iter().any(|left| can_match(left, &reads)) {
                let message = "never used: it needs a section that reads nothing; give that one a rule of words".to_owned();
                findings.push(finding(
                    place.line,
                    Severity::Warning,
                    FindingKind::ImpossibleRule,
                    message,
                ));
            }
            if lefts.iter().any(|left| refers_to_itself(left, index, sections)) {
                let message = format!(
                    "this rule is nothing but a section that leads back to {}, and so never matches by it: add a word, or remove the rule",
                    name(index)
                );
                findings.push(finding(
                    place.line,
                    Severity::Warning,
                    FindingKind::EndlessRule,
                    message,
                ));
            } else if !told && lefts.iter().any(|left| begins_with(left, index)) {
                told = true;
                let message = format!(
                    "the section {} begins with itself here: nothing has to be done; exported grammars are rewritten without it",
                    name(index)
                );
                findings.push(finding(
                    place.line,
                    Severity::Note,
                    FindingKind::LeftRecursion,
                    message,
                ));
            }
        }
    }
    findings
}

/// The sections that a rule names.
fn named(rule: &Rule) -> impl Iterator<Item = usize> + '_ {
    rule.left.iter().filter_map(|item| match item {
        Pattern::Typed(_, SectionRef::Named(index)) => Some(*index as usize),
        _ => None,
    })
}

/// Which sections the first one needs.
fn used(sections: &[Section]) -> Vec<bool> {
    let mut used = vec![false; sections.len()];
    let mut open = vec![0];
    while let Some(index) = open.pop() {
        if !std::mem::replace(&mut used[index], true) {
            open.extend(sections[index].all_rules().flat_map(named));
        }
    }
    used
}

/// Whether every section that a left side needs reads something.
fn can_match(left: &[Pattern], reads: &[bool]) -> bool {
    left.iter().all(|item| match item {
        Pattern::Typed(variable, SectionRef::Named(index)) => {
            variable.kind == VariableKind::Any || reads[*index as usize]
        }
        _ => true,
    })
}

/// Which sections read some words.
fn reads_something(sections: &[Section]) -> Vec<bool> {
    let mut reads = vec![false; sections.len()];
    loop {
        let before = reads.clone();
        for (index, section) in sections.iter().enumerate() {
            if !reads[index] {
                reads[index] = section.all_rules().any(|rule| {
                    groups::expand(&rule.left)
                        .is_ok_and(|lefts| lefts.iter().any(|left| can_match(left, &reads)))
                });
            }
        }
        if reads == before {
            return reads;
        }
    }
}

/// The section that can have all words of a left side to itself.
fn alone(left: &[Pattern]) -> Option<usize> {
    match left {
        [Pattern::Typed(_, SectionRef::Named(index))] => Some(*index as usize),
        _ => None,
    }
}

/// Whether a left side is one section alone that leads back to `index` by such left sides.
fn refers_to_itself(left: &[Pattern], index: usize, sections: &[Section]) -> bool {
    let mut seen = vec![false; sections.len()];
    let mut open: Vec<usize> = alone(left).into_iter().collect();
    while let Some(next) = open.pop() {
        if next == index {
            return true;
        }
        if !std::mem::replace(&mut seen[next], true) {
            let lefts = sections[next]
                .all_rules()
                .filter_map(|rule| groups::expand(&rule.left).ok())
                .flatten();
            open.extend(lefts.filter_map(|left| alone(&left)));
        }
    }
    false
}

/// Whether a left side begins with a typed variable of its own section.
fn begins_with(left: &[Pattern], section: usize) -> bool {
    matches!(left.first(), Some(Pattern::Typed(_, SectionRef::Named(index))) if *index as usize == section)
}
