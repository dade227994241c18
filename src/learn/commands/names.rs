//! Names of sections, for people who read what was learnt.
//!
//! A section is called after the token that its value is the only argument of (`FREQ = [x1]` makes `freq`), if most of
//! its uses agree and no other section has that; otherwise after what it reads: numbers, text, its two most used
//! members, or the last word of what its most used rule reads.

use super::order::InOrder;
use super::ordered::{Beyond, Line};
use super::symbol::{Symbol, Texts};
use crate::arrange::Arrange;

/// How far a section is followed into others for a word that stands for it.
const DEPTH: usize = 4;
/// What stands between arguments, and never between a name and its value.
const BETWEEN: [&str; 2] = [",", ";"];

/// Names by section; the first one reads whole inputs. None of the names `taken` is given to another.
pub(crate) fn names(grammar: &InOrder, texts: &Texts, taken: &[&str]) -> Vec<String> {
    let namer = Namer { grammar, texts };
    let by_token = namer.by_token();
    let mut names: Vec<String> = vec![];
    for (section, name) in by_token.into_iter().enumerate() {
        let name = match name {
            _ if section == 0 => "command".to_owned(),
            Some(name) => name,
            None => namer.by_what_it_reads(section),
        };
        let is_taken = |name: &str| {
            section > 0 && (names.iter().any(|known| known == name) || taken.contains(&name))
        };
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let more = [name.clone(), format!("{name}_phrase")].into_iter().chain(numbered);
        let unique = more.into_iter().find(|name| !is_taken(name));
        names.push(unique.unwrap_or(name));
    }
    names
}

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

struct Namer<'a> {
    grammar: &'a InOrder,
    texts: &'a Texts,
}

impl Namer<'_> {
    /// By section: the token before its value, if it is the same in most places, and in few of another section.
    fn by_token(&self) -> Vec<Option<String>> {
        let sections = self.grammar.ordered.sections.len();
        let mut votes: Vec<Vec<(String, u32)>> = vec![vec![]; sections];
        let mut uses = vec![0; sections];
        for section in 0..sections {
            for (line, count) in self.lines(section) {
                let slots: Vec<usize> = line.left.iter().filter_map(|s| s.as_slot()).collect();
                for (at, token) in line.right.iter().enumerate() {
                    let Some(used) = token.as_slot().map(|slot| slots[slot]) else { continue };
                    uses[used] += count;
                    let Some(name) = self.token_of(&line.right, at) else { continue };
                    match votes[used].iter_mut().find(|vote| vote.0 == name) {
                        Some(vote) => vote.1 += count,
                        None => votes[used].push((name, count)),
                    }
                }
            }
        }
        let best = |section: usize| {
            let best = votes[section].iter().max_by_key(|vote| vote.1)?;
            (best.1 * 3 > uses[section] * 2).then(|| best.0.clone())
        };
        let rival = |section: usize, name: &str| {
            (0..sections).filter(|other| *other != section).any(|other| {
                votes[other].iter().any(|vote| vote.0 == name && vote.1 * 3 > uses[other])
            })
        };
        (0..sections).map(|section| best(section).filter(|name| !rival(section, name))).collect()
    }

    /// The token that a value at a place of a right side is the only argument of.
    fn token_of(&self, right: &[Symbol], at: usize) -> Option<String> {
        let is_between = |token: Symbol| BETWEEN.contains(&self.texts.of(token));
        // `HEAD ( [x1] , [x2] )`: the head says nothing of one of them.
        if let [next, then, ..] = right[at + 1..]
            && !next.is_slot()
            && is_between(next)
            && then.is_slot()
        {
            return None;
        }
        let before = right[..at].iter().rev().take(3);
        before
            .take_while(|token| !token.is_slot() && !is_between(**token))
            .find_map(|token| as_name(self.texts.of(*token)))
    }

    /// The lines of a section with the number of their uses, those that are used most first.
    fn lines(&self, section: usize) -> Vec<(&Line, u32)> {
        let lines = self.grammar.ordered.sections[section].iter();
        let mut lines: Vec<(&Line, u32)> =
            lines.zip(self.grammar.counts[section].iter().copied()).collect();
        lines.arrange_by_key(|line| std::cmp::Reverse(line.1));
        lines
    }

    fn by_what_it_reads(&self, section: usize) -> String {
        let lines = self.lines(section);
        let beyond = &self.grammar.ordered.beyond[section];
        let has_slots = |line: &Line| line.left.iter().any(|s| s.is_slot());
        let (rules, members): (Vec<_>, Vec<_>) =
            lines.into_iter().partition(|(line, _)| has_slots(line));
        if beyond.contains(&Beyond::Integer) {
            let word = rules.iter().find_map(|(line, _)| self.word(line, 0));
            return word.map_or("number".to_owned(), |word| format!("number_or_{word}"));
        }
        let long = members.iter().filter(|(line, _)| line.left.len() > 1).count();
        if beyond.contains(&Beyond::Words) && 2 * long > members.len() {
            return "text".to_owned();
        }
        if let Some(word) = self.common_last_word(&members) {
            return word;
        }
        // Words that mean nothing are what it is called after only if it reads nothing else.
        let mean_something = |line: &Line| !line.right.is_empty();
        let no_meaning = rules.is_empty() && !members.iter().any(|(line, _)| mean_something(line));
        let named = members.iter().filter(|(line, _)| no_meaning || mean_something(line));
        let mut words: Vec<String> = vec![];
        for word in named.filter_map(|(line, _)| self.word(line, 0)) {
            if !words.contains(&word) && words.len() < 2 {
                words.push(word);
            }
        }
        if words.is_empty() {
            let word = rules.iter().find_map(|(line, _)| self.word_within(section, line));
            return word.map_or("phrase".to_owned(), |word| format!("{word}_phrase"));
        }
        words.join("_or_")
    }

    /// `room`, if members are `living room` and `bath room`.
    fn common_last_word(&self, members: &[(&Line, u32)]) -> Option<String> {
        let mut lasts = members.iter().map(|(line, _)| line.left.last());
        let first = lasts.next()??;
        let is_shared = members.len() > 1 && lasts.all(|last| last == Some(first));
        as_name(self.texts.of(*first)).filter(|_| is_shared)
    }

    /// The last fixed word of a line that can be part of a name, or of a line that it refers to.
    fn word(&self, line: &Line, depth: usize) -> Option<String> {
        let fixed = line.left.iter().rev().filter(|s| !s.is_slot());
        let own = || fixed.clone().find_map(|s| as_name(self.texts.of(*s)));
        let inner = || {
            let slots = line.left.iter().rev().filter_map(|s| s.as_slot());
            let mut lines = slots.flat_map(|section| self.lines(section));
            lines.find_map(|(line, _)| self.word(line, depth + 1))
        };
        own().or_else(|| if depth < DEPTH { inner() } else { None })
    }

    /// The last word of what a line of a section typically reads, other than by the section itself.
    fn word_within(&self, section: usize, line: &Line) -> Option<String> {
        let mut last = line.left.iter().rev();
        last.find_map(|symbol| match symbol.as_slot() {
            None => as_name(self.texts.of(*symbol)),
            Some(own) if own == section => None,
            Some(other) => self.lines(other).iter().find_map(|(line, _)| self.word(line, 1)),
        })
    }
}
