//! The text of a grammar: read, printed, read again, run.

use crate::seeds;
use blicket::{Evaluation, Grammar, Limits};

/// The bytes are the text.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Grammar::parse(text) {
        Ok(grammar) => reads_back(grammar),
        Err(error) => {
            let line = text.split('\n').nth(error.line - 1).expect("the line is one of the text");
            // One column past the end is where something is missing.
            let columns = line.chars().count() + 1;
            assert!((1..=columns).contains(&error.column), "{error}: {columns} columns");
            assert!(!error.expected.is_empty(), "{error}");
        }
    }
}

/// What is printed is the same grammar, and runs.
fn reads_back(grammar: Grammar) {
    let printed = grammar.to_string();
    let again = Grammar::parse(&printed).unwrap_or_else(|error| panic!("{error} in:\n{printed}"));
    assert_eq!(again.to_string(), printed);
    assert_eq!(again.domain(), grammar.domain());
    assert_eq!(again.rules().len(), grammar.rules().len());
    assert_eq!(again.rule_count(), grammar.rule_count());
    for index in 0..=grammar.rule_count() {
        assert_eq!(again.rule_text(index), grammar.rule_text(index));
        assert_eq!(grammar.rule_text(index).is_some(), index < grammar.rule_count());
    }
    // Its own text has its own words in it, and what is no word of it besides.
    let few = Limits::default().with(|limits| limits.steps = 10_000);
    let mut evaluation = Evaluation::within(few);
    for line in printed.lines().take(20) {
        grammar.apply_into(line, &mut evaluation);
        assert!(evaluation.steps() <= 10_000);
        for slot in evaluation.slots() {
            assert_eq!(slot.text().split(' ').count(), slot.words().len());
            assert!(slot.parent().is_none_or(|parent| parent < slot.index()));
        }
    }
}

/// Grammars of the data.
pub fn seeds() -> Vec<Vec<u8>> {
    let cases = seeds::cases(20).into_iter().map(|case| case.grammar);
    let gold = ["numbers/gold/fr.txt", "numbers/gold/ja.txt", "scan/grammar.txt"].map(seeds::read);
    let examples = ["home-assistant", "recurrence", "robot", "timer"]
        .map(|name| seeds::read(&format!("../examples/{name}.grammar")));
    let all = cases.chain(gold).chain(examples);
    all.chain(NOTATION.map(str::to_owned)).map(String::into_bytes).collect()
}

/// What the grammars of the data do not have.
const NOTATION: [&str; 8] = [
    "%fold-case\n@do\nset x1:n -> [x1]\n\n@n\n%numbers\n%sums either\nten -> 10\nsix -> 6\nu1 x1 -> [u1] + [x1]\n",
    "@do # first\nturn (on|off)? the? x1:lamp -> T [x1] {x1}\n\n@lamp\n(\"x1\"|big \"(\")? u1:word -> [u1]\n",
    "x1:n y2:words -> [x1] {y2}\n@n\n%numbers\nx1:integer -> [x1]*2 # twice\nu1 x1 -> [u1] + [x1]\n",
    "# a comment\n%numbers\n\n\"x1\" u1 y2 \"a \\\"b\\\"\" -> [u1]*10 + 7*3 + [y2]\n",
    "dax -> RED\nx1 fep -> [x1] [x1]\nu1 x1 -> [u1] [x1]\n%doubt\n%alternative 0.6\n%alternative 0.4 1\n%rules 1\nu1 fep -> [u1] [u1]\n%rules 3\n",
    "@command\ngo x1:way -> GO [x1]\n@way\nnorth -> N\n%doubt\n%shown go north -> GO N\n%known go up -> GO U\n%alternative 1\n%last-resort 1\n@way\nx1:word -> [x1]\n",
    "%nfc\n%punctuation . end\n@a\n%use numbers.en\n\n@b\nx1:a -> [x1]\n",
    "\"\u{feff}a\" \"#\" -> \"[u1]\"\n\"#\" y ->\n\"%numbers\" -> %numbers\n",
];
