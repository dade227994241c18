//! The reader against plain recursion.

use super::*;
use crate::learn::commands::random::Random;

fn w(n: u32) -> Symbol {
    Symbol::text(n)
}

/// The meaning of order, said by plain recursion.
fn naive(
    g: &Ordered,
    words: &[Symbol],
    section: usize,
    from: usize,
    to: usize,
    busy: &mut Vec<(usize, usize, usize)>,
) -> Option<Vec<Symbol>> {
    if busy.contains(&(section, from, to)) {
        return None;
    }
    busy.push((section, from, to));
    let mut result = None;
    for line in &g.sections[section] {
        let mut parts = vec![];
        if naive_line(g, words, line, 0, from, to, &mut parts, busy) {
            let mut out = vec![];
            for t in &line.right {
                match t.as_slot() {
                    Some(k) => out.extend(parts[k].clone()),
                    None => out.push(*t),
                }
            }
            result = Some(out);
            break;
        }
    }
    busy.pop();
    result
}

#[allow(clippy::too_many_arguments)]
fn naive_line(
    g: &Ordered,
    words: &[Symbol],
    line: &Line,
    position: usize,
    at: usize,
    to: usize,
    parts: &mut Vec<Vec<Symbol>>,
    busy: &mut Vec<(usize, usize, usize)>,
) -> bool {
    let Some(symbol) = line.left.get(position) else { return at == to };
    let Some(section) = symbol.as_slot() else {
        return at < to
            && words[at] == *symbol
            && naive_line(g, words, line, position + 1, at + 1, to, parts, busy);
    };
    for end in (at + 1..=to).rev() {
        if let Some(part) = naive(g, words, section, at, end, busy) {
            parts.push(part);
            if naive_line(g, words, line, position + 1, end, to, parts, busy) {
                return true;
            }
            parts.pop();
        }
    }
    false
}

#[test]
fn agrees_with_plain_recursion_on_random_grammars() {
    let mut random = Random::new(7);
    let mut read = 0;
    for _ in 0..800 {
        let sections = 1 + random.below(3);
        let mut grammar = Ordered { sections: vec![], beyond: vec![vec![]; sections] };
        for section in 0..sections {
            let mut lines = vec![];
            for _ in 0..1 + random.below(4) {
                let length = 1 + random.below(3);
                let mut left: Vec<Symbol> = (0..length)
                    .map(|_| {
                        if random.unit() < 0.5 {
                            w(random.below(3) as u32)
                        } else {
                            Symbol::slot(random.below(sections))
                        }
                    })
                    .collect();
                // cycles of rules that are one slot are refused elsewhere
                if left.len() == 1 && left[0].is_slot() && left[0].index() <= section {
                    left = vec![w(0)];
                }
                let slots = crate::learn::commands::symbol::slots(&left);
                let right = (0..random.below(4))
                    .map(|_| {
                        if slots > 0 && random.unit() < 0.6 {
                            Symbol::slot(random.below(slots))
                        } else {
                            w(10 + random.below(3) as u32)
                        }
                    })
                    .collect();
                lines.push(Line { left, right });
            }
            grammar.sections.push(lines);
        }
        let words: Vec<Symbol> =
            (0..1 + random.below(5)).map(|_| w(random.below(3) as u32)).collect();
        let want = naive(&grammar, &words, 0, 0, words.len(), &mut vec![]);
        let no = |_: Symbol| false;
        let got = OrderedReader::new(&grammar, &words, &no, &no, 1_000_000).output(100_000);
        assert_eq!(got, want, "{grammar:?} {words:?}");
        read += usize::from(want.is_some());
    }
    assert!(read > 30, "{read}");
}

#[test]
fn chains_and_nesting_take_choices_back() {
    // S: S then S | while S do S end | a | b
    let (then, while_, do_, end, a, b) = (w(0), w(1), w(2), w(3), w(4), w(5));
    let s = Symbol::slot(0);
    let r = |k| Symbol::slot(k);
    let grammar = Ordered {
        sections: vec![vec![
            Line { left: vec![s, then, s], right: vec![r(0), then, r(1)] },
            Line { left: vec![while_, s, do_, s, end], right: vec![while_, r(0), r(1)] },
            Line { left: vec![a], right: vec![a] },
            Line { left: vec![b], right: vec![b] },
        ]],
        beyond: vec![vec![]],
    };
    let words = [while_, a, do_, b, then, a, end, then, b];
    let no = |_: Symbol| false;
    let output = OrderedReader::new(&grammar, &words, &no, &no, 10_000).output(100);
    assert_eq!(output, Some(vec![while_, a, b, then, a, then, b]));
    let broken = [while_, a, do_, b, then];
    assert_eq!(OrderedReader::new(&grammar, &broken, &no, &no, 10_000).output(100), None);
}
