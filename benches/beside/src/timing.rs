//! Rows of a table, measured in turns.

use std::time::{Duration, Instant};

const TURNS: usize = 40;

/// Something that goes through all inputs once.
pub struct Row<'a> {
    name: &'a str,
    run: &'a mut dyn FnMut(),
}

impl<'a> Row<'a> {
    pub fn new(name: &'a str, run: &'a mut dyn FnMut()) -> Self {
        Self { name, run }
    }
}

/// Prints what each row takes an input, by its fastest turn, which is the least disturbed one, and how that is to the
/// first row's.
pub fn table(title: &str, inputs: usize, rows: &mut [Row<'_>]) {
    let mut fastest = vec![Duration::MAX; rows.len()];
    for _ in 0..TURNS {
        for (row, fastest) in rows.iter_mut().zip(&mut fastest) {
            let start = Instant::now();
            (row.run)();
            *fastest = start.elapsed().min(*fastest);
        }
    }
    println!("\n{title:<52} {:>9} {:>9}", "ns", "x");
    for (row, time) in rows.iter().zip(&fastest) {
        let each = time.as_secs_f64() * 1e9 / inputs as f64;
        let ratio = time.as_secs_f64() / fastest[0].as_secs_f64();
        println!("{:<52} {each:>9.1} {ratio:>9.2}", row.name);
    }
}
