//! Every limit is kept exactly: what fits is not refused, and what does not fit ends with its reason.

#[path = "support/generate.rs"]
mod generate;
#[path = "support/property.rs"]
mod property;
#[path = "support/small_stack.rs"]
mod small_stack;

use blicket::{Derivation, Evaluation, Grammar, Limit, Limits, Outcome};
use generate::{Case, Shape, case};
use property::for_all;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use small_stack::{evaluate, on_small_stack};
use std::cell::Cell;

const TOKENS: Shape = Shape { numbers: false, elastic: 6, right: 4 };
const NUMBERS: Shape = Shape { numbers: true, ..TOKENS };

fn run(case: &Case, limits: Limits) -> (Evaluation, Derivation) {
    on_small_stack(|| {
        let grammar = Grammar::parse(&case.grammar).unwrap();
        evaluate(&grammar, &case.input, limits)
    })
}

/// How many levels the steps of a derivation have.
fn levels(derivation: &Derivation) -> u32 {
    derivation.steps.iter().map(|step| step.depth as u32 + 1).max().unwrap_or(0)
}

/// All that a host sees of an evaluation.
fn visible(evaluation: &Evaluation) -> (Outcome, Option<&str>, Option<i64>, Vec<&str>, Vec<&str>) {
    (
        evaluation.outcome(),
        evaluation.text(),
        evaluation.number(),
        evaluation.tokens().collect(),
        evaluation.stuck().collect(),
    )
}

fn small_limits() -> impl Strategy<Value = Limits> {
    let steps = prop_oneof![0..150u64, Just(1_000_000)];
    let depth = prop_oneof![0..6u32, Just(1_000)];
    let output = prop_oneof![0..12u32, Just(1_000)];
    let text = prop_oneof![0..24usize, Just(100_000)];
    (steps, depth, output, text).prop_map(limits)
}

fn limits((steps, depth, output, text): (u64, u32, u32, usize)) -> Limits {
    Limits::DEFAULT.with(|limits| {
        (limits.steps, limits.depth, limits.output, limits.text) = (steps, depth, output, text);
    })
}

fn keeps_limits(case: &Case, limits: Limits) -> Result<Outcome, TestCaseError> {
    let (free, _) = run(case, Limits::default());
    let (bound, derivation) = run(case, limits);
    prop_assert!(bound.steps() <= limits.steps);
    prop_assert!(derivation.tokens.len() <= limits.output as usize);
    prop_assert!(bound.tokens().len() <= limits.output as usize || bound.number().is_some());
    prop_assert!(
        bound.text().is_none_or(|text| text.len() <= limits.text || free.number().is_some())
    );
    let outcome = bound.outcome();
    let tokens = free.tokens().len();
    let text = free.text().map_or(0, str::len);
    match outcome {
        Outcome::Value | Outcome::Stuck => {
            prop_assert_eq!(visible(&bound), visible(&free));
            prop_assert_eq!(bound.steps(), free.steps());
        }
        // What the limit forbids is really there, as far as a free evaluation that has a value shows.
        Outcome::Limit(Limit::Steps) => prop_assert!(free.steps() > limits.steps),
        Outcome::Limit(Limit::Length) if free.outcome() == Outcome::Value => {
            prop_assert!(tokens > limits.output as usize || text > limits.text);
        }
        Outcome::Limit(Limit::Overflow) => prop_assert_eq!(free.outcome(), outcome),
        _ => {}
    }
    Ok(outcome)
}

#[test]
fn small_limits_change_a_result_only_to_the_limit_that_it_exceeds() {
    for shape in [TOKENS, NUMBERS] {
        let values = Cell::new(0);
        for_all(1_000, (case(shape, 0..=10), small_limits()), |(case, limits)| {
            let outcome = keeps_limits(&case, limits)?;
            values.set(values.get() + u32::from(outcome == Outcome::Value));
            Ok(())
        });
        assert!(values.get() > 100, "{values:?}");
    }
}

/// The limits that an evaluation just needs are enough, and one less of any is not.
fn needs_what_it_takes(case: &Case) -> TestCaseResult {
    let (free, derivation) = run(case, Limits::default());
    let numbers = free.number().is_some();
    let text = free.text().map_or(usize::MAX, str::len);
    let exact = limits((free.steps(), levels(&derivation), derivation.tokens.len() as u32, text));
    if !matches!(free.outcome(), Outcome::Value | Outcome::Stuck) {
        return Ok(());
    }
    // A sequence that no rule matches is no step of the derivation, but a level of the evaluation.
    let stuck = u32::from(free.outcome() == Outcome::Stuck);
    let (bound, _) = run(case, exact.with(|limits| limits.depth = exact.depth + stuck));
    prop_assert_eq!(visible(&bound), visible(&free));
    let reason = |limits| run(case, limits).0.outcome();
    // It takes none to see that no rule could match.
    if exact.steps > 0 {
        let fewer_steps = Limits::default().with(|limits| limits.steps = exact.steps - 1);
        prop_assert_eq!(reason(fewer_steps), Outcome::Limit(Limit::Steps));
    }
    if stuck == 0 {
        let fewer_levels = Limits::default().with(|limits| limits.depth = exact.depth - 1);
        prop_assert_eq!(reason(fewer_levels), Outcome::Limit(Limit::Depth));
    }
    if exact.output > 0 {
        let fewer_tokens = Limits::default().with(|limits| limits.output = exact.output - 1);
        prop_assert_eq!(reason(fewer_tokens), Outcome::Limit(Limit::Length));
    }
    if free.outcome() == Outcome::Value && !numbers && exact.text > 0 {
        let less_text = Limits::default().with(|limits| limits.text = exact.text - 1);
        prop_assert_eq!(reason(less_text), Outcome::Limit(Limit::Length));
    }
    Ok(())
}

#[test]
fn an_evaluation_needs_exactly_the_limits_that_it_takes() {
    for_all(700, case(TOKENS, 0..=10), |case| needs_what_it_takes(&case));
    for_all(300, case(NUMBERS, 0..=10), |case| needs_what_it_takes(&case));
}

#[test]
fn a_level_is_a_level_whatever_rule_stands_there() {
    let limits = Limits::default().with(|limits| limits.depth = 1);
    // The second level of each is one word; what its rule gives must not decide.
    for rule in ["a -> A", "a ->", "a -> A A", "u1 -> A", "u1 y1 -> A"] {
        let grammar = Grammar::parse(&format!("x1 b -> [x1]\n{rule}")).unwrap();
        let outcome = |input| grammar.apply_within(input, limits).outcome();
        assert_eq!(outcome("a b"), Outcome::Limit(Limit::Depth), "{rule}");
        assert_eq!(outcome("a"), Outcome::Value, "{rule}");
    }
}

#[test]
fn no_limit_at_all_is_a_limit_that_is_never_reached() {
    let most = limits((u64::MAX, u32::MAX, u32::MAX, usize::MAX));
    let grammar = Grammar::parse("walk -> WALK\nx1 twice -> [x1] [x1]").unwrap();
    let limited = grammar.apply("walk twice twice");
    let free = grammar.apply_within("walk twice twice", most);
    assert_eq!(visible(&free), visible(&limited));
    assert_eq!(free.steps(), limited.steps());
}

/// Some tokens are written before the evaluation is stuck; that they are many is not why it ended.
#[test]
fn an_explanation_ends_as_the_evaluation_does_whatever_has_been_written() {
    let limits = Limits::default().with(|limits| limits.text = 3);
    let grammar = Grammar::parse("a -> LONG\nu1 u2 -> [u1] [u2]").unwrap();
    assert_eq!(grammar.apply_within("a b", limits).outcome(), Outcome::Stuck);
    assert_eq!(grammar.explain_within("a b", limits).stuck, Some([1, 2]));
}

#[test]
fn a_limit_of_nothing_allows_nothing() {
    let grammar = Grammar::parse("a -> A\nu1 x1 -> [u1] [x1]\ny1 ->").unwrap();
    let reason = |limits, input| grammar.apply_within(input, limits).outcome();
    let all = Limits::default();
    for input in ["", "a", "a a", "a b"] {
        assert_eq!(
            reason(all.with(|limits| limits.steps = 0), input),
            Outcome::Limit(Limit::Steps)
        );
        assert_eq!(
            reason(all.with(|limits| limits.depth = 0), input),
            Outcome::Limit(Limit::Depth)
        );
    }
    assert_eq!(reason(all.with(|limits| limits.output = 0), "a"), Outcome::Limit(Limit::Length));
    assert_eq!(reason(all.with(|limits| limits.text = 0), "a"), Outcome::Limit(Limit::Length));
    // The empty output fits in nothing.
    assert_eq!(
        reason(
            all.with(|limits| {
                limits.output = 0;
                limits.text = 0;
            }),
            ""
        ),
        Outcome::Value
    );
}
