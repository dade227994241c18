//! The kinds of values of a language: closed lists, numbers in digits, open names, and phrases made of two kinds.

use super::language::{Content, Part, Piece, Rule, Section};
use super::style::token;
use super::words::Words;
use blicket::Random;

/// A kind of values, as intents use it.
pub(super) struct Kind {
    /// The key of a record, and the name of the section.
    pub(super) key: String,
    pub(super) shape: Shape,
    /// The section for each form that the words have: one, or one more with an ending.
    pub(super) forms: Vec<usize>,
    /// A word before it, and whether that may be missing.
    pub(super) article: Option<(String, bool)>,
    /// A word behind it, such as a unit, and whether that may be missing.
    pub(super) unit: Option<(String, bool)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Closed,
    Digits,
    Names,
    Phrase,
}

/// How the values of a closed list are written in outputs.
#[derive(Clone, Copy)]
enum Writing {
    /// The very words.
    Same,
    /// One token in capitals.
    Capitals,
    /// The first letters.
    Short,
    /// Another word.
    Code,
    /// Two other words.
    Codes,
}

/// Draws the kinds of a language; their sections are put behind those that there are.
pub(super) fn draw(
    words: &mut Words,
    sections: &mut Vec<Section>,
    share: f64,
    random: &mut Random,
) -> Vec<Kind> {
    let count = random.within(&(2..=5));
    let mut kinds: Vec<Kind> = Vec::new();
    for index in 0..count {
        let closed: Vec<usize> =
            (0..kinds.len()).filter(|at| kinds[*at].shape == Shape::Closed).collect();
        let shape = match random.unit() {
            _ if index == 0 => Shape::Closed,
            chance if chance < 0.55 => Shape::Closed,
            chance if chance < 0.70 => Shape::Digits,
            chance if chance < 0.84 => Shape::Names,
            _ if closed.len() >= 2 => Shape::Phrase,
            _ => Shape::Closed,
        };
        let forms = match shape {
            Shape::Closed => list(words, sections, share, random),
            Shape::Digits => vec![add(sections, "number", digits(random))],
            Shape::Names => vec![add(sections, "name", names(words, random))],
            Shape::Phrase => {
                let mut parts = closed;
                random.shuffle(&mut parts);
                let parts = [kinds[parts[0]].forms[0], kinds[parts[1]].forms[0]];
                vec![add(sections, "phrase", Content::Rules(phrase(parts, words, random)))]
            }
        };
        let mut perhaps =
            |chance| random.chance(chance).then(|| (words.little(random), random.chance(0.4)));
        kinds.push(Kind {
            article: perhaps(if shape == Shape::Names { 0.1 } else { 0.3 }),
            unit: perhaps(if shape == Shape::Digits { 0.5 } else { 0.05 }),
            key: words.content(random),
            shape,
            forms,
        });
    }
    kinds
}

fn add(sections: &mut Vec<Section>, name: &str, content: Content) -> usize {
    sections.push(Section { name: format!("{name}_{}", sections.len()), content });
    sections.len() - 1
}

fn item(choices: Vec<Vec<String>>, right: Vec<Piece>, taught: bool) -> Rule {
    Rule { left: vec![Part::Fixed(choices)], right, weight: 1, taught }
}

/// A closed list of values; in some languages every value has an ending in some places.
fn list(
    words: &mut Words,
    sections: &mut Vec<Section>,
    share: f64,
    random: &mut Random,
) -> Vec<usize> {
    use Writing::{Capitals, Code, Codes, Same, Short};
    let writing = *random
        .choose(&[Same, Same, Same, Same, Capitals, Capitals, Short, Short, Code, Code, Codes]);
    let count = random.within(&(3..=9));
    let taught = ((count as f64 * share).ceil() as usize).max(3);
    let ending = random.chance(0.15).then(|| words.little(random));
    let (mut plain, mut inflected) = (Vec::new(), Vec::new());
    let mut short = std::collections::HashSet::new();
    for index in 0..count {
        let mut said = vec![words.content(random)];
        if random.chance(0.15) {
            said.insert(0, words.content(random));
        }
        let right = match writing {
            Same => said.iter().map(|word| token(word)).collect(),
            Short => {
                let first: String = said.concat().chars().take(3).collect();
                let right = if short.insert(first.clone()) { first } else { said.join("_") };
                vec![token(&right)]
            }
            Capitals => vec![token(&said.join("_").to_uppercase())],
            Code => vec![token(&words.content(random))],
            Codes => vec![token(&words.little(random)), token(&words.content(random))],
        };
        let mut ways = vec![said.clone()];
        if random.chance(0.1) {
            ways.push(vec![words.content(random)]);
        }
        if let Some(ending) = &ending {
            let mut with_ending = said;
            let last = with_ending.pop().expect("a value has a word");
            let last = words.inflected(&last, ending).unwrap_or_else(|| words.content(random));
            with_ending.push(last);
            inflected.push(item(vec![with_ending], right.clone(), index < taught));
        }
        plain.push(item(ways, right, index < taught));
    }
    let mut forms = vec![add(sections, "list", Content::Rules(plain))];
    if ending.is_some() {
        forms.push(add(sections, "list", Content::Rules(inflected)));
    }
    forms
}

/// How many values of an open kind examples may show.
const SHOWN: usize = 8;

fn digits(random: &mut Random) -> Content {
    let most = *random.choose(&[12, 31, 60, 100, 500]);
    let mut all: Vec<usize> = (2..=most).collect();
    random.shuffle(&mut all);
    let mut all = all.into_iter().map(|number| vec![number.to_string()]);
    let shown = all.by_ref().take(SHOWN.min(most / 2)).collect();
    Content::Digits { shown, fresh: all.take(20).collect() }
}

fn names(words: &mut Words, random: &mut Random) -> Content {
    let longest = random.within(&(1..=3));
    let mut some = |count: usize| {
        let name = |_| (0..random.within(&(1..=longest))).map(|_| words.content(random)).collect();
        (0..count).map(name).collect()
    };
    Content::Names { shown: some(SHOWN), fresh: some(SHOWN) }
}

/// Words such as a colour before a thing: both kinds, in this order or the other, or the thing alone.
fn phrase([describing, thing]: [usize; 2], words: &mut Words, random: &mut Random) -> Vec<Rule> {
    let (of, turned) = (random.chance(0.3).then(|| words.little(random)), random.chance(0.4));
    let mut left = vec![Part::Slot(describing)];
    left.extend(of.map(|of| Part::Fixed(vec![vec![of]])));
    left.push(Part::Slot(thing));
    let mut right = vec![Piece::Slot(0), Piece::Slot(1)];
    if turned {
        right.reverse();
    }
    if random.chance(0.3) {
        right.insert(1, token(","));
    }
    let rule = |left, right| Rule { left, right, weight: 1, taught: true };
    let mut rules = vec![rule(left, right)];
    if random.chance(0.6) {
        rules.push(rule(vec![Part::Slot(thing)], vec![Piece::Slot(0)]));
    }
    rules
}
