//! `make bench-synthesis`: how often grammars are found, how often their answers are right, and how
//! long that takes.
//!
//! Reads nothing but the repository. Every figure has its standard error over episodes, or over
//! draws of examples; episodes follow from a seed, so a table can be made again. Times are medians
//! of one run on one thread, for comparing rows.

#[path = "../shared/arguments.rs"]
mod arguments;
#[path = "../shared/languages.rs"]
mod languages;
mod learning;
mod miniscan;
mod numbers;
mod scan;
#[path = "../../cli/src/score.rs"]
mod score;
// Its tests run with the command; here there is no harness to call them.
#[cfg_attr(test, allow(dead_code, unused_imports))]
#[path = "../../cli/src/statistics.rs"]
mod statistics;
#[path = "../shared/text.rs"]
mod text;

use std::process::ExitCode;

#[derive(Clone, Copy, Debug)]
enum Table {
    MiniScan,
    Few,
    Human,
    Scan,
    ScanWhole,
    Numbers,
}

const TABLES: [(&str, Table); 6] = [
    ("miniscan", Table::MiniScan),
    ("few", Table::Few),
    ("human", Table::Human),
    ("scan", Table::Scan),
    ("scan-whole", Table::ScanWhole),
    ("numbers", Table::Numbers),
];

type Arguments = arguments::Arguments<Table>;

fn main() -> ExitCode {
    let arguments = match Arguments::parse(&TABLES, 2020) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("synthesis: {message}");
            return ExitCode::from(2);
        }
    };
    for table in &arguments.tables {
        match table {
            Table::MiniScan => miniscan::by_rules(&arguments),
            Table::Few => miniscan::few_examples(&arguments),
            Table::Human => miniscan::human_task(),
            Table::Scan => scan::drawn(&arguments),
            Table::ScanWhole => scan::whole(&arguments),
            Table::Numbers => numbers::tables(&arguments),
        }
    }
    ExitCode::SUCCESS
}
