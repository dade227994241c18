//! A grammar as the page shows it: section by section, every rule with the examples that need it.

use blicket::{Grammar, Limits};
use serde::Serialize;
use std::collections::HashSet;

/// Of longer lists of examples, the rest is not looked at.
const LOOKED_AT: usize = 2_000;
/// The examples that are named for each rule.
const NAMED: usize = 5;

/// A part of a grammar.
#[derive(Debug, Default, Serialize)]
pub(crate) struct SectionView {
    /// What variables call it; null where it has no name.
    name: Option<String>,
    /// Lines such as `%numbers`.
    directives: Vec<String>,
    rules: Vec<RuleView>,
}

/// A line of a section.
#[derive(Debug, Serialize)]
pub(crate) struct RuleView {
    /// By which the steps of a derivation name it, counted through all sections.
    index: usize,
    text: String,
    /// How many different inputs of examples need it.
    needed: usize,
    /// The first of those, by their index in the task.
    examples: Vec<usize>,
}

/// The sections of a grammar, and the lines before the first.
#[derive(Debug, Serialize)]
pub(crate) struct GrammarView {
    directives: Vec<String>,
    sections: Vec<SectionView>,
    /// Whether all examples were looked at.
    counted: bool,
}

pub(crate) fn view(grammar: &Grammar, examples: &[(String, String)]) -> GrammarView {
    let needed = needed(grammar, examples);
    let mut view = GrammarView {
        directives: Vec::new(),
        sections: Vec::new(),
        counted: examples.len() <= LOOKED_AT,
    };
    let mut index = 0;
    let (mut section, mut uses) = (0, 0);
    let text = grammar.to_string();
    let has_names = grammar.sections()[0].name.is_some();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(name) = line.strip_prefix('@') {
            section = view.sections.len();
            uses = 0;
            view.sections
                .push(SectionView { name: Some(name.trim().to_owned()), ..SectionView::default() });
        } else if line.starts_with('%') {
            match view.sections.last_mut() {
                Some(section) => section.directives.push(line.to_owned()),
                None => view.directives.push(line.to_owned()),
            }
            if line.starts_with("%use") {
                let used =
                    grammar.sections().get(section).and_then(|section| section.uses.get(uses));
                index += used.map_or(0, |used| used.rules.len());
                uses += 1;
            }
        } else {
            if view.sections.is_empty() && !has_names {
                view.sections.push(SectionView::default());
            }
            let examples = needed.get(index).cloned().unwrap_or_default();
            let rule = RuleView {
                index,
                text: line.to_owned(),
                needed: examples.len(),
                examples: examples.into_iter().take(NAMED).collect(),
            };
            index += 1;
            if let Some(section) = view.sections.last_mut() {
                section.rules.push(rule);
            }
        }
    }
    view
}

/// By rule, the examples with different inputs that need it.
fn needed(grammar: &Grammar, examples: &[(String, String)]) -> Vec<Vec<usize>> {
    let mut needed = vec![Vec::new(); grammar.rule_count()];
    let mut seen = HashSet::new();
    // What takes longer than this is passed over: it is about a hint.
    let limits = Limits::DEFAULT.with(|limits| limits.steps = 100_000);
    for (example, (input, _)) in examples.iter().enumerate().take(LOOKED_AT) {
        if !seen.insert(input.as_str()) {
            continue;
        }
        for rule in grammar.explain_within(input, limits).rules.into_keys() {
            if let Some(examples) = needed.get_mut(rule as usize) {
                examples.push(example);
            }
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(input, output)| ((*input).to_owned(), (*output).to_owned())).collect()
    }

    #[test]
    fn rules_stand_in_their_sections_with_the_examples_that_need_them() {
        let text = "%fold-case\n@do\ntake x1:thing -> T [x1]\ngo x1:steps -> G [x1]\n\
                    @steps\n%numbers\n%use numbers.en\ndozen -> 12\n@thing\nlamp -> L\nkey -> K";
        let grammar = Grammar::parse(text).unwrap();
        let examples = examples(&[("take lamp", "T L"), ("take key", "T K"), ("take lamp", "T L")]);
        let view = view(&grammar, &examples);
        assert_eq!(view.directives, ["%fold-case"]);
        let names = view.sections.iter().map(|section| section.name.as_deref().unwrap());
        assert_eq!(names.collect::<Vec<_>>(), ["do", "steps", "thing"]);
        assert_eq!(view.sections[0].rules[0].examples, [0, 1]);
        assert!(view.sections[1].directives.contains(&"%use numbers.en".to_owned()));
        for section in &view.sections {
            for rule in &section.rules {
                assert_eq!(grammar.rule_text(rule.index).as_ref(), Some(&rule.text));
            }
        }
        let lamp = &view.sections[2].rules[0];
        assert_eq!((&lamp.text[..], &lamp.examples[..], lamp.needed), ("lamp -> L", &[0][..], 1));
    }

    #[test]
    fn a_grammar_without_names_is_one_section() {
        let grammar = Grammar::parse("walk -> WALK\nx1 twice -> [x1] [x1]").unwrap();
        let view = view(&grammar, &examples(&[("walk twice", "WALK WALK")]));
        assert_eq!(view.sections.len(), 1);
        assert!(view.sections[0].name.is_none());
        assert_eq!(view.sections[0].rules.iter().map(|rule| rule.needed).sum::<usize>(), 2);
    }
}
