//! `make bench-proposals`: what a network's proposals reach, and what is left of a task when examples
//! are wrong.
//!
//! Needs ONNX Runtime, which `make runtime` fetches. Episodes come from seeds below 1,000,000, which
//! training does not use; SCAN and the languages are not trained on at all.

mod arguments;
mod bench;
mod miniscan;
mod noise;
mod numbers;
mod outside;
mod scan;
// Their other parts are the business of other benchmarks.
#[allow(dead_code)]
#[path = "../../cli/src/score.rs"]
mod score;
#[allow(dead_code)]
#[path = "../../cli/src/statistics.rs"]
mod statistics;
#[allow(dead_code)]
#[path = "../synthesis/text.rs"]
mod text;

use arguments::{Arguments, Table};
use bench::Bench;
use blicket::sample::Selection;
use std::process::ExitCode;

fn main() -> ExitCode {
    let bench = Arguments::parse(std::env::args().skip(1))
        .and_then(|arguments| Ok((Bench::new(&arguments)?, arguments)));
    let (bench, arguments) = match bench {
        Ok(bench) => bench,
        Err(message) => {
            eprintln!("proposals: {message}");
            return ExitCode::from(2);
        }
    };
    for table in &arguments.tables {
        match table {
            Table::MiniScan => miniscan::by_rules(&bench),
            Table::Few => miniscan::few_examples(&bench),
            Table::Scan => scan::drawn_until_solved(&bench, Selection::Paper),
            Table::ScanUniform => scan::drawn_until_solved(&bench, Selection::Uniform),
            Table::Numbers => numbers::languages(&bench),
            Table::Outside => outside::changed_rules(&bench),
            Table::Noise => noise::wrong_examples(&bench),
        }
    }
    ExitCode::SUCCESS
}
