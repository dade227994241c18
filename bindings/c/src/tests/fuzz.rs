//! Sequences of calls that a fuzzer would make: what failed once, and a short run that is always the
//! same.

use blicket_fuzz::{Target, c_abi_seeds, drill, replay};
use std::cell::Cell;
use std::panic::{set_hook, take_hook};

thread_local! {
    static PANICS: Cell<usize> = const { Cell::new(0) };
}

/// A panic that the boundary caught is one too many, also where a reading call only gives nothing.
fn run(bytes: &[u8]) {
    let before = PANICS.get();
    crate::fuzz::run(bytes);
    assert_eq!(PANICS.get(), before, "a call panicked inside");
}

#[test]
fn sequences_of_calls() {
    let others = take_hook();
    set_hook(Box::new(move |panic| {
        PANICS.set(PANICS.get() + 1);
        others(panic);
    }));
    let target = Target { name: "c_abi", body: run, seeds: c_abi_seeds };
    assert!(replay(&target) > 0, "there is nothing to replay");
    drill(&target, 4_000);
}
