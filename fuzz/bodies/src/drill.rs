//! Bodies as tests: inputs that failed once, and a short run of the same changes every time.

use crate::Target;
use crate::random::Random;
use crate::seeds;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs the target on every input that is kept in `fuzz/regressions`; gives how many there are.
pub fn replay(target: &Target) -> usize {
    let folder = seeds::root().join("fuzz/regressions").join(target.name);
    let Ok(files) = std::fs::read_dir(folder) else { return 0 };
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    for path in &paths {
        attempt(target, &std::fs::read(path).unwrap(), &path.display());
    }
    paths.len()
}

/// Runs the target on its seeds, and then on so many changed ones.
pub fn drill(target: &Target, executions: usize) {
    let seeds = (target.seeds)();
    for (index, seed) in seeds.iter().enumerate() {
        attempt(target, seed, &format_args!("seed {index}"));
    }
    let mut random = Random::new(executions as u64);
    for execution in 0..executions {
        let mut bytes = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(6) {
            change(&mut bytes, &seeds, &mut random);
        }
        attempt(target, &bytes, &format_args!("execution {execution}"));
    }
}

/// What a failure says is what it takes to keep the input.
fn attempt(target: &Target, bytes: &[u8], which: &dyn std::fmt::Display) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (target.body)(bytes))) {
        eprintln!("{}, {which}: b\"{}\"", target.name, bytes.escape_ascii());
        std::panic::resume_unwind(panic);
    }
}

/// What notation and files are made of.
const PARTS: [&str; 33] = [
    "@s\n",
    "x1:s",
    "u1:integer",
    "y1:words",
    "{x1}",
    "the?",
    "(a|",
    ")?",
    "%use",
    "->",
    "[u1]",
    "u1",
    "x1",
    "y2",
    "%numbers",
    "\n",
    "\t",
    " ",
    "\"",
    "\\",
    "#",
    "*",
    " + ",
    "IN:",
    "OUT:",
    "{\"",
    "null",
    "9223372036854775807",
    "\u{feff}",
    "\u{2028}",
    "é",
    "\r\n",
    "\0",
];

/// One change, as libFuzzer makes them.
fn change(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let place = random.below(bytes.len() + 1);
    let end = (place + 1 + random.below(16)).min(bytes.len());
    let inserted = match random.below(7) {
        0 => vec![random.next() as u8],
        1 => PARTS[random.below(PARTS.len())].into(),
        2 => bytes[place..end].to_vec(),
        3 => {
            let other = &seeds[random.below(seeds.len())];
            let from = random.below(other.len() + 1);
            other[from..(from + 1 + random.below(32)).min(other.len())].to_vec()
        }
        4 => {
            bytes.drain(place..end);
            return;
        }
        kind => {
            if let Some(byte) = bytes.get_mut(place) {
                *byte = if kind == 5 { *byte ^ 1 << random.below(8) } else { random.next() as u8 };
            }
            return;
        }
    };
    bytes.splice(place..place, inserted);
}
