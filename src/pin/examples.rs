//! What pinned rules say, as examples: so that every learner learns beside them, and none has to know them.

use super::compose::reword;
use super::shape::has_variables;
use super::split::parts;
use crate::arrange::Arrange;
use crate::grammar::{Domain, Evaluation, Grammar};
use crate::language::Normalisation;
use crate::language::groups;
use crate::language::rule::{Pattern, Piece, Right, Rule, SectionRef, Term, VariableKind};
use crate::language::vocabulary::Vocabulary;
use crate::task::{Pinned, Task};
use std::collections::HashMap;
use std::sync::Arc;

/// How often a rule with variables is shown.
const SHOWN: usize = 3;
/// The most rules that are shown, and the most examples that are looked through for what to show them with.
const MOST_RULES: usize = 200;
const MOST_LOOKED_AT: usize = 2_000;
/// How often an example is taken apart.
const DEEPEST: usize = 20;

/// A task with examples of its pinned rules, behind its own.
pub(crate) struct PinnedTask {
    pub(crate) task: Task,
    /// How many examples are its own.
    pub(crate) own: usize,
    /// The examples that are phrases which pinned rules know by heart: exceptions, from which no other rule follows.
    pub(crate) phrases: Vec<usize>,
    /// The examples of which the pinned rules leave nothing to be learnt, or what they leave stands behind.
    pub(crate) explained: Vec<usize>,
    /// The examples that want something else than the pinned rules give.
    pub(crate) contradicted: Vec<usize>,
}

impl PinnedTask {
    /// What a task comes to whose inputs are read in a normal form.
    pub(crate) fn new(task: &Task, pinned: &Pinned, normal: Normalisation) -> Self {
        let mut with = Self {
            task: Task { pinned: None, ..task.clone() },
            own: task.support.len(),
            phrases: Vec::new(),
            explained: Vec::new(),
            contradicted: Vec::new(),
        };
        let mut known: HashMap<String, usize> = HashMap::new();
        let enabled = (0..task.support.len()).filter(|index| !task.disabled.contains(index));
        for index in enabled.take(MOST_LOOKED_AT) {
            known.entry(normal.apply(&task.support[index].0)).or_insert(index);
        }
        let rules = PinnedAlone::of(pinned, normal);
        with.leave_out(&rules, &known, normal);
        let fillers = rules.fillers(task, &known, &with.contradicted);
        with.find_contradicted(&rules, &fillers, normal);
        let mut shown: Vec<(String, String)> = Vec::new();
        for rule in rules.pinned().take(MOST_RULES) {
            shown.extend(rules.shown(rule, &fillers));
        }
        for (input, output) in shown {
            // What an example says of the same input is what is so.
            if !known.contains_key(&input) {
                known.insert(input.clone(), with.task.support.len());
                with.explained.push(with.task.support.len());
                with.task.support.push((input, output));
            }
        }
        with
    }

    /// Finds the examples that need not be learnt from, and adds what rules leave of others.
    fn leave_out(
        &mut self,
        rules: &PinnedAlone,
        known: &HashMap<String, usize>,
        normal: Normalisation,
    ) {
        let mut evaluation = Evaluation::new();
        let mut left: Vec<(String, String)> = Vec::new();
        let mut indices: Vec<usize> = known.values().copied().collect();
        indices.arrange();
        for index in indices {
            let (input, output) = &self.task.support[index];
            let input = normal.apply(input);
            rules.grammar.apply_into(&input, &mut evaluation);
            if let Some(given) = evaluation.text() {
                if !is_same(given, output) {
                    self.contradicted.push(index);
                    continue;
                }
                if input.contains(' ') && rules.has_phrase(&input) {
                    self.phrases.push(index);
                }
                self.explained.push(index);
                continue;
            }
            let words: Vec<&str> = input.split(' ').collect();
            let tokens: Vec<&str> = output.split_whitespace().collect();
            let parts = rules.left_of(words, tokens, 0);
            if let Some(parts) = parts {
                self.explained.push(index);
                left.extend(parts);
            }
        }
        let contradicted =
            |input: &str| known.get(input).is_some_and(|it| self.contradicted.contains(it));
        left.retain(|(input, _)| !contradicted(input));
        for (input, output) in left {
            if !known.contains_key(&input) {
                self.task.support.push((input, output));
            }
        }
    }
}

impl PinnedTask {
    /// Finds the examples for which the pinned rules give something else, with short examples in them.
    fn find_contradicted(
        &mut self,
        rules: &PinnedAlone,
        fillers: &[(String, String)],
        normal: Normalisation,
    ) {
        let Some(knowing) = rules.knowing(fillers) else { return };
        let mut evaluation = Evaluation::new();
        for index in (0..self.own.min(MOST_LOOKED_AT)).filter(|it| !self.task.disabled.contains(it))
        {
            let (input, output) = &self.task.support[index];
            let input = normal.apply(input);
            knowing.apply_into(&input, &mut evaluation);
            let differs = evaluation.text().is_some_and(|given| !is_same(given, output));
            if differs && !self.contradicted.contains(&index) {
                self.contradicted.push(index);
            }
        }
    }
}

/// Whether two outputs have the same tokens.
fn is_same(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}

/// The pinned rules as a grammar of their own.
struct PinnedAlone {
    grammar: Grammar,
    /// Which rules of the first section are pinned.
    marks: Vec<bool>,
}

impl PinnedAlone {
    fn of(pinned: &Pinned, normal: Normalisation) -> Self {
        let grammar = pinned.grammar().clone().with_normalisation(normal);
        let mut sections = grammar.sections().to_vec();
        let marks = (0..sections[0].rules.len()).map(|rule| pinned.is_pinned(0, rule));
        let mut mark = marks.clone();
        sections[0].rules.retain(|_| mark.next() == Some(true));
        let all = marks.filter(|pinned| *pinned).collect();
        match Grammar::with_sections(sections, grammar.vocabulary().clone()) {
            Ok(rules) => Self { grammar: rules, marks: all },
            Err(_) => Self { marks: vec![true; grammar.rules().len()], grammar },
        }
    }

    fn pinned(&self) -> impl Iterator<Item = &Rule> {
        self.grammar
            .rules()
            .iter()
            .zip(&self.marks)
            .filter(|(_, mark)| **mark)
            .map(|(rule, _)| rule)
    }

    /// Whether a rule without variables is this input.
    fn has_phrase(&self, input: &str) -> bool {
        let vocabulary = self.grammar.vocabulary();
        let mut rules = self.pinned().filter(|rule| !has_variables(rule));
        rules.any(|rule| {
            let words = rule.left.iter().filter_map(|item| match item {
                Pattern::Word(word) => Some(vocabulary.text(*word)),
                _ => None,
            });
            input.split(' ').eq(words)
        })
    }

    /// What the first rule that matches an example leaves of it, if it can be told.
    fn left_of(
        &self,
        input: Vec<&str>,
        output: Vec<&str>,
        depth: usize,
    ) -> Option<Vec<(String, String)>> {
        if self.grammar.sections().len() > 1 || depth > DEEPEST || input.len() > 100 {
            return None;
        }
        let vocabulary = self.grammar.vocabulary();
        let mut rules = self.pinned().filter(|rule| has_variables(rule));
        let parts = rules.find_map(|rule| parts(rule, vocabulary, &input, &output))?;
        let mut left = Vec::new();
        for (input, output) in parts {
            let whole = (input.join(" "), output.join(" "));
            match self.left_of(input, output, depth + 1) {
                Some(parts) => left.extend(parts),
                None => left.push(whole),
            }
        }
        Some(left)
    }

    /// Short inputs whose outputs are known: from the examples, the shortest first, and from rules without variables.
    fn fillers(
        &self,
        task: &Task,
        known: &HashMap<String, usize>,
        contradicted: &[usize],
    ) -> Vec<(String, String)> {
        let mut fillers: Vec<(usize, usize, String, String)> = Vec::new();
        for (input, index) in known.iter().filter(|(_, index)| !contradicted.contains(index)) {
            let output = task.support[*index].1.trim().to_owned();
            fillers.push((input.split(' ').count(), *index, input.clone(), output));
        }
        fillers.retain(|(_, _, input, output)| !input.is_empty() && !output.is_empty());
        fillers.arrange();
        let shortest = fillers.first().map_or(1, |(count, ..)| *count);
        let shortest = fillers.into_iter().take_while(|(count, ..)| *count == shortest);
        let mut chosen: Vec<(String, String)> =
            shortest.take(4 * SHOWN).map(|(_, _, input, output)| (input, output)).collect();
        let vocabulary = self.grammar.vocabulary();
        for rule in self.pinned().filter(|rule| !has_variables(rule)).take(4 * SHOWN) {
            let input = words_of(&rule.left, vocabulary);
            let output = self.grammar.apply(&input).text().map(str::to_owned);
            if let Some(output) = output.filter(|output| !output.is_empty()) {
                chosen.push((input, output));
            }
        }
        chosen
    }

    /// A rule as examples: itself if it has no variables, or with short inputs in their places.
    fn shown(&self, rule: &Rule, fillers: &[(String, String)]) -> Vec<(String, String)> {
        let lefts = match rule.left.iter().any(|item| matches!(item, Pattern::Group(_))) {
            true => groups::expand(&rule.left).unwrap_or_default(),
            false => vec![rule.left.clone()],
        };
        let Some(knowing) = self.knowing(fillers) else { return Vec::new() };
        let mut examples = Vec::new();
        for turn in 0..SHOWN {
            let left = lefts.get(turn % lefts.len().max(1));
            let input = left.and_then(|left| self.filled(left, fillers, turn));
            let Some(input) = input else { continue };
            let output = knowing.apply(&input).text().map(str::to_owned);
            let is_new = |(known, _): &(String, String)| *known != input;
            if let Some(output) = output.filter(|_| examples.iter().all(is_new)) {
                examples.push((input, output));
            }
        }
        examples
    }

    /// The rules, and the fillers by heart.
    fn knowing(&self, fillers: &[(String, String)]) -> Option<Grammar> {
        let mut vocabulary = Vocabulary::new();
        let mut sections = self.grammar.sections().to_vec();
        for section in &mut sections {
            let used = section.uses.iter_mut().flat_map(|one| &mut one.rules);
            for rule in section.rules.iter_mut().chain(used) {
                reword(rule, self.grammar.vocabulary(), &mut vocabulary);
            }
        }
        let domain = sections[0].domain;
        let mut by_heart = Vec::new();
        for (input, output) in fillers {
            let words = input.split(' ').map(|word| vocabulary.intern(word).map(Pattern::Word));
            let left = words.collect::<Result<Vec<_>, _>>().ok()?;
            let right = match domain {
                Domain::Numbers => Right::Sum(vec![Term::Number(output.parse().ok()?, None)]),
                _ => {
                    let tokens = output.split_whitespace();
                    let tokens = tokens.map(|token| vocabulary.intern(token).map(Piece::Token));
                    Right::Tokens(tokens.collect::<Result<Vec<_>, _>>().ok()?)
                }
            };
            by_heart.push(Rule { left, right });
        }
        let before = by_heart.len();
        by_heart.append(&mut sections[0].rules);
        sections[0].rules = by_heart;
        sections[0].uses.iter_mut().for_each(|one| one.before += before);
        Grammar::with_sections(sections, Arc::new(vocabulary)).ok()
    }

    /// A left side with something in place of each variable.
    fn filled(
        &self,
        left: &[Pattern],
        fillers: &[(String, String)],
        turn: usize,
    ) -> Option<String> {
        let mut text: Vec<String> = Vec::new();
        let mut place = turn;
        let vocabulary = self.grammar.vocabulary();
        for item in left {
            text.push(match item {
                Pattern::Word(word) => vocabulary.text(*word).to_owned(),
                Pattern::Variable(variable) => {
                    let is_one = variable.kind == VariableKind::One;
                    let fit = fillers.iter().filter(|(input, _)| !is_one || !input.contains(' '));
                    let fit: Vec<_> = fit.collect();
                    place += 1;
                    fit.get(place.wrapping_sub(1) % fit.len().max(1))?.0.clone()
                }
                Pattern::Typed(_, SectionRef::Named(named)) => {
                    let section = self.grammar.sections().get(*named as usize)?;
                    let rules = section.rules.iter().filter(|rule| !has_variables(rule));
                    let rules: Vec<&Rule> = rules.collect();
                    place += 1;
                    let rule = rules.get(place.wrapping_sub(1) % rules.len().max(1))?;
                    words_of(&rule.left, vocabulary)
                }
                Pattern::Typed(_, SectionRef::Integer) => (turn + 2).to_string(),
                Pattern::Typed(..) | Pattern::Group(_) => return None,
            });
        }
        Some(text.join(" "))
    }
}

/// The words of a left side without variables; of alternatives the first.
fn words_of(left: &[Pattern], vocabulary: &Vocabulary) -> String {
    let expanded = match left.iter().any(|item| matches!(item, Pattern::Group(_))) {
        true => groups::expand(left).unwrap_or_default().into_iter().next().unwrap_or_default(),
        false => left.to_vec(),
    };
    let words = expanded.iter().filter_map(|item| match item {
        Pattern::Word(word) => Some(vocabulary.text(*word)),
        _ => None,
    });
    words.collect::<Vec<_>>().join(" ")
}
