//! English number words up to the thousands, as a ready-made section has them.

use crate::numbers::NumberReader;

pub struct English;

const UNITS: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] =
    ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

fn word(w: &str) -> Option<i64> {
    if let Some(i) = UNITS.iter().position(|x| *x == w) {
        return Some(i as i64);
    }
    if let Some(i) = TENS.iter().position(|x| *x == w) {
        return Some(20 + 10 * i as i64);
    }
    let (a, b) = w.split_once('-')?;
    let (x, y) = (TENS.iter().position(|t| *t == a)?, UNITS.iter().position(|t| *t == b)?);
    (1..10).contains(&y).then_some(20 + 10 * x as i64 + y as i64)
}

/// A number below a thousand at the front, and how many words it takes.
fn small(words: &[&str]) -> Option<(i64, usize)> {
    let unit = |i: usize| words.get(i).and_then(|w| word(w)).filter(|v| (1..10).contains(v));
    let (mut value, mut at) = (0, 0);
    if let (Some(u), Some(&"hundred")) = (unit(0), words.get(1)) {
        (value, at) = (u * 100, 2);
    } else if words.first() == Some(&"hundred") {
        (value, at) = (100, 1);
    }
    if value > 0
        && words.get(at) == Some(&"and")
        && words.get(at + 1).is_some_and(|w| word(w).is_some())
    {
        at += 1;
    }
    if let Some(x) = words.get(at).and_then(|w| word(w))
        && (x > 0 || (value == 0 && words.len() == 1))
    {
        (value, at) = (value + x, at + 1);
        if x >= 20
            && x % 10 == 0
            && let Some(u) = unit(at)
        {
            (value, at) = (value + u, at + 1);
        }
    }
    (at > 0).then_some((value, at))
}

impl NumberReader for English {
    fn value(&self, words: &[&str]) -> Option<i64> {
        let (mut value, mut at) = small(words)?;
        if words.get(at) == Some(&"thousand") {
            (value, at) = (value * 1000, at + 1);
            if words.get(at) == Some(&"and") {
                at += 1;
            }
            if at < words.len() {
                let (rest, length) = small(&words[at..])?;
                (value, at) = (value + rest, at + length);
            } else if words[at - 1] == "and" {
                return None;
            }
        }
        (at == words.len()).then_some(value)
    }

    fn knows(&self, w: &str) -> bool {
        w == "hundred" || w == "thousand" || word(w).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases() {
        let value = |s: &str| English.value(&s.split(' ').collect::<Vec<_>>());
        assert_eq!(value("twenty three"), Some(23));
        assert_eq!(value("one hundred and five"), Some(105));
        assert_eq!(value("three twenty"), None);
        assert_eq!(value("two thousand forty"), Some(2040));
        assert_eq!(value("twenty five six"), None);
    }
}
