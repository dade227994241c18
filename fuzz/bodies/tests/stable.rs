//! The fuzz targets without a fuzzer: what failed once, and a short run that is always the same. The C
//! ABI's is in its own crate.

use blicket_fuzz::{TARGETS, drill, replay};

/// How often each target is run, so that all take a few seconds together without optimisation.
fn run(name: &str, executions: usize) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("there is such a target");
    assert!(replay(target) > 0, "there is nothing to replay");
    drill(target, executions);
}

#[test]
fn grammar_text() {
    run("grammar_text", 10_000);
}

#[test]
fn grammar_tools() {
    run("grammar_tools", 400);
}

#[test]
fn evaluation() {
    run("evaluation", 10_000);
}

#[test]
fn doubt() {
    run("doubt", 4_000);
}

#[test]
fn episodes() {
    run("episodes", 10_000);
}

#[test]
fn learning() {
    run("learning", 40);
}

#[test]
fn lint() {
    run("lint", 1_000);
}

#[test]
fn proposals() {
    run("proposals", 40);
}

#[test]
fn model_file() {
    run("model_file", 200);
}

#[test]
fn studio() {
    run("studio", 4_000);
}
