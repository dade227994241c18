//! What may be wrong with a grammar that can be read: rules that are never used, sections that read
//! nothing, circles.

use super::{Grammar, Pattern, Rule, Section, SectionRef, VariableKind};
use crate::language::groups;
use crate::run::program::NONE;
use crate::run::program::circles::circles;
use std::collections::{BTreeMap, HashSet};
use std::fmt;

/// What a lint is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LintKind {
    /// A section has no rules.
    EmptySection,
    /// No input can lead to a section.
    UnusedSection,
    /// A section has rules, but there are no words that it reads.
    ReadsNothing,
    /// Every left side that the rule stands for stands in an earlier rule of the section.
    DuplicateRule,
    /// An earlier rule of the section matches everything.
    UnreachableRule,
    /// Sections can ask each other for the same words in a circle. Such a question has the answer no.
    Circle,
    /// A rule begins with its own section. That is harmless; what it joins is grouped from the left.
    LeftRecursion,
}

impl LintKind {
    /// A few words, as a program shows them.
    pub fn name(self) -> &'static str {
        match self {
            Self::EmptySection => "empty-section",
            Self::UnusedSection => "unused-section",
            Self::ReadsNothing => "reads-nothing",
            Self::DuplicateRule => "duplicate-rule",
            Self::UnreachableRule => "unreachable-rule",
            Self::Circle => "circle",
            Self::LeftRecursion => "left-recursion",
        }
    }

    /// Whether it is only told, and nothing is wrong.
    pub fn is_note(self) -> bool {
        self == Self::LeftRecursion
    }
}

/// Something about a grammar that its author should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lint {
    /// What it is about.
    pub kind: LintKind,
    /// Where: the name of the section, if it has one.
    pub section: Option<String>,
    /// Where: the rule, counted through all sections as [`Grammar::rule_text`] counts them.
    pub rule: Option<usize>,
    /// A sentence for a person.
    pub message: String,
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Grammar {
    /// What may be wrong with this grammar, in the order of its sections and rules.
    ///
    /// ```
    /// let grammar = blicket::Grammar::parse("a -> A\na -> B\n@room\nkitchen -> K")?;
    /// let kinds: Vec<_> = grammar.lints().iter().map(|lint| lint.kind.name()).collect();
    /// assert_eq!(kinds, ["duplicate-rule", "unused-section"]);
    /// # Ok::<(), blicket::ParseError>(())
    /// ```
    pub fn lints(&self) -> Vec<Lint> {
        let mut lints = Vec::new();
        let used: HashSet<usize> = self.reachable(0).into_iter().collect();
        let reads = self.readable();
        let circles = self.unit_circles();
        let mut first_rule = 0;
        for (index, section) in self.sections().iter().enumerate() {
            let name = section.name.as_deref().map(str::to_owned);
            let shown = section.name.as_deref().unwrap_or("the section without a name");
            let mut add = |kind, rule: Option<usize>, message: String| {
                let rule = rule.map(|rule| rule + first_rule);
                lints.push(Lint { kind, section: name.clone(), rule, message });
            };
            // A grammar without any rules is as empty as it was meant to be.
            if section.rule_count() == 0 && self.sections().len() > 1 {
                add(LintKind::EmptySection, None, format!("{shown} has no rules"));
            } else if !reads[index] && section.rule_count() > 0 {
                let message = format!(
                    "{shown} reads no words: each of its rules needs a section that reads none"
                );
                add(LintKind::ReadsNothing, None, message);
            }
            if !used.contains(&index) {
                let message = format!("{shown} is never used by a variable that can be reached");
                add(LintKind::UnusedSection, None, message);
            }
            if let Some(members) = circles.get(&(index as u32)) {
                let message = format!(
                    "{} can ask each other for the same words in a circle; \
                     such a question is answered with no",
                    members.join(", ")
                );
                add(LintKind::Circle, None, message);
            }
            lint_rules(index, section, &mut add);
            first_rule += section.rule_count();
        }
        lints
    }

    /// Which sections read any words at all.
    fn readable(&self) -> Vec<bool> {
        let mut reads = vec![false; self.sections().len()];
        loop {
            let mut changed = false;
            for (index, section) in self.sections().iter().enumerate() {
                let needs = |pattern: &Pattern| match pattern {
                    Pattern::Typed(variable, SectionRef::Named(used)) => {
                        variable.kind == VariableKind::Any || reads[*used as usize]
                    }
                    _ => true,
                };
                let possible =
                    |rule: &Rule| expanded(rule).iter().any(|left| left.iter().all(needs));
                if !reads[index] && section.all_rules().any(possible) {
                    reads[index] = true;
                    changed = true;
                }
            }
            if !changed {
                return reads;
            }
        }
    }

    /// The circles of sections that can ask each other for the same words, each with the names of its
    /// members, by the member that stands first.
    fn unit_circles(&self) -> BTreeMap<u32, Vec<String>> {
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); self.sections().len()];
        for (index, section) in self.sections().iter().enumerate() {
            for left in section.all_rules().flat_map(expanded) {
                let needed = left.iter().filter(|pattern| !may_be_empty(**pattern)).count();
                for pattern in &left {
                    let alone = needed == usize::from(!may_be_empty(*pattern));
                    if let (Pattern::Typed(_, SectionRef::Named(used)), true) = (pattern, alone) {
                        edges[index].push(*used);
                    }
                }
            }
        }
        let mut members: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (section, circle) in circles(&edges).into_iter().enumerate() {
            if circle != NONE {
                members.entry(circle).or_default().push(section);
            }
        }
        let name = |section: &usize| {
            self.sections()[*section].name.as_deref().unwrap_or("the first section").to_owned()
        };
        members.values().map(|all| (all[0] as u32, all.iter().map(name).collect())).collect()
    }
}

fn may_be_empty(pattern: Pattern) -> bool {
    pattern.variable().is_some_and(|variable| variable.kind == VariableKind::Any)
}

fn expanded(rule: &Rule) -> Vec<Vec<Pattern>> {
    match rule.left.iter().any(|pattern| matches!(pattern, Pattern::Group(_))) {
        true => groups::expand(&rule.left).unwrap_or_default(),
        false => vec![rule.left.clone()],
    }
}

/// A left side without the numbers of its variables, on which what it matches does not depend.
fn shape(left: &[Pattern]) -> Vec<Pattern> {
    let unnumbered = |pattern: &Pattern| match *pattern {
        Pattern::Variable(mut variable) => {
            variable.number = None;
            Pattern::Variable(variable)
        }
        Pattern::Typed(mut variable, section) => {
            variable.number = None;
            Pattern::Typed(variable, section)
        }
        other => other,
    };
    left.iter().map(unnumbered).collect()
}

/// Whether a left side matches any words.
fn matches_everything(left: &[Pattern]) -> bool {
    matches!(
        left,
        [Pattern::Variable(variable) | Pattern::Typed(variable, SectionRef::Words)]
            if variable.kind != VariableKind::One
    )
}

fn lint_rules(
    index: usize,
    section: &Section,
    add: &mut impl FnMut(LintKind, Option<usize>, String),
) {
    let mut seen: HashSet<Vec<Pattern>> = HashSet::new();
    let mut everything = None;
    for (place, rule) in section.all_rules().enumerate() {
        let sides = expanded(rule);
        let repeated = !sides.is_empty() && sides.iter().all(|left| seen.contains(&shape(left)));
        if let Some(earlier) = everything {
            let message = format!(
                "this rule is never used: rule {} of the section matches everything",
                earlier + 1
            );
            add(LintKind::UnreachableRule, Some(place), message);
        } else if repeated {
            let message =
                "this rule is never used: an earlier one has the same left side".to_owned();
            add(LintKind::DuplicateRule, Some(place), message);
        }
        let first = |left: &Vec<Pattern>| matches!(left.first(), Some(Pattern::Typed(_, SectionRef::Named(used))) if *used as usize == index);
        if sides.iter().any(first) {
            let message = "this rule begins with its own section, which is harmless: \
                           what it joins is grouped from the left"
                .to_owned();
            add(LintKind::LeftRecursion, Some(place), message);
        }
        if everything.is_none() && sides.iter().any(|left| matches_everything(left)) {
            everything = Some(place);
        }
        seen.extend(sides.iter().map(|left| shape(left)));
    }
}
