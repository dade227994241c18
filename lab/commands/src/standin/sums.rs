//! A small learner of number words: each word has a value or joins; a greater
//! word multiplies what is smaller before it, otherwise values add.

use crate::numbers::{NumberLearner, NumberReader};
use std::collections::{BTreeMap, BTreeSet};

pub struct Sums;

#[derive(Default)]
struct Read {
    value: BTreeMap<String, Option<i64>>,
    times: BTreeMap<i64, BTreeSet<i64>>,
    plus: BTreeMap<(String, u8, u8), BTreeSet<i64>>,
}

/// What happened on the way to a value.
enum Event {
    Times(i64, i64),
    Plus(String, i64, i64),
}

fn class(value: i64) -> u8 {
    match value {
        0..=9 => 0,
        10..=19 => 1,
        20..=99 => 2,
        100..=999 => 3,
        _ => 4,
    }
}

fn likely_values() -> Vec<i64> {
    (1..=20)
        .chain((3..10).map(|x| x * 10))
        .chain((1..10).map(|x| x * 100))
        .chain([1000, 1_000_000])
        .collect()
}

type Guess<'a> = [(&'a str, Option<i64>)];

impl Read {
    fn of(&self, word: &str, guess: &Guess) -> Option<Option<i64>> {
        guess.iter().find(|g| g.0 == word).map(|g| g.1).or_else(|| self.value.get(word).copied())
    }

    fn eval(&self, words: &[&str], guess: &Guess, events: &mut Vec<Event>) -> Option<i64> {
        let mut stack: Vec<i64> = vec![];
        let mut joined = String::new();
        for word in words {
            let Some(value) = self.of(word, guess)? else {
                joined = (*word).to_owned();
                continue;
            };
            let mut smaller = 0;
            while let Some(&top) = stack.last().filter(|t| **t < value) {
                smaller += top;
                stack.pop();
            }
            if smaller > 0 {
                if value < 20 {
                    return None;
                }
                events.push(Event::Times(value, smaller));
                let product = smaller.checked_mul(value)?;
                if let Some(&top) = stack.last() {
                    events.push(Event::Plus("*".into(), top, product));
                }
                stack.push(product);
            } else {
                if let Some(&top) = stack.last() {
                    events.push(Event::Plus(joined.clone(), top, value));
                }
                stack.push(value);
            }
            joined.clear();
        }
        if stack.is_empty() { None } else { Some(stack.iter().sum()) }
    }

    fn right(&self, pair: &(Vec<&str>, i64), guess: &Guess) -> bool {
        self.eval(&pair.0, guess, &mut vec![]) == Some(pair.1)
    }

    fn note(&mut self, events: Vec<Event>) {
        for event in events {
            match event {
                Event::Times(b, s) => self.times.entry(b).or_default().insert(s),
                Event::Plus(g, a, b) => {
                    self.plus.entry((g, class(a), class(b))).or_default().insert(a)
                }
            };
        }
    }

    /// Words that alone are unknown in some pairs get the value that fits.
    fn one_unknown(
        &mut self,
        pairs: &[(Vec<&str>, i64)],
        groups: &[(Vec<&str>, Vec<usize>)],
        values: &[Option<i64>],
    ) -> bool {
        for lax in [false, true] {
            for (words, places) in groups.iter().filter(|g| g.0.len() == 1) {
                let mut scores: Vec<(usize, Option<i64>)> = values
                    .iter()
                    .map(|&v| {
                        (
                            places
                                .iter()
                                .filter(|&&i| self.right(&pairs[i], &[(words[0], v)]))
                                .count(),
                            v,
                        )
                    })
                    .collect();
                scores.sort_by(|a, b| b.0.cmp(&a.0));
                let (hits, value) = scores[0];
                let sure = scores[1].0 < hits && hits == places.len();
                if hits > 0 && (sure || (lax && hits * 3 >= places.len() * 2)) {
                    self.value.insert(words[0].to_owned(), value);
                    return true;
                }
            }
        }
        false
    }

    /// Two unknown words: digits that do not overlap, or powers of ten.
    fn two_unknown(
        &mut self,
        pairs: &[(Vec<&str>, i64)],
        groups: &[(Vec<&str>, Vec<usize>)],
        values: &[Option<i64>],
    ) -> bool {
        let mut best: Option<(usize, i64, [(&str, Option<i64>); 2])> = None;
        for (words, places) in groups.iter().filter(|g| g.0.len() == 2) {
            let frequent = |w: &str| pairs.iter().filter(|p| p.0.contains(&w)).count();
            for &x in values {
                for &y in values {
                    if x.is_none() && y.is_none() {
                        continue;
                    }
                    let guess = [(words[0], x), (words[1], y)];
                    let mut events = vec![];
                    let fits = places
                        .iter()
                        .all(|&i| self.eval(&pairs[i].0, &guess, &mut events) == Some(pairs[i].1));
                    if !fits {
                        continue;
                    }
                    let mut quality = 0;
                    for event in events {
                        quality += match event {
                            Event::Plus(_, a, b) => {
                                let mut ten = 1;
                                while ten <= b {
                                    ten *= 10;
                                }
                                if a % ten == 0 { 3 } else { -5 }
                            }
                            Event::Times(b, _) => {
                                if [100, 1000, 1_000_000].contains(&b) {
                                    2
                                } else {
                                    -2
                                }
                            }
                        };
                    }
                    if x.is_none() || y.is_none() {
                        quality += if (frequent(words[0]) > frequent(words[1])) == x.is_none() {
                            0
                        } else {
                            -2
                        };
                    }
                    if best.as_ref().is_none_or(|b| (places.len(), quality) > (b.0, b.1)) {
                        best = Some((places.len(), quality, guess));
                    }
                }
            }
        }
        let Some((_, _, guess)) = best else { return false };
        guess.iter().for_each(|(w, v)| {
            self.value.insert((*w).to_owned(), *v);
        });
        true
    }

    fn runs(&self, words: &[&str], guess: &Guess) -> Vec<(usize, usize)> {
        let (mut runs, mut at) = (vec![], 0);
        while at < words.len() {
            if !matches!(self.of(words[at], guess), Some(Some(_))) {
                at += 1;
                continue;
            }
            let (mut end, mut next) = (at + 1, at + 1);
            while next < words.len() {
                match self.of(words[next], guess) {
                    Some(Some(_)) => end = next + 1,
                    Some(None) => {}
                    None => break,
                }
                next += 1;
            }
            runs.push((at, end));
            at = end;
        }
        runs
    }

    /// Words still unknown whose value follows from whole sentences.
    fn extend(&mut self, sentences: &[(Vec<&str>, Vec<i64>)]) {
        let mut lax = false;
        loop {
            let unknown: BTreeSet<&str> = sentences
                .iter()
                .flat_map(|s| s.0.iter().copied())
                .filter(|w| !self.value.contains_key(*w))
                .collect();
            let mut any = false;
            for word in unknown {
                let with: Vec<&(Vec<&str>, Vec<i64>)> =
                    sentences.iter().filter(|s| s.0.contains(&word)).collect();
                let mut candidates = likely_values();
                for value in with.iter().flat_map(|s| s.1.iter().copied()) {
                    if !candidates.contains(&value) {
                        candidates.push(value);
                    }
                }
                let fits = |v: i64| {
                    let guess = [(word, Some(v))];
                    with.iter().all(|s| {
                        let mut got = vec![];
                        for (i, j) in self.runs(&s.0, &guess) {
                            if lax && !s.0[i..j].contains(&word) {
                                continue;
                            }
                            match self.eval(&s.0[i..j], &guess, &mut vec![]) {
                                Some(v) => got.push(v),
                                None => return false,
                            }
                        }
                        let mut want = s.1.clone();
                        got.sort();
                        want.sort();
                        if lax { got.iter().all(|v| want.contains(v)) } else { got == want }
                    })
                };
                let fitting: Vec<i64> = candidates.into_iter().filter(|&v| fits(v)).collect();
                if fitting.len() != 1 || (lax && with.len() < 2) {
                    continue;
                }
                self.value.insert(word.to_owned(), Some(fitting[0]));
                any = true;
                for sentence in with {
                    for (i, j) in self.runs(&sentence.0, &[]) {
                        let mut events = vec![];
                        self.eval(&sentence.0[i..j], &[], &mut events);
                        self.note(events);
                    }
                }
                if lax {
                    break;
                }
            }
            if any {
                lax = false;
            } else if lax {
                return;
            } else {
                lax = true;
            }
        }
    }
}

impl NumberLearner for Sums {
    fn learn(
        &self,
        all: &[(Vec<&str>, i64)],
        sentences: &[(Vec<&str>, Vec<i64>)],
    ) -> Option<Box<dyn NumberReader>> {
        let mut pairs = all.to_vec();
        pairs.sort();
        pairs.dedup();
        let mut read = Read::default();
        let mut values: Vec<Option<i64>> = likely_values().into_iter().map(Some).collect();
        let mut alone: BTreeMap<(&str, i64), usize> = BTreeMap::new();
        for (words, value) in all.iter().filter(|p| p.0.len() == 1) {
            *alone.entry((words[0], *value)).or_default() += 1;
        }
        let mut alone: Vec<_> = alone.into_iter().collect();
        alone.sort_by_key(|x| std::cmp::Reverse(x.1));
        for ((word, value), _) in alone {
            if !read.value.contains_key(word) {
                read.value.insert(word.to_owned(), Some(value));
                if !values.contains(&Some(value)) {
                    values.push(Some(value));
                }
            }
        }
        values.push(None);
        loop {
            let mut groups: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
            for (i, (words, _)) in pairs.iter().enumerate() {
                let unknown: BTreeSet<&str> =
                    words.iter().copied().filter(|w| !read.value.contains_key(*w)).collect();
                if matches!(unknown.len(), 1 | 2) {
                    groups.entry(unknown.into_iter().collect()).or_default().push(i);
                }
            }
            let mut groups: Vec<_> = groups.into_iter().collect();
            groups.sort_by_key(|g| (g.0.len(), std::cmp::Reverse(g.1.len())));
            if groups.is_empty()
                || !(read.one_unknown(&pairs, &groups, &values)
                    || read.two_unknown(&pairs, &groups, &values))
            {
                break;
            }
        }
        let (mut right, mut composed) = (0, 0);
        for pair in &pairs {
            let mut events = vec![];
            if read.eval(&pair.0, &[], &mut events) == Some(pair.1) {
                right += 1;
                composed += usize::from(!events.is_empty());
                read.note(events);
            }
        }
        if composed < 4 || right * 10 < pairs.len() * 8 {
            return None;
        }
        read.extend(sentences);
        Some(Box::new(read))
    }
}

impl NumberReader for Read {
    fn value(&self, words: &[&str]) -> Option<i64> {
        for end in [words.first()?, words.last()?] {
            if !matches!(self.value.get(*end), Some(Some(_))) {
                return None;
            }
        }
        let mut events = vec![];
        let value = self.eval(words, &[], &mut events)?;
        for event in events {
            match event {
                Event::Times(b, s) => {
                    let shown = self.times.get(&b)?;
                    if !shown.contains(&s)
                        && (shown.len() < 2 || !shown.iter().any(|x| class(*x) == class(s)))
                    {
                        return None;
                    }
                }
                Event::Plus(g, a, b) => {
                    let shown = self.plus.get(&(g, class(a), class(b)))?;
                    if !shown.contains(&a) && shown.len() < 2 {
                        return None;
                    }
                }
            }
        }
        Some(value)
    }

    fn knows(&self, word: &str) -> bool {
        self.value.contains_key(word)
    }
}
