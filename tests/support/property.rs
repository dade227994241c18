//! The runner of properties.

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseResult, TestRunner};
use std::env::var_os;

/// Runs a property over `cases` cases, the same in every run: a failure on one machine is a failure
/// on all. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for more of them and for others.
pub(crate) fn for_all<S: Strategy>(
    cases: u32,
    strategy: S,
    property: impl Fn(S::Value) -> TestCaseResult,
) {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(20_910);
    }
    // Cases may be rejected, say because the reference cannot afford them, but few of them.
    config.max_global_rejects = config.cases / 4;
    if let Err(error) = TestRunner::new(config).run(&strategy, property) {
        panic!("{error}");
    }
}
