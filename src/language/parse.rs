//! From text to sections of rules.

use super::error::{ParseError, ParseErrors};
use super::left_side::LeftSide;
use super::line::TextLine;
use super::normalisation::Normalisation;
use super::outline::{Announced, Outline, Purpose, SectionNames, said_sums};
use super::parts::parts;
use super::ready_made::ReadyMade;
use super::rule::{Domain, Right, Rule, RuleProblem, Variable};
use super::section::{Section, Use};
use super::vocabulary::Vocabulary;
use std::borrow::Cow;
use std::sync::Arc;

/// What the text of a grammar says. Every rule is well formed.
pub(crate) struct Parsed {
    /// At least one. The first one reads whole inputs.
    pub(crate) sections: Vec<Section>,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) normalisation: Normalisation,
}

/// Reads the rules of a grammar's text, and says everything that is wrong with them.
pub(crate) fn parse(text: &str, ready_made: &ReadyMade) -> Result<Parsed, ParseErrors> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (text, _) = parts(text);
    let mut errors = Vec::new();
    let outline = Outline::read(text, ready_made, &mut errors);
    let domains: Vec<Domain> = outline.sections.iter().map(|section| section.domain).collect();
    let normalisation = outline.normalisation;
    let (names, vocabulary) = (&outline.names, Vocabulary::new());
    let mut reader = RuleReader { names, domains: &domains, vocabulary, normalisation };
    let mut announced = outline.sections.into_iter();
    let mut sections: Vec<Section> = Vec::with_capacity(domains.len());
    let mut uses = Vec::new().into_iter().peekable();
    let mut begin = |sections: &mut Vec<Section>, uses: &mut std::iter::Peekable<_>| {
        if let Some(Announced { name, domain, sums, uses: used }) = announced.next() {
            sections.push(Section { name, domain, sums, rules: Vec::new(), uses: Vec::new() });
            *uses = used.into_iter().peekable();
        }
    };
    // The section without a name is there, unless one with a name comes before anything else.
    if outline.unnamed {
        begin(&mut sections, &mut uses);
    }
    for (index, text) in text.split('\n').enumerate() {
        let mut line = TextLine::new(index + 1, text);
        let section = sections.last_mut();
        match (line.purpose(), section) {
            (Purpose::Nothing, _) => {}
            (Purpose::Section, _) => begin(&mut sections, &mut uses),
            (Purpose::Directive, Some(section)) => {
                let used: Option<(Arc<str>, usize, Cow<'_, str>)> =
                    uses.next_if(|(_, number, _)| *number == line.number);
                if let Some((name, _, text)) = used {
                    match reader.used(&text, section.domain) {
                        Ok(rules) => {
                            let (before, sums) = (section.rules.len(), said_sums(&text));
                            section.uses.push(Use { name, before, sums, rules });
                        }
                        Err(error) => {
                            let expected =
                                format!("ready-made rules that can be read; in {name}, {error}");
                            errors.push(line.error(line.at, expected));
                        }
                    }
                }
            }
            (Purpose::Rule, Some(section)) => match reader.rule(&mut line, section.domain, true) {
                Ok(rule) => section.rules.push(rule),
                Err(error) => errors.push(error),
            },
            (Purpose::Directive | Purpose::Rule, None) => {}
        }
    }
    match ParseErrors::new(errors) {
        Some(errors) => Err(errors),
        None => Ok(Parsed { sections, vocabulary: reader.vocabulary, normalisation }),
    }
}

/// Reads rules.
struct RuleReader<'a> {
    names: &'a SectionNames,
    domains: &'a [Domain],
    vocabulary: Vocabulary,
    normalisation: Normalisation,
}

impl RuleReader<'_> {
    fn rule(
        &mut self,
        line: &mut TextLine<'_>,
        domain: Domain,
        written: bool,
    ) -> Result<Rule, ParseError> {
        let (items, starts) = (Vec::new(), Vec::new());
        let (vocabulary, names) = (&mut self.vocabulary, self.names);
        let normalisation = self.normalisation;
        let mut left =
            LeftSide { line, domain, vocabulary, names, normalisation, written, items, starts };
        left.read()?;
        let LeftSide { items, starts, .. } = left;
        let mut starts = (starts, Vec::new());
        let right = match domain {
            Domain::Words => Right::Tokens(line.tokens(&mut self.vocabulary, &mut starts.1)?),
            Domain::Numbers => Right::Sum(line.sum(&mut starts.1)?),
        };
        let rule = Rule { left: items, right };
        match rule.check(domain, &self.vocabulary, self.domains) {
            Ok(()) => Ok(rule),
            Err(problem) => Err(line.explain(&rule, problem, starts)),
        }
    }

    /// The rules of a ready-made text, which has no sections and uses no other text.
    fn used(&mut self, text: &str, domain: Domain) -> Result<Vec<Rule>, ParseError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut rules = Vec::new();
        for (index, text) in text.split('\n').enumerate() {
            let mut line = TextLine::new(index + 1, text);
            match line.purpose() {
                Purpose::Nothing => {}
                Purpose::Rule => rules.push(self.rule(&mut line, domain, false)?),
                Purpose::Directive if line.text.trim() == super::notation::NUMBERS => {}
                Purpose::Directive if said_sums(line.text).is_some() => {}
                Purpose::Directive | Purpose::Section => {
                    let expected = "rules, or %numbers and %sums before them: ready-made rules are one section";
                    return Err(line.error(line.at, expected));
                }
            }
        }
        Ok(rules)
    }
}

impl TextLine<'_> {
    /// A rule's problem, said at the place in the text where it shows.
    fn explain(
        &self,
        rule: &Rule,
        problem: RuleProblem,
        (left, right): (Vec<usize>, Vec<usize>),
    ) -> ParseError {
        match problem {
            RuleProblem::EmptyLeft => {
                let expected = "a word or a variable before `->` that is not optional";
                let bare = "a word or a variable before `->`";
                self.error(left[0], if rule.left.is_empty() { bare } else { expected })
            }
            RuleProblem::EmptySum => self.error(
                self.text.len(),
                "a number after `->`: where rules give numbers, no right side is empty",
            ),
            RuleProblem::RepeatedVariable { left: index, variable } => self.error(
                left[index],
                format!("another variable: {variable} stands on this left side already"),
            ),
            RuleProblem::UnboundVariable { right: index, variable } => {
                let expected = match rule.variables().any(|bound| bound == variable) {
                    true => format!(
                        "a variable that every alternative of the left side has: one of them has no {variable}"
                    ),
                    false => bound(rule),
                };
                self.error(right[index], expected)
            }
            RuleProblem::NotANumber { right: index, variable } => self
                .error(right[index], format!("a number: the section of {variable} gives tokens")),
            RuleProblem::TooManyAlternatives | RuleProblem::BrokenGroup { .. } => {
                self.error(left[0], format!("fewer groups on a left side: {problem}"))
            }
            problem => self.error(0, format!("a rule that can be run: {problem}")),
        }
    }
}

/// The variables that a right side may name, as an error says it.
fn bound(rule: &Rule) -> String {
    const SHOWN: usize = 8;
    let variables: Vec<Variable> = rule.variables().collect();
    if variables.is_empty() {
        let what = if matches!(rule.right, Right::Sum(_)) { "numbers" } else { "tokens" };
        return format!("{what} only, or a variable on the left side too: it has none");
    }
    let names: Vec<String> = variables.iter().take(SHOWN).map(|v| format!("[{v}]")).collect();
    let more = if variables.len() > SHOWN { ", …" } else { "" };
    format!("a variable of the left side: {}{more}", names.join(", "))
}
