//! Evaluations on a thread whose stack is small, as a host's may be.

use blicket::{Derivation, Evaluation, Grammar, Limits, Outcome};
use std::thread;

/// Runs `f` on a thread with a stack of 256 KiB: what recurses with its input does not survive that.
pub(crate) fn on_small_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, f);
        thread.unwrap().join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Applies the grammar, explains it, and writes the explanation in both forms, all of which has to
/// end the same way.
pub(crate) fn evaluate(grammar: &Grammar, input: &str, limits: Limits) -> (Evaluation, Derivation) {
    let evaluation = grammar.apply_within(input, limits);
    let derivation = grammar.explain_within(input, limits);
    let explained = match (derivation.stuck, derivation.reason) {
        (None, None) => Outcome::Value,
        (Some(_), None) => Outcome::Stuck,
        (None, Some(limit)) => Outcome::Limit(limit),
        (Some(_), Some(_)) => panic!("both stuck and at a limit"),
    };
    assert_eq!(explained, evaluation.outcome(), "explained and applied");
    assert!(derivation.steps.len() <= Derivation::MOST_STEPS);
    let text = derivation.to_string();
    assert!(
        text.lines().all(|line| line.len() < 4_000),
        "a line shows no more than a person reads"
    );
    assert!(text.lines().count() <= Derivation::MOST_STEPS + 3);
    assert!(derivation.to_json().starts_with('{'));
    (evaluation, derivation)
}
