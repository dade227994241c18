//! A grammar as it is written: sections with names, alternatives and optional words
//! folded, what was learnt by heart in a section of its own.

use super::names::names;
use super::number_section::NUMBER_WORDS;
use super::open;
use super::order::InOrder;
use super::ordered::{Beyond, Line};
use super::spelling::SpokenNumbers;
use super::symbol::{Symbol, Texts};
use crate::grammar::{Domain, Grammar};
use crate::language::rule::{
    Mark, Pattern, Piece, Right, Rule, SectionRef, Variable, VariableKind,
};
use crate::language::section::Section;
use crate::language::vocabulary::{Vocabulary, Word};
use std::sync::Arc;

/// One place of a folded left side.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Item {
    One(Symbol),
    /// Alternatives; an empty one makes the place optional.
    Choice(Vec<Vec<Symbol>>),
}

#[derive(Clone, Debug)]
struct Folded {
    left: Vec<Item>,
    right: Vec<Symbol>,
}

/// The names a section may not have.
const TAKEN: [&str; 7] =
    ["integer", "word", "words", "unlisted", "command", BY_HEART, NUMBER_WORDS];

/// Lines that differ in one run of words become one. Constants may stand in
/// any order, as no two match the same words; others only if neighbours.
fn fold(lines: &[Line]) -> Vec<Folded> {
    let mut folded: Vec<Folded> = lines
        .iter()
        .map(|l| Folded {
            left: l.left.iter().map(|&s| Item::One(s)).collect(),
            right: l.right.clone(),
        })
        .collect();
    let constant = |f: &Folded| f.left.iter().all(|i| !matches!(i, Item::One(s) if s.is_slot()));
    let mut i = 0;
    while i < folded.len() {
        let mut j = i + 1;
        while j < folded.len() {
            let free = constant(&folded[i]) && constant(&folded[j]);
            if !free && j > i + 1 {
                break;
            }
            match join(&folded[i], &folded[j]) {
                Some(both) => {
                    folded[i] = both;
                    folded.remove(j);
                }
                None => j += 1,
            }
        }
        i += 1;
    }
    folded
}

fn join(a: &Folded, b: &Folded) -> Option<Folded> {
    if a.right != b.right {
        return None;
    }
    // a choice that is there already takes one more alternative
    if let Some(place) = a.left.iter().position(|i| matches!(i, Item::Choice(_))) {
        let (before, after) = (&a.left[..place], &a.left[place + 1..]);
        if a.left.iter().filter(|i| matches!(i, Item::Choice(_))).count() > 1
            || b.left.len() < before.len() + after.len()
            || !b.left.starts_with(before)
            || !b.left.ends_with(after)
        {
            return None;
        }
        let words = plain(&b.left[before.len()..b.left.len() - after.len()])?;
        let mut left = a.left.clone();
        if let Item::Choice(choices) = &mut left[place] {
            if (words.is_empty() && after.is_empty() && before.is_empty())
                || choices.contains(&words)
            {
                return None;
            }
            choices.push(words);
        }
        return Some(Folded { left, right: a.right.clone() });
    }
    let shorter = a.left.len().min(b.left.len());
    let head = a.left.iter().zip(&b.left).take_while(|(x, y)| x == y).count();
    let tail = a
        .left
        .iter()
        .rev()
        .zip(b.left.iter().rev())
        .take_while(|(x, y)| x == y)
        .count()
        .min(shorter - head);
    let middle = |side: &[Item]| plain(&side[head..side.len() - tail]);
    let (x, y) = (middle(&a.left)?, middle(&b.left)?);
    if x == y {
        return Some(a.clone());
    }
    if (x.is_empty() || y.is_empty()) && head + tail == 0 {
        return None;
    }
    let mut left = a.left[..head].to_vec();
    left.push(Item::Choice(vec![x, y]));
    left.extend_from_slice(&a.left[a.left.len() - tail..]);
    Some(Folded { left, right: a.right.clone() })
}

/// The words of some items, if they are nothing but words.
fn plain(items: &[Item]) -> Option<Vec<Symbol>> {
    items
        .iter()
        .map(|i| if let Item::One(s) = i { Some(*s).filter(|s| !s.is_slot()) } else { None })
        .collect()
}

/// A section of what was learnt by heart: no rule gives these examples.
const BY_HEART: &str = "by_heart";

/// The most rules that the ways to say the numbers of one line may make of it; past that, one way has to do.
const MOST_WAYS: usize = 100;

/// Writes a grammar down as one of the language's. Words and tokens are those of `vocabulary`.
/// Lines with open places are among its rules, or not.
pub(crate) fn write(
    grammar: &InOrder,
    texts: &Texts,
    vocabulary: &Arc<Vocabulary>,
    spelling: Option<&SpokenNumbers>,
    places: bool,
) -> Grammar {
    let names = names(grammar, texts, &TAKEN);
    let order = reached(grammar);
    let mut place = vec![0; names.len()];
    order.iter().enumerate().for_each(|(i, &section)| place[section] = i as u32);
    let heart = grammar.by_heart;
    let number_words = SectionRef::Named((order.len() + usize::from(heart > 0)) as u32);
    let spelling = spelling.map(|spelling| (spelling, number_words));
    let writer = Writer { texts, vocabulary, place, first_place: grammar.first_place, spelling };
    let mut sections: Vec<Section> = vec![];
    for &section in &order {
        let skip = if section == 0 { heart } else { 0 };
        let lines = &grammar.ordered.sections[section][skip..];
        let beyond = &grammar.ordered.beyond[section];
        let listed: Vec<Line> =
            lines.iter().filter(|line| !writer.is_beyond(line, beyond)).cloned().collect();
        let mut rules: Vec<Rule> = vec![];
        if skip > 0 {
            rules.push(writer.unit(SectionRef::Named(order.len() as u32), false));
        }
        rules.extend(fold(&listed).iter().map(|line| writer.rule(line)));
        for kind in beyond {
            match kind {
                Beyond::Nothing => {}
                Beyond::Integer => rules.extend(writer.integers()),
                Beyond::Words => {
                    rules.extend(writer.names_ending_alike(&listed));
                    rules.push(writer.unit(SectionRef::Unlisted, true));
                }
            }
        }
        if places {
            let lines = grammar.places[section].iter().filter(|line| writer.is_writable(line));
            let lines: Vec<Line> = lines.cloned().collect();
            rules.extend(fold(&lines).iter().map(|line| writer.rule(line)));
        }
        sections.push(writer.section(&names[section], rules));
    }
    if heart > 0 {
        let lines = fold(&grammar.ordered.sections[0][..heart]);
        let rules = lines.iter().map(|line| writer.rule(line)).collect();
        sections.push(writer.section(BY_HEART, rules));
    }
    if let Some((spelling, number_words)) = spelling {
        spelling.add_to(&mut sections, number_words);
    }
    Grammar::with_sections(sections, vocabulary.clone()).expect("rules are made well formed")
}

/// The sections that the first one asks for, directly or not, in the order in which it does.
fn reached(grammar: &InOrder) -> Vec<usize> {
    let mut reached = vec![false; grammar.ordered.sections.len()];
    let mut open = vec![0];
    let mut order = vec![];
    while let Some(section) = open.pop() {
        if std::mem::replace(&mut reached[section], true) {
            continue;
        }
        order.push(section);
        let slots = grammar.ordered.sections[section]
            .iter()
            .flat_map(|l| l.left.iter().filter_map(|s| s.as_slot()));
        let next: Vec<usize> = slots.collect();
        open.extend(next.into_iter().rev());
    }
    order
}

struct Writer<'a> {
    texts: &'a Texts,
    vocabulary: &'a Vocabulary,
    /// By section of what was learnt: its place in the grammar.
    place: Vec<u32>,
    /// The first of the sections for open places, which are built in.
    first_place: usize,
    /// How numbers are said, and the section that reads that.
    spelling: Option<(&'a SpokenNumbers, SectionRef)>,
}

/// Adds a group of alternatives.
fn choice(left: &mut Vec<Pattern>, ways: &[Vec<Word>], close: Mark) {
    left.push(Pattern::Group(Mark::Open));
    for (i, way) in ways.iter().enumerate() {
        if i > 0 {
            left.push(Pattern::Group(Mark::Or));
        }
        left.extend(way.iter().map(|&word| Pattern::Word(word)));
    }
    left.push(Pattern::Group(close));
}

fn variable(number: usize) -> Variable {
    Variable { kind: VariableKind::Some, number: Some(number as u32 + 1) }
}

impl Writer<'_> {
    fn word(&self, symbol: Symbol) -> Word {
        self.vocabulary.find(self.texts.of(symbol))
    }

    /// All ways to say some words, of which digits may stand for number words.
    fn ways(&self, symbols: &[Symbol]) -> Vec<Vec<Word>> {
        let mut ways: Vec<Vec<Word>> = vec![vec![]];
        for &symbol in symbols {
            let spelt = self.spelling.and_then(|(known, _)| known.ways(self.texts.of(symbol)));
            let as_it_is = [vec![self.word(symbol)]];
            let spelt = spelt.unwrap_or(&as_it_is[..]);
            let some = if ways.len() * spelt.len() > MOST_WAYS { &spelt[..1] } else { spelt };
            let longer = |way: &Vec<Word>| {
                some.iter().map(|more| [&way[..], more].concat()).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        ways
    }

    /// Rules for integers that are not listed: number words, digits, or both, as the examples have them.
    fn integers(&self) -> Vec<Rule> {
        let words = self.spelling.map(|(_, section)| self.unit(section, false));
        let has_digits = self.spelling.is_none_or(|(spelling, _)| spelling.digits);
        let digits = has_digits.then(|| self.unit(SectionRef::Integer, true));
        words.into_iter().chain(digits).collect()
    }

    fn section(&self, name: &str, rules: Vec<Rule>) -> Section {
        Section { name: Some(name.into()), ..Section::unnamed(Domain::Words, rules) }
    }

    /// A line that says no more than the rule for what the section takes beyond its lines.
    fn is_beyond(&self, line: &Line, beyond: &[Beyond]) -> bool {
        beyond.contains(&Beyond::Integer)
            && line.left == line.right
            && line.left.len() == 1
            && self.texts.of(line.left[0]).parse::<i64>().is_ok_and(|number| number >= 0)
    }

    /// A rule that hands all words over to another section, or copies them.
    fn unit(&self, section: SectionRef, copied: bool) -> Rule {
        let variable = variable(0);
        let piece = if copied { Piece::Copy(variable) } else { Piece::Variable(variable) };
        Rule { left: vec![Pattern::Typed(variable, section)], right: Right::Tokens(vec![piece]) }
    }

    /// Rules for names that no rule lists but for their last word, which names that are listed end with: `red room`
    /// makes `x1:unlisted room`.
    fn names_ending_alike(&self, lines: &[Line]) -> Vec<Rule> {
        let mut ends: Vec<Symbol> = vec![];
        for line in lines.iter().filter(|line| line.left == line.right && line.left.len() > 1) {
            let last = line.left[line.left.len() - 1];
            if !last.is_slot() && !ends.contains(&last) {
                ends.push(last);
            }
        }
        let rule = |&end: &Symbol| Rule {
            left: vec![
                Pattern::Typed(variable(0), SectionRef::Unlisted),
                Pattern::Word(self.word(end)),
            ],
            right: Right::Tokens(vec![Piece::Copy(variable(0)), Piece::Token(self.word(end))]),
        };
        ends.iter().map(rule).collect()
    }

    /// What a slot of a line is in the language, if it is an open place.
    fn open_place(&self, section: usize) -> Option<SectionRef> {
        match (section.checked_sub(self.first_place)?, self.spelling) {
            (open::NAMES, _) => Some(SectionRef::Unlisted),
            (open::DIGITS, None) => Some(SectionRef::Integer),
            (open::DIGITS, Some((_, number_words))) => Some(number_words),
            _ => None,
        }
    }

    /// Whether the language has something for all open places of a line.
    fn is_writable(&self, line: &Line) -> bool {
        let mut slots = line.left.iter().filter_map(|s| s.as_slot());
        slots.all(|section| section < self.first_place || self.open_place(section).is_some())
    }

    fn rule(&self, line: &Folded) -> Rule {
        let mut copied = vec![];
        let mut slots = 0;
        let mut left = vec![];
        let mut ways_left = MOST_WAYS;
        for item in &line.left {
            match item {
                Item::One(symbol) => match symbol.as_slot() {
                    Some(section) => {
                        slots += 1;
                        let open = self.open_place(section);
                        copied.push(open.is_some_and(|open| !matches!(open, SectionRef::Named(_))));
                        let open = open.unwrap_or(SectionRef::Named(self.place[section]));
                        left.push(Pattern::Typed(variable(slots - 1), open));
                    }
                    None => {
                        let ways = self.ways(&[*symbol]);
                        ways_left /= ways.len();
                        match &ways[..] {
                            [way] => left.extend(way.iter().map(|&word| Pattern::Word(word))),
                            ways if ways_left > 0 => choice(&mut left, ways, Mark::Close),
                            ways => left.extend(ways[0].iter().map(|&word| Pattern::Word(word))),
                        }
                    }
                },
                Item::Choice(choices) => {
                    let said = choices.iter().filter(|c| !c.is_empty());
                    let ways: Vec<Vec<Word>> = said.flat_map(|c| self.ways(c)).collect();
                    let optional = choices.iter().any(|c| c.is_empty());
                    choice(
                        &mut left,
                        &ways,
                        if optional { Mark::CloseOptional } else { Mark::Close },
                    );
                }
            }
        }
        let piece = |token: &Symbol| match token.as_slot() {
            Some(slot) if copied[slot] => Piece::Copy(variable(slot)),
            Some(slot) => Piece::Variable(variable(slot)),
            None => Piece::Token(self.word(*token)),
        };
        Rule { left, right: Right::Tokens(line.right.iter().map(piece).collect()) }
    }
}
