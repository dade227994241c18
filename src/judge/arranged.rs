//! The order in which grammars that vote are written down: like that of the returned grammar, where order means nothing.
//! What is learnt from several starts is often the same but for that, and then it is one grammar.

use crate::arrange::Arrange;
use crate::grammar::{Grammar, Mark, Pattern, Rule, Section, SectionRef};
use std::cmp::Reverse;
use std::collections::HashMap;

/// A grammar's sections and rules without variables in the order of another grammar.
pub(super) fn arranged(grammar: Grammar, like: &Grammar) -> Grammar {
    if grammar.sections().len() < 2 {
        return grammar;
    }
    let mut sections: Vec<Section> = grammar.sections().to_vec();
    for section in &mut sections {
        let other = like.sections().iter().find(|other| other.name == section.name);
        let texts = PlacesOfWords::new(&grammar, like, other);
        if section.uses.is_empty() {
            let runs = section.rules.chunk_by_mut(|a, b| is_fixed(a) == is_fixed(b));
            runs.filter(|run| is_fixed(&run[0])).for_each(|run| texts.arrange(run));
        }
    }
    // The first one reads whole inputs.
    let place = |section: &Section| {
        like.sections().iter().position(|other| other.name == section.name).unwrap_or(usize::MAX)
    };
    let mut order: Vec<usize> = (0..sections.len()).collect();
    order[1..].arrange_by_key(|index| (place(&sections[*index]), sections[*index].name.clone()));
    let mut now = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, before)| now[*before] = place);
    for item in sections.iter_mut().flat_map(|it| &mut it.rules).flat_map(|it| &mut it.left) {
        if let Pattern::Typed(_, SectionRef::Named(index)) = item {
            *index = now[*index as usize] as _;
        }
    }
    let sections = order.into_iter().map(|index| sections[index].clone()).collect();
    let normalisation = grammar.normalisation();
    match Grammar::with_sections(sections, grammar.vocabulary().clone()) {
        Ok(arranged) => arranged.with_normalisation(normalisation),
        Err(_) => grammar,
    }
}

/// Whether a rule matches some sequences of words and no others.
fn is_fixed(rule: &Rule) -> bool {
    rule.left.iter().all(|item| item.variable().is_none())
}

/// Where words stand in a section of the other grammar.
struct PlacesOfWords<'a> {
    grammar: &'a Grammar,
    places: HashMap<&'a str, usize>,
}

/// What is sorted by: those with words of the other grammar first, in its order; then by text.
type SortKey = (Reverse<bool>, usize, String);

impl<'a> PlacesOfWords<'a> {
    fn new(grammar: &'a Grammar, like: &'a Grammar, section: Option<&Section>) -> Self {
        let mut places = HashMap::new();
        for item in section.iter().flat_map(|section| &section.rules).flat_map(|rule| &rule.left) {
            if let Pattern::Word(word) = item {
                let next = places.len();
                places.entry(like.vocabulary().text(*word)).or_insert(next);
            }
        }
        Self { grammar, places }
    }

    fn key(&self, items: &[Pattern]) -> SortKey {
        let text = |item: &Pattern| match item {
            Pattern::Word(word) => self.grammar.vocabulary().text(*word),
            _ => "|",
        };
        let texts: Vec<&str> = items.iter().map(text).collect();
        let place = texts.iter().filter_map(|text| self.places.get(text)).min();
        (Reverse(place.is_some()), place.copied().unwrap_or_default(), texts.join(" "))
    }

    /// Sorts rules without variables, unless two of them match the same words.
    fn arrange(&self, rules: &mut [Rule]) {
        for rule in rules.iter_mut() {
            self.arrange_groups(&mut rule.left);
        }
        let mut known = std::collections::HashSet::new();
        let mut expanded = rules.iter().flat_map(|rule| alternatives(&rule.left));
        if expanded.all(|words| words.is_some_and(|words| known.insert(words))) {
            rules.arrange_by_cached_key(|rule| self.key(&rule.left));
        }
    }

    /// Sorts what stands in groups that have no groups in them.
    fn arrange_groups(&self, left: &mut [Pattern]) {
        let mut begun = None;
        for at in 0..left.len() {
            match left[at] {
                Pattern::Group(Mark::Open) => begun = Some(at + 1),
                Pattern::Group(Mark::Close | Mark::CloseOptional) => {
                    let Some(from) = begun.take() else { continue };
                    let is_or = |item: &Pattern| *item == Pattern::Group(Mark::Or);
                    let mut parts: Vec<Vec<Pattern>> =
                        left[from..at].split(is_or).map(<[Pattern]>::to_vec).collect();
                    parts.arrange_by_cached_key(|part| self.key(part));
                    let joined = parts.join(&Pattern::Group(Mark::Or));
                    left[from..at].copy_from_slice(&joined);
                }
                _ => {}
            }
        }
    }
}

/// What a left side without variables matches, if it has one group at most and none within that; `None` for others.
fn alternatives(left: &[Pattern]) -> Vec<Option<Vec<Pattern>>> {
    let is_open = |item: &Pattern| *item == Pattern::Group(Mark::Open);
    let Some(open) = left.iter().position(is_open) else { return vec![Some(left.to_vec())] };
    let is_close =
        |item: &Pattern| matches!(item, Pattern::Group(Mark::Close | Mark::CloseOptional));
    let Some(close) = left.iter().position(is_close) else { return vec![None] };
    let (before, group, after) = (&left[..open], &left[open + 1..close], &left[close + 1..]);
    if after.iter().chain(group).any(is_open) {
        return vec![None];
    }
    let parts = group.split(|item| *item == Pattern::Group(Mark::Or));
    let whole = |part: &[Pattern]| Some([before, part, after].concat());
    let mut all: Vec<_> = parts.map(whole).collect();
    if left[close] == Pattern::Group(Mark::CloseOptional) {
        all.push(whole(&[]));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str, like: &str) -> String {
        let parse = |text| Grammar::parse(text).unwrap();
        arranged(parse(text), &parse(like)).to_string()
    }

    const LIKE: &str = "@command\ntake x1:thing -> T [x1]\nx1:end please -> [x1]\n\n@thing\nlamp -> L\ncup -> C\n\n@end\n\
        (bye|ciao) -> B\n";

    #[test]
    fn where_order_means_nothing_it_is_that_of_the_other() {
        let other = "@command\ntake x1:thing -> T [x1]\nx1:end please -> [x1]\n@end\n(ciao|bye) -> B\n@thing\ncup -> C\n\
            lamp -> L\n";
        assert_eq!(written(other, LIKE), LIKE);
        assert_eq!(written(LIKE, LIKE), LIKE);
    }

    #[test]
    fn where_order_means_something_it_stays() {
        let other = "@command\nx1:thing please -> [x1]\ntake x1:thing -> T [x1]\n\n@thing\n(cup|lamp) -> C\nlamp -> L\n";
        let arranged = written(other, LIKE);
        assert!(arranged.contains("(lamp|cup) -> C\nlamp -> L"), "{arranged}");
        assert!(arranged.starts_with("@command\nx1:thing please"), "{arranged}");
    }
}
