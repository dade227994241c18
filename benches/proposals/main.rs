//! `make bench-proposals`: what a network's proposals reach, and what is left of a task when examples
//! are wrong.
//!
//! Needs ONNX Runtime, which `make runtime` fetches. Episodes come from seeds below 1,000,000, which
//! training does not use; SCAN and the languages are not trained on at all.

#[path = "../shared/arguments.rs"]
mod arguments;
mod bench;
#[path = "../shared/languages.rs"]
mod languages;
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
#[path = "../shared/text.rs"]
mod text;

use bench::Bench;
use blicket_lab::sample::Selection;
use std::process::ExitCode;

#[derive(Clone, Copy, Debug)]
enum Table {
    MiniScan,
    Few,
    Scan,
    ScanUniform,
    Numbers,
    Outside,
    Noise,
}

const TABLES: [(&str, Table); 7] = [
    ("miniscan", Table::MiniScan),
    ("few", Table::Few),
    ("scan", Table::Scan),
    ("scan-uniform", Table::ScanUniform),
    ("numbers", Table::Numbers),
    ("outside", Table::Outside),
    ("noise", Table::Noise),
];

type Arguments = arguments::Arguments<Table>;

fn main() -> ExitCode {
    let bench = Arguments::parse(&TABLES, 700_000)
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
