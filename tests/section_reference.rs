//! Grammars with sections against a naive reader, on random grammars and inputs.

#[path = "support/generate.rs"]
#[allow(dead_code, reason = "other users ask it for more")]
mod generate;
#[path = "support/generate_sections.rs"]
mod generate_sections;
#[path = "support/property.rs"]
mod property;
#[path = "support/section_interpreter.rs"]
mod section_interpreter;

use blicket::{Evaluation, Grammar, Limit, Outcome};
use generate_sections::{Case, case, circles_case, sums_case};
use property::for_all;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use section_interpreter::{Failure, Interpreter, Slot, text};
use std::cell::{Cell, RefCell};

fn slots(evaluation: &Evaluation) -> Option<Vec<Slot>> {
    let one = |slot: blicket::Slot<'_>| {
        let value = slot.value()?.to_owned();
        Some((slot.section().to_owned(), slot.words(), value))
    };
    evaluation.slots().map(one).collect()
}

fn agrees(case: &Case, reused: &mut Evaluation, ends: &[Cell<u32>; 4]) -> TestCaseResult {
    let grammar = Grammar::parse(&case.grammar)
        .map_err(|error| TestCaseError::fail(format!("{error}\n{}", case.grammar)))?;
    let words: Vec<&str> = case.input.split_whitespace().collect();
    let expected = match Interpreter::run(&grammar, &words) {
        Err(Failure::Fuel) => return Err(TestCaseError::reject("too much for the reference")),
        expected => expected,
    };
    let fresh = grammar.apply(&case.input);
    grammar.apply_into(&case.input, reused);
    for evaluation in [&fresh, reused] {
        let outcome = evaluation.outcome();
        let end = match &expected {
            Ok((value, wanted)) => {
                prop_assert_eq!(outcome, Outcome::Value, "{}", &case.grammar);
                let wanted_text = text(value, grammar.domain());
                prop_assert_eq!(evaluation.text(), Some(wanted_text.as_str()), "{}", &case.grammar);
                let found = slots(evaluation);
                prop_assert_eq!(found.as_ref(), Some(wanted), "{}", &case.grammar);
                usize::from(wanted.is_empty())
            }
            Err(Failure::Stuck(span)) if outcome == Outcome::Stuck => {
                prop_assert_eq!(evaluation.stuck_text(), words[span.clone()].join(" "));
                2
            }
            // The reference evaluates slots that no right side asks for, too: where only these have
            // no value, the library has one.
            Err(failure) => {
                let unknown = slots(evaluation).is_none() && outcome == Outcome::Value;
                let limit = match failure {
                    Failure::NoEnd => Outcome::Limit(Limit::Depth),
                    Failure::Overflow => Outcome::Limit(Limit::Overflow),
                    _ => Outcome::Stuck,
                };
                prop_assert!(unknown || outcome == limit, "{:?} {:?}", failure, outcome);
                3
            }
        };
        ends[end].set(ends[end].get() + 1);
    }
    let derivation = grammar.explain(&case.input);
    if fresh.outcome() == Outcome::Value && fresh.number().is_none() {
        prop_assert!(fresh.tokens().eq(&derivation.tokens));
    }
    prop_assert_eq!(derivation.stuck.is_some(), fresh.outcome() == Outcome::Stuck);
    let printed = grammar.to_string();
    let read = Grammar::parse(&printed)
        .map_err(|error| TestCaseError::fail(format!("{error}\n{printed}")))?;
    prop_assert_eq!(read.to_string(), printed);
    Ok(())
}

#[test]
fn sections_read_what_the_reference_reads() {
    let reused = RefCell::new(Evaluation::new());
    let ends: [Cell<u32>; 4] = Default::default();
    for_all(3_000, case(), |case| agrees(&case, &mut reused.borrow_mut(), &ends));
    let [slots, plain, stuck, other] = ends.each_ref().map(Cell::get);
    assert!(slots > 500 && plain > 500 && stuck > 500 && other > 20, "{ends:?}");
}

/// What a section reads must not depend on what was asked before, however sections ask each other.
#[test]
fn circles_of_sections_read_what_the_reference_reads() {
    let reused = RefCell::new(Evaluation::new());
    let ends: [Cell<u32>; 4] = Default::default();
    for_all(1_000, circles_case(), |case| agrees(&case, &mut reused.borrow_mut(), &ends));
    let [slots, _, stuck, _] = ends.each_ref().map(Cell::get);
    assert!(slots > 300 && stuck > 300, "{ends:?}");
}

/// Where the same grammar with `%sums any` reads what this one refuses, a sum is not well formed: the test counts them, so
/// that it is about sums.
#[test]
fn sums_are_well_formed_where_the_reference_says_so() {
    let reused = RefCell::new(Evaluation::new());
    let ends: [Cell<u32>; 4] = Default::default();
    let badly_formed = Cell::new(0);
    for_all(4_000, sums_case(), |case| {
        agrees(&case, &mut reused.borrow_mut(), &ends)?;
        let strict = Grammar::parse(&case.grammar).unwrap().apply(&case.input);
        let mut lines: Vec<&str> = case.grammar.lines().collect();
        lines[2] = "%sums any";
        let loose = Grammar::parse(&lines.join("\n")).unwrap().apply(&case.input);
        if strict.outcome() == Outcome::Stuck && loose.outcome() == Outcome::Value {
            badly_formed.set(badly_formed.get() + 1);
        }
        Ok(())
    });
    let [slots, plain, stuck, _] = ends.each_ref().map(Cell::get);
    assert!(slots > 100 && plain > 1_000 && stuck > 1_000, "{ends:?}");
    assert!(badly_formed.get() > 300, "{badly_formed:?}");
}

/// A grammar of the paper in a section with a name is run by the other reader.
#[test]
fn a_plain_grammar_means_the_same_in_a_section() {
    use generate::Shape;
    for numbers in [false, true] {
        let shape = Shape { numbers, elastic: 6, right: 5 };
        for_all(1_000, generate::case(shape, 0..=12), |case| {
            let plain = Grammar::parse(&case.grammar).unwrap();
            let named = Grammar::parse(&format!("@whole\n{}", case.grammar)).unwrap();
            let (one, other) = (plain.apply(&case.input), named.apply(&case.input));
            prop_assert_eq!(one.outcome(), other.outcome());
            prop_assert_eq!(one.text(), other.text());
            prop_assert_eq!(one.number(), other.number());
            prop_assert_eq!(one.stuck_text(), other.stuck_text());
            if matches!(one.outcome(), Outcome::Limit(_)) {
                return Ok(()); // they end at the same limit, but not at the same step
            }
            let (one, other) = (plain.explain(&case.input), named.explain(&case.input));
            let other = other.to_string().replace("    by @whole ", "    by ");
            prop_assert_eq!(one.to_string(), other);
            Ok(())
        });
    }
}
