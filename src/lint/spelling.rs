//! Words and tokens that differ from others in capital letters, by one slip of the keyboard, or in what nobody sees.

use super::words::{SeenAt, seen};
use super::{Remark, RemarkKind, Side};
use crate::check::Severity;
use crate::language::Normalisation;
use std::collections::BTreeMap;

/// In so many examples a word is frequent: one that stands once and is nearly the same is likely a slip.
const FREQUENT: usize = 3;
/// Shorter words are too often near others.
const SHORTEST: usize = 4;
/// With more pairs of words to compare, none is.
const MOST_COMPARISONS: usize = 10_000_000;

pub(super) fn check(examples: &[(String, String)]) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for side in [Side::Input, Side::Output] {
        let seen = seen(examples, side);
        let spelling = Spelling { examples, side, seen };
        spelling.same_but_for(RemarkKind::Invisible, visible, &mut remarks);
        spelling.same_but_for(RemarkKind::Case, |word| word.to_lowercase(), &mut remarks);
        spelling.one_letter(&mut remarks);
    }
    remarks
}

/// The words or tokens of one side.
struct Spelling<'a> {
    examples: &'a [(String, String)],
    side: Side,
    seen: BTreeMap<&'a str, SeenAt>,
}

impl<'a> Spelling<'a> {
    fn remark(&self, kind: RemarkKind, severity: Severity, word: &str, meant: &str) -> Remark {
        let (example, place) = self.seen[word].first;
        let (other, side) = (Some(self.seen[meant].first.0), self.side);
        let suggestion = Some(meant.to_owned());
        let (place, found) = (Some(place), word.to_owned());
        Remark { kind, severity, example, other, side, place, found, suggestion }
    }

    /// Whether a token stands in the input of the first example that has it: then it is a copy, and spelt as the word is.
    fn is_copied(&self, token: &str, same: impl Fn(&str, &str) -> bool) -> bool {
        let (input, _) = &self.examples[self.seen[token].first.0];
        self.side == Side::Output && input.split_whitespace().any(|word| same(word, token))
    }

    /// Words that are the same in a certain form, and the frequent one of which is probably meant.
    fn same_but_for(
        &self,
        kind: RemarkKind,
        form: impl Fn(&str) -> String,
        remarks: &mut Vec<Remark>,
    ) {
        let mut same: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for word in self.seen.keys() {
            same.entry(form(word)).or_default().push(word);
        }
        for words in same.values().filter(|words| words.len() > 1) {
            let count = |word: &&&str| self.seen[**word].examples;
            let Some(meant) = words.iter().max_by_key(count) else { continue };
            for word in words.iter().filter(|word| *word != meant) {
                let equal = |a: &str, b: &str| a == b;
                let is_case = kind == RemarkKind::Case;
                // Some languages of tokens have both, `LEFT` for a rule and `left` for a copy.
                let copied = self.is_copied(word, equal) || self.is_copied(meant, equal);
                let is_rare = self.seen[*word].examples == 1 && count(&meant) >= FREQUENT;
                let severity = match (is_case, self.side) {
                    (true, Side::Output) if copied || !is_rare => continue,
                    // Capital letters of inputs mean nothing, unless examples differ in nothing else.
                    (true, Side::Input) => Severity::Note,
                    _ => Severity::Warning,
                };
                remarks.push(self.remark(kind, severity, word, meant));
            }
        }
    }

    /// Whether something in the other half of the slip's example calls for the word meant: at least half of the other examples
    /// that have it have the word meant as well.
    fn is_called_for(&self, word: &str, meant: &str) -> bool {
        let other_side = match self.side {
            Side::Input => Side::Output,
            Side::Output => Side::Input,
        };
        let has = |side: Side, example: usize, word: &str| {
            side.of(&self.examples[example]).split_whitespace().any(|other| other == word)
        };
        let here = self.seen[word].first.0;
        let mut callers = other_side.of(&self.examples[here]).split_whitespace();
        callers.any(|caller| {
            let others = (0..self.examples.len()).filter(|other| *other != here);
            let others: Vec<usize> = others.filter(|it| has(other_side, *it, caller)).collect();
            let with = others.iter().filter(|other| has(self.side, **other, meant)).count();
            with > 0 && 2 * with >= others.len()
        })
    }

    fn one_letter(&self, remarks: &mut Vec<Remark>) {
        // Number words of many languages are a letter apart: Croatian deset is 10, devet is 9.
        let is_number = |(_, output): &(String, String)| output.trim().parse::<i64>().is_ok();
        if self.side == Side::Input && self.examples.iter().all(is_number) {
            return;
        }
        let letters = |word: &&&str| {
            word.chars().count() >= SHORTEST
                && word.chars().all(|c| c.is_alphabetic() || c == '_' || c == '-')
        };
        let words = || self.seen.keys().filter(letters);
        let rare: Vec<&str> =
            words().filter(|word| self.seen[**word].examples == 1).copied().collect();
        let frequent: Vec<&str> =
            words().filter(|word| self.seen[**word].examples >= FREQUENT).copied().collect();
        if rare.len().saturating_mul(frequent.len()) > MOST_COMPARISONS {
            return;
        }
        for word in rare {
            let near = frequent.iter().filter(|meant| is_slip(word, meant));
            let alike = |a: &str, b: &str| a.to_lowercase() == b.to_lowercase();
            if let Some(meant) = near.max_by_key(|meant| self.seen[**meant].examples)
                && !self.is_copied(word, alike)
                && self.is_called_for(word, meant)
            {
                remarks.push(self.remark(RemarkKind::OneLetter, Severity::Warning, word, meant));
            }
        }
    }
}

/// A word without what nobody sees, its letters encoded in one way.
fn visible(word: &str) -> String {
    let composed = Normalisation { compose: true, ..Normalisation::NONE };
    let mut buffer = String::new();
    let composed = composed.form(word, &mut buffer);
    let is_seen = |c: &char| {
        !matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    composed.chars().filter(is_seen).collect()
}

/// Whether a word is another one with two letters exchanged, or with one letter inside it changed, left out or added. The
/// first and the last letter are where languages put what is meant: *light* and *night*, *lamp* and *lamps*.
fn is_slip(word: &str, meant: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (word.chars().collect(), meant.chars().collect());
    if a.len().abs_diff(b.len()) > 1 || a.first() != b.first() && a.len() != b.len() {
        return false;
    }
    let start = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let end = end.min(a.len().min(b.len()) - start);
    let (left_a, left_b) = (&a[start..a.len() - end], &b[start..b.len() - end]);
    match (left_a, left_b) {
        ([p, q], [r, s]) => p == s && q == r,
        ([_], [_]) | ([_], []) | ([], [_]) => start > 0 && end > 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_keyboard_are_told_from_other_words() {
        for (word, meant) in [
            ("OPNE", "OPEN"),
            ("ligth", "light"),
            ("kithcen", "kitchen"),
            ("kichen", "kitchen"),
            ("kitcchen", "kitchen"),
            ("kotchen", "kitchen"),
            ("POEN", "OPEN"),
        ] {
            assert!(is_slip(word, meant), "{word} {meant}");
        }
        for (word, other) in [
            ("light", "night"),
            ("lamp", "lamps"),
            ("open", "opens"),
            ("open", "open"),
            ("reopen", "open"),
            ("bedroom", "bathroom"),
            ("Lampe", "Lampen"),
            ("ab", "ba "),
        ] {
            assert!(!is_slip(word, other), "{word} {other}");
        }
    }

    #[test]
    fn what_nobody_sees_does_not_count() {
        assert_eq!(visible("la\u{200b}mp\u{ad}"), "lamp");
        assert_eq!(visible("lamp"), "lamp");
        #[cfg(feature = "unicode")]
        assert_eq!(visible("cafe\u{301}"), "caf\u{e9}");
    }
}
