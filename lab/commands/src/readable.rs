//! The text of a grammar: sections with names, alternatives and optional words
//! folded, what was learnt by heart marked.

use crate::order::InOrder;
use crate::ordered::{Beyond, Line};
use crate::symbol::{Symbol, Texts};

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
const TAKEN: [&str; 4] = ["integer", "word", "words", "command"];

/// Text that is a name as it stands: letters, digits and `_`, a letter first.
fn as_name(text: &str) -> Option<String> {
    let name: String = text
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '_' })
        .collect::<String>()
        .to_lowercase();
    let name = name.trim_matches('_').to_owned();
    (name.chars().count() > 1 && name.starts_with(char::is_alphabetic)).then_some(name)
}

/// Names from the token that stands before the meaning of a section's slots,
/// where it is the same in most places and no other section has it; otherwise
/// from its two most used members.
pub fn names(grammar: &InOrder, texts: &Texts) -> Vec<String> {
    let sections = grammar.ordered.sections.len();
    let mut votes: Vec<Vec<(String, u32)>> = vec![vec![]; sections];
    let mut uses = vec![0; sections];
    for (lines, counts) in grammar.ordered.sections.iter().zip(&grammar.counts) {
        for (line, &count) in lines.iter().zip(counts) {
            let slots: Vec<usize> = line.left.iter().filter_map(|s| s.as_slot()).collect();
            for (i, token) in line.right.iter().enumerate() {
                let Some(section) = token.as_slot().map(|k| slots[k]) else { continue };
                uses[section] += count;
                let before = line.right[..i]
                    .iter()
                    .rev()
                    .take(3)
                    .take_while(|t| !t.is_slot())
                    .find_map(|t| as_name(texts.of(*t)));
                if let Some(name) = before {
                    match votes[section].iter_mut().find(|v| v.0 == name) {
                        Some(vote) => vote.1 += count,
                        None => votes[section].push((name, count)),
                    }
                }
            }
        }
    }
    let mut names = vec![String::new(); sections];
    for section in 0..sections {
        let best = votes[section]
            .iter()
            .max_by_key(|v| v.1)
            .filter(|v| v.1 * 3 > uses[section] * 2)
            .map(|v| v.0.clone());
        let rival = |name: &str| {
            (0..sections)
                .any(|s| s != section && votes[s].iter().any(|v| v.0 == name && v.1 * 3 > uses[s]))
        };
        let name = match best.filter(|n| !rival(n) && section > 0) {
            _ if section == 0 => "command".to_owned(),
            Some(name) => name,
            None if grammar.ordered.beyond[section].contains(&Beyond::Integer) => {
                "number".to_owned()
            }
            None => from_members(grammar, texts, section),
        };
        let taken = |n: &str| names.iter().any(|x| x == n) || (section > 0 && TAKEN.contains(&n));
        let mut unique = name.clone();
        let mut number = 2;
        while taken(&unique) {
            unique = format!("{name}_{number}");
            number += 1;
        }
        names[section] = unique;
    }
    names
}

fn from_members(grammar: &InOrder, texts: &Texts, section: usize) -> String {
    let mut lines: Vec<(&Line, u32)> = grammar.ordered.sections[section]
        .iter()
        .zip(grammar.counts[section].iter().copied())
        .collect();
    lines.sort_by_key(|l| std::cmp::Reverse(l.1));
    let mut words: Vec<String> = vec![];
    for (line, _) in lines {
        let word =
            line.left.iter().rev().filter(|s| !s.is_slot()).find_map(|s| as_name(texts.of(*s)));
        if let Some(word) = word.filter(|w| !words.contains(w)) {
            words.push(word);
        }
        if words.len() == 2 {
            break;
        }
    }
    if words.is_empty() { "part".to_owned() } else { words.join("_or_") }
}

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

/// The whole grammar as text.
pub fn text(grammar: &InOrder, texts: &Texts) -> String {
    let names = names(grammar, texts);
    let mut reached = vec![false; names.len()];
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
    let mut out = String::new();
    for &section in &order {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&format!("@{}\n", names[section]));
        let lines = &grammar.ordered.sections[section];
        let heart = if section == 0 { grammar.by_heart } else { 0 };
        for line in &lines[..heart] {
            let line = Folded {
                left: line.left.iter().map(|&s| Item::One(s)).collect(),
                right: line.right.clone(),
            };
            out.push_str(&format!("{}  # by heart\n", write_line(&line, texts, &names)));
        }
        for line in fold(&lines[heart..]) {
            out.push_str(&write_line(&line, texts, &names));
            out.push('\n');
        }
        for kind in &grammar.ordered.beyond[section] {
            out.push_str(match kind {
                Beyond::Nothing => "",
                Beyond::Integer => "x1:integer -> {x1}\n",
                Beyond::Word => "x1:word -> {x1}\n",
                Beyond::Words => "x1:words -> {x1}\n",
            });
        }
    }
    out
}

fn write_line(line: &Folded, texts: &Texts, names: &[String]) -> String {
    let mut slot = 0;
    let phrase =
        |words: &[Symbol]| words.iter().map(|&w| texts.of(w)).collect::<Vec<_>>().join(" ");
    let left: Vec<String> = line
        .left
        .iter()
        .map(|item| match item {
            Item::One(symbol) => match symbol.as_slot() {
                Some(section) => {
                    slot += 1;
                    format!("x{slot}:{}", names[section])
                }
                None => texts.of(*symbol).to_owned(),
            },
            Item::Choice(choices) => {
                let optional = if choices.iter().any(|c| c.is_empty()) { "?" } else { "" };
                let written: Vec<String> =
                    choices.iter().filter(|c| !c.is_empty()).map(|c| phrase(c)).collect();
                if written.len() == 1 && !written[0].contains(' ') {
                    format!("{}{optional}", written[0])
                } else {
                    format!("({}){optional}", written.join("|"))
                }
            }
        })
        .collect();
    let right: Vec<String> = line
        .right
        .iter()
        .map(|t| t.as_slot().map_or(texts.of(*t).to_owned(), |k| format!("[x{}]", k + 1)))
        .collect();
    format!("{} -> {}", left.join(" "), right.join(" ")).trim_end().to_owned()
}
