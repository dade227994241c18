//! Random grammars with inputs for them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::ops::RangeInclusive;

/// What the random grammars are like.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) numbers: bool,
    /// The most x and y on a left side; each multiplies what naive matching costs.
    pub(crate) elastic: usize,
    /// The most items of a right side. Output grows as this to the power of the input's length.
    pub(crate) right: usize,
}

/// A grammar's text and an input.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) grammar: String,
    pub(crate) input: String,
}

const WORDS: [&str; 5] = ["a", "b", "c", "d", "e"];
/// Some are also words, because words and tokens share their numbers.
const TOKENS: [&str; 5] = ["A", "B", "C", "a", "b"];

/// A grammar of 1 to 8 random rules, after which there may be some that give most inputs a value,
/// and an input of so many words, of which a few are such as no rule names.
pub(crate) fn case(shape: Shape, length: RangeInclusive<usize>) -> impl Strategy<Value = Case> {
    (3..=WORDS.len()).prop_flat_map(move |words| {
        let word = prop_oneof![12 => select(&WORDS[..words]), 1 => select(&["zup", "x1"][..])];
        let input = vec(word, length.clone());
        let rules = vec(rule(shape, words), 1..=8);
        (rules, closing(shape.numbers), input).prop_map(move |(rules, closing, input)| {
            let first = if shape.numbers { "%numbers\n" } else { "" };
            let grammar = format!("{first}{}\n{closing}", rules.join("\n"));
            Case { grammar, input: input.join(" ") }
        })
    })
}

/// Rules to end a grammar with.
fn closing(numbers: bool) -> impl Strategy<Value = &'static str> {
    let choices = match numbers {
        false => [
            "",
            "u1 -> A\nu1 x1 -> [u1] [x1]",
            "u1 -> B C\nx1 u1 -> [x1] [u1]\ny1 ->",
            "a -> A\nb -> B\nc ->\nd -> D D\nu1 x1 -> [u1] [x1]",
            "a -> A\nb -> a\ny1 u1 u2 y2 -> [u2] [y1] T [u1] [y2]\ny1 ->",
            "a ->\nb ->\nc -> C\nx1 u1 u2 -> [u2] [x1] [u1]\nu1 u2 -> [u2] [u1]",
        ],
        true => [
            "",
            "u1 -> 1\nu1 x1 -> [u1] + [x1]",
            "u1 -> 7\nx1 u1 -> [x1]*10 + [u1]\ny1 -> 0",
            "a -> 1\nb -> 20\nc -> 0\nd -> 9223372036854775807\nu1 x1 -> [u1] + [x1]",
            "a -> 3\nb -> 100*3\ny1 u1 u2 y2 -> [u2] + [y1] + 5 + [u1]*0 + [y2]\ny1 -> 4",
            "a -> 1\nb -> 2\nc -> 3\nx1 u1 u2 -> [u2]*100 + [x1] + [u1]\nu1 u2 -> [u2]*3 + [u1]",
        ],
    };
    select(choices.to_vec())
}

#[derive(Clone, Copy, Debug)]
enum Item {
    Word(&'static str),
    Variable(char),
}

fn rule(shape: Shape, words: usize) -> impl Strategy<Value = String> {
    let item = prop_oneof![
        4 => select(&WORDS[..words]).prop_map(Item::Word),
        3 => select(&['u', 'x', 'x', 'y'][..]).prop_map(Item::Variable),
    ];
    let number = prop_oneof![6 => 0..30i64, 2 => Just(1000), 1 => Just(i64::MAX)];
    let factor = prop_oneof![3 => Just(None), 1 => number.clone().prop_map(Some)];
    let right = (any::<Index>(), select(&TOKENS[..]), number, factor);
    let rights = vec(right, usize::from(shape.numbers)..=shape.right);
    (vec(item, 1..=6), rights).prop_map(move |(mut items, rights)| {
        let mut elastic = 0;
        for item in &mut items {
            if matches!(item, Item::Variable('x' | 'y')) {
                elastic += 1;
                if elastic > shape.elastic {
                    *item = Item::Variable('u');
                }
            }
        }
        let left: Vec<String> = items
            .iter()
            .enumerate()
            .map(|(index, item)| match item {
                Item::Word(word) => (*word).to_owned(),
                Item::Variable(letter) => format!("{letter}{index}"),
            })
            .collect();
        let is_variable = |index: &usize| matches!(items[*index], Item::Variable(_));
        let variables: Vec<usize> = (0..items.len()).filter(is_variable).collect();
        let right = rights.iter().map(|(index, token, number, factor)| {
            // One more than there are variables, so that constants stand among them.
            let variable = variables.get(index.index(variables.len() + 1));
            let item = match variable {
                Some(variable) => format!("[{}]", left[*variable]),
                None if shape.numbers => number.to_string(),
                None => (*token).to_owned(),
            };
            match factor.filter(|_| shape.numbers) {
                Some(factor) => format!("{item}*{factor}"),
                None => item,
            }
        });
        let right: Vec<String> = right.collect();
        let between = if shape.numbers { " + " } else { " " };
        format!("{} -> {}", left.join(" "), right.join(between))
    })
}
