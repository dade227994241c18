//! What a pinned rule leaves of an example: its parts, each with its own output.

use crate::language::rule::{Pattern, Piece, Right, Rule, Variable, VariableKind};
use crate::language::vocabulary::{Vocabulary, Word};
use std::ops::Range;

/// The parts of an example that a rule without sections rewrites, each with its output, if they can be told: `None` if the
/// rule does not match, if its output is not of this form, or if it could be taken apart in several ways.
pub(super) fn parts<'e>(
    rule: &Rule,
    vocabulary: &Vocabulary,
    input: &[&'e str],
    output: &[&'e str],
) -> Option<Vec<(Vec<&'e str>, Vec<&'e str>)>> {
    let Right::Tokens(pieces) = &rule.right else { return None };
    let spans = matched(&rule.left, vocabulary, input)?;
    let mut found = Vec::new();
    takes_apart(pieces, vocabulary, output, &mut Vec::new(), &mut found);
    let [values] = &found[..] else { return None };
    let part = |(variable, words): &(Variable, Range<usize>)| {
        let (_, value) = values.iter().find(|(known, _)| known == variable)?;
        Some((input[words.clone()].to_vec(), value.to_vec()))
    };
    spans.iter().map(part).collect()
}

/// Which words each variable takes. Fixed words stand as far right as they go, as whoever runs the rule places them.
fn matched(
    left: &[Pattern],
    vocabulary: &Vocabulary,
    input: &[&str],
) -> Option<Vec<(Variable, Range<usize>)>> {
    let Some((last, before)) = left.split_last() else {
        return input.is_empty().then(Vec::new);
    };
    match last {
        Pattern::Word(word) => {
            let (found, rest) = input.split_last()?;
            let is_it = *found == vocabulary.text(*word);
            is_it.then(|| matched(before, vocabulary, rest)).flatten()
        }
        Pattern::Variable(variable) => {
            let count = match variable.kind {
                VariableKind::One => 1..=1,
                VariableKind::Some => 1..=input.len(),
                VariableKind::Any => 0..=input.len(),
            };
            let mut counts = count.filter(|count| *count <= input.len());
            counts.find_map(|count| {
                let at = input.len() - count;
                let mut spans = matched(before, vocabulary, &input[..at])?;
                spans.push((*variable, at..input.len()));
                Some(spans)
            })
        }
        Pattern::Typed(..) | Pattern::Group(_) => None,
    }
}

/// What variables stand for.
type PartOutputs<'o, 'e> = Vec<(Variable, &'o [&'e str])>;

/// Adds the ways to take an output apart, two at most: more than one is too many.
fn takes_apart<'o, 'e>(
    pieces: &[Piece],
    vocabulary: &Vocabulary,
    output: &'o [&'e str],
    values: &mut PartOutputs<'o, 'e>,
    found: &mut Vec<PartOutputs<'o, 'e>>,
) {
    if found.len() > 1 {
        return;
    }
    let Some((first, rest)) = pieces.split_first() else {
        if output.is_empty() && !found.contains(values) {
            found.push(values.clone());
        }
        return;
    };
    let text = |word: &Word| vocabulary.text(*word);
    match first {
        Piece::Token(token) => {
            if output.first().is_some_and(|found| *found == text(token)) {
                takes_apart(rest, vocabulary, &output[1..], values, found);
            }
        }
        Piece::Variable(variable) => {
            let known = values.iter().find(|(known, _)| known == variable).map(|(_, value)| *value);
            if let Some(value) = known {
                if let Some(output) = output.strip_prefix(value) {
                    takes_apart(rest, vocabulary, output, values, found);
                }
                return;
            }
            for end in 0..=output.len() {
                values.push((*variable, &output[..end]));
                takes_apart(rest, vocabulary, &output[end..], values, found);
                values.pop();
            }
        }
        Piece::Copy(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::Grammar;

    fn split(rule: &str, input: &str, output: &str) -> Option<String> {
        let grammar = Grammar::parse(rule).unwrap();
        let words = |text: &'static str| text.split(' ').collect::<Vec<_>>();
        let (input, output) = (input.to_owned().leak(), output.to_owned().leak());
        let parts =
            parts(&grammar.rules()[0], grammar.vocabulary(), &words(input), &words(output))?;
        let part = |(input, output): (Vec<&str>, Vec<&str>)| {
            format!("{} = {}", input.join(" "), output.join(" "))
        };
        Some(parts.into_iter().map(part).collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn an_example_is_taken_apart_where_there_is_one_way() {
        let then = "x1 then x2 -> [x1] ; [x2]";
        assert_eq!(split(then, "a then b c", "A ; B C").as_deref(), Some("a = A, b c = B C"));
        // The last `then` is the one.
        assert_eq!(split(then, "a then b then c", "A ; B"), Some("a then b = A, c = B".to_owned()));
        assert_eq!(split(then, "a then b", "A ; B ; C"), None);
        assert_eq!(split(then, "a and b", "A ; B"), None);
        assert_eq!(
            split("u1 twice -> [u1] [u1]", "a twice", "A B A B"),
            Some("a = A B".to_owned())
        );
        assert_eq!(split("u1 twice -> [u1] [u1]", "a twice", "A B A"), None);
        assert_eq!(split("x1 and x2 -> [x1] [x2]", "a and b", "A B"), None);
    }
}
