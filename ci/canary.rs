//! Faults on purpose, each by its name. What looks for faults has to report these, or it is not looking:
//! sanitize.py runs them first. Not a part of the workspace, in which this would not compile.

use std::hint::black_box;

fn main() {
    let block = Box::into_raw(Box::new([1u8; 10]));
    match std::env::args().nth(1).as_deref() {
        // SAFETY: none, on purpose.
        Some("use-after-free") => unsafe {
            drop(Box::from_raw(block));
            println!("{}", black_box(block).cast::<u8>().read_volatile());
        },
        // SAFETY: none, on purpose.
        Some("overflow") => unsafe {
            println!("{}", black_box(block).cast::<u8>().add(10).read_volatile());
            drop(Box::from_raw(block));
        },
        Some("leak") => (0..100).for_each(|time| drop(black_box(Box::into_raw(Box::new([time; 10]))))),
        // SAFETY: it came from a box, and this is the only use.
        Some("nothing") => unsafe { drop(Box::from_raw(block)) },
        _ => std::process::exit(2),
    }
}
