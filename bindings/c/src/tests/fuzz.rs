//! Sequences of calls that a fuzzer would make: what is kept of them, and a short run that is always the
//! same. In a process of their own: they free so many handles that those of other tests would be used again.

use blicket_fuzz::{Target, c_abi_seeds, drill, replay};
use std::panic::{set_hook, take_hook};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Of all threads: searches have their own.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// A panic that the boundary caught is one too many, also where a reading call only gives nothing.
fn run(bytes: &[u8]) {
    crate::fuzz::run(bytes);
    assert_eq!(PANICS.load(Ordering::SeqCst), 0, "a call panicked inside");
}

#[test]
fn sequences_of_calls() {
    let this = std::env::current_exe().unwrap();
    let alone =
        Command::new(this).args(["--exact", "tests::fuzz::alone", "--ignored"]).output().unwrap();
    let said = String::from_utf8_lossy(&alone.stdout);
    assert!(alone.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
#[ignore = "run by the test above"]
fn alone() {
    let others = take_hook();
    set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        others(panic);
    }));
    let target = Target { name: "c_abi", body: run, seeds: c_abi_seeds };
    assert!(replay(&target) > 0, "there is nothing to replay");
    drill(&target, 4_000);
}
