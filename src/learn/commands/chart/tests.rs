//! The chart against plain recursion.

use super::*;
use crate::learn::commands::grammar::{Draft, DraftRule};
use crate::learn::commands::random::Random;
use crate::learn::commands::store::Store;
use crate::learn::commands::task::CommandTask;
use crate::learn::commands::task::tests::task;

/// Every output of a section on a span, by plain recursion to a depth.
fn naive(
    grammar: &Draft,
    store: &Store,
    words: &[Symbol],
    section: usize,
    depth: usize,
) -> Vec<Vec<Symbol>> {
    let mut outputs: Vec<Vec<Symbol>> = vec![];
    if depth == 0 || words.is_empty() {
        return outputs;
    }
    for rule in grammar.rules.iter().filter(|r| r.section == section) {
        let body = store.get(rule.body);
        for parts in splits(grammar, store, &body.left, words, depth) {
            let mut output = vec![];
            for t in &body.right {
                match t.as_slot() {
                    Some(k) => output.extend(parts[k].clone()),
                    None => output.push(*t),
                }
            }
            if !outputs.contains(&output) {
                outputs.push(output);
            }
        }
    }
    outputs
}

fn splits(
    grammar: &Draft,
    store: &Store,
    left: &[Symbol],
    words: &[Symbol],
    depth: usize,
) -> Vec<Vec<Vec<Symbol>>> {
    let Some(&first) = left.first() else {
        return if words.is_empty() { vec![vec![]] } else { vec![] };
    };
    let mut all = vec![];
    match first.as_slot() {
        None => {
            if words.first() == Some(&first) {
                all = splits(grammar, store, &left[1..], &words[1..], depth);
            }
        }
        Some(section) => {
            for end in 1..=words.len() {
                for part in naive(grammar, store, &words[..end], section, depth - 1) {
                    for mut rest in splits(grammar, store, &left[1..], &words[end..], depth) {
                        rest.insert(0, part.clone());
                        all.push(rest);
                    }
                }
            }
        }
    }
    all
}

fn random_grammar(
    random: &mut Random,
    task: &CommandTask,
    store: &mut Store,
    sections: usize,
) -> Draft {
    let mut grammar = Draft { rules: vec![], sections };
    for section in 0..sections {
        for _ in 0..1 + random.below(3) {
            let length = 1 + random.below(3);
            let mut left: Vec<Symbol> = (0..length)
                .map(|_| {
                    if random.unit() < 0.6 {
                        Symbol::text(random.below(3) as u32)
                    } else {
                        Symbol::slot(random.below(sections))
                    }
                })
                .collect();
            if left.len() == 1 && left[0].is_slot() {
                left = vec![Symbol::text(0)];
            }
            let slots = crate::learn::commands::symbol::slots(&left);
            let right: Vec<Symbol> = (0..1 + random.below(3))
                .map(|_| {
                    if slots > 0 && random.unit() < 0.6 {
                        Symbol::slot(random.below(slots))
                    } else {
                        Symbol::text(3 + random.below(3) as u32)
                    }
                })
                .collect();
            let body = store.intern(task, &left, &right);
            if grammar.find(section, body).is_none() {
                grammar.rules.push(DraftRule { section, body, count: 1, late: false });
            }
        }
    }
    grammar
}

#[test]
fn finds_what_plain_recursion_finds() {
    let task = task(&["a b c -> x y z"]);
    let mut random = Random::new(3);
    let mut chart = Chart::default();
    let mut read = 0;
    for _ in 0..400 {
        let mut store = Store::default();
        let sections = 1 + random.below(3);
        let grammar = random_grammar(&mut random, &task, &mut store, sections);
        let words: Vec<Symbol> =
            (0..1 + random.below(4)).map(|_| Symbol::text(random.below(3) as u32)).collect();
        let mut want = naive(&grammar, &store, &words, 0, words.len() + 1);
        // the chart keeps the cheapest; ask only where few are possible
        if want.len() > 3 {
            continue;
        }
        let index = Index::uniform(&grammar, &store, task.texts.len());
        chart.parse(&index, &store, &words, &[], 8, None);
        let mut got: Vec<Vec<Symbol>> =
            chart.at(0, 0, words.len()).map(|r| r.output().to_vec()).collect();
        want.sort();
        got.sort();
        assert_eq!(got, want, "{grammar:?} {words:?}");
        read += usize::from(!want.is_empty());
    }
    assert!(read > 20, "{read}");
}

#[test]
fn derivations_give_back_the_sentence() {
    let task = task(&["go to red door -> GO red", "go to blue door -> GO blue", "stop -> HALT"]);
    let mut store = Store::default();
    let text = |s: &str| task.texts.find(s).unwrap();
    let mut grammar = Draft { rules: vec![], sections: 2 };
    for (section, left, right) in [
        (
            0,
            vec![text("go"), text("to"), Symbol::slot(1), text("door")],
            vec![text("GO"), Symbol::slot(0)],
        ),
        (1, vec![text("red")], vec![text("red")]),
    ] {
        let body = store.intern(&task, &left, &right);
        grammar.add(section, body, 1);
    }
    let mut chart = Chart::default();
    let sentence = [text("go"), text("to"), text("red"), text("door")];
    chart.parse(
        &Index::uniform(&grammar, &store, task.texts.len()),
        &store,
        &sentence,
        &[],
        2,
        None,
    );
    let derivation =
        crate::learn::commands::derivation::RuleUses::of(chart.answer().unwrap(), &grammar, &store);
    assert_eq!(
        derivation.steps.iter().map(|s| (s.start, s.end)).collect::<Vec<_>>(),
        vec![(0, 4), (2, 3)]
    );
}
