//! A grammar that is stored with its doubt, and an input: votes, refusals and guesses belong together.

use crate::seeds;
use blicket::{Batch, Evaluation, Grammar, Limits, Outcome};

/// The bytes are text: a grammar, a NUL and an input.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (text, input) = text.split_once('\0').unwrap_or((&text, "dax fep"));
    let Ok(grammar) = Grammar::parse(text) else { return };
    let few = Limits::default().with(|limits| limits.steps = 10_000);
    let mut evaluation = Evaluation::within(few);
    grammar.apply_into(input, &mut evaluation);
    ends_as_it_says(&evaluation);
    let first = (evaluation.outcome(), evaluation.guess().map(str::to_owned));
    let confidence = evaluation.confidence();

    let mut batch = Batch::within(few);
    grammar.apply_many([input, "", input], &mut batch);
    assert_eq!([batch.outcome(0), batch.outcome(2)], [Some(first.0); 2]);
    grammar.apply_into("", &mut evaluation);
    grammar.apply_into(input, &mut evaluation);
    assert_eq!((evaluation.outcome(), evaluation.guess().map(str::to_owned)), first);
    assert_eq!(evaluation.confidence(), confidence, "the same again");

    // Stored and read, it refuses the same.
    let printed = grammar.to_string();
    let again = Grammar::parse(&printed).unwrap_or_else(|error| panic!("{error} in:\n{printed}"));
    assert_eq!(again.alternatives().len(), grammar.alternatives().len());
    assert_eq!(again.to_string(), printed);
    again.apply_into(input, &mut evaluation);
    assert_eq!((evaluation.outcome(), evaluation.guess().map(str::to_owned)), first);

    let mut weights = grammar.alternatives().map(|(_, weight)| weight);
    assert!(weights.all(|weight| (0.0..=1.0).contains(&weight)));
    if text.len() < 1_000 && input.len() < 100 {
        let votes = grammar.votes(input);
        assert!(votes.iter().all(|(_, share)| (0.0..=1.0 + 1e-9).contains(share)), "{votes:?}");
        assert!(votes.is_sorted_by(|(_, a), (_, b)| a >= b), "the weightiest first");
    }

    let rules = grammar.rules_alone();
    assert_eq!(rules.alternatives().len(), 0);
    let value = rules.apply_within(input, few);
    assert!(value.outcome() != Outcome::Refused && value.confidence().is_none());
}

fn ends_as_it_says(evaluation: &Evaluation) {
    let is_value = evaluation.outcome() == Outcome::Value;
    assert_eq!(evaluation.text().is_some(), is_value);
    assert_eq!(evaluation.guess().is_some(), is_value || evaluation.outcome() == Outcome::Refused);
    assert!(evaluation.confidence().is_none_or(|share| (0.0..=1.0 + 1e-9).contains(&share)));
    if !is_value {
        assert_eq!((evaluation.number(), evaluation.tokens().len()), (None, 0));
        assert_eq!(evaluation.slots().count(), 0);
    }
}

/// Doubt of every form, over grammars of tokens, of sections and of numbers.
pub fn seeds() -> Vec<Vec<u8>> {
    let written = WRITTEN.iter().map(|text| (*text).to_owned());
    // What is not written there is as in the rules.
    let plain = seeds::cases(6).into_iter().map(|case| {
        let (grammar, input) = (case.grammar, case.input);
        format!("{grammar}\n%doubt\n%alternative 0.7\n%alternative 0.3\n%rules 1\n\0{input}")
    });
    written.chain(plain).map(String::into_bytes).collect()
}

const WRITTEN: [&str; 4] = [
    "dax -> RED\nx1 fep -> [x1] [x1]\nu1 x1 -> [u1] [x1]\n%doubt\n%alternative 0.6\n%alternative 0.4\nu1 fep -> [u1] [u1]\n%rules 1\n%rules 3\n\0dax dax fep",
    "@do\ngo x1:way -> GO [x1]\n@way\nnorth -> N\n%doubt\n%shown go north -> GO N\n%shown go south -> GO S\n%known go up -> GO U\n%alternative 1\n%last-resort 0.5\n@way\nx1:word -> [x1]\n\0go up",
    "%numbers\none -> 1\nten -> 10\nu1 x1 -> [u1] + [x1]\n%doubt\n%shown ten one -> 11\n%alternative 0.5\n%alternative 0.5 1\n%rules 1\nten -> 12\n%rules 3\n\0ten one",
    "%fold-case\n%punctuation split\n@a\nlamp x1:b -> ON [x1]\n@b\n(the|a)? u1:word -> [u1]\n%doubt\n%shown Lamp the x -> ON x\n%alternative 0.9\n%alternative 0.1\n@b\n%rules none\nx1:words -> [x1]\n\0Lamp, the x!",
];
